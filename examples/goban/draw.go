package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	svg "github.com/ajstarks/svgo"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
)

type drawing struct {
	input
	output  string
	numbers bool
}

func drawCommand(std cli.Streams) *cli.Command {
	var d drawing
	flags := flag.NewFlagSet("goban draw", flag.ContinueOnError)
	d.flags(flags)
	flags.StringVar(&d.output, "o", "", "write a picture in SVG to this `file`, or to standard output if it is -; otherwise the position is written as text")
	flags.BoolVar(&d.numbers, "numbers", false, "write their numbers on the stones of a game")
	return cli.Subcommand(flags, "-game FILE.sgf | -position FILE [-to-move N] [-o FILE.svg] [flags]",
		"Draw a position, or a game up to a move, as text or as a picture in SVG.", "A picture has the last move marked, and the labels and marks of the game.",
		func(context.Context) error { return d.run(std) })
}

func (d *drawing) run(std cli.Streams) error {
	s, err := d.read(std.In)
	if err != nil {
		return err
	}
	if d.output == "" {
		_, err := fmt.Fprint(std.Out, s.board)
		return err
	}
	labels := s.labels(d.numbers)
	return cli.WriteFile(d.output, std.Out, func(out io.Writer) error { return draw(out, s.board, labels) })
}

func (s *situation) labels(numbers bool) map[goban.Point]string {
	labels := make(map[goban.Point]string)
	for i, m := range s.moves {
		// A number stands on the stone that is there last.
		if m.Point != goban.Pass && s.board.At(m.Point) == m.Color && (numbers || i == len(s.moves)-1) {
			labels[m.Point] = "●"
			if numbers {
				labels[m.Point] = fmt.Sprint(i + 1)
			}
		}
	}
	if s.node == nil {
		return labels
	}
	for _, mark := range [][2]string{{"MA", "×"}, {"TR", "△"}, {"SQ", "□"}, {"CR", "○"}} {
		for _, text := range s.node.Values(mark[0]) {
			if p, err := s.board.ParseSGF(text); err == nil {
				labels[p] = mark[1]
			}
		}
	}
	for _, text := range s.node.Values("LB") {
		at, label, ok := strings.Cut(text, ":")
		if p, err := s.board.ParseSGF(at); ok && err == nil {
			labels[p] = string([]rune(label)[:min(3, len([]rune(label)))])
		}
	}
	return labels
}

const square = 28

// draw draws a board as SVG. Labels stand on points, in a colour that can be read there.
func draw(out io.Writer, d *goban.Board, labels map[goban.Point]string) error {
	var picture bytes.Buffer // svgo has no errors
	canvas := svg.New(&picture)
	size := d.Size()
	at := func(p goban.Point) (x, y int) {
		x, y = d.XY(p)
		return (x + 1) * square, (size - y) * square
	}
	// group draws points in a style.
	group := func(style string, draw func(p goban.Point, x, y int)) {
		canvas.Gstyle(style)
		for _, p := range d.Points() {
			x, y := at(p)
			draw(p, x, y)
		}
		canvas.Gend()
	}
	whole, end := (size+1)*square, size*square
	canvas.Start(whole, whole)
	canvas.Title(fmt.Sprintf("Go, %v to move", d.ToMove()))
	canvas.Rect(0, 0, whole, whole, "fill:#f0d9a8")
	canvas.Gstyle("stroke:#443; stroke-width:1")
	for i := 1; i <= size; i++ {
		canvas.Line(square, i*square, end, i*square)
		canvas.Line(i*square, square, i*square, end)
	}
	canvas.Gend()
	group("fill:#443", func(p goban.Point, x, y int) {
		if star(d, p) {
			canvas.Circle(x, y, square/9)
		}
	})
	canvas.Gstyle(fmt.Sprintf("font-family:sans-serif; font-size:%dpx; text-anchor:middle; fill:#443", square*2/5))
	for i := range size {
		column := d.Name(d.Point(i, 0))[:1]
		canvas.Text((i+1)*square, square/2-square/8, column)
		canvas.Text((i+1)*square, whole-square/8, column)
		canvas.Text(square/4, (size-i)*square+square/7, fmt.Sprint(i+1))
		canvas.Text(whole-square/4, (size-i)*square+square/7, fmt.Sprint(i+1))
	}
	canvas.Gend()
	group("stroke:black; stroke-width:1", func(p goban.Point, x, y int) {
		if c := d.At(p); c != goban.Empty {
			canvas.Circle(x, y, square*9/20, "fill:"+c.String())
		}
	})
	group(fmt.Sprintf("font-family:sans-serif; font-size:%dpx; text-anchor:middle", square/2), func(p goban.Point, x, y int) {
		label, color := labels[p], "black"
		if p == d.Ko() {
			label = cmp.Or(label, "□")
		}
		if label == "" {
			return
		}
		switch d.At(p) {
		case goban.Black:
			color = "white"
		case goban.Empty: // so that no line runs through it
			canvas.Circle(x, y, square/3, "fill:#f0d9a8")
		}
		canvas.Text(x, y+square/6, label, "fill:"+color)
	})
	canvas.End()
	_, err := out.Write(picture.Bytes())
	return err
}

// star reports whether a point is marked by a dot.
func star(b *goban.Board, p goban.Point) bool {
	size, edge, middle := b.Size(), 3, -1
	if size < 12 {
		edge = 2
	}
	if size%2 == 1 {
		middle = size / 2
	}
	x, y := b.XY(p)
	on := func(i int) bool { return i == middle || min(i, size-1-i) == edge }
	return size >= 7 && on(x) && on(y) && (size >= 15 || (x == middle) == (y == middle))
}
