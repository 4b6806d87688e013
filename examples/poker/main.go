// Command poker solves and plays the poker of Kuhn and of Leduc.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/examples/poker/poker"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/regret"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("poker", "Solve and play poker with few cards.",
		"Two players pay one chip and get a card each. They bet in turn: call pays what the other has raised (or checks),\n"+
			"raise pays one bet more, fold gives in. kuhn has three cards and one bet of 1; leduc two cards each of three\n"+
			"ranks, raises of 2, and after a card for both raises of 4. A pair with that card wins, or else the higher card.",
		solveCommand(std), playCommand(std))
}

func solveCommand(std cli.Streams) *cli.Command {
	var rules choice
	return hidden.SolveCommand(std, hidden.Solvable[*poker.Game, poker.Move]{
		Program: "poker",
		Flags:   rules.flags,
		Game: func() (*poker.Game, string, error) {
			g, err := rules.newGame()
			return g, rules.name, err
		},
		Key:  func(g *poker.Game, _ int, key []byte) string { return g.Rules().Key(key) },
		Unit: "chips",
	})
}

// A choice is the flags for the rules.
type choice struct {
	name                 string
	ranks, suits, raises int // 0: as the name says
}

func (c *choice) flags(flags *flag.FlagSet) {
	cli.Choice(flags, &c.name, "rules", poker.Kuhn.Name, []string{poker.Kuhn.Name, poker.Leduc.Name}, "the `rules`")
	cli.Number(flags, &c.ranks, "ranks", 0, 0, poker.MostRanks, "`number` of ranks (0: that of the rules)")
	cli.Number(flags, &c.suits, "suits", 0, 0, poker.MostSuits, "`number` of cards of each rank (0: that of the rules)")
	cli.Number(flags, &c.raises, "raises", 0, 0, poker.MostRaises, "most `raises` in a round (0: those of the rules)")
}

func (c *choice) newGame() (*poker.Game, error) {
	rules := poker.Kuhn
	if c.name == poker.Leduc.Name {
		rules = poker.Leduc
	}
	rules.Ranks, rules.Suits, rules.Raises = cmp.Or(c.ranks, rules.Ranks), cmp.Or(c.suits, rules.Suits), cmp.Or(c.raises, rules.Raises)
	g, err := poker.New(rules)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return g, nil
}

func playCommand(std cli.Streams) *cli.Command {
	var rules choice
	var deals int
	var seed uint64
	flags := flag.NewFlagSet("poker play", flag.ContinueOnError)
	rules.flags(flags)
	cli.Number(flags, &deals, "deals", 10, 1, cli.Many, "`deals` to play")
	cli.Seed(flags, &seed, "the cards and of the computer")
	return cli.Subcommand(flags, "[flags]", "Play some deals against an equilibrium.",
		"Moves are read from standard input, one a line: fold, call or raise, or the first letter; quit ends. You are\n"+
			"the first player in every other deal.",
		func(ctx context.Context) error { return play(ctx, std, &rules, deals, seed) })
}

func play(ctx context.Context, std cli.Streams, rules *choice, deals int, seed uint64) error {
	game, err := rules.newGame()
	if err != nil {
		return err
	}
	progress := cli.NewProgress(0, "looking for an equilibrium")
	r, err := regret.CFRPlus(ctx, game, ply.Limits{Nodes: 2000}, 0, regret.Options[poker.Move]{})
	progress.Close()
	if err != nil || ctx.Err() != nil {
		return err
	}
	dialogue := cli.NewDialogue(std.In, std.Out)
	defer dialogue.Close()
	random, sum := rand.New(rand.NewPCG(seed, 0)), 0
	for i := range deals {
		me := i % 2
		won, more, err := deal(game, me, r.Strategy, random, dialogue, std.Out)
		if err != nil || !more {
			return err
		}
		sum += won
		if _, err := fmt.Fprintf(std.Out, "%v\nyou win %d, %d in %s\n", game, won, sum, cli.Count(i+1, "deal")); err != nil {
			return err
		}
		if game, err = rules.newGame(); err != nil {
			return err
		}
	}
	return nil
}

// deal plays one deal. It reports false if the input ends before it does.
func deal(game *poker.Game, me int, strategy *regret.Strategy[poker.Move], random *rand.Rand,
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
