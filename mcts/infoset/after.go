package infoset

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/belief"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
)

// mostListed is the greatest number of moves that are played to list lines.
const mostListed = 10_000_000

// SearchAfter is [Search] for a game that does not know how to draw. It searches the position after a line from a start for the
// player to move there. First it lists the lines that this player holds possible: all lines on which it has the same information
// at each of its decisions and makes the same moves (Vittaut 2017, section 3.2). Then it draws among them by their probabilities,
// where the others choose every move with the same probability and chance keeps to its own. It uses nothing else of the line.
//
// Each draw clones the start and plays a line, so a game that draws by itself is searched faster. If there are so many lines
// that listing them takes ten million moves, or the time of the limits, that is an error.
func SearchAfter[G interface {
	ply.Game[M]
	ply.Imperfect
	ToMove() int
	ply.Cloner[G]
}, M comparable](ctx context.Context, start G, line []M, limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if guard.IsNil(start) {
		return failed, errors.New("infoset: no game given")
	}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("infoset: %w", err)
	}
	begin := time.Now()
	within := ctx
	if limits.Time > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	var g *belief.Imagined[G, M]
	err := guard.Run(func() string { return "[]" }, func() error {
		held, err := belief.Believe(within, start.Clone(), line, mostListed)
		if err == nil {
			g, err = belief.Imagine(start, line, held)
		}
		return err
	})
	if err != nil {
		return failed, fmt.Errorf("infoset: %w", err)
	}
	return Search(ctx, g, limits.After(0, time.Since(begin)), opt)
}
