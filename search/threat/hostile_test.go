//go:build long || race || 386

package threat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// byNumbers is [threat.Search] by proof numbers.
func byNumbers[G threat.Game[int]](ctx context.Context, g G, limits ply.Limits, opt threat.Options[int]) (threat.Result[int], error) {
	opt.ProofNumbers = true
	return threat.Search(ctx, g, limits, opt)
}

// searchBy returns the search of a variant.
func searchBy(way string) func(ctx context.Context, g game, limits ply.Limits, opt threat.Options[int]) (threat.Result[int], error) {
	if strings.HasPrefix(way, "df-pn") {
		return byNumbers[game]
	}
	return threat.Search[game]
}

// place plays random moves.
func place[G game](g G, random *rand.Rand, stones int) G {
	for range stones {
		if m := g.Moves(nil); len(m) > 0 {
			g.Play(m[random.IntN(len(m))])
		}
	}
	return g
}

// Tables of two entries, of every scheme, shared by all searches and positions, change nothing that is found.
func TestTinyTables(t *testing.T) {
	for scheme := transposition.ReplaceAlways; scheme <= transposition.TwoBig; scheme++ {
		t.Run(fmt.Sprint(scheme), func(t *testing.T) {
			table := newTable(2)
			table.Scheme = scheme
			random := rand.New(rand.NewPCG(1, 1))
			for range long.Or(15, 10) {
				g := place(game(newBridge(4, 3)), random, 4+random.IntN(5))
				opt := threat.Options[int]{Threat: threat.Threat{3, 2, 1}}
				want, err := threat.Search(context.Background(), g, ply.Limits{}, opt)
				if err != nil {
					t.Fatal(err)
				}
				opt.Table = table
				for _, way := range []string{"search", "df-pn"} {
					got, err := searchBy(way)(context.Background(), g, ply.Limits{}, opt)
					if err != nil || got.Status != ply.Complete || got.Won != want.Won {
						t.Fatalf("%s: won %v, %v, %v; want %v\n%v", way, got.Won, got.Status, err, want.Won, g)
					}
				}
			}
		})
	}
}

// faulty panics at the call with a number of one of its methods.
type faulty struct {
	game
	method string
	at     int
	calls  int
}

func (f *faulty) call(method string) {
	if method == f.method {
		if f.calls++; f.calls == f.at {
			panic("fault in " + method)
		}
	}
}

func (f *faulty) Play(m int)      { f.call("Play"); f.game.Play(m) }
func (f *faulty) Undo(m int)      { f.call("Undo"); f.game.Undo(m) }
func (f *faulty) Pass() bool      { f.call("Pass"); return f.game.Pass() }
func (f *faulty) Unpass()         { f.call("Unpass"); f.game.Unpass() }
func (f *faulty) Attacking() bool { f.call("Attacking"); return f.game.Attacking() }
func (f *faulty) Hash() uint64    { f.call("Hash"); return f.game.Hash() }
func (f *faulty) Acyclic() bool   { f.call("Acyclic"); return true }
func (f *faulty) Attacks(order int, dst []int) []int {
	f.call("Attacks")
	return f.game.Attacks(order, dst)
}
func (f *faulty) Standing(changes int, trace *dependency.Trace) threat.Standing {
	f.call("Standing")
	return f.game.Standing(changes, trace)
}
func (f *faulty) TraceMove(m, changes int, trace *dependency.Trace) {
	f.call("TraceMove")
	f.game.(threat.Tracer[int]).TraceMove(m, changes, trace)
}
func (f *faulty) Replies(changes int, trace *dependency.Trace, dst []int) []int {
	f.call("Replies")
	return f.game.(threat.Tracer[int]).Replies(changes, trace, dst)
}

// deep is a position in which a search of a few threats calls every method.
func deep() game {
	g := newLines(4, 4, 3)
	g.Play(2 * 5)
	g.Pass()
	return g
}

