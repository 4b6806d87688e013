package mcts

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/internal/slab"
	"github.com/ply-search/ply/internal/tree"
)

func TestFastLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1, 1e10).Draw(t, "x")
		if got, want := fastLog(x), math.Log(x); math.Abs(got-want) > 3e-6 {
			t.Fatalf("log %v is %v, want %v", x, got, want)
		}
	})
}

// TestRAVEWeight fixes the weight at its ends: all to RAVE without own results, nothing with many.
func TestRAVEWeight(t *testing.T) {
	const r, mean, all = 50, 0.25, 0.75
	last := float32(1)
	for _, test := range []struct{ n, want float32 }{{0, all}, {r, (mean + all) / 2}, {3 * r, mean + (all-mean)/4}, {1e9, mean}} {
		got := raveScore(r, test.n, mean*test.n, 40, all*40)
		if math.Abs(float64(got-test.want)) > 1e-6 {
			t.Errorf("%v after %v simulations, want %v", got, test.n, test.want)
		}
		if got >= last {
			t.Errorf("%v after %v simulations, no less than before", got, test.n)
		}
		last = got
	}
}

func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(-mostUtility, mostUtility).Draw(t, "low")
		high := rapid.IntRange(low, mostUtility).Draw(t, "high")
		b := boundsOf(low, high)
		if b.low() != low || b.high() != high || b.exact() != (low == high) || b.flip() != boundsOf(-high, -low) {
			t.Fatalf("%d to %d: %d to %d", low, high, b.low(), b.high())
		}
		distance := rapid.IntRange(0, mostDistance+5).Draw(t, "distance")
		d := b.at(distance)
		if d.low() != low || d.high() != high || d.exact() != b.exact() || d.distance() != min(distance, mostDistance) || d.flip().flip() != d {
			t.Fatalf("%d to %d in %d: %d to %d in %d", low, high, distance, d.low(), d.high(), d.distance())
		}
		if d.and(d.at(3)) != d.at(min(distance, 3)) || d.and(boundsOf(-mostUtility, mostUtility).at(1)).low() != low {
			t.Fatalf("%d to %d in %d: %v", low, high, distance, d.and(d.at(3)))
		}
	})
}

// TestBestByMean compares the moves that bestByMean takes with the formula of UCT, among moves that are not proven to be
// no better than one known.
func TestBestByMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const utility = 3
		k := rapid.SampledFrom([]float64{0, 1e-3, 0.25, 4}).Draw(t, "k")
		w := &worker[int]{}
		w.exploration, w.perPoint = k, 1.0/(2*utility)
		w.firstPlay, w.eager = math.MaxFloat32, rapid.Bool().Draw(t, "eager")
		low := rapid.IntRange(-utility, utility).Draw(t, "low")
		n := &node{bounds: boundsOf(low, utility)}
		arcs := make([]arc[int], rapid.IntRange(1, 9).Draw(t, "moves"))
		scores := make([]float64, len(arcs))
		for i := range arcs {
			// Fewer than the table has, about as many, and more.
			visits := rapid.SampledFrom([]int{0, 1, 7, 1023, 1024, 2_000_000}).Draw(t, "visits")
			points := rapid.IntRange(0, 2*utility*visits).Draw(t, "points")
			high := rapid.IntRange(low, utility).Draw(t, "high")
			arcs[i] = arc[int]{visits: uint32(visits), points: uint32(points), bounds: boundsOf(-utility, high)}
			n.visits += uint32(visits)
		}
		first := -1 // of those not tried
		for i, a := range arcs {
			visits := float64(a.visits)
			switch {
			case a.bounds.high() <= low:
				scores[i] = math.Inf(-1)
			case visits == 0:
				scores[i] = math.MaxFloat32
				if first < 0 {
					first = i
				}
			default:
				scores[i] = float64(a.points)/(2*utility)/visits + math.Sqrt(k*math.Log(2+float64(n.visits))/visits)
			}
		}
		got, best := w.bestByMean(n, arcs), slices.Max(scores)
		switch {
		case first >= 0 && got != first:
			t.Fatalf("move %d, want the first one not tried, %d", got, first)
		case math.IsInf(best, -1):
			if got >= 0 {
				t.Fatalf("move %d, want none", got)
			}
		case got < 0 || scores[got] < best-1e-5*(1+best):
			t.Fatalf("move %d of %v, want %v", got, scores, best)
		}
	})
}

