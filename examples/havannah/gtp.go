package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

// A gtpFlags holds the flags of gtp.
type gtpFlags struct {
	size, threads, simulations, memory int
	time                               time.Duration
	player                             string
	rave, k                            float64
	decisive                           bool
	given                              map[string]bool // the flags on the command line
	seed                               uint64
}

func gtpCommand(std cli.Streams) *ffcli.Command {
	var f gtpFlags
	flags := flag.NewFlagSet("havannah gtp", flag.ContinueOnError)
	sizeFlag(flags, &f.size, 8)
	flags.StringVar(&f.player, "player", usualPlayer, "`player` that chooses moves, but for threads and memory; see match")
	cli.Number(flags, &f.rave, "rave", 0, 0, sampling.MostWeight, "weight of RAVE, in `simulations`, in place of the player's (0: none)")
	cli.Number(flags, &f.k, "k", 0, 0, sampling.MostWeight, "how much to explore, in place of what the player does: `K` of the bandit of Hoeffding")
	flags.BoolVar(&f.decisive, "decisive", true, "play moves that win at once, and those that keep the other side from it, whatever the player does")
	cli.Number(flags, &f.threads, "threads", min(runtime.GOMAXPROCS(0), cli.MaxWorkers), 1, cli.MaxWorkers, "`goroutines` that share the tree")
	cli.Number(flags, &f.simulations, "simulations", 0, 0, sampling.MostSimulations, "`simulations` for a move (0: as the player says, or no bound with -time)")
	cli.Number(flags, &f.time, "time", 0, 0, cli.LongTime, "`time` for a move, unless time_settings says more (0: as the player says, or no bound with -simulations)")
	cli.Table(flags, &f.memory, "memory", 512, 1, 1<<20, "bound on the memory of the tree, in `MB`")
	cli.Seed(flags, &f.seed, "all chance")
	return &ffcli.Command{
		Name:       "gtp",
		ShortUsage: "havannah gtp [flags]",
		ShortHelp:  "Play by the Go Text Protocol on standard input and output.",
		LongHelp: "Besides the usual commands (list_commands tells them) there are: all_legal, the empty cells;\n" +
			"final_status, how the game has ended; principal_variation and move_stats, what the tree holds.\n" +
			"Cells have a letter and a number. The board of size 4:\n\n" + drawing(),
		FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error {
			f.given = map[string]bool{}
			flags.Visit(func(flag *flag.Flag) { f.given[flag.Name] = true })
			return f.run(ctx, std.In, std.Out)
		},
	}
}

// drawing draws a small board for the help.
func drawing() string {
	g, err := havannah.New(4)
	if err != nil {
		return ""
	}
	return g.String()
}

func (f *gtpFlags) run(ctx context.Context, in io.Reader, out io.Writer) error {
	p, err := parsePlayer(f.player)
	if err == nil {
		err = p.searches()
	}
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	p.Options.Workers, p.Options.Memory = f.threads, int64(f.memory)<<20
	if f.given["rave"] {
		p.Options.RAVE.Weight = f.rave
	}
	if f.given["k"] {
		p.Options.Bandit = sampling.Hoeffding(f.k)
	}
	if f.given["decisive"] {
		switch {
		case !f.decisive:
			p.Options.Decisive = mcts.NoDecisive
		case p.Options.Decisive == mcts.NoDecisive:
			p.Options.Decisive = mcts.DecisiveAlways
		}
	}
	if f.simulations != 0 || f.time != 0 {
		p.Limits = ply.Limits{Nodes: f.simulations, Time: f.time}
	}
	e, err := newEngine(p, f.size, rand.NewPCG(f.seed, 0))
	if err != nil {
		return err
	}
	return e.server().Serve(ctx, in, out)
}

// An engine plays Havannah by the Go Text Protocol.
type engine struct {
	player player
	game   *havannah.Game
	tree   *mcts.Tree[havannah.Cell]
	moves  []havannah.Cell
	last   *mcts.Result[havannah.Cell] // of the last search
	gtp.Times
}

// newEngine returns an engine that plays as a player that searches does, and keeps its tree between moves.
func newEngine(p player, size int, random rand.Source) (*engine, error) {
	p.Options.Prune, p.Options.Random = true, random
	e := &engine{player: p}
	return e, e.BoardSize(size)
}

// server returns a server of the engine.
func (e *engine) server() *gtp.Server {
	s := &gtp.Server{Name: "ply havannah", Version: "1"}
	s.Add(e)
	text := func(reply func() (string, error)) gtp.Handler {
		return func(context.Context, []string) (string, error) { return reply() }
	}
	s.Handle("all_legal", text(e.legal))
	s.Handle("final_status", text(func() (string, error) { return e.game.Ending().String(), nil }))
	s.Handle("principal_variation", text(e.variation))
	s.Handle("move_stats", text(e.statistics))
	return s
}