func TestPanicsAreErrors(t *testing.T) {
	searches := map[string]func(g *faulty) error{
		"Search": func(g *faulty) error {
			r, err := threat.Search(context.Background(), g, ply.Limits{}, threat.Options[int]{Threat: threat.Lambda(2), Table: newTable(64)})
			if (err != nil) != (r.Status == ply.Failed) {
				t.Errorf("status %v with error %v", r.Status, err)
			}
			return err
		},
		"proof numbers": func(g *faulty) error {
			_, err := byNumbers(context.Background(), g, ply.Limits{}, threat.Options[int]{Threat: threat.Lambda(2), Table: newTable(64)})
			return err
		},
		"AllMoves": func(g *faulty) error {
			_, err := threat.Search(context.Background(), g, ply.Limits{}, threat.Options[int]{Threat: threat.Threat{2, 1}, AllMoves: true, Table: newTable(64)})
			return err
		},
		"Assess": func(g *faulty) error {
			_, _, _, err := threat.Assess(context.Background(), g, ply.Limits{}, threat.Options[int]{Threat: threat.Lambda(2), Table: newTable(64)})
			return err
		},
	}
	for name, search := range searches {
		for _, method := range []string{"Play", "Undo", "Pass", "Unpass", "Attacking", "Hash", "Acyclic", "Attacks", "Standing", "TraceMove", "Replies"} {
			if method == "Acyclic" && name == "AllMoves" {
				continue // bounded threats do not ask
			}
			lines := false
			for at := 1; at <= 9; at += 4 {
				err := search(&faulty{game: deep(), method: method, at: at})
				var of *ply.GamePanic
				switch {
				case err == nil && at > 1:
				case !errors.As(err, &of) || of.Value != "fault in "+method:
					t.Errorf("%s: call %d of %s: error %v", name, at, method, err)
				case of.Line != "[]" && strings.HasPrefix(of.Line, "["):
					lines = true
				}
			}
			if !lines && method != "Attacking" && method != "Acyclic" && method != "Unpass" {
				t.Errorf("%s: no panic of %s names a line", name, method)
			}
		}
	}
}

// A refuser refuses to pass.
type refuser struct{ *lines }

func (refuser) Pass() bool { return false }
func (refuser) Unpass()    { panic("nothing to take back") }

