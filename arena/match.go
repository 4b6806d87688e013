package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A Player chooses a legal move in a position that is not finished. It may play moves on the position if it takes them
// all back. random is its source of randomness, a different one for each game.
//
// A Player is called on the goroutine of a worker, and only by that worker. It should return soon when ctx ends. If it
// returns an error, the match ends, unless that is a [*Forfeit].
type Player[G any, M comparable] func(ctx context.Context, position G, random *rand.Rand) (M, error)

// Options configure a match. The zero value plays 100 games, one after the other.
type Options struct {
	// Games is the number of games. It must be even, since games come in pairs. 0 means 100.
	Games int

	// Test, if not the zero value, ends the match as soon as the test has come to a decision.
	Test SequentialTest

	// MaxMoves ends a game as a draw when it has this number of moves, outcomes of chance included, counted from the
	// opening. 0 means no limit.
	MaxMoves int

	// Repetitions ends a game as a draw in a position, other than the opening position, that the game's
	// [ply.Repeater] calls repeated.
	Repetitions bool

	// Random is the source of randomness. Nil means a PCG seeded with 0. A match takes two numbers from it, from which
	// the random numbers of all games are derived.
	Random rand.Source

	// Workers is the number of games that are played at the same time, each on a separate goroutine, up to 1024. 0 means 1.
	Workers int

	// Forfeited, if not nil, is called for each game that a player forfeits, by one goroutine at a time.
	Forfeited func(Forfeit)

	// Progress, if not nil, is called about ten times a second, if more pairs of games have been completed, with the
	// result so far, whose Status is [ply.InProgress], and once at the end of a match that does not fail, with the
	// final result. It is called on the goroutine that called Match, while games go on.
	Progress func(Result)
}

const maxWorkers = 1 << 10

func (o *Options) check() error {
	switch {
	case o.Games < 0 || o.Games%2 != 0:
		return fmt.Errorf("arena: Games is %d, want an even number", o.Games)
	case o.MaxMoves < 0:
		return fmt.Errorf("arena: MaxMoves is %d, want a number of moves or 0 for no limit", o.MaxMoves)
	case o.Workers < 0 || o.Workers > maxWorkers:
		return fmt.Errorf("arena: Workers is %d, want a number of games up to %d, or 0 for one", o.Workers, maxWorkers)
	case o.Test != (SequentialTest{}):
		if _, err := o.Test.withDefaults(); err != nil {
			return err
		}
	}
	return nil
}

// A Result is the result of a match, or of its games so far.
type Result struct {
	// Status is [ply.Complete] after all games, or [ply.Decided] by the sequential test. Nodes is the number of games.
	ply.Report

	// Score is the score of the first player.
	Score

	// Moves is the number of moves in all games. It does not grow beyond math.MaxInt.
	Moves int

	// Verdict is the decision of the sequential test. Without a test it is Undecided.
	Verdict Verdict
}

// A playerPanic is the error of a match in which a player, the game, or a function that makes one of them has panicked.
// It wraps the [ply.GamePanic].
type playerPanic struct {
	// GamePanic is the panic. Its Line begins at the opening.
	ply.GamePanic

	// Game is the number of the game, from 0, or -1 if the panic happened while the players were being made.
	Game int
}

// Error returns a message that says in which game, after which moves and with which value the panic happened.
func (p *playerPanic) Error() string {
	return fmt.Sprintf("arena: panic in game %d after %s: %v", p.Game, p.Line, p.Value)
}

// Unwrap returns the [ply.GamePanic].
func (p *playerPanic) Unwrap() error { return &p.GamePanic }

