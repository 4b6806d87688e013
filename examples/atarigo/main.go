// Command atarigo solves and plays Atari-Go.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/textfile"
	"github.com/ply-search/ply/mcts"
)

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var begin place
	return command.Command(command.Game[*atarigo.Game, atarigo.Point]{
		Name: "atarigo",
		About: "Solve and play Atari-Go.\n" +
			"Black (X) and White (O) take turns in putting stones on the cells of a square board. Who first captures, by\n" +
			"taking the last liberty of a string of the other's, wins. Suicide is illegal; who cannot move loses.",
		Flags: func(flags *flag.FlagSet) { begin.define(flags, 6) },
		New: func(position string) (*atarigo.Game, error) {
			if size, err := strconv.Atoi(position); err == nil { // as boards choose it
				return atarigo.New(size)
			}
			return command.FromStart(begin.named)(position)
		},
		Players: []command.Player[*atarigo.Game, atarigo.Point]{
			solver(), command.MCTS[*atarigo.Game](mcts.Options[atarigo.Point]{}), command.Random[*atarigo.Game, atarigo.Point](),
		},
		Sides: [2]string{atarigo.SideName(atarigo.Black), atarigo.SideName(atarigo.White)},
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{solveCommand(std), papersCommand(std), verifyCommand(std), trainCommand(std)}
		},
	}, std)
}

// solver is the player that looks for a win, and otherwise plays by the model of positions.
func solver() command.Player[*atarigo.Game, atarigo.Point] {
	return command.Player[*atarigo.Game, atarigo.Point]{
		Name: "solver", Help: "looks for a proven win, and otherwise plays what the model of positions likes best",
		Read: func(*command.Settings) func(*atarigo.Game, rand.Source) (engine.Searcher[atarigo.Point], error) {
			return func(g *atarigo.Game, _ rand.Source) (engine.Searcher[atarigo.Point], error) {
				return engine.Stateless(g, choose), nil
			}
		},
	}
}

// choose answers a question by [atarigo.Choose] or, if its move is excluded, by the first move.
func choose(ctx context.Context, g *atarigo.Game, limits ply.Limits, q engine.Question[atarigo.Point]) (a engine.Analysis[atarigo.Point], err error) {
	m, value, err := atarigo.Choose(ctx, g, limits)
	if err != nil {
		a.Status = ply.Failed
		return a, err
	}
	if q.Moves != nil && !slices.Contains(q.Moves, m) {
		m, value = q.Moves[0], min(value, 0)
	}
	a.Status = ply.Complete
	a.Lines = []engine.Line[atarigo.Point]{{Choice: ply.Choice[atarigo.Point]{Move: m, Value: float64(value), Low: -1, High: 1}, Line: []atarigo.Point{m}}}
	return a, nil
}

// A place is the flags for the start of a game.
type place struct {
	size  int
	start string
	flags []*flag.FlagSet // where they are defined, of which one is parsed
}

func (p *place) define(flags *flag.FlagSet, size int) {
	p.flags = append(p.flags, flags)
	cli.Number(flags, &p.size, "size", size, atarigo.MinSize, atarigo.MaxSize, "rows of the board")
	flags.StringVar(&p.start, "start", "empty", "`start`: "+strings.Join(atarigo.StartNames(), ", ")+", or a file with a row on each line, X, O and . for the cells, - for standard input")
}

// named returns the start for commands that read something else from standard input.
func (p *place) named() (*atarigo.Game, error) {
	if p.start == "-" {
		return nil, cli.Usagef("-start -: standard input has the moves")
	}
	return p.game(nil)
}

func (p *place) game(in io.Reader) (*atarigo.Game, error) {
	sized := false
	for _, flags := range p.flags {
		flags.Visit(func(f *flag.Flag) { sized = sized || f.Name == "size" })
	}
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
	if sized && g.Size() != p.size {
		return nil, fmt.Errorf("%s: a board of size %d, but -size says %d", cli.Name(p.start), g.Size(), p.size)
	}
	return g, nil
}

func winner(side int) string {
	if side == atarigo.NoWinner {
		return "unknown"
	}
	return atarigo.SideName(side)
}
