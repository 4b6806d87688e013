package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"io"

	svg "github.com/ajstarks/svgo"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/internal/draw"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

func drawCommand(std cli.Streams) *cli.Command {
	var record recordFile
	var output string
	flags := flag.NewFlagSet("morpion draw", flag.ContinueOnError)
	record.flags(flags)
	flags.StringVar(&output, "o", "", "write the picture to this `file`, or to standard output if it is -")
	return cli.Subcommand(flags, "-record FILE -o FILE.svg [flags]", "Draw a game as a picture in SVG.",
		"The points of the start are filled, those added bear the numbers of their moves.", func(context.Context) error {
			if output == "" {
				return cli.Usagef("-o: want a file")
			}
			variant, moves, err := record.read(std.In)
			if err != nil {
				return err
			}
			return cli.WriteFile(output, std.Out, func(w io.Writer) error { return drawGame(w, variant, moves) })
		})
}

// square is the distance between neighbouring points in a picture.
const square = 24

// drawGame draws the last position of a game, with the numbers of the moves.
func drawGame(out io.Writer, variant morpion.Variant, moves []morpion.Move) error {
	cross, strokes := morpion.Cross(variant), morpion.Strokes(variant, moves)
	points := cross
	for _, s := range strokes {
		points = append(points, s.New)
	}
	added := points[len(cross):]
	var frame image.Rectangle
	for _, p := range points {
		frame = frame.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
	}
	frame = frame.Inset(-1)
	at := func(p image.Point) (x, y int) {
		p = p.Sub(frame.Min).Mul(square)
		return p.X + square/2, p.Y + square/2
	}
	width, height := frame.Dx()*square, frame.Dy()*square

	var picture bytes.Buffer // svgo has no errors
	canvas := svg.New(&picture)
	canvas.Start(width, height)
	canvas.Title(fmt.Sprintf("Morpion solitaire %v, %s", variant, cli.Count(len(moves), "move")))
	canvas.Rect(0, 0, width, height, "fill:white")
	canvas.Gstyle("stroke:#dde; stroke-width:1")
	for x := square / 2; x < width; x += square {
		canvas.Line(x, 0, x, height)
	}
	for y := square / 2; y < height; y += square {
		canvas.Line(0, y, width, y)
	}
	canvas.Gend()
	canvas.Gstyle("stroke:black; stroke-width:1.5")
	for _, s := range strokes {
		x, y := at(s.From)
		toX, toY := at(s.To)
		canvas.Line(x, y, toX, toY)
	}
	canvas.Gend()
	dots := func(style string, points []image.Point, radius int) {
		canvas.Gstyle(style)
		for _, p := range points {
			x, y := at(p)
			canvas.Circle(x, y, radius)
		}
		canvas.Gend()
	}
	dots("fill:black", cross, square/6)
	dots("stroke:black; stroke-width:1; fill:white", added, square*2/5)
	canvas.Gstyle(fmt.Sprintf("font-family:sans-serif; font-size:%dpx; text-anchor:middle", square/3))
	for i, p := range added {
		x, y := at(p)
		canvas.Text(x, y+square/8, fmt.Sprint(i+1))
	}
	canvas.Gend()
	canvas.End()
	_, err := out.Write(picture.Bytes())
	return err
}

func replayCommand(std cli.Streams) *cli.Command {
	var record recordFile
	var json bool
	flags := flag.NewFlagSet("morpion replay", flag.ContinueOnError)
	record.flags(flags)
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "-record FILE [flags]", "Check every move of a game, and draw where it ends.",
		"The points of the start are drawn as o, those added as *.", func(context.Context) error {
			variant, moves, err := record.read(std.In)
			if err != nil {
				return err
			}
			game := morpion.New(variant)
			for _, m := range moves {
				game.Play(m)
			}
			next := len(game.Moves(nil))
			end := fmt.Sprintf("%d moves to choose from are left", next)
			switch next {
			case 0:
				end = "no move is left"
			case 1:
				end = "1 move is left"
			}
			return cli.Write(std.Out, json, replayed{variant.String(), len(moves), next},
				"%s\n%v: %s, %s\n", game.Drawing(), variant, cli.Count(len(moves), "move"), end)
		})
}

type replayed struct {
	Variant string `json:"variant"`
	Moves   int    `json:"moves"`
	Next    int    `json:"next"` // number of legal moves at the end
}

// depthFirst is the name of depth-first search, which graph draws besides [dependencyBased].
const depthFirst = "dfs"

// countedNodes is the greatest number of nodes of a search for graph.
const countedNodes = 1_000_000

func graphCommand(std cli.Streams) *cli.Command {
	var record recordFile
	var algorithm, output string
	var from, maxNodes int
	flags := flag.NewFlagSet("morpion graph", flag.ContinueOnError)
	record.flags(flags)
	fromFlag(flags, &from, 150)
	cli.Choice(flags, &algorithm, "algorithm", dependencyBased, []string{dependencyBased, depthFirst}, "`algorithm` to draw")
	flags.StringVar(&output, "o", "", "`file` to write, which ends in .dot, .json or .svg")
	cli.Number(flags, &maxNodes, "max-nodes", 500, 1, countedNodes, "draw no more than this number of `nodes`")
	return cli.Subcommand(flags, "-record FILE -from K -o FILE [flags]", "Draw what a search does from a position of a game.",
		`With dbs, dependency-based search, a node is a move, and arcs lead to it from the moves that it needs.
With dfs, depth-first search, a node is a position, and an arc a move. The start has a bold outline.`,
		func(ctx context.Context) error {
			if err := draw.Check(output); err != nil {
				return err
			}
			_, _, game, err := record.position(from, std.In)
			if err != nil {
				return err
			}
			g, status, err := searchGraph(ctx, game, algorithm, maxNodes)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				return draw.TooLarge(err, "nodes", status == ply.Complete, "")
			}
			return draw.File(ctx, output, g, graph.DefaultStyle())
		})
}

// searchGraph returns the graph of a search, and the status of the search.
func searchGraph(ctx context.Context, game *morpion.Game, algorithm string, maxNodes int) (g *graph.Graph, status ply.Status, err error) {
	limits := ply.Limits{Nodes: countedNodes}
	if algorithm == dependencyBased {
		result, err := dependency.Search(ctx, game, limits, dependency.Options[morpion.Move]{})
		if err == nil {
			g, err = draw.Dependencies(result.Graph, morpion.Move.String, maxNodes)
		}
		return g, result.Status, err
	}
	recorder := graph.NewRecorder(game)
	recorder.MaxNodes = maxNodes
	recorder.MoveLabel = morpion.Move.String
	result, err := search.DepthFirst(ctx, search.Graph(game, nil), limits, search.Options[morpion.Move]{Visit: recorder.Visit})
	if err == nil {
		g, err = recorder.Graph()
	}
	return g, result.Status, err
}
