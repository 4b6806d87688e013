package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
)

// ErrNothingToUndo is returned by Undo if no move has been played since the Searcher or Player was made, or if all
// moves have been taken back.
var ErrNothingToUndo = errors.New("engine: no move to take back")

// Options configure a [Player]. With the zero value, a player has full strength and only the [Clock] limits its
// searches.
type Options struct {
	// Limits bound the search for each move, in addition to the clock. Without limits and clock, a search ends when its
	// context ends or its result is final.
	Limits ply.Limits

	// Reserve is the part of the time on the clock that the player does not use, because of the delay between the clock
	// and the player. 0 means 10 ms. If a search ends later than planned, for example on a busy machine, the player
	// reserves more time in the next searches.
	Reserve time.Duration

	// Moves is the number of moves that one player makes in a typical game. The player uses it to divide the time on
	// the clock among the moves to come. 0 means 20.
	Moves int

	// Level is the strength, from 1 for a beginner to [Levels]. 0 means full strength. A player of a level searches four
	// times as many nodes as a player of the level below. It then chooses at random among the four best moves it has
	// found. Better moves are more likely to be chosen, and the probability of the best move increases with the level. A
	// player of any level plays an immediate win, and does not let the opponent win at once if another move prevents it.
	// The resulting strength depends on the game and the search.
	Level int

	// Random is the source of randomness for Level and for the moves of a [Book]. Nil means a PCG seeded with 0.
	Random rand.Source
}

// A Player plays a whole game. It divides its time, keeps the results of its search from move to move, ponders, and
// takes moves back.
//
// A Player must be used by one goroutine at a time. After [Player.Ponder] it searches in the background. The next call
// of a method, except UseBook and Limits, first stops that search and waits until it has ended.
type Player[M comparable] struct {
	searcher Searcher[M]
	opt      Options
	ponder   *pondering
	random   *rand.Rand
	book     *Book[M]
	played   []M
	late     time.Duration // the longest overrun of a search, decaying
}

// New returns a player that gets its moves from a Searcher. After New, only the player may use the Searcher.
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
	if opt.Moves < 0 {
		return nil, fmt.Errorf("engine: Moves is %d, want a number of moves, or 0 for 20", opt.Moves)
	}
	if err := checkLevel(opt.Level); err != nil {
		return nil, err
	}
	if opt.Reserve == 0 {
		opt.Reserve = 10 * time.Millisecond
	}
	source, err := random.Source(opt.Random)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	return &Player[M]{searcher: s, opt: opt, random: rand.New(source)}, nil
}

// Game returns the game in the present position. The caller must not change it. Game ends pondering.
func (p *Player[M]) Game() ply.Game[M] {
	p.ponder.stop()
	return p.searcher.Game()
}

// Move chooses a move within the time of a clock, without playing it. If there is only one legal move, Move returns it
// without a search. In a finished position it returns [ply.ErrFinished]. If the context ends, it returns the best move
// found so far.
func (p *Player[M]) Move(ctx context.Context, c Clock) (Line[M], error) {
	a, err := p.Search(ctx, c, Question[M]{})
	if err != nil {
		return Line[M]{}, err
	}
	return a.Lines[0], nil
}

// Search answers a [Question] within the time that Move would use with clock c, and returns the best lines found. If
// there is only one move that q allows, or if the book contains a move, Search returns this move in a line without a
// value and does not search. The result has at least one line, unless there is an error.
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
	if len(moves) == 1 {
		return Analysis[M]{Report: ply.Report{Status: ply.Decided}, Lines: unsearched(moves[0])}, nil
	}
	if m, ok := p.fromBook(moves); ok {
		return Analysis[M]{Report: ply.Report{Status: ply.Decided}, Lines: unsearched(m)}, nil
	}
	asked := max(q.Lines, 1)
	limits, q := p.weaken(q, len(moves))
	if allotted, limited := c.allot(p.opt.Reserve+p.late, p.toCome()); limited {
		start := time.Now()
		defer func() { p.late = max(p.late*3/4, time.Since(start)-allotted.most) }()
		t := timer[M]{allotment: allotted}
		report := q.Report
		q.Report = func(a Analysis[M]) bool { return (report == nil || report(a)) && t.goesOn(a) }
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, allotted.most)
		defer cancel()
	}
	a, err := p.searcher.Analyze(ctx, limits, q)
	if err != nil {
		return a, err
	}
	if len(a.Lines) == 0 {
		a.Lines = unsearched(moves[0])
	}
	if p.opt.Level > 0 {
		a.Lines = p.choose(ctx, a.Lines, moves)
		a.Lines = a.Lines[:min(len(a.Lines), asked)]
	}
	return a, err
}

// unsearched returns the lines of an answer without a search.
func unsearched[M comparable](m M) []Line[M] {
	return []Line[M]{{Choice: ply.Choice[M]{Move: m}, Line: []M{m}}}
}

// Analyze searches the present position, as [Searcher].Analyze does. It ignores Options.Limits, the level and the book.
func (p *Player[M]) Analyze(ctx context.Context, limits ply.Limits, q Question[M]) (Analysis[M], error) {
	if err := p.rest(); err != nil {
		return Analysis[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return p.searcher.Analyze(ctx, limits, q)
}

// Play plays a move of either side. If the move is not legal, Play returns an error and the position stays as it is.
func (p *Player[M]) Play(m M) error {
	if err := p.rest(); err != nil {
		return err
	}
	if !slices.Contains(p.searcher.Game().Moves(nil), m) {
		return fmt.Errorf("engine: move %v is not legal", m)
	}
	if err := p.searcher.Play(m); err != nil {
		return err
	}
	p.played = append(p.played, m)
	return nil
}

// Undo takes back the last move of either side. It returns [ErrNothingToUndo] if no move is left.
func (p *Player[M]) Undo() error {
	if err := p.rest(); err != nil {
		return err
	}
	if err := p.searcher.Undo(); err != nil {
		return err
	}
	p.played = p.played[:len(p.played)-1]
	return nil
}

// Close ends pondering, and returns the error of the search in the background, if any. The player can still be used
// afterwards.
func (p *Player[M]) Close() error { return p.rest() }
