package search

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// PerftOptions say what [Perft] counts and when it stops. The zero value counts what chess
// programmers count, without a bound.
type PerftOptions struct {
	// CountFinished counts a line that ends early as one leaf. Otherwise it counts as none.
	CountFinished bool

	// MaxTime stops the count after about that time. 0 is no bound.
	MaxTime time.Duration

	// Progress, if not nil, is called from time to time with the leaves counted up to now, every
	// ProgressEvery (0 means 100 milliseconds).
	Progress      func(leaves int)
	ProgressEvery time.Duration
}

// A PerftResult is the number of lines of play of some length.
type PerftResult struct {
	Status  ply.Status
	Leaves  int // lines counted
	Nodes   int // positions whose moves were generated
	Hits    int // positions whose count was remembered
	Elapsed time.Duration
}

// Perft counts the lines of play of depth moves from the present position on: the test of a move
// generator, whose counts are known for many games. The moves of the last position but one are
// counted without being played.
func Perft[M comparable](ctx context.Context, g ply.Game[M], depth int, opt PerftOptions) (PerftResult, error) {
	p, err := newPerft(ctx, g, depth, opt)
	if err != nil {
		return PerftResult{Status: ply.Failed}, err
	}
	p.count(depth)
	return p.finish(), nil
}

// PerftGraph is Perft with the counts of positions met before taken from a table, which remembers
// them by position and depth. For a new game, depth or option the table must be reset.
func PerftGraph[M comparable, G interface {
	ply.Game[M]
	ply.Hasher
}](ctx context.Context, g G, depth int, table *transposition.Table[int], opt PerftOptions) (PerftResult, error) {
	if table == nil {
		return PerftResult{Status: ply.Failed}, errNoMemory
	}
	p, err := newPerft[M](ctx, g, depth, opt)
	if err != nil {
		return PerftResult{Status: ply.Failed}, err
	}
	p.hasher, p.table = g, table
	p.count(depth)
	return p.finish(), nil
}

// Divide yields the legal moves, each with the number of lines that begin with it, of depth moves in
// all: where two move generators differ, they differ under one of them. It stops early if ctx is
// done.
func Divide[M comparable](ctx context.Context, g ply.Game[M], depth int, opt PerftOptions) iter.Seq2[M, int] {
	return func(yield func(M, int) bool) {
		if depth < 1 {
			return
		}
		for _, m := range g.Moves(nil) {
			g.Play(m)
			result, err := Perft(ctx, g, depth-1, opt)
			g.Undo(m)
			if err != nil || result.Status != ply.Complete || !yield(m, result.Leaves) {
				return
			}
		}
	}
}

type perft[M comparable] struct {
	budget
	game          ply.Game[M]
	hasher        ply.Hasher
	table         *transposition.Table[int]
	countFinished bool
	moves         []M
	result        PerftResult
}

func newPerft[M comparable](ctx context.Context, g ply.Game[M], depth int, opt PerftOptions) (*perft[M], error) {
	if depth < 0 {
		return nil, fmt.Errorf("search: perft of depth %d, want 0 or more", depth)
	}
	bounds := Options{MaxTime: opt.MaxTime, ProgressEvery: opt.ProgressEvery}
	if err := bounds.check(); err != nil {
		return nil, err
	}
	if opt.Progress != nil {
		bounds.Progress = func(p Progress) { opt.Progress(p.Nodes) }
	}
	return &perft[M]{budget: newBudget(ctx, &bounds), game: g, countFinished: opt.CountFinished}, nil
}

// count returns the number of lines of depth moves from the present position on, and adds the leaves
// that it visits to those of the result.
func (p *perft[M]) count(depth int) int {
	if depth == 0 {
		p.result.Leaves++
		return 1
	}
	if p.result.Nodes >= p.pollAt {
		p.result.Status = p.poll(p.result.Nodes, func() Progress { return Progress{Nodes: p.result.Leaves} })
		if p.result.Status != ply.Complete {
			return 0
		}
	}
	var key uint64
	if p.table != nil && depth > 1 {
		key = p.hasher.Hash() ^ transposition.Zobrist{}.Key(depth, 0)
		if n, ok := p.table.Lookup(key); ok {
			p.result.Hits++
			p.result.Leaves += n
			return n
		}
	}
	p.result.Nodes++
	start := len(p.moves)
	p.moves = p.game.Moves(p.moves)
	end := len(p.moves)
	n := 0
	switch {
	case start == end && p.countFinished:
		n = 1
		p.result.Leaves++
	case depth == 1:
		n = end - start
		p.result.Leaves += n
	default:
		for i := start; i < end && p.result.Status == ply.Complete; i++ {
			m := p.moves[i]
			p.game.Play(m)
			n += p.count(depth - 1)
			p.game.Undo(m)
		}
	}
	p.moves = p.moves[:start]
	if p.table != nil && depth > 1 && p.result.Status == ply.Complete {
		p.table.Store(key, n, depth)
	}
	return n
}

func (p *perft[M]) finish() PerftResult {
	p.result.Elapsed = p.elapsed()
	return p.result
}
