package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/course"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// SelfPlayOptions configure [Notation.SelfPlay]. The zero value plays 100 games from the start of the game, without
// random moves.
type SelfPlayOptions[M comparable] struct {
	// Games is the number of games. 0 means 100.
	Games int

	// Opening is the number of random moves at the start of each game, as in [arena.RandomOpening].
	Opening int

	// Explore is the probability, from 0 to 1, that a uniformly random legal move is played instead of the player's
	// move. Such moves are listed in [Record].Explored.
	Explore float64

	// MaxMoves ends a game as a draw after this number of moves, including the opening. 0 means no limit.
	MaxMoves int

	// Repetitions ends a game as a draw in a position that [ply.Repeater] reports as repeated. It is an error if the
	// game is not a Repeater.
	Repetitions bool

	// Random is the source of randomness. Two numbers from it seed all games. Nil means a PCG seeded with 0.
	Random rand.Source

	// Workers is the number of games played at the same time, each on its own goroutine, up to 1024. 0 means 1.
	Workers int

	// Progress, if not nil, is called with the number of games completed so far: about ten times a second if that
	// number has grown, and once at the end. It runs on the goroutine that called SelfPlay.
	Progress func(games int)

	game   string                // [Set].Game
	first  int                   // the number of the first game: what happens in a game depends on its number
	record func(Record[M]) error // is called with each game in the order of their numbers
}

const (
	mostWorkers = 1 << 10
	usualGames  = 100
)

func (o *SelfPlayOptions[M]) check() error {
	switch {
	case o.Games < 0:
		return fmt.Errorf("learn: Games is %d, want a number of games", o.Games)
	case o.Opening < 0:
		return fmt.Errorf("learn: Opening is %d, want a number of moves", o.Opening)
	case !(o.Explore >= 0 && o.Explore <= 1):
		return fmt.Errorf("learn: Explore is %v, want a probability", o.Explore)
	case o.MaxMoves < 0:
		return fmt.Errorf("learn: MaxMoves is %d, want a number of moves or 0 for no limit", o.MaxMoves)
	case o.Workers < 0 || o.Workers > mostWorkers:
		return fmt.Errorf("learn: Workers is %d, want a number of games up to %d, or 0 for one", o.Workers, mostWorkers)
	}
	return nil
}

// A NamedPlayer is a player for [Notation.SelfPlay].
type NamedPlayer[G any, M comparable] struct {
	// Name is the name of the player in [Record].Players.
	Name string

	// New makes the player. It is called once for each worker, as in [arena.Match]. [NewPlayer] returns such a
	// function.
	New func() arena.Player[G, M]
}

// playSet is [Notation.SelfPlay] without a file.
func playSet[G ply.AdversarialGame[M], M comparable](ctx context.Context, newGame func() (G, error), players []NamedPlayer[G, M], opt SelfPlayOptions[M]) (*Set[M], error) {
	set := &Set[M]{Game: opt.game}
	if err := opt.check(); err != nil {
		return set, err
	}
	if newGame == nil || len(players) == 0 {
		return set, errors.New("learn: self-play needs a function that makes games, and a player")
	}
	for i, p := range players {
		if p.New == nil {
			return set, fmt.Errorf("learn: player %d, %q, has no New", i, p.Name)
		}
	}
	source, err := random.Source(opt.Random)
	if err != nil {
		return set, fmt.Errorf("learn: %w", err)
	}
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &selfPlay[G, M]{
		opt: &opt, newGame: newGame, players: players, set: set, cancel: cancel,
		seed: [2]uint64{source.Uint64(), source.Uint64()}, games: cmp.Or(opt.Games, usualGames), done: map[int]Record[M]{},
	}
	group := guard.Group{Stop: cancel}
	for range min(max(opt.Workers, 1), s.games) {
		w := &selfPlayer[G, M]{selfPlay: s}
		group.Go(w.line, func() { w.work(playing) })
	}
	err = group.Wait(stop.Every, func() { s.watch(ctx) })
	if err == nil {
		err = s.flush()
	}
	err = cmp.Or(s.err, err)
	if err == nil && opt.Progress != nil {
		opt.Progress(len(set.Records))
	}
	if err == nil && len(set.Records) < s.games {
		err = stop.Status(ctx, time.Time{}).Err()
	}
	return set, err
}

