package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
)

// ErrNothingToUndo is returned by Undo when no move is left to take back.
var ErrNothingToUndo = errors.New("engine: no move to take back")

// Options configure a [Player]. The zero value uses all time that a [Clock] gives it.
type Options struct {
	// Limits bound the search for each move, besides the clock. A player without them and without a clock searches until its
	// context ends, or until more would change nothing.
	Limits ply.Limits

	// Reserve is the part of the time left that is never used, because messages between the clock and the player take time.
	// 0 means 10 ms.
	Reserve time.Duration

	// Moves is the expected number of moves that the player still has to make in the present position, for the division of
	// the time left. Nil, or 0, means 24 in every position.
	Moves func() int
}

// A Player plays a game from its first move to its last: it divides its time, keeps what it found from move to move, thinks
// while others do, and takes moves back.
//
// A Player is used by one goroutine at a time. After [Player.Ponder] it searches on a goroutine of its own until the next
// call of a method, which waits until that has stopped.
type Player[M comparable] struct {
	searcher Searcher[M]
	opt      Options
	ponder   *pondering
}

// New returns a player that asks a Searcher for its moves. The Searcher belongs to it from then on.
func New[M comparable](s Searcher[M], opt Options) (*Player[M], error) {
	if s == nil {
		return nil, errors.New("engine: no Searcher given")
	}
	if err := opt.Limits.Check(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if opt.Reserve < 0 {
		return nil, fmt.Errorf("engine: Reserve is %v, want a duration, or 0 for 10 ms", opt.Reserve)
	}
	if opt.Reserve == 0 {
		opt.Reserve = 10 * time.Millisecond
	}
	return &Player[M]{searcher: s, opt: opt}, nil
}

// Game returns the game in the present position, to be read only. It ends pondering.
func (p *Player[M]) Game() ply.Game[M] {
	p.ponder.stop()
	return p.searcher.Game()
}

// Move chooses a move within the time of a clock, without playing it. It returns at once if there is a single legal move, and
// [ply.ErrFinished] if there is none. If the context ends first, it returns the best move up to then.
func (p *Player[M]) Move(ctx context.Context, c Clock) (Line[M], error) {
	a, err := p.Search(ctx, c, Question[M]{})
	if err != nil {
		return Line[M]{}, err
	}
	return a.Lines[0], nil
}

// Search is Move with a [Question]: it finds the best lines within the time for a move. There is one line at least, even if
// there was no time for any search.
func (p *Player[M]) Search(ctx context.Context, c Clock, q Question[M]) (Analysis[M], error) {
	failed := Analysis[M]{Report: ply.Report{Status: ply.Failed}}
	if err := p.rest(); err != nil {
		return failed, err
	}
	if err := errors.Join(c.check(), q.Check(p.searcher.Game())); err != nil {
		return failed, err
	}
	moves := q.Moves
	if moves == nil {
		moves = p.searcher.Game().Moves(nil)
	}
	unsearched := []Line[M]{{Choice: ply.Choice[M]{Move: moves[0]}, Line: moves[:1]}}
	if len(moves) == 1 {
		return Analysis[M]{Report: ply.Report{Status: ply.Decided}, Lines: unsearched}, nil
	}
	expected := 0
	if p.opt.Moves != nil {
		expected = p.opt.Moves()
	}
	if allotted, limited := c.allot(p.opt.Reserve, expected); limited {
		t := timer[M]{allotment: allotted}
		report := q.Report
		q.Report = func(a Analysis[M]) bool { return (report == nil || report(a)) && t.goesOn(a) }
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, allotted.most)
		defer cancel()
	}
	a, err := p.searcher.Analyze(ctx, p.opt.Limits, q)
	if err == nil && len(a.Lines) == 0 {
		a.Lines = unsearched
	}
	return a, err
}

// Analyze searches the present position, as [Searcher].Analyze does.
func (p *Player[M]) Analyze(ctx context.Context, limits ply.Limits, q Question[M]) (Analysis[M], error) {
	if err := p.rest(); err != nil {
		return Analysis[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return p.searcher.Analyze(ctx, limits, q)
}

// Play plays a move of either side. It returns an error, and changes nothing, if the move is not legal.
func (p *Player[M]) Play(m M) error {
	if err := p.rest(); err != nil {
		return err
	}
	if !slices.Contains(p.searcher.Game().Moves(nil), m) {
		return fmt.Errorf("engine: move %v is not legal", m)
	}
	return p.searcher.Play(m)
}

// Undo takes back the last move that was played, of either side.
func (p *Player[M]) Undo() error {
	if err := p.rest(); err != nil {
		return err
	}
	return p.searcher.Undo()
}

// Close ends pondering, and returns its error if it failed. The player can still be used.
func (p *Player[M]) Close() error { return p.rest() }
