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

// ErrNothingToUndo is returned by Undo when no move is left to take back.
var ErrNothingToUndo = errors.New("engine: no move to take back")

// Options configure a [Player]. The zero value uses all time that a [Clock] gives it.
type Options struct {
	// Limits bound the search for each move, besides the clock. A player without them and without a clock searches until its
	// context ends, or until more would change nothing.
	Limits ply.Limits

	// Reserve is the part of the time left that is never used, because messages between the clock and the player take time.
	// 0 means 10 ms. If a search ends later than it is to, on a machine that is very busy, the delay is added.
	Reserve time.Duration

	// Moves is the number of moves that a player makes in a usual game, for the division of its time. 0 means 20.
	Moves int

	// Level is the strength, from 1 for a beginner to [Levels]. 0 means full strength. A level searches four times as many
	// nodes as the level below, and chooses by chance among the best moves, but neither misses a win at once nor allows one
	// that can be avoided. How strong that is depends on the game and the search.
	Level int

	// Random is the source of randomness of a Level and of a [Book]. Nil means a PCG seeded with 0.
	Random rand.Source
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
	random   *rand.Rand
	book     *Book[M]
	played   []M
	late     time.Duration // the most that a search took longer than it might
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
	if err := p.searcher.Play(m); err != nil {
		return err
	}
	p.played = append(p.played, m)
	return nil
}

// Undo takes back the last move that was played, of either side.
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

// Close ends pondering, and returns its error if it failed. The player can still be used.
func (p *Player[M]) Close() error { return p.rest() }
