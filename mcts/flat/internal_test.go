package flat

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/mcts"
)

// A playouter has the methods of an mcts.Playouter, and no others.
var (
	_ mcts.Playouter[int] = playouter[int](nil)
	_ playouter[int]      = mcts.Playouter[int](nil)
)

// row is a game in which both sides play numbers, each once, until none is left.
type row struct {
	size int
	line []int
	late int // if not 0, a number that nobody can play before 1 has been played
}

func (r *row) Moves(dst []int) []int {
	for i := range r.size {
		if !slices.Contains(r.line, i) && (i != r.late || i == 0 || slices.Contains(r.line, 1)) {
			dst = append(dst, i)
		}
	}
	return dst
}
func (r *row) Play(m int)       { r.line = append(r.line, m) }
func (r *row) Undo(int)         { r.line = r.line[:len(r.line)-1] }
func (r *row) ToMove() int      { return len(r.line) % 2 }
func (r *row) Outcome() int     { return 0 }
func (r *row) Acyclic() bool    { return true }
func (r *row) Numbers() int     { return r.size + 3 }
func (r *row) Number(m int) int { return m }

// newTestWorker returns a worker in the midst of a search, in which move i of side 0 has the mean 10·i, and of side 1 the
// mean 10·i for side 0, too.
func newTestWorker(t *testing.T, size int, opt Options[int]) *worker[int] {
	t.Helper()
	return newTestWorkerOf(t, &row{size: size}, opt)
}

func newTestWorkerOf(t *testing.T, r *row, opt Options[int]) *worker[int] {
	t.Helper()
	limits := ply.Limits{Nodes: 1000}
	if opt.Judge == nil {
		opt.Judge = AllAsFirst{}
	}
	plan, err := opt.checked(context.Background(), limits)
	if err != nil {
		t.Fatal(err)
	}
	s := &search[int]{opt: &plan, limits: limits}
	if err := s.prepare(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	w := s.newWorker(0, r)
	s.workers = []*worker[int]{w}
	for i := range r.size {
		for side := range w.first {
			sampling.At(&w.first[side], int32(i)).merge(tally{count: 4, sum: 40 * float64(i)})
		}
	}
	w.all = tally{count: 10, sum: 123}
	w.playout = 1
	return w
}

// Boltzmann playouts draw moves in proportion to exp(K·v), where the other side likes what this one does not.
func TestBoltzmann(t *testing.T) {
	for _, annealed := range []bool{false, true} {
		w := newTestWorker(t, 4, Options[int]{Boltzmann: Boltzmann{K: 0.1, Annealed: annealed}})
		k := 0.1
		if annealed {
			w.made = 250
			k = 0.025
		}
		w.begin()
		for side := range 2 {
			const draws = 40_000
			moves := []int{3, 0, 2}
			var count [4]float64
			for range draws {
				count[moves[w.boltzmann(side, moves)]]++
			}
			sum := 0.0
			for _, m := range moves {
				sum += math.Exp(k * float64(10*m*(1-2*side)))
			}
			for _, m := range moves {
				p := math.Exp(k*float64(10*m*(1-2*side))) / sum
				if d := math.Abs(count[m]/draws - p); d > 5*math.Sqrt(p*(1-p)/draws) {
					t.Errorf("side %d, annealed %v: move %d drawn %.4f of the times, want %.4f", side, annealed, m, count[m]/draws, p)
				}
			}
		}
	}
}

// With virtual playouts, the mean of a move includes theirs.
func TestVirtual(t *testing.T) {
	w := newTestWorker(t, 4, Options[int]{Boltzmann: Boltzmann{K: 0.1, Virtual: 30}})
	w.begin()
	own := &w.first[0][3]
	mean := (own.sum + 30*w.all.mean()) / (own.count + 30)
	want := math.Exp(0.1 * (mean - w.all.mean()))
	if got := w.weigher.weigh(0, 3); own.mean() == w.all.mean() || math.Abs(got/want-1) > 1e-12 {
		t.Errorf("weight %v, want %v", got, want)
	}
}

// Without any knowledge all moves have the same weight, and no difference is too great.
func TestWeights(t *testing.T) {
	w := newTestWorker(t, 4, Options[int]{Boltzmann: Boltzmann{K: 1e300}})
	w.begin()
	for number, want := range map[int]float64{0: math.Exp(-mostExponent), 3: math.Exp(mostExponent), 9: 1} {
		if got := w.weigher.weigh(0, number); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("weight %v of move %d, want %v", got, number, want)
		}
	}
	if i := w.boltzmann(0, []int{0, 1}); i != 0 && i != 1 {
		t.Errorf("chose %d", i)
	}
}

