package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/montecarlo"
)

// dealt is what the flags say of the deals that sample and breadth play.
type dealt struct {
	exploration
	from int
	json bool
}

func (d *dealt) flags(flags *flag.FlagSet, variant string) {
	flags.StringVar(&d.deals, "deals", "", "read deals from this `file`, or from standard input if it is -")
	flags.StringVar(&d.exploration.variant, "variant", variant, "`variant` of the rules: base or common")
	flags.IntVar(&d.random, "random", 0, "deal so many `deals` at random (10 if none are read)")
	flags.Uint64Var(&d.seed, "seed", 1, "`seed` of the random deals and of the search")
	flags.IntVar(&d.suits, "suits", 4, "`number` of suits")
	flags.IntVar(&d.ranks, "ranks", 13, "`number` of ranks, the ace included")
	flags.IntVar(&d.from, "from", 0, "leave out so many `deals`, as when they are done already")
	flags.BoolVar(&d.json, "json", false, "write a JSON object a line for each deal")
}

// read checks the flags and returns the variant and the deals.
func (d *dealt) read() (montana.Variant, []montana.Deal, error) {
	variant, err := montana.ParseVariant(d.exploration.variant)
	if err != nil {
		return 0, nil, err
	}
	switch {
	case d.deals != "" && d.random != 0:
		return 0, nil, cli.Usagef("-deals and -random exclude each other")
	case d.random < 0:
		return 0, nil, cli.Usagef("-random %d: want a number of deals", d.random)
	case d.deals == "" && d.random == 0:
		d.random = 10
	}
	deals, err := d.load()
	if err != nil {
		return 0, nil, err
	}
	if d.from < 0 || d.from > len(deals) {
		return 0, nil, fmt.Errorf("-from %d: there are %d deals", d.from, len(deals))
	}
	return variant, deals, nil
}

// source returns the randomness of the search of a deal: another than that of the deal, and the same whatever
// deals are left out.
func (d *dealt) source(deal int) *rand.PCG { return rand.NewPCG(^d.seed, uint64(deal)) }

// sampling is what the flags of sample ask for.
type sampling struct {
	dealt
	samples int
	workers int
}

func sampleCommand() *ffcli.Command {
	var s sampling
	flags := flag.NewFlagSet("montana sample", flag.ContinueOnError)
	s.flags(flags, "base")
	flags.IntVar(&s.samples, "samples", 10_000, "give up a deal after so many random `games`")
	flags.IntVar(&s.workers, "workers", 1, "play with so many `goroutines` (0: one for each processor); the result is the same")
	return &ffcli.Command{
		Name:       "sample",
		ShortUsage: "montana sample [flags]",
		ShortHelp:  "Play random games until one solves the deal.",
		LongHelp: strings.Join([]string{
			"In each game, every legal move is as likely as any other. The deals are those of explore. The last line",
			"is the part of the deals that were solved, with its confidence interval.",
		}, "\n"),
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return s.run(ctx, os.Stdout) },
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

func (s *sampling) run(ctx context.Context, out io.Writer) error {
	switch {
	case s.samples < 1:
		return cli.Usagef("-samples %d: want a number of games, at least 1", s.samples)
	case s.workers < 0:
		return cli.Usagef("-workers %d: want a number of goroutines, or 0 for one for each processor", s.workers)
	}
	variant, deals, err := s.read()
	if err != nil {
		return err
	}
	rows := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	if !s.json {
		fmt.Fprintf(rows, "deal\tsamples\tseconds\tsolved\t\n")
	}
	progress := cli.NewProgress(len(deals)-s.from, "deals")
	defer progress.Close()
	var played, solved int
	var seconds float64
	for i := s.from; i < len(deals); i++ {
		game, err := montana.New(deals[i], variant)
		if err != nil {
			return fmt.Errorf("deal %d: %w", i, err)
		}
		result, err := montecarlo.IterativeSampling(ctx, game, s.source(i),
			montecarlo.Options{MaxPlayouts: s.samples, Workers: s.workers})
		if err != nil {
			return fmt.Errorf("deal %d: %w", i, err)
		}
		if ctx.Err() != nil {
			break // what was found of this deal says nothing
		}
		played++
		found := sampled{i, result.Status == ply.Solved, result.Playouts, result.Elapsed.Seconds()}
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
	return closeRates(ctx, out, rows, s.json, rate(solved, played), seconds, nil)
}

// closeRates writes the end of sample and breadth.
func closeRates(ctx context.Context, out io.Writer, rows *tabwriter.Writer, json bool, r solvedRate, seconds float64, more func()) error {
	if json {
		return cli.WriteJSON(out, r)
	}
	if err := rows.Flush(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintln(out, "interrupted")
	}
	fmt.Fprintf(out, "\nsolved: %d of %d, %s\n", r.Solved, r.Deals, cli.FormatRate(r.Solved, r.Deals))
	if more != nil {
		more()
	}
	mean := seconds / float64(max(1, r.Deals))
	_, err := fmt.Fprintf(out, "mean time: %v\n", time.Duration(mean*float64(time.Second)).Round(time.Microsecond))
	return err
}
