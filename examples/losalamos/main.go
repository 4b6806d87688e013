// Command losalamos counts lines of Los Alamos chess, analyses positions and plays.
package main

import (
	"cmp"
	"flag"
	"math/rand/v2"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var t techniques
	return command.Command(command.Game[*losalamos.Game, losalamos.Move]{
		Name: "losalamos",
		About: "Analyse and play Los Alamos chess: 6 × 6 squares, no bishops, no double steps of pawns, no castling.\n" +
			"Moves are written as two squares, as in b2b3, and a letter for a promotion, as in c5c6q. Positions are written in\n" +
			"Forsyth-Edwards notation; that of the start is " + losalamos.Start + ".",
		Flags: func(flags *flag.FlagSet) {
			if flags.Name() != "losalamos perft" { // which counts lines beyond repetitions and fifty moves, without a search
				t.flags(flags)
			}
		},
		New:     func(fen string) (*losalamos.Game, error) { return losalamos.ParseFEN(cmp.Or(fen, losalamos.Start)) },
		Players: []command.Player[*losalamos.Game, losalamos.Move]{machine(&t), command.Random[*losalamos.Game, losalamos.Move]()},
		Cells: func(g *losalamos.Game, _ int) [][]command.Cell {
			return command.Squares(6, 6, func(file, rank int) string { return glyphs[g.LetterOn(6*rank+file)] })
		},
		Ending:   ending,
		Position: "fen",
		Sides:    [2]string{losalamos.SideName(losalamos.White), losalamos.SideName(losalamos.Black)},
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{analyseCommand(std), enhancementsCommand(std), matchCommand(std)}
		},
	}, std)
}

// glyphs are the pieces that the page of serve draws, by their letters.
var glyphs = map[byte]string{
	'K': "♔", 'Q': "♕", 'R': "♖", 'N': "♘", 'P': "♙", 'k': "♚", 'q': "♛", 'r': "♜", 'n': "♞", 'p': "♟",
}

// machine returns the player that searches with the techniques of the flags.
func machine(t *techniques) command.Player[*losalamos.Game, losalamos.Move] {
	return command.Player[*losalamos.Game, losalamos.Move]{
		Name: "machine", Help: "alpha-beta with the techniques that flags choose\n  depth=N   plies at most\n  memory=N  megabytes of the table (that of -table-entries)",
		Read: func(s *command.Settings) func(*losalamos.Game, rand.Source) (engine.Searcher[losalamos.Move], error) {
			depth, memory := s.Whole("depth", mostDepth, mostDepth), s.Whole("memory", 0, cli.MostEntries(1<<20))
			return func(g *losalamos.Game, _ rand.Source) (engine.Searcher[losalamos.Move], error) {
				g.SetReductions(t.reductions)
				opt := t.options(transposition.NewTable(int64(cmp.Or(memory<<20, 16*t.tableEntries))))
				opt.Depth = depth
				return alphabeta.NewSearcher(g, opt)
			}
		},
	}
}
