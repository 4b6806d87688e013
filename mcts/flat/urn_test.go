package flat_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts/flat"
)

// balls is an artificial game for an urn, in which the playable moves change with every move.
type balls struct {
	size    int
	line    []int
	in      []bool
	weights [2][]float64
	puts    func(number int) // for both sides
	rules   []uint32         // made up: bits for each move, by what was played last
}

func newBalls(size int, spread float64, random *rand.Rand) *balls {
	g := &balls{size: size}
	for side := range g.weights {
		for range size {
			g.weights[side] = append(g.weights[side], math.Exp(spread*random.NormFloat64()))
		}
	}
	for range 97 {
		g.rules = append(g.rules, random.Uint32()|random.Uint32()&0xffff)
	}
	return g
}

func (g *balls) begin(put func(number int)) {
	g.line, g.in, g.puts = g.line[:0], make([]bool, g.size), put
	for n := range g.size - 1 { // the last comes later
		g.put(n)
	}
}

func (g *balls) put(n int) {
	if g.in[n] = true; g.puts != nil {
		g.puts(n)
	}
}

// side returns who is to move, not always in turn.
func (g *balls) side() int { return 0b1011_0100 >> len(g.line) & 1 }

// rule returns bits that were made up for the line.
func (g *balls) rule() uint32 {
	sum := 0
	for _, n := range g.line {
		sum = 3*sum + n + 2
	}
	return g.rules[sum%len(g.rules)]
}

// playable reports whether a move can be played now, if it is in the urn.
func (g *balls) playable(n int) bool { return g.rule()>>n&1 != 0 }

// play plays a move. Some others come back by that.
func (g *balls) play(n int) {
	g.in[n] = false
	g.line = append(g.line, n)
	for m, rule := 0, g.rule()>>16; m < g.size; m++ {
		if m != n && !g.in[m] && rule>>m&1 != 0 {
			g.put(m)
		}
	}
}

// lines computes the probabilities of all lines of a length by the law for each draw. A draw without a playable move is -1.
func (g *balls) lines(length int, p float64, all map[string]float64) {
	if len(g.line) == length {
		all[fmt.Sprint(g.line)] += p
		return
	}
	weights := g.weights[g.side()]
	sum := 0.0
	for n := range g.size {
		if g.in[n] && g.playable(n) {
			sum += weights[n]
		}
	}
	line, in := slices.Clone(g.line), slices.Clone(g.in)
	if sum == 0 {
		g.line = append(g.line, -1)
		g.lines(length, p, all)
	}
	for n := range g.size {
		g.line, g.in = slices.Clone(line), slices.Clone(in)
		if sum > 0 && g.in[n] && g.playable(n) {
			g.play(n)
			g.lines(length, p*weights[n]/sum, all)
		}
	}
	g.line, g.in = line, in
}

// deviates returns by how many standard deviations chi-squared is too great, for counts of events with probabilities.
func deviates(t *testing.T, counts map[string]int, probabilities map[string]float64, draws int) float64 {
	t.Helper()
	sum, freedom := 0.0, -1
	rest, restWant := 0.0, 0.0
	for event := range counts {
		if probabilities[event] == 0 {
			t.Fatalf("%s happened, which is impossible", event)
		}
	}
	for event, p := range probabilities {
		n, want := float64(counts[event]), p*float64(draws)
		if want < 10 {
			rest, restWant = rest+n, restWant+want
			continue
		}
		sum += (n - want) * (n - want) / want
		freedom++
	}
	if restWant > 1 {
		sum += (rest - restWant) * (rest - restWant) / restWant
		freedom++
	}
	if freedom < 20 {
		t.Fatalf("%d degrees of freedom", freedom)
	}
	return (sum - float64(freedom)) / math.Sqrt(2*float64(freedom))
}

// Lines of moves drawn from an urn have the probabilities that the law gives them, although moves cannot be played, are
// played by the other side, and come back.
func TestUrnLines(t *testing.T) {
	for seed, c := range []struct {
		size, length, draws int
		spread              float64
	}{{5, 7, 60_000, 1}, {6, 7, 60_000, 1}, {6, 6, 60_000, 2}, {7, 5, 60_000, 0}, {8, 5, 60_000, 4}} {
		c.draws /= long.Or(1, 3)
		g := newBalls(c.size, c.spread, rand.New(rand.NewPCG(uint64(seed), 1)))
		probabilities := map[string]float64{}
		g.begin(nil)
		g.lines(c.length, 1, probabilities)
		urn := flat.NewUrn(rand.NewPCG(uint64(seed), 2), func(side, number int) float64 { return g.weights[side][number] })
		counts := map[string]int{}
		for range c.draws {
			urn.Reset()
			g.begin(func(n int) {
				urn.Put(0, n)
				urn.Put(1, n)
			})
			for len(g.line) < c.length {
				n := urn.Draw(g.side(), g.playable)
				if n < 0 {
					g.line = append(g.line, n)
				} else {
					g.play(n)
				}
			}
			counts[fmt.Sprint(g.line)]++
		}
		d := deviates(t, counts, probabilities, c.draws)
		t.Logf("%+v: %d lines, %.1f", c, len(probabilities), d)
		if d > 4 {
			t.Errorf("%+v: chi-squared is %.1f standard deviations too great", c, d)
		}
	}
}

