package puct

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
)

// judge evaluates the nodes of a duel by their static values, up to 9, and the ranks of their edges.
func judge(_ context.Context, leaves []*Leaf[*testgames.Duel, int]) error {
	for _, l := range leaves {
		node := &l.Position.Nodes[l.Position.At]
		l.Value = float64(node.Static) / 9
		for i, r := range node.Ranks {
			l.Priors[i] = float32(r + 2)
		}
	}
	return nil
}

// checkStore checks that nothing is in flight or claimed and that counts and sums agree.
func checkStore[G interface {
	Moves([]M) []M
	Play(M)
	Undo(M)
	ToMove() int
	Outcome() int
}, M comparable](t *testing.T, tree *Tree[G, M]) {
	t.Helper()
	roomy := tree.opt.Memory >= 1<<20 // otherwise an arc can have visits from before there was room for a node
	s := &tree.store
	parents := make([]int, s.NodesUsed)
	for id := uint32(firstNode); int(id) < s.NodesUsed; id++ {
		n := s.Nodes.At(id)
		if n.flight != 0 {
			t.Fatalf("node %d: %d simulations in flight", id, n.flight)
		}
		visits, sum := uint32(0), 0.0
		for i, a := range s.arcsOf(n) {
			if a.flight != 0 || a.node == claimed || int(a.node) >= s.NodesUsed {
				t.Fatalf("node %d, arc %d: %+v", id, i, a)
			}
			visits += a.visits
			sum += a.sum
			if a.node == noNode {
				continue
			}
			parents[a.node]++
			to := s.Nodes.At(a.node)
			// The first visit of an arc is the evaluation of the node after it. Proven values need no visits.
			if tree.opt.Transpositions {
				continue
			}
			if a.visits < 1+to.visits || roomy && !a.exact() && a.visits != 1+to.visits {
				t.Fatalf("node %d, arc %d has %d visits, and the node behind it %d", id, i, a.visits, to.visits)
			}
			mean, behind := a.sum/float64(a.visits), to.mean()
			if to.side != n.side {
				behind = -behind
			}
			if roomy && !a.exact() && math.Abs(mean-behind) > 1e-9 {
				t.Fatalf("node %d, arc %d has mean %v, and the node behind it %v", id, i, mean, behind)
			}
		}
		if visits != n.visits || math.Abs(sum-n.sum) > 1e-6 {
			t.Fatalf("node %d has %d visits, its arcs %d; sums %v and %v", id, n.visits, visits, n.sum, sum)
		}
	}
	for id := firstNode; id < s.NodesUsed; id++ {
		shared := tree.opt.Transpositions && parents[id] > 0
		if id == int(s.Root) && parents[id] != 0 || id != int(s.Root) && parents[id] != 1 && !shared {
			t.Fatalf("node %d of %d hangs on %d others", id, s.NodesUsed, parents[id])
		}
	}
}

var errWrong = errors.New("wrong")

