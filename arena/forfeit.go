package arena

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/arena/internal/contest"
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

// Played returns the progress of the present game of a match or league since its opening, given a player's ctx: the
// number of the game for its worker, from 1, and the moves, including chance, which are read-only and valid until the
// player returns. For another ctx it returns 0.
func Played[M comparable](ctx context.Context) (game int, moves []M) {
	return contest.Played[M](ctx)
}
