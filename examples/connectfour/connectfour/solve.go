package connectfour

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// SolveOptions say how [Solve] solves a position. The zero value finds who wins.
type SolveOptions struct {
	// Exact asks for the whole value, and so for the quickest win. Otherwise it is only certain
	// whether the value is more than 0, less or 0.
	Exact bool

	// TableEntries is the number of positions in the table, 16 bytes each. 0 means 16 Mi.
	TableEntries int
}

// tableFrom is the number of empty cells from which on positions are kept in the table. With fewer, it
// is as fast to search them again as to look them up.
const tableFrom = 8

// SearchOptions returns the options of a principal variation search from a position to the end of the game, with a table in
// which images are taken for one, moves in the order of their ranks, and what [Game.Bounds] knows. The window is that of the
// whole value.
func SearchOptions(g *Game, table *transposition.Table) alphabeta.Options[Drop] {
	return alphabeta.Options[Drop]{
		Depth: g.Empty() + 1, // one more than there are moves, so that none ends in an evaluation
		Table: table, TableFrom: tableFrom,
		Tree:  alphabeta.Tree{Symmetric: true, Bounds: true},
		Order: alphabeta.TableMove | alphabeta.Ranks,

		Win: alphabeta.AnyDistance, Direct: true, // the outcomes tell how soon
	}
}

// Solve searches a position to the end of the game, as [SearchOptions] has it. It finds out first whether the side to move
// wins and then, if it does not, whether it draws.
func Solve(ctx context.Context, g *Game, limits ply.Limits, opt SolveOptions) (alphabeta.Result[Drop], error) {
	entries := opt.TableEntries
	if entries == 0 {
		entries = 16 << 20
	}
	table := transposition.NewTable(16 * int64(entries))
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
		lost.Value, lost.Bound = 0, ply.Exact // it is at most 0, too
	}
	lost.Nodes += won.Nodes
	lost.Elapsed += won.Elapsed
	return lost, nil
}

// Stones returns the number of stones on the board at the end of a game that is worth value.
func Stones(value int) int {
	return min(Cells, Cells+Win-max(value, -value))
}
