package connectfour

import (
	"cmp"
	"context"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// threats returns the cells that complete a line of four with own, open or not: empty cells and, if own has a stone that the
// board lacks, perhaps the cell of that stone.
func (g *Game) threats(own uint64) uint64 {
	// Upright, three stones in a column have the fourth cell above them.
	cells := own<<1&(own<<2)&(own<<3) | missing(own, height-1) | missing(own, height) | missing(own, height+1)
	return cells & board &^ g.stones
}

// missing returns the cells that complete lines of four in a direction, in which neighbours are step bits apart.
func missing(own uint64, step uint) uint64 {
	right := own << step & (own << (2 * step)) // cells with two stones before them
	left := right >> (3 * step)                // and behind them
	return right&(own<<(3*step)|own>>step) | left&(own>>(3*step)|own<<step)
}

// Evaluate estimates the value by the winning cells of each side and by how near to the middle the stones are.
func (g *Game) Evaluate() int {
	if g.Finished() {
		return g.Outcome()
	}
	other := g.own ^ g.stones
	return 8*(bits.OnesCount64(g.threats(g.own))-bits.OnesCount64(g.threats(other))) + centrality(g.own) - centrality(other)
}

// BestSuccessor returns the move with the best evaluation, or the first whose value is at least enough. The winning cells of
// the other side are the same after all moves, except the cell taken.
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

// centrality counts stones in the middle column twice, and stones in the columns next to it once.
func centrality(stones uint64) int {
	const middle, beside = column << (3 * height), column<<(2*height) | column<<(4*height)
	return 2*bits.OnesCount64(stones&middle) + bits.OnesCount64(stones&beside)
}

// The first, third and fifth row; and the second, fourth and sixth.
const (
	lowerRows = bottom | bottom<<2 | bottom<<4
	upperRows = lowerRows << 1
)

// Bounds returns bounds that a few operations on bits give: whether the side to move wins at once, or must lose to the next
// move; how soon the game can be won, and whether a side still can win; and whether the other side can draw or win by
// follow-up, that is, by always playing in the cell above the last move (Allis 1988, chapter 3).
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
	safe := open &^ (threatened >> 1) // a stone just below a winning cell of the other side gives that cell away
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

// followUp returns an upper bound of the value for the side to move if the other side follows up.
//
// In a column with an even number of stones, the side to move then gets the first, third and fifth cell, and the other side
// the cells above them. Columns with an odd number of stones make pairs, in which a move in one column is answered in the
// other. If side 1 is to move, one column is left over: there the other side needs a winning cell in one of its rows before
// the column is full. As it always has an answer, the side to move must in the end play below that cell.
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

// Rank ranks moves by the winning cells after them. Winning moves come first, then moves that prevent an immediate win of the
// other side, after which no others matter; moves that allow one come last.
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

// SolveOptions configure [Solve]. The zero value finds who wins.
type SolveOptions struct {
	Exact        bool // find the exact value, and so the quickest win; otherwise only its sign is certain
	TableEntries int  // of 16 bytes each; 0 means 16 Mi
}

// tableFrom is the least number of empty cells with which positions are kept in the table; with fewer, a search is as fast.
const tableFrom = 8

// SearchOptions returns the options of a principal variation search from a position to the end of the game, with the full
// window: with a table that takes images for one position, moves ordered by Rank, and [Game.Bounds].
func SearchOptions(g *Game, table *transposition.Table) alphabeta.Options[Drop] {
	return alphabeta.Options[Drop]{
		Depth: g.Empty() + 1, // one more than there are moves, so no line ends in an evaluation
		Table: table, TableFrom: tableFrom,
		Tree:  alphabeta.Tree{Symmetric: true, Bounds: true},
		Order: alphabeta.TableMove | alphabeta.Ranks,

		Win: alphabeta.AnyDistance, Direct: true, // the outcomes tell how soon
	}
}

// Solve searches a position to the end of the game with [SearchOptions]. It first decides whether the side to move wins and
// then, if not, whether it draws.
func Solve(ctx context.Context, g *Game, limits ply.Limits, opt SolveOptions) (alphabeta.Result[Drop], error) {
	table := transposition.NewTable(16 * int64(cmp.Or(opt.TableEntries, 16<<20)))
	return solve(ctx, g, limits, table, opt.Exact)
}

func solve(ctx context.Context, g *Game, limits ply.Limits, table *transposition.Table, exact bool) (alphabeta.Result[Drop], error) {
	o := SearchOptions(g, table)
	if exact {
		return alphabeta.MTDF(ctx, g, limits, o) // about a tenth fewer nodes than with wide windows
	}
	o.Window = [2]int{0, 1}
	won, err := alphabeta.Search(ctx, g, limits, o)
	if err != nil || won.Status != ply.Complete || won.Value >= 1 {
		return won, err
	}
	o.Window = [2]int{-1, 0}
	lost, err := alphabeta.Search(ctx, g, limits.After(won.Nodes, won.Elapsed), o)
	if err != nil {
		return lost, err
	}
	if lost.Status == ply.Complete && lost.Value >= 0 {
		lost.Value, lost.Bound = 0, ply.Exact // it is at most 0 as well
	}
	lost.Nodes += won.Nodes
	lost.Elapsed += won.Elapsed
	return lost, nil
}

// Stones returns the number of stones on the board at the end of a game with this value.
func Stones(value int) int { return min(Cells, Cells+Win-max(value, -value)) }
