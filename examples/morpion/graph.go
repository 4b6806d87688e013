package main

import (
	"context"
	"flag"
	"io"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/internal/draw"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// depthFirst is the name of depth-first search, which graph draws besides [dependencyBased].
const depthFirst = "dfs"

// countedNodes is the greatest number of nodes of a search for graph.
const countedNodes = 1_000_000

type diagram struct {
	record    recordFile
	from      int
	algorithm string
	out       string
	maxNodes  int
}

func graphCommand(std cli.Streams) *cli.Command {
	var p diagram
	flags := flag.NewFlagSet("morpion graph", flag.ContinueOnError)
	p.record.flags(flags)
	fromFlag(flags, &p.from, 150)
	cli.Choice(flags, &p.algorithm, "algorithm", dependencyBased, []string{dependencyBased, depthFirst}, "`algorithm` to draw")
	flags.StringVar(&p.out, "o", "", "`file` to write, which ends in .dot or .svg")
	cli.Number(flags, &p.maxNodes, "max-nodes", 500, 1, countedNodes, "draw no more than this number of `nodes`")
	return cli.Subcommand(flags, "-record FILE -from K -o FILE [flags]", "Draw what a search does from a position of a game.",
		`With dbs, dependency-based search, a node is a move, and arcs lead to it from the moves that it needs.
With dfs, depth-first search, a node is a position, and an arc a move. The start has a bold outline.`,
		func(ctx context.Context) error { return p.draw(ctx, std.In) })
}

func (p *diagram) draw(ctx context.Context, stdin io.Reader) error {
	if err := draw.Check(p.out); err != nil {
		return err
	}
	_, _, game, err := p.record.position(p.from, stdin)
	if err != nil {
		return err
	}
	g, status, err := p.graph(ctx, game)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return draw.TooLarge(err, "nodes", status == ply.Complete, "")
	}
	return draw.File(ctx, p.out, g, graph.DefaultStyle())
}

// graph returns the graph of the search, and the status of the search.
func (p *diagram) graph(ctx context.Context, game *morpion.Game) (g *graph.Graph, status ply.Status, err error) {
	limits := ply.Limits{Nodes: countedNodes}
	if p.algorithm == dependencyBased {
		result, err := dependency.Search(ctx, game, limits, dependency.Options[morpion.Move]{})
		if err == nil {
			g, err = draw.Dependencies(result.Graph, morpion.Move.String, p.maxNodes)
		}
		return g, result.Status, err
	}
	recorder := graph.NewRecorder(game)
	recorder.MaxNodes = p.maxNodes
	recorder.MoveLabel = morpion.Move.String
	result, err := search.DepthFirst(ctx, search.Graph(game, nil), limits, search.Options[morpion.Move]{Visit: recorder.Visit})
	if err == nil {
		g, err = recorder.Graph()
	}
	return g, result.Status, err
}
