package distributed_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/distributed"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/search"
)

// stick is a heap of sticks from which two sides take 1 to 3 in turn; who takes the last wins. As a game of one player,
// its score is the number of moves.
type stick struct{ left, moves, side int }

func (s *stick) Moves(dst []int) []int {
	for n := 1; n <= min(3, s.left); n++ {
		dst = append(dst, n)
	}
	return dst
}

func (s *stick) Play(n int) { s.left, s.moves, s.side = s.left-n, s.moves+1, 1-s.side }
func (s *stick) Undo(n int) { s.left, s.moves, s.side = s.left+n, s.moves-1, 1-s.side }

func (s *stick) ToMove() int      { return s.side }
func (s *stick) Outcome() int     { return -1 }
func (s *stick) Acyclic() bool    { return true }
func (s *stick) Score() float64   { return float64(s.moves) }
func (s *stick) Clone() *stick    { clone := *s; return &clone }
func (s *stick) Numbers() int     { return 4 }
func (s *stick) Number(m int) int { return m }

func newStick(string) (*stick, error) { return &stick{left: 14}, nil }

// solve submits a run, works on it and waits for its end.
func solve(t *testing.T, q *distributed.Queue, r *distributed.Registry, name string, options any) distributed.Run {
	t.Helper()
	run, err := q.Submit(t.Context(), r, name, options)
	if err != nil {
		t.Fatal(err)
	}
	stop := work(t, q, r, distributed.WorkOptions{Workers: 2})
	s, err := q.Wait(t.Context(), run, nil)
	if err != nil {
		t.Fatalf("%+v, error %v", s, err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPerft(t *testing.T) {
	t.Parallel()
	var r distributed.Registry
	r.Register("perft", distributed.PerftProblem(newStick))
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		s := solve(t, q, &r, "perft", distributed.PerftOptions[int]{
			Start: distributed.Start[int]{Line: []int{1}}, Depth: 10, CountFinished: true, MaxLeaves: 60,
		})
		got, err := q.PerftResult(t.Context(), s.ID)
		if err != nil || len(got) != 11 || s.Done < 30 {
			t.Fatalf("%+v in %d tasks, error %v", got, s.Done, err)
		}
		g := &stick{left: 13}
		for depth, c := range got {
			want, err := search.Perft(t.Context(), g, depth, search.PerftOptions{CountFinished: true})
			if err != nil || c.Status != ply.Complete || c.Leaves != want.Leaves {
				t.Errorf("%+v, want %+v, error %v", c, want, err)
			}
		}
	})
}

// skilled makes a player that finds the winning move with some probability.
func skilled(skill float64) func() arena.Player[*stick, int] {
	return func() arena.Player[*stick, int] {
		return func(_ context.Context, s *stick, random *rand.Rand) (int, error) {
			if best := s.left % 4; best > 0 && random.Float64() < skill {
				return best, nil
			}
			return 1 + random.IntN(min(3, s.left)), nil
		}
	}
}

func newMatch(setup json.RawMessage) (opening func(int, *rand.Rand) (*stick, error), first, second func() arena.Player[*stick, int], err error) {
	var skills [2]float64
	err = json.Unmarshal(setup, &skills)
	opening = func(_ int, random *rand.Rand) (*stick, error) { return &stick{left: 15 + random.IntN(9)}, nil }
	return opening, skilled(skills[0]), skilled(skills[1]), err
}

// A match over a queue is the match of one process, with the same decision.
func TestMatch(t *testing.T) {
	t.Parallel()
	var r distributed.Registry
	r.Register("match", distributed.MatchProblem(newMatch))
	setup := json.RawMessage("[0.9, 0.6]")
	opening, first, second, err := newMatch(setup)
	if err != nil {
		t.Fatal(err)
	}
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		for _, test := range []arena.SequentialTest{{}, {Elo0: 0, Elo1: 200}} {
			s := solve(t, q, &r, "match", distributed.MatchOptions{Setup: setup, Games: 200, PairsPerTask: 3, Seed: 7, Test: test})
			got, err := q.MatchResult(t.Context(), s.ID)
			if err != nil {
				t.Fatal(err)
			}
			want, err := arena.Match(t.Context(), opening, first, second, arena.Options{Games: 200, Random: rand.NewPCG(7, 0), Test: test})
			if err != nil {
				t.Fatal(err)
			}
			got.Elapsed = want.Elapsed
			if !reflect.DeepEqual(got, want) || (want.Status == ply.Decided) != (s.Status == ply.Decided) {
				t.Errorf("%+v, want %+v, %v", got, want, s.Status)
			}
		}
	})
}

