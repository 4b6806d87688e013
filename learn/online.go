package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/random"
)

// OnlineOptions say how [Online] plays and trains.
type OnlineOptions[G Game[M], M comparable] struct {
	// Rounds is the number of rounds. 0 means 10. First is the number of the first round, 0 or more.
	Rounds, First int

	// Player says how the model plays, which replaces its Model. Temperature, or Explore of SelfPlay, makes games differ.
	Player PlayerOptions[M]

	// Others are further players of the games.
	Others []NamedPlayer[G, M]

	// SelfPlay says which games are played in each round. First, Random and Record are ignored.
	SelfPlay SelfPlayOptions[M]

	// Window is the number of rounds whose games are learned from, the present one and those before it. 0 means 1.
	Window int

	// Before are games of earlier rounds, from which those of the window are taken.
	Before *Set[M]

	// Train says how the model is trained in each round. Random, Checkpoint and Resume are ignored.
	Train Options[M]

	// Match, if not nil, decides after each round whether the new weights are better than those that have played: they are
	// kept only if the sequential test of these options accepts Elo1 or, without a test, if they win more than half of
	// the points. Opening and the players are those of SelfPlay and Player, without exploration. Random is ignored.
	Match *arena.Options

	// Random is the source of randomness. Nil means a PCG seeded with 0. Online takes two numbers from it, from which
	// those of all rounds are derived.
	Random rand.Source

	// Round, if not nil, is called after each round, on the goroutine that called Online. If it returns an error, Online
	// ends with that error.
	Round func(Round[M]) error
}

// A Round is what [Online] did in one round.
type Round[M comparable] struct {
	// Number is the number of the round, from 0.
	Number int

	// Model is the present model, and Kept tells whether it has the weights learned in this round.
	Model *Model
	Kept  bool

	// Games are the games of this round, and Training is what was learned from the window.
	Games    *Set[M]
	Training Result

	// Match is the match of the new weights against the old ones.
	Match arena.Result
}

// Online lets a model play against itself and others, and trains it by these games, in turn. It returns the model after
// the last round. If a round learns nothing ([ErrNothingLearned]), the model stays as it is, and no match is played. If ctx
// ends it, the model is that of the last round that was completed, and there is no error.
//
// The random numbers of a round depend on its number alone: what was saved of round n by Round, the model and the games
// of its window, goes on with First n+1 and Before as it would have gone on.
func Online[G Game[M], M comparable](ctx context.Context, newGame func() (G, error), m *Model, opt OnlineOptions[G, M]) (*Model, error) {
	switch {
	case m == nil:
		return nil, errors.New("learn: no model")
	case opt.Rounds < 0 || opt.First < 0 || opt.Window < 0:
		return m, fmt.Errorf("learn: Rounds is %d, First %d and Window %d, want 0 or more", opt.Rounds, opt.First, opt.Window)
	}
	source, err := random.Source(opt.Random)
	if err != nil {
		return m, fmt.Errorf("learn: %w", err)
	}
	o := &online[G, M]{opt: &opt, newGame: newGame, seed: [2]uint64{source.Uint64(), source.Uint64()}, games: &Set[M]{Game: m.Game}}
	if opt.Before != nil {
		o.games.Records = append(o.games.Records, opt.Before.Records...)
	}
	for i := range cmp.Or(opt.Rounds, 10) {
		r, err := o.round(ctx, opt.First+i, m)
		if ctx.Err() != nil {
			return m, nil
		}
		if err != nil {
			return m, err
		}
		m = r.Model
		if opt.Round != nil {
			if err := opt.Round(r); err != nil {
				return m, fmt.Errorf("learn: Round: %w", err)
			}
		}
	}
	return m, nil
}

type online[G Game[M], M comparable] struct {
	opt     *OnlineOptions[G, M]
	newGame func() (G, error)
	seed    [2]uint64
	games   *Set[M] // of the window
}

// round plays and trains once.
func (o *online[G, M]) round(ctx context.Context, number int, m *Model) (Round[M], error) {
	source := func(n uint64) rand.Source { return rand.NewPCG(o.seed[0]+4*uint64(number)+n, o.seed[1]) }
	r := Round[M]{Number: number, Model: m}
	play := o.opt.SelfPlay
	play.Game, play.First, play.Record, play.Random = m.Game, 0, nil, source(0)
	player := o.opt.Player
	player.Model = m
	players := append([]NamedPlayer[G, M]{{fmt.Sprintf("round %d", number), NewPlayer[G](player)}}, o.opt.Others...)
	played, err := SelfPlay(ctx, o.newGame, players, play)
	if err != nil || ctx.Err() != nil {
		return r, err
	}
	r.Games = played.Set
	o.games.Records = append(o.games.Records, played.Set.Records...)
	most := len(played.Set.Records) * max(o.opt.Window, 1)
	o.games.Records = o.games.Records[max(0, len(o.games.Records)-most):]

	train := o.opt.Train
	train.Random, train.Checkpoint, train.Resume = source(1), nil, nil
	r.Training, err = Train(ctx, o.newGame, m, o.games, train)
	if errors.Is(err, ErrNothingLearned) {
		return r, nil
	}
	if err != nil || ctx.Err() != nil {
		return r, err
	}
	r.Kept = true
	if o.opt.Match != nil {
		r.Match, r.Kept, err = o.match(ctx, r.Training.Model, m, source(2))
	}
	if r.Kept {
		r.Model = r.Training.Model
	}
	return r, err
}

// match lets the new weights play against the old ones, and returns whether they are better.
func (o *online[G, M]) match(ctx context.Context, newModel, oldModel *Model, source rand.Source) (arena.Result, bool, error) {
	options := *o.opt.Match
	options.Random = source
	var players [2]func() arena.Player[G, M]
	for i, m := range []*Model{newModel, oldModel} {
		player := o.opt.Player
		player.Model, player.Temperature = m, 0
		players[i] = NewPlayer[G](player)
	}
	opening := arena.RandomOpening(o.opt.SelfPlay.Opening, o.newGame)
	if openings := o.opt.SelfPlay.Openings; openings != nil {
		opening = func(pair int, random *rand.Rand) (G, error) { return o.opened(pair, random, openings) }
	}
	r, err := arena.Match(ctx, opening, players[0], players[1], options)
	better := r.Rate() > 0.5
	if options.Test != (arena.SequentialTest{}) {
		better = r.Verdict == arena.AcceptElo1
	}
	return r, better && err == nil, err
}

// opened returns the position after an opening.
func (o *online[G, M]) opened(pair int, random *rand.Rand, openings func(int, *rand.Rand) ([]M, error)) (G, error) {
	g, err := o.newGame()
	if err != nil {
		return g, err
	}
	moves, err := openings(pair, random)
	if err == nil {
		err = playAll[M](g, moves)
	}
	return g, err
}

// playAll plays moves that must be legal.
func playAll[M comparable](g ply.Game[M], moves []M) error {
	for i, m := range moves {
		if err := legal(m, g.Moves(nil)); err != nil {
			return fmt.Errorf("after %v: %w", moves[:i], err)
		}
		g.Play(m)
	}
	return nil
}
