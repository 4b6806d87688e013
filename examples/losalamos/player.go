package main

import (
	"context"
	"flag"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// techniques are the parts of a search that flags switch on.
type techniques struct {
	quiescence   int
	nullMove     int
	unverified   bool
	extend       bool
	reductions   bool
	repetitions  bool
	bounds       bool
	tableEntries int
}

func (t *techniques) flags(flags *flag.FlagSet) {
	cli.Number(flags, &t.quiescence, "quiescence", losalamos.Quiescence, 0, 1000, "greatest `number` of captures and promotions followed beyond the depth (0: none)")
	cli.Number(flags, &t.nullMove, "null-move", 2, 0, 100, "`number` of moves by which the search of a null move is shallower (0: no null moves)")
	flags.BoolVar(&t.unverified, "unverified", false, "trust null moves at once")
	flags.BoolVar(&t.extend, "extend", true, "search moves that give check one move deeper")
	flags.BoolVar(&t.reductions, "reductions", true, "search late quiet moves one move shallower; this needs -extend")
	flags.BoolVar(&t.repetitions, "repetitions", true, "repeated positions are draws, and so are those after fifty moves without progress")
	flags.BoolVar(&t.bounds, "bounds", true, "a side that has only its king cannot win")
	cli.Table(flags, &t.tableEntries, "table-entries", 1<<20, 1, 16, "`entries` of the transposition table, of 16 bytes each")
}

func (t *techniques) options(table *transposition.Table) alphabeta.Options[losalamos.Move] {
	return alphabeta.Options[losalamos.Move]{
		Win:   ply.MaxValue,
		Table: table, TableFrom: 1,
		Order: losalamos.Ordering, OrderFrom: 1,
		Tree: alphabeta.Tree{
			Bounds:      t.bounds,
			Repetitions: t.repetitions,
			Quiescence:  t.quiescence,
			NullMove:    t.nullMove,
			Unverified:  t.unverified,
			Extend:      t.extend,
		},
	}
}

// deepening is the search of a position to one depth after another.
type deepening struct {
	techniques
	depth int           // at most
	time  time.Duration // 0: no limit
}

// run searches until depth or time is reached, every line has come to its end, or a mate is found that no deeper search can
// make shorter. It calls report after each depth.
func (d *deepening) run(ctx context.Context, game *losalamos.Game, report func(alphabeta.Result[losalamos.Move]) error) error {
	game.SetReductions(d.reductions)
	opt := d.options(transposition.NewTable(16 * int64(d.tableEntries)))
	opt.Direct = true
	var limits ply.Limits
	start := time.Now()
	for opt.Depth = 1; opt.Depth <= d.depth; opt.Depth++ {
		if d.time > 0 {
			if limits.Time = d.time - time.Since(start); limits.Time <= 0 {
				break
			}
		}
		r, err := alphabeta.Search(ctx, game, limits, opt)
		if err != nil {
			return err
		}
		if !r.Status.Conclusive() {
			break
		}
		if err := report(r); err != nil {
			return err
		}
		if r.Final || r.Distance > 0 && r.Distance <= r.Depth {
			break
		}
	}
	return nil
}
