// Package referee plays games and matches between two engines that speak the Go Text Protocol. It keeps the position
// itself and checks each move. An engine that ends, does not answer in time, answers with an unreadable text or plays
// an illegal move loses the game; the match goes on, with the engine restarted:
//
//	white := &referee.Contestant{Name: "GNU Go", Start: func() (*gtp.Client, error) { return gtp.Start("gnugo", "--mode", "gtp") }}
//	defer white.Close()
//	r := referee.Referee{Timeout: time.Minute, Setup: []string{"boardsize 9", "clear_board"}}
//	resigned, err := r.Lead(ctx, game, referee.Players{black, white})
//
// Game is the referee's own board. [Match] plays a series of games, and [Judge] turns the results of Lead into a
// verdict.
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
	// Name is the name in verdicts.
	Name string

	// Start starts the engine: at the beginning of a match and after each fault.
	Start func() (*gtp.Client, error)

	client *gtp.Client // nil if the engine is not running
}

// Open starts the engine if it is not running.
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

// A Fault is the reason for which an engine forfeits a game.
type Fault struct {
	Colour gtp.Colour
	Err    error
}

// Error returns the text of Err.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }

// A Game is the referee's position.
type Game interface {
	// Turn returns the side to move, and whether the game is over.
	Turn() (c gtp.Colour, over bool)

	// Play plays a move of the side to move, as its engine wrote it, and returns the text for the other engine. An
	// error explains why the move is illegal; the position is then unchanged.
	Play(move string) (told string, err error)
}

// Players are the engines of a game by colour.
type Players [2]*Contestant

// A Referee plays games between engines.
type Referee struct {
	// Timeout is the longest time for the reply to a command.
	Timeout time.Duration

	// Setup are the commands before each game, such as boardsize 9 and clear_board.
	Setup []string
}

// Do sends a command to an engine of a game and returns the reply.
func (r *Referee) Do(ctx context.Context, c *Contestant, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	return c.client.Do(ctx, command)
}

// Lead plays a game to its end. resigned is true if the side to move resigned, which then has lost. The error is a
// [*Fault] of the engine that forfeits the game, or the error of ctx.
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

// fail returns the fault of an engine, which is restarted for the next game.
func fail(players Players, c gtp.Colour, err error) error {
	players[c].Close()
	return &Fault{c, err}
}

// Letter returns B or W.
func Letter(c gtp.Colour) string { return strings.ToUpper(c.String()[:1]) }
