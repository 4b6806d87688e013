package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/cli"
)

// Results of the source that are not numbers of stones.
const (
	notFound = -1 // "non": the search ends without a win
	tooLong  = -2 // "»": the search was given up
)

// A printedTable is a table of the source: stones played with all heuristics, and without each.
type printedTable struct {
	number int
	size   int
	start  string
	n      int // moves of the attacker; 0: all
	rows   []printedRow
}

// A printedRow is a row: the heuristic left out, and the stones played.
type printedRow struct {
	without string
	played  int
}

// Boissac and Cazenave, tables 7.1 to 7.8.
var printedTables = []printedTable{
	{1, 6, "cross", 0, []printedRow{{"", 430252}, {"tt", 1155436}, {"tri", 1299868}, {"ab1", 15590625}, {"ab2", 1007735}, {"cqt", 602892}, {"mra", 788366}}},
	{2, 6, "cross", 5, []printedRow{{"", 171174}, {"tt", 797188}, {"tri", notFound}, {"ab1", 4507348}, {"ab2", 487376}, {"cqt", 110456}, {"mra", 249304}}},
	{3, 6, "cross", 3, []printedRow{{"", 52806}, {"tt", 67519}, {"tri", notFound}, {"ab1", 2440699}, {"ab2", 137162}, {"cqt", 65929}, {"mra", notFound}}},
	{4, 7, "cross-low", 5, []printedRow{{"", 13467738}, {"tt", tooLong}, {"tri", tooLong}, {"ab1", tooLong}, {"ab2", tooLong}, {"cqt", 4055427}, {"mra", 3423233}}},
	{5, 7, "cross-low", 2, []printedRow{{"", 133722}, {"tt", 159701}, {"tri", 109966}, {"ab1", notFound}, {"ab2", notFound}, {"cqt", 118686}, {"mra", 80938}}},
	{6, 7, "cross-high", 5, []printedRow{{"", 359372705}, {"cqt", 33491}, {"mra", 23902801}}},
	{7, 7, "cross-high", 2, []printedRow{{"", 30066}, {"tt", 33268}, {"tri", notFound}, {"ab1", tooLong}, {"ab2", 52334}, {"cqt", 32540}, {"mra", 28635}}},
	{8, 6, "empty", 9, []printedRow{{"", tooLong}, {"cqt", 1354240513}, {"mra", tooLong}}},
}

type reproducing struct {
	table  int
	orders int
	limit  int
	seed   uint64
	json   bool
}

func papersCommand(std cli.Streams) *cli.Command {
	var p reproducing
	flags := flag.NewFlagSet("atarigo papers", flag.ContinueOnError)
	cli.Number(flags, &p.table, "table", 0, 0, len(printedTables), "`table` 7.1 to 7.8, as 1 to 8 (0: all)")
	cli.Number(flags, &p.orders, "orders", 20, 1, 1000, "random `orders` of ties for each row")
	cli.Number(flags, &p.limit, "limit", 5_000_000, 1, cli.Many, "cut a search after this number of `stones`")
	cli.Seed(flags, &p.seed, "the orders")
	flags.BoolVar(&p.json, "json", false, "write a JSON object for each row")
	return cli.Subcommand(flags, "[flags]", "Repeat tables 7.1 to 7.8 of Boissac and Cazenave.",
		"Each row is searched in random orders of ties, since one order says little: the median of the stones played,\n"+
			"the least and the most. A search that ends without a win counts as more than all others, as does one that is\n"+
			"cut. With dfpn, the row below each table, there are no ties to order.",
		func(ctx context.Context) error { return p.run(ctx, std.Out) })
}

// reproduced is a row of the output. Numbers are nil if most orders found no win or were cut.
type reproduced struct {
	Table    string `json:"table"`
	Size     int    `json:"size"`
	Start    string `json:"start"`
	N        int    `json:"n"`
	Method   string `json:"method"`
	Without  string `json:"without"`
	Printed  string `json:"printed"` // a number, "none" or "too long"; "" for dfpn
	Median   *int   `json:"median"`
	Least    *int   `json:"least"`
	Most     *int   `json:"most"`
	Won      int    `json:"won"`
	NotFound int    `json:"notFound"`
	Cut      int    `json:"cut"`
	Limit    int    `json:"limit"`
}

