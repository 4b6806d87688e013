package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/examples/internal/draw"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// mostDrawn is the greatest number of positions of a picture: more take hours and show nothing.
const mostDrawn = 1_000_000

// countedNodes bounds the search for the size of a graph that is too large.
const countedNodes = 3_000_000

type picture struct {
	deal         string
	variant      montana.Variant
	suits, ranks int
	seed         uint64
	out          string
	blocks       bool
	boards       bool
	maxNodes     int
	part         bool
}

func graphCommand(std cli.Streams) *cli.Command {
	var p picture
	flags := flag.NewFlagSet("montana graph", flag.ContinueOnError)
	flags.StringVar(&p.deal, "deal", "", "read the deal from this `file`, or from standard input if it is - (default: deal at random)")
	variantFlag(flags, &p.variant, montana.Base)
	cli.Number(flags, &p.suits, "suits", 4, 1, montana.MaxSuits, "`number` of suits of a random deal")
	cli.Number(flags, &p.ranks, "ranks", 4, 2, montana.MaxRanks, "`number` of ranks of a random deal, the ace included")
	cli.Seed(flags, &p.seed, "the random deal")
	flags.StringVar(&p.out, "o", "", "`file` to write, which ends in .dot, .json or .svg")
	flags.BoolVar(&p.blocks, "blocks", false, "draw the blocks that a block search makes")
	flags.BoolVar(&p.boards, "boards", false, "draw the board in each position")
	cli.Number(flags, &p.maxNodes, "max-nodes", 500, 1, mostDrawn, "draw no more than this number of `positions`")
	flags.BoolVar(&p.part, "part", false, "of a larger graph, draw the first positions up to -max-nodes")
	return cli.Subcommand(flags, "[-deal FILE] -o FILE [flags]", "Draw the positions that can be reached from a deal.",
		`A node is a position, an arc a move, with the card that it moves. The start has a bold outline,
positions from which the deal can be solved are green, and those solved dark green.

With -blocks each position is drawn in the first block that holds it. The root of a block has a blue
outline; positions from which a move leads to another block, on a face, have a red one, as has the move.

The size of a deal in a file is that of its rows. With -part dotted lines lead to what is left out.`,
		func(ctx context.Context) error { return p.draw(ctx, std.In) })
}

func (p *picture) draw(ctx context.Context, stdin io.Reader) error {
	if err := draw.Check(p.out); err != nil {
		return err
	}
	if p.blocks && p.variant != montana.Base {
		return cli.Usagef("-blocks: variant %v has cycles, which a block search cannot search", p.variant)
	}
	deal, err := p.load(stdin)
	if err != nil {
		return err
	}
	game, err := montana.New(deal, p.variant)
	if err != nil {
		return err
	}
	g, err := p.record(ctx, game)
	if err != nil {
		return err
	}
	g.MarkWinning()
	if p.blocks {
		g.MarkExits()
	}
	return draw.File(ctx, p.out, g, graph.DefaultStyle())
}

func (p *picture) load(stdin io.Reader) (montana.Deal, error) {
	if p.deal == "" {
		return montana.RandomDeal(p.suits, p.ranks, rand.New(rand.NewPCG(p.seed, 0)))
	}
	return cli.Read(p.deal, stdin, func(r io.Reader) (montana.Deal, error) { return montana.ReadDeal(cli.Limit(r, 1<<16)) })
}

func (p *picture) record(ctx context.Context, game *montana.Game) (*graph.Graph, error) {
	recorder := graph.NewRecorder(game)
	recorder.MaxNodes, recorder.Part = p.maxNodes, p.part
	recorder.MoveLabel = func(m montana.Move) string { return game.Card(m).String() }
	if p.boards {
		recorder.Label = game.String
	}
	nodes := countedNodes
	if p.part {
		nodes = p.maxNodes
	}
	explore := positions
	if p.blocks {
		explore = blocks
	}
	complete, err := explore(ctx, game, recorder, nodes)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	g, err := recorder.Graph()
	return g, draw.TooLarge(err, "positions", complete, fmt.Sprintf(" (-part draws the first %d)", p.maxNodes))
}

// positions records positions depth first, up to a number, and reports whether they are all.
func positions(ctx context.Context, game *montana.Game, recorder *graph.Recorder[montana.Move], most int) (bool, error) {
	space := search.Graph(game, nil)
	result, err := search.DepthFirst(ctx, space, ply.Limits{Nodes: most}, search.Options[montana.Move]{Visit: recorder.Visit})
	return result.Status == ply.Complete, err
}

// blocks records positions block by block, up to a number, and reports whether they are all.
func blocks(ctx context.Context, game *montana.Game, recorder *graph.Recorder[montana.Move], most int) (bool, error) {
	gaps, err := game.Sequential()
	if err != nil {
		return false, err
	}
	for b, err := range block.All(ctx, gaps, ply.Limits{}, block.Options[montana.Move]{}) {
		if err != nil {
			return false, err
		}
		first := true
		for range b.Positions() {
			if n, isNew := recorder.Position(); isNew && n >= 0 {
				node := recorder.Node(n)
				node.Group = fmt.Sprint("block ", b.ID)
				if first {
					node.Mark("root")
				}
			}
			first = false
		}
		if recorder.Len() > most {
			return false, nil
		}
	}
	return true, nil
}
