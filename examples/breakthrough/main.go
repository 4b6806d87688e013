// Command breakthrough plays Breakthrough, counts lines of play, and compares ways to combine playouts.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/breakthrough/breakthrough"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/examples/internal/vittaut"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

var sides = [2]string{"white", "black"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var columns, rows int
	uct := command.MCTS[*breakthrough.Game](mcts.Options[breakthrough.Move]{})
	uct.Name = "uct"
	return command.Command(command.Game[*breakthrough.Game, breakthrough.Move]{
		Name: "breakthrough",
		About: "Play Breakthrough.\n" +
			"Pieces go forward, straight or diagonally, and take diagonally. The first side with a piece on the edge of the other\n" +
			"wins.",
		Flags: func(flags *flag.FlagSet) {
			cli.Number(flags, &columns, "columns", breakthrough.Size, 2, breakthrough.Size, "`number` of columns")
			cli.Number(flags, &rows, "rows", breakthrough.Size, 4, breakthrough.Size, "`number` of rows")
		},
		New: command.FromStart(func() (*breakthrough.Game, error) { return breakthrough.New(columns, rows) }),
		Players: []command.Player[*breakthrough.Game, breakthrough.Move]{
			command.AlphaBeta[*breakthrough.Game](alphabeta.Options[breakthrough.Move]{Win: breakthrough.Win}), uct,
			command.Random[*breakthrough.Game](),
		},
		Opening: 2,
		Cells: func(g *breakthrough.Game, _ int) [][]command.Cell {
			return command.Squares(columns, rows, func(column, row int) string {
				return command.Stone(sides, g.Pieces(0), g.Pieces(1), breakthrough.Size*row+column)
			})
		},
		Sides: sides,
		More:  func(std cli.Streams) []*cli.Command { return []*cli.Command{papersCommand(std)} },
	}, std)
}

var games = []string{"connectfour", "breakthrough"}

type papers struct {
	game     string
	time     time.Duration
	playouts int
	lanes    float64
	series   cli.Series
	json     bool
}

func papersCommand(std cli.Streams) *cli.Command {
	var p papers
	flags := flag.NewFlagSet("breakthrough papers", flag.ContinueOnError)
	cli.Choice(flags, &p.game, "game", "both", append(games, "both"), "the `game`")
	cli.Number(flags, &p.time, "time", 20*time.Millisecond, time.Millisecond, cli.LongTime, "`time` for each move of the player with one playout")
	cli.Number(flags, &p.playouts, "playouts", 0, 0, cli.Many, "instead of -time, `number` of playouts for each move of that player (0: by time)")
	cli.Number(flags, &p.lanes, "lanes", 1, 0.01, 1000, "how many `times` as much time, or as many playouts, the other player has")
	p.series.Flags(flags, vittaut.Matches, 1_000_000)
	flags.BoolVar(&p.json, "json", false, "write a JSON object for each cell of the table")
	return cli.Subcommand(flags, "[flags]", "Compare ways to combine 64 playouts, beside Vittaut 2017.",
		"Each cell of table 5.2 is a match of UCT with 64 playouts for each simulation against UCT with one, from openings of\n"+
			"two random moves. In that program, 64 playouts at once took little more time than one: they were 25 to 46 times as\n"+
			"fast as 64 in turn. Here they are played in turn, and take as long as 64 simulations; -lanes 32 makes up for that. Matches by -playouts are the\n"+
			"same in every run.",
		func(ctx context.Context) error { return p.run(ctx, std.Out) })
}

// compared is a cell of the table as JSON. Rates are for the player with 64 playouts.
type compared struct {
	Game      string  `json:"game"`
	Players   string  `json:"players"`
	Rate      float64 `json:"rate"`
	Low       float64 `json:"low"` // of the 95 % interval
	High      float64 `json:"high"`
	Games     int     `json:"games"`
	Paper     float64 `json:"paper"`
	PaperLow  float64 `json:"paper_low"` // of its 95 % interval, for 500 games without draws
	PaperHigh float64 `json:"paper_high"`
	Seconds   float64 `json:"seconds"`
}

func (p *papers) run(ctx context.Context, out io.Writer) error {
	if err := p.series.Check(); err != nil {
		return err
	}
	games := games
	if p.game != "both" {
		games = []string{p.game}
	}
	bar := cli.NewProgress(len(games)*len(vittaut.Columns)*p.series.Games, "games")
	defer bar.Close()
	done := 0
	if !p.json {
		fmt.Fprintf(out, "%-14s%-16s%26s%28s\n", "game", "64 playouts", "rate here (95 %)", "Vittaut (95 %)")
	}
	for _, game := range games {
		for i, with := range vittaut.Columns {
			r, err := p.play(ctx, game, with, p.series.Options(bar, done))
			if err != nil {
				return err
			}
			done += p.series.Games
			percent := vittaut.Rates[game][i]
			c := compared{Game: game, Players: with.Name, Rate: r.Rate(), Games: r.Games(), Paper: float64(percent) / 100, Seconds: r.Elapsed.Seconds()}
			c.Low, c.High = r.Interval(0.95)
			c.PaperLow, c.PaperHigh = cli.Rate(percent*vittaut.Matches/100, vittaut.Matches)
			if err := cli.Write(out, p.json, c, "%-14s%-16s%10.1f %% (%4.1f to %4.1f)%12.0f %% (%4.1f to %4.1f)%8d games\n",
				c.Game, c.Players, 100*c.Rate, 100*c.Low, 100*c.High, 100*c.Paper, 100*c.PaperLow, 100*c.PaperHigh, c.Games); err != nil {
				return err
			}
			if r.Status != ply.Complete {
				return r.Status.Err()
			}
		}
	}
	return nil
}

func (p *papers) play(ctx context.Context, game string, with vittaut.Column, opt arena.Options) (arena.Result, error) {
	if game == "connectfour" {
		return compare(ctx, p, func() (*connectfour.Game, error) { return new(connectfour.Game), nil }, with, opt)
	}
	return compare(ctx, p, func() (*breakthrough.Game, error) { return breakthrough.New(breakthrough.Size, breakthrough.Size) }, with, opt)
}

func compare[G ply.AdversarialGame[M], M comparable](ctx context.Context, p *papers, newGame func() (G, error), with vittaut.Column, opt arena.Options) (arena.Result, error) {
	many := mcts.Options[M]{Leaf: mcts.Playouts{N: vittaut.Playouts, Median: with.Median}, Bandit: vittaut.Bandit(with.C)}
	one := mcts.Options[M]{Bandit: vittaut.Bandit(vittaut.C)}
	return arena.Match(ctx, arena.RandomOpening(2, newGame), searching[G](p.limits(vittaut.Playouts, p.lanes), many), searching[G](p.limits(1, 1), one), opt)
}

// limits returns the limits of a player with a number of playouts for each simulation and several times the time.
func (p *papers) limits(playouts int, times float64) ply.Limits {
	if p.playouts > 0 {
		return ply.Limits{Nodes: max(1, int(float64(p.playouts)*times/float64(playouts)))}
	}
	return ply.Limits{Time: time.Duration(float64(p.time) * times)}
}

func searching[G ply.AdversarialGame[M], M comparable](limits ply.Limits, opt mcts.Options[M]) func() arena.Player[G, M] {
	return cli.Searching(func(ctx context.Context, g G, random *rand.Rand) (M, error) {
		opt := opt
		opt.Random = random
		r, err := mcts.Search(ctx, g, limits, opt)
		return r.Move, err
	})
}