func (p *reproducing) run(ctx context.Context, out io.Writer) error {
	for _, t := range printedTables {
		if p.table != 0 && p.table != t.number {
			continue
		}
		g, err := atarigo.Start(t.size, t.start)
		if err != nil {
			return err
		}
		if !p.json {
			n := "all moves"
			if t.n > 0 {
				n = fmt.Sprintf("n = %d", t.n)
			}
			if _, err := fmt.Fprintf(out, "Table 7.%d: %d×%d %s, %s\n%-10s %12s %12s %12s %12s %s\n", t.number, t.size, t.size, t.start, n,
				"without", "printed", "median", "least", "most", "won, no win found, cut"); err != nil {
				return err
			}
		}
		for _, row := range append(slices.Clone(t.rows), printedRow{dfpn, 0}) {
			r, err := p.row(ctx, g, t, row)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				return nil
			}
			if err := p.write(out, r); err != nil {
				return err
			}
		}
		if !p.json {
			fmt.Fprintln(out)
		}
	}
	return nil
}

// dfpn is the row below each table, which solves its position by proof numbers.
const dfpn = "dfpn"

func (p *reproducing) row(ctx context.Context, g *atarigo.Game, t printedTable, row printedRow) (reproduced, error) {
	r := reproduced{Table: fmt.Sprintf("7.%d", t.number), Size: t.size, Start: t.start, N: t.n, Method: "alphabeta", Without: row.without, Limit: p.limit}
	orders, limits := p.orders, ply.Limits{Nodes: p.limit}
	var opt atarigo.AlphaBetaOptions
	switch row.played {
	case notFound:
		r.Printed = "none"
	case tooLong:
		r.Printed = "too long"
	default:
		r.Printed = fmt.Sprint(row.played)
	}
	if row.without == dfpn {
		r.N, r.Method, r.Without, r.Printed, orders = 0, dfpn, "", "", 1
	} else {
		leftOut, err := atarigo.ParseHeuristics(row.without)
		if err != nil {
			return r, err
		}
		opt = atarigo.AlphaBetaOptions{Without: leftOut, Moves: t.n}
	}
	var won []int
	for order := range orders {
		var found atarigo.Result
		var err error
		if r.Method == dfpn {
			found, err = atarigo.Solve(ctx, g, limits, atarigo.SolverOptions{})
		} else {
			opt.Order = rand.NewPCG(p.seed, uint64(order))
			found, err = atarigo.AlphaBeta(ctx, g, limits, opt)
		}
		switch {
		case err != nil:
			return r, err
		case found.Status != ply.Complete:
			r.Cut++
		case found.Winner == g.ToMove():
			won = append(won, found.Played)
		default:
			r.NotFound++
		}
	}
	if r.Won = len(won); r.Won == 0 {
		return r, nil
	}
	slices.Sort(won)
	r.Least = &won[0]
	if r.Won == orders {
		r.Most = &won[r.Won-1]
	}
	// A search that does not win is worse than any that does.
	if middle := orders / 2; middle < r.Won {
		r.Median = &won[middle]
	}
	return r, nil
}

func (p *reproducing) write(out io.Writer, r reproduced) error {
	number := func(n *int) string { return cli.OrDash("%d", n) }
	name := cmp.Or(r.Without, "(all)")
	if r.Method == dfpn {
		name = "(dfpn)"
	}
	return cli.Write(out, p.json, r, "%s\n", strings.TrimRight(fmt.Sprintf("%-10s %12s %12s %12s %12s %d, %d, %d", name, r.Printed,
		number(r.Median), number(r.Least), number(r.Most), r.Won, r.NotFound, r.Cut), " "))
}
