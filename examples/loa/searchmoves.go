package main

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/loa/loa"
)

// only returns the legal moves among the words of searchmoves, each once, or nil if there are none.
func (e *engine) only(words []string) []loa.Move {
	var moves []loa.Move
	for _, w := range words {
		if m, err := e.game.ParseLegal(w); err == nil && !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// among looks for the best of some moves: it searches the positions after each of them, to one depth after another. The
// move is the best of the last depth that was searched for all, or else the first.
func (e *engine) among(ctx context.Context, moves []loa.Move, limits loa.Limits, tell func(uci.Info)) (loa.Move, error) {
	start, nodes := time.Now(), 0
	best := moves[0]
	for depth := 1; depth <= cmp.Or(limits.Depth, loa.MaxDepth); depth++ {
		found := uci.Info{Depth: depth, Score: -ply.MaxValue - 1}
		first := best
		for i := range moves {
			after := loa.Limits{Depth: max(depth-1, 1)}
			if limits.Nodes > 0 {
				after.Nodes = max(limits.Nodes-nodes, 1)
			}
			if limits.Time > 0 {
				after.Time = max(limits.Time-time.Since(start), time.Nanosecond)
			}
			value, line, complete, err := e.after(ctx, moves[i], after, &nodes)
			if err != nil || !complete {
				return first, err
			}
			if value > found.Score {
				best, found.Score, found.Line = moves[i], value, line
			}
		}
		decided := loa.Decided(found.Score)
		found.Nodes, found.Elapsed = nodes, time.Since(start)
		tell(scored(found))
		if decided {
			break
		}
	}
	return best, nil
}

// after searches the position after a move. It returns its value for the side that moves, the line that begins with
// the move, and whether the search was complete, and adds its nodes to nodes.
func (e *engine) after(ctx context.Context, m loa.Move, limits loa.Limits, nodes *int) (value int, line []string, complete bool, err error) {
	g := e.game.Clone()
	mover := g.ToMove()
	g.Play(m)
	if g.Finished() {
		value = g.Outcome()
		if g.ToMove() != mover {
			value = -value
		}
		return value, names([]loa.Move{m}), true, nil
	}
	r, err := e.searcher.Search(ctx, g, limits, nil)
	*nodes += r.Nodes
	return -r.Value, names(append([]loa.Move{m}, r.Line...)), r.Status.Err() == nil, err
}
