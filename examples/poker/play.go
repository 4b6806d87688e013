package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/poker/poker"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/regret"
)

type playing struct {
	rules string
	deals int
	seed  uint64
}

func playCommand(std cli.Streams) *cli.Command {
	var p playing
	flags := flag.NewFlagSet("poker play", flag.ContinueOnError)
	rulesFlag(flags, &p.rules)
	cli.Number(flags, &p.deals, "deals", 10, 1, cli.Many, "`deals` to play")
	cli.Seed(flags, &p.seed, "the cards and of the computer")
	return cli.Subcommand(flags, "[flags]", "Play some deals against an equilibrium.",
		"Moves are read from standard input, one a line: fold, call or raise, or the first letter; quit ends. You are\n"+
			"the first player in every other deal.",
		func(ctx context.Context) error { return p.run(ctx, std.In, std.Out) })
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	game, err := newGame(p.rules)
	if err != nil {
		return err
	}
	progress := cli.NewProgress(0, "looking for an equilibrium")
	r, err := regret.CFRPlus(ctx, game, ply.Limits{Nodes: 2000}, 0, regret.Options[poker.Move]{})
	progress.Close()
	if err != nil || ctx.Err() != nil {
		return err
	}
	dialogue := cli.NewDialogue(in, out)
	defer dialogue.Close()
	random, sum := rand.New(rand.NewPCG(p.seed, 0)), 0
	for i := range p.deals {
		me := i % 2
		won, more, err := p.deal(game, me, r.Strategy, random, dialogue, out)
		if err != nil || !more {
			return err
		}
		sum += won
		if _, err := fmt.Fprintf(out, "%v\nyou win %d, %d in %s\n", game, won, sum, cli.Count(i+1, "deal")); err != nil {
			return err
		}
		if game, err = newGame(p.rules); err != nil {
			return err
		}
	}
	return nil
}

// deal plays one deal. It reports false if the input ends before it does.
func (p *playing) deal(game *poker.Game, me int, strategy *regret.Strategy[poker.Move], random *rand.Rand,
	dialogue *cli.Dialogue, out io.Writer) (won int, more bool, err error) {
	for moves := game.Moves(nil); len(moves) > 0; moves = game.Moves(moves[:0]) {
		switch game.ToMove() {
		case ply.Chance:
			game.Play(moves[chance.Pick(game.Probabilities(moves, nil), random.Float64())])
			continue
		case me:
		default:
			m, err := strategy.Choose(game, random)
			if err != nil {
				return 0, false, err
			}
			fmt.Fprintf(out, "I %v\n", m)
			game.Play(m)
			continue
		}
		prompt := "you hold " + game.Rules().Card(game.Card(me))
		if game.Card(2) >= 0 {
			prompt += ", the card for both is " + game.Rules().Card(game.Card(2))
		}
		word, more, err := dialogue.Ask(fmt.Sprintf("%s; your move of %v: ", prompt, moves))
		if err != nil || !more {
			return 0, false, err
		}
		at := slices.IndexFunc(moves, func(m poker.Move) bool { return word != "" && strings.HasPrefix(m.String(), word) })
		if at < 0 {
			fmt.Fprintf(out, "%q is no move: want one of %v, or quit\n", word, moves)
			continue
		}
		game.Play(moves[at])
	}
	won = game.Outcome()
	if me == 1 {
		won = -won
	}
	return won, true, nil
}
