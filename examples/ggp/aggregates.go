package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/examples/internal/vittaut"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
)

// A cell is a cell of table 5.2 of Vittaut 2017. Rates are percentages for the player with lanes.
type cell struct {
	Game        string  `json:"game"`
	Players     string  `json:"players"`
	Matches     int     `json:"matches"`
	Wins        int     `json:"wins"`
	Draws       int     `json:"draws"`
	Rate        float64 `json:"rate"`
	Low         float64 `json:"low"` // of the 95 % interval
	High        float64 `json:"high"`
	Paper       int     `json:"paper,omitempty"`
	Plies       float64 `json:"plies"`             // moves of both players, including moves without a choice
	Lanes       float64 `json:"lanes_simulations"` // on average for each move with a choice
	One         float64 `json:"one_simulations"`
	LanesMillis float64 `json:"lanes_milliseconds"` // of processor time, on average for each move with a choice
	OneMillis   float64 `json:"one_milliseconds"`

	rules      *game.Rules
	lanes, one thinker
	score      arena.Score
	moves      int
}

// A thinker searches for an amount of processor time a move, and adds up its work.
type thinker struct {
	opt         mcts.Options[game.Move]
	limit       time.Duration
	searches    int
	simulations int
	spent       time.Duration
}

func (t *thinker) choose(ctx context.Context, g *game.Sides, random *rand.Rand) (m game.Move, err error) {
	if moves := g.Moves(nil); len(moves) == 1 {
		return moves[0], nil
	}
	begin := cli.ProcessorTime()
	opt := t.opt
	opt.Random = random
	tree, err := mcts.New(g, opt)
	if err != nil {
		return m, err
	}
	var r mcts.Result[game.Move]
	var spent time.Duration
	for n := 1; ; {
		if r, err = tree.Search(ctx, ply.Limits{Nodes: n}); err != nil || ctx.Err() != nil {
			return r.Move, err
		}
		spent = cli.ProcessorTime() - begin
		if spent >= t.limit || r.Solved() {
			break
		}
		// Half of what fits into the rest of the time, so the clock is read rarely.
		n = max(1, int(float64(r.Visits())*float64(t.limit-spent)/float64(max(spent, 1))/2))
	}
	t.searches++
	t.simulations += r.Visits()
	t.spent += spent
	return r.Move, nil
}

func (c *papers) aggregated(ctx context.Context, std cli.Streams) error {
	if c.game != "" || c.dir != "" {
		return cli.Usagef("-table52: want neither -game nor -dir")
	}
	if err := cli.Even("matches", c.matches); err != nil {
		return err
	}
	var cells []*cell
	for _, name := range strings.Split(c.table52, ",") {
		row, err := c.row(ctx, std.In, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		cells = append(cells, row...)
	}
	bar := cli.NewProgress(len(cells)*c.matches, "matches")
	defer bar.Close()
	// The cells are played in turn, so all have equally many matches if this ends early.
	for i := range c.matches / 2 * len(cells) {
		x := cells[i%len(cells)]
		if err := x.play(ctx, rand.NewPCG(c.seed, uint64(i))); err != nil {
			return fmt.Errorf("%s: %w", x.Game, err)
		}
		if ctx.Err() != nil {
			break
		}
		bar.Set(2 * (i + 1))
		if c.json {
			if err := cli.WriteJSON(std.Out, x); err != nil {
				return err
			}
		}
	}
	if c.json {
		return ctx.Err()
	}
	bar.Close()
	if err := writeCells(std.Out, cells); err != nil {
		return err
	}
	return ctx.Err()
}

func (c *papers) row(ctx context.Context, stdin io.Reader, name string) ([]*cell, error) {
	d := (&source{game: name}).read(ctx, stdin)
	if d.err != nil {
		return nil, d.err
	}
	made, err := compile(ctx, d.Description, c.opt)
	if err != nil {
		return nil, err
	}
	var cells []*cell
	for i, column := range vittaut.Columns {
		x := &cell{Game: d.name, Players: column.Name}
		x.Paper = vittaut.Rates[strings.ToLower(d.name)][i] // 0 for other games
		if x.rules, err = game.New(made.circuit, game.Options{Median: column.Median, MaxSteps: c.plies}); err != nil {
			return nil, err
		}
		if _, err := game.NewSides(x.rules); err != nil {
			return nil, err
		}
		x.lanes = thinker{limit: c.move, opt: mcts.Options[game.Move]{Leaf: mcts.Evaluation{}, Scale: 100, Bandit: vittaut.Bandit(column.C)}}
		x.one = thinker{limit: c.move, opt: mcts.Options[game.Move]{Scale: 100, Bandit: vittaut.Bandit(vittaut.C)}}
		cells = append(cells, x)
	}
	return cells, nil
}

// play plays two matches, with sides changed.
func (x *cell) play(ctx context.Context, random rand.Source) error {
	opening := func(int, *rand.Rand) (*game.Sides, error) { return game.NewSides(x.rules) }
	player := func(t *thinker) func() arena.Player[*game.Sides, game.Move] {
		return func() arena.Player[*game.Sides, game.Move] { return t.choose }
	}
	r, err := arena.Match(ctx, opening, player(&x.lanes), player(&x.one), arena.Options{Games: 2, Random: random})
	if err != nil {
		return err
	}
	x.score = x.score.Add(r.Score)
	x.moves += r.Moves
	x.Matches, x.Wins, x.Draws = x.score.Games(), x.score.Wins, x.score.Draws
	low, high := x.score.Interval(0.95)
	x.Rate, x.Low, x.High = 100*x.score.Rate(), 100*low, 100*high
	x.Plies = float64(x.moves) / float64(max(1, x.Matches))
	x.Lanes, x.LanesMillis = x.lanes.average()
	x.One, x.OneMillis = x.one.average()
	return nil
}

// average returns the average simulations and milliseconds of processor time of a search.
func (t *thinker) average() (simulations, millis float64) {
	n := float64(max(1, t.searches))
	return float64(t.simulations) / n, t.spent.Seconds() * 1000 / n
}

func writeCells(w io.Writer, cells []*cell) error {
	_, err := fmt.Fprintf(w, "%-20s %-15s %8s %26s %22s %8s %16s %12s\n", "game", "64 matches", "matches", "rate here (95 %)",
		"Vittaut (95 %)", "plies", "simulations", "ms")
	for _, x := range cells {
		if err != nil {
			return err
		}
		paper := "-"
		if x.Paper > 0 {
			low, high := cli.Rate(x.Paper*vittaut.Matches/100, vittaut.Matches)
			paper = fmt.Sprintf("%d %% (%.0f to %.0f)", x.Paper, 100*low, 100*high)
		}
		_, err = fmt.Fprintf(w, "%-20s %-15s %8d %26s %22s %8.1f %16s %12s\n", x.Game, x.Players, x.Matches,
			fmt.Sprintf("%.1f %% (%.1f to %.1f)", x.Rate, x.Low, x.High), paper, x.Plies,
			fmt.Sprintf("%.0f, %.0f", x.Lanes, x.One), fmt.Sprintf("%.1f, %.1f", x.LanesMillis, x.OneMillis))
	}
	return err
}
