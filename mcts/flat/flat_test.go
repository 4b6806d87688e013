package flat_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/mcts/flat"
)

func search[G ply.AdversarialGame[int]](t *testing.T, g G, l ply.Limits, opt flat.Options[int]) flat.Result[int] {
	t.Helper()
	r, err := flat.Search(t.Context(), g, l, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// near checks a mean against an expectation, by five standard errors.
func near(t *testing.T, what string, got, want, low, high float64) {
	t.Helper()
	if spread := (high - low) / 2 / 1.96; !(math.Abs(got-want) <= 5*spread+1e-9) {
		t.Errorf("%s: mean %.4f (standard error %.4f), expected %.4f", what, got, spread, want)
	}
}

// position has five empty cells, lines of different lengths, and side 1 to move.
func position() *noughts { return after(0, 4, 8) }

// Means of playouts after each move are the expectations of uniform play.
func TestUniform(t *testing.T) {
	lines := linesOf(position())
	for workers := 1; workers <= 3; workers++ {
		r := search(t, position(), ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 4000}, Workers: workers})
		if r.Status != ply.Complete || r.Nodes != 4000*len(r.Moves) {
			t.Errorf("%v after %d playouts", r.Status, r.Nodes)
		}
		best := 0
		for i, m := range r.Moves {
			if m.Visits != 4000 {
				t.Errorf("%d playouts of %d", m.Visits, m.Move)
			}
			near(t, "move", m.Value, expectation(lines, func(l line) bool { return l.steps[0].Move == m.Move }), m.Low, m.High)
			if m.Value > r.Moves[best].Value {
				best = i
			}
		}
		if r.Move != r.Moves[best].Move || r.Value != r.Moves[best].Value || !reflect.DeepEqual(r.Line, []int{r.Move}) {
			t.Errorf("move %d with %v, line %v", r.Move, r.Value, r.Line)
		}
	}
}

// In Nim, uniform play has values by a recursion: v(n) = -mean of v(n-1), v(n-2), v(n-3), with v(0) = -1.
func TestNim(t *testing.T) {
	v := []float64{-1}
	for n := 1; n <= 9; n++ {
		sum := 0.0
		for take := 1; take <= min(3, n); take++ {
			sum -= v[n-take]
		}
		v = append(v, sum/float64(min(3, n)))
	}
	r := search(t, &Nim{stones: 9}, ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 20_000}})
	for _, m := range r.Moves {
		near(t, "take", m.Value, -v[9-m.Move], m.Low, m.High)
	}
}

// All-moves-as-first means are expectations over the lines in which the side plays the move, for games with numbers of
// moves and without, of one worker and of several.
func TestAllMovesAsFirst(t *testing.T) {
	lines := linesOf(position())
	check := func(r flat.Result[int]) {
		t.Helper()
		if r.Nodes != 20_000 || r.Status != ply.OutOfNodes {
			t.Errorf("%v after %d playouts", r.Status, r.Nodes)
		}
		for _, m := range r.Moves {
			near(t, "move", m.Value, expectation(lines, func(l line) bool { return l.has(1, m.Move) }), m.Low, m.High)
		}
	}
	for workers := 1; workers <= 3; workers++ {
		opt := flat.Options[int]{Judge: flat.AllAsFirst{}, Workers: workers}
		check(search(t, position(), ply.Limits{Nodes: 20_000}, opt))
		check(search(t, numbered{position()}, ply.Limits{Nodes: 20_000}, opt))
		opt.Boltzmann = flat.Boltzmann{K: 1e-9} // all but uniform
		check(search(t, position(), ply.Limits{Nodes: 20_000}, opt))
	}
}

// A move that a side plays after the other side played the same counts only with Retaken.
func TestRetaken(t *testing.T) {
	lines := linesOf(&shared{})
	for _, opt := range []flat.Options[int]{{}, {Retaken: true}, {Retaken: true, Boltzmann: flat.Boltzmann{K: 1e-9}}} {
		opt.Judge = flat.AllAsFirst{}
		counts := line.hasFirst
		if opt.Retaken {
			counts = line.has
		}
		const playouts = 50_000
		for _, m := range search(t, &shared{}, ply.Limits{Nodes: playouts}, opt).Moves {
			near(t, "move", m.Value, expectation(lines, func(l line) bool { return counts(l, 0, m.Move) }), m.Low, m.High)
			p := 0.0
			for _, l := range lines {
				if counts(l, 0, m.Move) {
					p += l.probability
				}
			}
			if d := math.Abs(float64(m.Visits)/playouts - p); d > 5*math.Sqrt(p*(1-p)/playouts) {
				t.Errorf("retaken %v: move %d has %d playouts, want %.0f", opt.Retaken, m.Move, m.Visits, p*playouts)
			}
		}
	}
}