func TestGameThatRefusesToPass(t *testing.T) {
	g := refuser{newLines(3, 3, 3)}
	for _, m := range []int{0, 3, 2 * 4} {
		g.Play(m)
	}
	// The defender is to move, and the attacker threatens to win.
	opt := threat.Options[int]{Threat: threat.Lambda(2), Table: newTable(64)}
	for name, search := range map[string]func(context.Context, refuser, ply.Limits, threat.Options[int]) (threat.Result[int], error){
		"Search": threat.Search[refuser], "proof numbers": byNumbers[refuser],
	} {
		if r, err := search(context.Background(), g, ply.Limits{}, opt); err != nil || r.Won || r.Status != ply.Complete {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	standing, attackerFirst, _, err := threat.Assess(context.Background(), g, ply.Limits{}, opt)
	if err != nil || standing != threat.Open || attackerFirst.Status != ply.Failed {
		t.Errorf("%v, %+v, %v", standing, attackerFirst, err)
	}
	g.Play(2*3 + 1)
	standing, attackerFirst, defenderFirst, err := threat.Assess(context.Background(), g, ply.Limits{}, opt)
	if err != nil || standing != threat.Open || !attackerFirst.Won || defenderFirst.Status != ply.Failed {
		t.Errorf("%v, %+v, %+v, %v", standing, attackerFirst, defenderFirst, err)
	}
}

// A bare game is neither a tracer nor a hasher, nor known to be acyclic.
type bare struct{ game threat.Game[int] }

func (b bare) Moves(dst []int) []int              { return b.game.Moves(dst) }
func (b bare) Play(m int)                         { b.game.Play(m) }
func (b bare) Undo(m int)                         { b.game.Undo(m) }
func (b bare) Pass() bool                         { return b.game.Pass() }
func (b bare) Unpass()                            { b.game.Unpass() }
func (b bare) Attacking() bool                    { return b.game.Attacking() }
func (b bare) Attacks(order int, dst []int) []int { return b.game.Attacks(order, dst) }
func (b bare) Standing(changes int, trace *dependency.Trace) threat.Standing {
	return b.game.Standing(changes, trace)
}

// A cycle is a game that is not acyclic.
type cycle struct{ game }

func (cycle) TraceMove(int, int, *dependency.Trace)                 {}
func (c cycle) Replies(_ int, _ *dependency.Trace, dst []int) []int { return c.Moves(dst) }

func TestOptionsErrors(t *testing.T) {
	table := newTable(2)
	for _, c := range []struct {
		name   string
		g      threat.Game[int]
		limits ply.Limits
		opt    threat.Options[int]
		want   string
		dfpn   string // if not want
	}{
		{"nil game", nil, ply.Limits{}, threat.Options[int]{Table: table}, "no game", ""},
		{"threat that grows", deep(), ply.Limits{}, threat.Options[int]{Table: table, Threat: threat.Threat{2, 1, 3}}, "threat 2,1,3: its number 3 is greater", ""},
		{"threat that gets unlimited", deep(), ply.Limits{}, threat.Options[int]{Table: table, Threat: threat.Threat{2, threat.Unlimited}}, "threat 2,*: its number 2", ""},
		{"negative threat", deep(), ply.Limits{}, threat.Options[int]{Table: table, Threat: threat.Threat{-2}}, "number 1 is negative", ""},
		{"too great a threat", deep(), ply.Limits{}, threat.Options[int]{Table: table, Threat: threat.Threat{255}}, "greater than 254", ""},
		{"too great an order", deep(), ply.Limits{}, threat.Options[int]{Table: table, Threat: threat.Lambda(9)}, "order 9", ""},
		{"Changes", deep(), ply.Limits{}, threat.Options[int]{Table: table, Changes: -1}, "Changes is -1", ""},
		{"too many Changes", deep(), ply.Limits{}, threat.Options[int]{Table: table, Changes: 1 << 30}, "Changes is", ""},
		{"a lambda of any order", deep(), ply.Limits{}, threat.Options[int]{Table: table, Threat: threat.Lambda(1 << 30)}, "want at most 8", ""},
		{"MaxDepth", deep(), ply.Limits{}, threat.Options[int]{Table: table, MaxDepth: -1}, "MaxDepth is -1", ""},
		{"Limits.Nodes", deep(), ply.Limits{Nodes: -1}, threat.Options[int]{Table: table}, "Limits.Nodes is -1", ""},
		{"Limits.Time", deep(), ply.Limits{Time: -1}, threat.Options[int]{Table: table}, "Limits.Time is -1ns", ""},
		{"no tracer", bare{deep()}, ply.Limits{}, threat.Options[int]{}, "threat_test.bare is neither", "needs a ply.Hasher"},
		{"no hasher", bare{deep()}, ply.Limits{}, threat.Options[int]{Table: table}, "needs a ply.Hasher", ""},
		{"unlimited on cycles", cycle{deep()}, ply.Limits{}, threat.Options[int]{Table: table, Threat: threat.Lambda(1)}, "need MaxDepth", ""},
		{"a table of nothing", deep(), ply.Limits{}, threat.Options[int]{Table: transposition.NewTable(-1)}, "a table of 0 entries", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := threat.Search(context.Background(), c.g, c.limits, c.opt)
			checkError(t, "Search", r.Status, err, c.want)
			if standing, _, _, err := threat.Assess(context.Background(), c.g, c.limits, c.opt); (err == nil) != (c.want == "") {
				t.Errorf("Assess: %v, %v", standing, err)
			}
			if c.dfpn == "" {
				c.dfpn = c.want
			}
			r, err = byNumbers(context.Background(), c.g, c.limits, c.opt)
			checkError(t, "proof numbers", r.Status, err, c.dfpn)
		})
	}
}

func checkError(t *testing.T, what string, status ply.Status, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case want != "" && (err == nil || status != ply.Failed || !strings.HasPrefix(err.Error(), "threat: ") || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: %v, error %v; want one with %q", what, status, err, want)
	}
}

func TestThreatErrors(t *testing.T) {
	for _, text := range []string{"", ",", "2,1,3", "1,2", "-1", "255", "x", "2,,1", "1;2", "2,*", "9,8,7,6,5,4,3,2,1", strings.Repeat("1,", 100) + "1", "1e2", "(2,1", "99999999999999999999"} {
		if of, err := parse(text); err == nil && text != "(2,1" {
			t.Errorf("%q is %v", text, of)
		} else if err != nil && !strings.HasPrefix(err.Error(), "threat ") {
			t.Errorf("%q: error %q", text, err)
		}
	}
}

// parse reads a threat.
func parse(text string) (of threat.Threat, err error) {
	err = of.UnmarshalText([]byte(text))
	return of, err
}

func FuzzThreat(f *testing.F) {
	for _, seed := range []string{"6,3,2,0", "*", "*,2", " ( 8, 5 ,2 ) ", "2,1,3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		of, err := parse(text)
		if err != nil {
			return
		}
		again, err := parse(of.String())
		if err != nil || !reflect.DeepEqual(again, of) {
			t.Errorf("%q is %v, which is read as %v, %v", text, of, again, err)
		}
	})
}

