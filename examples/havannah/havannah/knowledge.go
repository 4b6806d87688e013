package havannah

import "math/bits"

// Knowledge sets prior results of moves. The zero value sets none.
type Knowledge struct {
	// Reach is the number of prior simulations, all of them won, of a move for each edge and each corner that the chain of its
	// stone touches (see mcts.Expert). Its effect depends on the weight of RAVE; see [Strong].
	Reach float32
}

// Strong returns the knowledge and the weight of RAVE that won most matches on boards of a size. On larger boards playouts say less,
// and the edges need more weight. The values for large boards are for half a second a move or more; with a few thousand
// simulations the values for small boards are better on all boards.
func Strong(size int) (k Knowledge, rave float64) {
	switch {
	case size <= 5:
		return Knowledge{Reach: 25}, 500
	case size == 6:
		return Knowledge{Reach: 150}, 1500
	default:
		return Knowledge{Reach: 1500}, 5000
	}
}

// An Informed game is a game with Knowledge, for package mcts. It shares the position of the game.
type Informed struct {
	*Game
	Knowledge
}

func (g *Informed) Clone() *Informed { return &Informed{g.Game.Clone(), g.Knowledge} }

func (g *Informed) PriorResults(moves []Cell, wins, simulations []float32) {
	side := g.ToMove()
	for i, c := range moves {
		touched := g.touched(c, side)
		w := g.Reach * float32(bits.OnesCount16(uint16(touched)))
		wins[i], simulations[i] = w, w
	}
}

// touched returns the marks of the chain that a stone of a side on c, which is empty, would have.
func (g *Game) touched(c Cell, side int) marks {
	all := g.marks[c]
	runs := &around[g.near[c].of(side)]
	for _, d := range runs.first[:runs.count] {
		all |= g.stones[g.find(Cell(int16(c)+g.steps[d]))].marks
	}
	return all
}
