package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/finite"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// BreadthFirst visits the positions of a space in the order of their distance from the start, in moves. The first
// solution found is therefore a shortest one; set [Options.StopAtSolution] to stop there. If the space remembers all
// positions, the argument of [Options].Visit is the distance of the visited position from the start. Otherwise a
// position can be visited again, with an equal or greater number of moves.
//
// BreadthFirst returns an error if the space is [Incremental] or [IncrementalGraph]. If the game has cycles and the
// space may forget positions, the space must have a [Space.MaxDepth]; otherwise BreadthFirst returns [ply.ErrCyclic].
//
// Besides the memory of the space, BreadthFirst stores a move and 8 bytes for every position found, and 4 more bytes
// for every position visited; up to a quarter more is allocated in reserve.
//
// To get from one position to the next, BreadthFirst usually undoes and plays a few moves. In a space with few, very
// long lines, it can undo all moves back to the start and play all moves to the next position.
func BreadthFirst[M comparable](ctx context.Context, s Space[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	b := &breadthFirst[M]{
		traveller: traveller[M]{game: s.game},
		space:     s,
		opt:       &opt,
		nodes:     make([]breadthNode[M], 1),
	}
	b.keeps(s.game, &b.Budget)
	b.Budget = newBudget(ctx, limits, opt.Progress, func() Result[M] {
		r := b.snapshot()
		r.Status = ply.InProgress
		return r
	})
	err := guard.Run(b.playing, func() error {
		if err := b.check(limits); err != nil {
			return err
		}
		defer b.space.close()
		defer func() { b.end() }()
		err := b.begin(opt.Checkpoint, "breadth-first search", opt.question(&b.space), b.save, b.load)
		if err != nil && b.space.exact != nil {
			b.space.exact.Reset()
		}
		if err == nil && !b.over {
			err = b.saveEnd(b.search(), b.result.Status)
		}
		b.travel(0, b.parent)
		return err
	})
	r := b.snapshot()
	return ended(opt.Progress, &r, &r.Report, b.Elapsed(), err)
}

type breadthFirst[M comparable] struct {
	traveller[M]
	stop.Budget
	frontierKeeper[M] // of the Checkpoint
	space             Space[M]
	opt               *Options[M]
	puzzle            ply.Puzzle
	scorer            ply.Scorer
	nodes             []breadthNode[M]
	next              int // the next node to visit
	depth             int // of that node or, if it is the first of its depth, of the one before
	level             int // the first node of the next depth; 0 before the search
	criterion         criterion
	best              int      // the node at the end of the best line
	bestDepth         int      // of that node, for the longest line
	score             float64  // of that node, for the highest score
	list              []M      // scratch
	key               []byte   // scratch
	keys              []uint64 // of the positions after list
	result            Result[M]
}

type breadthNode[M comparable] struct {
	parent int
	move   M
}

var errBreadthIncremental = errors.New("search: BreadthFirst knows no incremental transpositions: " +
	"take the space without them, Tree or Graph")

func (b *breadthFirst[M]) check(limits ply.Limits) error {
	if err := b.space.checkMemory(); err != nil {
		return err
	}
	switch {
	case b.space.incremental:
		return errBreadthIncremental
	case b.space.forgets() && b.space.maxDepth == 0 && !b.space.acyclic():
		return ply.ErrCyclic
	}
	b.puzzle, _ = b.space.game.(ply.Puzzle)
	b.scorer, _ = b.space.game.(ply.Scorer)
	b.criterion = b.opt.criterion(b.space.game)
	if err := b.opt.check(b.space.game, limits); err != nil {
		return err
	}
	return b.space.open()
}

func (b *breadthFirst[M]) parent(node int) (int, M) {
	return b.nodes[node].parent, b.nodes[node].move
}

func (b *breadthFirst[M]) search() error {
	if b.level == 0 {
		if err := b.rememberStart(); err != nil {
			return err
		}
		b.level = 1
	}
	for b.next < len(b.nodes) {
		if b.result.Nodes >= b.PollAt {
			if b.result.Status = b.Poll(b.result.Nodes); b.result.Status != ply.Complete {
				return nil
			}
		}
		if b.next == b.level {
			b.level = len(b.nodes)
			b.depth++
		}
		b.travel(b.next, b.parent)
		if err := b.look(b.next, b.depth); err != nil || b.result.Status != ply.Complete {
			return err
		}
		b.next++
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

func (b *breadthFirst[M]) look(node, depth int) error {
	b.result.Nodes++
	b.result.Depth = depth
	if b.opt.Visit != nil {
		guard.Callback(func() { b.opt.Visit(depth) })
	}
	if b.criterion == longest && (!b.result.Found || depth > b.bestDepth) {
		b.keep(node)
		b.bestDepth = depth
	}
	b.list = b.game.Moves(b.list[:0])
	if len(b.list) == 0 {
		return b.leaf(node)
	}
	if b.space.maxDepth > 0 && depth >= b.space.maxDepth {
		return nil
	}
	if b.space.hasher != nil {
		b.keys = b.space.hasher.HashSuccessors(b.list, b.keys[:0])
		guard.CheckCount("HashSuccessors", len(b.keys), len(b.list))
	}
	for i, m := range b.list {
		seen, err := b.seenAfter(i)
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

func (b *breadthFirst[M]) leaf(node int) error {
	b.result.Leaves++
	if b.criterion == highestScore {
		score := b.scorer.Score()
		if !finite.Is(score) {
			return fmt.Errorf("search: %w", finite.Error(b.space.game, "Score", score, fmt.Sprint(lineTo(node, b.parent))))
		}
		if !b.result.Found || score > b.score {
			b.score = score
			b.keep(node)
		}
	}
	if b.puzzle == nil || !b.puzzle.Solved() {
		return nil
	}
	b.result.Solutions++
	if !b.result.Found && b.criterion == firstSolution {
		b.keep(node)
	}
	if b.opt.StopAtSolution {
		b.result.Status = ply.Solved
	}
	return nil
}

func (b *breadthFirst[M]) keep(node int) { b.best, b.result.Found = node, true }

// seenAfter reports whether the position after move i of the list is remembered, and remembers it.
func (b *breadthFirst[M]) seenAfter(i int) (seen bool, err error) {
	switch {
	case b.space.hasher != nil:
		if b.recorder != nil {
			b.recorder.Keep(b.keys[i])
		}
		return b.space.memory.Visit(b.keys[i]), nil
	case b.space.identity != nil:
		b.play(noNode, b.list[i])
		seen, err = b.seenExactly()
		b.undo()
	}
	return seen, err
}

func (b *breadthFirst[M]) seenExactly() (bool, error) {
	var err error
	if b.key, err = b.space.identity.AppendBinary(b.key[:0]); err != nil {
		return false, fmt.Errorf("search: identity of the position: %w", err)
	}
	return b.space.exact.Visit(b.key), nil
}

func (b *breadthFirst[M]) snapshot() Result[M] {
	r := b.result
	if r.Found {
		r.Line = lineTo(b.best, b.parent)
	}
	r.Done = float64(r.Nodes) / float64(len(b.nodes)) // of the nodes found so far
	r.Elapsed = b.Elapsed()
	return r
}
