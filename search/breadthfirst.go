package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
)

// A BreadthFirstResult is a [Result] with what only this search can tell.
type BreadthFirstResult[M comparable] struct {
	Result[M]

	// Levels counts the positions at each number of moves from the start, from 0 on: the
	// shortest number, if the space remembers positions.
	Levels []int
}

// BreadthFirst searches a space in the order of the number of moves from the start, and so finds a
// shortest solution first. For every position found it keeps a move and a number, 16 bytes or so;
// to look at a position it plays from the last one looked at, which is mostly near.
//
// Nodes, Leaves and Solutions count the positions looked at; Levels also those that were only found
// when the search was cut short. A space that is Incremental is refused, and one of a game with cycles
// whose memory forgets.
func BreadthFirst[M comparable](ctx context.Context, s Space[M], opt Options) (BreadthFirstResult[M], error) {
	b, err := newBreadthFirst(ctx, s, &opt)
	if err != nil {
		return BreadthFirstResult[M]{Result: Result[M]{Status: ply.Failed}}, err
	}
	err = b.run()
	b.travel(0, b.parent)
	if err != nil {
		return BreadthFirstResult[M]{Result: Result[M]{Status: ply.Failed}}, err
	}
	b.result.Elapsed = b.elapsed()
	if b.report != nil {
		b.report(b.progress())
	}
	return b.result, nil
}

type breadthFirst[M comparable] struct {
	traveller[M]
	budget
	space     Space[M]
	opt       *Options
	puzzle    ply.Puzzle
	scorer    ply.Scorer
	nodes     []breadthNode[M]
	list      []M // scratch
	key       []byte
	successor []uint64 // scratch
	result    BreadthFirstResult[M]
}

// A breadthNode is a position found.
type breadthNode[M comparable] struct {
	parent int
	move   M
}

var errBreadthIncremental = errors.New("search: BreadthFirst knows no incremental transpositions: " +
	"take the space without them, Tree or Graph")

func newBreadthFirst[M comparable](ctx context.Context, s Space[M], opt *Options) (*breadthFirst[M], error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	switch endless := !s.acyclic() && s.forgets() && opt.MaxDepth == 0; {
	case s.incremental:
		return nil, errBreadthIncremental
	case endless:
		return nil, ErrCyclic
	}
	if err := s.checkMemory(); err != nil {
		return nil, err
	}
	b := &breadthFirst[M]{
		traveller: traveller[M]{game: s.game},
		budget:    newBudget(ctx, opt),
		space:     s,
		opt:       opt,
		nodes:     make([]breadthNode[M], 1),
	}
	b.puzzle, _ = s.game.(ply.Puzzle)
	b.scorer, _ = s.game.(ply.Scorer)
	if err := opt.checkGame(s.game); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *breadthFirst[M]) parent(node int) (int, M) {
	return b.nodes[node].parent, b.nodes[node].move
}

// run looks at the nodes in the order in which they were found.
func (b *breadthFirst[M]) run() error {
	if err := b.rememberStart(); err != nil {
		return err
	}
	next := 0
	for depth := 0; next < len(b.nodes); depth++ {
		level := len(b.nodes)
		b.result.Levels = append(b.result.Levels, level-next)
		for ; next < level; next++ {
			if b.result.Nodes >= b.pollAt {
				if b.result.Status = b.poll(b.result.Nodes, b.progress); b.result.Status != ply.Complete {
					break
				}
			}
			b.travel(next, b.parent)
			if err := b.look(next, depth); err != nil {
				return err
			}
			if b.result.Status != ply.Complete {
				break
			}
		}
		if b.result.Status != ply.Complete {
			if found := len(b.nodes) - level; found > 0 {
				b.result.Levels = append(b.result.Levels, found)
			}
			return nil
		}
	}
	return nil
}

func (b *breadthFirst[M]) rememberStart() error {
	switch {
	case b.space.hasher != nil:
		b.space.memory.Visit(b.space.rootKey())
	case b.space.identity != nil:
		_, err := b.seenExactly()
		return err
	}
	return nil
}

// look looks at the present position, a node so many moves from the start.
func (b *breadthFirst[M]) look(node, depth int) error {
	b.result.Nodes++
	b.result.Depth = depth
	if b.opt.Visit != nil {
		b.opt.Visit(depth)
	}
	if b.opt.Best == Longest && (!b.result.Found || depth > len(b.result.Line)) {
		b.keepLine()
	}
	b.list = b.game.Moves(b.list[:0])
	if len(b.list) == 0 {
		b.leaf()
		return nil
	}
	if b.opt.MaxDepth > 0 && depth >= b.opt.MaxDepth {
		return nil
	}
	for _, m := range b.list {
		seen, err := b.seenAfter(m)
		if err != nil {
			return err
		}
		if seen {
			b.result.MemoryHits++
		} else {
			b.nodes = append(b.nodes, breadthNode[M]{node, m})
		}
	}
	return nil
}

// leaf looks at a position without moves.
func (b *breadthFirst[M]) leaf() {
	b.result.Leaves++
	if b.opt.Best == HighestScore {
		if score := b.scorer.Score(); !b.result.Found || score > b.result.Score {
			b.result.Score = score
			b.keepLine()
		}
	}
	if b.puzzle == nil || !b.puzzle.Solved() {
		return
	}
	b.result.Solutions++
	if !b.result.Found && (b.opt.Best == FirstSolution || b.opt.Best == ShortestSolution) {
		b.keepLine()
	}
	if b.opt.StopAtSolution {
		b.result.Status = ply.Solved
	}
}

func (b *breadthFirst[M]) keepLine() {
	b.result.Line, b.result.Found = b.moves(b.result.Line[:0]), true
	b.result.Cost = len(b.result.Line)
}

// seenAfter reports whether the position after m is remembered, and remembers it.
func (b *breadthFirst[M]) seenAfter(m M) (bool, error) {
	switch {
	case b.space.hasher != nil:
		b.successor = b.space.hasher.HashSuccessors([]M{m}, b.successor[:0])
		return b.space.memory.Visit(b.successor[0]), nil
	case b.space.identity != nil:
		b.game.Play(m)
		defer b.game.Undo(m)
		return b.seenExactly()
	}
	return false, nil
}

func (b *breadthFirst[M]) seenExactly() (bool, error) {
	var err error
	if b.key, err = b.space.identity.AppendBinary(b.key[:0]); err != nil {
		return false, fmt.Errorf("search: identity of the position: %w", err)
	}
	return !b.space.exact.Add(b.key), nil
}

func (b *breadthFirst[M]) progress() Progress {
	return Progress{
		Nodes:     b.result.Nodes,
		Depth:     b.result.Depth,
		Solutions: b.result.Solutions,
		Done:      float64(b.result.Nodes) / float64(len(b.nodes)), // of what is known yet
		Elapsed:   b.elapsed(),
	}
}
