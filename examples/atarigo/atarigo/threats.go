package atarigo

import (
	"cmp"
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// ThreatOptions are the options of [SolveByThreats].
type ThreatOptions struct {
	// Threat bounds the threats that a winner may need. None means threat.Lambda(3).
	Threat threat.Threat

	// InOrder searches the threats in their order instead of by proof numbers.
	InOrder bool

	// TableEntries is the number of positions that the table keeps, 24 bytes each. 0 means 4 million.
	TableEntries int

	// Progress, if not nil, is called about every 100 ms with what was done so far.
	Progress func(Result)
}

// SolveByThreats looks for a win by threats ([Goal]), first of the side to move, then of the other side, in two searches,
// each within the limits. A winner that it finds is certain. It knows no other way to win, so NoWinner, even of a complete
// search, means that neither side wins by these threats: on an empty board none does.
func SolveByThreats(ctx context.Context, g *Game, limits ply.Limits, opt ThreatOptions) (Result, error) {
	result := Result{Status: ply.Complete, Winner: NoWinner, Move: noMove}
	opt.TableEntries = cmp.Or(opt.TableEntries, 1<<22)
	if opt.Threat == nil {
		opt.Threat = threat.Lambda(3)
	}
	for _, side := range []int{g.side, 1 - g.side} {
		goal := NewGoal(g, side)
		var progress func(threat.Result[Point])
		if opt.Progress != nil {
			progress = func(r threat.Result[Point]) {
				done := result
				done.Status, done.Nodes, done.Elapsed = ply.InProgress, done.Nodes+r.Nodes, done.Elapsed+r.Elapsed
				done.Played += goal.Played()
				opt.Progress(done)
			}
		}
		found, err := threat.Search(ctx, goal, limits, threat.Options[Point]{
			Threat:       opt.Threat,
			ProofNumbers: !opt.InOrder,
			Widening:     true,
			Table:        transposition.NewTable(24 * int64(opt.TableEntries)), // for each side: the goals are not the same
			Progress:     progress,
		})
		result.Nodes += found.Nodes
		result.Played += goal.Played()
		result.Elapsed += found.Elapsed
		if err != nil {
			result.Status = ply.Failed
			return result, err
		}
		if found.Won {
			result.Status, result.Winner = ply.Complete, side
			if move, ok := found.Move(); ok && side == g.side {
				result.Move = move
			}
			break
		}
		if found.Status != ply.Complete {
			result.Status = found.Status
		}
	}
	return result, nil
}