// A weight of a move is 0, infinite or no number: all are taken for weights that are possible. Moves may be put in twice,
// and out of a greater number at once.
func TestUrnWeights(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	weights := []float64{0, nan, -1, 1, inf, 1e300, -inf, 1e-300}
	urn := flat.NewUrn(rand.NewPCG(1, 2), func(_, number int) float64 { return weights[number%len(weights)] })
	always := func(int) bool { return true }
	for _, size := range []int{0, 1, 8, 1000} {
		urn.Reset()
		for range 2 {
			for n := range size {
				urn.Put(1, n)
			}
		}
		if n := urn.Draw(0, always); n != -1 {
			t.Errorf("%d of %d moves drawn for the other side", n, size)
		}
		drawn := make([]int, size)
		for range size {
			if n := urn.Draw(1, always); n >= 0 {
				drawn[n]++
			}
		}
		if urn.Draw(1, always) != -1 || slices.ContainsFunc(drawn, func(n int) bool { return n != 1 }) {
			t.Errorf("of %d moves drawn: %v", size, drawn)
		}
	}
}

// Differences of weights that are as great as can be make the order certain, also of moves that were put in late or could
// not be played before.
func TestUrnOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		size := 1 + random.IntN(23)
		order := random.Perm(size)
		urn := flat.NewUrn(rand.NewPCG(random.Uint64(), 1), func(_, n int) float64 { return math.Exp(50*float64(order[n]) - 575) })
		late := random.IntN(size)
		in, blocked := make([]bool, size), make([]bool, size)
		put := func(n int) {
			in[n] = true
			urn.Put(0, n)
		}
		for n := range late {
			put(n)
		}
		for left := 3 * size; left > 0; left-- {
			want := -1
			for n := range size {
				blocked[n] = random.IntN(3) == 0
				if in[n] && !blocked[n] && (want < 0 || order[n] > order[want]) {
					want = n
				}
			}
			if got := urn.Draw(0, func(n int) bool { return !blocked[n] }); got != want {
				t.Fatalf("drew %d, want %d, of %v with order %v but for %v", got, want, in, order, blocked)
			}
			if want >= 0 {
				in[want] = false
			}
			if n := random.IntN(size); random.IntN(2) == 0 {
				put(n)
			}
		}
	}
}

// drawing plays its own playouts with an urn.
type drawing struct {
	numbered
	draws *int
}

func (g drawing) Simulate(s *flat.Simulation[int]) int {
	root := g.ToMove()
	for _, m := range g.Moves(nil) {
		s.Urn.Put(0, m)
		s.Urn.Put(1, m)
	}
	var line []int
	for len(g.Moves(nil)) > 0 {
		*g.draws++
		side := g.ToMove()
		m := s.Urn.Draw(side, func(int) bool { return true })
		*s.Steps = append(*s.Steps, flat.Step[int]{Move: m, Side: side})
		g.Play(m)
		line = append(line, m)
	}
	outcome := g.Outcome()
	if g.ToMove() != root {
		outcome = -outcome
	}
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	return outcome
}

// Searches find the same on average, whether moves are drawn from lists or from an urn.
func TestUrnSearch(t *testing.T) {
	for _, opt := range []flat.Options[int]{{Boltzmann: flat.Boltzmann{K: 0.5}}, {Boltzmann: flat.Boltzmann{K: 2}}, {Boltzmann: flat.Boltzmann{K: 2, Annealed: true}}} {
		opt.Judge = flat.AllAsFirst{}
		const searches = 300
		var sums, squares [2][12]float64 // of means and, behind them, of numbers of playouts
		draws := 0
		for way := range 2 {
			for seed := range uint64(searches) {
				opt.Random = rand.NewPCG(seed, uint64(way))
				var r flat.Result[int]
				if way == 0 {
					r = search(t, numbered{position()}, ply.Limits{Nodes: 100}, opt)
				} else {
					r = search(t, drawing{numbered{position()}, &draws}, ply.Limits{Nodes: 100}, opt)
				}
				for i, m := range r.Moves {
					for j, x := range []float64{m.Value, float64(m.Visits)} {
						sums[way][6*j+i] += x
						squares[way][6*j+i] += x * x
					}
				}
			}
		}
		for i := range sums[0] {
			var mean, variance [2]float64
			for way := range 2 {
				mean[way] = sums[way][i] / searches
				variance[way] = (squares[way][i]/searches - mean[way]*mean[way]) / searches
			}
			if spread := math.Sqrt(variance[0] + variance[1]); math.Abs(mean[0]-mean[1]) > 4.5*spread {
				t.Errorf("%v: figure %d is %v from lists, %v from an urn, standard error %v", opt.Boltzmann, i, mean[0], mean[1], spread)
			}
		}
		if draws < 100*searches {
			t.Errorf("%d draws", draws)
		}
	}
}

// Playouts with an urn allocate nothing once it has grown.
func TestUrnAllocations(t *testing.T) {
	urn := flat.NewUrn(rand.NewPCG(1, 2), func(_, n int) float64 { return float64(1 + n) })
	allocs := testing.AllocsPerRun(20, func() {
		urn.Reset()
		for n := range 50 {
			urn.Put(0, n)
			urn.Put(1, n)
		}
		for i := range 80 {
			if n := urn.Draw(i&1, func(n int) bool { return (n+i)%3 > 0 }); n >= 0 && n%4 == 0 {
				urn.Put(0, n)
				urn.Put(1, n)
			}
		}
	})
	if allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// BenchmarkUrn draws all moves of both sides in turn, 81 as on a board of Go.
func BenchmarkUrn(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	var weights [2][81]float64
	for side := range weights {
		for n := range weights[side] {
			weights[side][n] = math.Exp(3 * random.NormFloat64())
		}
	}
	urn := flat.NewUrn(rand.NewPCG(1, 2), func(side, number int) float64 { return weights[side][number] })
	for b.Loop() {
		urn.Reset()
		for n := range 81 {
			urn.Put(0, n)
			urn.Put(1, n)
		}
		for i := range 81 {
			urn.Draw(i&1, func(int) bool { return true })
		}
	}
}
