package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func enhancementsCommand(std cli.Streams) *cli.Command {
	var depth int
	var json bool
	flags := flag.NewFlagSet("othello enhancements", flag.ContinueOnError)
	cli.Number(flags, &depth, "depth", 10, 1, 20, "`moves` to look ahead")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return evaluating(flags, "Show what each part of the search is worth: nodes and time without it.",
		`The positions are the start, and ten after 20 random moves from it, with seeds 1 to 10. Each is searched with
all enhancements and with each of them left out in turn. Killers, history, counter-moves and refutations are much
the same; so there are rows as well without all four, and without all but one of the four. The last column says
how many of the cutoffs are by the first move tried.`, func(ctx context.Context, evaluation *othello.Evaluation) error {
			return compare(ctx, std.Out, evaluation, depth, json)
		})
}

type enhanced struct {
	Without string `json:"without"`
	cli.Searched
}

const (
	statistics = alphabeta.Killers | alphabeta.History | alphabeta.CounterMoves | alphabeta.Refutations
	everything = alphabeta.TableMove | alphabeta.Ranks | statistics
)

var ways = []struct {
	without                 string
	left                    alphabeta.Ordering // left out of the order
	plain, direct, noMemory bool               // alpha-beta without null windows; no deepening; no table
}{
	{},
	{without: "null windows", plain: true},
	{without: "deepening", direct: true},
	{without: "table", noMemory: true},
	{without: "table move", left: alphabeta.TableMove},
	{without: "ranks", left: alphabeta.Ranks},
	{without: "killers", left: alphabeta.Killers},
	{without: "history", left: alphabeta.History},
	{without: "counter-moves", left: alphabeta.CounterMoves},
	{without: "refutations", left: alphabeta.Refutations},
	{without: "all four of these", left: statistics},
	{without: "all but killers", left: statistics &^ alphabeta.Killers},
	{without: "all but history", left: statistics &^ alphabeta.History},
	{without: "all but counter-moves", left: statistics &^ alphabeta.CounterMoves},
	{without: "all but refutations", left: statistics &^ alphabeta.Refutations},
	{without: "any order", left: everything, noMemory: true},
}

func compare(ctx context.Context, out io.Writer, evaluation *othello.Evaluation, depth int, json bool) error {
	positions := []*othello.Game{othello.New()}
	opening := othello.RandomOpening(20)
	for seed := range 10 {
		g, err := opening(seed, rand.New(rand.NewPCG(uint64(seed)+1, 0)))
		if err != nil {
			return err
		}
		positions = append(positions, g)
	}
	table := transposition.NewTable(1 << 24)
	if !json {
		fmt.Fprintf(out, "%-24s %14s %9s %9s %9s %9s\n", "without", "nodes", "seconds", "nodes ×", "seconds ×", "first %")
	}
	progress := cli.NewProgress(len(ways)*len(positions), "searches")
	defer progress.Close()
	var all enhanced
	for i, way := range ways {
		opt := alphabeta.Options[othello.Move]{
			Depth: depth, Direct: way.direct, Win: alphabeta.AnyDistance,
			Table: table, TableFrom: 2,
			Order: everything &^ way.left, OrderFrom: 2,
		}
		if opt.Order == 0 {
			opt.Order = alphabeta.Unordered
		}
		if way.noMemory {
			opt.Table = transposition.NewTable(0)
		}
		find := alphabeta.Search[ply.AdversarialGame[othello.Move]]
		if way.plain {
			find = alphabeta.AlphaBeta[ply.AdversarialGame[othello.Move]]
		}
		found := enhanced{Without: way.without}
		for j, position := range positions {
			table.Reset()
			position.SetEvaluation(evaluation)
			result, err := find(ctx, position, ply.Limits{}, opt)
			if err := cmp.Or(err, result.Status.Err()); err != nil {
				return err
			}
			found.Add(result.Report, result.Cutoffs, result.FirstMove)
			progress.Set(i*len(positions) + j + 1)
		}
		if i == 0 {
			all = found
		}
		if err := cli.Write(out, json, found, "%-24s %14d %9.2f %9.2f %9.2f %9.1f\n", found.Without, found.Nodes, found.Seconds,
			float64(found.Nodes)/float64(all.Nodes), found.Seconds/all.Seconds, 100*found.First); err != nil {
			return err
		}
	}
	return nil
}