// TestTree searches random duels with random options, in the end with a failing evaluator, plays moves, and checks all
// counts: pending simulations are taken back exactly. With transpositions, each position has one node.
func TestTree(t *testing.T) {
	failed, full, kept, shared := 0, 0, 0, 0
	for seed := range long.Or(uint64(600), 60) {
		random := rand.New(rand.NewPCG(seed, 1))
		acyclic := random.IntN(2) == 0
		d := testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(5), 9, acyclic)
		loss, considered := float64(random.IntN(3))/2, random.IntN(5)
		selections := []Selection{PUCT{VirtualLoss: loss}, Gumbel{Considered: considered}, Halving{Considered: considered, PUCT: PUCT{VirtualLoss: loss}}}
		opt := Options[int]{Selection: selections[random.IntN(3)], Batch: random.IntN(20), NoSolver: random.IntN(2) == 0, Scale: random.IntN(10)}
		if random.IntN(3) == 0 {
			opt.InFlight, opt.Workers = 1+random.IntN(3), 1+random.IntN(3)
		}
		opt.Transpositions = acyclic && random.IntN(2) == 0
		if random.IntN(3) == 0 {
			opt.Memory = 2000 + random.Int64N(10_000)
		}
		left := random.IntN(1000)
		fragile := func(ctx context.Context, leaves []*Leaf[*testgames.Duel, int]) error {
			if opt.InFlight == 0 {
				if left -= len(leaves); left < 0 {
					return errWrong
				}
			}
			return judge(ctx, leaves)
		}
		tree, err := New(d, fragile, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if len(d.Moves(nil)) == 0 {
				break
			}
			at, line := d.At, len(d.Line())
			r, err := tree.Search(context.Background(), ply.Limits{Nodes: 1 + random.IntN(400)})
			if err != nil && !errors.Is(err, errWrong) {
				t.Fatalf("seed %d: %+v: %v", seed, opt, err)
			}
			if err != nil {
				failed++
			}
			positions, memory, crowded := tree.Size()
			if opt.Transpositions {
				if shared++; positions > len(d.Nodes) {
					t.Fatalf("seed %d: %+v: %d positions in the tree of %d", seed, opt, positions, len(d.Nodes))
				}
			}
			if crowded {
				full++
			}
			if d.At != at || len(d.Line()) != line || memory > int64(tree.opt.memory) {
				t.Fatalf("seed %d: %+v: at node %d, before %d; %+v", seed, opt, d.At, at, r)
			}
			if len(r.Line) == 0 || r.Line[0] != r.Move {
				t.Fatalf("seed %d: line %v from move %d", seed, r.Line, r.Move)
			}
			for i, m := range r.Line[1:] {
				if d.Edges[m].From != d.Edges[r.Line[i]].To {
					t.Fatalf("seed %d: line %v is no line", seed, r.Line)
				}
			}
			policy := 0.0
			for _, p := range r.Policy {
				policy += p
			}
			if math.Abs(policy-1) > 1e-6 {
				t.Fatalf("seed %d: %+v: the policy sums to %v; %+v, error %v", seed, opt, policy, r, err)
			}
			checkStore(t, tree)
			var behind ply.Choice[int]
			for _, m := range r.Moves {
				if m.Move == r.Move {
					behind = m
				}
			}
			if err := tree.Play(r.Move); err != nil {
				t.Fatal(err)
			}
			if root := tree.store.Root; root != noNode {
				checkStore(t, tree)
				if n := tree.store.Nodes.At(root); n.visits > 0 {
					kept++
					if behind.Visits < int(n.visits)+1 && !opt.Transpositions {
						t.Fatalf("seed %d: %d visits of a move, %d of the node behind it", seed, behind.Visits, n.visits)
					}
				}
			}
		}
	}
	if failed == 0 || full == 0 || kept == 0 || shared == 0 {
		t.Errorf("%d searches failed, %d were full, %d trees kept, %d with transpositions", failed, full, kept, shared)
	}
}

// TestFormula holds the choice in a position to numbers computed by hand.
func TestFormula(t *testing.T) {
	// Three moves after 1+5 simulations, and one of the second in flight: N is 7.
	n := &node{value: 0.2, sum: 1, visits: 5, flight: 1, low: -1, high: 1}
	arcs := []arc[int]{
		{visits: 4, sum: 0.4, prior: 0.5, low: -1, high: 1},
		{visits: 1, sum: 0.6, flight: 1, prior: 0.3, low: -1, high: 1},
		{prior: 0.2, low: -1, high: 1},
	}
	// With C = 1 and no growth, √7 = 2.6458. The scores are
	//	0.1 + 2.6458·0.5/5                   = 0.3646
	//	0.6 + 2.6458·0.3/3                   = 0.8646; as a loss 0.6 - 1·(1+0.6)·1/2 = -0.2, and with that 0.0646
	//	(0.2+1)/6 + 2.6458·0.2/1             = 0.7292; reduced by 0.5·√0.8 0.2819, or by 0.2·√0.8 0.5503
	for _, c := range []struct {
		loss, reduction float64
		want            int
	}{{0, 0, 1}, {1, 0, 2}, {1, 0.2, 2}, {1, 0.5, 0}, {0.1, 0, 1}, {0.2, 0, 2}} {
		// At 0.1 the second has 0.6-0.08+0.2646 = 0.7846, and at 0.2 it has 0.7046.
		tree := &Tree[*testgames.Duel, int]{unit: 1, opt: planOf(PUCT{C: 1, Reduction: c.reduction, VirtualLoss: c.loss})}
		if got := tree.chooseUpper(n, arcs, nil); got != c.want {
			t.Errorf("virtual loss %v, reduction %v: move %d, want %d", c.loss, c.reduction, got, c.want)
		}
	}
	tree := &Tree[*testgames.Duel, int]{unit: 1, opt: planOf(PUCT{C: 1})}
	arcs[1].high = -1
	if got := tree.chooseUpper(n, arcs, nil); got != 2 {
		t.Errorf("move %d after a proof that the second loses, want 2", got)
	}
	// The exploration of the second move grows to 1 + log((1+7+8)/8) = 1.6931 times as much: 0.1+0.4480 and 0.2+0.8959.
	arcs[2].high = -1
	if got := tree.chooseUpper(n, arcs, []float64{0.1, 0.1, 0.8}); got != 0 {
		t.Errorf("move %d, want the only one that does not lose", got)
	}
}