type selfPlay[G ply.AdversarialGame[M], M comparable] struct {
	opt      *SelfPlayOptions[M]
	newGame  func() (G, error)
	players  []NamedPlayer[G, M]
	seed     [2]uint64
	games    int
	cancel   context.CancelFunc
	set      *Set[M] // of the goroutine of the caller
	reported int     // games at the last call of Progress
	last     time.Time

	mu   sync.Mutex
	next int // the game to be played next, from 0
	done map[int]Record[M]
	err  error
}

func (s *selfPlay[G, M]) watch(ctx context.Context) {
	if err := s.flush(); err != nil {
		s.fail(err)
		return
	}
	if now := time.Now(); s.opt.Progress != nil && len(s.set.Records) > s.reported && now.Sub(s.last) >= stop.Interval(ctx) {
		s.reported, s.last = len(s.set.Records), now
		s.opt.Progress(s.reported)
	}
}

func (s *selfPlay[G, M]) flush() error {
	for {
		s.mu.Lock()
		record, ok := s.done[len(s.set.Records)]
		delete(s.done, len(s.set.Records))
		s.mu.Unlock()
		if !ok {
			return nil
		}
		s.set.Records = append(s.set.Records, record)
		if s.opt.record != nil {
			if err := s.opt.record(record); err != nil {
				return fmt.Errorf("learn: Record: %w", err)
			}
		}
	}
}

func (s *selfPlay[G, M]) fail(err error) {
	s.mu.Lock()
	s.err = cmp.Or(s.err, err)
	s.mu.Unlock()
	s.cancel()
}

func (s *selfPlay[G, M]) take() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.next
	s.next = min(n+1, s.games)
	return n
}

type selfPlayer[G ply.AdversarialGame[M], M comparable] struct {
	*selfPlay[G, M]
	own    []arena.Player[G, M]
	course course.Course[M]
	record Record[M]
	legal  []M
	odds   []float64
}

func (w *selfPlayer[G, M]) line() string { return fmt.Sprint(w.record.Moves) }

func (w *selfPlayer[G, M]) work(ctx context.Context) {
	w.own = make([]arena.Player[G, M], len(w.players))
	ctx = w.course.In(ctx)
	for number := w.take(); number < w.games && ctx.Err() == nil; number = w.take() {
		err := guard.Run(w.line, func() error { return w.play(ctx, number) })
		if err != nil {
			if ctx.Err() == nil {
				w.fail(fmt.Errorf("learn: game %d: %w", w.opt.first+number, err))
			}
			return
		}
		w.mu.Lock()
		w.done[number] = w.record
		w.mu.Unlock()
	}
}

func (w *selfPlayer[G, M]) player(i int) (arena.Player[G, M], error) {
	if w.own[i] == nil {
		if w.own[i] = w.players[i].New(); w.own[i] == nil {
			return nil, fmt.Errorf("player %q is nil", w.players[i].Name)
		}
	}
	return w.own[i], nil
}

func (w *selfPlayer[G, M]) play(ctx context.Context, number int) error {
	w.record = Record[M]{}
	w.course.Number++
	source := func(n uint64) *rand.Rand {
		return rand.New(rand.NewPCG(w.seed[0]+8*uint64(w.opt.first+number)+n, w.seed[1]))
	}
	draw, explore, deals := source(0), source(1), source(2)
	randoms := [2]*rand.Rand{source(3), source(4)}
	var players [2]arena.Player[G, M]
	for side := range players {
		i := draw.IntN(len(w.players))
		p, err := w.player(i)
		if err != nil {
			return err
		}
		players[side], w.record.Players[side] = p, w.players[i].Name
	}
	g, err := w.open(number, source(5))
	if err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	var repeater ply.Repeater
	if w.opt.Repetitions {
		ok := false
		if repeater, ok = any(g).(ply.Repeater); !ok {
			return fmt.Errorf("option Repetitions: %T is not a ply.Repeater", g)
		}
	}
	for {
		if over, err := w.over(g, repeater); over || err != nil {
			return err
		}
		m, err := w.choose(ctx, g, players, randoms, explore, deals)
		if err != nil {
			return fmt.Errorf("after %v: %w", w.record.Moves, err)
		}
		if err := ctx.Err(); err != nil { // the player may have thought for less time than it should, even if this is the last move
			return err
		}
		g.Play(m)
		w.record.Moves = append(w.record.Moves, m)
	}
}

