// Package referee leads games and matches between two engines that speak the Go Text Protocol. It keeps the position
// itself, and so finds out an engine that breaks the rules. An engine that dies, does not answer in time, answers with
// what is no move, or plays an illegal one loses the game; the match goes on, with the engine started again.
package referee

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ply-search/ply/engine/gtp"
)

// A Contestant is an engine in a match.
type Contestant struct {
	// Name is what verdicts call it.
	Name string

	// Start starts the engine, at the beginning of a match and after each fault.
	Start func() (*gtp.Client, error)

	client *gtp.Client // nil if it has to be started
}

// Open starts the engine, unless it is running.
func (c *Contestant) Open() (err error) {
	if c.client == nil {
		c.client, err = c.Start()
	}
	return err
}

// Close ends the engine.
func (c *Contestant) Close() {
	if c.client != nil {
		c.client.Close()
		c.client = nil
	}
}

// A Fault is why a game is taken from an engine.
type Fault struct {
	Colour gtp.Colour
	Err    error
}

// Error returns the text of Err.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }

// A Game is the position that a referee keeps.
type Game interface {
	// Turn returns the side to move, and whether the game is over.
	Turn() (c gtp.Colour, over bool)

	// Play plays a move of the side to move, as an engine has written it, and returns it as the other engine is to be
	// told it. An error says why the move is illegal, and leaves the position as it was.
	Play(move string) (told string, err error)
}

// Players are the engines of a game, by their colours.
type Players [2]*Contestant

// A Referee leads games.
type Referee struct {
	// Timeout is the time in which an engine has to answer a command.
	Timeout time.Duration

	// Setup are the commands before each game, such as boardsize 9 and clear_board.
	Setup []string
}

// Do sends a command to an engine that plays in a game, and returns the reply.
func (r *Referee) Do(ctx context.Context, c *Contestant, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	return c.client.Do(ctx, command)
}

// Lead leads a game to its end. If an engine resigns, the game ends before it is over, and resigned is true; the side to
// move has lost. The error is a [*Fault] of the engine that has lost by it, or that of ctx.
func (r *Referee) Lead(ctx context.Context, g Game, players Players) (resigned bool, err error) {
	resigned, err = r.lead(ctx, g, players)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return resigned, err
}

func (r *Referee) lead(ctx context.Context, g Game, players Players) (resigned bool, err error) {
	for c, p := range players {
		if err := p.Open(); err != nil {
			return false, &Fault{gtp.Colour(c), err}
		}
		for _, command := range r.Setup {
			if _, err := r.Do(ctx, p, command); err != nil {
				return false, fail(players, gtp.Colour(c), err)
			}
		}
	}
	for {
		c, over := g.Turn()
		if over {
			return false, nil
		}
		move, err := r.Do(ctx, players[c], "genmove "+Letter(c))
		if err != nil {
			return false, fail(players, c, err)
		}
		if strings.EqualFold(move, "resign") {
			return true, nil
		}
		told, err := g.Play(move)
		if err != nil {
			return false, fail(players, c, fmt.Errorf("illegal move: %w", err))
		}
		if _, err := r.Do(ctx, players[1-c], "play "+Letter(c)+" "+told); err != nil {
			return false, fail(players, 1-c, err)
		}
	}
}

// fail makes an error a fault of an engine, which is started again for the next game.
func fail(players Players, c gtp.Colour, err error) error {
	players[c].Close()
	return &Fault{c, err}
}

// Letter returns B or W.
func Letter(c gtp.Colour) string { return strings.ToUpper(c.String()[:1]) }
