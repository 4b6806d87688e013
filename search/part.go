package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/saved"
)

// A Part is a part of the [Incremental] space of a game. It consists of the position after Line and of the subtrees
// below the legal moves of this position. The subtrees below the moves in Without do not belong to the part. If Rest is
// set, the position itself does not belong to it either. The zero value is the whole space. A Part can be written to a
// file and searched in another process. It is called a task in Helmstetter 2007, section 5.4.2.
type Part[M comparable] struct {
	Line    []M  // from the start to the position
	Without []M  // the set T of [Incremental]: moves of the position that lead to positions of other parts
	Rest    bool // the position itself belongs to another part, and is not counted in this one
}

// Parts smaller than 1/smallParts of a search are searched to their end.
const smallParts = 64

// SearchPart searches a part of the [Incremental] space of a game until a limit or ctx ends the search. It returns the
// parts of the space that remain to be searched, in the reverse of the order in which [DepthFirst] visits them. If the
// status is [ply.Complete], no part remains. A large space can therefore be searched in pieces, one after the other or
// on several machines. Every position is counted in exactly one part: the counts of all parts add up to the counts of
// one search of the whole space by [DepthFirst].
//
// When a limit is reached, the search does not end at once, because many small parts would then remain. It still
// completes subtrees of at most about 1/64 of the nodes visited so far. It ends at the latest when the number of nodes
// visited has doubled, and at once when ctx ends. Moves not yet searched become parts: for each position of the current
// line that has such moves, one part.
//
// [Result].Line, [Result].Depth and the argument of [Options].Visit include the moves from the start to the position of
// the part. Result.Line is the best line in the part. The game must be acyclic.
//
// A part may come from an untrusted source. SearchPart returns an error if a move of part.Line or part.Without is
// illegal, or if part.Without contains a move twice. The check calls Moves of the game once for each move of part.Line.
// SearchPart cannot check that the moves of part.Without are searched in other parts.
func SearchPart[G interface {
	ply.Game[M]
	ply.Commuter[M]
}, M comparable](ctx context.Context, g G, limits ply.Limits, part Part[M], opt Options[M]) (result Result[M], rest []Part[M], err error) {
	p := &partial[M]{
		walker: newWalker(ctx, ply.Limits{}, &opt), // without limits, at which it would stop immediately
		bound:  cmp.Or(limits.Nodes, math.MaxInt),
		limits: limits,
	}
	p.handOver, p.part = p.handPart, p
	err = guard.Run(p.playing, func() error {
		if !saved.IsOff(opt.Checkpoint) {
			return errPartCheckpoint
		}
		space := Incremental(g)
		if err := p.prepare(&space, limits, &opt); err != nil {
			return err
		}
		return p.search(&part)
	})
	switch {
	case err != nil:
		p.rest = nil
	case len(p.rest) > 0:
		p.result.Status = p.why
	}
	result, err = p.finish(err)
	return result, p.rest, err
}

var errPartCheckpoint = errors.New("search: SearchPart takes no Checkpoint: keep its parts")

type partial[M comparable] struct {
	*walker[M]
	limits ply.Limits
	bound  int        // nodes at which parts are to become smaller, or math.MaxInt
	why    ply.Status // the first limit reached; Complete for none
	rest   []Part[M]
}

func (p *partial[M]) search(part *Part[M]) error {
	var moves []M
	for i, m := range part.Line {
		if moves = p.game.Moves(moves[:0]); !slices.Contains(moves, m) {
			p.back(part.Line[:i])
			return fmt.Errorf("search: move %d of the line of a part, %v, is not legal", i+1, m)
		}
		p.path = append(p.path, m)
		p.walker.depth++
		p.game.Play(m)
	}
	moves, err := without(part.Without, p.game.Moves(moves[:0]))
	if err == nil {
		p.searchMoves(part, moves)
		err = p.err
	}
	p.back(part.Line)
	return err
}

// searchMoves searches a part from its position. moves begins with the set T.
func (p *partial[M]) searchMoves(part *Part[M], moves []M) {
	p.stack = append(p.stack, moves...)
	end, known, depth := len(moves), len(part.Without), len(part.Line)
	p.stack = p.stack[:cap(p.stack)]
	p.path = append(p.path, *new(M))
	switch {
	case !part.Rest:
		p.enter(0, 0, end, known, depth)
	case known < end:
		p.result.IncrementalCuts -= known // counted already with the position
		p.expand(0, p.stack[:end], known, end, depth)
	}
}

func (p *partial[M]) back(line []M) {
	p.walker.depth = len(line) - 1
	for _, m := range slices.Backward(line) {
		p.game.Undo(m)
		p.walker.depth--
	}
}

// without returns the legal moves of a position: the set T first, the others in their order.
func without[M comparable](t, legal []M) ([]M, error) {
	moves := slices.Clone(t)
	for i, m := range t {
		switch {
		case slices.Contains(t[:i], m):
			return nil, fmt.Errorf("search: move %v is twice in the set of a part", m)
		case !slices.Contains(legal, m):
			return nil, fmt.Errorf("search: move %v in the set of a part is not legal", m)
		}
	}
	for _, m := range legal {
		if !slices.Contains(t, m) {
			moves = append(moves, m)
		}
	}
	return moves, nil
}

// handPart makes a part of the moves of a position from number next on.
func (p *partial[M]) handPart(moves []M, next, depth int) {
	if next == len(moves) {
		return
	}
	// Parts share the line of the first, which is the longest.
	var line []M
	if n := len(p.rest); n > 0 && len(p.rest[n-1].Line) >= depth {
		line = p.rest[n-1].Line[:depth:depth]
	} else {
		line = slices.Clone(p.path[:depth])
	}
	p.rest = append(p.rest, Part[M]{Line: line, Without: slices.Clone(moves[:next]), Rest: true})
}

// poll looks at the limits and decides what becomes a part from now on.
func (p *partial[M]) poll() {
	if p.nodes >= p.bound {
		if p.why == ply.Complete {
			p.shorten(ply.OutOfNodes, p.nodes/smallParts)
			p.bound = 2 * min(p.bound, math.MaxInt/2)
		} else {
			p.shorten(p.why, -1)
			p.bound = math.MaxInt
		}
	}
	if status := p.Poll(p.nodes); status != ply.Complete {
		p.shorten(status, -1)
		return
	}
	if p.why == ply.Complete && p.limits.Time > 0 && p.Elapsed() >= p.limits.Time {
		p.shorten(ply.OutOfTime, p.nodes/smallParts)
		p.bound = min(p.bound, 2*min(max(p.nodes, 1), math.MaxInt/2))
	}
	p.PollAt = min(p.PollAt, p.bound)
}

// shorten makes the other moves of a position a part once one of them has led to more than handAfter nodes.
func (p *partial[M]) shorten(why ply.Status, handAfter int) {
	p.handAfter = min(p.handAfter, handAfter)
	if p.why == ply.Complete {
		p.why = why
	}
}
