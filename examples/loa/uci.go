package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

// uciFlags holds the flags of uci.
type uciFlags struct {
	rulesFlags
	player string
}

func uciCommand(std cli.Streams) *ffcli.Command {
	var u uciFlags
	flags := flag.NewFlagSet("loa uci", flag.ContinueOnError)
	u.flags(flags)
	flags.StringVar(&u.player, "player", "trained", "`player` that chooses the moves, see match; limits come by go")
	return &ffcli.Command{
		Name:       "uci",
		ShortUsage: "loa uci [flags]",
		ShortHelp:  "Speak the Universal Chess Interface, for boards and referees.",
		LongHelp: "Commands are read from standard input: uci, isready, ucinewgame, setoption, position startpos|fen FEN [moves MOVE...],\n" +
			"go depth|nodes|movetime|mate N, go wtime N btime N, go searchmoves MOVE..., go infinite, go perft N, stop, d and quit. What\n" +
			"is not understood is left out, and every go gets a bestmove, an infinite one after stop. Moves are two squares, as in\n" +
			"b1b3; a pass is 0000. Black moves first and is written w in a FEN. If that gives the board another size than -size, it has that.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return u.run(ctx, std) },
	}
}

func (u *uciFlags) run(ctx context.Context, std cli.Streams) error {
	p, err := parsePlayer(u.player)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	b, err := newBot(p, u.rulesFlags)
	if err != nil {
		return err
	}
	s := uci.Server{Name: "ply loa " + p.kind, Author: "the authors of ply",
		Options: append([]string{fmt.Sprintf("name Hash type spin default %d min 1 max %d", usualHash, mostHash)}, uci.PlayOptions...)}
	return s.Serve(ctx, std.In, std.Out, b)
}

// The size of the table in MiB.
const (
	usualHash = 16
	mostHash  = 1024
)

// A bot plays by a player, with a table of some size.
type bot struct {
	uci.Engine
	uci.Arbiter
	hash  int
	fen   string // of the start, after which
	moves []string
}

// A shown game is drawn with its FEN.
type shown struct{ *loa.Game }

func (s shown) String() string { return s.Game.String() + "Fen: " + s.FEN() }

func newBot(p player, rules rulesFlags) (*bot, error) {
	b := &bot{hash: usualHash}
	newGame := func(fen string) (shown, error) {
		g, err := rules.position(fen)
		return shown{g}, err
	}
	e, err := uci.Play(newGame, func(g shown) (*engine.Player[loa.Move], error) {
		s, err := p.engine(g.Game, b.hash<<16) // entries of 16 bytes
		if err != nil {
			return nil, err
		}
		return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: p.simulation.Nodes}})
	})
	b.Engine = e
	b.Arbiter, _ = e.(uci.Arbiter)
	return b, err
}

// SetOption sets the size of the table, or another option.
func (b *bot) SetOption(name, value string) error {
	if !strings.EqualFold(name, "Hash") {
		return b.Engine.SetOption(name, value)
	}
	size, err := cli.Range[int]{Least: 1, Most: mostHash}.Parse(value)
	if err != nil {
		return fmt.Errorf("option Hash %.40q: %w", value, err)
	}
	b.hash = size
	b.NewGame()
	return b.Engine.Position(b.fen, b.moves)
}

// Position implements [uci.Engine].
func (b *bot) Position(fen string, moves []string) error {
	err := b.Engine.Position(fen, moves)
	if err == nil {
		b.fen, b.moves = fen, moves
	}
	return err
}

// engine returns what searches for the player, with a table of that number of entries, as the game goes on.
func (p *player) engine(g *loa.Game, entries int) (engine.Searcher[loa.Move], error) {
	switch p.kind {
	case "random":
		return engine.Stateless(g, func(_ context.Context, g *loa.Game, _ ply.Limits, q engine.Question[loa.Move]) (engine.Analysis[loa.Move], error) {
			moves := q.Moves
			if moves == nil {
				moves = g.Moves(nil)
			}
			m := moves[rand.New(rand.NewPCG(g.Hash(), 0)).IntN(len(moves))]
			return engine.Analysis[loa.Move]{Lines: []engine.Line[loa.Move]{{Choice: ply.Choice[loa.Move]{Move: m}, Line: []loa.Move{m}}}}, nil
		}), nil
	case "mcts":
		opt := p.options
		opt.Random = rand.NewPCG(g.Hash(), 0)
		return mcts.NewSearcher(p.seen(g), opt)
	}
	s, err := loa.NewSearcher(entries)
	if err != nil {
		return nil, err
	}
	s.Techniques, s.Evaluator = p.techniques, p.evaluator
	inner, err := alphabeta.NewSearcher(g, s.Options())
	return scaled{inner}, err
}

// A scaled Searcher has values in hundredths of a unit in which 1 is a clear advantage, and ends when the game is decided.
type scaled struct{ engine.Searcher[loa.Move] }

// centi is what an evaluation is divided by to give such hundredths.
const centi = 20

// Analyze implements [engine.Searcher].
func (s scaled) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[loa.Move]) (engine.Analysis[loa.Move], error) {
	if report := q.Report; report != nil {
		q.Report = func(a engine.Analysis[loa.Move]) bool {
			decided := len(a.Lines) == 1 && loa.Decided(int(a.Lines[0].Value))
			return report(scale(a)) && !decided
		}
	}
	a, err := s.Searcher.Analyze(ctx, limits, q)
	return scale(a), err
}

// scale returns an analysis with values of another scale, and a distance for those that are decided.
func scale(a engine.Analysis[loa.Move]) engine.Analysis[loa.Move] {
	a.Lines = slices.Clone(a.Lines)
	for i := range a.Lines {
		line := &a.Lines[i]
		if loa.Decided(int(line.Value)) {
			line.Distance = cmp.Or(line.Distance, len(line.Line))
		} else {
			line.Value /= centi
		}
	}
	return a
}
