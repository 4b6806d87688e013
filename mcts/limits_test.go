package mcts_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// An endless is a game of seven places in a ring that two sides go round in turn, for ever. It remembers the longest
// line, and fails where methods of finished games are called at the end of a line.
type endless struct {
	at, moves int
	longest   int
	most      int // moves after which it panics, rather than going on for ever; 0 for none
}

func (g *endless) Moves(dst []int) []int { return append(dst, 1, 2) }
func (g *endless) Play(m int) {
	g.at, g.moves = (g.at+m)%7, g.moves+1
	if g.longest = max(g.longest, g.moves); g.most > 0 && g.moves > g.most {
		panic("the line is too long")
	}
}
func (g *endless) Undo(m int)   { g.at, g.moves = (g.at+7-m)%7, g.moves-1 }
func (g *endless) ToMove() int  { return g.moves & 1 }
func (g *endless) Outcome() int { panic("the game is not over") }

// wonBy is endless, but each position is as good as won for one side, by its evaluation.
type wonBy struct{ *endless }

func (g wonBy) Evaluate() int { return 1 - 2*g.ToMove() }

// several is endless for three players, of which evaluations favour the second.
type several struct{ *endless }

func (g several) Players() int     { return 3 }
func (g several) ToMove() int      { return g.moves % 3 }
func (g several) Outcomes(_ []int) { g.Outcome() }

type severalValued struct{ several }

func (g severalValued) Evaluations(values []int) { copy(values, []int{0, 1, -1}) }

// TestMaxLength checks that lines end, in the tree and in playouts, after MaxLength moves, and what they count there.
func TestMaxLength(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"plain":     {},
		"playouts":  {Leaf: mcts.Playouts{N: 3}},
		"RAVE":      {RAVE: mcts.RAVE{Weight: 10}},
		"evaluated": {Leaf: mcts.Evaluation{}},
	} {
		for _, length := range []int{1, 2, 10, 200, 0} {
			simulations, want := 500, length
			if length == 0 {
				simulations, want = 3, 10_000
			}
			_, evaluates := opt.Leaf.(mcts.Evaluation)
			opt.MaxLength = length
			check := func(what string, g *endless, r mcts.Result[int], err error, means []float64) {
				t.Helper()
				if err != nil || r.Status != ply.OutOfNodes || r.Nodes != simulations || !reflect.DeepEqual(r.Means, means) {
					t.Errorf("%s, %s, %d: %v after %d simulations, means %v, want %v, error %v", name, what, length, r.Status, r.Nodes, r.Means, means, err)
				}
				deepest := want
				if evaluates {
					deepest = min(want, simulations)
				}
				if r.Solved() || g.longest > want || g.longest < min(deepest, r.Depth) || r.Depth > want || g.moves != 0 {
					t.Errorf("%s, %s, %d: a line of %d moves, %d of them in the tree, left after %d", name, what, length, g.longest, r.Depth, g.moves)
				}
			}
			limits := ply.Limits{Nodes: simulations}
			g := new(endless)
			r, err := mcts.Search(t.Context(), wonBy{g}, limits, opt)
			check("evaluator", g, r, err, []float64{1, -1})
			if !evaluates {
				g = new(endless)
				r, err = mcts.Search(t.Context(), g, limits, opt)
				check("draw", g, r, err, []float64{0, 0})
				g = new(endless)
				r, err = mcts.Search(t.Context(), several{g}, limits, opt)
				check("draw of three", g, r, err, []float64{0, 0, 0})
			}
			g = new(endless)
			r, err = mcts.Search(t.Context(), severalValued{several{g}}, limits, opt)
			check("evaluator of three", g, r, err, []float64{0, 1, -1})
		}
	}
}

// TestMaxLengthProves checks that a finished game at the bound on lines counts as that, and one that is not as nothing
// proven.
func TestMaxLengthProves(t *testing.T) {
	for length, solved := range map[int]bool{2: false, 3: true, 4: true} {
		// Of four steps the first side takes one, and the last after two more moves.
		r, err := mcts.Search(t.Context(), &stairs{top: 4}, ply.Limits{Nodes: 1000}, mcts.Options[int]{MaxLength: length})
		if err != nil || r.Solved() != solved || solved && r.Low != stairsValue(4) {
			t.Errorf("length %d: %v to %v, error %v", length, r.Low, r.High, err)
		}
	}
}