// Where a playout is a single move, a move as first is a move.
func TestAllMovesAsFirstIsPlain(t *testing.T) {
	g := after(0, 1, 2+2, 3, 8) // nearly finished: a row of 0, 4 and 8
	if _, err := flat.Search(t.Context(), g, ply.Limits{Nodes: 1}, flat.Options[int]{}); !errors.Is(err, ply.ErrFinished) {
		t.Errorf("error %v, want that the game is over", err)
	}
	chances := &arms{chances: []float64{0.3, 0.5, 0.9}} // chance has the second move
	for i, m := range search(t, chances, ply.Limits{Nodes: 6000}, flat.Options[int]{Judge: flat.AllAsFirst{}}).Moves {
		near(t, "arm", m.Value, 2*chances.chances[i]-1, m.Low, m.High)
	}
	last := after(0, 1, 2, 4, 3, 5, 7, 6) // one cell is left
	plain := search(t, last, ply.Limits{Nodes: 7}, flat.Options[int]{})
	first := search(t, last, ply.Limits{Nodes: 7}, flat.Options[int]{Judge: flat.AllAsFirst{}})
	if !reflect.DeepEqual(plain.Moves, first.Moves) || plain.Moves[0].Visits != 7 {
		t.Errorf("%+v and as first %+v", plain.Moves, first.Moves)
	}
}

// With replies, a move has the least value over all replies.
func TestReplies(t *testing.T) {
	g := position()
	lines := linesOf(g)
	for _, first := range []bool{false, true} {
		limits, opt := ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 3000}, Replies: true}
		counts := func(l line, m, reply int) bool { return l.steps[0].Move == m && l.steps[1].Move == reply }
		if first {
			limits, opt = ply.Limits{Nodes: 60_000}, flat.Options[int]{Judge: flat.AllAsFirst{}, Replies: true}
			counts = func(l line, m, reply int) bool { return l.has(1, m) && l.has(0, reply) }
		}
		for _, workers := range []int{1, 2} {
			opt.Workers = workers
			r := search(t, g, limits, opt)
			best := math.Inf(-1)
			for i, m := range r.Moves {
				g.Play(m.Move)
				replies := g.Moves(nil)
				g.Undo(m.Move)
				least := math.Inf(1)
				for _, reply := range replies {
					least = min(least, expectation(lines, func(l line) bool { return counts(l, m.Move, reply) }))
				}
				near(t, "replied move", m.Value, least, m.Low, m.High)
				if _, replied := r.Reply(i); !replied {
					t.Errorf("no reply to %d", m.Move)
				}
				best = max(best, m.Value)
			}
			if r.Value != best || len(r.Line) != 2 || r.Line[0] != r.Move {
				t.Errorf("mean %v, want %v; line %v", r.Value, best, r.Line)
			}
		}
	}
}

// With all moves as first, replies that cannot be played yet do not count, however bad they would be.
func TestReplyIsLegal(t *testing.T) {
	opt := flat.Options[int]{Judge: flat.AllAsFirst{}, Replies: true}
	r := search(t, &locked{}, ply.Limits{Nodes: 2000}, opt)
	for i, m := range r.Moves {
		if reply, replied := r.Reply(i); !replied || reply == 3 || m.Value < -3 || m.Visits < 100 {
			t.Errorf("%+v", m)
		}
	}
}

// A move that ends the game has no reply.
func TestNoReply(t *testing.T) {
	r := search(t, after(0, 3, 1, 4), ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 10}, Replies: true})
	if _, replied := r.Reply(0); r.Move != 2 || r.Value != 3 || len(r.Line) != 1 || replied {
		t.Errorf("%+v, want 2, which wins", r)
	}
}

