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
	"github.com/ply-search/ply/examples/goofspiel/goofspiel"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts/joint"
)

type playing struct {
	dealing
	time time.Duration
	seed uint64
}

func playCommand(std cli.Streams) *cli.Command {
	var p playing
	flags := flag.NewFlagSet("goofspiel play", flag.ContinueOnError)
	p.define(flags, 6, goofspiel.MaxCards)
	cli.Number(flags, &p.time, "time", time.Second, time.Millisecond, cli.LongTime, "`time` that the computer takes for a bid")
	cli.Seed(flags, &p.seed, "the prizes and of the computer")
	return cli.Subcommand(flags, "[flags]", "Play a game against regret matching.",
		"Bids are read from standard input, a card a line; quit ends. The computer chooses before it reads.",
		func(ctx context.Context) error { return p.run(ctx, std.In, std.Out) })
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	g, err := p.game()
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(p.seed, 0))
	dialogue := cli.NewDialogue(in, out)
	defer dialogue.Close()
	for {
		if prizes := g.MovesOf(ply.Chance, nil); len(prizes) > 0 {
			g.PlayJoint(prizes[random.IntN(len(prizes)):][:1])
			continue
		}
		hand := g.MovesOf(0, nil)
		if len(hand) == 0 {
			break
		}
		bid, err := p.bid(ctx, g, random)
		if err != nil || ctx.Err() != nil {
			return err
		}
		own, more, err := ask(g, hand, dialogue, out)
		if err != nil || !more {
			return err
		}
		fmt.Fprintf(out, "I bid %d\n", bid)
		g.PlayJoint([]goofspiel.Card{own, bid})
	}
	result := [...]string{"you lose", "drawn", "you win"}[1+min(1, max(-1, g.Points()))]
	_, err = fmt.Fprintf(out, "%s by %+d points\n", result, g.Points())
	return err
}

func (p *playing) bid(ctx context.Context, g *goofspiel.Game, random *rand.Rand) (goofspiel.Card, error) {
	if hand := g.MovesOf(1, nil); len(hand) == 1 {
		return hand[0], nil
	}
	tree, err := joint.New(g, joint.Options[goofspiel.Card]{Scale: p.scale(), Random: random})
	if err != nil {
		return 0, err
	}
	r, err := tree.Search(ctx, ply.Limits{Time: p.time})
	if err != nil {
		return 0, err
	}
	return r.Choose(1, random), nil
}

// ask reads a bid. It returns false at the end of the input.
func ask(g *goofspiel.Game, hand []goofspiel.Card, dialogue *cli.Dialogue, out io.Writer) (bid goofspiel.Card, more bool, err error) {
	for {
		word, more, err := dialogue.Ask(fmt.Sprintf("%v\nyour bid: ", g))
		if err != nil || !more {
			return 0, false, err
		}
		if i := slices.IndexFunc(hand, func(c goofspiel.Card) bool { return fmt.Sprint(c) == word }); i >= 0 {
			return hand[i], true, nil
		}
		fmt.Fprintf(out, "%q is no bid: want one of %v, or quit\n", word, hand)
	}
}
