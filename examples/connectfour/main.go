// Command connectfour searches, solves and plays Connect Four.
package main

import (
	"cmp"
	"context"
	"flag"
	"strconv"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

var sides = [2]string{"X", "O"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var moves string
	c := command.Command(command.Game[*connectfour.Game, connectfour.Drop]{
		Name: "connectfour",
		About: "Without a command: search the empty board with each enhancement removed in turn.\n" +
			"Two sides drop stones in turn into seven columns of six cells; who first has four in a line wins.\n" +
			"Moves and positions are written as columns from 1 to 7, one digit each.",
		Flags:   func(flags *flag.FlagSet) { movesFlag(flags, &moves) },
		New:     func(position string) (*connectfour.Game, error) { return connectfour.New(cmp.Or(position, moves)) },
		Players: players(),
		Cells:   boardCells,
		Opening: 6,
		Length:  10,
		Sides:   sides,
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{benchCommand(std), countCommand(std), perftCommand(std), solveCommand(std), learnCommand(std)}
		},
	}, std)
	c.Exec = func(ctx context.Context, _ []string) error {
		return bench{depth: 12}.run(ctx, std.Out)
	}
	return c
}

// boardCells returns the cells that the page of serve draws. All cells of a column have its number as their name.
func boardCells(g *connectfour.Game, _ int) [][]command.Cell {
	stones := [2]uint64{}
	stones[g.ToMove()], stones[1-g.ToMove()] = g.Bits()
	return command.Cells(connectfour.Columns, connectfour.Rows, func(column, row int) command.Cell {
		bit := (connectfour.Rows+1)*column + connectfour.Rows - 1 - row
		return command.Cell{Name: strconv.Itoa(column + 1), Man: command.Stone(sides, stones[0], stones[1], bit)}
	})
}

// players are the players of Connect Four. Those that are learned follow the others.
func players() []command.Player[*connectfour.Game, connectfour.Drop] {
	all := []command.Player[*connectfour.Game, connectfour.Drop]{
		command.AlphaBeta[*connectfour.Game](alphabeta.Options[connectfour.Drop]{}),
		command.MCTS[*connectfour.Game](mcts.Options[connectfour.Drop]{}),
		command.Random[*connectfour.Game, connectfour.Drop](),
	}
	all = append(all, command.Trees[*connectfour.Game, connectfour.Drop](50, nil)...)
	return append(all, evaluating("puct", "PUCT (c=1.25)"), evaluating("gumbel", "Gumbel selection without noise (m=16)"),
		evaluating("halving", "sequential halving in the root (m=7, c=1.25)\n"+evaluatingHelp))
}

// movesFlag defines the flag for the moves played before.
func movesFlag(flags *flag.FlagSet, moves *string) {
	flags.StringVar(moves, "moves", "", "`columns` played before, a digit from 1 to 7 each (default: the empty board)")
}

// position returns the position after the moves of a flag.
func position(moves string) (*connectfour.Game, error) {
	game, err := connectfour.New(moves)
	if err != nil {
		return nil, cli.Usagef("-moves %s: %w", moves, err)
	}
	return game, nil
}
