package analysis_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

type heap = testgames.Heap

var newHeap = testgames.NewHeap

func alphabetaPlayer(g *heap) (*engine.Player[int], error) {
	s, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{})
	if err != nil {
		return nil, err
	}
	return engine.New(s, engine.Options{})
}

// A finder is a search of a heap.
type finder func(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[int]) (engine.Analysis[int], error)

// server returns a server whose players search so.
func server(t testing.TB, opt analysis.Options, find finder) *analysis.Server {
	t.Helper()
	s, err := analysis.New(newHeap, func(h *heap) (*engine.Player[int], error) {
		return engine.New(engine.Stateless(h, find), engine.Options{})
	}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// first finds the first move that it may.
func first(h *heap, q engine.Question[int]) engine.Analysis[int] {
	moves := q.Moves
	if moves == nil {
		moves = h.Moves(nil)
	}
	return engine.Analysis[int]{Report: ply.Report{Status: ply.Complete, Nodes: 1}, Lines: []engine.Line[int]{{
		Choice: ply.Choice[int]{Move: moves[0], Value: 0.5, Visits: 1}, Line: moves[:1],
	}}}
}

// optimal finds what wins, if it may, and reports it before, whatever the limits are.
func optimal(_ context.Context, h *heap, _ ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
	a := first(h, q)
	if wins := h.Stones % 4; slices.Contains(q.Moves, wins) || q.Moves == nil && wins > 0 {
		a.Lines[0].Move, a.Lines[0].Line = wins, []int{wins}
	}
	q.Report(a)
	return a, nil
}

// A gate is a search that tells how many stones there are when it begins, and ends when it is let or its context does. It is asked
// for nodes, since the context would else end after a second.
type gate struct {
	begun chan int
	pass  chan bool
}

func newGate() *gate { return &gate{make(chan int), make(chan bool)} }

func (g *gate) find(ctx context.Context, h *heap, _ ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
	a := first(h, q)
	select {
	case g.begun <- h.Stones:
		select {
		case <-g.pass:
			return a, nil
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
	a.Status = ply.Cancelled
	return a, nil
}

// A said is an answer, a refusal or the answer to an action.
type said struct {
	analysis.Answer
	ID     *string `json:"id"`
	Field  *string `json:"field"`
	Action string  `json:"action"`
}

// decode reads a line of a server, which must have all the fields that its kind has.
func decode(t testing.TB, line string) said {
	t.Helper()
	var s said
	if err := json.Unmarshal([]byte(line), &s); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		t.Fatal(err)
	}
	want := "id turn final status nodes lines"
	switch {
	case s.Action != "":
		want = "id action terminateId"
	case s.Status == "":
		want = "id field error"
	}
	for _, name := range strings.Fields(want) {
		if _, ok := fields[name]; !ok {
			t.Fatalf("%s: no %s", line, name)
		}
	}
	return s
}

// serve returns what is said to a session.
func serve(t testing.TB, s *analysis.Server, in string) []said {
	t.Helper()
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	var all []said
	for line := range strings.Lines(out.String()) {
		all = append(all, decode(t, line))
	}
	return all
}

// A talk is a session whose lines are written as the answers come.
type talk struct {
	t     *testing.T
	to    io.WriteCloser
	from  *bufio.Scanner
	ended chan error
}

func begin(ctx context.Context, t *testing.T, s *analysis.Server) *talk {
	in, to := io.Pipe()
	from, out := io.Pipe()
	k := &talk{t, to, bufio.NewScanner(from), make(chan error, 1)}
	go func() {
		err := s.Serve(ctx, in, out)
		out.Close()
		k.ended <- err
	}()
	return k
}

func (k *talk) say(format string, args ...any) {
	k.t.Helper()
	if _, err := fmt.Fprintf(k.to, format+"\n", args...); err != nil {
		k.t.Fatal(err)
	}
}

func (k *talk) hear() said {
	k.t.Helper()
	if !k.from.Scan() {
		k.t.Fatal("no more is said")
	}
	return decode(k.t, k.from.Text())
}

// expect hears a final answer.
func (k *talk) expect(id string, turn int, status ply.Status, lines int) said {
	k.t.Helper()
	a := k.hear()
	if a.ID == nil || *a.ID != id || a.Turn != turn || a.Status != status.String() || !a.Final || len(a.Lines) != lines {
		k.t.Fatalf("%+v, want an answer to %s at turn %d, %v, with %d lines", a, id, turn, status, lines)
	}
	return a
}

// TestLikeSearcher compares answers with those of the searcher itself, asked the same.
func TestLikeSearcher(t *testing.T) {
	type game = testgames.Duel
	g := func() *game { return testgames.RandomDuel(rand.New(rand.NewPCG(46, 46)), 2000, 5, 20, false) }
	for name, newSearcher := range map[string]func(g *game) (engine.Searcher[int], error){
		"alphabeta": func(g *game) (engine.Searcher[int], error) { return alphabeta.NewSearcher(g, alphabeta.Options[int]{}) },
		"mcts": func(g *game) (engine.Searcher[int], error) {
			return mcts.NewSearcher(g, mcts.Options[int]{MaxLength: 50})
		},
	} {
		s, err := analysis.New(func(string) (*game, error) { return g(), nil }, func(g *game) (*engine.Player[int], error) {
			s, err := newSearcher(g)
			if err != nil {
				return nil, err
			}
			return engine.New(s, engine.Options{})
		}, analysis.Options{})
		if err != nil {
			t.Fatal(err)
		}
		direct, err := newSearcher(g())
		if err != nil {
			t.Fatal(err)
		}
		var played []int
		for _, moves := range []int{0, 1, 3, 1} { // the tree of a position is kept as the game goes on, and all of a table
			for ; len(played) > moves; played = played[:len(played)-1] {
				if err := direct.Undo(); err != nil {
					t.Fatal(err)
				}
			}
			for len(played) < moves {
				m := direct.Game().Moves(nil)[0]
				if err := direct.Play(m); err != nil {
					t.Fatal(err)
				}
				played = append(played, m)
			}
			r := analysis.Request{ID: "a", Nodes: 3000, Lines: 3}
			for _, m := range played {
				r.Moves = append(r.Moves, fmt.Sprint(m))
			}
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			got := serve(t, s, string(line))
			want, err := direct.Analyze(t.Context(), ply.Limits{Nodes: 3000}, engine.Question[int]{Lines: 3})
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != 1 || got[0].Nodes != want.Nodes || got[0].Status != want.Status.String() || len(got[0].Lines) != len(want.Lines) {
				t.Fatalf("%s: %+v, want %+v", name, got, want)
			}
			for i, line := range want.Lines {
				if l := got[0].Lines[i]; l.Move != fmt.Sprint(line.Move) || fmt.Sprint(l.Line) != fmt.Sprint(line.Line) || l.Value != line.Value ||
					l.Bound != line.Bound.String() || l.Distance != line.Distance || l.Visits != line.Visits || l.Depth != line.Depth {
					t.Errorf("%s: line %d is %+v, want %+v", name, i, l, line)
				}
			}
		}
	}
}

// TestRequests has what is said to lines that get one answer.
func TestRequests(t *testing.T) {
	s := server(t, analysis.Options{MaxTime: time.Minute, MaxNodes: 1e6, MaxMoves: 4, MaxPending: 3, MaxBytes: 300}, optimal)
	for _, c := range []struct{ in, id, field, text string }{
		{`hello`, "", "", "not JSON"},
		{`{"id":"a"`, "", "", "no end"},
		{`{"id":`, "", "", "no end"},
		{`{"id":"a",}`, "", "", "not JSON"},
		{`{"id":NaN}`, "", "", "not JSON"},
		{`{} {}`, "", "", "follows"},
		{`[]`, "", "", "no JSON object"},
		{`null`, "", "", "no JSON object"},
		{`"a"`, "", "", "no JSON object"},
		{"{\"id\":\"\xff\"}", "", "", "UTF-8"},
		{strings.Repeat("[", 299), "", "", "no JSON object"},
		{`{"id":` + strings.Repeat("[", 290), "", "", "no end"},
		{`{"id":"` + strings.Repeat("x", 300) + `"}`, "", "", "longer than 300 bytes"},
		{`{"id":"` + strings.Repeat("x", 280) + `"}`, "", "id", "has 280 bytes"},
		{`{}`, "", "id", "missing"},
		{`{"id":null}`, "", "id", "missing"},
		{`{"id":""}`, "", "id", "missing"},
		{`{"id":7}`, "", "id", "is 7, want a text"},
		{`{"nodes":"x","id":"a"}`, "a", "nodes", `is "x", want a whole number from 1 to 1000000`},
		{`{"id":"a","ID":"b"}`, "a", "ID", "no field"},
		{`{"id":"a","id":"b"}`, "a", "id", "twice"},
		{`{"id":"a","lines":1,"lines":1}`, "a", "lines", "twice"},
		{`{"id":"a","visits":1}`, "a", "visits", "no field"},
		{`{"id":"a","nodes":0}`, "a", "nodes", "is 0"},
		{`{"id":"a","nodes":-1}`, "a", "nodes", "is -1"},
		{`{"id":"a","nodes":1.5}`, "a", "nodes", "is 1.5"},
		{`{"id":"a","nodes":1e400}`, "a", "nodes", "is 1e400"},
		{`{"id":"a","nodes":99999999999999999999}`, "a", "nodes", "want"},
		{`{"id":"a","nodes":1000001}`, "a", "nodes", "want"},
		{`{"id":"a","nodes":[1]}`, "a", "nodes", "want"},
		{`{"id":"a","nodes":true}`, "a", "nodes", "want"},
		{`{"id":"a","time":0}`, "a", "time", "above 0 and up to 60"},
		{`{"id":"a","time":-0.5}`, "a", "time", "want"},
		{`{"id":"a","time":61}`, "a", "time", "want"},
		{`{"id":"a","time":1e999}`, "a", "time", "want"},
		{`{"id":"a","time":"1"}`, "a", "time", "want"},
		{`{"id":"a","every":0.001}`, "a", "every", "from 0.01 to 86400"},
		{`{"id":"a","every":1e6}`, "a", "every", "want"},
		{`{"id":"a","lines":0}`, "a", "lines", "from 1 to 256"},
		{`{"id":"a","lines":257}`, "a", "lines", "from 1 to 256"},
		{`{"id":"a","priority":0.5}`, "a", "priority", "want"},
		{`{"id":"a","priority":9223372036854775807}`, "a", "priority", "want"},
		{`{"id":"a","position":7}`, "a", "position", "want a text"},
		{`{"id":"a","position":"seven"}`, "a", "position", `"seven" is no number of stones`},
		{`{"id":"a","moves":"1"}`, "a", "moves", "want a list"},
		{`{"id":"a","moves":{"0":"1"}}`, "a", "moves", "want a list"},
		{`{"id":"a","moves":["1",1]}`, "a", "moves", "[1] is 1, want a text"},
		{`{"id":"a","moves":["1",null]}`, "a", "moves", "[1] is null"},
		{`{"id":"a","moves":["1","4"]}`, "a", "moves", `[1] is "4": "4" is not a legal move`},
		{`{"id":"a","moves":["3","3","3","2"]}`, "a", "moves", `[3] is "2"`},
		{`{"id":"a","moves":["1","1","1","1","1"]}`, "a", "moves", "has 5 moves, want at most 4"},
		{`{"id":"a","turns":[]}`, "a", "turns", "is empty"},
		{`{"id":"a","turns":0}`, "a", "turns", "want a list"},
		{`{"id":"a","turns":[1]}`, "a", "turns", "[0] is 1, want at most 0"},
		{`{"id":"a","turns":[-1]}`, "a", "turns", "[0] is -1"},
		{`{"id":"a","turns":["0"]}`, "a", "turns", "[0] is \"0\""},
		{`{"id":"a","turns":[0,0]}`, "a", "turns", "second time"},
		{`{"id":"a","moves":["1","1","1"],"turns":[0,1,2,3]}`, "a", "turns", "has 4 positions, want at most 3"},
		{`{"id":"a","allow":[]}`, "a", "allow", "is empty"},
		{`{"id":"a","allow":["4"]}`, "a", "allow", `[0] is "4" at turn 0`},
		{`{"id":"a","allow":["1","1"]}`, "a", "allow", "second time"},
		{`{"id":"a","avoid":["x"]}`, "a", "avoid", `[0] is "x" at turn 0`},
		{`{"id":"a","avoid":["1","2","3"]}`, "a", "avoid", "leaves no move at turn 0"},
		{`{"id":"a","allow":["1"],"avoid":["1"]}`, "a", "avoid", "leaves no move at turn 0"},
		{`{"id":"a","position":"5","moves":["3"],"turns":[0,1],"allow":["3"]}`, "a", "allow", `[0] is "3" at turn 1`},
		{`{"id":"a","action":"stop"}`, "a", "action", "want terminate"},
		{`{"id":"a","action":"terminate"}`, "a", "terminateId", "missing"},
		{`{"id":"a","action":"terminate","terminateId":"b","nodes":1}`, "a", "nodes", "does not belong"},
		{`{"id":"a","terminateId":"b"}`, "a", "terminateId", "belongs to the action"},
		{`{"action":"terminate","terminateId":"b"}`, "", "id", "missing"},
	} {
		got := serve(t, s, c.in+"\n")
		if len(got) != 1 || got[0].Status != "" || !strings.Contains(got[0].Error, c.text) || len(got[0].Error) > 600 {
			t.Errorf("%s: %+v, want %s", c.in, got, c.text)
			continue
		}
		for _, f := range []struct {
			got  *string
			want string
		}{{got[0].ID, c.id}, {got[0].Field, c.field}} {
			if (f.got == nil) != (f.want == "") || f.got != nil && *f.got != f.want {
				t.Errorf("%s: id %v, field %v, want %q, %q", c.in, got[0].ID, got[0].Field, c.id, c.field)
			}
		}
	}
	// Ten stones are won by 2, and nine by 1.
	for in, want := range map[string]string{
		`{"id":"a"}`: "2",
		`{"id":"a","moves":[],"position":"","turns":null,"nodes":null,"time":null,"lines":null,"allow":null,"avoid":[],"every":null,"priority":null}`: "2",
		`{"id":"a","nodes":1e5,"time":0.5,"lines":1.0,"priority":-7}`:                                                                                 "2",
		"\ufeff" + `{"id":"a","moves":["1"]}` + "\r":                                                                                                  "1",
		`  {"id" : "a", "position": "6"}  `:                                                                                                           "2",
		`{"id":"a","allow":["3","1"]}`:                                                                                                                "1",
		`{"id":"a","allow":["3"]}`:                                                                                                                    "3",
		`{"id":"a","avoid":["2","1"]}`:                                                                                                                "3",
		`{"id":"a","allow":["2","3"],"avoid":["2"]}`:                                                                                                  "3",
		`{"id":"\u0061","every":10}`:                                                                                                                  "2",
	} {
		got := serve(t, s, in+"\n \n\n")
		if len(got) != 1 || got[0].Error != "" || *got[0].ID != "a" || !got[0].Final || got[0].Status != "complete" || len(got[0].Lines) != 1 || got[0].Lines[0].Move != want {
			t.Errorf("%s: %+v, want %s", in, got, want)
		}
	}
	// A game that is over has no lines.
	if got := serve(t, s, `{"id":"a","position":"0"}`); len(got) != 1 || got[0].Status != "complete" || got[0].Lines == nil || len(got[0].Lines) != 0 || got[0].Error != "" {
		t.Errorf("%+v", got)
	}
}

// TestLimits has what a search is asked for.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		in    string
		nodes int
		time  time.Duration // at most
		lines int
		moves []int
	}{
		{`{"id":"a"}`, 500, time.Second, 1, nil},
		{`{"id":"a","nodes":20}`, 20, time.Hour, 1, nil},
		{`{"id":"a","time":20,"lines":7}`, 500, 20 * time.Second, 7, nil},
		{`{"id":"a","nodes":20,"time":30,"allow":["3","1","2"]}`, 20, 30 * time.Second, 1, nil},
		{`{"id":"a","nodes":20,"time":30,"allow":["3","1"]}`, 20, 30 * time.Second, 1, []int{1, 3}},
	} {
		s := server(t, analysis.Options{MaxNodes: 500}, func(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
			deadline, ok := ctx.Deadline()
			if left := time.Until(deadline); !ok || left > c.time || c.time > time.Second && left < c.time/100 {
				t.Errorf("%s: %v left", c.in, left)
			}
			if limits.Nodes != c.nodes || limits.Time != 0 || max(q.Lines, 1) != c.lines || !slices.Equal(q.Moves, c.moves) {
				t.Errorf("%s: %+v, %+v", c.in, limits, q)
			}
			return first(h, q), nil
		})
		serve(t, s, c.in)
	}
	for _, opt := range []analysis.Options{{Workers: -1}, {Workers: 1025}, {MaxTime: -1}, {MaxNodes: -1}, {MaxPending: -1}, {MaxBytes: -1}, {MaxMoves: -1}} {
		if _, err := analysis.New(newHeap, alphabetaPlayer, opt); err == nil {
			t.Errorf("%+v is accepted", opt)
		}
	}
	if _, err := analysis.New(newHeap, nil, analysis.Options{}); err == nil {
		t.Error("no player is accepted")
	}
	if _, err := analysis.New(newHeap, func(*heap) (*engine.Player[int], error) { return nil, nil }, analysis.Options{}); err == nil {
		t.Error("no player is accepted")
	}
}

// TestPriority has one worker take what waits in order of priority and arrival.
func TestPriority(t *testing.T) {
	g := newGate()
	s := server(t, analysis.Options{}, g.find)
	k := begin(t.Context(), t, s)
	k.say(`{"id":"first","nodes":1,"position":"100"}`)
	if got := <-g.begun; got != 100 {
		t.Fatal(got)
	}
	k.say(`{"id":"a","nodes":1,"position":"1"}`)
	k.say(`{"id":"b","nodes":1,"position":"2","priority":-1}`)
	k.say(`{"id":"c","nodes":1,"position":"53","priority":5,"moves":["3","1"],"turns":[2,0]}`)
	k.say(`{"id":"d","nodes":1,"position":"4","priority":1}`)
	k.say(`{"id":"e","nodes":1,"position":"5","priority":1}`)
	k.say(`{"id":"a","nodes":1,"position":"6"}`) // after whose refusal all lines were read
	if got := k.hear(); *got.ID != "a" || *got.Field != "id" || !strings.Contains(got.Error, "pending") {
		t.Fatalf("%+v", got)
	}
	g.pass <- true
	k.expect("first", 0, ply.Complete, 1)
	for _, want := range []struct {
		stones int
		id     string
		turn   int
	}{{49, "c", 2}, {53, "c", 0}, {4, "d", 0}, {5, "e", 0}, {1, "a", 0}, {2, "b", 0}} {
		if got := <-g.begun; got != want.stones {
			t.Fatalf("%d stones, want %d", got, want.stones)
		}
		g.pass <- true
		k.expect(want.id, want.turn, ply.Complete, 1)
	}
	k.say(`{"id":"a","nodes":1,"position":"6"}`)
	<-g.begun
	g.pass <- true
	k.expect("a", 0, ply.Complete, 1)
	k.to.Close()
	if err := <-k.ended; err != nil {
		t.Error(err)
	}
}

// TestTerminate ends searches that wait and one that has begun.
func TestTerminate(t *testing.T) {
	g := newGate()
	s := server(t, analysis.Options{}, g.find)
	k := begin(t.Context(), t, s)
	echo := func(id string) {
		t.Helper()
		if got := k.hear(); *got.ID != id || got.Action != "terminate" {
			t.Fatalf("%+v", got)
		}
	}
	k.say(`{"id":"a","nodes":1,"moves":["1","1","1"],"turns":[0,1,2,3]}`)
	<-g.begun
	k.say(`{"id":"b","nodes":1}`)
	k.say(`{"id":"x","action":"terminate","terminateId":"nobody"}`)
	echo("x")
	k.say(`{"id":"y","action":"terminate","terminateId":"a","turns":[2,9]}`)
	echo("y")
	k.expect("a", 2, ply.Cancelled, 0)
	k.say(`{"id":"z","action":"terminate","terminateId":"b"}`)
	echo("z")
	k.expect("b", 0, ply.Cancelled, 0)
	k.say(`{"id":"b","nodes":1}`) // again
	k.say(`{"id":"z","action":"terminate","terminateId":"a"}`)
	echo("z")
	answers := map[int]int{}
	for range 3 {
		a := k.hear()
		if a.Status != "cancelled" || *a.ID != "a" || !a.Final {
			t.Errorf("%+v", a)
		}
		answers[a.Turn] = len(a.Lines)
	}
	if answers[0] != 1 || answers[1] != 0 || answers[3] != 0 || len(answers) != 3 {
		t.Errorf("%v", answers)
	}
	<-g.begun
	k.to.Close()
	g.pass <- true
	k.expect("b", 0, ply.Complete, 1)
	if err := <-k.ended; err != nil {
		t.Error(err)
	}
}

// TestEnd answers at the end of the input what is pending, with two workers, and only then returns.
func TestEnd(t *testing.T) {
	g := newGate()
	s := server(t, analysis.Options{Workers: 2}, g.find)
	k := begin(t.Context(), t, s)
	for i := range 5 {
		k.say(`{"id":"%d","nodes":1}`, i)
	}
	<-g.begun
	<-g.begun
	k.to.Close()
	ids := map[string]bool{}
	for i := range 5 {
		select {
		case err := <-k.ended:
			t.Fatalf("ended after %d answers: %v", i, err)
		default:
		}
		g.pass <- true
		ids[*k.hear().ID] = true
		if i < 3 {
			<-g.begun
		}
	}
	if err := <-k.ended; err != nil || len(ids) != 5 {
		t.Error(ids, err)
	}
	broken := errors.New("broken")
	var out strings.Builder
	go func() {
		<-g.begun
		g.pass <- true
	}()
	if err := s.Serve(t.Context(), io.MultiReader(strings.NewReader(`{"id":"a","nodes":1}`+"\n"), failing{broken}), &out); !errors.Is(err, broken) || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v, %s", err, &out)
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error)  { return 0, f.error }
func (f failing) Write([]byte) (int, error) { return 0, f.error }

// TestContext ends a session while one search is under way, one waits, and one has no room to wait.
func TestContext(t *testing.T) {
	g := newGate()
	s := server(t, analysis.Options{MaxPending: 2}, g.find)
	ctx, cancel := context.WithCancel(t.Context())
	k := begin(ctx, t, s)
	k.say(`{"id":"0","nodes":1}`)
	k.say(`{"id":"1","nodes":1}`)
	<-g.begun
	k.say(`{"id":"x","action":"terminate","terminateId":"nobody"}`)
	if got := k.hear(); got.Action != "terminate" {
		t.Errorf("%+v", got)
	}
	k.say(`{"id":"2","nodes":1}`) // may be answered, refused, or not even be looked at
	cancel()
	lines := map[string]int{}
	for k.from.Scan() {
		a := decode(t, k.from.Text())
		if (a.Status != "cancelled" || !a.Final) && *a.ID != "2" {
			t.Errorf("%+v", a)
		}
		lines[*a.ID] += 1 + len(a.Lines)
	}
	if err := <-k.ended; !errors.Is(err, context.Canceled) || lines["0"] != 2 || lines["1"] != 1 || lines["2"] > 1 {
		t.Error(lines, err)
	}
	// The server goes on.
	k = begin(t.Context(), t, s)
	k.say(`{"id":"a","nodes":1}`)
	<-g.begun
	g.pass <- true
	k.expect("a", 0, ply.Complete, 1)
	k.to.Close()
	// An output that cannot be written ends the session, though there would be more to read.
	in, to := io.Pipe()
	defer to.Close()
	go func() {
		fmt.Fprintln(to, `{"id":"a","nodes":1}`)
		<-g.begun
		fmt.Fprintln(to, "refused")
	}()
	broken := errors.New("broken")
	if err := s.Serve(t.Context(), in, failing{broken}); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestRoom reads a long input with room for few.
func TestRoom(t *testing.T) {
	s := server(t, analysis.Options{MaxPending: 2, Workers: 2}, func(_ context.Context, h *heap, _ ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
		return first(h, q), nil
	})
	var in strings.Builder
	for i := range 300 {
		fmt.Fprintf(&in, `{"id":"%d","moves":["1"],"turns":[1,0]}`+"\n", i)
	}
	answers := map[string]int{}
	for _, a := range serve(t, s, in.String()) {
		if !a.Final || a.Status != "complete" {
			t.Fatalf("%+v", a)
		}
		answers[fmt.Sprint(*a.ID, " ", a.Turn)]++
	}
	if len(answers) != 600 {
		t.Errorf("%d answers", len(answers))
	}
}

// TestEvery has answers that are not final while a search goes on.
func TestEvery(t *testing.T) {
	next := make(chan bool)
	s := server(t, analysis.Options{}, func(_ context.Context, h *heap, _ ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
		a := first(h, q)
		a.Status = ply.InProgress
		for nodes := 1; <-next; nodes++ {
			a.Nodes = nodes
			if !q.Report(a) {
				return a, errors.New("a report ends the search")
			}
		}
		bad := first(h, q)
		bad.Lines[0].Value = math.NaN() // is left out
		q.Report(bad)
		a.Status = ply.Solved
		return a, nil
	})
	k := begin(t.Context(), t, s)
	k.say(`{"id":"a","every":0.01,"moves":["2"]}`)
	for nodes := 1; nodes <= 3; nodes++ {
		next <- true
		if a := k.hear(); a.Final || *a.ID != "a" || a.Turn != 1 || a.Nodes != nodes || a.Status != "in progress" || len(a.Lines) != 1 {
			t.Fatalf("%+v", a)
		}
	}
	next <- false
	k.expect("a", 1, ply.Solved, 1)
	k.say(`{"id":"a"}`)
	for range 3 {
		next <- true
	}
	next <- false
	k.expect("a", 0, ply.Solved, 1)
	k.to.Close()
	if err := <-k.ended; err != nil {
		t.Error(err)
	}
}

// A trap is a heap that panics at 13 stones.
type trap struct{ heap }

func (h *trap) Moves(dst []int) []int {
	if h.Stones == 13 {
		panic("thirteen")
	}
	return h.heap.Moves(dst)
}

// TestFailures goes on after games and searches that fail.
func TestFailures(t *testing.T) {
	made := 0
	s, err := analysis.New(func(position string) (*trap, error) {
		if position == "666" {
			panic("the beast")
		}
		h, err := newHeap(position)
		if err != nil {
			return nil, err
		}
		return &trap{*h}, nil
	}, func(h *trap) (*engine.Player[int], error) {
		made++
		if h.Stones == 77 {
			return nil, errors.New("no player for 77")
		}
		p, err := alphabeta.NewSearcher(h, alphabeta.Options[int]{})
		if err != nil {
			return nil, err
		}
		return engine.New(engine.Stateless(h, func(ctx context.Context, h *trap, l ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
			a := first(&h.heap, q)
			switch h.Stones {
			case 70:
				panic("seventy")
			case 71:
				runtime.Goexit()
			case 72:
				return a, errors.New("no luck")
			case 73:
				a.Lines[0].Value = math.NaN()
				return a, nil
			case 74:
				a.Lines[0].Line = []int{74, 75}
				return a, nil
			case 75:
				return engine.Analysis[int]{Report: ply.Report{Status: ply.OutOfTime}}, nil
			}
			return p.Analyze(ctx, l, q)
		}), engine.Options{})
	}, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		`{"id":"a","position":"666"}`:              "panic: the beast",
		`{"id":"a","position":"13"}`:               "panic: thirteen",
		`{"id":"a","position":"14","moves":["1"]}`: "panic: thirteen",
		`{"id":"a","position":"14"}`:               "thirteen", // in the search
		`{"id":"a","position":"77"}`:               "no player for 77",
		`{"id":"a","position":"70"}`:               "panic: seventy",
		`{"id":"a","position":"71"}`:               "was ended",
		`{"id":"a","position":"72"}`:               "no luck",
		`{"id":"a","position":"73"}`:               "the value of 1 is NaN",
		`{"id":"a","position":"75"}`:               "",
	} {
		got := serve(t, s, in)
		if len(got) != 1 || !strings.Contains(got[0].Error, want) || want == "" && got[0].Status != "out of time" ||
			want != "" && got[0].Field == nil && (got[0].Status != "failed" || !got[0].Final) {
			t.Errorf("%s: %+v, want %s", in, got, want)
		}
		if got := serve(t, s, `{"id":"a","nodes":100000,"position":"6"}`); len(got) != 1 || len(got[0].Lines) != 1 || got[0].Lines[0].Move != "2" {
			t.Errorf("after %s: %+v", in, got)
		}
	}
	before := made
	for range 5 {
		serve(t, s, `{"id":"a","nodes":100000,"position":"6","moves":["1","1"],"turns":[2,1,0]}`)
	}
	if made != before {
		t.Errorf("%d players for one position", made-before)
	}
}

// TestSeats keeps a player for each of the last positions, as many as there are workers.
func TestSeats(t *testing.T) {
	made := map[int]int{}
	s, err := analysis.New(newHeap, func(h *heap) (*engine.Player[int], error) {
		made[h.Stones]++
		return engine.New(engine.Stateless(h, optimal), engine.Options{})
	}, analysis.Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, stones := range []int{20, 30, 20, 30, 20, 10, 10, 40, 20, 10, 40, 30} {
		if stones == 10 {
			serve(t, s, `{"id":"a"}`)
		} else {
			serve(t, s, fmt.Sprintf(`{"id":"a","position":"%d"}`, stones))
		}
	}
	if want := map[int]int{10: 1, 20: 1, 30: 2, 40: 1}; !maps.Equal(made, want) {
		t.Errorf("players of %v, want %v", made, want)
	}
}
