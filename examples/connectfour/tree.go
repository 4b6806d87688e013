package main

import (
	"context"
	"flag"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/examples/internal/draw"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
)

func treeCommand(std cli.Streams) *cli.Command {
	var moves, out string
	var limits ply.Limits
	var depth, visits, nodes int
	flags := flag.NewFlagSet("connectfour tree", flag.ContinueOnError)
	movesFlag(flags, &moves)
	flags.StringVar(&out, "o", "", "`file` to write, which ends in .tree, .dot, .json or .svg")
	cli.Number(flags, &limits.Nodes, "sims", 100_000, 1, 1_000_000_000, "`number` of simulations")
	cli.Number(flags, &depth, "depth", 4, 0, connectfour.Cells, "draw this `number` of moves; 0: all")
	cli.Number(flags, &visits, "visits", 0, 0, 1_000_000_000, "draw moves with at least this `number` of simulations")
	cli.Number(flags, &nodes, "max-nodes", 100, 1, 100_000, "draw the most visited positions, no more than this `number`")
	return cli.Subcommand(flags, "-o FILE [flags]", "Grow a Monte Carlo search tree, and save or draw it.",
		"A .tree is the whole tree, as mcts.Tree.Save writes it; the site opens it. The other files have its upper part.",
		func(ctx context.Context) error {
			if filepath.Ext(out) != ".tree" {
				if err := draw.Check(out); err != nil {
					return err
				}
			}
			game, err := position(moves)
			if err != nil {
				return err
			}
			tree, err := mcts.New(game, mcts.Options[connectfour.Drop]{})
			if err != nil {
				return err
			}
			if _, err := tree.Search(ctx, limits); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if filepath.Ext(out) == ".tree" {
				return atomicfile.Write(out, tree.Save)
			}
			name := func(l []connectfour.Drop) string { return line(l[len(l)-1:]) }
			g, err := graph.FromTree(tree.All(visits), depth, nodes, name)
			if err != nil {
				return err
			}
			return draw.File(ctx, out, g, graph.DefaultStyle())
		})
}
