package arena

import (
	"context"
	"errors"
	"fmt"
)

// A Forfeit is the loss of a game by a player's own fault, such as a crash of an external program. A player returns a
// *Forfeit as its error: it loses the game, all others win, and the match or league continues. Any other error ends it.
type Forfeit struct {
	Err          error // the fault
	Game, Player int   // the numbers of the game and the player, from 0, set by the match
}

// Error returns the text of Err.
func (f *Forfeit) Error() string { return fmt.Sprintf("forfeit: %v", f.Err) }

// Unwrap returns Err.
func (f *Forfeit) Unwrap() error { return f.Err }

// forfeit handles a player's error: if it is a Forfeit, it sets the values of the seats and returns true.
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

// Played returns the progress of the present game of a match or league since its opening, given a player's ctx: the
// number of the game for its worker, from 1, and the moves, including chance, which are read-only and valid until the
// player returns. For another ctx it returns 0.
func Played[M comparable](ctx context.Context) (game int, moves []M) {
	if c, _ := ctx.Value(courseKey{}).(*course[M]); c != nil {
		return c.number, c.line
	}
	return 0, nil
}
