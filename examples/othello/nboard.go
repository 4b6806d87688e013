package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/lines"
)

func nboardCommand(std cli.Streams) *cli.Command {
	flags := flag.NewFlagSet("othello nboard", flag.ContinueOnError)
	const short = "Play through a graphical board, by the NBoard protocol, version 2."
	return evaluating(flags, short, "", func(ctx context.Context, evaluation *othello.Evaluation) error {
		e := nboard{out: std.Out, evaluation: evaluation, depth: 8, record: othello.NewRecord()}
		return e.run(ctx, std.In)
	})
}

// An nboard is an engine that speaks the NBoard protocol: it reads a command a line, and reports errors in status lines.
type nboard struct {
	out        io.Writer
	evaluation *othello.Evaluation
	depth      int
	record     othello.Record
}

func (e *nboard) run(ctx context.Context, in io.Reader) error {
	for line, err := range lines.Of(in) {
		if err != nil && !errors.Is(err, lines.ErrLong) {
			return err
		}
		command, args, _ := strings.Cut(strings.TrimSpace(line), " ")
		if command == "quit" {
			return nil
		}
		if err == nil {
			err = e.do(ctx, command, strings.TrimSpace(args))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(e.out, "status error: %v\n", err)
		}
	}
	return nil
}

// do does a command, and ignores an unknown one, as the protocol requires.
func (e *nboard) do(ctx context.Context, command, args string) error {
	switch command {
	case "nboard":
		fmt.Fprintln(e.out, "set myname ply")
	case "ping":
		fmt.Fprintf(e.out, "pong %s\n", args)
	case "learn":
		fmt.Fprintln(e.out, "learned")
	case "set":
		switch name, value, _ := strings.Cut(args, " "); name {
		case "depth":
			depth, err := cli.Range[int]{Least: 1, Most: 60}.Parse(value)
			if err != nil {
				return fmt.Errorf("set depth %s: %w", value, err)
			}
			e.depth = depth
		case "game":
			record, err := othello.ParseGGF(value)
			if err != nil {
				return fmt.Errorf("set game: %w", err)
			}
			e.record = record
		}
	case "move":
		text, _, _ := strings.Cut(args, "/")
		g, err := e.position()
		if err != nil {
			return err
		}
		m, err := g.ParseMove(text)
		if err != nil {
			return err
		}
		e.record.Moves = append(e.record.Moves, m)
	case "hint":
		return e.hint(ctx, args)
	case "go":
		return e.goOn(ctx)
	}
	return nil
}

func (e *nboard) position() (*othello.Game, error) { return e.record.Position(len(e.record.Moves)) }

// analyze searches the position to the depth that was set, and the end of the game exactly, for some best moves.
func (e *nboard) analyze(ctx context.Context, moves int) (found engine.Analysis[othello.Move], err error) {
	g, err := e.position()
	if err == nil && len(g.Moves(nil)) == 0 {
		err = ply.ErrFinished
	}
	if err != nil {
		return found, err
	}
	s, err := othello.NewSearcher(g, othello.Level{Depth: e.depth, Exact: min(2*e.depth, 20)}, e.evaluation)
	if err != nil {
		return found, err
	}
	return s.Analyze(ctx, ply.Limits{}, engine.Question[othello.Move]{Lines: moves})
}

func (e *nboard) hint(ctx context.Context, args string) error {
	most, err := cli.Range[int]{Least: 1, Most: cli.Many}.Parse(args)
	if err != nil {
		return fmt.Errorf("hint %s: want a number of moves", args)
	}
	found, err := e.analyze(ctx, most)
	if err := cmp.Or(err, found.Status.Err()); err != nil {
		return err
	}
	for _, l := range found.Lines {
		line := ""
		for _, m := range l.Line {
			line += name(m)
		}
		fmt.Fprintf(e.out, "search %s %.2f 0 %d\n", line, l.Value/othello.Disc, e.depth)
	}
	fmt.Fprintln(e.out, "status")
	return nil
}

// goOn writes the move that the engine chooses; it is played when the board sends it.
func (e *nboard) goOn(ctx context.Context) error {
	found, err := e.analyze(ctx, 1)
	if err == nil && len(found.Lines) == 0 {
		err = found.Status.Err()
	}
	if err != nil {
		return err
	}
	best := found.Lines[0]
	fmt.Fprintf(e.out, "=== %s/%.2f/%.2f\n", name(best.Move), best.Value/othello.Disc, found.Elapsed.Seconds())
	return nil
}

func name(m othello.Move) string {
	if m == othello.Pass {
		return "PA"
	}
	return m.String()
}
