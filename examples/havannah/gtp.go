package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

func gtpCommand(std cli.Streams) *cli.Command {
	var size, threads, memory int
	var text string
	var rave, k float64
	var decisive bool
	var limits ply.Limits
	var seed uint64
	flags := flag.NewFlagSet("havannah gtp", flag.ContinueOnError)
	sizeFlag(flags, &size, 8)
	flags.StringVar(&text, "player", usualPlayer, "`player` that chooses moves, but for threads and memory; see match")
	cli.Number(flags, &rave, "rave", 0, 0, sampling.MostWeight, "weight of RAVE, in `simulations`, in place of the player's (0: none)")
	cli.Number(flags, &k, "k", 0, 0, sampling.MostWeight, "how much to explore, in place of what the player does: `K` of the bandit of Hoeffding")
	flags.BoolVar(&decisive, "decisive", true, "play moves that win at once, and those that keep the other side from it, whatever the player does")
	cli.Number(flags, &threads, "threads", min(runtime.GOMAXPROCS(0), cli.MaxWorkers), 1, cli.MaxWorkers, "`goroutines` that share the tree")
	cli.Number(flags, &limits.Nodes, "simulations", 0, 0, sampling.MostSimulations, "`simulations` for a move (0: as the player says, or no bound with -time)")
	cli.Number(flags, &limits.Time, "time", 0, 0, cli.LongTime, "`time` for a move, unless time_settings says more (0: as the player says, or no bound with -simulations)")
	cli.Table(flags, &memory, "memory", 512, 1, 1<<20, "bound on the memory of the tree, in `MB`")
	cli.Seed(flags, &seed, "all chance")
	return cli.Subcommand(flags, "[flags]", "Play by the Go Text Protocol on standard input and output.",
		"Besides the usual commands (list_commands tells them) there are: all_legal, the empty cells;\n"+
			"final_status, how the game has ended; principal_variation and move_stats, what the tree holds.\n"+
			"Cells have a letter and a number. The board of size 4:\n\n"+drawing(), func(ctx context.Context) error {
			p, err := parseEngine(text)
			if err != nil {
				return err
			}
			p.Options.Workers, p.Options.Memory = threads, int64(memory)<<20
			flags.Visit(func(f *flag.Flag) { // the flags on the command line
				switch {
				case f.Name == "rave":
					p.Options.RAVE.Weight = rave
				case f.Name == "k":
					p.Options.Bandit = sampling.Hoeffding(k)
				case f.Name == "decisive" && !decisive:
					p.Options.Decisive = mcts.NoDecisive
				case f.Name == "decisive" && p.Options.Decisive == mcts.NoDecisive:
					p.Options.Decisive = mcts.DecisiveAlways
				}
			})
			if limits != (ply.Limits{}) {
				p.Limits = limits
			}
			e, err := newBot(p, size, rand.NewPCG(seed, 0))
			if err != nil {
				return err
			}
			return e.server().Serve(ctx, std.In, std.Out)
		})
}

// drawing draws a small board for the help.
func drawing() string {
	g, err := havannah.New(4)
	if err != nil {
		return ""
	}
	return g.String()
}

// A bot is an engine for the Go Text Protocol that remembers its last search.
type bot struct {
	*gtp.Player[*havannah.Game, havannah.Cell]
	player player
	last   *engine.Analysis[havannah.Cell] // of the last search, nil after another move
}

// newBot returns a bot for a player that searches. It keeps its tree between moves.
func newBot(p player, size int, random rand.Source) (*bot, error) {
	p.Options.Prune, p.Options.Random = true, random
	e := &bot{player: p}
	newGame := func(position string) (*havannah.Game, error) {
		n, err := strconv.Atoi(cmp.Or(position, strconv.Itoa(size)))
		if err != nil {
			return nil, err
		}
		return havannah.New(n)
	}
	var err error
	e.Player, err = gtp.Play(newGame, func(g *havannah.Game) (*engine.Player[havannah.Cell], error) {
		e.last = nil
		expected := len(g.Moves(nil))/4 + 1 // a game fills about half of the empty cells
		return p.Engine(g, random, func() (engine.Searcher[havannah.Cell], error) { return p.searcher(g, p.Options) }, expected)
	})
	if err == nil {
		e.First, e.Choose = gtp.White, e.choose
	}
	return e, err
}

func (e *bot) server() *gtp.Server {
	s := &gtp.Server{Name: "ply havannah", Version: "1"}
	s.Add(e)
	text := func(reply func() string) gtp.Handler {
		return func(context.Context, []string) (string, error) { return reply(), nil }
	}
	ofSearch := func(reply func() string) gtp.Handler {
		return func(context.Context, []string) (string, error) {
			if e.last == nil {
				return "", errors.New("no search since the last move")
			}
			return reply(), nil
		}
	}
	s.Handle("all_legal", text(func() string { return e.names(e.Game().Moves(nil)) }))
	s.Handle("final_status", text(func() string { return e.Game().Ending().String() }))
	s.Handle("principal_variation", ofSearch(func() string { return e.names(e.last.Lines[0].Line) }))
	s.Handle("move_stats", ofSearch(e.statistics))
	return s
}

func (e *bot) Play(c gtp.Colour, move string) error {
	e.last = nil
	return e.Player.Play(c, move)
}

func (e *bot) Undo() error {
	e.last = nil
	return e.Player.Undo()
}

// choose searches, and keeps the statistics of all moves.
func (e *bot) choose(ctx context.Context, p *engine.Player[havannah.Cell], c engine.Clock) (havannah.Cell, bool, error) {
	a, err := e.player.Ask(ctx, p, c)
	if err != nil || len(a.Lines) == 0 {
		return e.Game().Moves(nil)[0], false, err
	}
	all, err := p.Analyze(context.WithoutCancel(ctx), ply.Limits{Nodes: 1}, engine.Question[havannah.Cell]{Lines: len(e.Game().Moves(nil))})
	e.last = &engine.Analysis[havannah.Cell]{Report: a.Report, Lines: all.Lines}
	return a.Lines[0].Move, false, err
}

func (e *bot) names(cells []havannah.Cell) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = e.Game().Name(c)
	}
	return strings.Join(names, " ")
}

// statistics lists the moves of the last search, best first.
func (e *bot) statistics() string {
	var b strings.Builder
	visits := 0
	for _, m := range e.last.Lines {
		visits += m.Visits
	}
	fmt.Fprintf(&b, "%v, %d simulations in %.2f s", e.last.Status, visits, e.last.Elapsed.Seconds())
	for _, m := range e.last.Lines {
		fmt.Fprintf(&b, "\n%-4s %8d %.3f", e.Game().Name(m.Move), m.Visits, (1+m.Value)/2)
		if m.Low == m.High {
			b.WriteString(" proven")
		}
	}
	return b.String()
}