// planOf returns the options of a selection.
func planOf(s Selection) plan[int] {
	p, err := Options[int]{Selection: s}.checked()
	if err != nil {
		panic(err)
	}
	return p
}

// TestGumbelByHand holds the improved policy and the choice by it to numbers computed by hand.
func TestGumbelByHand(t *testing.T) {
	tree := &Tree[*testgames.Duel, int]{unit: 1, opt: planOf(Gumbel{})}
	n := &node{value: 0.4, sum: 0.8, visits: 4, low: -1, high: 1}
	arcs := []arc[int]{
		{visits: 3, sum: 0.6, prior: 0.5, low: -1, high: 1}, // 0.2 on average
		{visits: 1, sum: 0.2, prior: 0.25, low: -1, high: 1},
		{prior: 0.25, low: -1, high: 1},
	}
	// The mixed value is (0.4 + 4·(0.5·0.2+0.25·0.2)/0.75)/5 = (0.4+0.8)/5 = 0.24, and the scale 50+3: 53·0.6 = 31.8
	// twice, and 53·0.62 = 32.86.
	got := tree.appendTransformed(nil, n, arcs)
	for i, want := range []float64{31.8, 31.8, 32.86} {
		if math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("move %d: %v, want %v", i, got[i], want)
		}
	}
	// exp(1.06) = 2.8864: the policy is 0.5, 0.25 and 0.72159 over 1.47159.
	got = tree.appendImproved(got[:0], n, arcs)
	for i, want := range []float64{0.33977, 0.16988, 0.49035} {
		if math.Abs(got[i]-want) > 1e-4 {
			t.Errorf("move %d: policy %v, want %v", i, got[i], want)
		}
	}
	// Less the shares 3/5, 1/5 and 0: -0.26, -0.03 and 0.49.
	if got := tree.chooseImproved(n, arcs); got != 2 {
		t.Errorf("move %d, want 2", got)
	}
	arcs[2].flight, n.flight = 5, 5 // less 3/10, 1/10 and 5/10: 0.04, 0.07 and -0.01
	if got := tree.chooseImproved(n, arcs); got != 1 {
		t.Errorf("move %d, want 1", got)
	}
}

// scheduled returns how many simulations each move gets if a move is the better the smaller its number.
func scheduled(simulations, moves int) []int {
	s := newSchedule(simulations, min(simulations, moves))
	visits := make([]int, moves)
	for i := range simulations {
		if i == s.end {
			s.halve()
		}
		least := 0
		for m := range s.moves {
			if visits[m] < visits[least] {
				least = m
			}
		}
		visits[least]++
	}
	return visits
}

