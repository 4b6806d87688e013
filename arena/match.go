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
	"github.com/ply-search/ply/arena/internal/contest"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/stop"
)

// A Player chooses a legal move in an unfinished position. It must take back any moves that it plays on the position.
// random is its source of randomness, a different one for each game.
//
// A Player is called on one goroutine. It should return soon when ctx ends. If it returns an error other than a
// [*Forfeit], the match ends.
type Player[G any, M comparable] func(ctx context.Context, position G, random *rand.Rand) (M, error)

// Options configure a match. The zero value plays 100 games in sequence.
type Options struct {
	// Games is the number of games, which must be even: games are played in pairs. 0 means 100.
	Games int

	// Test, if it is not the zero value, ends the match as soon as the test decides. If the test never decides, or if
	// Test is the zero value, all Games are played.
	Test SequentialTest

	// MaxMoves ends a game as a draw after this number of moves, including outcomes of chance, but not the moves of the
	// opening. 0 means no limit.
	MaxMoves int

	// Repetitions ends a game as a draw when a position is repeated: Match calls the method Repeated of [ply.Repeater]
	// after each move that follows the opening. If Repetitions is true and the game is not a Repeater, Match returns
	// an error.
	Repetitions bool

	// Random is the source of randomness. Nil means a PCG seeded with 0. A match reads two numbers from it, which
	// determine the random numbers of all games.
	Random rand.Source

	// Workers is the number of games that are played at the same time, each on a separate goroutine, up to 1024. 0 means
	// 1.
	Workers int

	// Clock is the clock of each side at the beginning of each game. The zero value means that time is unlimited. The
	// clock of a side runs while its [Player] is called, and ends the context of the Player when its time is over. A side
	// whose time is over forfeits the game. [EnginePlayer] and the programs of package rival know their clocks; another
	// Player asks [Clocks].
	Clock engine.Clock

	// Luck, if not nil, returns an evaluation with which the match adjusts points for luck ([Result].Adjusted). Luck is
	// called at the start of each game, possibly on several goroutines at the same time, with the position on which the
	// game is played. It must not return nil. value estimates the points of the game from the present position, for the
	// side that ToMove returns or, in a position of chance, for side 0. The estimate depends only on the position, and is
	// from -[ply.MaxValue] to MaxValue. value may play moves on the position if it takes them back.
	//
	// The luck of an outcome of chance is the value after the outcome, minus the expectation of this value over all
	// outcomes ([ply.Stochastic]). The adjusted points of a game are its points minus the luck of all its outcomes. They
	// have the same expectation as the points, even if the estimates are wrong; good estimates reduce the variance
	// (control variate, Zinkevich and others 2006). In each position of chance, value is called once for each outcome
	// with a positive probability. The luck of outcomes in the opening is not subtracted.
	Luck func(position ply.Adversarial) (value func() float64)

	// Forfeited, if not nil, is called for each forfeited game. Calls do not overlap.
	Forfeited func(Forfeit)

	// Progress, if not nil, is called on the caller's goroutine with the result so far, whose Status is
	// [ply.InProgress], about ten times a second if further pairs of games have ended. At the end, Progress is called
	// with the final result, unless Match returns an error.
	Progress func(Result)
}

func (o *Options) check() error {
	switch {
	case o.Games < 0 || o.Games%2 != 0:
		return fmt.Errorf("arena: Games is %d, want an even number", o.Games)
	case o.Test != (SequentialTest{}):
		if _, err := o.Test.withDefaults(); err != nil {
			return err
		}
	}
	return cmp.Or(contest.Check("arena", o.MaxMoves, o.Workers), contest.CheckClock("arena", o.Clock))
}

// A Result is the final result of a match or the result so far.
type Result struct {
	// Nodes is the number of games. The Status is [ply.Complete] after all games, [ply.Decided] if the sequential test
	// ended the match, and otherwise the reason why ctx ended it.
	ply.Report

	// Score is the score of the first player.
	Score

	// Points are the points of the first player per game. The points of a game are the Outcome of its last position for
	// the first player, 0 if MaxMoves or Repetitions ended the game, and 1 or -1 after a forfeit. Each pair of games is an
	// observation of the Sample: the mean of the points of its two games.
	Points Sample

	// Adjusted are the points of the first player per game, adjusted for luck, by pairs as in Points. It is the zero Sample
	// if [Options].Luck is nil.
	Adjusted Sample

	// Moves is the number of moves in all games, at most [math.MaxInt].
	Moves int

	// Verdict is the decision of the sequential test. It is 0 without a test.
	Verdict Verdict
}

