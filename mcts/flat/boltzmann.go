package flat

import (
	"context"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
)

// mostExponent bounds the exponents of weights, so that sums are finite and no weight is 0.
const mostExponent = 600

// A weigher computes the weights of moves in a playout, exp(K·v) with a move's running mean v (Helmstetter 2007,
// section 4.3.6). Means are relative to the mean of all playouts, which changes no probability.
type weigher struct {
	first   *[2][]tally // all moves as first
	early   *early
	mean    float64    // of all playouts
	virtual float64    // playouts with that mean
	k       [2]float64 // of each side
	known   [2][]known
	round   uint32 // of the present playout
}

type known struct {
	round  uint32
	weight float64
}

func (w *weigher) begin(k float64, side int, mean float64) {
	w.k[side], w.k[1-side], w.mean = k, -k, mean
	if w.round++; w.round == 0 {
		w.known, w.round = [2][]known{}, 1
	}
}

func (w *weigher) weigh(side, number int) float64 {
	if first := w.first[side]; number < len(first) && first[number].count > 0 && w.early.has(side, number) {
		t := &first[number]
		return exp(min(mostExponent, max(-mostExponent, w.k[side]*(t.sum-t.count*w.mean)/(t.count+w.virtual))))
	}
	return 1
}

// weightsOf appends the weights of moves by number, which are constant during a playout.
func (w *weigher) weightsOf(dst []float64, side int, numbers []int32) []float64 {
	for _, n := range numbers {
		weight := sampling.At(&w.known[side], n)
		if weight.round != w.round {
			*weight = known{w.round, w.weigh(side, int(n))}
		}
		dst = append(dst, weight.weight)
	}
	return dst
}

func (w *worker[M]) boltzmann(side int, moves []M) int {
	w.numbers = w.numberer.AppendNumbers(w.numbers[:0], moves)
	w.odds = w.weigher.weightsOf(w.odds[:0], side, w.numbers)
	sum := 0.0
	for _, x := range w.odds {
		sum += x
	}
	return chance.Pick(w.odds, chance.Fraction(w.random)*sum)
}

var powers = func() (table [1 << powerBits]float64) {
	for i := range table {
		table[i] = math.Exp2(float64(i) / (1 << powerBits))
	}
	return table
}()

const powerBits = 6

// exp returns the exponential of a number from -700 to 700 with a relative error below 2·10⁻¹³, faster than [math.Exp].
func exp(x float64) float64 {
	const step = math.Ln2 / (1 << powerBits)
	k := math.RoundToEven(x * (1 / step))
	x -= k * step
	n := int(k)
	power := math.Float64frombits(uint64(n>>powerBits+1023) << 52)
	return power * powers[n&(1<<powerBits-1)] * (1 + x*(1+x*(1./2+x*(1./6+x*(1./24)))))
}

// listPlayable lists each side's early moves: the legal moves and, for the other side, the moves that are legal after
// at least half of them. It lists none for the other side if that never moves next, or when ctx ends.
func (s *search[M]) listPlayable(ctx context.Context, g ply.AdversarialGame[M], legal []M) {
	s.playable[s.side] = legal
	after, counts := 0, map[M]int{}
	var replies, met []M
	for _, m := range legal {
		if ctx.Err() != nil {
			return
		}
		s.line = append(s.line, m)
		g.Play(m)
		if g.ToMove() == 1-s.side {
			replies = g.Moves(replies[:0])
			after += min(1, len(replies))
			for _, r := range replies {
				if counts[r]++; counts[r] == 1 {
					met = append(met, r)
				}
			}
		}
		g.Undo(m)
		s.line = s.line[:0]
	}
	for _, r := range met {
		if 2*counts[r] >= after {
			s.playable[1-s.side] = append(s.playable[1-s.side], r)
		}
	}
}

// early holds whether a side can play a move early, by number. Only such moves have means of their own: other moves are
// playable only after something else went well, such as a capture, which the mean would measure. Without any, all count.
type early [2][]bool

func (e *early) has(side, number int) bool {
	known := e[side]
	return len(known) == 0 || number < len(known) && known[number]
}
