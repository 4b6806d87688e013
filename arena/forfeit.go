package arena

import (
	"context"
	"errors"
	"fmt"
)

// A Forfeit is a game that a player loses by what it did, such as an external program that crashed. A player returns a *Forfeit as
// its error: it loses the game, all others win, and the match or the league goes on. Any other error ends it.
type Forfeit struct {
	// Err says what the player did.
	Err error

	// Game and Player are the numbers of the game and of the player, from 0. The match sets them.
	Game, Player int
}

// Error returns the text of Err.
func (f *Forfeit) Error() string { return fmt.Sprintf("forfeit: %v", f.Err) }

// Unwrap returns Err.
func (f *Forfeit) Unwrap() error { return f.Err }

// forfeit notes that a player has lost by an error, which it is if it is a Forfeit: it sets the values of the seats.
func (w *worker[G, M]) forfeit(err error, seat, player int) bool {
	var f *Forfeit
	if !errors.As(err, &f) {
		return false
	}
	for i := range w.values {
		w.values[i] = 1
	}
	w.values[seat] = -1
	if w.forfeited != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.forfeited(Forfeit{Err: f.Err, Game: w.game, Player: player})
	}
	return true
}

// Played returns how the present game of a match or a league has gone since its opening, for a player that wants to know: the number of
// the game among those of its worker, from 1, and the moves, those of chance included, which are to be read only and only until
// the player returns. ctx is that of the player; from any other one it returns 0.
func Played[M comparable](ctx context.Context) (game int, moves []M) {
	if c, _ := ctx.Value(courseKey{}).(*course[M]); c != nil {
		return c.number, c.line
	}
	return 0, nil
}
