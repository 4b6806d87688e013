package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
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
	e, err := newEngine(p, u.rulesFlags)
	if err != nil {
		return err
	}
	s := uci.Server{Name: "ply loa " + p.kind, Author: "the authors of ply",
		Options: []string{fmt.Sprintf("name Hash type spin default %d min 1 max %d", usualHash, mostHash)}}
	return s.Serve(ctx, std.In, std.Out, e)
}

// The size of the table in MiB.
const (
	usualHash = 16
	mostHash  = 1024
)

// An engine plays by a player.
type engine struct {
	player   player
	searcher *loa.Searcher
	rules    rulesFlags
	game     *loa.Game
}

func newEngine(p player, rules rulesFlags) (*engine, error) {
	e := &engine{player: p, rules: rules}
	if err := e.SetOption("Hash", strconv.Itoa(usualHash)); err != nil {
		return nil, err
	}
	return e, e.Position("", nil)
}

// NewGame forgets the table.
func (e *engine) NewGame() { e.searcher.Reset() }

// SetOption sets the size of the table.
func (e *engine) SetOption(name, value string) error {
	if !strings.EqualFold(name, "Hash") {
		return fmt.Errorf("no option %.40q", name)
	}
	size, err := cli.Range[int]{Least: 1, Most: mostHash}.Parse(value)
	if err != nil {
		return fmt.Errorf("option Hash %.40q: %w", value, err)
	}
	s, err := loa.NewSearcher(size << 16) // entries of 16 bytes
	if err != nil {
		return err
	}
	s.Techniques, s.Evaluator = e.player.techniques, e.player.evaluator
	e.searcher = s
	return nil
}

// Position sets the position.
func (e *engine) Position(fen string, moves []string) error {
	game, err := e.rules.position(fen)
	if err != nil {
		return err
	}
	for i, word := range moves {
		m, err := game.ParseLegal(word)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		game.Play(m)
	}
	e.game = game
	return nil
}

// Go looks for a move. Without a limit for the side to move it searches for the usual time.
func (e *engine) Go(ctx context.Context, l uci.Limits, tell func(uci.Info)) (string, error) {
	if e.game.Finished() {
		return "", nil
	}
	move, err := e.choose(ctx, l, tell)
	if move != 0 && err == nil {
		return move.String(), nil
	}
	if ctx.Err() != nil {
		err = nil // the search was stopped before it had a move
	}
	return e.game.Moves(nil)[0].String(), err
}

// choose looks for a move. A move of 0 is none.
func (e *engine) choose(ctx context.Context, l uci.Limits, tell func(uci.Info)) (loa.Move, error) {
	p := e.player
	limits := loa.Limits{Depth: l.Depth, Nodes: l.Nodes, Time: l.Move(e.game.ToMove())}
	switch {
	case l.Infinite:
		limits.Time = 0
		limits.Depth = cmp.Or(limits.Depth, loa.MaxDepth)
	case limits == (loa.Limits{}):
		limits.Time = usualTime
	}
	only := e.only(l.Only)
	switch {
	case p.kind == "trained" || p.kind == "hand":
	case p.kind == "random" && len(only) > 0:
		return only[rand.New(rand.NewPCG(e.game.Hash(), 0)).IntN(len(only))], nil
	case len(only) == 0: // a tree cannot be kept to some moves
		if limits.Time > 0 {
			p.simulation.Time = limits.Time
		}
		return p.choose(ctx, e.searcher, e.game, rand.New(rand.NewPCG(e.game.Hash(), 0)))
	}
	if len(only) > 0 {
		return e.among(ctx, only, limits, tell)
	}
	nodes := 0
	r, err := e.searcher.Search(ctx, e.game, limits, func(d alphabeta.Result[loa.Move]) {
		nodes += d.Nodes
		tell(scored(uci.Info{Depth: d.Depth, Nodes: nodes, Score: d.Value, Elapsed: d.Elapsed, Line: names(d.Line)}))
	})
	m := r.Move
	return m, err
}

// names writes moves.
func names(moves []loa.Move) []string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return words
}

// scored returns an info whose score is a value of the search as one whose score is as a board shows it.
func scored(i uci.Info) uci.Info {
	if i.Decided = loa.Decided(i.Score); i.Decided {
		i.Score = max(-1, min(i.Score, 1))
	} else {
		i.Score /= centi
	}
	return i
}

// centi is what an evaluation is divided by to give hundredths of a unit in which 1 is a clear advantage.
const centi = 20

// Perft counts lines.
func (e *engine) Perft(ctx context.Context, depth int, tell func(string, int)) (int, error) {
	if depth == 0 {
		return 1, nil
	}
	all := 0
	err := cli.Divide(ctx, e.game, depth, func(m loa.Move, leaves int) error {
		tell(m.String(), leaves)
		all += leaves
		return nil
	})
	return all, err
}

// String draws the position.
func (e *engine) String() string { return e.game.String() + "Fen: " + e.game.FEN() }
