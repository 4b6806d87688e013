package referee

import (
	"context"
	"errors"
	"fmt"
)

// A Forfeit is a game lost by a fault of an engine.
type Forfeit struct {
	Game   int    `json:"game"` // from 1
	Engine string `json:"engine"`
	Reason string `json:"reason"`
}

// String names the loser, the game and the reason.
func (f Forfeit) String() string {
	return fmt.Sprintf("game %d forfeited by %s: %s", f.Game, f.Engine, f.Reason)
}

// A Record is the result of a match so far, for its first contestant.
type Record struct {
	Wins, Draws, Losses int
	Forfeited           []Forfeit
}

// A Verdict is the result of a game.
type Verdict struct {
	Winner *Contestant // nil for a draw
	Fault  *Fault      // nil without a fault
}

// Match plays games in which the contestants alternate in moving first; a moves first in the first game. play referees
// one game. done, unless nil, is called after each game with the number played. Match returns the error of play. If ctx
// ends, it returns the record of the completed games and no error.
func Match(ctx context.Context, games int, a, b *Contestant,
	play func(first, second *Contestant) (Verdict, error), done func(games int)) (Record, error) {
	r := Record{Forfeited: []Forfeit{}}
	for i := range games {
		first, second := a, b
		if i%2 == 1 {
			first, second = b, a
		}
		v, err := play(first, second)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return r, err
		}
		switch v.Winner {
		case nil:
			r.Draws++
		case a:
			r.Wins++
		default:
			r.Losses++
		}
		if v.Fault != nil {
			loser := a
			if v.Winner == a {
				loser = b
			}
			r.Forfeited = append(r.Forfeited, Forfeit{i + 1, loser.Name, v.Fault.Error()})
		}
		if done != nil {
			done(i + 1)
		}
	}
	return r, nil
}

// Judge turns the results of Lead into a verdict. If the rules ended the game, over returns the winner, or nil for a
// draw.
func Judge(g Game, players Players, resigned bool, err error, over func() *Contestant) (Verdict, error) {
	var fault *Fault
	switch {
	case errors.As(err, &fault):
		return Verdict{Winner: players[1-fault.Colour], Fault: fault}, nil
	case err != nil:
		return Verdict{}, err
	case resigned:
		c, _ := g.Turn()
		return Verdict{Winner: players[1-c]}, nil
	}
	return Verdict{Winner: over()}, nil
}