// Match plays games between two players.
//
// opening(n, random) returns the initial position of pair n, counted from 0. opening is called twice for each pair,
// with the same random numbers, and must return two equal, unfinished positions. The two positions must share no data
// with each other or with the positions of other pairs. [RandomOpening] makes such a function. The first player is
// side 0 in the first game of a pair, and side 1 in the second game.
//
// newFirst and newSecond make the two players. They are called once for each worker, so the data of a player, such as
// tables, need no locks. The result is the same for any number of workers if the players do not look at the clock and
// keep no information from one game to the next. Every game has its own random numbers.
//
// If ctx ends the match, the result contains the pairs before the first unfinished pair, and the error is nil.
//
// Match returns an error in these cases:
//   - A player returns an error other than a [*Forfeit], returns an illegal move, or changes the position: its moves,
//     its hash, its identity or the side to move.
//   - opening returns an error or a finished position, or returns different positions for the two games of a pair.
//   - The game breaks a law of [ply.Stochastic].
//   - [Options].Luck returns nil, or its value is NaN, lies outside its range or changes the position.
//   - The game, a player, opening or Luck panics. The error then wraps the [*ply.GamePanic] and contains the number of the
//     game.
//
// In each case, the result contains the pairs of games before the pair with the error.
//
// # Chance
//
// In a [ply.Stochastic] game, both games of a pair use the same random numbers for chance: the n-th outcome of each
// game is determined by the same number. As long as the players make the same moves in both games, the outcomes are the
// same, too, so luck favours each player in one of the two games. This reduces the influence of luck on the score.
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
	seed, err := random.Seed(opt.Random)
	if err != nil {
		return failed, fmt.Errorf("arena: %w", err)
	}
	m := &match{opt: opt, pairs: cmp.Or(opt.Games, 100) / 2, waiting: map[int]pair{}, start: time.Now()}
	c := &contest.Contest[G, M]{
		Program: m,
		Opening: opening,
		Players: []func() contest.Player[G, M]{
			func() contest.Player[G, M] { return newFirst() },
			func() contest.Player[G, M] { return newSecond() },
		},
		Seats:       2,
		Seed:        seed,
		MaxMoves:    opt.MaxMoves,
		Repetitions: opt.Repetitions,
		Clock:       opt.Clock,
		Forfeit:     m.forfeit,
	}
	if opt.Luck != nil {
		c.Luck = func(position G) func() float64 { return opt.Luck(position) }
	}
	var watch func()
	if opt.Progress != nil {
		watch = m.report
	}
	err = c.Play(ctx, min(max(opt.Workers, 1), m.pairs), watch)
	switch {
	case err != nil:
		err = fmt.Errorf("arena: %w", err)
		m.result.Status = ply.Failed
	case m.result.Verdict != 0:
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

type pair struct {
	games  int
	halves [2]int // of the first player: 2 for a win, 1 for a draw
	points int    // of the first player
	luck   float64
	moves  int
}

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

func (m *match) Take() (int, bool) {
	number := m.next
	m.next = min(m.next+1, m.pairs)
	return number, number < m.pairs
}

func (m *match) Table(int) []int { return []int{0, 1} }

func (m *match) Wanted(int, int) bool { return true }

func (m *match) Name(player int) string { return fmt.Sprintf("player %d", player+1) }

func (m *match) forfeit(err error, game, player int) bool {
	f, ok := errors.AsType[*Forfeit](err)
	if errors.Is(err, contest.ErrTime) {
		f, ok = &Forfeit{Err: err}, true
	}
	if ok && m.opt.Forfeited != nil {
		m.opt.Forfeited(Forfeit{Err: f.Err, Game: game, Player: player})
	}
	return ok
}

func (m *match) Ended(number, game int, values []int, moves int, luck float64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.waiting[number]
	p.games++
	p.halves[game] = 1 + cmp.Compare(values[game], values[1-game]) // the first player is side 0 in the first game
	p.points += values[game]
	if game == 1 {
		luck = -luck
	}
	p.luck += luck
	p.moves += moves
	m.waiting[number] = p
	for m.result.Verdict == 0 {
		p, ok := m.waiting[m.counted]
		if !ok || p.games < 2 {
			break
		}
		delete(m.waiting, m.counted)
		m.counted++
		r := &m.result
		for _, halves := range p.halves {
			*[...]*int{&r.Losses, &r.Draws, &r.Wins}[halves]++
		}
		r.Pairs[p.halves[0]+p.halves[1]]++
		r.Points = r.Points.Add(Sample{Count: 1, Mean: float64(p.points) / 2})
		if m.opt.Luck != nil {
			r.Adjusted = r.Adjusted.Add(Sample{Count: 1, Mean: (float64(p.points) - p.luck) / 2})
		}
		r.Moves += min(p.moves, math.MaxInt-r.Moves)
		r.Elapsed = time.Since(m.start)
		if m.opt.Test != (SequentialTest{}) {
			_, r.Verdict, _ = m.opt.Test.Judge(r.Score) // the test has been checked
		}
	}
	return nil
}

func (m *match) Over() bool { return m.result.Verdict != 0 }