// stairs are climbed by two sides in turn, by 1 or 2 steps. Who takes the last one has won.
type stairs struct{ at, moves, top int }

func (g *stairs) Moves(dst []int) []int {
	for m := 1; m <= 2 && g.at+m <= g.top; m++ {
		dst = append(dst, m)
	}
	return dst
}
func (g *stairs) Play(m int)   { g.at, g.moves = g.at+m, g.moves+1 }
func (g *stairs) Undo(m int)   { g.at, g.moves = g.at-m, g.moves-1 }
func (g *stairs) ToMove() int  { return g.moves & 1 }
func (g *stairs) Outcome() int { return -1 }

func stairsValue(top int) float64 {
	return float64(minimax(&stairs{top: top}))
}

// acyclic is endless, though it says that lines never come back.
type acyclic struct{ *endless }

func (acyclic) Acyclic() bool    { return true }
func (g acyclic) Clone() acyclic { c := *g.endless; return acyclic{&c} }

// TestLongPlayout checks that a playout that does not end is cut short when the time is over, or the search cancelled,
// and not counted.
func TestLongPlayout(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"one worker":  {},
		"RAVE":        {RAVE: mcts.RAVE{Weight: 10}},
		"playouts":    {Leaf: mcts.Playouts{N: 2}},
		"shared tree": {Workers: 2},
		"trees apart": {Workers: 2, Sharing: mcts.RootTrees},
		"leaves":      {Workers: 2, Sharing: mcts.LeafPlayouts, Leaf: mcts.Playouts{N: 4}},
	} {
		for _, cancelled := range []bool{false, true} {
			g := acyclic{&endless{most: 1 << 28}}
			ctx, cancel := context.WithCancel(t.Context())
			limits, want := ply.Limits{Time: 20 * time.Millisecond}, ply.OutOfTime
			if cancelled {
				limits, want = ply.Limits{Nodes: 1}, ply.Cancelled
				time.AfterFunc(20*time.Millisecond, cancel)
			}
			r, err := mcts.Search(ctx, g, limits, opt)
			cancel()
			visits := r.Visits()
			for _, m := range r.Moves {
				visits += m.Visits
			}
			if err != nil || r.Status != want || r.Nodes != 0 || visits != 0 || g.moves != 0 {
				t.Errorf("%s: %v after %d simulations and %d visits, error %v; the game is left after %d moves", name, r.Status, r.Nodes, visits, err, g.moves)
			}
		}
	}
}

// slow is a wild that takes its time for the end of the first games.
type slow struct {
	*wild
	left *int
}

func (g slow) Outcome() int {
	if *g.left > 0 {
		*g.left--
		time.Sleep(2 * time.Millisecond)
	}
	return g.wild.Outcome()
}

// TestDecidedByNumber checks that a search of a number of simulations is decided as soon as possible, independent of
// the clock.
func TestDecidedByNumber(t *testing.T) {
	for seed := range uint64(5) {
		search := func(simulations, left int, decided bool) mcts.Result[int] {
			limits := ply.Limits{Nodes: simulations}
			if decided {
				limits.Time = time.Hour
			}
			r, err := mcts.Search(t.Context(), slow{newWild(seed, 8, 5, 1, true, false), &left},
				limits, mcts.Options[int]{NoSolver: true})
			if err != nil {
				t.Fatal(err)
			}
			r.Elapsed = 0
			return r
		}
		const simulations = 3000
		fast := search(simulations, 0, true)
		if slow := search(simulations, 20, true); !reflect.DeepEqual(slow, fast) {
			t.Errorf("seed %d: %d simulations when slow, %d when fast", seed, slow.Nodes, fast.Nodes)
		}
		if full := search(simulations, 0, false); full.Move != fast.Move {
			t.Errorf("seed %d: move %d, with all simulations %d", seed, fast.Move, full.Move)
		}
		if len(fast.Moves) == 1 {
			if fast.Status != ply.Decided || fast.Nodes != 0 {
				t.Errorf("seed %d: %v after %d simulations of the only move", seed, fast.Status, fast.Nodes)
			}
			continue
		}
		// One simulation less, and it could not be decided.
		before := search(fast.Nodes-1, 0, false)
		if lead := lead(before); fast.Status != ply.Decided || lead > simulations-before.Nodes {
			t.Errorf("seed %d: %v after %d simulations, the lead was %d before", seed, fast.Status, fast.Nodes, lead)
		}
		if lead := lead(fast); lead <= simulations-fast.Nodes {
			t.Errorf("seed %d: a lead of %d after %d simulations", seed, lead, fast.Nodes)
		}
	}
}