// Pruning does not lose the best move of known means, gives up others, and saves playouts.
func TestPruning(t *testing.T) {
	g := &arms{chances: []float64{0.3, 0.5, 0.45, 0.7, 0.2, 0.6}}
	for seed := range uint64(40) {
		for workers := 1; workers <= 2; workers++ {
			opt := flat.Options[int]{Judge: flat.EachMove{Playouts: 3000, Deviations: 3.5, After: 30}, Random: rand.NewPCG(seed, 1), Workers: workers}
			r := search(t, g, ply.Limits{}, opt)
			if r.Move != 3 || r.Pruned(3) {
				t.Errorf("seed %d: move %d, pruned %v", seed, r.Move, r.Pruned(3))
			}
			if !r.Pruned(0) || !r.Pruned(4) || r.Moves[4].Visits < 30 || r.Moves[4].Visits >= 3000 {
				t.Errorf("seed %d: bad moves %+v %+v", seed, r.Moves[0], r.Moves[4])
			}
			if r.Status == ply.Decided && r.Nodes >= 6*3000 || r.Status != ply.Decided && r.Status != ply.Complete {
				t.Errorf("seed %d: %v after %d playouts", seed, r.Status, r.Nodes)
			}
			sum := 0
			for i, m := range r.Moves {
				if !r.Pruned(i) { // pruned moves had bad luck
					near(t, "arm", m.Value, 2*g.chances[i]-1, m.Low, m.High)
				}
				sum += m.Visits
			}
			if sum != r.Nodes {
				t.Errorf("seed %d: %d playouts of moves, %d in all", seed, sum, r.Nodes)
			}
		}
	}
	if r := search(t, g, ply.Limits{Nodes: 1000}, flat.Options[int]{Judge: flat.EachMove{Deviations: 100}}); r.Nodes != 1000 || r.Status != ply.OutOfNodes {
		t.Errorf("%v after %d playouts, want 1000", r.Status, r.Nodes)
	}
}

// A goal has the mean of the lines that reach it, or do not.
func TestGoals(t *testing.T) {
	for by := range 2 {
		g := planned{numbered{position()}, []int{2, 6, 1}, [][]int{{2, 6}, {7}, {1, 99}}, []int{by, 1, by}}
		lines := linesOf(g)
		for workers := 1; workers <= 2; workers++ {
			r := search(t, g, ply.Limits{Nodes: 20_000}, flat.Options[int]{Judge: flat.AllAsFirst{Goals: true}, Workers: workers})
			if len(r.Goals()) != 3 || r.Nodes != 20_000 {
				t.Fatalf("%+v", r)
			}
			best, goal := math.Inf(-1), -1
			for _, m := range r.Moves {
				best = max(best, m.Value)
			}
			for i, x := range r.Goals() {
				want := expectation(lines, func(l line) bool { return l.has(g.by[i], g.cells[i]) != (g.by[i] == 0) })
				near(t, "goal", x.Value, want, x.Low, x.High)
				if x.Value > best {
					best, goal = x.Value, i
				}
			}
			if r.Goal != goal || r.Value != best {
				t.Errorf("goal %d of mean %v, want %d and %v", r.Goal, r.Value, goal, best)
			}
		}
	}
}

// always is a game with a goal that is reached where the side at the root wins, and one that no move settles.
type always struct{ numbered }

func (g always) Goals(_ context.Context, dst []flat.Goal[int]) ([]flat.Goal[int], error) {
	return append(dst, flat.Goal[int]{Moves: []int{77}}, flat.Goal[int]{Moves: []int{5, 6}}), nil
}
func (g always) Reached(int) bool { return hasRow(g.stones[1]) }

// The best goal is played for by the best of its moves; one that no legal move settles is not.
func TestBestGoal(t *testing.T) {
	r := search(t, always{numbered{position()}}, ply.Limits{Nodes: 5000}, flat.Options[int]{Judge: flat.AllAsFirst{Goals: true}})
	want := 5
	if r.Moves[3].Move != 5 || r.Moves[4].Move != 6 {
		t.Fatalf("moves %+v", r.Moves)
	}
	if r.Moves[4].Value > r.Moves[3].Value {
		want = 6
	}
	if r.Goal != 1 || r.Value != 3 || r.Move != want {
		t.Errorf("goal %d of mean %v by %d, want goal 1 of mean 3 by %d", r.Goal, r.Value, r.Move, want)
	}
}

