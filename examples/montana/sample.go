package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/montecarlo"
)

// dealt is what the flags say of the deals that sample and breadth play.
type dealt struct {
	deals   deals
	variant string
	from    int
	json    bool
}

func (d *dealt) flags(flags *flag.FlagSet, variant montana.Variant) {
	d.deals.flags(flags, 4)
	variantFlag(flags, &d.variant, variant)
	cli.Number(flags, &d.from, "from", 0, 0, mostDeals, "leave out this number of `deals`, as when they are done already")
	flags.BoolVar(&d.json, "json", false, "write a JSON object a line for each deal")
}

// read checks the flags and returns the variant and the deals.
func (d *dealt) read(stdin io.Reader) (montana.Variant, *hand, error) {
	variant, err := montana.ParseVariant(d.variant)
	if err != nil {
		return 0, nil, err
	}
	deals, err := d.deals.read(stdin)
	if err != nil {
		return 0, nil, err
	}
	if d.from > deals.len() {
		return 0, nil, cli.Usagef("-from %d: there are %d deals", d.from, deals.len())
	}
	return variant, deals, nil
}

// source returns the randomness of the search of a deal: another than that of the deal, and the same whatever
// deals are left out.
func (d *dealt) source(deal int) *rand.PCG { return rand.NewPCG(^d.deals.seed, uint64(deal)) }

// sampling holds the flags of sample.
type sampling struct {
	dealt
	samples int
	workers int
}

func sampleCommand(std cli.Streams) *ffcli.Command {
	var s sampling
	flags := flag.NewFlagSet("montana sample", flag.ContinueOnError)
	s.flags(flags, montana.Base)
	cli.Number(flags, &s.samples, "samples", 10_000, 1, cli.Many, "give up a deal after this number of random `games`")
	cli.Number(flags, &s.workers, "workers", 1, 0, cli.MaxWorkers, "`goroutines` to play with (0: one for each processor); the result is the same")
	return &ffcli.Command{
		Name:       "sample",
		ShortUsage: "montana sample [flags]",
		ShortHelp:  "Run playouts until one solves the deal.",
		LongHelp: strings.Join([]string{
			"In each game, every legal move is as likely as any other. The deals are those of explore. The last line",
			"is the part of the deals that were solved, with its confidence interval.",
		}, "\n"),
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return s.run(ctx, std) },
	}
}

// sampled is what sample says of a deal.
type sampled struct {
	Deal    int     `json:"deal"`
	Solved  bool    `json:"solved"`
	Samples int     `json:"samples"`
	Seconds float64 `json:"seconds"`
}

// solvedRate is the last line of sample and breadth.
type solvedRate struct {
	Deals  int     `json:"deals"`
	Solved int     `json:"solved"`
	Rate   float64 `json:"rate"`
	Low    float64 `json:"low"` // of the 95 % confidence interval
	High   float64 `json:"high"`
}

func rate(solved, deals int) solvedRate {
	low, high := cli.Rate(solved, deals)
	return solvedRate{deals, solved, float64(solved) / float64(max(1, deals)), low, high}
}

func (s *sampling) run(ctx context.Context, std cli.Streams) error {
	out := std.Out
	variant, deals, err := s.read(std.In)
	if err != nil {
		return err
	}
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	if !s.json {
		fmt.Fprintf(rows, "deal\tsamples\tseconds\tsolved\t\n")
	}
	progress := cli.NewProgress(deals.len()-s.from, "deals")
	defer progress.Close()
	var played, solved int
	var seconds float64
	for i := s.from; i < deals.len(); i++ {
		game, err := deals.game(i, variant)
		if err != nil {
			return err
		}
		result, err := montecarlo.IterativeSampling(ctx, game, ply.Limits{Nodes: s.samples}, montecarlo.Options[montana.Move]{Random: s.source(i), Workers: s.workers})
		if err != nil {
			return fmt.Errorf("deal %d: %w", i, err)
		}
		if ctx.Err() != nil {
			break // what was found of this deal says nothing
		}
		played++
		found := sampled{i, result.Status == ply.Solved, result.Nodes, result.Elapsed.Seconds()}
		seconds += found.Seconds
		if found.Solved {
			solved++
		}
		if s.json {
			err = cli.WriteJSON(out, found)
		} else {
			_, err = fmt.Fprintf(rows, "%d\t%d\t%.4f\t%s\t\n", i, found.Samples, found.Seconds, answer(&found.Solved))
		}
		if err != nil {
			return err
		}
		progress.Set(played)
	}
	progress.Close()
	return closeRates(out, rows, s.json, rate(solved, played), seconds, nil)
}

// closeRates writes the end of sample and breadth.
func closeRates(out io.Writer, rows *tabwriter.Writer, json bool, r solvedRate, seconds float64, more func()) error {
	if json {
		return cli.WriteJSON(out, r)
	}
	if err := rows.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nsolved: %d of %d, %s\n", r.Solved, r.Deals, cli.FormatRate(r.Solved, r.Deals))
	if more != nil {
		more()
	}
	mean := seconds / float64(max(1, r.Deals))
	_, err := fmt.Fprintf(out, "mean time: %v\n", time.Duration(mean*float64(time.Second)).Round(time.Microsecond))
	return err
}