// TestSchedule compares the simulations of moves with the division of a budget by sequential halving. Known numbers
// are computed by hand from the rule: with 200 simulations of 16 moves, ⌊200/(4·16)⌋ = 3 of each, ⌊200/(4·8)⌋ = 6 of
// the best 8, 12 of the best 4, 25 of the best 2, and the remaining 6 for these two.
func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		simulations, moves int
		want               []int
	}{
		{200, 16, []int{49, 49, 21, 21, 9, 9, 9, 9, 3, 3, 3, 3, 3, 3, 3, 3}},
		{64, 16, []int{15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1}},
		{32, 16, []int{4, 4, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1}}, // 1 of each, 1 of 8, 2 of 4
		{16, 16, []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{16, 4, []int{6, 6, 2, 2}},
		{50, 4, []int{19, 19, 6, 6}}, // 6 of each, 12 of two, and 2 left over
		{200, 4, []int{75, 75, 25, 25}},
		{20, 3, []int{8, 9, 3}}, // two phases of ⌊20/(2·3)⌋ = 3 and ⌊20/(2·2)⌋ = 5, then 1 left over
		{7, 1, []int{7}},
		{2, 16, []int{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
	} {
		got := scheduled(c.simulations, c.moves)
		if c.moves == 3 {
			got[0], got[1] = min(got[0], got[1]), max(got[0], got[1]) // whichever has the odd one
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d simulations of %d moves: %v, want %v", c.simulations, c.moves, got, c.want)
		}
	}
	for _, moves := range []int{4, 16} {
		for simulations := moves; simulations <= 200; simulations++ {
			// The rule once more, phase by phase.
			want, left, alive := make([]int, moves), simulations, moves
			for left > 0 {
				each := max(1, simulations/(int(math.Log2(float64(moves)))*alive))
				for range each {
					for m := range alive {
						if left > 0 {
							want[m]++
							left--
						}
					}
				}
				alive = max(2, alive/2)
			}
			if got := scheduled(simulations, moves); !slices.Equal(got, want) {
				t.Errorf("%d simulations of %d moves: %v, want %v", simulations, moves, got, want)
			}
		}
	}
}

// A row is a game of one move of many, the first of which is best.
type row struct{ moves, played int }

func (g *row) Moves(dst []int) []int {
	for m := range g.moves {
		if g.played == 0 || m < 2 && g.played < 1000 {
			dst = append(dst, m)
		}
	}
	return dst
}
func (g *row) Play(int)     { g.played++ }
func (g *row) Undo(int)     { g.played-- }
func (g *row) ToMove() int  { return 0 }
func (g *row) Outcome() int { return 0 }
func (g *row) Clone() *row  { c := *g; return &c }

// TestVisits checks that searches of the root follow the schedule, alone and in batches.
func TestVisits(t *testing.T) {
	for _, selection := range []Selection{Gumbel{Considered: 16, NoNoise: true}, Halving{Considered: 16}} {
		for _, batch := range []int{1, 4, 16, 100} {
			for _, simulations := range []int{16, 33, 50, 64, 100, 200} {
				know := func(_ context.Context, leaves []*Leaf[*row, int]) error {
					for _, l := range leaves {
						for i, m := range l.Moves {
							l.Priors[i] = float32(20 - m) // the first are considered
						}
						l.Value = 0
					}
					return nil
				}
				opt := Options[int]{Selection: selection, Batch: batch, NoSolver: true}
				tree, err := New(&row{moves: 20}, know, opt)
				if err != nil {
					t.Fatal(err)
				}
				r, err := tree.Search(context.Background(), ply.Limits{Nodes: simulations})
				if err != nil || r.Nodes != simulations {
					t.Fatalf("%+v, %v", r, err)
				}
				want := append(scheduled(simulations, 16), 0, 0, 0, 0)
				for _, m := range r.Moves {
					if m.Visits != want[m.Move] {
						t.Errorf("%v, batch %d, %d simulations: %d visits of move %d, want %d", selection, batch, simulations, m.Visits, m.Move, want[m.Move])
					}
				}
				checkStore(t, tree)
			}
		}
	}
}

// TestNoise compares the moments of drawn numbers with the distributions.
func TestNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const count = 100_000
	for _, shape := range []float64{0.03, 0.3, 1, 2.5, 40} {
		sum, squares := 0.0, 0.0
		for range count {
			x := math.Exp(logGamma(random, shape))
			sum += x
			squares += x * x
		}
		mean := sum / count
		variance := squares/count - mean*mean
		// The mean and the variance of a gamma distribution are its shape. Five standard errors; the fourth moment about the
		// mean is 3·shape²+6·shape.
		if math.Abs(mean-shape) > 5*math.Sqrt(shape/count) || math.Abs(variance-shape) > 5*math.Sqrt((2*shape*shape+6*shape)/count) {
			t.Errorf("shape %v: mean %v, variance %v", shape, mean, variance)
		}
	}
	tree := &Tree[*row, int]{random: random, opt: planOf(Gumbel{})}
	sum := 0.0
	for range count / 100 {
		tree.drawGumbel(100)
		for _, x := range tree.top.gumbel {
			sum += x
		}
	}
	if mean := sum / count; math.Abs(mean-0.57722) > 5*math.Pi/math.Sqrt(6*count) { // Euler's constant
		t.Errorf("Gumbel: mean %v", mean)
	}
}

// TestDirichlet checks priors with noise: they sum to 1, and their means are the means of the mixture.
func TestDirichlet(t *testing.T) {
	know := func(_ context.Context, leaves []*Leaf[*row, int]) error {
		leaves[0].Value = 0
		leaves[0].Priors[0] = 1
		return nil
	}
	tree, err := New(&row{moves: 4}, know, Options[int]{Selection: PUCT{Noise: 0.25}})
	if err != nil {
		t.Fatal(err)
	}
	const count = 3000
	means := make([]float64, 4)
	for range count {
		if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 1}); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, p := range tree.top.priors {
			sum += p
			means[i] += p / count
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the priors sum to %v", sum)
		}
	}
	for i, want := range []float64{0.8125, 0.0625, 0.0625, 0.0625} {
		// The variance of a part of the noise is (1/4)(3/4)/(1+10).
		if math.Abs(means[i]-want) > 5*0.25*math.Sqrt(0.1875/11/count) {
			t.Errorf("move %d: prior %v on average, want %v", i, means[i], want)
		}
	}
}