func (w *selfPlayer[G, M]) over(g G, repeater ply.Repeater) (bool, error) {
	r := &w.record
	w.legal = g.Moves(w.legal[:0])
	switch {
	case len(w.legal) == 0:
		side := g.ToMove()
		if side != 0 && side != 1 {
			return true, sides.Error(g, side, 2)
		}
		r.Outcome = g.Outcome() * (1 - 2*side)
	case repeater != nil && len(r.Moves) > r.Opening && repeater.Repeated():
		r.End = repetition
	case w.opt.MaxMoves > 0 && len(r.Moves) >= w.opt.MaxMoves:
		r.End = moveLimit
	default:
		return false, nil
	}
	return true, nil
}

func (w *selfPlayer[G, M]) choose(ctx context.Context, g G, players [2]arena.Player[G, M], randoms [2]*rand.Rand, explore, deals *rand.Rand) (m M, err error) {
	side := g.ToMove()
	if side != 0 && side != 1 {
		s, ok := any(g).(ply.Stochastic[M])
		if !ok || side != ply.Chance {
			return m, sides.Error(g, side, 2)
		}
		w.odds = s.Probabilities(w.legal, w.odds[:0])
		if err := chance.Check(w.odds, len(w.legal)); err != nil {
			return m, fmt.Errorf("%T: %w", g, err)
		}
		return w.legal[chance.Pick(w.odds, deals.Float64())], nil
	}
	if w.opt.Explore > 0 && explore.Float64() < w.opt.Explore {
		w.record.Explored = append(w.record.Explored, len(w.record.Moves))
		return w.legal[explore.IntN(len(w.legal))], nil
	}
	w.course.Line = w.record.Moves[w.record.Opening:]
	m, err = players[side](ctx, g, randoms[side])
	if err != nil {
		return m, fmt.Errorf("player %q: %w", w.record.Players[side], err)
	}
	w.legal = g.Moves(w.legal[:0])
	if err := legal(m, w.legal); err != nil {
		return m, fmt.Errorf("player %q: %w", w.record.Players[side], err)
	}
	return m, nil
}

func legal[M comparable](m M, moves []M) error {
	if !slices.Contains(moves, m) {
		return fmt.Errorf("move %v is not legal", m)
	}
	return nil
}

func (w *selfPlayer[G, M]) open(number int, random *rand.Rand) (g G, err error) {
	opened, err := arena.RandomOpening[*recorder[G, M]](w.opt.Opening, func() (*recorder[G, M], error) {
		w.record.Moves = nil
		g, err := w.newGame()
		return &recorder[G, M]{g, &w.record.Moves}, err
	})(number, random)
	if err != nil {
		return g, err
	}
	w.record.Opening = len(w.record.Moves)
	return opened.game, nil
}

type recorder[G ply.AdversarialGame[M], M comparable] struct {
	game  G
	moves *[]M
}

func (r *recorder[G, M]) Moves(dst []M) []M { return r.game.Moves(dst) }
func (r *recorder[G, M]) Play(m M)          { r.game.Play(m); *r.moves = append(*r.moves, m) }
func (r *recorder[G, M]) Undo(m M)          { r.game.Undo(m); *r.moves = (*r.moves)[:len(*r.moves)-1] }
func (r *recorder[G, M]) ToMove() int       { return r.game.ToMove() }
func (r *recorder[G, M]) Outcome() int      { return r.game.Outcome() }

// Probabilities is called in positions of chance. If the game is no [ply.Stochastic], it appends no probabilities,
// and the caller reports an error.
func (r *recorder[G, M]) Probabilities(moves []M, dst []float64) []float64 {
	if s, ok := any(r.game).(ply.Stochastic[M]); ok {
		return s.Probabilities(moves, dst)
	}
	return dst
}
