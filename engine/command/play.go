package command

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
)

// human is the name of the player who types moves.
const human = "human"

// playing holds the flags of play.
type playing struct {
	start
	players [2]string
	side    string
	against string
	time    time.Duration
	seed    uint64
}

func (k *kit[G, M]) playCommand() *ffcli.Command {
	var p playing
	flags := k.flags("play")
	p.start.flags(flags, k.Position)
	for side, name := range k.Sides {
		flags.StringVar(&p.players[side], strings.ToLower(name), "", "`player` of "+name+": human, or a kind as below (default: human against the computer, "+k.Players[0].Name+" against a human)")
	}
	cli.Choice(flags, &p.side, "side", "0", k.sideWords(), "your `side`, if no player is named")
	flags.StringVar(&p.against, "against", "", "your opponent, a `player`, if no side has another one (default "+k.Players[0].Name+")")
	cli.Number(flags, &p.time, "time", time.Second, time.Millisecond, cli.LongTime, "`time` for each move of players without a limit of their own")
	cli.Seed(flags, &p.seed, "all that is random")
	return k.command(flags, "Play against the computer, or let it play against itself.",
		"Moves are read from standard input, one a line. The words moves, hint, undo and quit are commands.", true,
		func(ctx context.Context) error { return k.play(ctx, p) })
}

// sideWords returns the two values of flags for each side: its number and its name.
func (k *kit[G, M]) sideWords() []string {
	return []string{"0", strings.ToLower(k.Sides[0]), "1", strings.ToLower(k.Sides[1])}
}

// A table is a game with its players. People are nil.
type table[G ply.AdversarialGame[M], M comparable] struct {
	*kit[G, M]
	game    G
	played  []M
	players [2]*engine.Player[M]
	random  *rand.Rand
	talk    *cli.Dialogue
	secret  bool // a person plays a game of hidden information and sees the position as Print formats it
}

func (k *kit[G, M]) play(ctx context.Context, p playing) error {
	t := table[G, M]{kit: k, random: rand.New(rand.NewPCG(p.seed, 0))}
	var err error
	if t.game, t.played, err = k.game(p.start); err != nil {
		return err
	}
	switch names := &p.players; {
	case names[0] == "" && names[1] == "":
		side := slices.Index(k.sideWords(), p.side) / 2
		names[side], names[1-side] = human, p.against
	case names[0] == "" && names[1] != human:
		names[0] = human
	case names[1] == "" && names[0] != human:
		names[1] = human
	}
	for side, text := range p.players {
		if text == human {
			_, t.secret = any(t.game).(ply.Imperfect)
			continue
		}
		c, err := k.contestant(text, ply.Limits{Time: p.time})
		if err != nil {
			return cli.Usagef("-%s: %w", strings.ToLower(k.Sides[side]), err)
		}
		g, _, err := k.game(p.start)
		if err != nil {
			return err
		}
		if t.players[side], err = c.opener(g, rand.NewPCG(p.seed, uint64(side)+1), p.start == start{}); err != nil {
			return err
		}
	}
	t.talk = cli.NewDialogue(k.std.In, k.std.Out)
	defer t.talk.Close()
	for k.Ending(t.game) == "" {
		if more, err := t.turn(ctx); err != nil || !more {
			return err
		}
	}
	_, err = fmt.Fprintf(k.std.Out, "%s\n%s\n", strings.TrimRight(k.Print(t.game, -1), "\n"), k.Ending(t.game))
	return err
}

// turn plays a turn of the side to move. It returns false at the end of the game.
func (t *table[G, M]) turn(ctx context.Context) (more bool, err error) {
	side := t.game.ToMove()
	if side < 0 || side > 1 {
		m, err := ply.DrawOutcome[M](t.game, t.random)
		if err != nil {
			return false, err
		}
		return true, t.say(m, "chance:", "")
	}
	p := t.players[side]
	if p == nil {
		return t.human(ctx, side)
	}
	line, err := p.Move(ctx, engine.Clock{})
	if err != nil || ctx.Err() != nil {
		return false, err
	}
	found, worth, known := "", fmt.Sprintf("value %.4g", line.Value), details(line.Bound.String(), 0, line.Visits, line.Depth)
	switch {
	case line.Distance > 0 && line.Value > 0:
		worth = "wins in " + cli.Count(line.Distance, "move")
	case line.Distance > 0:
		worth = "loses in " + cli.Count(line.Distance, "move")
	}
	if known != "" || line.Bound == ply.Exact || line.Distance > 0 {
		found = " (" + worth + known + ")"
	}
	return true, t.say(line.Move, t.Sides[side]+" plays", found)
}

// say plays a move on all boards and reports the player and the evaluation.
func (t *table[G, M]) say(m M, who, found string) error {
	text := string(engine.NotationOf(t.game).AppendMove(nil, m)) + found
	if t.secret {
		text = "?"
	}
	if err := t.move(m); err != nil {
		return err
	}
	_, err := fmt.Fprintf(t.std.Out, "%s %s\n", who, text)
	return err
}

func (t *table[G, M]) move(m M) error {
	for _, p := range t.players {
		if p == nil {
			continue
		}
		if err := p.Play(m); err != nil {
			return err
		}
	}
	t.game.Play(m)
	t.played = append(t.played, m)
	return nil
}

// human reads a line from a person and executes it.
func (t *table[G, M]) human(ctx context.Context, side int) (more bool, err error) {
	word, more, err := t.talk.Ask(strings.TrimRight(t.Print(t.game, side), "\n") + "\nyour move: ")
	if err != nil || !more {
		return false, err
	}
	notation := engine.NotationOf(t.game)
	switch word {
	case "moves":
		var texts []string
		for _, m := range t.game.Moves(nil) {
			texts = append(texts, string(notation.AppendMove(nil, m)))
		}
		_, err = fmt.Fprintln(t.std.Out, strings.Join(texts, " "))
	case "undo":
		err = t.undo()
	case "hint":
		err = t.hint(ctx)
	default:
		m, wrong := notation.ParseMove(word)
		if wrong != nil {
			_, err = fmt.Fprintf(t.std.Out, "%v; moves, hint, undo and quit are commands\n", wrong)
			break
		}
		err = t.move(m)
	}
	return true, err
}

// undo takes back moves until a person is to move.
func (t *table[G, M]) undo() error {
	if len(t.played) == 0 {
		_, err := fmt.Fprintln(t.std.Out, "nothing was played")
		return err
	}
	for n := len(t.played) - 1; n >= 0; n-- {
		for _, p := range t.players {
			if p == nil {
				continue
			}
			switch err := p.Undo(); {
			case errors.Is(err, engine.ErrNothingToUndo): // players do not take back the moves of -moves
				_, err = fmt.Fprintln(t.std.Out, "the game begins here")
				return err
			case err != nil:
				return err
			}
		}
		t.game.Undo(t.played[n])
		t.played = t.played[:n]
		if side := t.game.ToMove(); side >= 0 && t.players[side] == nil {
			break
		}
	}
	return nil
}

// hint prints the computer's choice.
func (t *table[G, M]) hint(ctx context.Context) error {
	for _, p := range t.players {
		if p == nil {
			continue
		}
		line, err := p.Move(ctx, engine.Clock{})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(t.std.Out, "hint: %s\n", engine.NotationOf(t.game).AppendMove(nil, line.Move))
		return err
	}
	_, err := fmt.Fprintln(t.std.Out, "nobody to ask: both sides are human")
	return err
}
