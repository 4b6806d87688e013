package main

import (
	"flag"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// techniques are the parts of a search that flags switch on.
type techniques struct {
	tree         alphabeta.Tree
	reductions   bool
	tableEntries int
}

func (t *techniques) flags(flags *flag.FlagSet) {
	cli.Number(flags, &t.tree.Quiescence, "quiescence", losalamos.Quiescence, 0, 1000, "greatest `number` of captures and promotions followed beyond the depth (0: none)")
	cli.Number(flags, &t.tree.NullMove, "null-move", 2, 0, 100, "`number` of moves by which the search of a null move is shallower (0: no null moves)")
	flags.BoolVar(&t.tree.Unverified, "unverified", false, "trust null moves at once")
	flags.BoolVar(&t.tree.Extend, "extend", true, "search moves that give check one move deeper")
	flags.BoolVar(&t.reductions, "reductions", true, "search late quiet moves one move shallower; this needs -extend")
	flags.BoolVar(&t.tree.Repetitions, "repetitions", true, "repeated positions are draws, and so are those after fifty moves without progress")
	flags.BoolVar(&t.tree.Bounds, "bounds", true, "a side that has only its king cannot win")
	cli.Table(flags, &t.tableEntries, "table-entries", 1<<20, 1, 16, "`entries` of the transposition table, of 16 bytes each")
}

func (t *techniques) options(table *transposition.Table) alphabeta.Options[losalamos.Move] {
	return alphabeta.Options[losalamos.Move]{
		Win:   ply.MaxValue,
		Table: table, TableFrom: 1,
		Order: losalamos.Ordering, OrderFrom: 1,
		Tree: t.tree,
	}
}
