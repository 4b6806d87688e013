package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
)

// human is the player who types his moves.
const human = "human"

// playing holds the flags of play.
type playing struct {
	rulesFlags
	fen   string
	names [2]string
	seed  uint64
}

func playCommand(std cli.Streams) *ffcli.Command {
	var p playing
	flags := flag.NewFlagSet("loa play", flag.ContinueOnError)
	p.flags(flags)
	flags.StringVar(&p.fen, "fen", "", "`position` in Forsyth-Edwards notation, on a board of its own size, instead of the start")
	flags.StringVar(&p.names[loa.Black], "black", human, "`player` who moves first: human, or one as below")
	flags.StringVar(&p.names[loa.White], "white", "trained,time=2s", "`player` of White")
	cli.Seed(flags, &p.seed, "all that is random")
	return &ffcli.Command{
		Name:       "play",
		ShortUsage: "loa play [flags]",
		ShortHelp:  "Play against the machine, or let it play against itself.",
		LongHelp:   "Moves are read from standard input, one a line; moves lists those that are legal, undo takes back, quit ends.\n\n" + playerHelp,
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.In, std.Out) },
	}
}

// A table is what two players sit at.
type table struct {
	game    *loa.Game
	played  []loa.Move
	players [2]*player // nil for the human
	seats   [2]*loa.Searcher
	random  *rand.Rand
	talk    *cli.Dialogue
	out     io.Writer
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	game, err := p.position(p.fen)
	if err != nil {
		return err
	}
	t := table{game: game, out: out, random: rand.New(rand.NewPCG(p.seed, 0))}
	for side, name := range p.names {
		if name == human {
			continue
		}
		player, err := parsePlayer(name)
		if err != nil {
			return cli.Usagef("-%s: %w", strings.ToLower(loa.SideName(side)), err)
		}
		t.players[side] = &player
		if t.seats[side], err = player.searcher(); err != nil {
			return err
		}
	}
	t.talk = cli.NewDialogue(in, out)
	defer t.talk.Close()
	for game.Ending() == "" {
		more, err := t.turn(ctx)
		if err != nil || !more {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%v%s\n", game, game.Ending())
	return err
}

// turn has the side to move play. It returns false when the human wants no more.
func (t *table) turn(ctx context.Context) (more bool, err error) {
	side := t.game.ToMove()
	p := t.players[side]
	if p == nil {
		return t.human()
	}
	m, err := p.choose(ctx, t.seats[side], t.game, t.random)
	if err != nil {
		return false, err
	}
	t.game.Play(m)
	t.played = append(t.played, m)
	_, err = fmt.Fprintf(t.out, "%s plays %v\n", loa.SideName(side), m)
	return true, err
}

// human asks for a line and does what it says.
func (t *table) human() (more bool, err error) {
	word, more, err := t.talk.Ask(fmt.Sprintf("%vyour move: ", t.game))
	if err != nil || !more {
		return false, err
	}
	switch word = strings.ToLower(word); word {
	case "moves":
		_, err = fmt.Fprintln(t.out, t.game.Moves(nil))
	case "undo":
		err = t.undo()
	default:
		m, wrong := t.game.ParseLegal(word)
		if wrong != nil {
			_, err = fmt.Fprintf(t.out, "%v; moves, undo and quit are commands\n", wrong)
			break
		}
		t.game.Play(m)
		t.played = append(t.played, m)
	}
	return true, err
}

// undo takes moves back until the human is to move again.
func (t *table) undo() error {
	if len(t.played) == 0 {
		_, err := fmt.Fprintln(t.out, "nothing was played")
		return err
	}
	for n := len(t.played) - 1; n >= 0; n-- {
		t.game.Undo(t.played[n])
		t.played = t.played[:n]
		if t.players[t.game.ToMove()] == nil {
			break
		}
	}
	return nil
}
