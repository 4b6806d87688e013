package main

import (
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

// deals is what the flags say of the deals to be searched.
type deals struct {
	file         string
	random       int
	seed         uint64
	suits, ranks int
}

func (d *deals) flags(flags *flag.FlagSet, suits int) {
	flags.StringVar(&d.file, "deals", "", "read deals from this `file`, or from standard input if it is -")
	cli.Number(flags, &d.random, "random", 0, 0, mostDeals, fmt.Sprintf("`number` of random deals (0: %d if none are read)", usualDeals))
	cli.Seed(flags, &d.seed, "the random deals, and of playouts")
	cli.Number(flags, &d.suits, "suits", suits, 1, montana.MaxSuits, "`number` of suits")
	cli.Number(flags, &d.ranks, "ranks", 13, 2, montana.MaxRanks, "`number` of ranks, the ace included")
}

// variantFlag defines the flag for the variant of the rules.
func variantFlag(flags *flag.FlagSet, to *string, initial montana.Variant) {
	cli.Choice(flags, to, "variant", initial.String(), []string{montana.Base.String(), montana.Common.String()}, "`variant` of the rules")
}

// read reads the deals of the file, if there is one.
func (d *deals) read(stdin io.Reader) (*hand, error) {
	if d.file == "" {
		h := &hand{random: *d}
		if d.random == 0 {
			h.random.random = usualDeals
		}
		return h, nil
	}
	if d.random != 0 {
		return nil, cli.Usagef("-deals and -random exclude each other")
	}
	all, err := cli.Read(d.file, stdin, func(r io.Reader) ([]montana.Deal, error) { return montana.ReadDeals(r, d.suits, d.ranks) })
	return &hand{file: all}, err
}

// A hand is the deals of a file, or random ones, which are dealt when they are wanted.
type hand struct {
	file   []montana.Deal
	random deals
}

func (h *hand) len() int { return max(len(h.file), h.random.random) }

// deal returns deal i. Of random deals each has a seed of its own.
func (h *hand) deal(i int) (montana.Deal, error) {
	if i < len(h.file) {
		return h.file[i], nil
	}
	d := &h.random
	return montana.RandomDeal(d.suits, d.ranks, rand.New(rand.NewPCG(d.seed, uint64(i))))
}

// game returns the game of deal i.
func (h *hand) game(i int, variant montana.Variant) (*montana.Game, error) {
	deal, err := h.deal(i)
	if err != nil {
		return nil, err
	}
	game, err := montana.New(deal, variant)
	if err != nil {
		return nil, fmt.Errorf("deal %d: %w", i, err)
	}
	return game, nil
}
