package montana

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/montecarlo"
)

// playout plays random moves to the end, takes them back, and returns their number and whether they solved
// the deal: what a programmer would write who needs just this.
func (h *hand) playout(line *[1024]handMove, random *rand.PCG) (length int, solved bool) {
	gaps := h.gaps[:4]
	for {
		var moves [4]handMove
		n := 0
		for _, gap := range gaps {
			to := h.where[gap]
			if from := h.where[h.board[to-1]+1]; from != 0 {
				moves[n&3] = handMove(from)<<8 | handMove(to)
				n++
			}
		}
		if n == 0 {
			break
		}
		i, _ := bits.Mul64(random.Uint64(), uint64(n))
		m := moves[i&3]
		h.move(uint8(m>>8), uint8(m))
		line[length&1023] = m
		length++
	}
	solved = h.solved()
	for i := length - 1; i >= 0; i-- {
		h.move(uint8(line[i&1023]), uint8(line[i&1023]>>8))
	}
	return length, solved
}

func (h *hand) move(from, to uint8) {
	card, gap := h.board[from], h.board[to]
	h.board[from], h.board[to] = gap, card
	h.where[card], h.where[gap] = to, from
}

// BenchmarkPlayouts measures the random playouts of package montecarlo against some written by hand for this
// game alone, in turn, on the same deals of variant Base: the medians of their speeds in million playouts a
// second and of the ratios.
func BenchmarkPlayouts(b *testing.B) {
	const playouts = 400 // a deal and turn: few, so that what else the machine does meets both alike
	var games []*Game
	var hands []*hand
	random := rand.NewPCG(1, 2)
	for seed := range uint64(50) {
		g, _ := randomGame(b, 4, 13, seed, Base)
		games = append(games, g)
		hands = append(hands, newHand(g, false, nil, 0))
	}
	var library, byHand, ratio []float64
	var line [1024]handMove
	handMoves := 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for b.Loop() {
		start := time.Now()
		for _, g := range games {
			r, err := montecarlo.IterativeSampling(b.Context(), g, ply.Limits{Nodes: playouts}, montecarlo.Options[Move]{Random: random})
			if err != nil {
				b.Fatal(r.Status, err)
			}
		}
		middle := time.Now()
		for _, h := range hands {
			for range playouts {
				length, _ := h.playout(&line, random)
				handMoves += length
			}
		}
		n += playouts * len(games)
		library = append(library, playouts*float64(len(games))/middle.Sub(start).Seconds()/1e6)
		byHand = append(byHand, playouts*float64(len(games))/time.Since(middle).Seconds()/1e6)
		ratio = append(ratio, library[len(library)-1]/byHand[len(byHand)-1])
	}
	runtime.ReadMemStats(&after)
	middle := func(xs []float64) float64 {
		slices.Sort(xs)
		return xs[len(xs)/2]
	}
	b.ReportMetric(middle(library), "Mplayouts/s")
	b.ReportMetric(middle(byHand), "byhand-Mplayouts/s")
	b.ReportMetric(middle(ratio), "ratio")
	b.ReportMetric(float64(handMoves)/float64(n), "moves/playout")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(n), "allocs/playout")
}
