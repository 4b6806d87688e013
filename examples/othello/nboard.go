package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/lines"
	"github.com/ply-search/ply/search/alphabeta"
)

func nboardCommand(std cli.Streams) *cli.Command {
	var eval string
	flags := flag.NewFlagSet("othello nboard", flag.ContinueOnError)
	flags.StringVar(&eval, "eval", "", evalHelp)
	return cli.Subcommand(flags, "[flags]", "Play through a graphical board, by the NBoard protocol, version 2.", "", func(ctx context.Context) error {
		evaluation, err := loadEvaluation(eval)
		if err != nil {
			return err
		}
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

// search searches a position to the depth that was set, and the end of the game exactly.
func (e *nboard) search(ctx context.Context, g *othello.Game) (alphabeta.Result[othello.Move], error) {
	return othello.NewPlayer(othello.Level{Depth: e.depth, Exact: min(2*e.depth, 20)}, e.evaluation).Search(ctx, g)
}

func (e *nboard) hint(ctx context.Context, args string) error {
	most, err := cli.Range[int]{Least: 1, Most: cli.Many}.Parse(args)
	if err != nil {
		return fmt.Errorf("hint %s: want a number of moves", args)
	}
	g, err := e.position()
	if err != nil {
		return err
	}
	type hint struct {
		line  string
		value int
	}
	side := g.ToMove()
	var hints []hint
	for _, m := range g.Moves(nil) {
		h := hint{line: name(m)}
		g.Play(m)
		if len(g.Moves(nil)) == 0 {
			h.value = g.Outcome()
		} else {
			result, err := e.search(ctx, g)
			if err := cmp.Or(err, result.Status.Err()); err != nil {
				return err
			}
			h.value = result.Value
			for _, m := range result.Line {
				h.line += name(m)
			}
		}
		if g.ToMove() != side {
			h.value = -h.value
		}
		g.Undo(m)
		hints = append(hints, h)
	}
	slices.SortStableFunc(hints, func(a, b hint) int { return cmp.Compare(b.value, a.value) })
	for _, h := range hints[:min(most, len(hints))] {
		fmt.Fprintf(e.out, "search %s %.2f 0 %d\n", h.line, float64(h.value)/othello.Disc, e.depth)
	}
	fmt.Fprintln(e.out, "status")
	return nil
}

// goOn writes the move that the engine chooses; it is played when the board sends it.
func (e *nboard) goOn(ctx context.Context) error {
	g, err := e.position()
	if err == nil && len(g.Moves(nil)) == 0 {
		err = ply.ErrFinished
	}
	if err != nil {
		return err
	}
	result, err := e.search(ctx, g)
	if err != nil {
		return err
	}
	if len(result.Line) == 0 {
		return result.Status.Err()
	}
	fmt.Fprintf(e.out, "=== %s/%.2f/%.2f\n", name(result.Line[0]), float64(result.Value)/othello.Disc, result.Elapsed.Seconds())
	return nil
}

// name returns a move as the protocol writes it.
func name(m othello.Move) string {
	if m == othello.Pass {
		return "PA"
	}
	return m.String()
}
