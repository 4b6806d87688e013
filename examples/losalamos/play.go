package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/lines"
	"github.com/ply-search/ply/transposition"
)

// playing holds the flags of play.
type playing struct {
	techniques
	fen    string
	player [2]string // by side
	time   time.Duration
}

// The players.
const (
	human   = "human"
	machine = "machine"
)

func playCommand(std cli.Streams) *ffcli.Command {
	var p playing
	flags := flag.NewFlagSet("losalamos play", flag.ContinueOnError)
	fenFlag(flags, &p.fen)
	players := []string{human, machine}
	cli.Choice(flags, &p.player[losalamos.White], "white", human, players, "who plays White")
	cli.Choice(flags, &p.player[losalamos.Black], "black", machine, players, "who plays Black")
	cli.Number(flags, &p.time, "time", 2*time.Second, time.Millisecond, cli.LongTime, "`time` that the machine takes for a move")
	p.flags(flags)
	return &ffcli.Command{
		Name:       "play",
		ShortUsage: "losalamos play [flags]",
		ShortHelp:  "Play against the machine, or let it play against itself.",
		LongHelp:   "Moves are read from standard input, one a line; moves lists those that are legal, undo takes back, quit ends.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.In, std.Out) },
	}
}

// errQuit says that the one who plays wants no more.
var errQuit = errors.New("quit")

// A table game is what is on the table while it is played.
type tableGame struct {
	game   *losalamos.Game
	played []losalamos.Move
	out    io.Writer
	line   func() (string, error, bool) // what the human types next
	player [2]string
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	game, err := position(p.fen)
	if err != nil {
		return err
	}
	table := transposition.NewTable(16 * int64(p.tableEntries))
	next, stop := iter.Pull2(lines.Of(in))
	defer stop()
	t := tableGame{game: game, out: out, line: next, player: p.player}
	d := deepening{p.techniques, table, mostDepth, p.time}
	for ending(game) == "" {
		if p.player[game.ToMove()] == human {
			err = t.human()
		} else {
			err = t.machine(ctx, &d)
		}
		switch {
		case errors.Is(err, errQuit):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
	_, err = fmt.Fprintf(out, "%v%s\n", game, ending(game))
	return err
}

func (t *tableGame) play(m losalamos.Move) {
	t.game.Play(m)
	t.played = append(t.played, m)
}

// machine plays a move of the machine.
func (t *tableGame) machine(ctx context.Context, d *deepening) error {
	r, err := d.run(ctx, t.game, nil)
	if err != nil || ctx.Err() != nil {
		return err
	}
	_, err = fmt.Fprintf(t.out, "%s plays %v (value %s, depth %d)\n", losalamos.SideName(t.game.ToMove()), r.Line[0], valueText(r), r.Depth)
	t.play(r.Line[0])
	return err
}

// human asks for a line and does what it says. It is called again until a move was played.
func (t *tableGame) human() error {
	fmt.Fprintf(t.out, "%vyour move: ", t.game)
	line, err, more := t.line()
	switch {
	case !more:
		fmt.Fprintln(t.out)
		return errQuit
	case errors.Is(err, lines.ErrLong):
		fmt.Fprintln(t.out, err)
		return nil
	case err != nil:
		return err
	}
	switch word := strings.ToLower(strings.TrimSpace(line)); word {
	case "quit":
		return errQuit
	case "moves":
		fmt.Fprintln(t.out, t.game.Moves(nil))
	case "undo":
		t.undo()
	default:
		m, err := t.game.ParseLegal(word)
		if err != nil {
			fmt.Fprintf(t.out, "%v; moves, undo and quit are commands\n", err)
			return nil
		}
		t.play(m)
	}
	return nil
}

// undo takes moves back until a human is to move again.
func (t *tableGame) undo() {
	if len(t.played) == 0 {
		fmt.Fprintln(t.out, "nothing was played")
	}
	for n := len(t.played) - 1; n >= 0; n-- {
		t.game.Undo(t.played[n])
		t.played = t.played[:n]
		if t.player[t.game.ToMove()] == human {
			return
		}
	}
}