// However a search is stopped, the position is as before, and nothing is said to be won that is not.
func TestStops(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	known := map[uint64]bool{}
	for i := range long.Or(30, 12) {
		g := place(game(newBridge(4, 3)), random, 3+i%4)
		before, won := fmt.Sprint(g, g.Attacking()), solve(g, known)
		for _, way := range []string{"search", "df-pn"} {
			for limit := range 60 {
				ctx, cancel := context.WithCancel(context.Background())
				opt := threat.Options[int]{Threat: threat.Lambda(3), Table: newTable(64), Widening: limit%2 == 0}
				want, limits := ply.OutOfNodes, ply.Limits{}
				switch limit {
				case 0:
					cancel()
					want = ply.Cancelled
				case 1:
					limits.Time = 1
					want = ply.OutOfTime
				default:
					limits.Nodes = limit - 1
				}
				r, err := searchBy(way)(ctx, g, limits, opt)
				cancel()
				if err != nil || r.Status != want && r.Status != ply.Complete {
					t.Fatalf("%s: limit %d: %v, %v", way, limit, r.Status, err)
				}
				if limits.Nodes > 0 && r.Nodes > limits.Nodes {
					t.Fatalf("%s: %d nodes, limit %d", way, r.Nodes, limits.Nodes)
				}
				if r.Won && !won || r.Status != ply.Complete && (r.Won || r.Trace.Len() > 0) {
					t.Fatalf("%s: limit %d: %+v\n%v", way, limit, r, g)
				}
				if after := fmt.Sprint(g, g.Attacking()); after != before {
					t.Fatalf("%s: limit %d left\n%v\nof\n%v", way, limit, after, before)
				}
			}
		}
	}
}

// An endless game is one in which the attacker threatens to win with each of a number of moves, and wins with the last.
// Move 0 is a move of the attacker, 1 the only reply.
type endless struct {
	length, at int
	passes     int
}

func (l *endless) Moves(dst []int) []int { return append(dst, l.at%2) }
func (l *endless) Play(int)              { l.at++ }
func (l *endless) Undo(int)              { l.at-- }
func (l *endless) Attacking() bool       { return (l.at+l.passes)%2 == 0 }
func (l *endless) Pass() bool            { l.passes++; return true }
func (l *endless) Unpass()               { l.passes-- }
func (l *endless) Acyclic() bool         { return true }
func (l *endless) Hash() uint64          { return uint64(l.at)<<8 | uint64(l.passes) }

func (l *endless) Standing(_ int, trace *dependency.Trace) threat.Standing {
	if l.at >= l.length || l.passes > 0 && l.at%2 == 0 {
		trace.Add(0)
		return threat.Won
	}
	return threat.Open
}

func (l *endless) Attacks(_ int, dst []int) []int                      { return append(dst, 0) }
func (l *endless) TraceMove(int, int, *dependency.Trace)               {}
func (l *endless) Replies(_ int, _ *dependency.Trace, dst []int) []int { return append(dst, 1) }

// Lines of a million moves exhaust no stack.
func TestLongLines(t *testing.T) {
	for name, search := range map[string]func(context.Context, *endless, ply.Limits, threat.Options[int]) (threat.Result[int], error){
		"Search": threat.Search[*endless], "proof numbers": byNumbers[*endless],
	} {
		g := &endless{length: long.Or(1_000_000, 20_000)}
		start := time.Now()
		r, err := search(context.Background(), g, ply.Limits{Nodes: 20_000_000}, threat.Options[int]{Threat: threat.Lambda(1), Table: newTable(long.Or(1<<21, 1<<17))})
		if err != nil || !r.Won {
			t.Errorf("%s: won %v, %v, %v", name, r.Won, r.Status, err)
		}
		if g.at != 0 || g.passes != 0 {
			t.Errorf("%s left %+v", name, g)
		}
		t.Logf("%s: %d nodes, %v", name, r.Nodes, time.Since(start))
	}
}

// Separate games may be searched at the same time, also with one Options and the same threats.
func TestConcurrentSearches(t *testing.T) {
	var wait sync.WaitGroup
	of := threat.Threat{3, 2, 1}
	for i := range 4 {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(uint64(i), 0))
			known := map[uint64]bool{}
			opt := threat.Options[int]{Threat: of, Table: newTable(256)}
			for range 20 {
				g := place(game(newBridge(4, 3)), random, 5)
				for _, way := range []string{"search", "df-pn"} {
					if r, err := searchBy(way)(context.Background(), g, ply.Limits{}, opt); err != nil || r.Won && !solve(g, known) {
						t.Errorf("%v, %v", r.Won, err)
					}
				}
			}
		})
	}
	wait.Wait()
}

