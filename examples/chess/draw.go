package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	svg "github.com/ajstarks/svgo"

	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/internal/cli"
)

func drawCommand(std cli.Streams) *cli.Command {
	var fen, moves, output string
	flags := flag.NewFlagSet("chess draw", flag.ContinueOnError)
	flags.StringVar(&fen, "fen", chess.Start, "`position` in Forsyth-Edwards notation")
	flags.StringVar(&moves, "moves", "", "`moves` played from there, with spaces between them")
	flags.StringVar(&output, "o", "", "write a picture in SVG to this `file`, or to standard output if it is -; otherwise the position is written as text")
	return cli.Subcommand(flags, "[flags]", "Draw a position, as text or as a picture in SVG.", "", func(context.Context) error {
		g, err := parse(fen)
		if err != nil {
			return cli.Usagef("-fen: %w", err)
		}
		for _, text := range strings.Fields(moves) {
			m, err := g.ParseMove(text)
			if err != nil {
				return cli.Usagef("-moves: %w", err)
			}
			g.Play(m)
		}
		if output != "" {
			return cli.WriteFile(output, std.Out, func(w io.Writer) error { return writeSVG(w, g) })
		}
		_, err = fmt.Fprintf(std.Out, "%v%s\n", g, g.FEN())
		return err
	})
}

// writeSVG draws a position as a picture in SVG.
func writeSVG(w io.Writer, g *chess.Game) error {
	const (
		size, cell, margin = 8, 44, 24
		side               = size*cell + 2*margin
		font               = "font-family:sans-serif;font-size:14px;text-anchor:middle;fill:black"
		piece              = "font-family:'DejaVu Sans',sans-serif;font-size:36px;text-anchor:middle;stroke:black;stroke-width:0.6;fill:"
	)
	var out bytes.Buffer // a canvas has no errors
	canvas := svg.New(&out)
	canvas.Start(side, side+margin)
	canvas.Rect(0, 0, side, side+margin, "fill:white")
	for square := range size * size {
		file, rank := square%size, square/size
		x, y := margin+file*cell, margin+(size-1-rank)*cell
		canvas.Rect(x, y, cell, cell, "fill:"+[]string{"#c9a97a", "#f0dfbf"}[(file+rank)%2])
		if letter := g.LetterOn(square); letter != '.' {
			black := strings.ToLower(string(letter))[0]
			canvas.Text(x+cell/2, y+cell-9, board.Glyphs[black], piece+map[bool]string{true: "black", false: "white"}[letter == black])
		}
	}
	for i := range size {
		canvas.Text(margin+i*cell+cell/2, side-margin+17, string(rune('a'+i)), font)
		canvas.Text(margin/2, margin+(size-1-i)*cell+cell/2+5, fmt.Sprint(i+1), font)
	}
	caption := sides[g.ToMove()] + " to move"
	if ending := g.Ending(); ending != "" {
		caption = ending
	}
	canvas.Text(side/2, side+8, caption, font)
	canvas.End()
	_, err := out.WriteTo(w)
	return err
}
