package search

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// PerftOptions are the options of [Perft]. The zero value counts lines of exactly the given number of moves, as chess
// programs do.
type PerftOptions struct {
	// CountFinished counts a line that ends before depth moves as one leaf. By default, such lines are not counted.
	CountFinished bool

	// Table, if not nil, stores the counts of positions. The game must be a [ply.Hasher]. A position takes 16 bytes.
	// When the table is full, new positions replace old ones.
	//
	// The table may be kept for other depths and starts, and for counts with and without CountFinished. Its entries
	// must belong to one game: games or variants whose positions have equal hashes need separate tables.
	Table *transposition.Table

	// Progress, if not nil, is called about ten times a second with the counts so far, whose Status is
	// [ply.InProgress]. Unless Perft returns an error, it is called once more with the final counts. It is called on
	// the goroutine of the caller or, on lines of more than 250,000 moves, on a goroutine for which the caller's
	// goroutine waits.
	Progress func(PerftResult)
}

// A PerftResult is the result of [Perft]. The counts are final if Status is [ply.Complete]. Nodes counts the positions
// whose moves were generated or counted.
type PerftResult struct {
	ply.Report

	Leaves int // lines of play counted
}

// Perft counts the lines of play with depth moves from the present position. The counts of many games are published, so
// Perft is a good test of a game's moves. If the counts of two implementations differ, the counts after each first move
// help to locate the error (see the example Divide).
//
// The last move of a line is counted without being played. The game may have cycles. Perft needs memory in proportion
// to depth and allocates nothing per node. If ctx ends the search, Perft returns the counts so far. Perft returns an
// error if a count overflows an int, or if the game panics ([ply.GamePanic]).
func Perft[M comparable](ctx context.Context, g ply.Game[M], depth int, opt PerftOptions) (PerftResult, error) {
	p := newPerft(ctx, g, &opt)
	err := guard.Run(p.playing, func() error {
		if err := p.check(depth, &opt); err != nil {
			return err
		}
		if opt.Table != nil {
			table, err := hashtable.Open[int](opt.Table, hashtable.ReplaceAlways)
			if err != nil {
				return fmt.Errorf("search: %w", err)
			}
			defer hashtable.Close(opt.Table)
			p.table = table
		}
		p.count(depth)
		p.tooMany()
		return p.err
	})
	return ended(opt.Progress, &p.result, &p.result.Report, p.Elapsed(), err)
}

type perft[M comparable] struct {
	stop.Budget
	game          ply.Game[M]
	counter       fast.SuccessorCounter // the game, or nil
	hasher        ply.Hasher
	table         *hashtable.Table[int] // nil for none
	countFinished bool
	moves         []M
	line          []M // line[:played] are played, the last possibly being played or taken back
	played        int
	stackUpTo     int // length of the line at which the search continues on a new goroutine
	result        PerftResult
	err           error
}

func newPerft[M comparable](ctx context.Context, g ply.Game[M], opt *PerftOptions) *perft[M] {
	p := &perft[M]{game: g, countFinished: opt.CountFinished, stackUpTo: freshStack}
	p.counter, _ = any(g).(fast.SuccessorCounter)
	p.hasher, _ = any(g).(ply.Hasher)
	p.Budget = newBudget(ctx, ply.Limits{}, opt.Progress, func() PerftResult {
		r := p.result
		r.Status, r.Elapsed = ply.InProgress, p.Elapsed()
		return r
	})
	return p
}

func (p *perft[M]) check(depth int, opt *PerftOptions) error {
	switch {
	case p.game == nil:
		return errNoGame
	case depth < 0:
		return fmt.Errorf("search: perft of depth %d, want 0 or more", depth)
	case opt.Table != nil && p.hasher == nil:
		return fmt.Errorf("search: Table needs a ply.Hasher, which %T is not", p.game)
	}
	return nil
}

// count returns the number of lines of depth moves from the present position, and adds the leaves to the result.
func (p *perft[M]) count(depth int) int {
	if depth == 0 {
		p.result.Leaves++
		return 1
	}
	if p.result.Nodes >= p.PollAt && p.mustStop() {
		return 0
	}
	if depth > 1 && p.played == p.stackUpTo {
		return p.countOnFreshStack(depth)
	}
	var key uint64
	if p.table != nil && depth > 1 {
		key = p.key(depth)
		if n, ok := p.table.Lookup(key); ok {
			return p.add(n)
		}
	}
	p.result.Nodes++
	n := 0
	if depth == 2 && p.counter != nil {
		n = p.countTwo()
	} else {
		n = p.countMoves(depth)
	}
	if p.table != nil && depth > 1 && p.result.Status == ply.Complete && p.result.Leaves >= 0 {
		p.table.Store(key, n, depth)
	}
	return n
}

func (p *perft[M]) countMoves(depth int) (n int) {
	start := len(p.moves)
	p.moves = p.game.Moves(p.moves)
	end := len(p.moves)
	switch {
	case start == end && p.countFinished:
		n = 1
		p.result.Leaves++
	case depth == 1:
		n = end - start
		p.result.Leaves += n
	default:
		n = p.countBehind(start, end, depth-1)
	}
	p.moves = p.moves[:start]
	return n
}

func (p *perft[M]) countTwo() int {
	moves, n, ended := p.counter.CountSuccessors()
	if p.countFinished {
		if n += ended; moves == 0 {
			n = 1
		}
	}
	p.result.Nodes += moves
	p.result.Leaves += n
	return n
}

func (p *perft[M]) countBehind(start, end, depth int) (n int) {
	if p.played++; p.played > len(p.line) {
		p.line = append(p.line, *new(M))
	}
	for i := start; i < end && p.result.Status == ply.Complete; i++ {
		m := p.moves[i]
		p.line[p.played-1] = m
		p.game.Play(m)
		n += p.count(depth)
		p.game.Undo(m)
	}
	p.played--
	return n
}

func (p *perft[M]) countOnFreshStack(depth int) (n int) {
	p.stackUpTo += freshStack
	guard.FreshStack(func() { n = p.count(depth) })
	p.stackUpTo -= freshStack
	return n
}

func (p *perft[M]) mustStop() bool {
	p.result.Status = p.Poll(p.result.Nodes)
	return p.tooMany() || p.result.Status != ply.Complete
}

func (p *perft[M]) add(n int) int {
	p.result.Leaves += n
	p.tooMany()
	return n
}

// tooMany reports whether the leaves overflowed an int. Between two calls it cannot pass all negative numbers.
func (p *perft[M]) tooMany() bool {
	if p.result.Leaves >= 0 {
		return false
	}
	p.result.Status, p.result.Leaves, p.err = ply.Failed, math.MaxInt, errTooManyLeaves
	return true
}

func (p *perft[M]) key(depth int) uint64 {
	kind := 0
	if p.countFinished {
		kind = 1
	}
	return p.hasher.Hash() ^ transposition.Zobrist{}.Key(depth, kind)
}

var errTooManyLeaves = errors.New("search: more lines of play than an int can count")

func (p *perft[M]) playing() string { return fmt.Sprint(p.line[:p.played]) }
