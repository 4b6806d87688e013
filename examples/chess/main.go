// Command chess plays chess, counts its lines of play, and plays matches against other engines.
package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

var sides = [2]string{board.SideName(chess.White), board.SideName(chess.Black)}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	return command.Command(command.Game[*chess.Game, chess.Move]{
		Name: "chess",
		About: "Play chess, and measure the search that plays it.\n" +
			"Moves are written as two squares, as in e2e4 and e7e8q, or as in Nf3 and e8=Q. Positions are written in Forsyth-Edwards\n" +
			"notation; the start is " + chess.Start + ".",
		New:     parse,
		Players: players(),
		Cells: func(g *chess.Game, _ int) [][]command.Cell {
			return command.Squares(8, 8, func(file, rank int) string { return glyphs[g.LetterOn(8*rank+file)] })
		},
		Ending:   (*chess.Game).Ending,
		Position: "fen",
		MaxMoves: mostMoves,
		Length:   40,
		Sides:    sides,
		More:     func(std cli.Streams) []*cli.Command { return []*cli.Command{againstCommand(std), drawCommand(std)} },
	}, std)
}

// mostMoves is the number of moves after which a game of a match is a draw.
const mostMoves = 400

func parse(fen string) (*chess.Game, error) { return chess.ParseFEN(cmp.Or(fen, chess.Start)) }

func players() []command.Player[*chess.Game, chess.Move] {
	return []command.Player[*chess.Game, chess.Move]{
		{Name: "alphabeta", Help: searchHelp, Read: readSearch}, command.Random[*chess.Game, chess.Move](),
	}
}

const searchHelp = `alpha-beta search; what its settings change is on by default
  depth=N    plies at most
  memory=N   megabytes of the table (16)
  quiet=N    captures followed beyond the depth (0: none)
  null=N     reduction of null moves (0: none)
  futility=N margin of reverse futility pruning for each move (0: none)
  plain      neither extensions nor reductions
  order=SET  what orders moves: none, ranks, killers, history or all`

var orderings = map[string]alphabeta.Ordering{
	"none":    alphabeta.TableMove,
	"ranks":   alphabeta.TableMove | alphabeta.Ranks,
	"killers": alphabeta.TableMove | alphabeta.Ranks | alphabeta.Killers,
	"history": alphabeta.TableMove | alphabeta.Ranks | alphabeta.History,
	"all":     chess.SearchOptions().Order,
	"counter": chess.SearchOptions().Order | alphabeta.CounterMoves,
}

func readSearch(s *command.Settings) func(*chess.Game, rand.Source) (engine.Searcher[chess.Move], error) {
	opt := chess.SearchOptions()
	opt.Depth = s.Whole("depth", 0, 250)
	opt.Tree.Quiescence = s.Whole("quiet", opt.Tree.Quiescence, 1000)
	opt.Tree.NullMove = s.Whole("null", opt.Tree.NullMove, 100)
	opt.Tree.Futility = s.Whole("futility", opt.Tree.Futility, 10_000)
	opt.Tree.Extend = !s.Flag("plain")
	opt.Tree.Bounds = !s.Flag("nobounds")
	opt.Tree.Repetitions = !s.Flag("norep")
	opt.Tree.Unverified = !s.Flag("verify")
	order := s.Word("order", "all")
	if opt.Order = orderings[order]; opt.Order == 0 {
		s.Fail(fmt.Errorf("order=%s: want none, ranks, killers, history or all", order))
	}
	memory := s.Whole("memory", 16, cli.MostEntries(1<<20))
	return func(g *chess.Game, _ rand.Source) (engine.Searcher[chess.Move], error) {
		opt := opt
		opt.Table = transposition.NewTable(int64(memory) << 20)
		return alphabeta.NewSearcher(g, opt)
	}
}
