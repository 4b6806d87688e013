package arena

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/arena/internal/contest"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/course"
)

// A Forfeit is the loss of a game by a fault of the player, such as a crash of an external program. A [Player] reports
// the fault by returning a *Forfeit as its error. The player then loses the game, all other players win, and the match or
// league continues. Any other error ends the match or league.
type Forfeit struct {
	Err          error // describes the fault
	Game, Player int   // the numbers of the game and the player, from 0; the match or league sets them
}

// Error returns "forfeit: " followed by the text of Err.
func (f *Forfeit) Error() string { return fmt.Sprintf("forfeit: %v", f.Err) }

// Unwrap returns Err.
func (f *Forfeit) Unwrap() error { return f.Err }

// Played returns the number and the moves of the game that a [Player] is playing in a match, league, tuning or
// self-play of package learn. ctx is the context that the Player received. moves are the moves since the opening,
// including outcomes of chance. The slice must not be changed, and is valid until the Player returns.
//
// A match plays with one or more workers. Each worker plays one game after another and numbers its own games from 1.
// The result game is this number. If ctx comes from none of these, game is 0 and moves is nil.
func Played[M comparable](ctx context.Context) (game int, moves []M) {
	return course.Played[M](ctx)
}

// Clocks returns the clocks of the sides in the game that a [Player] is playing, if the match has an [Options].Clock,
// and the side of the Player. clocks[own] is the clock when the Player was called. ctx is the context that the Player
// received. The slice must not be changed, and is valid until the Player returns. Without a clock, clocks is empty.
func Clocks(ctx context.Context) (clocks []engine.Clock, own int) {
	return contest.Clocks(ctx)
}

// Pause calls f while the clock of a [Player] stands still: for what belongs to no move, such as the start of an
// external program. ctx is the context that the Player received.
func Pause(ctx context.Context, f func()) { contest.Pause(ctx, f) }