// An island is one search in any number of rounds, and without exchange equals a search in one process.
func TestIslands(t *testing.T) {
	t.Parallel()
	var r distributed.Registry
	r.Register("islands", distributed.IslandProblem(newStick))
	onEach(t, func(t *testing.T, name string) {
		q := open(t, name)
		for _, exchange := range []bool{false, true} {
			s := solve(t, q, &r, "islands", distributed.IslandOptions[int]{
				Islands: 2, Rounds: 4, Playouts: 25, Level: 3, Iterations: 4, Seed: 3, Exchange: exchange,
			})
			islands, err := distributed.IslandResult[int](t.Context(), q, s.ID)
			if err != nil || len(islands) != 2 || s.Done < 8 || s.Nodes != 200 {
				t.Fatalf("%+v, %+v, error %v", islands, s, err)
			}
			for i, island := range islands {
				if !island.Found || island.Nodes != 100 || len(island.Line) != int(island.Score) {
					t.Errorf("%+v", island)
				}
				want, err := montecarlo.NestedRolloutPolicyAdaptation(t.Context(), &stick{left: 14}, ply.Limits{Nodes: 100}, montecarlo.AdaptationOptions[int]{
					Level: 3, Iterations: 4, Options: montecarlo.Options[int]{Random: rand.NewPCG(3, uint64(i))},
				})
				if err != nil {
					t.Fatal(err)
				}
				if !exchange && !slices.Equal(island.Line, want.Line) {
					t.Errorf("%v, want %v", island.Line, want.Line)
				}
			}
		}
	})
}

// smallProblems returns one problem of each kind: a count, a perft, a match and islands.
func smallProblems(t testing.TB) (problems []distributed.Problem) {
	t.Helper()
	for _, p := range []struct {
		problem func(json.RawMessage) (distributed.Problem, error)
		options any
	}{
		{distributed.CountProblem(newDials, nil), distributed.CountOptions[int]{Start: distributed.Start[int]{Name: "top 2"}}},
		{distributed.PerftProblem(newStick), distributed.PerftOptions[int]{Depth: 3}},
		{distributed.MatchProblem(newMatch), distributed.MatchOptions{Setup: json.RawMessage("[0, 1]"), Games: 4}},
		{distributed.IslandProblem(newStick), distributed.IslandOptions[int]{
			Islands: 1, Rounds: 2, Playouts: 10, Exchange: true, Level: 2,
		}},
	} {
		encoded, err := json.Marshal(p.options)
		if err != nil {
			t.Fatal(err)
		}
		problem, err := p.problem(encoded)
		if err != nil {
			t.Fatal(err)
		}
		problems = append(problems, problem)
	}
	return problems
}

// A task with any content is done or refused, and its outcome can be stored. (A fuzz target would have the compiler
// instrument SQLite, which takes minutes.)
func TestDamagedTasks(t *testing.T) {
	t.Parallel()
	tasks := []string{
		`{"line":[0,1],"without":[2],"rest":true}`, `{"line":[1,2],"depth":3}`, `{"first":1,"pairs":1}`, `{"island":0,"round":1,"state":"AAAA"}`,
	}
	const letters = `0123456789-[]{},:"e.`
	random := rand.New(rand.NewPCG(1, 0))
	problems := smallProblems(t)
	done := 0
	for range long.Or(40_000, 2000) {
		content := []byte(tasks[random.IntN(len(tasks))])
		for range random.IntN(4) {
			content[random.IntN(len(content))] = letters[random.IntN(len(letters))]
		}
		for i, p := range problems {
			o, err := p.Work(t.Context(), content, invented())
			if err != nil {
				continue
			}
			done++
			if !json.Valid(o.Result) || o.Nodes < 0 {
				t.Errorf("%s: problem %d: %+v", content, i, o)
			}
			for _, next := range o.Next {
				if !json.Valid(next.Content) || !(next.Weight >= 0 && next.Weight <= 1) {
					t.Errorf("%s: problem %d hands over %+v", content, i, next)
				}
			}
		}
	}
	if done < 100 {
		t.Errorf("only %d tasks were done", done)
	}
}

