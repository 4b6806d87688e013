package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/internal/cli"
)

type playing struct {
	thinking
	seed  uint64
	watch bool
}

func playCommand(std cli.Streams) *cli.Command {
	var p playing
	flags := flag.NewFlagSet("2048 play", flag.ContinueOnError)
	p.flags(flags)
	cli.Seed(flags, &p.seed, "the tiles")
	flags.BoolVar(&p.watch, "watch", false, "let the computer play to the end")
	return cli.Subcommand(flags, "[flags]", "Play a game, or watch the computer play.",
		"Slides are read from standard input, one a line: up, down, left, right, or their first letters; hint asks the\n"+
			"computer, undo takes back, quit ends. Without a limit on time, positions or depth, the computer takes 10 ms for a move.",
		func(ctx context.Context) error { return p.run(ctx, std.In, std.Out) })
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	player, err := p.player(10 * time.Millisecond)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(p.seed, 0))
	if p.watch {
		g, err := twenty48.PlayOut(ctx, player, random, func(g *twenty48.Game) { fmt.Fprintf(out, "%v\n", g) })
		if err != nil {
			return err
		}
		return p.end(out, g)
	}
	dialogue := cli.NewDialogue(in, out)
	defer dialogue.Close()
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
		word, more, err := dialogue.Ask(fmt.Sprintf("%vyour move: ", g))
		if err != nil || !more {
			return err
		}
		slide, ok := twenty48.ParseSlide(word)
		switch {
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

func (p *playing) end(out io.Writer, g *twenty48.Game) error {
	_, err := fmt.Fprintf(out, "%vthe game is over with a tile of %d, worth %d points\n", g, g.Board().Greatest(), g.Board().Points())
	return err
}
