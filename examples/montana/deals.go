package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/internal/cli"
)

const (
	usualDeals = 10
	mostDeals  = 1_000_000
)

// deals are the deals of a file, or random ones, which are dealt on demand.
type deals struct {
	file         string
	random       int
	seed         uint64
	suits, ranks int
	all          []montana.Deal // of the file
}

func (d *deals) flags(flags *flag.FlagSet, suits int) {
	flags.StringVar(&d.file, "deals", "", "read deals from this `file`, or from standard input if it is -")
	cli.Number(flags, &d.random, "random", 0, 0, mostDeals, fmt.Sprintf("`number` of random deals (0: %d if none are read)", usualDeals))
	cli.Seed(flags, &d.seed, "the random deals, and of playouts")
	cli.Number(flags, &d.suits, "suits", suits, 1, montana.MaxSuits, "`number` of suits")
	cli.Number(flags, &d.ranks, "ranks", 13, 2, montana.MaxRanks, "`number` of ranks, the ace included")
}

func variantFlag(flags *flag.FlagSet, to *montana.Variant, initial montana.Variant) {
	flags.TextVar(to, "variant", initial, "`variant` of the rules: base or common")
}

func (d deals) read(stdin io.Reader) (_ *deals, err error) {
	switch {
	case d.file != "" && d.random != 0:
		return nil, cli.Usagef("-deals and -random exclude each other")
	case d.file != "":
		d.all, err = cli.Read(d.file, stdin, func(r io.Reader) ([]montana.Deal, error) { return montana.ReadDeals(r, d.suits, d.ranks) })
	case d.random == 0:
		d.random = usualDeals
	}
	return &d, err
}

func (d *deals) len() int { return max(len(d.all), d.random) }

// game returns the game of deal i. Each random deal has its own seed.
func (d *deals) game(i int, variant montana.Variant) (*montana.Game, error) {
	if i < len(d.all) {
		return montana.New(d.all[i], variant)
	}
	deal, err := montana.RandomDeal(d.suits, d.ranks, rand.New(rand.NewPCG(d.seed, uint64(i))))
	if err != nil {
		return nil, err
	}
	return montana.New(deal, variant)
}

// each calls f with the game of each deal from a number on, until ctx ends. Later results of f are incomplete.
func (d *deals) each(ctx context.Context, variant montana.Variant, from int, f func(i int, game *montana.Game) error) error {
	progress := cli.NewProgress(d.len()-from, "deals")
	defer progress.Close()
	for i := from; i < d.len() && ctx.Err() == nil; i++ {
		game, err := d.game(i, variant)
		if err == nil {
			err = f(i, game)
		}
		if err != nil {
			return fmt.Errorf("deal %d: %w", i, err)
		}
		progress.Set(i + 1 - from)
	}
	return nil
}
