package contest

import (
	"bytes"
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// play plays a game of a set, and sets the values of the seats. opened means that another game of the set came before.
func (w *worker[G, M]) play(ctx context.Context, set, game int, opened bool) error {
	// For two seats, the numbers of pairs are 8 apart: 0 is the opening, 1 to 4 are the players, 5 are the deals.
	apart := uint64(max(8, w.Seats*w.Seats+2))
	source := func(n int) *rand.Rand {
		return rand.New(rand.NewPCG(w.Seed[0]+apart*uint64(set)+uint64(n), w.Seed[1]))
	}
	position, err := w.open(set, opened, source(0))
	if err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	players, err := playersOf(position, w.Seats)
	if err != nil {
		return err
	}
	var repeater ply.Repeater
	if w.Repetitions {
		ok := false
		if repeater, ok = any(position).(ply.Repeater); !ok {
			return fmt.Errorf("option Repetitions: %T is not a ply.Repeater", position)
		}
	}
	value, err := w.valueOf(position)
	if err != nil {
		return err
	}
	own := make([]*rand.Rand, w.Seats)
	for i := range own {
		own[i] = source(1 + w.Seats*game + i)
	}
	deals, table := source(1+w.Seats*w.Seats), w.Program.Table(set)
	w.startClocks()
	for {
		w.before.look(position, players)
		side, moves := w.before.side, w.before.moves
		switch {
		case side >= w.Seats:
			return fmt.Errorf("after %v: %w", w.course.Line, sides.Error(position, side, w.Seats))
		case side >= 0 && len(moves) == 0:
			players.Outcomes(w.values)
			return nil
		case w.MaxMoves > 0 && len(w.course.Line) >= w.MaxMoves, side >= 0 && repeater != nil && len(w.course.Line) > 0 && repeater.Repeated():
			clear(w.values)
			return nil
		}
		var move M
		if side < 0 {
			if move, err = w.draw(ctx, position, players, deals, value); err != nil {
				return fmt.Errorf("after %v: %w", w.course.Line, err)
			}
		} else {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			place := (side + game) % w.Seats
			player := table[place]
			move, err = w.timed(ctx, side, func(ctx context.Context) (M, error) { return w.made[player](ctx, position, own[place]) })
			if err == nil {
				err = w.checkChoice(position, players, move)
			}
			if ctx.Err() != nil { // the player may have thought for less time than it should, even if this was the last move
				return cmp.Or(err, ctx.Err())
			}
			if err != nil {
				if w.forfeits(err, side, player) {
					return nil
				}
				return fmt.Errorf("%s after %v: %w", w.Program.Name(player), w.course.Line, err)
			}
		}
		position.Play(move)
		w.course.Line = append(w.course.Line, move)
	}
}

// valueOf returns the function that values the positions of a game to measure luck, or nil if luck is not measured.
func (w *worker[G, M]) valueOf(position G) (func() float64, error) {
	if w.Luck == nil {
		return nil, nil
	}
	const option = "Luck"
	w.of = option
	value := w.Luck(position)
	w.of = ""
	if value == nil {
		return nil, errors.New("option Luck returned nil, want a function")
	}
	return func() float64 {
		w.of = option
		v := value()
		w.of = ""
		return v
	}, nil
}

// draw draws an outcome of chance. If value is not nil, draw adds the luck of the outcome to the luck of the game.
func (w *worker[G, M]) draw(ctx context.Context, position G, players ply.Multiplayer, deals *rand.Rand, value func() float64) (outcome M, err error) {
	outcome, w.odds, err = Deal(position, w.before.side, w.before.moves, w.odds, deals)
	if err != nil || value == nil {
		return outcome, err
	}
	if ctx.Err() != nil {
		return outcome, ctx.Err()
	}
	luck, err := Luck(position, players, w.before.moves, w.odds, outcome, value)
	if err != nil {
		return outcome, err
	}
	w.luck += luck
	if change := w.changed(position, players); change != "" {
		return outcome, fmt.Errorf("option Luck: the position was not left as it was: its %s", change)
	}
	return outcome, nil
}

// forfeits reports whether a player loses the game by its error, and then sets the values of the seats.
func (w *worker[G, M]) forfeits(err error, seat, player int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.Forfeit(err, w.game, player) {
		return false
	}
	for i := range w.values {
		w.values[i] = 1
	}
	w.values[seat] = -1
	return true
}

func playersOf(position any, seats int) (ply.Multiplayer, error) {
	players, err := sides.PlayersOf(position)
	if err == nil && players.Players() != seats {
		err = fmt.Errorf("%T has %d players, want %d", position, players.Players(), seats)
	}
	return players, err
}

// Deal draws an outcome of chance among moves. It also returns its slice for probabilities.
func Deal[M comparable](position ply.Game[M], side int, moves []M, odds []float64, deals *rand.Rand) (outcome M, _ []float64, err error) {
	dealer, _ := position.(ply.Stochastic[M])
	i, odds, err := sides.DrawChance(position, dealer, side, moves, odds, deals.Float64())
	if err != nil {
		return outcome, odds, err
	}
	return moves[i], odds, nil
}

func (w *worker[G, M]) open(set int, opened bool, random *rand.Rand) (G, error) {
	position, err := w.Opening(set, random)
	if err != nil {
		return position, err
	}
	turn, ok := any(position).(interface{ ToMove() int })
	if !ok {
		return position, fmt.Errorf("%T is neither a ply.Multiplayer nor a ply.Adversarial", position)
	}
	seen := &w.opened
	if opened {
		seen = &w.before
	}
	seen.look(position, turn)
	if len(seen.moves) == 0 {
		return position, errors.New("the position is finished")
	}
	if change := w.opened.compare(seen); opened && change != "" {
		return position, fmt.Errorf("the position is not the one of the first game of the pair: its %s", change)
	}
	return position, nil
}

func (w *worker[G, M]) checkChoice(position G, players ply.Multiplayer, move M) error {
	if change := w.changed(position, players); change != "" {
		return fmt.Errorf("with move %v the position was not left as it was: its %s", move, change)
	}
	if !slices.Contains(w.before.moves, move) {
		return fmt.Errorf("move %v is not legal", move)
	}
	return nil
}

// changed describes how the position differs from the position before the player or option was called, or returns "".
func (w *worker[G, M]) changed(position G, players ply.Multiplayer) string {
	w.after.look(position, players)
	return w.before.compare(&w.after)
}

type view[M comparable] struct {
	moves    []M
	side     int
	hash     uint64 // 0 if the game is not a ply.Hasher
	identity []byte // empty if the game does not tell it
}

func (v *view[M]) look(position ply.Game[M], turn interface{ ToMove() int }) {
	v.moves, v.side = position.Moves(v.moves[:0]), turn.ToMove()
	if h, ok := position.(ply.Hasher); ok {
		v.hash = h.Hash()
	}
	if a, ok := position.(encoding.BinaryAppender); ok {
		v.identity, _ = a.AppendBinary(v.identity[:0])
	}
}

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
