package main

import (
	"cmp"
	"context"
	"flag"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// match holds the flags of match.
type match struct {
	nodes  int
	series cli.Series
	json   bool
}

func matchCommand(std cli.Streams) *cli.Command {
	var m match
	flags := flag.NewFlagSet("losalamos match", flag.ContinueOnError)
	m.series.Flags(flags, 100, 1_000_000)
	cli.Number(flags, &m.nodes, "nodes", 5000, 1, cli.Many, "`number` of positions that each player may search for a move")
	flags.BoolVar(&m.json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[flags]", "Show what each technique adds to the strength of play.",
		"Each line is a match between a player with one technique more and the player of the line before. All deepen until\n"+
			"they have searched the same number of positions. Games begin with four random moves, each opening played with\n"+
			"either side. The results are the same in every run, and for any number of workers.",
		func(ctx context.Context) error { return m.run(ctx, std.Out) })
}

// matched is what match says of a technique.
type matched struct {
	With   string  `json:"with"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Rate   float64 `json:"rate"`
	Low    float64 `json:"low"` // of the 95 % interval of the rate
	High   float64 `json:"high"`
}

// A judged game also ends with the draws that depend on the line of play, of which package arena knows nothing.
type judged struct{ *losalamos.Game }

// Moves returns nothing more if the game is drawn.
func (j judged) Moves(dst []losalamos.Move) []losalamos.Move {
	if j.Drawn() != "" {
		return dst
	}
	return j.Game.Moves(dst)
}

// Outcome returns 0 if the game is drawn.
func (j judged) Outcome() int {
	if j.Drawn() != "" {
		return 0
	}
	return j.Game.Outcome()
}

// tableEntries is the size of the table of a player.
const tableEntries = 1 << 14

// player makes players that search by a rung of the ladder.
func (m *match) player(rung losalamos.Rung) func() arena.Player[judged, losalamos.Move] {
	return func() arena.Player[judged, losalamos.Move] {
		rung := rung // players of different games change the options at the same time
		table := transposition.NewTable(16 * tableEntries)
		rung.Options.Direct, rung.Options.Win = false, ply.MaxValue
		return func(ctx context.Context, position judged, _ *rand.Rand) (losalamos.Move, error) {
			table.Reset() // so that a player does not depend on the games before
			within, stop := context.WithCancel(ctx)
			defer stop()
			rung.Options.Progress = func(r alphabeta.Result[losalamos.Move]) {
				if n := len(r.Depths); n > 0 && r.Depths[n-1].Distance > 0 && r.Depths[n-1].Distance <= r.Depths[n-1].Depth {
					stop() // no deeper search finds a shorter mate
				}
			}
			r, err := rung.Search(within, position.Game, ply.Limits{Nodes: m.nodes}, mostDepth, table)
			if err != nil {
				return 0, err
			}
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			return r.Line[0], nil
		}
	}
}

func (m *match) run(ctx context.Context, out io.Writer) error {
	if err := m.series.Check(); err != nil {
		return err
	}
	ladder := losalamos.Ladder()
	opening := arena.RandomOpening(4, func() (judged, error) { return judged{losalamos.New()}, nil })
	progress := cli.NewProgress((len(ladder)-1)*m.series.Games, "games")
	defer progress.Close()
	for i, rung := range ladder[1:] {
		result, err := arena.Match(ctx, opening, m.player(rung), m.player(ladder[i]), m.series.Options(progress, i*m.series.Games))
		if err := cmp.Or(err, result.Status.Err()); err != nil {
			return err
		}
		low, high := result.Interval(0.95)
		found := matched{rung.Name, result.Wins, result.Draws, result.Losses, result.Rate(), low, high}
		if err := cli.Write(out, m.json, found, "%-24s %v\n", rung.Name, result.Score); err != nil {
			return err
		}
	}
	return nil
}
