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

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/lines"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// playing holds the flags of play.
type playing struct {
	moves string
	side  int
	time  time.Duration
}

func playCommand(std cli.Streams) *ffcli.Command {
	var p playing
	flags := flag.NewFlagSet("connectfour play", flag.ContinueOnError)
	movesFlag(flags, &p.moves)
	cli.Number(flags, &p.side, "side", 0, 0, 1, "your `side`: 0 begins with X, 1 answers with O")
	cli.Number(flags, &p.time, "time", 2*time.Second, time.Millisecond, cli.LongTime, "`time` that the computer takes for a move")
	return &ffcli.Command{
		Name:       "play",
		ShortUsage: "connectfour play [flags]",
		ShortHelp:  "Play a game against the computer.",
		LongHelp:   "Moves are read from standard input, a column from 1 to 7 a line; undo takes back, quit ends.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.In, std.Out) },
	}
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	game, err := position(p.moves)
	if err != nil {
		return err
	}
	table := transposition.NewTable(16 * int64(tableEntries))
	var played []connectfour.Drop
	next, stop := iter.Pull2(lines.Of(in))
	defer stop()
	for !game.Finished() {
		if game.ToMove() != p.side {
			r, err := alphabeta.Search(ctx, game, ply.Limits{Time: p.time}, alphabeta.Options[connectfour.Drop]{
				Table: table, TableFrom: 2, OrderFrom: 3,
				Tree: alphabeta.Tree{Bounds: true},

				Win: alphabeta.AnyDistance, // the outcomes tell how soon
			})
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return nil
			}
			game.Play(r.Line[0])
			played = append(played, r.Line[0])
			fmt.Fprintf(out, "I drop into column %v (value %d, depth %d, %s)\n", r.Line[0], r.Value, r.Depth, cli.Count(r.Nodes, "node"))
			continue
		}
		fmt.Fprintf(out, "%v1 2 3 4 5 6 7\nyour move: ", game)
		line, err, more := next()
		if !more {
			fmt.Fprintln(out)
			return nil
		}
		if err != nil && !errors.Is(err, lines.ErrLong) {
			return err
		}
		switch word := strings.TrimSpace(line); {
		case err != nil:
			fmt.Fprintln(out, err)
		case word == "quit":
			return nil
		case word == "undo":
			for range min(2, len(played)) {
				last := len(played) - 1
				game.Undo(played[last])
				played = played[:last]
			}
		case len(word) != 1 || word[0] < '1' || word[0] > '7':
			fmt.Fprintf(out, "%q is no move: want a column from 1 to 7, undo or quit\n", word)
		default:
			move, ok := game.Drop(int(word[0] - '1'))
			if !ok {
				fmt.Fprintf(out, "column %s is full\n", word)
				continue
			}
			game.Play(move)
			played = append(played, move)
		}
	}
	result := "drawn"
	if game.Outcome() != 0 {
		// Who is to move has lost.
		if result = "you win"; game.ToMove() == p.side {
			result = "you lose"
		}
	}
	_, err = fmt.Fprintf(out, "%v%s\n", game, result)
	return err
}
