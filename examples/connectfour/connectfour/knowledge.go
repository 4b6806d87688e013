package connectfour

import "math/bits"

// threats returns the cells that a side with these stones would win by, be they open or not: empty ones and, if own has
// a stone more than the board, perhaps that of this stone.
func (g *Game) threats(own uint64) uint64 {
	// Upright, three stones in a column have the fourth cell above them.
	cells := own<<1&(own<<2)&(own<<3) | missing(own, height-1) | missing(own, height) | missing(own, height+1)
	return cells & board &^ g.stones
}

// missing returns the cells that lack in lines of four, the neighbours of a cell being that many bits away.
func missing(own uint64, step uint) uint64 {
	right := own << step & (own << (2 * step)) // cells with two stones before them
	left := right >> (3 * step)                // and behind them
	return right&(own<<(3*step)|own>>step) | left&(own>>(3*step)|own<<step)
}

// Evaluate guesses the value by the cells that each side would win by, and how near the middle stones
// are.
func (g *Game) Evaluate() int {
	if g.Finished() {
		return g.Outcome()
	}
	other := g.own ^ g.stones
	return 8*(bits.OnesCount64(g.threats(g.own))-bits.OnesCount64(g.threats(other))) + centrality(g.own) - centrality(other)
}

// BestSuccessor finds the move of best evaluation, up to one that is good enough. The cells that the
// other side wins by are the same after all moves, but for the cell taken.
func (g *Game) BestSuccessor(enough int) (best Drop, value, evaluated int) {
	other := g.own ^ g.stones
	if fourInLine(other) {
		return 0, 0, 0
	}
	threatened := g.threats(other)
	before := centrality(g.own) - centrality(other) - 8*bits.OnesCount64(threatened)
	open := g.open()
	value = -Win - Cells
	for i, c := range &centreFirst {
		cell := open & c
		if cell == 0 {
			continue
		}
		evaluated++
		v := 0
		switch wins := g.threats(g.own | cell); {
		case wins&cell != 0:
			v = Win + Cells - (g.count + 1)
		case g.stones|cell != board:
			v = before + 8*bits.OnesCount64(wins) + central[i]
			if threatened&cell != 0 {
				v += 8
			}
		}
		if v > value {
			if best, value = Drop(bits.TrailingZeros64(cell)), v; v >= enough {
				break
			}
		}
	}
	return best, value, evaluated
}

// central is the centrality of a stone in each column of centreFirst.
var central = [Columns]int{2, 1, 1}

// centrality counts the stones in the middle column twice and those beside it once.
func centrality(stones uint64) int {
	const middle, beside = column << (3 * height), column<<(2*height) | column<<(4*height)
	return 2*bits.OnesCount64(stones&middle) + bits.OnesCount64(stones&beside)
}

// The first, third and fifth row, and the second, fourth and sixth.
const (
	lowerRows = bottom | bottom<<2 | bottom<<4
	upperRows = lowerRows << 1
)

// Bounds tells what a few operations on bits can tell: whether the side to move wins at once, or must
// lose to the next move; how soon the game can be won at all, and whether a side still can; and
// whether the other side can hold the game, or win it, by following up: by always playing one cell
// above the last move (Allis 1988, chapter 3).
func (g *Game) Bounds(_, _ int) (low, high int) {
	if g.Finished() {
		outcome := g.Outcome()
		return outcome, outcome
	}
	open, other := g.open(), g.own^g.stones
	empty := Cells - g.count
	if g.threats(g.own)&open != 0 {
		return Win + empty - 1, Win + empty - 1
	}
	threatened := g.threats(other)
	safe := open &^ (threatened >> 1) // a stone just below a cell that the other side wins by gives it away
	if forced := open & threatened; forced != 0 {
		if safe &= forced; forced&(forced-1) != 0 {
			safe = 0
		}
	}
	if safe == 0 && empty > 1 {
		return -(Win + empty - 2), -(Win + empty - 2)
	}
	if empty >= 4 {
		low = -(Win + empty - 4)
	}
	if empty >= 3 {
		high = Win + empty - 3
	}
	rest := board &^ g.stones
	if !fourInLine(other | rest) {
		low = 0
	}
	if !fourInLine(g.own | rest) {
		high = 0
	}
	return low, min(high, g.followUp(open, rest, threatened))
}

// followUp returns what the side to move gets at most if the other one follows up.
//
// In a column that holds an even number of stones, the side to move then gets the cells of the first,
// third and fifth row, and the other side those above them. Of the columns that hold an odd number two
// and two make a pair, and playing on one is answered on the other. That leaves no column if side 0 is
// to move, and one if side 1 is: there the other side needs a cell to win by, in one of its rows,
// before the column is full. Since it always has an answer, the side to move must come to play below
// that cell in the end.
func (g *Game) followUp(open, rest, threatened uint64) int {
	single := open & upperRows // the next cells of the columns that hold an odd number of stones
	if g.count&1 == 0 {
		switch {
		case fourInLine(g.own | rest&lowerRows | single):
			return Win + Cells
		case fourInLine(g.own ^ g.stones | rest&upperRows&^single):
			return -Win
		default:
			return 0
		}
	}
	for left := single; left != 0; left &= left - 1 {
		in := column << (bits.TrailingZeros64(left) / height * height)
		if wins := threatened & lowerRows & in; wins != 0 {
			below := wins&-wins - 1
			if !fourInLine(g.own | rest&lowerRows&^in | single&^in | rest&upperRows&in&below) {
				return -Win
			}
		}
	}
	return Win + Cells
}

// Rank ranks moves by the cells that a side would then win by. It puts first those that win and then those that keep
// the other side from winning at once, after which no others matter, and last those that let it.
func (g *Game) Rank(_ int, moves []Drop, ranks []int32) bool {
	const first, last = 1 << 29, -1 << 28
	threatened := g.threats(g.own ^ g.stones)
	if urgent := threatened & g.open(); urgent != 0 {
		if wins := g.threats(g.own) & g.open(); wins != 0 {
			urgent = wins
		}
		for i, d := range moves {
			if urgent&d.cell() != 0 {
				ranks[i] = first
			}
		}
		return false
	}
	for i, d := range moves {
		cell := d.cell()
		switch wins := g.threats(g.own | cell); {
		case wins&cell != 0:
			ranks[i] = first
		case threatened&(cell<<1) != 0:
			ranks[i] = last
		default:
			ranks[i] = int32(bits.OnesCount64(wins)) << 18
		}
	}
	return false
}
