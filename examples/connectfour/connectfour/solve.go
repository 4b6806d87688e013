package connectfour

import (
	"cmp"
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// SolveOptions configure [Solve]. The zero value finds who wins.
type SolveOptions struct {
	Exact        bool            // find the exact value, and so the quickest win; otherwise only its sign is certain
	TableEntries int             // of 16 bytes each; 0 means 16 Mi
	State        checkpoint.File // keeps the state of the search, if it has a name
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
	if opt.State.Name != "" {
		o := SearchOptions(g, table)
		o.Checkpoint = opt.State
		if !opt.Exact {
			o.Window = [2]int{-1, 1}
		}
		return alphabeta.MTDF(ctx, g, limits, o) // one search, so that one file has all of it
	}
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
