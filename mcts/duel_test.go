package mcts_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// guided is a duel that has priors.
type guided struct{ *testgames.Duel }

func (g guided) Clone() guided { return guided{g.Duel.Clone()} }
func (g guided) Priors(moves []int, priors []float32) {
	for i, m := range moves {
		priors[i] = float32(m * 7 % 5)
	}
}

// provable returns provable bounds of the value of each node, by lines that end: bounds are narrowed until nothing
// changes. value returns the value of an outcome.
func provable(d *testgames.Duel, value func(outcome int) int, most int) (low, high []int) {
	low, high = make([]int, len(d.Nodes)), make([]int, len(d.Nodes))
	for n := range d.Nodes {
		low[n], high[n] = -most, most
		if len(d.Nodes[n].Out) == 0 {
			low[n] = value(d.Nodes[n].Outcome)
			high[n] = low[n]
		}
	}
	for changed := true; changed; {
		changed = false
		for n := range d.Nodes {
			if len(d.Nodes[n].Out) == 0 {
				continue
			}
			l, h := -most, -most
			for _, e := range d.Nodes[n].Out {
				ml, mh := after(d, e, low, high)
				l, h = max(l, ml), max(h, mh)
			}
			changed = changed || l != low[n] || h != high[n]
			low[n], high[n] = l, h
		}
	}
	return low, high
}

// after returns the bounds of a move, for the side that plays it.
func after(d *testgames.Duel, edge int, low, high []int) (int, int) {
	from, to := d.Edges[edge].From, d.Edges[edge].To
	if d.Nodes[from].Side != d.Nodes[to].Side {
		return -high[to], -low[to]
	}
	return low[to], high[to]
}

// pick returns one of some values.
func pick[T any](random *rand.Rand, values ...T) T { return values[random.IntN(len(values))] }

// randomOptions draws options that go together, for a duel.
func randomOptions(random *rand.Rand, acyclic bool) mcts.Options[int] {
	bandits := []mcts.Bandit{nil, mcts.Greedy{}, mcts.Hoeffding{}, mcts.Hoeffding{K: 1}, mcts.Bernstein{K: 0.1}, mcts.Tuned{}, mcts.PUCT{}, thrice}
	opt := mcts.Options[int]{
		Bandit: pick(random, bandits...), FirstPlay: pick(random, 0, 0, 1.1, math.Inf(1)),
		RAVE:        mcts.RAVE{Weight: pick(random, 0.0, 0, 1, 50, 1000)},
		ExpandAfter: random.IntN(4), Transpositions: acyclic && random.IntN(2) == 0, Prune: random.IntN(2) == 0,
		Workers: 1 + random.IntN(4), Sharing: pick(random, mcts.SharedTree, mcts.RootTrees, mcts.LeafPlayouts),
		NoSolver: random.IntN(8) == 0, MaxLength: pick(random, 0, 0, 1, 3, 30),
	}
	playouts := mcts.Playouts{N: random.IntN(4), Median: random.IntN(2) == 0}
	if !acyclic {
		opt.MaxLength = cmp.Or(opt.MaxLength, 100) // most playouts would be as long as the default
	}
	heeded(&opt, playouts, random.IntN(5) == 0 && acyclic)
	if opt.RAVE.Weight > 0 && random.IntN(2) == 0 {
		opt.RAVE.Reference = 1 + random.IntN(50)
	}
	if random.IntN(3) == 0 {
		opt.Widening = mcts.Widening{Factor: 0.5 + random.Float64(), Power: 0.3 + random.Float64()}
	}
	if random.IntN(2) == 0 {
		opt.Memory = 200 + random.Int64N(pick[int64](random, 300, 6000))
	}
	return opt
}