// Data from the database are checked before use.
func TestHostileTasks(t *testing.T) {
	p := smallProblems(t)
	count, perft, match, islands := p[0], p[1], p[2], p[3]
	for _, c := range []struct {
		problem distributed.Problem
		task    string
		want    string
	}{
		{count, `{"line":[0,0,0]}`, "move 3 of the line"},
		{count, `{"line":[0],"without":[1,1]}`, "twice"},
		{count, `{"line":[0],"without":[-1]}`, "not legal"},
		{count, `{"line":"x"}`, "cannot unmarshal"},
		{count, `[`, "unexpected end"},
		{perft, `{"line":[4],"depth":2}`, "move 1 of the start, 4"},
		{perft, `{"line":[1,1,1,1],"depth":3}`, "a line of 4 moves"},
		{perft, `{"depth":4}`, "depth 4, want at most 3"},
		{match, `{"first":1,"pairs":2}`, "2 pairs from 1 on of 2"},
		{match, `{"first":9223372036854775807,"pairs":1}`, "pairs from"},
		{match, `{"first":0,"pairs":0}`, "0 pairs"},
		{islands, `{"island":1}`, "island 1"},
		{islands, `{"round":1}`, "0 bytes of state"},
		{islands, `{"round":1,"state":"AAAA"}`, "no saved state"},
	} {
		o, err := c.problem.Work(t.Context(), json.RawMessage(c.task), invented())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, error %v, want %q", c.task, o, err, c.want)
		}
	}
	// So are results that a worker has made up.
	for _, result := range []string{`{"positions":-1}`, `{"positions":9223372036854775807}`, `7`, `{"sum":3}`} {
		if _, err := distributed.AddCounts(invented(result, `{"positions":1}`)); err == nil {
			t.Errorf("%s: no error", result)
		}
	}
	for _, result := range []string{`{"depth":-1}`, `{"depth":1000000000}`, `{"leaves":-5}`, `""`} {
		if err := distributed.AddPerft(invented(result)); err == nil {
			t.Errorf("%s: no error", result)
		}
	}
	for _, result := range []string{`{"island":-1}`, `{"island":10000}`, `[]`} {
		if err := distributed.AddIslands(invented(result)); err == nil {
			t.Errorf("%s: no error", result)
		}
	}
	if _, err := islands.Work(t.Context(), json.RawMessage(`{}`), invented(`{"found":true,"score":99,"line":[77]}`)); err == nil || !strings.Contains(err.Error(), "InitialLine") {
		t.Errorf("error %v", err)
	}
}