// TestNoiseOfHalving checks that noise varies the moves of the root that halving tries.
func TestNoiseOfHalving(t *testing.T) {
	know := func(_ context.Context, leaves []*Leaf[*row, int]) error {
		leaves[0].Value = 0
		return nil
	}
	for noise, varies := range map[float64]bool{0: false, 1: true} {
		tree, err := New(&row{moves: 4}, know, Options[int]{Selection: Halving{Considered: 1, PUCT: PUCT{Noise: noise}}, NoSolver: true})
		if err != nil {
			t.Fatal(err)
		}
		tried := map[int]bool{}
		for range 20 {
			if err := tree.Reset(); err != nil {
				t.Fatal(err)
			}
			r, err := tree.Search(context.Background(), ply.Limits{Nodes: 1})
			if err != nil {
				t.Fatal(err)
			}
			tried[r.Moves[0].Move] = true
		}
		if len(tried) > 1 != varies {
			t.Errorf("noise %v: moves %v", noise, tried)
		}
	}
}

// TestDecideByTime checks when a search is decided by the time that is left.
func TestDecideByTime(t *testing.T) {
	for _, c := range []struct {
		visits, others uint32
		left           time.Duration
		want           ply.Status
	}{
		{800, 200, 15 * time.Minute, ply.Decided}, // there is time for 500 more at the most
		{600, 400, 20 * time.Minute, ply.InProgress},
		{600, 400, 5 * time.Minute, ply.Decided},
		{200, 800, 5 * time.Minute, ply.Decided},
		{500, 500, time.Millisecond, ply.InProgress},
	} {
		tree, err := New(&row{moves: 2}, func(context.Context, []*Leaf[*row, int]) error { return nil }, Options[int]{})
		if err != nil {
			t.Fatal(err)
		}
		arcs := tree.store.arcsOf(tree.store.Nodes.At(tree.store.Root))
		arcs[0].visits, arcs[1].visits = c.visits, c.others
		now := time.Now()
		r := &run{done: 1000}
		r.Begin(t.Context(), ply.Limits{Time: time.Hour}, 0, true)
		r.Start, r.Deadline = now.Add(-time.Hour), now.Add(c.left)
		if tree.decideByTime(r); r.Status() != c.want {
			t.Errorf("%+v: %v", c, r.Status())
		}
	}
}