// Better playouts find the win that uniform ones overlook or see less clearly.
func TestGuided(t *testing.T) {
	g := position()
	uniform := search(t, g, ply.Limits{Nodes: 4000}, flat.Options[int]{Judge: flat.AllAsFirst{}})
	for name, opt := range map[string]flat.Options[int]{
		"constant": {Boltzmann: flat.Boltzmann{K: 2}}, "annealed": {Boltzmann: flat.Boltzmann{K: 5, Annealed: true}}, "sequences": {Judge: flat.AllAsFirst{Gobble: 5}}, "cold": {Judge: flat.AllAsFirst{Gobble: 1e-9}}, "hot": {Judge: flat.AllAsFirst{Gobble: 1e300}}, "strict": {Boltzmann: flat.Boltzmann{K: 1e300}},
	} {
		if opt.Judge == nil {
			opt.Judge = flat.AllAsFirst{}
		}
		for workers := 1; workers <= 2; workers++ {
			opt.Workers = workers
			r := search(t, g, ply.Limits{Nodes: 4000}, opt)
			if r.Nodes != 4000 || math.Abs(r.Value) > 3 || math.IsNaN(r.Value) {
				t.Errorf("%s: %+v", name, r)
			}
			if opt.Boltzmann == (flat.Boltzmann{K: 2}) && reflect.DeepEqual(r.Moves, uniform.Moves) {
				t.Errorf("%s: as uniform playouts", name)
			}
		}
	}
	// Playouts after each move may be guided, too.
	if r := search(t, after(0, 3, 1, 4), ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 100}, Boltzmann: flat.Boltzmann{K: 3}}); r.Move != 2 {
		t.Errorf("move %d, want 2, which wins", r.Move)
	}
}

// The same seed and number of workers give the same result, and the game is as it was.
func TestSameSeed(t *testing.T) {
	g := planned{numbered{position()}, []int{2}, [][]int{{2}}, []int{1}}
	before := *g.noughts
	for name, opt := range map[string]flat.Options[int]{
		"plain": {}, "first": {Judge: flat.AllAsFirst{}}, "annealed": {Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 1, Annealed: true}}, "gobble": {Judge: flat.AllAsFirst{Gobble: 3}},
		"replies": {Judge: flat.EachMove{}, Replies: true}, "pairs": {Judge: flat.AllAsFirst{}, Replies: true}, "goals": {Judge: flat.AllAsFirst{Goals: true}},
		"pruning": {Judge: flat.EachMove{Deviations: 1}}, "workers": {Workers: 3}, "gobbles": {Judge: flat.AllAsFirst{Gobble: 3}, Workers: 4},
	} {
		var results [3]flat.Result[int]
		for i := range results {
			opt.Random = rand.NewPCG(uint64(i/2), 5)
			results[i] = search(t, g, ply.Limits{Nodes: 1001}, opt)
			results[i].Elapsed = 0
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("%s: %+v and %+v", name, results[0], results[1])
		}
		if reflect.DeepEqual(results[0], results[2]) {
			t.Errorf("%s: the same with another seed", name)
		}
		if results[0].Nodes != 1001 && results[0].Status != ply.Decided {
			t.Errorf("%s: %d playouts", name, results[0].Nodes)
		}
		if *g.noughts != before {
			t.Fatalf("%s: the game has changed", name)
		}
	}
}

// Playouts allocate nothing.
func TestAllocations(t *testing.T) {
	g := planned{numbered{position()}, []int{2}, [][]int{{2}}, []int{1}}
	for name, opt := range map[string]flat.Options[int]{
		"plain": {}, "first": {Judge: flat.AllAsFirst{}}, "boltzmann": {Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 1, Annealed: true}}, "gobble": {Judge: flat.AllAsFirst{Gobble: 3}},
		"replies": {Judge: flat.EachMove{}, Replies: true}, "pairs": {Judge: flat.AllAsFirst{}, Replies: true}, "goals": {Judge: flat.AllAsFirst{Goals: true}},
	} {
		allocs := func(simulations int) float64 {
			return testing.AllocsPerRun(3, func() { search(t, g, ply.Limits{Nodes: simulations}, opt) })
		}
		if few, many := allocs(500), allocs(5000); many-few > 10 {
			t.Errorf("%s: %v allocations for 500 playouts, %v for 5000", name, few, many)
		}
	}
}