// TestBestPlain compares the choices of bestPlain and bestByRAVE with best, which has no shortcuts.
func TestBestPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const utility, moves = 3, 9
		w := &worker[int]{}
		w.store = &store[int]{}
		w.store.raves.used = true
		w.store.raves.Reset(4, moves)
		w.store.raves.Extend(moves)
		w.opt = &plan[int]{}
		w.opt.RAVE.Weight = rapid.SampledFrom([]float64{0, 1e-3, 1, 50, 1e6}).Draw(t, "weight")
		w.exploration = rapid.SampledFrom([]float64{0, 0.25, 4}).Draw(t, "k")
		if w.opt.Bandit = Bandit(Greedy{}); w.exploration != 0 {
			w.opt.Bandit = Hoeffding{K: w.exploration}
		}
		w.refNode, w.eager = make([]uint32, 1), rapid.Bool().Draw(t, "eager")
		w.perPoint, w.firstPlay = 1.0/(2*utility), rapid.SampledFrom([]float32{0.4, math.MaxFloat32}).Draw(t, "first")
		low := rapid.IntRange(-utility, utility).Draw(t, "low")
		n := &node{bounds: boundsOf(low, utility), Span: tree.Span{Count: uint32(rapid.IntRange(1, moves).Draw(t, "moves"))}}
		arcs, raves := make([]arc[int], n.Count), w.store.raves.of(n)
		for i := range arcs {
			results := func(label string) (visits, points uint32) {
				visits = rapid.SampledFrom([]uint32{0, 1, 7, 2_000_000}).Draw(t, label)
				return visits, rapid.Uint32Range(0, 2*utility*visits).Draw(t, label+" points")
			}
			arcs[i].visits, arcs[i].points = results("visits")
			arcs[i].bounds = boundsOf(-utility, rapid.IntRange(low, utility).Draw(t, "high"))
			raves[i] = count(results("raves"))
			n.visits += arcs[i].visits
		}
		want := w.best(firstNode, n, arcs)
		if got := w.bestPlain(n, arcs); got != want {
			t.Fatalf("move %d, want %d", got, want)
		}
		if w.opt.RAVE.Weight != 0 && w.exploration == 0 && !w.eager {
			if got := w.bestByRAVE(n, arcs); got != want {
				t.Fatalf("move %d by RAVE, want %d", got, want)
			}
		}
	})
}

// TestBandits checks the formulas at a point that was worked out by hand: 100 simulations, of which 10 of mean
// 0.3 fell to the move.
func TestBandits(t *testing.T) {
	log := math.Log(102)
	for _, test := range []struct {
		bandit Bandit
		want   float64
	}{
		{Hoeffding{K: 0.25}, math.Sqrt(0.25 * log / 10)},
		{Hoeffding{}, math.Sqrt(0.25 * log / 10)},
		{Greedy{}, 0},
		{Bernstein{K: 0.1}, math.Sqrt(4*0.1*0.21*log/10) + 3*math.Sqrt2*0.1*log/10},
		{Bernstein{}, math.Sqrt(4*0.01*0.21*log/10) + 3*math.Sqrt2*0.01*log/10},
		{Tuned{}, math.Sqrt(math.Log(100) / 10 * math.Min(0.25, 0.21+math.Sqrt(2*math.Log(100)/10)))},
		{PUCT{C: 2}, 2 * 0.5 * 10 / 11},
	} {
		moves := statistics{visits: []float32{10, 0}, means: []float32{0.3, 0.5}}
		scores := make([]float32, 2)
		test.bandit.bonus(100, moves, scores)
		if math.Abs(float64(scores[0])-test.want) > 1e-5 {
			t.Errorf("%#v: %v, want %v", test.bandit, scores[0], test.want)
		}
	}
}

func TestAggregate(t *testing.T) {
	for _, test := range []struct {
		median  bool
		results []int32 // of player 0, who is to move, and of 1 the negative; player 2 has the results in turn
		want    []uint64
	}{
		{false, []int32{1, 1, -1, 0}, []uint64{159, 254 - 159, 95}},
		{false, []int32{-1}, []uint64{0, 254, 0}},
		{false, []int32{1}, []uint64{254, 0, 0}},
		{true, []int32{1, -1, 0, 1, -1}, []uint64{127, 127, 127}},
		{true, []int32{1, -1, 1, -1}, []uint64{0, 254, 127}},
	} {
		w := &worker[int]{}
		w.opt, w.utility, w.perStep = &plan[int]{playouts: Playouts{Median: test.median}}, 1, 127
		w.results, w.points = make([][]int32, 3), make([]uint64, 3)
		for i, result := range test.results {
			for p, r := range []int32{result, -result, int32(i%3) - 1} {
				w.results[p] = append(w.results[p], r)
			}
		}
		w.aggregate(0)
		if !slices.Equal(w.points, test.want) {
			t.Errorf("median %v of %v: points %d, want %d", test.median, test.results, w.points, test.want)
		}
	}
}

