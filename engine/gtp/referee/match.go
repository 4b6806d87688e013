package referee

import (
	"context"
	"errors"
	"fmt"
)

// A Forfeit is a game that an engine lost by a fault.
type Forfeit struct {
	Game   int    `json:"game"` // from 1 on
	Engine string `json:"engine"`
	Reason string `json:"reason"`
}

// String says who lost which game, and why.
func (f Forfeit) String() string {
	return fmt.Sprintf("game %d forfeited by %s: %s", f.Game, f.Engine, f.Reason)
}

// A Record is what a match has led to so far, from the view of its first contestant.
type Record struct {
	Wins, Draws, Losses int
	Forfeited           []Forfeit
}

// A Verdict is how a game has ended.
type Verdict struct {
	Winner *Contestant // nil for a draw
	Fault  *Fault      // nil if nobody committed one
}

// Match plays games, in which the contestants take turns in moving first, a in the first game. play leads a game. Match
// calls done, unless it is nil, with the number of games played after each. It returns the error of play; if ctx ends,
// the record is that of the games completed, and the error is nil.
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

// Judge makes the verdict of a game from what Lead returned. If the rules ended the game, over tells the winner, or nil
// for a draw.
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