// simulated plays its own playouts, as this package does.
type simulated struct {
	planned
	calls *int
}

func (g simulated) Clone() simulated { g.planned = g.planned.Clone(); return g }

func (g simulated) Simulate(s *flat.Simulation[int]) int {
	*g.calls++
	root := g.ToMove()
	var line []int
	defer func() {
		for i := len(line) - 1; i >= 0; i-- {
			g.Undo(line[i])
		}
	}()
	for {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			outcome := g.Outcome()
			if g.ToMove() != root {
				outcome = -outcome
			}
			return outcome
		}
		var i int
		if s.Choose == nil {
			i = int(s.Random.Uint64() >> 32 * uint64(len(moves)) >> 32)
		} else if i = s.Choose(g.ToMove(), moves); i < 0 {
			return 0
		}
		if s.Steps != nil {
			*s.Steps = append(*s.Steps, flat.Step[int]{Move: moves[i], Side: g.ToMove()})
		}
		g.Play(moves[i])
		line = append(line, moves[i])
		for goal := range s.Reached {
			s.Reached[goal] = s.Reached[goal] || g.Reached(goal)
		}
	}
}

// playouter plays its own playouts, as package mcts wants them.
type playouter struct{ numbered }

func (g playouter) Playout(random *rand.PCG, _ bool, lines *[2][]int) (outcome, moves int) {
	var steps []flat.Step[int]
	outcome = simulated{planned{numbered: g.numbered}, new(int)}.Simulate(&flat.Simulation[int]{Random: random, Steps: &steps})
	if lines != nil {
		for _, s := range steps {
			lines[s.Side] = append(lines[s.Side], s.Move)
		}
	}
	return outcome, len(steps)
}

// Games that play their own playouts in the same way get the same results.
func TestOwnPlayouts(t *testing.T) {
	g := planned{numbered{position()}, []int{2}, [][]int{{2}}, []int{1}}
	for name, opt := range map[string]flat.Options[int]{
		"plain": {}, "first": {Judge: flat.AllAsFirst{}}, "boltzmann": {Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 1}}, "plain boltzmann": {Boltzmann: flat.Boltzmann{K: 1}}, "gobble": {Judge: flat.AllAsFirst{Gobble: 3}},
		"replies": {Judge: flat.EachMove{}, Replies: true}, "pairs": {Judge: flat.AllAsFirst{}, Replies: true}, "goals": {Judge: flat.AllAsFirst{Goals: true}},
		"pruning": {Judge: flat.EachMove{Deviations: 2}},
	} {
		limits := ply.Limits{Nodes: 800}
		want := search(t, g, limits, opt)
		calls := 0
		got := search(t, simulated{g, &calls}, limits, opt)
		want.Elapsed, got.Elapsed = 0, 0
		if !reflect.DeepEqual(want, got) || calls != got.Nodes {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		if opt.Boltzmann.K > 0 || gobbles(opt) || opt.Judge == (flat.AllAsFirst{Goals: true}) {
			continue
		}
		if got = search(t, playouter{g.numbered}, limits, opt); true {
			got.Elapsed = 0
		}
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s by a Playouter: %+v, want %+v", name, got, want)
		}
	}
}

// endless goes on for ever.
type endless struct{ n int }

func (e *endless) Moves(dst []int) []int { return append(dst, 0, 1) }
func (e *endless) Play(int)              { e.n++ }
func (e *endless) Undo(int)              { e.n-- }
func (e *endless) ToMove() int           { return e.n & 1 }
func (e *endless) Outcome() int          { return 0 }

type judged struct{ endless }

func (e *judged) Evaluate() int { return 5 - 10*e.ToMove() } // 5 for side 0

func TestLength(t *testing.T) {
	r := search(t, &endless{}, ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 2}})
	if r.Nodes != 4 || r.Value != 0 {
		t.Errorf("%+v", r)
	}
	for length := 1; length < 4; length++ {
		if r := search(t, &judged{}, ply.Limits{}, flat.Options[int]{MaxLength: length, Judge: flat.EachMove{Playouts: 2}, Replies: true}); r.Value != 5 {
			t.Errorf("mean %v at length %d, want the evaluation", r.Value, length)
		}
	}
}

