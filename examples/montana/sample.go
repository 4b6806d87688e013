package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"text/tabwriter"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/montecarlo"
)

// dealt holds the flags of sample and breadth.
type dealt struct {
	deals   deals
	variant montana.Variant
	from    int
	json    bool
}

func (d *dealt) flags(command string, variant montana.Variant) *flag.FlagSet {
	flags := flag.NewFlagSet("montana "+command, flag.ContinueOnError)
	d.deals.flags(flags, 4)
	variantFlag(flags, &d.variant, variant)
	cli.Number(flags, &d.from, "from", 0, 0, mostDeals, "leave out this number of `deals`, as when they are done already")
	flags.BoolVar(&d.json, "json", false, "write a JSON object a line for each deal")
	return flags
}

type sampled struct {
	Deal    int     `json:"deal"`
	Solved  bool    `json:"solved"`
	Samples int     `json:"samples"`
	Seconds float64 `json:"seconds"`
}

func sampleCommand(std cli.Streams) *cli.Command {
	var d dealt
	var samples, workers int
	flags := d.flags("sample", montana.Base)
	cli.Number(flags, &samples, "samples", 10_000, 1, cli.Many, "give up a deal after this number of random `games`")
	cli.Number(flags, &workers, "workers", 1, 0, cli.MaxWorkers, "`goroutines` to play with (0: one for each processor); the result is the same")
	return cli.Subcommand(flags, "[flags]", "Run playouts until one solves the deal.",
		`In each game, every legal move is as likely as any other. The deals are those of explore. The last line
is the part of the deals that were solved, with its confidence interval.`, func(ctx context.Context) error {
			return d.run(ctx, std, "samples\tseconds\tsolved", func(game *montana.Game, random *rand.PCG) (found, error) {
				return montecarlo.IterativeSampling(ctx, game, ply.Limits{Nodes: samples}, montecarlo.Options[montana.Move]{Random: random, Workers: workers})
			}, func(i int, r found) (any, string) {
				s := sampled{i, r.Status == ply.Solved, r.Nodes, r.Elapsed.Seconds()}
				return s, fmt.Sprintf("%d\t%.4f\t%s", s.Samples, s.Seconds, answer(&s.Solved))
			}, func(r broadRate) (any, string) { return r.solvedRate, "" })
		})
}

type broad struct {
	Deal       int     `json:"deal"`
	Solved     bool    `json:"solved"`
	Impossible bool    `json:"impossible"` // proven to be
	Positions  int     `json:"positions"`
	Seconds    float64 `json:"seconds"`
}

func breadthCommand(std cli.Streams) *cli.Command {
	var d dealt
	var positions int
	flags := d.flags("breadth", montana.Common)
	cli.Number(flags, &positions, "positions", 5_000_000, 1, min(cli.MostEntries(24), math.MaxInt32), "give up a deal after this number of stored `positions`, as memory permits")
	return cli.Subcommand(flags, "[flags]", "Search breadth first, with a playout from each position.",
		`A deal is solved when one of the playouts solves it, and proven impossible when there are no more
positions. The deals are those of explore.`, func(ctx context.Context) error {
			return d.run(ctx, std, "positions\tseconds\tresult", func(game *montana.Game, random *rand.PCG) (found, error) {
				return montecarlo.BreadthFirstSampling(ctx, game, ply.Limits{Nodes: max(1, positions-1)}, montecarlo.BreadthFirstOptions[montana.Move]{Random: random})
			}, func(i int, r found) (any, string) {
				b := broad{i, r.Status == ply.Solved, r.Status == ply.Complete, 1 + r.Nodes, r.Elapsed.Seconds()}
				return b, fmt.Sprintf("%d\t%.3f\t%s", b.Positions, b.Seconds, verdict(b.Solved, len(r.Line), r.Status))
			}, func(r broadRate) (any, string) {
				return r, fmt.Sprintf("proven impossible: %d, open: %d\n", r.Impossible, r.Open)
			})
		})
}

type found = montecarlo.Result[montana.Move]

type solvedRate struct {
	Deals  int     `json:"deals"`
	Solved int     `json:"solved"`
	Rate   float64 `json:"rate"`
	Low    float64 `json:"low"` // of the 95 % confidence interval
	High   float64 `json:"high"`
}

type broadRate struct {
	solvedRate
	Impossible int `json:"impossible"`
	Open       int `json:"open"`
}

// run searches the deals. row and last return the result of a deal and of all deals, as JSON and as text.
func (d *dealt) run(ctx context.Context, std cli.Streams, head string, search func(*montana.Game, *rand.PCG) (found, error),
	row func(int, found) (any, string), last func(broadRate) (any, string)) error {
	var r broadRate
	deals, err := d.deals.read(std.In)
	if err != nil {
		return err
	}
	if d.from > deals.len() {
		return cli.Usagef("-from %d: there are %d deals", d.from, deals.len())
	}
	rows := tabwriter.NewWriter(std.Out, 0, 0, 3, ' ', tabwriter.AlignRight)
	if !d.json {
		fmt.Fprintf(rows, "deal\t%s\t\n", head)
	}
	var elapsed time.Duration
	err = deals.each(ctx, d.variant, d.from, func(i int, game *montana.Game) error {
		// Searches and deals have different seeds, independent of -from.
		result, err := search(game, rand.NewPCG(^d.deals.seed, uint64(i)))
		if err != nil || ctx.Err() != nil {
			return err
		}
		r.Deals++
		elapsed += result.Elapsed
		switch result.Status {
		case ply.Solved:
			r.Solved++
		case ply.Complete:
			r.Impossible++
		default:
			r.Open++
		}
		object, text := row(i, result)
		if d.json {
			return cli.WriteJSON(std.Out, object)
		}
		_, err = fmt.Fprintf(rows, "%d\t%s\t\n", i, text)
		return err
	})
	if err != nil {
		return err
	}
	r.Low, r.High = cli.Rate(r.Solved, r.Deals)
	r.Rate = float64(r.Solved) / float64(max(1, r.Deals))
	object, text := last(r)
	if d.json {
		return cli.WriteJSON(std.Out, object)
	}
	if err := rows.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.Out, "\nsolved: %d of %d, %s\n%smean time: %v\n", r.Solved, r.Deals, cli.FormatRate(r.Solved, r.Deals),
		text, (elapsed / time.Duration(max(1, r.Deals))).Round(time.Microsecond))
	return err
}