// invented are results that nobody has worked for.
func invented(results ...string) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		for _, result := range results {
			if !yield(json.RawMessage(result), nil) {
				return
			}
		}
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		problem func(json.RawMessage) (distributed.Problem, error)
		options string
		want    string
	}{
		{distributed.CountProblem(newDials, nil), `{"start":{"name":"bottom"}}`, "want top N"},
		{distributed.CountProblem(newDials, nil), `{"start":{"name":"top 1","line":[0,0]}}`, "move 2 of the start"},
		{distributed.CountProblem(newDials, nil), `{"start":{"name":"top 1"},"limits":{"Nodes":-1}}`, "Nodes"},
		{distributed.CountProblem(newDials, nil), `{"start":{"name":"top 1"},"limits":{"Time":-1}}`, "Time"},
		{distributed.CountProblem[*dials](nil, nil), `{}`, "no function"},
		{distributed.PerftProblem(newStick), `{"depth":-1}`, "Depth"},
		{distributed.PerftProblem(newStick), `{"max_leaves":-1}`, "MaxLeaves"},
		{distributed.MatchProblem(newMatch), `{"setup":[0,1],"games":3}`, "Games"},
		{distributed.MatchProblem(newMatch), `{"setup":[0,1],"games":1000000000}`, "PairsPerTask is 1, want at least 501"},
		{distributed.MatchProblem(newMatch), `{"setup":[0,1],"games":2,"max_moves":-1}`, "MaxMoves"},
		{distributed.MatchProblem(newMatch), `{"setup":[0,1],"games":2,"test":{"Elo0":5,"Elo1":4}}`, "Elo0"},
		{distributed.MatchProblem(newMatch), `{"setup":"x","games":2}`, "cannot unmarshal"},
		{distributed.IslandProblem(newStick), `{"islands":0}`, "Islands"},
		{distributed.IslandProblem(newStick), `{"islands":1}`, "Rounds"},
		{distributed.IslandProblem(newStick), `{"islands":1,"rounds":1}`, "Playouts"},
		{distributed.IslandProblem(newStick), `{"islands":1,"rounds":1,"playouts":1,"exchange":true,"level":1}`, "Exchange"},
	} {
		if _, err := c.problem(json.RawMessage(c.options)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.options, err, c.want)
		}
	}
	q := open(t, t.TempDir()+"/queue.db")
	r := registryOf(&made{})
	if _, err := q.Submit(t.Context(), r, "other", nil); err == nil || !strings.Contains(err.Error(), `unknown problem "other", want one of made`) {
		t.Errorf("error %v", err)
	}
	for want, opt := range map[string]distributed.WorkOptions{
		"Workers": {Workers: -1}, "RescueAfter": {RescueAfter: 1},
	} {
		if err := q.Work(t.Context(), r, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if err := q.Work(t.Context(), new(distributed.Registry), distributed.WorkOptions{}); err == nil {
		t.Error("no error without problems")
	}
	if _, err := q.Run(t.Context(), 0); !errors.Is(err, distributed.ErrNoRun) {
		t.Errorf("error %v", err)
	}
}

// A fingerprint differs between games that differ in their moves or in what commutes, and does not change the game.
func TestFingerprint(t *testing.T) {
	seen := map[string]string{}
	for name, g := range map[string]ply.Game[int]{
		"dials": &dials{top: 9}, "other dials": &dials{top: 8}, "stiff dials": stiff{&dials{top: 9}}, "sticks": &stick{left: 14},
	} {
		f, err := distributed.Fingerprint(t.Context(), g)
		again, _ := distributed.Fingerprint(t.Context(), g)
		if err != nil || f != again || len(f) > 200 || seen[f] != "" {
			t.Errorf("%s: %s, then %s, as %s, error %v", name, f, again, seen[f], err)
		}
		seen[f] = name
	}
	if _, err := distributed.Fingerprint(t.Context(), ply.Game[int](broken{&dials{top: 9}})); err == nil || !strings.Contains(err.Error(), "after [0]") {
		t.Errorf("error %v", err)
	}
}

type stiff struct{ *dials }

func (stiff) Commute(int, int) bool { return false }

type broken struct{ *dials }

func (b broken) Play(int) { panic("broken") }

// The estimate of the remaining work is exact if all tasks are alike or weights are right, and unknown at the beginning.
func TestEstimate(t *testing.T) {
	if _, _, high := distributed.Estimate(1, 10, 0.5, 5, 100, 0.25, 0.5); !math.IsInf(high, 1) {
		t.Error("an estimate from one task")
	}
	// Two tasks of a quarter and a half of the whole, of amounts 10 and 20, and the same with the amounts exchanged.
	left, low, high := distributed.Estimate(2, 30, 0.75, 10*0.25+20*0.5, 100+400, 0.0625+0.25, 0.25)
	if left != 10 || low > 10 || high < 10 || high-low > 1e-3 {
		t.Errorf("%v from %v to %v", left, low, high)
	}
	if _, low, high := distributed.Estimate(2, 30, 0.75, 10*0.5+20*0.25, 100+400, 0.0625+0.25, 0.25); low > 9 || high < 11 {
		t.Errorf("from %v to %v", low, high)
	}
	// Four tasks of amount 8, of which two hand over one task each: a lineage has 16.
	left, low, high = distributed.Estimate(4, 32, 2, 16, 4*64, 2, 10)
	if left != 160 || low > 130 || high < 190 {
		t.Errorf("%v from %v to %v", left, low, high)
	}
}