// BoardSize begins a new game on a board of this size.
func (e *engine) BoardSize(size int) error {
	g, err := havannah.New(size)
	if err != nil {
		return err
	}
	tree, err := e.player.tree(g, e.player.Options)
	if err != nil {
		return err
	}
	e.game, e.tree, e.moves, e.last = g, tree, nil, nil
	return nil
}

// ClearBoard begins a new game.
func (e *engine) ClearBoard() error { return e.BoardSize(e.game.Size()) }

// colour returns the side of a colour. White begins.
func side(c gtp.Colour) int {
	if c == gtp.White {
		return 0
	}
	return 1
}

// Play plays a move.
func (e *engine) Play(c gtp.Colour, move string) error {
	cell, err := e.game.ParseMove(move)
	if err != nil {
		return err
	}
	if side(c) != e.game.ToMove() {
		return gtp.ErrTurn
	}
	return e.play(cell)
}

func (e *engine) play(c havannah.Cell) error {
	if err := e.tree.Play(c); err != nil {
		return err
	}
	e.moves, e.last = append(e.moves, c), nil
	return nil
}

// Regard chooses a move.
func (e *engine) Regard(ctx context.Context, c gtp.Colour) (string, error) {
	cell, err := e.choose(ctx, c)
	if err != nil {
		return "", err
	}
	return e.game.Name(cell), nil
}

// Generate chooses a move and plays it.
func (e *engine) Generate(ctx context.Context, c gtp.Colour) (string, error) {
	cell, err := e.choose(ctx, c)
	if err != nil {
		return "", err
	}
	last := e.last
	if err := e.play(cell); err != nil {
		return "", err
	}
	e.last = last
	return e.game.Name(cell), nil
}

func (e *engine) choose(ctx context.Context, c gtp.Colour) (havannah.Cell, error) {
	switch {
	case e.game.Ending() != havannah.Unfinished:
		return 0, fmt.Errorf("the game is over: %v", e.game.Ending())
	case side(c) != e.game.ToMove():
		return 0, gtp.ErrTurn
	}
	start := time.Now()
	limits := e.limits(c)
	if len(e.game.Moves(nil)) > 1 && limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, limits.Time, cancel = e.Bound(ctx, c, limits.Time)
		defer cancel()
	}
	r, err := e.tree.Search(ctx, limits)
	if err != nil {
		return 0, err
	}
	e.Spend(c, time.Since(start))
	e.last = &r
	return r.Move, nil
}

// limits returns what bounds the search for the next move of a side.
func (e *engine) limits(c gtp.Colour) ply.Limits {
	limits := e.player.Limits
	if e.Limited() {
		limits.Time = e.ForMove(c, len(e.game.Moves(nil))/4+1) // a game fills about half of what is left of the board
	}
	return limits
}

// Undo takes the last move back.
func (e *engine) Undo() error {
	if len(e.moves) == 0 {
		return errors.New("cannot undo")
	}
	last := len(e.moves) - 1
	e.game.Undo(e.moves[last])
	e.moves, e.last = e.moves[:last], nil
	return e.tree.Reset()
}

// ShowBoard draws the board.
func (e *engine) ShowBoard() string { return e.game.String() }

// FinalScore says who has won.
func (e *engine) FinalScore() (string, error) {
	switch e.game.Ending() {
	case havannah.Unfinished:
		return "", errors.New("the game is not over")
	case havannah.Full:
		return "0", nil
	}
	if e.game.ToMove() == 1 {
		return "W+1", nil
	}
	return "B+1", nil
}

// legal lists the empty cells, unless the game is over.
func (e *engine) legal() (string, error) { return e.names(e.game.Moves(nil)), nil }

func (e *engine) names(cells []havannah.Cell) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = e.game.Name(c)
	}
	return strings.Join(names, " ")
}

func (e *engine) variation() (string, error) {
	if e.last == nil {
		return "", errors.New("no search since the last move")
	}
	return e.names(e.last.Line), nil
}

// statistics lists the moves of the last search, the one with the most simulations first.
func (e *engine) statistics() (string, error) {
	if e.last == nil {
		return "", errors.New("no search since the last move")
	}
	var b strings.Builder
	positions, _, _ := e.tree.Size()
	fmt.Fprintf(&b, "%v, %d simulations in %.2f s, %d positions", e.last.Status, e.last.Visits(), e.last.Elapsed.Seconds(), positions)
	for _, m := range e.last.Moves {
		fmt.Fprintf(&b, "\n%-4s %8d %.3f", e.game.Name(m.Move), m.Visits, (1+m.Value)/2)
		if m.Low == m.High {
			b.WriteString(" proven")
		}
	}
	return b.String(), nil
}
