package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A Player chooses one of the legal moves of a position that is not finished. It may play on the position
// if it takes all back. random is its own source of chance in this game.
type Player[M comparable, G any] func(ctx context.Context, position G, random *rand.PCG) (M, error)

// Options say how a match is played. The zero value plays 100 games.
type Options struct {
	// Games is the number of games, which must be even: they come in pairs. 0 means 100.
	Games int

	// Test, if not the zero value, ends the match as soon as it has decided.
	Test SequentialTest

	// MaxMoves ends a game that is so long, as a draw. 0 is no bound.
	MaxMoves int

	// Random is the source of all chance in the match. Nil is one seeded with 0.
	Random *rand.PCG

	// Workers is the number of games that are played at a time. 0 means GOMAXPROCS.
	Workers int

	// Progress, if not nil, is called after each pair of games, in their order.
	Progress func(Result)
}

// A Result is what came out of a match, or of the games up to now.
type Result struct {
	// Status says why the match ended: ply.Complete after all games, ply.Decided by the sequential test, or
	// what has cut it short.
	Status ply.Status

	// Score is that of the first player.
	Score

	// Moves is the number of moves in all games.
	Moves int

	// Verdict and LogRatio are those of the sequential test, if there is one.
	Verdict  Verdict
	LogRatio float64

	// Elapsed is the time that the match took.
	Elapsed time.Duration
}

// A PlayerPanic is the error of a match in which a player, or the game, has panicked.
type PlayerPanic struct {
	ply.GamePanic     // Line begins at the opening
	Game          int // the number of the game, from 0
}

// Error says what happened and where.
func (p *PlayerPanic) Error() string {
	return fmt.Sprintf("arena: panic in game %d after %s: %v", p.Game, p.Line, p.Value)
}

// Match plays games between two players. opening returns the position that a pair of games begins with,
// given the number of the pair, from 0, and its source of chance; it is called once for each game of the
// pair, with the same source, and must return an equal position that shares nothing with others. In the
// first game of a pair the first player is side 0, in the second side 1.
//
// newFirst and newSecond make the players: once for each worker, so that players can have memory of their
// own. As long as what they keep from one game does not change how they play the next, and they
// look at no clock, the result is the same whatever the number of workers: each game has its own chance,
// and games count in their order, up to the one with which a sequential test decides.
//
// Cut short by ctx, the match returns the score of the games up to the first one not finished.
func Match[M comparable, G interface {
	ply.Game[M]
	ply.Adversarial
}](ctx context.Context, opening func(pair int, random *rand.PCG) (G, error), newFirst, newSecond func() Player[M, G], opt Options) (Result, error) {
	failed := Result{Status: ply.Failed}
	switch {
	case opt.Games < 0 || opt.Games%2 != 0:
		return failed, fmt.Errorf("arena: Games is %d, want an even number", opt.Games)
	case opt.MaxMoves < 0:
		return failed, fmt.Errorf("arena: MaxMoves is %d, want a number of moves or 0 for no bound", opt.MaxMoves)
	case opt.Workers < 0:
		return failed, fmt.Errorf("arena: Workers is %d, want a number or 0 for GOMAXPROCS", opt.Workers)
	case opening == nil || newFirst == nil || newSecond == nil:
		return failed, errors.New("arena: a match needs an opening and two players")
	}
	if opt.Test != (SequentialTest{}) {
		if _, err := opt.Test.withDefaults(); err != nil {
			return failed, err
		}
	}
	random := opt.Random
	if random == nil {
		random = rand.NewPCG(0, 0)
	}
	m := &match[M, G]{
		opt:     opt,
		pairs:   cmp.Or(opt.Games, 100) / 2,
		opening: opening,
		seed:    [2]uint64{random.Uint64(), random.Uint64()},
		waiting: map[int]pair{},
		start:   time.Now(),
	}
	ctx, m.cancel = context.WithCancel(ctx)
	defer m.cancel()
	var group sync.WaitGroup
	for range min(cmp.Or(opt.Workers, runtime.GOMAXPROCS(0)), m.pairs) {
		group.Go(func() { m.work(ctx, newFirst, newSecond) })
	}
	group.Wait()
	m.result.Elapsed = time.Since(m.start)
	switch {
	case m.err != nil:
		m.result.Status = ply.Failed
	case m.result.Verdict != Undecided:
		m.result.Status = ply.Decided
	case m.counted < m.pairs:
		m.result.Status = stop.Status(ctx, time.Time{})
	}
	return m.result, m.err
}