// TestDuels searches random graphs of positions with random options, and compares the proofs with all provable bounds,
// and repeated results with each other.
func TestDuels(t *testing.T) {
	solved, open, small, again := 0, 0, 0, 0
	for seed := range long.Or(uint64(2500), 250) {
		random := rand.New(rand.NewPCG(seed, 4))
		acyclic, guide, most := random.IntN(4) > 0, random.IntN(3) == 0, pick(random, 1, 3, 100)
		d := testgames.RandomDuel(random, 1+random.IntN(50), 1+random.IntN(5), most, acyclic)
		opt, limits := randomOptions(random, acyclic), ply.Limits{Nodes: 300 + random.IntN(1500)}
		opt.Scale = pick(random, 0, most)
		if opt.Sharing != mcts.RootTrees && random.IntN(3) == 0 {
			limits.Time = time.Hour // to end the search when it is decided
		}
		var tree *mcts.Tree[int]
		search := func() (r mcts.Result[int], err error) {
			opt.Random = rand.NewPCG(seed, 9)
			if tree, err = mcts.New(d, opt); guide {
				tree, err = mcts.New(guided{d}, opt)
			}
			if err != nil {
				return r, err
			}
			return tree.Search(context.Background(), limits)
		}
		r, err := search()
		switch {
		case len(d.Nodes[0].Out) == 0:
			if !errors.Is(err, ply.ErrFinished) {
				t.Fatalf("seed %d: error %v of a finished game", seed, err)
			}
			continue
		case err != nil && opt.Memory > 0 && strings.Contains(err.Error(), "Memory"):
			small++
			continue
		case err != nil:
			t.Fatalf("seed %d: error %v", seed, err)
		}
		if d.At != 0 || len(d.Line()) != 0 {
			t.Fatalf("seed %d: the game is left in node %d after %v", seed, d.At, d.Line())
		}
		checkDuel(t, d, tree, r, opt, limits, most)
		if r.Solved() {
			solved++
		} else {
			open++
		}
		shared, apart := opt.Workers > 1 && opt.Sharing == mcts.SharedTree, opt.Workers > 1 && opt.Sharing == mcts.RootTrees
		if !shared && !(apart && r.Solved()) {
			again++
			b, err := search()
			if r.Elapsed = b.Elapsed; err != nil || !reflect.DeepEqual(r, b) {
				t.Errorf("%+v, then %+v, error %v", r, b, err)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v, %+v", seed, opt, limits)
		}
	}
	if solved == 0 || open == 0 || small == 0 || again == 0 {
		t.Errorf("%d searches solved, %d not, %d without room, %d twice", solved, open, small, again)
	}
}

// checkDuel checks the result of a search of a duel from node 0.
func checkDuel(t *testing.T, d *testgames.Duel, tree *mcts.Tree[int], r mcts.Result[int], opt mcts.Options[int], limits ply.Limits, most int) {
	t.Helper()
	bound := opt.Memory
	if bound == 0 {
		bound = 256 << 20
	}
	within := func(x float64) bool { return math.Abs(x) <= 1+1e-9 }
	if _, memory, _ := tree.Size(); memory > bound || r.Nodes > limits.Nodes || !within(r.Value) {
		t.Errorf("%d bytes of %d, %d simulations, value %v", memory, bound, r.Nodes, r.Value)
	}
	if r.Status == ply.OutOfNodes && r.Nodes != limits.Nodes {
		t.Errorf("%v after %d simulations of %d", r.Status, r.Nodes, limits.Nodes)
	}
	if len(r.Line) == 0 || r.Line[0] != r.Move {
		t.Errorf("line %v from move %d", r.Line, r.Move)
	}
	for i, m := range r.Line[1:] {
		if d.Edges[m].From != d.Edges[r.Line[i]].To {
			t.Errorf("line %v is no line", r.Line)
		}
	}
	visits := 0
	for _, m := range r.Moves {
		visits += m.Visits
		if _, mean := tree.RAVE(m.Move); !within(m.Value) || !within(mean) {
			t.Errorf("%+v", m)
		}
	}
	if visits != tree.RootVisits() || visits != r.Nodes {
		t.Errorf("%d visits of %d simulations, %d added", visits, tree.RootVisits(), r.Nodes)
	}
	if opt.NoSolver {
		if r.Low != -1 || r.High != 1 {
			t.Errorf("proven %v to %v with NoSolver", r.Low, r.High)
		}
		return
	}
	steps := most
	value := func(outcome int) int { return outcome }
	if opt.Scale == 0 {
		steps, value = 1, func(outcome int) int { return max(-1, min(1, outcome)) }
	}
	part := func(step int) float64 { return float64(step) / float64(steps) }
	low, high := provable(d, value, steps)
	if r.Low > part(low[0])+1e-9 || r.High < part(high[0])-1e-9 || r.Low > r.High {
		t.Errorf("proven %v to %v, provable are %v to %v", r.Low, r.High, part(low[0]), part(high[0]))
	}
	for _, m := range r.Moves {
		l, h := after(d, m.Move, low, high)
		if m.Low > part(l)+1e-9 || m.High < part(h)-1e-9 {
			t.Errorf("move %d: proven %v to %v, provable are %v to %v", m.Move, m.Low, m.High, part(l), part(h))
		}
		if m.Move == r.Move && r.Solved() && part(l) < r.Low-1e-9 {
			t.Errorf("move %d is worth %v for certain, the position %v", m.Move, part(l), r.Low)
		}
	}
	if r.Solved() != (r.Status == ply.Solved) {
		t.Errorf("%v, proven %v to %v", r.Status, r.Low, r.High)
	}
}