// One table for two goals whose hashes tell them apart, and for several threats, bounds and numbers of changes.
func TestOneTableForSeveralQuestions(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	table := newTable(1 << 12)
	for range long.Or(30, 12) {
		l, b := newLines(4, 3, 3), newBridge(4, 3)
		for _, g := range []game{place[game](l, random, 5), place[game](salted{b}, random, 5)} {
			for range 6 {
				opt := threat.Options[int]{
					Threat:   []threat.Threat{nil, {1}, {2, 1}, {3, 2, 1}, threat.Lambda(2)}[random.IntN(5)],
					Changes:  random.IntN(3),
					MaxDepth: random.IntN(3) * 5,
					Widening: random.IntN(2) == 0,
				}
				want, err := threat.Search(context.Background(), g, ply.Limits{}, opt)
				if err != nil {
					t.Fatal(err)
				}
				opt.Table = table
				for _, way := range []string{"search", "df-pn"} {
					if got, err := searchBy(way)(context.Background(), g, ply.Limits{}, opt); err != nil || got.Won != want.Won {
						t.Fatalf("%s: %v, %v; want %v with %+v\n%v", way, got.Won, err, want.Won, opt, g)
					}
				}
			}
		}
	}
}

type salted struct{ *link }

func (s salted) Hash() uint64 { return s.link.Hash() ^ 0x1234567890abcdef }

// A search allocates for its line and its tables of traces, not for each node.
func TestSearchAllocatesNothingPerNode(t *testing.T) {
	g := &quiet{lines: *newLines(6, 6, 5)}
	for _, c := range [][2]int{{2, 2}, {3, 3}} {
		g.Play(2 * (6*c[0] + c[1]))
		g.Pass()
	}
	g.hash = 1
	table := newTable(1 << 16)
	for _, way := range []string{"search", "df-pn"} {
		measure := func(nodes int) (allocated float64, done int) {
			allocated = testing.AllocsPerRun(3, func() {
				table.Reset()
				r, err := searchBy(way)(context.Background(), g, ply.Limits{Nodes: nodes}, threat.Options[int]{Threat: threat.Lambda(3), Table: table})
				if err != nil {
					t.Fatal(err)
				}
				done = r.Nodes
			})
			return allocated, done
		}
		few, fewNodes := measure(2_000)
		many, manyNodes := measure(40_000)
		if manyNodes < 4*fewNodes {
			t.Fatalf("%s: %d and %d nodes", way, fewNodes, manyNodes)
		}
		if many > few+40 { // longer lines
			t.Errorf("%s: %v allocations in %d nodes, %v in %d", way, few, fewNodes, many, manyNodes)
		}
	}
}

// quiet is lines with a hash that needs no memory.
type quiet struct {
	lines
	hash uint64
}

func (q *quiet) Hash() uint64 {
	h := q.hash
	for i := range q.Cells() {
		h = (h ^ uint64(q.Cell(i)+1)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// Progress gets results while a search goes on, and the final one; its panics are the caller's.
func TestProgress(t *testing.T) {
	for _, way := range []string{"search", "df-pn"} {
		var statuses []ply.Status
		opt := threat.Options[int]{
			Threat: threat.Lambda(3), Table: newTable(1 << 10),
			Progress: func(r threat.Result[int]) { statuses = append(statuses, r.Status) },
		}
		g := place(game(newBridge(5, 5)), rand.New(rand.NewPCG(1, 1)), 4)
		ctx, limits := stop.ReportEach(context.Background(), 1), ply.Limits{Nodes: 10_000}
		r, err := searchBy(way)(ctx, g, limits, opt)
		if err != nil || len(statuses) < 2 || statuses[0] != ply.InProgress || statuses[len(statuses)-1] != r.Status {
			t.Errorf("%s: %v, %v; progress %v", way, r.Status, err, statuses)
		}
		opt.Progress = func(threat.Result[int]) { panic("mine") }
		func() {
			defer func() {
				if v := recover(); v != "mine" {
					t.Errorf("%s: recovered %v", way, v)
				}
			}()
			_, err := searchBy(way)(ctx, g, limits, opt)
			t.Errorf("%s: no panic, error %v", way, err)
		}()
	}
}

// A pointer that is nil is a game that panics.
func TestNilPointer(t *testing.T) {
	var of *ply.GamePanic
	if _, err := threat.Search(context.Background(), (*lines)(nil), ply.Limits{}, threat.Options[int]{}); !errors.As(err, &of) {
		t.Errorf("error %v", err)
	}
	if _, err := byNumbers(context.Background(), (*lines)(nil), ply.Limits{}, threat.Options[int]{Table: newTable(2)}); !errors.As(err, &of) {
		t.Errorf("error %v", err)
	}
	if _, _, _, err := threat.Assess(context.Background(), (*lines)(nil), ply.Limits{}, threat.Options[int]{}); !errors.As(err, &of) {
		t.Errorf("error %v", err)
	}
}
