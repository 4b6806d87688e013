package flat

import (
	"math"

	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
)

// A gobble chooses the moves of playouts by two move sequences, one for each side, which are annealed simultaneously
// (Brügmann 1993, as described by Helmstetter 2007, section 4.3.1).
type gobble[M comparable] struct {
	*worker[M]
	sorted [2][]int32 // numbers of moves, best first
	played [2][]int32 // the same, as they were moved for a playout
	rank   [2][]int32 // by numbers, the place in played, from 1 on; 0 for moves not yet met
	next   [2]int32   // the rank from which on a side goes on
}

func newGobble[M comparable](w *worker[M]) *gobble[M] { return &gobble[M]{worker: w} }

// arrange makes the sequences of the next playout. done is the part of the search that is done.
func (g *gobble[M]) arrange(done float64) {
	temperature := g.opt.gobble * (1 - done)
	for side := range g.sorted {
		g.sort(side)
		g.played[side] = append(g.played[side][:0], g.sorted[side]...)
		moves := g.played[side]
		if temperature > 0 {
			for i, m := range moves {
				// The number of places is at least n with probability exp(-n/T).
				up := min(float64(i), -temperature*math.Log(1-chance.Fraction(g.random)))
				to := i - int(up)
				copy(moves[to+1:i+1], moves[to:i])
				moves[to] = m
			}
		}
		for i, m := range moves {
			g.rank[side][m] = int32(i) + 1
		}
		g.next[side] = 1
	}
}

func (g *gobble[M]) sort(side int) {
	value := func(number int32) float64 {
		t := sampling.At(&g.first[side], number)
		switch {
		case t.count == 0 || !g.early.has(side, int(number)):
			return 0
		case side == g.side:
			return t.mean() - g.all.mean()
		}
		return g.all.mean() - t.mean()
	}
	moves := g.sorted[side]
	for i, m := range moves {
		v := value(m)
		j := i
		for ; j > 0 && value(moves[j-1]) < v; j-- {
			moves[j] = moves[j-1]
		}
		moves[j] = m
	}
}

func (g *gobble[M]) choose(side int, moves []M) int {
	g.numbers = g.numberer.AppendNumbers(g.numbers[:0], moves)
	best, least, chosen := 0, int32(math.MaxInt32), int32(0)
	ranks, next := g.rank[side], g.next[side]
	for i, n := range g.numbers {
		if int(n) >= len(ranks) || ranks[n] == 0 {
			g.meet(side, n)
			ranks = g.rank[side]
		}
		ahead := ranks[n] - next
		if ahead < 0 {
			ahead += int32(len(g.sorted[side]))
		}
		if ahead < least {
			best, least, chosen = i, ahead, ranks[n]
		}
	}
	g.next[side] = chosen + 1
	return best
}

// meet inserts a new move at a random place, from the next playout on. In this one it comes last.
func (g *gobble[M]) meet(side int, number int32) {
	g.sorted[side] = append(g.sorted[side], number)
	moves := g.sorted[side]
	*sampling.At(&g.rank[side], number) = int32(len(moves))
	i := chance.Below(g.random, len(moves))
	moves[i], moves[len(moves)-1] = moves[len(moves)-1], moves[i]
}