// Match plays games between two players.
//
// opening returns the position in which the games of a pair begin. pair is the number of the pair, from 0. opening is
// called once for each of the two games, with a source of randomness that yields the same numbers, and must return
// equal positions. They must not be finished, and must share nothing with each other or with other games. [RandomOpening]
// plays random moves. In the first game of a pair, the first player is side 0; in the second game it is side 1.
//
// newFirst and newSecond make the two players. They are called once for each worker, so that players can keep data,
// such as tables, without locks. If their data do not change how they play later games, and they do not look at the
// clock, the result is the same for any number of workers: every game has its own random numbers, and games count in
// their order, up to the game with which a sequential test decides.
//
// If ctx ends the match, the result holds the pairs of games before the first pair that was not finished, and there is
// no error.
//
// The match ends with an error if a player returns an error that is no [*Forfeit], or a move that is not legal, if a player changes the
// position (its moves, the side to move, its hash or its identity), if an opening returns an error, is finished, or
// differs between the two games of a pair, or if the game breaks a law of [ply.Stochastic]. If anything panics, it
// ends with an error that wraps the [*ply.GamePanic] and names the game. The result then holds the pairs before.
//
// # Chance
//
// In a [ply.Stochastic] game the match draws the outcomes of chance, by random numbers that both games of a pair have
// in common: the n-th outcome of one game is drawn by the same number as the n-th of the other. As long as both games
// take the same course, the luck that a player has in one its opponent has in the other, which evens out much of it.
func Match[G interface {
	ply.Game[M]
	ply.Adversarial
}, M comparable](ctx context.Context, opening func(pair int, random *rand.Rand) (G, error), newFirst, newSecond func() Player[G, M], opt Options) (Result, error) {
	failed := Result{Report: ply.Report{Status: ply.Failed}}
	if err := opt.check(); err != nil {
		return failed, err
	}
	if opening == nil || newFirst == nil || newSecond == nil {
		return failed, errors.New("arena: a match needs an opening and two players")
	}
	seed, err := seedOf(opt.Random)
	if err != nil {
		return failed, err
	}
	m := &match{opt: opt, pairs: cmp.Or(opt.Games, 100) / 2, waiting: map[int]pair{}, start: time.Now()}
	c := &contest[G, M]{
		program:     m,
		opening:     opening,
		players:     []func() Player[G, M]{newFirst, newSecond},
		seats:       2,
		seed:        seed,
		maxMoves:    opt.MaxMoves,
		repetitions: opt.Repetitions,
		forfeited:   opt.Forfeited,
	}
	var watch func()
	if opt.Progress != nil {
		watch = m.report
	}
	err = c.play(ctx, min(max(opt.Workers, 1), m.pairs), watch)
	switch {
	case err != nil:
		m.result.Status = ply.Failed
	case m.result.Verdict != Undecided:
		m.result.Status = ply.Decided
	case m.counted < m.pairs:
		m.result.Status = stop.Status(ctx, time.Time{})
	}
	m.result.Nodes, m.result.Elapsed = m.result.Games(), time.Since(m.start)
	if opt.Progress != nil && err == nil {
		opt.Progress(m.result)
	}
	return m.result, err
}

// A match is the program of a match: pairs of games, which count in their order.
type match struct {
	opt      Options
	pairs    int
	start    time.Time
	reported int // pairs in the result at the last call of Progress

	next    int          // the pair to be played next
	mu      sync.Mutex   // of the fields below
	counted int          // pairs in the result
	waiting map[int]pair // those played after one that is not finished
	result  Result
}

// A pair is the outcome of two games, or of the first.
type pair struct {
	games  int
	points [2]int // of the first player, in halves
	moves  int
}

// report calls Progress if there is something new.
func (m *match) report() {
	m.mu.Lock()
	counted, result := m.counted, m.result
	m.mu.Unlock()
	if counted > m.reported {
		m.reported = counted
		result.Report = ply.Report{Status: ply.InProgress, Nodes: result.Games(), Elapsed: time.Since(m.start)}
		m.opt.Progress(result)
	}
}

func (m *match) take() (int, bool) {
	number := m.next
	m.next = min(m.next+1, m.pairs)
	return number, number < m.pairs
}

func (m *match) table(int) []int { return []int{0, 1} }

func (m *match) wanted(int, int) bool { return true }

func (m *match) name(player int) string { return fmt.Sprintf("player %d", player+1) }

// ended counts a pair of games when all pairs before it are counted.
func (m *match) ended(number, game int, values []int, moves int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.waiting[number]
	p.games++
	p.points[game] = 1 + cmp.Compare(values[game], values[1-game]) // the first player is side 0 in the first game
	p.moves += moves
	m.waiting[number] = p
	for m.result.Verdict == Undecided {
		p, ok := m.waiting[m.counted]
		if !ok || p.games < 2 {
			break
		}
		delete(m.waiting, m.counted)
		m.counted++
		r := &m.result
		for _, points := range p.points {
			*[...]*int{&r.Losses, &r.Draws, &r.Wins}[points]++
		}
		r.Pairs[p.points[0]+p.points[1]]++
		r.Moves += min(p.moves, math.MaxInt-r.Moves)
		r.Elapsed = time.Since(m.start)
		if m.opt.Test != (SequentialTest{}) {
			_, r.Verdict, _ = m.opt.Test.Judge(r.Score) // the test has been checked
		}
	}
	return nil
}

func (m *match) over() bool { return m.result.Verdict != Undecided }