// A match is what the workers share.
type match[M comparable, G interface {
	ply.Game[M]
	ply.Adversarial
}] struct {
	opt     Options
	pairs   int
	opening func(pair int, random *rand.PCG) (G, error)
	seed    [2]uint64
	start   time.Time
	cancel  context.CancelFunc

	mu      sync.Mutex
	next    int          // the pair to be played next
	counted int          // pairs in the result
	waiting map[int]pair // those played after one that is not finished
	result  Result
	err     error
	at      int // the pair that err is of
}

// A pair is what came out of two games.
type pair struct {
	points [2]int // of the first player, in halves
	moves  int
}

// work plays one pair of games after another.
func (m *match[M, G]) work(ctx context.Context, newFirst, newSecond func() Player[M, G]) {
	w := worker[M, G]{match: m}
	number := -1
	defer func() {
		if fault := recover(); fault != nil {
			m.fail(number, &PlayerPanic{ply.GamePanic{Value: fault, Line: fmt.Sprint(w.line), Stack: debug.Stack()}, w.game})
		}
	}()
	w.players = [2]Player[M, G]{newFirst(), newSecond()}
	for {
		m.mu.Lock()
		number = m.next
		m.next++
		m.mu.Unlock()
		if number >= m.pairs || ctx.Err() != nil {
			return
		}
		var p pair
		for i := range 2 {
			points, err := w.play(ctx, number, i)
			if err != nil {
				if ctx.Err() == nil {
					m.fail(number, fmt.Errorf("arena: game %d: %w", w.game, err))
				}
				return
			}
			p.points[i] = points
			p.moves += len(w.line)
		}
		m.count(number, p)
	}
}

// count counts a pair of games, as soon as all before it are counted.
func (m *match[M, G]) count(number int, p pair) {
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
		r.Moves += p.moves
		r.Elapsed = time.Since(m.start)
		if m.opt.Test != (SequentialTest{}) {
			r.LogRatio, r.Verdict, _ = m.opt.Test.Judge(r.Score) // the test has been checked
		}
		if m.opt.Progress != nil {
			m.opt.Progress(*r)
		}
	}
	m.cancel()
}

// fail ends the match with an error, if what came before has not decided it.
func (m *match[M, G]) fail(number int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.result.Verdict == Undecided && (m.err == nil || number < m.at) {
		m.err, m.at = err, number
	}
	m.cancel()
}

// A worker plays games.
type worker[M comparable, G interface {
	ply.Game[M]
	ply.Adversarial
}] struct {
	*match[M, G]
	players [2]Player[M, G]
	game    int
	line    []M
	moves   []M
}

// play plays a game of a pair and returns the points of the first player, in halves.
func (w *worker[M, G]) play(ctx context.Context, number, second int) (points int, err error) {
	w.game, w.line = 2*number+second, w.line[:0]
	source := func(n int) *rand.PCG { return rand.NewPCG(w.seed[0]+uint64(8*number+n), w.seed[1]) }
	position, err := w.opening(number, source(0))
	if err != nil {
		return 0, fmt.Errorf("opening: %w", err)
	}
	own := [2]*rand.PCG{source(1 + 2*second), source(2 + 2*second)}
	for {
		w.moves = position.Moves(w.moves[:0])
		side := position.ToMove()
		player := side ^ second // the first player is side 0 in the first game
		switch {
		case len(w.moves) == 0:
			value := position.Outcome()
			if player == 1 {
				value = -value
			}
			return 1 + cmp.Compare(value, 0), nil
		case w.opt.MaxMoves > 0 && len(w.line) >= w.opt.MaxMoves:
			return 1, nil
		case ctx.Err() != nil:
			return 0, ctx.Err()
		}
		move, err := w.players[player](ctx, position, own[player])
		if err != nil {
			return 0, fmt.Errorf("player %d after %v: %w", player+1, w.line, err)
		}
		if !slices.Contains(w.moves, move) {
			return 0, fmt.Errorf("player %d after %v: move %v is not legal", player+1, w.line, move)
		}
		position.Play(move)
		w.line = append(w.line, move)
	}
}
