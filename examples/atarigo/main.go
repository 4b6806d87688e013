// Command atarigo solves and plays Atari-Go.
package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/textfile"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:       "atarigo",
		ShortUsage: "atarigo <command> [flags]",
		ShortHelp:  "Solve and play Atari-Go.",
		LongHelp: "Black (X) and White (O) take turns in putting stones on the cells of a square board. Who first captures, by\n" +
			"taking the last liberty of a string of the other's, wins. Suicide is illegal; who cannot move loses.",
		Subcommands: []*ffcli.Command{solveCommand(std), papersCommand(std), playCommand(std), verifyCommand(std), trainCommand(std)},
	}
}

// A place is the flags that say where a game starts.
type place struct {
	size  int
	start string
	sized bool // the size was given
}

// define defines the flags.
func (p *place) define(flags *flag.FlagSet, size int) {
	cli.Number(flags, &p.size, "size", size, atarigo.MinSize, atarigo.MaxSize, "rows of the board")
	flags.StringVar(&p.start, "start", "empty", "`start`: "+strings.Join(atarigo.StartNames(), ", ")+", or a file with a row on each line, X, O and . for the cells, - for standard input")
}

// game returns the start.
func (p *place) game(flags *flag.FlagSet, in io.Reader) (*atarigo.Game, error) {
	flags.Visit(func(f *flag.Flag) { p.sized = p.sized || f.Name == "size" })
	if slices.Contains(atarigo.StartNames(), p.start) {
		g, err := atarigo.Start(p.size, p.start)
		if err != nil {
			return nil, cli.Usagef("%w", err)
		}
		return g, nil
	}
	g, err := cli.Read(p.start, in, func(r io.Reader) (*atarigo.Game, error) { return atarigo.Parse(cli.Limit(r, 4*textfile.LongestLine)) })
	if err != nil {
		return nil, err
	}
	if p.sized && g.Size() != p.size {
		return nil, fmt.Errorf("%s: a board of size %d, but -size says %d", cli.Name(p.start), g.Size(), p.size)
	}
	return g, nil
}

// move writes a move, or "" if there is none.
func move(r interface{ HasMove() bool }, m atarigo.Point) string {
	if !r.HasMove() {
		return ""
	}
	return m.String()
}

// winner writes a side that wins.
func winner(side int) string {
	if side == atarigo.NoWinner {
		return "unknown"
	}
	return atarigo.SideName(side)
}
