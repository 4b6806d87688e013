package havannah

import "math/bits"

// Knowledge is what is known of good moves. The zero value is none.
type Knowledge struct {
	// Reach is the number of virtual simulations, all of them won, that a move begins with in the tree for each edge and
	// each corner that the chain of its stone touches (see mcts.Expert): bridges and forks are made of these. The weight
	// of RAVE determines what such a number means; see [Strong].
	Reach float32
}

// Strong returns the knowledge that plays best on a board with this number of cells along an edge, as far as matches have
// told, and the weight of RAVE with which it does. The larger the board, the less a playout says, and the more
// simulations need to be led to the edges. On large boards that holds for half a second a move or more; with a few
// thousand simulations, what is best on small boards is better on these, too.
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

// An Informed game is a game with knowledge of good moves, for package mcts. It shares the position of the game: a move
// played on one is played on the other.
type Informed struct {
	*Game
	Knowledge
}

// Clone returns a copy.
func (g *Informed) Clone() *Informed { return &Informed{g.Game.Clone(), g.Knowledge} }

// PriorResults gives moves the prior simulations of Knowledge.
func (g *Informed) PriorResults(moves []Cell, wins, simulations []float32) {
	side := g.ToMove()
	for i, c := range moves {
		touched := g.touched(c, side)
		w := g.Reach * float32(bits.OnesCount16(uint16(touched)))
		wins[i], simulations[i] = w, w
	}
}

// touched returns the edges and corners that the chain of a stone of a side on c, which is empty, would touch.
func (g *Game) touched(c Cell, side int) marks {
	all := g.marks[c]
	runs := &around[g.near[c].of(side)]
	for _, d := range runs.first[:runs.count] {
		all |= g.stones[g.find(Cell(int16(c)+g.steps[d]))].marks
	}
	return all
}
