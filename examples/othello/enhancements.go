package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// enhancements holds the flags of enhancements.
type enhancements struct {
	depth int
	eval  string
	json  bool
}

func enhancementsCommand(std cli.Streams) *ffcli.Command {
	var e enhancements
	flags := flag.NewFlagSet("othello enhancements", flag.ContinueOnError)
	cli.Number(flags, &e.depth, "depth", 10, 1, 20, "`moves` to look ahead")
	flags.StringVar(&e.eval, "eval", "", evalHelp)
	flags.BoolVar(&e.json, "json", false, "write a JSON object a line")
	return &ffcli.Command{
		Name:       "enhancements",
		ShortUsage: "othello enhancements [flags]",
		ShortHelp:  "Show what each part of the search is worth: nodes and time without it.",
		LongHelp: "The positions are the start, and ten after 20 random moves from it, with seeds 1 to 10. Each is searched with\n" +
			"all enhancements and with each of them left out in turn. Killers, history, counter-moves and refutations are much\n" +
			"the same; so there are rows as well without all four, and without all but one of the four. The last column says\n" +
			"how many of the cutoffs are by the first move tried.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return e.run(ctx, std.Out) },
	}
}

// enhanced is what enhancements says of a way to search.
type enhanced struct {
	Without string  `json:"without"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
	First   float64 `json:"first"` // of the cutoffs, the part that is by the first move
}

func (e *enhancements) run(ctx context.Context, out io.Writer) error {
	evaluation, err := loadEvaluation(e.eval)
	if err != nil {
		return err
	}
	positions := []*othello.Game{othello.New()}
	opening := othello.RandomOpening(20)
	for seed := range 10 {
		g, err := opening(seed, rand.New(rand.NewPCG(uint64(seed)+1, 0)))
		if err != nil {
			return err
		}
		positions = append(positions, g)
	}
	const statistics = alphabeta.Killers | alphabeta.History | alphabeta.CounterMoves | alphabeta.Refutations
	const everything = alphabeta.TableMove | alphabeta.Ranks | statistics
	but := func(left alphabeta.Ordering) func(*alphabeta.Options[othello.Move]) {
		return func(o *alphabeta.Options[othello.Move]) { o.Order = everything &^ left }
	}
	ways := []struct {
		without string
		change  func(*alphabeta.Options[othello.Move])
		plain   bool // alpha-beta instead of principal variation search
	}{
		{without: "", change: func(*alphabeta.Options[othello.Move]) {}},
		{without: "null windows", change: func(*alphabeta.Options[othello.Move]) {}, plain: true},
		{without: "deepening", change: func(o *alphabeta.Options[othello.Move]) { o.Direct = true }},
		{without: "table", change: func(o *alphabeta.Options[othello.Move]) { o.Table = transposition.NewTable(0) }},
		{without: "table move", change: but(alphabeta.TableMove)},
		{without: "ranks", change: but(alphabeta.Ranks)},
		{without: "killers", change: but(alphabeta.Killers)},
		{without: "history", change: but(alphabeta.History)},
		{without: "counter-moves", change: but(alphabeta.CounterMoves)},
		{without: "refutations", change: but(alphabeta.Refutations)},
		{without: "all four of these", change: but(statistics)},
		{without: "all but killers", change: but(statistics &^ alphabeta.Killers)},
		{without: "all but history", change: but(statistics &^ alphabeta.History)},
		{without: "all but counter-moves", change: but(statistics &^ alphabeta.CounterMoves)},
		{without: "all but refutations", change: but(statistics &^ alphabeta.Refutations)},
		{without: "any order", change: func(o *alphabeta.Options[othello.Move]) {
			o.Table, o.Order = transposition.NewTable(0), alphabeta.Unordered
		}},
	}
	table := transposition.NewTable(1 << 24)
	if !e.json {
		fmt.Fprintf(out, "%-24s %14s %9s %9s %9s %9s\n", "without", "nodes", "seconds", "nodes ×", "seconds ×", "first %")
	}
	progress := cli.NewProgress(len(ways)*len(positions), "searches")
	defer progress.Close()
	var all enhanced
	for i, way := range ways {
		found := enhanced{Without: way.without}
		cutoffs, first := 0, 0
		for j, position := range positions {
			table.Reset()
			position.SetEvaluation(evaluation)
			opt := alphabeta.Options[othello.Move]{
				Depth: e.depth,
				Win:   alphabeta.AnyDistance,

				Table: table, TableFrom: 2, OrderFrom: 2,
				Order: everything,
			}
			way.change(&opt)
			find := alphabeta.Search[ply.AdversarialGame[othello.Move]]
			if way.plain {
				find = alphabeta.AlphaBeta[ply.AdversarialGame[othello.Move]]
			}
			result, err := find(ctx, position, ply.Limits{}, opt)
			if err != nil {
				return err
			}
			if result.Status != ply.Complete {
				return result.Status.Err()
			}
			found.Nodes += result.Nodes
			found.Seconds += result.Elapsed.Seconds()
			cutoffs += result.Cutoffs
			first += result.FirstMove
			progress.Set(i*len(positions) + j + 1)
		}
		found.First = float64(first) / float64(max(1, cutoffs))
		if i == 0 {
			all = found
		}
		if e.json {
			err = cli.WriteJSON(out, found)
		} else {
			_, err = fmt.Fprintf(out, "%-24s %14d %9.2f %9.2f %9.2f %9.1f\n", found.Without, found.Nodes, found.Seconds,
				float64(found.Nodes)/float64(all.Nodes), found.Seconds/all.Seconds, 100*found.First)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
