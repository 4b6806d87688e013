package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"io"

	svg "github.com/ajstarks/svgo"
	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
)

// A picture holds the flags of draw.
type picture struct {
	record recordFile
	output string
}

func drawCommand(std cli.Streams) *ffcli.Command {
	var p picture
	flags := flag.NewFlagSet("morpion draw", flag.ContinueOnError)
	p.record.flags(flags)
	flags.StringVar(&p.output, "o", "", "write the picture to this `file`, or to standard output if it is -")
	return &ffcli.Command{
		Name:       "draw",
		ShortUsage: "morpion draw -record FILE -o FILE.svg [flags]",
		ShortHelp:  "Draw a game as a picture in SVG.",
		LongHelp:   "The points of the start are filled, those added bear the numbers of their moves.",
		FlagSet:    flags,
		Exec:       func(context.Context, []string) error { return p.run(std) },
	}
}

func (p *picture) run(std cli.Streams) error {
	if p.output == "" {
		return cli.Usagef("-o: want a file")
	}
	variant, moves, err := p.record.read(std.In)
	if err != nil {
		return err
	}
	if p.output == "-" {
		return drawGame(std.Out, variant, moves)
	}
	return atomicfile.Write(p.output, func(w io.Writer) error { return drawGame(w, variant, moves) })
}

// square is the distance between neighbouring points in a picture.
const square = 24

// drawGame draws where a game ends, and how it came there.
func drawGame(out io.Writer, variant morpion.Variant, moves []morpion.Move) error {
	cross, strokes := morpion.Cross(variant), morpion.Strokes(variant, moves)
	var frame image.Rectangle
	for _, p := range cross {
		frame = frame.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
	}
	for _, s := range strokes {
		frame = frame.Union(image.Rectangle{s.New, s.New.Add(image.Pt(1, 1))})
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
	canvas.Gstyle("fill:black")
	for _, p := range cross {
		x, y := at(p)
		canvas.Circle(x, y, square/6)
	}
	canvas.Gend()
	canvas.Gstyle("stroke:black; stroke-width:1; fill:white")
	for _, s := range strokes {
		x, y := at(s.New)
		canvas.Circle(x, y, square*2/5)
	}
	canvas.Gend()
	canvas.Gstyle(fmt.Sprintf("font-family:sans-serif; font-size:%dpx; text-anchor:middle", square/3))
	for i, s := range strokes {
		x, y := at(s.New)
		canvas.Text(x, y+square/8, fmt.Sprint(i+1))
	}
	canvas.Gend()
	canvas.End()
	_, err := out.Write(picture.Bytes())
	return err
}
