package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
)

// match holds the flags of match.
type match struct {
	a, b         string
	openingMoves int
	series       cli.Series
	json         bool
}

const specHelp = "A SPEC is a level, easy, medium or hard, or level=custom, and after it, separated by commas, what differs:\n" +
	"depth=N (moves to look ahead, 0 for no bound), time=D (a move, as in 50ms), exact=N (empty squares from which\n" +
	"on the game is searched to its end), eval=FILE (a training; without it, the one that comes with the program) or\n" +
	"eval=none (mobility and corners). As in hard,eval=none or medium,time=20ms,depth=0."

// mostGames is the most games of a match.
const mostGames = 1_000_000_000

func matchCommand(std cli.Streams) *ffcli.Command {
	var m match
	flags := flag.NewFlagSet("othello match", flag.ContinueOnError)
	flags.StringVar(&m.a, "a", "hard", "`spec` of the first player")
	flags.StringVar(&m.b, "b", "medium", "`spec` of the second player")
	cli.Number(flags, &m.openingMoves, "opening-moves", 8, 1, 50, "random `moves` that games begin with, each opening played with either side")
	m.series.Flags(flags, 100, mostGames)
	flags.BoolVar(&m.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "match",
		ShortUsage: "othello match -a SPEC -b SPEC -games N [flags]",
		ShortHelp:  "Play a match between two players, with a confidence interval.",
		LongHelp:   specHelp,
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return m.run(ctx, std.Out) },
	}
}

// matched is what match says.
type matched struct {
	A      string  `json:"a"`
	B      string  `json:"b"`
	Games  int     `json:"games"`
	Wins   int     `json:"wins"` // of a
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Rate   float64 `json:"rate"`
	Low    float64 `json:"low"` // of the 95 % interval of the rate
	High   float64 `json:"high"`
	Elo    float64 `json:"elo"`
	// Superiority is the probability that a is the better player, given the games.
	Superiority float64 `json:"superiority"`
	Seconds     float64 `json:"seconds"`
}

func (m *match) run(ctx context.Context, out io.Writer) error {
	a, err := parseSpec(m.a)
	if err != nil {
		return fmt.Errorf("-a %s: %w", m.a, err)
	}
	b, err := parseSpec(m.b)
	if err != nil {
		return fmt.Errorf("-b %s: %w", m.b, err)
	}
	if err := m.series.Check(); err != nil {
		return err
	}
	progress := cli.NewProgress(m.series.Games, "games")
	defer progress.Close()
	result, err := arena.Match(ctx,
		othello.RandomOpening(m.openingMoves),
		a.newPlayer, b.newPlayer,
		m.series.Options(progress, 0))
	if err != nil {
		return err
	}
	progress.Close()
	low, high := result.Interval(0.95)
	elo, eloLow, eloHigh := result.Elo(0.95)
	if m.json {
		return cli.WriteJSON(out, matched{
			A: m.a, B: m.b, Games: result.Games(), Wins: result.Wins, Draws: result.Draws, Losses: result.Losses,
			Rate: result.Rate(), Low: low, High: high, Elo: max(-9999, min(9999, elo)),
			Superiority: result.Superiority(), Seconds: result.Elapsed.Seconds(),
		})
	}
	_, err = fmt.Fprintf(out, "%s against %s: %v\nElo difference %.0f (95 %%: %.0f to %.0f); %s is the better one with probability %.4f\n%v\n",
		m.a, m.b, result.Score, elo, eloLow, eloHigh, m.a, result.Superiority(), result.Elapsed.Round(time.Millisecond))
	return err
}

// A spec is a player as flags name it.
type spec struct {
	level      othello.Level
	evaluation *othello.Evaluation
}

func (s *spec) newPlayer() arena.Player[*othello.Game, othello.Move] {
	return othello.NewPlayer(s.level, s.evaluation).Move
}

// parseSpec reads a player. Its error is a [cli.UsageError], unless it is that of a file.
func parseSpec(text string) (*spec, error) {
	name, rest, _ := strings.Cut(text, ",")
	level, ok := othello.NamedLevel(name)
	if !ok && name != "level=custom" {
		return nil, cli.Usagef("unknown level %q: want easy, medium, hard or level=custom", name)
	}
	s := &spec{level, othello.Trained()}
	for part := range strings.SplitSeq(rest, ",") {
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		var err error
		switch key {
		case "depth":
			s.level.Depth, err = number.Parse(value)
		case "exact":
			s.level.Exact, err = number.Parse(value)
		case "time":
			s.level.Time, err = cli.Range[time.Duration]{Most: cli.LongTime}.Parse(value)
		case "eval":
			if s.evaluation, err = loadEvaluation(value); err != nil {
				return nil, err
			}
		default:
			err = errors.New("want depth, time, exact or eval")
		}
		if err != nil {
			return nil, cli.Usagef("%s: %w", part, err)
		}
	}
	if s.level.Depth == 0 && s.level.Time == 0 {
		return nil, cli.Usagef("want a depth or a time")
	}
	return s, nil
}

// number is the range of the numbers of moves and of squares.
var number = cli.Range[int]{Least: 0, Most: 60}