// slabOf returns a slab with these elements.
func slabOf[T any](elements []T) slab.Slab[T] {
	var s slab.Slab[T]
	s.Reset(3, len(elements))
	s.Grow(len(elements), 0)
	copy(s.Slice(0, uint32(len(elements))), elements)
	return s
}

// TestReference checks that GRAVE finds in the reference the results of the move of the same number.
func TestReference(t *testing.T) {
	s := &store[int]{numbers: column[uint32]{slabOf([]uint32{7, 2, 5, 5, 1}), true}, raves: column[uint64]{slabOf([]uint64{100, 101, 102, 103, 104}), true}}
	s.Nodes = slabOf([]node{{}, {}, {Span: tree.Span{First: 0, Count: 3}}, {Span: tree.Span{First: 3, Count: 2}}})
	w := &worker[int]{}
	w.store, w.refs = s, make([]reference, 1)
	for range 2 {
		for _, test := range []struct {
			node, from uint32
			want       []uint64
		}{
			{3, 2, []uint64{102, 104}},      // the first move is found in the reference, the second has its own
			{2, 3, []uint64{100, 101, 103}}, // not in the reference before
		} {
			n := s.Nodes.At(test.node)
			if got := w.refer(s.raves.of(n), s.numbers.of(n), 0, test.from); !slices.Equal(got, test.want) {
				t.Errorf("node %d by node %d: %d, want %d", test.node, test.from, got, test.want)
			}
		}
	}
}

// TestReplicas checks that workers always see their own results in positions that they share, hot or not, never more
// than there are, and that in the end nothing is lost.
func TestReplicas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const arcs, workers = 3, 3
		s := newStore[int](1<<20, 1)
		s.shared, s.raves.used = true, true
		if s.reset(arcs) != nil {
			t.Fatal("no room")
		}
		s.Root = firstNode
		// The second and the fourth have the same place among the replicas.
		ids := []uint32{firstNode, firstNode + 1, firstNode + 2, firstNode + 1 + replicas}
		s.Nodes.Grow(int(ids[3])+1, 0)
		for i, id := range ids {
			*s.Nodes.At(id) = node{Span: tree.Span{First: uint32(arcs * i), Count: arcs}, visits: uint32(hotVisits * (i % 2))}
		}
		ws := make([]*worker[int], workers)
		for i := range ws {
			ws[i] = &worker[int]{}
			ws[i].store, ws[i].opt, ws[i].replicas = s, &plan[int]{Options: Options[int]{Workers: workers}}, make([]replica[int], replicas)
		}
		var own [workers][4][arcs]uint64
		var all [4][arcs]uint64
		for range rapid.IntRange(1, 3000).Draw(t, "simulations") {
			x := rapid.Uint32().Draw(t, "choice")
			i, p, arc := x%workers, x/8%4, x/64%arcs
			w := ws[i]
			n, as := w.open(ids[p])
			raves := w.openRAVE(n)
			n.visits++
			as[arc].visits++
			as[arc].points += 3
			raves[arc] += 2
			own[i][p][arc]++
			all[p][arc]++
			got := uint64(as[arc].visits)
			if got < own[i][p][arc] || got > all[p][arc] || raves[arc] != 2*got || as[arc].points != 3*as[arc].visits {
				t.Fatalf("worker %d sees %d results, RAVE %d, has %d of %d", i, got, raves[arc], own[i][p][arc], all[p][arc])
			}
			if w.replica != nil {
				w.replica.left--
			}
			w.close()
		}
		for _, w := range ws {
			w.dropAll()
		}
		for p, id := range ids {
			n, sum := s.Nodes.At(id), uint32(0)
			for i, want := range all[p] {
				a := s.arcsOf(n)[i]
				if got, rave := uint64(a.visits), s.raves.of(n)[i]; got != want || rave != 2*want || a.points != 3*a.visits {
					t.Errorf("position %d: %d results, RAVE %d, want %d", p, got, rave, want)
				}
				sum += uint32(want)
			}
			if want := uint32(hotVisits*(p%2)) + sum; n.visits != want || n.held != 0 {
				t.Errorf("position %d: %d visits, held %d, want %d", p, n.visits, n.held, want)
			}
		}
	})
}
