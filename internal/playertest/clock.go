package playertest

import (
	"context"
	"errors"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// Node is the simulated time of a node, by a clock that makes games depend only on their seed, on any machine. It is so
// long that real time is negligible.
const Node = time.Hour

// A simulated searcher ends when the nodes up to the deadline of the context are used up, and reports their time.
type simulated[M comparable] struct {
	engine.Searcher[M]
	used int // nodes of the last analysis
}

func (s *simulated[M]) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
	if deadline, ok := ctx.Deadline(); ok {
		limits.Nodes = max(int((time.Until(deadline)+Node/2)/Node), 1)
	}
	depth, report := 0, q.Report
	if report != nil {
		q.Report = func(a engine.Analysis[M]) bool {
			a.Elapsed = time.Duration(a.Nodes) * Node
			if l := a.Lines[0]; l.Visits == 0 { // reports within a depth depend on real time
				if l.Depth <= depth || l.Bound == ply.AtLeast {
					return true
				}
				depth = l.Depth
			}
			return report(a)
		}
	}
	a, err := s.Searcher.Analyze(context.WithoutCancel(ctx), limits, q)
	s.used = min(a.Nodes, limits.Nodes)
	a.Elapsed = time.Duration(s.used) * Node
	return a, err
}

// Clocked returns a player with this number of nodes for a game, divided as by [engine.Player].
func Clocked[M comparable](s engine.Searcher[M], opt engine.Options, nodes int) (Player[M], error) {
	c := &clocked[M]{searcher: &simulated[M]{Searcher: s}, left: time.Duration(nodes) * Node}
	var err error
	c.Player, err = engine.New(c.searcher, opt)
	return c, err
}

type clocked[M comparable] struct {
	*engine.Player[M]
	searcher *simulated[M]
	left     time.Duration
}

func (c *clocked[M]) Move(ctx context.Context) (M, error) {
	c.searcher.used = 0
	line, err := c.Player.Move(ctx, engine.Clock{Left: c.left})
	c.left -= time.Duration(c.searcher.used) * Node
	if c.left < 0 {
		err = errors.New("the time is over")
	}
	return line.Move, err
}

// Even returns a player with this number of nodes for a game, which divides the remaining nodes by a number that falls
// by 1 with each move, from first to last.
func Even[M comparable](s engine.Searcher[M], nodes, first, last int) Player[M] {
	return &even[M]{s, nodes, first, last}
}

type even[M comparable] struct {
	engine.Searcher[M]
	left, moves, last int
}

func (e *even[M]) Move(ctx context.Context) (M, error) {
	moves := e.Game().Moves(nil)
	share := max(e.left/e.moves, 1)
	e.moves = max(e.moves-1, e.last)
	if len(moves) == 1 {
		return moves[0], nil
	}
	a, err := e.Analyze(ctx, ply.Limits{Nodes: share}, engine.Question[M]{})
	e.left -= min(a.Nodes, share)
	if err == nil && len(a.Lines) > 0 {
		return a.Lines[0].Move, nil
	}
	return moves[0], err
}