// A move that cannot be played early has the weight of the mean, independent of its own mean. Here this is the move
// that is illegal for the side to move, and that the other side can play only after one of five moves.
func TestEarly(t *testing.T) {
	const late = 4
	w := newTestWorkerOf(t, &row{size: 6, late: late}, Options[int]{Boltzmann: Boltzmann{K: 0.1}})
	w.begin()
	g := newTestWorkerOf(t, &row{size: 6, late: late}, Options[int]{Judge: AllAsFirst{Gobble: 1}}).gobble
	for side := range 2 {
		for number := range 6 {
			if weight := w.weigher.weigh(side, number); (weight == 1) != (number == late) {
				t.Errorf("side %d: weight %v of move %d", side, weight, number)
			}
		}
		g.choose(side, []int{0, 1, 2, 3, late, 5})
	}
	g.arrange(1)
	// The mean of all playouts is 12.3.
	if !slices.Equal(g.played[0], []int32{5, 3, 2, late, 1, 0}) || !slices.Equal(g.played[1], []int32{0, 1, late, 2, 3, 5}) {
		t.Errorf("sequences %v", g.played)
	}
}

func TestExp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		x := mostExponent * (2*random.Float64() - 1)
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 2e-13 {
			t.Fatalf("exp(%v) is %v, want %v", x, got, want)
		}
	}
	if exp(0) != 1 {
		t.Errorf("exp(0) is %v", exp(0))
	}
}

// At the end sequences are in the order of the means, and moves are played in this order, from the beginning again.
func TestGobble(t *testing.T) {
	w := newTestWorker(t, 5, Options[int]{Judge: AllAsFirst{Gobble: 3}})
	g := w.gobble
	all := []int{0, 1, 2, 3, 4}
	for side := range 2 {
		g.choose(side, all) // meets all
	}
	g.arrange(1)
	if !slices.Equal(g.played[0], []int32{4, 3, 2, 1, 0}) || !slices.Equal(g.played[1], []int32{0, 1, 2, 3, 4}) {
		t.Fatalf("sequences %v", g.played)
	}
	for i, c := range []struct {
		moves []int
		want  int
	}{{[]int{0, 1, 2, 3}, 3}, {[]int{0, 1, 4}, 1}, {[]int{4, 2}, 4}, {[]int{0, 2}, 2}} {
		if got := c.moves[g.choose(0, c.moves)]; got != c.want {
			t.Errorf("choice %d of %v is %d, want %d", i, c.moves, got, c.want)
		}
	}
	// A move that is met late comes last, and has a place from then on.
	if got := g.choose(0, []int{7}); got != 0 || !slices.Contains(g.sorted[0], 7) {
		t.Errorf("chose %d, sequence %v", got, g.sorted[0])
	}
}

// A move goes up by n places or more with probability exp(-n/T).
func TestGobbleTemperature(t *testing.T) {
	const size, draws, temperature = 30, 20_000, 4.0
	w := newTestWorker(t, size, Options[int]{Judge: AllAsFirst{Gobble: 2 * temperature}, Random: rand.NewPCG(1, 2)})
	g := w.gobble
	all := make([]int, size)
	for i := range all {
		all[i] = i
	}
	g.choose(0, all)
	var up [size]float64
	for range draws {
		g.arrange(0.5)
		// No other move goes past the last one, the worst, after it has gone up.
		for n := range size - int(g.rank[0][0]) + 1 {
			up[n]++
		}
	}
	for n := range 10 {
		p := math.Exp(-float64(n) / temperature)
		if d := math.Abs(up[n]/draws - p); d > 5*math.Sqrt(p*(1-p)/draws)+1e-12 {
			t.Errorf("%d places or more: %.4f, want %.4f", n, up[n]/draws, p)
		}
	}
}