type acyclic struct{ endless }

func (*acyclic) Acyclic() bool { return true } // a lie

// Limits and contexts end searches, also within a playout, and those that ended before they began have a move.
func TestEnds(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := flat.Search(ended, position(), ply.Limits{}, flat.Options[int]{})
	if err != nil || r.Status != ply.Cancelled || r.Nodes != 0 || r.Move != 1 || !math.IsInf(r.Moves[0].High, 1) {
		t.Errorf("%+v, %v", r, err)
	}
	for _, opt := range []flat.Options[int]{{}, {Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 1}}, {Judge: flat.AllAsFirst{Gobble: 1}}} {
		if r := search(t, &acyclic{}, ply.Limits{Time: 5 * time.Millisecond}, opt); r.Status != ply.OutOfTime || r.Nodes != 0 {
			t.Errorf("%v after %d endless playouts", r.Status, r.Nodes)
		}
	}
	for _, opt := range []flat.Options[int]{{}, {Judge: flat.EachMove{Deviations: 1e9}}, {Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 1, Annealed: true}}} {
		limits := ply.Limits{Time: 5 * time.Millisecond}
		r := search(t, position(), limits, opt)
		for r.Status == ply.OutOfTime && r.Nodes == 0 && limits.Time < time.Minute { // on a busy machine
			limits.Time *= 2
			r = search(t, position(), limits, opt)
		}
		if r.Status != ply.OutOfTime || r.Nodes == 0 {
			t.Errorf("%v after %d playouts", r.Status, r.Nodes)
		}
	}
	timed, stop := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer stop()
	if r, err := flat.Search(timed, position(), ply.Limits{}, flat.Options[int]{Workers: 2}); err != nil || r.Status != ply.OutOfTime {
		t.Errorf("%v, %v", r.Status, err)
	}
}

// asked counts how often moves are listed.
type asked struct {
	*noughts
	times int
}

func (g *asked) Moves(dst []int) []int { g.times++; return g.noughts.Moves(dst) }

// A search without time left does not list early moves.
func TestEndedAtFirst(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	g := &asked{noughts: position()}
	r, err := flat.Search(ended, g, ply.Limits{}, flat.Options[int]{Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 1}})
	if err != nil || r.Status != ply.Cancelled || g.times > 1 {
		t.Errorf("%v, %v, moves listed %d times", r.Status, err, g.times)
	}
}

// slow takes its time to find goals.
type slow struct{ planned }

func (g slow) Goals(ctx context.Context, dst []flat.Goal[int]) ([]flat.Goal[int], error) {
	if _, limited := ctx.Deadline(); !limited {
		return dst, errGoals
	}
	<-ctx.Done()
	return g.planned.Goals(ctx, dst)
}

// Goals leave some time for playouts.
func TestSlowGoals(t *testing.T) {
	g := slow{planned{numbered{position()}, []int{2}, [][]int{{2}}, []int{1}}}
	r := search(t, g, ply.Limits{Time: 40 * time.Millisecond}, flat.Options[int]{Judge: flat.AllAsFirst{Goals: true}})
	if len(r.Goals()) != 1 || r.Status != ply.OutOfTime {
		t.Errorf("%+v", r)
	}
}

// Reports come while the search goes on, and at the end.
func TestProgress(t *testing.T) {
	for _, opt := range []flat.Options[int]{{}, {Workers: 2}, {Judge: flat.EachMove{Deviations: 1e9}}, {Judge: flat.AllAsFirst{}}} {
		reports := 0
		var last flat.Result[int]
		ctx, cancel := context.WithCancel(t.Context())
		opt.Progress = func(r flat.Result[int]) {
			last = r
			if reports++; reports == 2 {
				cancel()
			}
		}
		r, err := flat.Search(stop.ReportEach(ctx, 1), position(), ply.Limits{Time: time.Minute}, opt)
		cancel()
		if err != nil || r.Status != ply.Cancelled || !reflect.DeepEqual(last, r) || reports < 2 {
			t.Errorf("%d reports, error %v, the last %+v, want %+v", reports, err, last, r)
		}
	}
}

type cloneless struct{ ply.AdversarialGame[int] }

