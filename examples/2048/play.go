package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/lines"
)

// playing holds the flags of play.
type playing struct {
	player twenty48.PlayerOptions
	seed   uint64
	watch  bool
}

func playCommand(std cli.Streams) *ffcli.Command {
	var p playing
	flags := flag.NewFlagSet("2048 play", flag.ContinueOnError)
	thinking(flags, &p.player)
	cli.Seed(flags, &p.seed, "the tiles")
	flags.BoolVar(&p.watch, "watch", false, "let the computer play to the end")
	return &ffcli.Command{
		Name:       "play",
		ShortUsage: "2048 play [flags]",
		ShortHelp:  "Play a game, or watch the computer play.",
		LongHelp: "Slides are read from standard input, one a line: up, down, left, right, or their first letters; hint asks the\n" +
			"computer, undo takes back, quit ends. Without a limit on time, positions or depth, the computer takes 10 ms for a move.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return p.run(ctx, std.In, std.Out) },
	}
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	if p.player == (twenty48.PlayerOptions{}) {
		p.player.Time = 10 * time.Millisecond
	}
	player, err := twenty48.NewPlayer(p.player)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(p.seed, 0))
	if p.watch {
		g, err := twenty48.PlayOut(ctx, player, random, func(g *twenty48.Game) {
			fmt.Fprintf(out, "%v\n", g)
		})
		if err != nil {
			return err
		}
		return p.end(out, g)
	}
	next, stop := iter.Pull2(lines.Of(in))
	defer stop()
	g := new(twenty48.Game)
	var moves []twenty48.Move // slides and the tiles after them
	for {
		for g.ToMove() == ply.Chance {
			tile, err := ply.DrawOutcome(g, random)
			if err != nil {
				return err
			}
			g.Play(tile)
			moves = append(moves, tile)
		}
		legal := g.Moves(nil)
		if len(legal) == 0 {
			return p.end(out, g)
		}
		fmt.Fprintf(out, "%vyour move: ", g)
		line, err, more := next()
		if !more {
			fmt.Fprintln(out)
			return nil
		}
		if err != nil && !errors.Is(err, lines.ErrLong) {
			return err
		}
		word := strings.TrimSpace(line)
		slide, ok := twenty48.ParseSlide(word)
		switch {
		case err != nil:
			fmt.Fprintln(out, err)
		case word == "quit":
			return nil
		case word == "hint":
			m, err := player.Move(ctx, g)
			if err != nil {
				return err
			}
			fmt.Fprintln(out, m)
		case word == "undo":
			const start = 2 // tiles
			for range min(2, len(moves)-start) {
				last := len(moves) - 1
				g.Undo(moves[last])
				moves = moves[:last]
			}
		case !ok:
			fmt.Fprintf(out, "%q is no move: want up, down, left, right, hint, undo or quit\n", word)
		case !slices.Contains(legal, slide):
			fmt.Fprintf(out, "nothing moves %v\n", slide)
		default:
			g.Play(slide)
			moves = append(moves, slide)
		}
	}
}

// end says how a game ended.
func (p *playing) end(out io.Writer, g *twenty48.Game) error {
	_, err := fmt.Fprintf(out, "%vthe game is over with a tile of %d, worth %d points\n", g, g.Board().Greatest(), g.Board().Points())
	return err
}