// lead returns how many simulations the first move has more than the second.
func lead(r mcts.Result[int]) int {
	return r.Moves[0].Visits - r.Moves[1].Visits
}

// TestRefused checks that options without effect are errors that name them.
func TestRefused(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	game := func() ply.AdversarialGame[int] { return newWild(1, 5, 3, 1, true, false) }
	for _, test := range []struct {
		name string
		opt  mcts.Options[int]
	}{
		{"Median", mcts.Options[int]{Leaf: mcts.Playouts{Median: true}}},
		{"Median", mcts.Options[int]{Leaf: mcts.Playouts{N: 1, Median: true}}},
		{"Playouts.N", mcts.Options[int]{Leaf: mcts.Playouts{N: 1 << 17}}},
		{"playouts", mcts.Options[int]{Workers: 2, Sharing: mcts.LeafPlayouts}},
		{"playouts", mcts.Options[int]{Workers: 5, Sharing: mcts.LeafPlayouts, Leaf: mcts.Playouts{N: 4}}},
		{"playouts", mcts.Options[int]{Workers: 2, Sharing: mcts.LeafPlayouts, Leaf: mcts.Evaluation{}}},
		{"RAVE.Reference", mcts.Options[int]{RAVE: mcts.RAVE{Reference: 3}}},
		{"Decisive", mcts.Options[int]{Decisive: mcts.DecisiveAlways}},
		{"Length", mcts.Options[int]{MaxLength: -1}},
		{"Widening", mcts.Options[int]{Widening: mcts.Widening{Power: 1}}},
		{"Widening", mcts.Options[int]{Widening: mcts.Widening{Factor: inf, Power: 1}}},
		{"FirstPlay", mcts.Options[int]{FirstPlay: nan}},
		{"RAVE", mcts.Options[int]{RAVE: mcts.RAVE{Weight: 1e-30}}},
		{"RAVE", mcts.Options[int]{RAVE: mcts.RAVE{Weight: 1e30}}},
		{"Decisive", mcts.Options[int]{Decisive: 3}},
		{"Leaf", mcts.Options[int]{Leaf: new(mcts.Playouts)}},
		{"Hoeffding.K", mcts.Options[int]{Bandit: mcts.Hoeffding{K: nan}}},
		{"Hoeffding.K", mcts.Options[int]{Bandit: mcts.Hoeffding{K: -1}}},
		{"Hoeffding.K", mcts.Options[int]{Bandit: &mcts.Hoeffding{K: inf}}},
		{"Hoeffding.K", mcts.Options[int]{Bandit: disguised{mcts.Hoeffding{K: nan}}}},
		{"Bernstein.K", mcts.Options[int]{Bandit: mcts.Bernstein{K: 1e300}}},
		{"Tuned.C", mcts.Options[int]{Bandit: mcts.Tuned{C: -0.1}}},
		{"PUCT.C", mcts.Options[int]{Bandit: mcts.PUCT{C: 1e-40}}},
		{"Bandit", mcts.Options[int]{Bandit: (*mcts.Tuned)(nil)}},
	} {
		if _, err := mcts.New(game(), test.opt); err == nil || !strings.Contains(err.Error(), test.name) {
			t.Errorf("%+v: error %v, want one about %s", test.opt, err, test.name)
		}
	}
	if _, err := mcts.New(new(stairs), mcts.Options[int]{Leaf: mcts.Evaluation{}}); err == nil || !strings.Contains(err.Error(), "ply.Evaluator") {
		t.Errorf("error %v of a game without evaluations", err)
	}
	opt := mcts.Options[int]{Workers: 2, Sharing: mcts.RootTrees, NoSolver: true}
	r, err := mcts.Search(t.Context(), newWild(1, 5, 3, 1, true, false), ply.Limits{Nodes: 1000, Time: time.Hour}, opt)
	if err != nil || r.Status != ply.OutOfNodes || r.Nodes != 1000 {
		t.Errorf("%v after %d simulations, error %v; want all", r.Status, r.Nodes, err)
	}
}

