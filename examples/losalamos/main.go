// Command losalamos counts lines of Los Alamos chess, analyses positions and plays.
package main

import (
	"cmp"
	"flag"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var t techniques
	return command.Command(command.Game[losalamos.Game, chess.Move]{
		Name: "losalamos",
		About: "Analyse and play Los Alamos chess: 6 × 6 squares, no bishops, no double steps of pawns, no castling.\n" +
			"Moves are written as two squares, as in b2b3, and a letter for a promotion, as in c5c6q. Positions are written in\n" +
			"Forsyth-Edwards notation; that of the start is " + losalamos.Start + ".",
		Flags: func(flags *flag.FlagSet) {
			if flags.Name() != "losalamos perft" { // which does not search
				t.flags(flags)
			}
		},
		New:     func(fen string) (losalamos.Game, error) { return losalamos.ParseFEN(cmp.Or(fen, losalamos.Start)) },
		Players: []command.Player[losalamos.Game, chess.Move]{machine(&t), command.Random[losalamos.Game, chess.Move]()},
		Cells: func(g losalamos.Game, _ int) [][]command.Cell {
			return command.Squares(6, 6, func(file, rank int) string { return board.Glyphs[g.LetterOn(board.Size*rank+file)] })
		},
		Ending:   func(g losalamos.Game) string { return g.Ending() },
		Position: "fen",
		Sides:    [2]string{board.SideName(chess.White), board.SideName(chess.Black)},
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{analyseCommand(std), enhancementsCommand(std), matchCommand(std)}
		},
	}, std)
}

// techniques are the parts of a search that flags choose.
type techniques struct {
	tree         alphabeta.Tree
	tableEntries int
}

func (t *techniques) flags(flags *flag.FlagSet) {
	cli.Number(flags, &t.tree.Quiescence, "quiescence", losalamos.Quiescence, 0, 1000, "greatest `number` of captures and promotions followed beyond the depth (0: none)")
	cli.Number(flags, &t.tree.NullMove, "null-move", 2, 0, 100, "`number` of moves by which the search of a null move is shallower (0: no null moves)")
	flags.BoolVar(&t.tree.Unverified, "unverified", false, "trust null moves at once")
	flags.BoolVar(&t.tree.Extend, "extend", true, "search moves that give check one move deeper")
	cli.Number(flags, &t.tree.Selective, "selective", losalamos.Selective, 0, ply.MaxValue, "`margin` for each move by which evaluations prune and late quiet moves are reduced (0: neither)")
	flags.BoolVar(&t.tree.Repetitions, "repetitions", true, "repeated positions are draws, and so are those after fifty moves without progress")
	flags.BoolVar(&t.tree.Bounds, "bounds", true, "a side that has only its king cannot win")
	cli.Table(flags, &t.tableEntries, "table-entries", 1<<20, 1, 16, "`entries` of the transposition table, of 16 bytes each")
}

func (t *techniques) options(table *transposition.Table) alphabeta.Options[chess.Move] {
	return alphabeta.Options[chess.Move]{
		Win:   ply.MaxValue,
		Table: table, TableFrom: 1,
		Order: losalamos.Ordering, OrderFrom: 1,
		Tree: t.tree,
	}
}

// machine returns the player that searches with the techniques of the flags.
func machine(t *techniques) command.Player[losalamos.Game, chess.Move] {
	return command.Player[losalamos.Game, chess.Move]{
		Name: "machine", Help: "alpha-beta with the techniques that flags choose\n  depth=N   plies at most\n  memory=N  megabytes of the table (that of -table-entries)",
		Read: func(s *command.Settings) func(losalamos.Game, rand.Source) (engine.Searcher[chess.Move], error) {
			depth, memory := s.Whole("depth", mostDepth, mostDepth), s.Whole("memory", 0, cli.MostEntries(1<<20))
			return func(g losalamos.Game, _ rand.Source) (engine.Searcher[chess.Move], error) {
				opt := t.options(transposition.NewTable(int64(cmp.Or(memory<<20, 16*t.tableEntries))))
				opt.Depth = depth
				return alphabeta.NewSearcher(g, opt)
			}
		},
	}
}
