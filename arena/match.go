package arena

import (
	"bytes"
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A Player chooses a legal move in a position that is not finished. It may play moves on the position if it takes them
// all back. random is its source of randomness, a different one for each game.
//
// A Player is called on the goroutine of a worker, and only by that worker. It should return soon when ctx ends. If it
// returns an error, the match ends.
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
// The match ends with an error if a player returns an error or a move that is not legal, if a player changes the
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
	source, err := random.Source(opt.Random)
	if err != nil {
		return failed, fmt.Errorf("arena: %w", err)
	}
	m := &match[G, M]{
		opt:     opt,
		pairs:   cmp.Or(opt.Games, 100) / 2,
		opening: opening,
		seed:    [2]uint64{source.Uint64(), source.Uint64()},
		waiting: map[int]pair{},
		start:   time.Now(),
	}
	playing, cancel := context.WithCancel(ctx)
	m.cancel = cancel
	defer cancel()
	group := guard.Group{Stop: cancel}
	for range min(max(opt.Workers, 1), m.pairs) {
		w := &worker[G, M]{match: m, game: -1}
		group.Go(w.describe, func() { w.work(playing, newFirst, newSecond) })
	}
	var watch func()
	if opt.Progress != nil {
		watch = m.report
	}
	every := max(stop.Interval(ctx), stop.Every)
	m.err = cmp.Or(group.Wait(every, watch), m.err)
	switch {
	case m.err != nil:
		m.result.Status = ply.Failed
	case m.result.Verdict != Undecided:
		m.result.Status = ply.Decided
	case m.counted < m.pairs:
		m.result.Status = stop.Status(ctx, time.Time{})
	}
	m.result.Nodes, m.result.Elapsed = m.result.Games(), time.Since(m.start)
	if opt.Progress != nil && m.err == nil {
		opt.Progress(m.result)
	}
	return m.result, m.err
}

// A match is the data shared by the workers.
type match[G interface {
	ply.Game[M]
	ply.Adversarial
}, M comparable] struct {
	opt      Options
	pairs    int
	opening  func(pair int, random *rand.Rand) (G, error)
	seed     [2]uint64
	start    time.Time
	cancel   context.CancelFunc
	reported int // pairs in the result at the last call of Progress

	mu      sync.Mutex
	next    int          // the pair to be played next
	counted int          // pairs in the result
	waiting map[int]pair // those played after one that is not finished
	result  Result
	err     error
	at      int // the pair that err belongs to
}

// A pair is the outcome of two games.
type pair struct {
	points [2]int // of the first player, in halves
	moves  int
}

// report calls Progress if there is something new.
func (m *match[G, M]) report() {
	m.mu.Lock()
	counted, result := m.counted, m.result
	m.mu.Unlock()
	if counted > m.reported {
		m.reported = counted
		result.Report = ply.Report{Status: ply.InProgress, Nodes: result.Games(), Elapsed: time.Since(m.start)}
		m.opt.Progress(result)
	}
}

// take returns the number of the next pair to be played.
func (m *match[G, M]) take() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	number := m.next
	m.next = min(m.next+1, m.pairs)
	return number
}

