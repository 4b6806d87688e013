// Command phantom plays Phantom tic-tac-toe, and matches between searches.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/examples/phantom/phantom"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts/infoset"
)

func main() { cli.Main(command) }

func newGame() (*phantom.Game, error) { return new(phantom.Game), nil }

func command(std cli.Streams) *cli.Command {
	return cli.Group("phantom", "Play Phantom tic-tac-toe.",
		"Two players put stones on a board of 3 by 3 cells, and do not see each other's. Who tries a cell with a stone of the\n"+
			"other is told so and tries another one. Three stones in a line win.",
		hidden.MatchCommand(std, "phantom", nil, newGame), playCommand(std))
}

func playCommand(std cli.Streams) *cli.Command {
	var side int
	var view string
	var limits ply.Limits
	var seed uint64
	flags := flag.NewFlagSet("phantom play", flag.ContinueOnError)
	cli.Number(flags, &side, "side", 0, 0, 1, "your `side`: 0 begins with X, 1 answers with O")
	cli.Choice(flags, &view, "search", "multiple", hidden.ViewNames, "the `search` of the computer")
	cli.Number(flags, &limits.Time, "time", 200*time.Millisecond, time.Millisecond, cli.LongTime, "`time` that the computer takes for a move")
	cli.Seed(flags, &seed, "the computer")
	return cli.Subcommand(flags, "[flags]", "Play a game against the computer.",
		"Moves are read from standard input, a cell from a1 to c3 a line; quit ends. The board is shown as you know it.",
		func(ctx context.Context) error { return play(ctx, std, side, view, limits, seed) })
}

func play(ctx context.Context, std cli.Streams, side int, view string, limits ply.Limits, seed uint64) error {
	game, random := new(phantom.Game), rand.New(rand.NewPCG(seed, 0))
	dialogue := cli.NewDialogue(std.In, std.Out)
	defer dialogue.Close()
	for moves := game.Moves(nil); len(moves) > 0; moves = game.Moves(moves[:0]) {
		if game.ToMove() != side {
			if len(moves) == 1 {
				game.Play(moves[0])
				continue
			}
			r, err := infoset.Search(ctx, game, limits, infoset.Options[phantom.Move]{View: hidden.View(view), Random: random})
			if err != nil || ctx.Err() != nil {
				return err
			}
			game.Play(r.Move)
			continue
		}
		word, more, err := dialogue.Ask(game.Seen(side) + "your move: ")
		if err != nil || !more {
			return err
		}
		switch move, err := phantom.ParseMove(word); {
		case err != nil:
			fmt.Fprintf(std.Out, "%q is no move: want a cell from a1 to c3, or quit\n", word)
		case !slices.Contains(moves, move):
			fmt.Fprintf(std.Out, "you know of a stone at %v\n", move)
		default:
			if game.Play(move); len(game.Moves(nil)) > 0 && game.ToMove() == side {
				fmt.Fprintf(std.Out, "there is a stone at %v: try again\n", move)
			}
		}
	}
	value := game.Outcome()
	if game.ToMove() != side {
		value = -value
	}
	result := [...]string{"you lose", "drawn", "you win"}[1+value]
	_, err := fmt.Fprintf(std.Out, "%v%s\n", game, result)
	return err
}
