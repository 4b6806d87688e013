// Command 2048 plays the game of 2048, and measures how well.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("2048", "Play 2048 by expectimax.",
		"Tiles slide on a board of four by four cells; equal ones that meet become one of twice their number. After each\n"+
			"slide a new tile falls on an empty cell, a 2 nine times in ten and otherwise a 4.",
		playCommand(std), benchCommand(std), adviseCommand(std))
}

// A thinking holds the flags that limit a player.
type thinking struct {
	limits ply.Limits
	depth  int
}

func (t *thinking) flags(flags *flag.FlagSet) {
	cli.Number(flags, &t.limits.Time, "time", 0, 0, cli.LongTime, "`time` for a move (0: no limit)")
	cli.Number(flags, &t.limits.Nodes, "nodes", 0, 0, cli.Many, "`positions` for a move (0: no limit)")
	cli.Number(flags, &t.depth, "depth", 0, 0, 250, "slides and new tiles to look `ahead` (0: no limit)")
}

// player returns a player, which has this time for a move if the flags set no limit.
func (t *thinking) player(usual time.Duration) (*twenty48.Player, error) {
	limits := t.limits
	if *t == (thinking{}) {
		limits.Time = usual
	}
	return twenty48.NewPlayer(limits, t.depth)
}

type advising struct {
	thinking
	board string
	json  bool
}

func adviseCommand(std cli.Streams) *cli.Command {
	var a advising
	flags := flag.NewFlagSet("2048 advise", flag.ContinueOnError)
	a.flags(flags)
	flags.StringVar(&a.board, "board", "", "16 `numbers`, row by row, separated by commas; 0 for an empty cell")
	flags.BoolVar(&a.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "-board NUMBERS [flags]", "Say which slide is best on a board.",
		"Without a limit on time, positions or depth, it takes 100 ms.",
		func(ctx context.Context) error { return a.run(ctx, std.Out) })
}

type advised struct {
	Slide string `json:"slide"` // empty if the game is over
	Depth int    `json:"depth"`
	Nodes int    `json:"nodes"`
}

func (a *advising) run(ctx context.Context, out io.Writer) error {
	board, err := twenty48.ParseBoard(a.board)
	if err != nil {
		return cli.Usagef("-board: %w", err)
	}
	player, err := a.player(100 * time.Millisecond)
	if err != nil {
		return err
	}
	var answer advised
	g := twenty48.From(board)
	if len(g.Moves(nil)) > 0 {
		m, err := player.Move(ctx, g)
		if err != nil {
			return err
		}
		answer = advised{m.String(), player.Depths, player.Nodes}
	}
	text := "no tile can slide"
	if answer.Slide != "" {
		text = fmt.Sprintf("%s (%s ahead, %s)", answer.Slide, cli.Count(answer.Depth, "move"), cli.Count(answer.Nodes, "position"))
	}
	return cli.Write(out, a.json, answer, "%v%s\n", board, text)
}