// count counts a pair of games, as soon as all before it are counted.
func (m *match[G, M]) count(number int, p pair) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting[number] = p
	for m.result.Verdict == Undecided {
		p, ok := m.waiting[m.counted]
		if !ok || m.err != nil && m.at <= m.counted {
			return
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
	m.cancel()
}

// fail ends the match with an error, if earlier games have not decided it.
func (m *match[G, M]) fail(number int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.result.Verdict == Undecided && (m.err == nil || number < m.at) {
		m.err, m.at = err, number
	}
	m.cancel()
}

// A worker plays games.
type worker[G interface {
	ply.Game[M]
	ply.Adversarial
}, M comparable] struct {
	*match[G, M]
	repeater ply.Repeater // of the game being played, if repetitions count
	players  [2]Player[G, M]
	game     int // -1 for none yet
	line     []M
	odds     []float64 // scratch

	// The views of the position at the opening of the first game of the pair, before a player's choice, and after it.
	opened, before, after view[M]
}

func (w *worker[G, M]) describe() string { return fmt.Sprint(w.line) }

// work plays one pair of games after another.
func (w *worker[G, M]) work(ctx context.Context, newFirst, newSecond func() Player[G, M]) {
	if !w.guarded(-1, func() error {
		w.players = [2]Player[G, M]{newFirst(), newSecond()}
		if w.players[0] == nil || w.players[1] == nil {
			return errors.New("arena: a player is nil")
		}
		return nil
	}) {
		return
	}
	for {
		number := w.take()
		if number >= w.pairs || ctx.Err() != nil {
			return
		}
		var p pair
		if !w.guarded(number, func() (err error) {
			p, err = w.playPair(ctx, number)
			return err
		}) {
			return
		}
		w.count(number, p)
	}
}

// errStopped is the error of a game that was cut short by the context.
var errStopped = errors.New("arena: stopped")

// guarded calls f for a pair of games, and reports whether it has neither failed nor panicked.
func (w *worker[G, M]) guarded(number int, f func() error) bool {
	err := guard.Run(w.describe, f)
	var panicked *ply.GamePanic
	if errors.As(err, &panicked) {
		err = &playerPanic{*panicked, w.game}
	}
	if err != nil && err != errStopped {
		w.fail(number, err)
	}
	return err == nil
}

// playPair plays both games of a pair.
func (w *worker[G, M]) playPair(ctx context.Context, number int) (p pair, err error) {
	for i := range 2 {
		w.game, w.line = 2*number+i, w.line[:0]
		p.points[i], err = w.play(ctx, number, i)
		switch {
		case err != nil && ctx.Err() != nil:
			return p, errStopped
		case err != nil:
			return p, fmt.Errorf("arena: game %d: %w", w.game, err)
		}
		p.moves += len(w.line)
	}
	return p, nil
}

// play plays a game of a pair and returns the points of the first player, in halves.
func (w *worker[G, M]) play(ctx context.Context, number, second int) (points int, err error) {
	source := func(n int) *rand.Rand { return rand.New(rand.NewPCG(w.seed[0]+8*uint64(number)+uint64(n), w.seed[1])) }
	position, err := w.open(number, second, source(0))
	if err != nil {
		return 0, fmt.Errorf("opening: %w", err)
	}
	w.repeater = nil
	if w.opt.Repetitions {
		repeater, ok := any(position).(ply.Repeater)
		if !ok {
			return 0, fmt.Errorf("option Repetitions: %T is not a ply.Repeater", position)
		}
		w.repeater = repeater
	}
	own := [2]*rand.Rand{source(1 + 2*second), source(2 + 2*second)}
	deals := source(5)
	for {
		w.before.look(position)
		if w.before.side < 0 {
			if w.opt.MaxMoves > 0 && len(w.line) >= w.opt.MaxMoves {
				return 1, nil
			}
			var outcome M
			outcome, w.odds, err = deal(position, w.before.side, w.before.moves, w.odds, deals)
			if err != nil {
				return 0, fmt.Errorf("after %v: %w", w.line, err)
			}
			position.Play(outcome)
			w.line = append(w.line, outcome)
			continue
		}
		if w.before.side > 1 {
			return 0, fmt.Errorf("after %v: %w", w.line, sides.Error(position, w.before.side, 2))
		}
		player := w.before.side ^ second // the first player is side 0 in the first game
		switch {
		case len(w.before.moves) == 0:
			value := position.Outcome()
			if player == 1 {
				value = -value
			}
			return 1 + cmp.Compare(value, 0), nil
		case w.opt.MaxMoves > 0 && len(w.line) >= w.opt.MaxMoves, w.repeater != nil && len(w.line) > 0 && w.repeater.Repeated():
			return 1, nil
		case ctx.Err() != nil:
			return 0, ctx.Err()
		}
		move, err := w.players[player](ctx, position, own[player])
		if err == nil {
			err = w.checkChoice(position, move)
		}
		if err != nil {
			return 0, fmt.Errorf("player %d after %v: %w", player+1, w.line, err)
		}
		position.Play(move)
		w.line = append(w.line, move)
	}
}

// deal draws an outcome of chance among moves. It returns the slice that it uses for probabilities, too.
func deal[M comparable](position ply.AdversarialGame[M], side int, moves []M, odds []float64, deals *rand.Rand) (outcome M, _ []float64, err error) {
	dealer, _ := position.(ply.Stochastic[M])
	i, odds, err := sides.DrawChance(position, dealer, side, moves, odds, deals.Float64())
	if err != nil {
		return outcome, odds, err
	}
	return moves[i], odds, nil
}

// open returns the position that a game of a pair begins with.
func (w *worker[G, M]) open(number, second int, random *rand.Rand) (G, error) {
	position, err := w.opening(number, random)
	if err != nil {
		return position, err
	}
	seen := &w.before
	if second == 0 {
		seen = &w.opened
	}
	seen.look(position)
	if len(seen.moves) == 0 {
		return position, errors.New("the position is finished")
	}
	if change := w.opened.compare(seen); second == 1 && change != "" {
		return position, fmt.Errorf("the position is not the one of the first game of the pair: its %s", change)
	}
	return position, nil
}

// checkChoice returns an error if the player has chosen an illegal move, or has not left the position as it was.
func (w *worker[G, M]) checkChoice(position G, move M) error {
	w.after.look(position)
	if change := w.before.compare(&w.after); change != "" {
		return fmt.Errorf("with move %v the position was not left as it was: its %s", move, change)
	}
	if !slices.Contains(w.before.moves, move) {
		return fmt.Errorf("move %v is not legal", move)
	}
	return nil
}

// A view is the observable part of a position.
type view[M comparable] struct {
	moves    []M
	side     int
	hash     uint64 // 0 if the game is not a ply.Hasher
	identity []byte // empty if the game does not tell it
}

// look makes the view one of a position.
func (v *view[M]) look(position interface {
	ply.Game[M]
	ply.Adversarial
}) {
	v.moves, v.side = position.Moves(v.moves[:0]), position.ToMove()
	if h, ok := position.(ply.Hasher); ok {
		v.hash = h.Hash()
	}
	if a, ok := position.(encoding.BinaryAppender); ok {
		v.identity, _ = a.AppendBinary(v.identity[:0])
	}
}

// compare describes the difference, or returns "".
func (v *view[M]) compare(now *view[M]) string {
	switch {
	case v.side != now.side:
		return fmt.Sprintf("side to move was %d and is %d", v.side, now.side)
	case !slices.Equal(v.moves, now.moves):
		return fmt.Sprintf("moves were %v and are %v", v.moves, now.moves)
	case v.hash != now.hash:
		return fmt.Sprintf("hash was %x and is %x", v.hash, now.hash)
	case !bytes.Equal(v.identity, now.identity):
		return fmt.Sprintf("identity was %x and is %x", v.identity, now.identity)
	}
	return ""
}