func TestErrors(t *testing.T) {
	one := ply.Limits{Nodes: 1}
	for want, c := range map[string]struct {
		limits ply.Limits
		opt    flat.Options[int]
	}{
		"would not end":      {},
		"Limits.Nodes is -1": {limits: ply.Limits{Nodes: -1}},
		"Limits.Time is -1":  {limits: ply.Limits{Time: -1}},
		"Playouts is -1":     {limits: ply.Limits{Nodes: 1}, opt: flat.Options[int]{Judge: flat.EachMove{Playouts: -1}, Replies: true}},
		"Workers is -1":      {limits: one, opt: flat.Options[int]{Workers: -1}},
		"Workers is 1000000": {limits: one, opt: flat.Options[int]{Workers: 1_000_000}},
		"MaxLength is -1":    {limits: one, opt: flat.Options[int]{MaxLength: -1}},
		"K is -1":            {limits: one, opt: flat.Options[int]{Boltzmann: flat.Boltzmann{K: -1}}},
		"K is NaN":           {limits: one, opt: flat.Options[int]{Boltzmann: flat.Boltzmann{K: math.NaN()}}},
		"K is +Inf":          {limits: one, opt: flat.Options[int]{Boltzmann: flat.Boltzmann{K: math.Inf(1)}}},
		"Virtual is -1":      {limits: one, opt: flat.Options[int]{Boltzmann: flat.Boltzmann{K: 1, Virtual: -1}}},
		"Virtual is NaN":     {limits: one, opt: flat.Options[int]{Boltzmann: flat.Boltzmann{K: 1, Virtual: math.NaN()}}},
		"without a K":        {limits: one, opt: flat.Options[int]{Boltzmann: flat.Boltzmann{Virtual: 1}}},
		"a nil *flat.EachM":  {limits: one, opt: flat.Options[int]{Judge: (*flat.EachMove)(nil)}},
		"excludes a Gobble":  {limits: one, opt: flat.Options[int]{Judge: flat.AllAsFirst{Gobble: 1}, Boltzmann: flat.Boltzmann{K: 1}}},
		"Deviations exclude": {limits: one, opt: flat.Options[int]{Judge: flat.EachMove{Deviations: 1}, Replies: true}},
		"Gobble is -1":       {limits: one, opt: flat.Options[int]{Judge: flat.AllAsFirst{Gobble: -1}}},
		"Goals excludes":     {limits: one, opt: flat.Options[int]{Judge: flat.AllAsFirst{Goals: true}, Replies: true}},
		"flat.Planner":       {limits: one, opt: flat.Options[int]{Judge: flat.AllAsFirst{Goals: true}}},
		"Retaken needs":      {limits: one, opt: flat.Options[int]{Retaken: true}},
		"Deviations is -1":   {limits: one, opt: flat.Options[int]{Judge: flat.EachMove{Deviations: -1}}},
		"After is 1":         {limits: one, opt: flat.Options[int]{Judge: flat.EachMove{Deviations: 1, After: 1}}},
		"needs Deviations":   {limits: one, opt: flat.Options[int]{Judge: flat.EachMove{After: 5}}},
		"a nil *rand.PCG":    {limits: one, opt: flat.Options[int]{Random: (*rand.PCG)(nil)}},
	} {
		r, err := flat.Search(context.Background(), position(), c.limits, c.opt)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "flat: ") || r.Status != ply.Failed {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	check := func(want string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	_, err := flat.Search[*noughts](t.Context(), nil, one, flat.Options[int]{})
	check("no game", err)
	_, err = flat.Search(t.Context(), cloneless{position()}, one, flat.Options[int]{Workers: 2})
	check("ply.Cloner", err)
	_, err = flat.Search(t.Context(), playouter{numbered{position()}}, one, flat.Options[int]{MaxLength: 2})
	check("MaxLength", err)
	_, err = flat.Search(t.Context(), hiding{numbered{position()}}, one, flat.Options[int]{})
	if !errors.Is(err, ply.ErrImperfect) {
		t.Errorf("error %v for a game that hides something", err)
	}
	_, err = flat.Search(t.Context(), &arms{chances: []float64{2}}, one, flat.Options[int]{})
	check("probability", err)
	_, err = flat.Search(t.Context(), &arms{chances: []float64{0.5}}, one, flat.Options[int]{Judge: flat.EachMove{}, Replies: true})
	check("chance", err)
	dealt := &arms{chances: []float64{0.5}, line: []int{0}}
	_, err = flat.Search(t.Context(), dealt, one, flat.Options[int]{})
	check("at the root", err)
	_, err = flat.Search(t.Context(), failing{numbered{position()}}, one, flat.Options[int]{Judge: flat.AllAsFirst{Goals: true}})
	if !errors.Is(err, errGoals) {
		t.Errorf("error %v, want the error of Goals", err)
	}
}

type hiding struct{ numbered }

func (hiding) AppendInformation(dst []byte, _ int) []byte { return dst }

var errGoals = errors.New("no goals today")

type failing struct{ numbered }

func (failing) Reached(int) bool { return false }
func (failing) Goals(_ context.Context, dst []flat.Goal[int]) ([]flat.Goal[int], error) {
	return dst, errGoals
}

// gobbles reports whether options ask for a Gobble.
func gobbles(opt flat.Options[int]) bool {
	first, _ := opt.Judge.(flat.AllAsFirst)
	return first.Gobble > 0
}

// bomb panics in a method after some calls.
type bomb struct {
	planned
	method string
	left   *int
}

var errBroken = errors.New("broken")

func (b bomb) tick(method string) {
	if b.method == method {
		if *b.left--; *b.left < 0 {
			panic(errBroken)
		}
	}
}
func (b bomb) Moves(dst []int) []int { b.tick("Moves"); return b.planned.Moves(dst) }
func (b bomb) Play(m int)            { b.tick("Play"); b.planned.Play(m) }
func (b bomb) Undo(m int)            { b.tick("Undo"); b.planned.Undo(m) }
func (b bomb) ToMove() int           { b.tick("ToMove"); return b.planned.ToMove() }
func (b bomb) Outcome() int          { b.tick("Outcome"); return b.planned.Outcome() }
func (b bomb) Number(m int) int      { b.tick("Number"); return b.planned.Number(m) }
func (b bomb) Reached(i int) bool    { b.tick("Reached"); return b.planned.Reached(i) }
func (b bomb) Clone() bomb           { b.tick("Clone"); b.planned = b.planned.Clone(); return b }
func (b bomb) Goals(ctx context.Context, dst []flat.Goal[int]) ([]flat.Goal[int], error) {
	b.tick("Goals")
	return b.planned.Goals(ctx, dst)
}

// A panic of the game is an error; a panic of a callback reaches the caller.
func TestPanics(t *testing.T) {
	for _, method := range []string{"Moves", "Play", "Undo", "ToMove", "Outcome", "Number", "Reached", "Goals", "Clone"} {
		for _, calls := range []int{0, 5, 100} {
			workers := 1
			switch {
			case method == "Clone":
				workers, calls = 2, 0 // the others would race for the counter
			case method == "Goals":
				calls = 0
			}
			left := calls
			g := bomb{planned{numbered{position()}, []int{2}, [][]int{{2}}, []int{1}}, method, &left}
			r, err := flat.Search(t.Context(), g, ply.Limits{Nodes: 500}, flat.Options[int]{Judge: flat.AllAsFirst{Goals: true}, Boltzmann: flat.Boltzmann{K: 1}, Workers: workers})
			var fault *ply.GamePanic
			if !errors.As(err, &fault) || !errors.Is(err, errBroken) || r.Status != ply.Failed || !strings.HasPrefix(fault.Line, "[") {
				t.Errorf("%s after %d calls: %v, %v", method, calls, r.Status, err)
			}
		}
	}
	left := 3
	g := bomb{planned{numbered: numbered{position()}}, "Moves", &left}
	_, err := flat.Search(t.Context(), g, ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 10}, Replies: true})
	var fault *ply.GamePanic
	if !errors.As(err, &fault) || fault.Line != "[3]" {
		t.Errorf("error %v, want that it happened after 3", err)
	}
	for workers := 1; workers <= 2; workers++ {
		func() {
			defer func() {
				if value := recover(); value != errBroken {
					t.Errorf("panic %v, want the panic of the callback", value)
				}
			}()
			opt := flat.Options[int]{Workers: workers, Progress: func(flat.Result[int]) { panic(errBroken) }}
			_, _ = flat.Search(stop.ReportEach(t.Context(), 1), position(), ply.Limits{Nodes: 100_000}, opt)
		}()
	}
}