// TestGreatNumbers checks that numbers of simulations that are greater than any count mean what they say.
func TestGreatNumbers(t *testing.T) {
	const upper = math.MaxInt >> 32 << 32 // the upper half of 64 bits
	for _, n := range []int{math.MaxInt32, math.MaxInt, max(upper, math.MaxInt32), max(upper+5, math.MaxInt32)} {
		tree, err := mcts.New(new(row), mcts.Options[int]{ExpandAfter: n})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tree.Search(t.Context(), ply.Limits{Nodes: 500})
		if positions, _, _ := tree.Size(); err != nil || positions != 1 {
			t.Errorf("ExpandAfter %d: %d positions, error %v", n, positions, err)
		}
		// With the root as the only reference, GRAVE does not depend on the number.
		results := [2]mcts.Result[int]{}
		for i, reference := range []int{1 << 20, n} {
			opt := mcts.Options[int]{RAVE: mcts.RAVE{Weight: 10, Reference: reference}, Random: rand.NewPCG(1, 2)}
			if results[i], err = mcts.Search(t.Context(), new(row), ply.Limits{Nodes: 500}, opt); err != nil {
				t.Fatal(err)
			}
			results[i].Elapsed = 0
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("GRAVE %d: %+v, want %+v", n, results[1], results[0])
		}
	}
	r, err := mcts.Search(t.Context(), new(row), ply.Limits{Nodes: 500}, mcts.Options[int]{Memory: math.MaxInt})
	if err != nil || r.Nodes != 500 {
		t.Errorf("%d simulations, error %v", r.Nodes, err)
	}
	// Shares of the greatest number do not overflow.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	left := new(atomic.Int64)
	left.Store(1000)
	opt := mcts.Options[int]{Workers: 3, Sharing: mcts.RootTrees, NoSolver: true, Bandit: mcts.BanditFunc(func(float64, []float32, []float32, []float32) {
		if left.Add(-1) == 0 {
			cancel()
		}
	})}
	r, err = mcts.Search(ctx, new(row), ply.Limits{Nodes: math.MaxInt}, opt)
	if err != nil || r.Status != ply.Cancelled || r.Nodes == 0 {
		t.Errorf("%v after %d simulations, error %v", r.Status, r.Nodes, err)
	}
}

// pig is a game of dice that are thrown in Play, so that moves that are played again lead elsewhere.
type pig struct {
	state
	history []state
	die     *rand.Rand
}

// The moves of pig.
const (
	roll = iota
	hold
)

type state struct {
	score        [2]int
	turn, player int
}

func (p *pig) Moves(dst []int) []int {
	if max(p.score[0], p.score[1]) >= 20 {
		return dst
	}
	return append(dst, roll, hold)
}
func (p *pig) Play(m int) {
	p.history = append(p.history, p.state)
	if m == roll {
		if d := 1 + p.die.IntN(6); d > 1 {
			p.turn += d
			return
		}
		p.turn = 0
	}
	p.score[p.player] += p.turn
	p.turn, p.player = 0, 1-p.player
}
func (p *pig) Undo(int) {
	last := len(p.history) - 1
	p.state, p.history = p.history[last], p.history[:last]
}
func (p *pig) ToMove() int { return p.player }
func (p *pig) Outcome() int {
	if p.score[p.player] >= 20 {
		return 1
	}
	return -1
}

// TestDice checks that a game with dice in Play, which breaks a law, is left as it was; results are meaningless.
func TestDice(t *testing.T) {
	p := &pig{die: rand.New(rand.NewPCG(1, 1))}
	r, err := mcts.Search(t.Context(), p, ply.Limits{Nodes: 5000}, mcts.Options[int]{})
	if err != nil || p.state != (state{}) || len(p.history) != 0 || r.Depth > 10_000 {
		t.Errorf("%v, error %v; the game is left in %+v", r.Status, err, p.state)
	}
}

// chancy is a game where chance is to move from some depth on.
type chancy struct {
	*wild
	from int
}

func (c chancy) ToMove() int {
	if len(c.line) >= c.from {
		return -1
	}
	return c.wild.ToMove()
}

// A search that knows no chance says so, wherever it meets it.
func TestChanceIsRefused(t *testing.T) {
	for _, from := range []int{0, 1, 3} {
		_, err := mcts.Search(t.Context(), chancy{newWild(1, 12, 4, 1, true, false), from}, ply.Limits{Nodes: 5000}, mcts.Options[int]{})
		if err == nil || !strings.Contains(err.Error(), "chance") {
			t.Errorf("chance from %d: error %v", from, err)
		}
	}
}
