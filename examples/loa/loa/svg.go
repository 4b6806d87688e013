package loa

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"

	svg "github.com/ajstarks/svgo"
)

// Lengths in a picture, in pixels, and the number of boards in a row.
const (
	cell   = 40
	margin = 24 // of a board, for the names of files and ranks
	title  = 24 // above a board
	across = 4
)

// WriteSVG draws the position as a picture in SVG, with the last move marked. It returns errors of w.
func (g *Game) WriteSVG(w io.Writer) error {
	return drawBoards(w, 1, g.size, func(int) (*Game, string) {
		side := SideName(g.ToMove()) + " to move"
		if end := g.Ending(); end != "" {
			side = end
		}
		return g, side
	})
}

// WriteGameSVG draws the position of g and the positions after each of moves, which must be legal, as a picture in SVG. It returns
// errors of w.
func (g *Game) WriteGameSVG(w io.Writer, moves []Move) error {
	now := g.Clone()
	return drawBoards(w, len(moves)+1, g.size, func(i int) (*Game, string) {
		if i == 0 {
			return now, "start"
		}
		caption := fmt.Sprintf("%d. %s %v", i, SideName(now.ToMove()), moves[i-1])
		if now.Play(moves[i-1]); now.Result() != "" {
			caption += " " + now.Result()
		}
		return now, caption
	})
}

func drawBoards(w io.Writer, n, size int, board func(i int) (*Game, string)) error {
	var out bytes.Buffer // a canvas has no errors
	canvas := svg.New(&out)
	width, height := size*cell+2*margin, size*cell+2*margin+title
	canvas.Start(min(n, across)*width, (n+across-1)/across*height)
	canvas.Rect(0, 0, min(n, across)*width, (n+across-1)/across*height, "fill:white")
	for i := range n {
		g, caption := board(i)
		canvas.Translate(i%across*width, i/across*height)
		g.drawBoard(canvas, caption)
		canvas.Gend()
	}
	canvas.End()
	_, err := out.WriteTo(w)
	return err
}

func (g *Game) drawBoard(canvas *svg.SVG, caption string) {
	const text = "font-family:sans-serif;font-size:14px;text-anchor:middle;fill:black"
	top := margin + title
	centre := func(s int) (x, y int) {
		return margin + s%stride*cell + cell/2, top + (g.size-1-s/stride)*cell + cell/2
	}
	canvas.Text(margin+g.size*cell/2, title, caption, text)
	for i := range g.size {
		x, y := centre(square(i, i))
		canvas.Text(x, top+g.size*cell+17, string(rune('a'+i)), text)
		canvas.Text(margin/2, y+5, fmt.Sprint(i+1), text)
	}
	for s := range squares {
		if g.board&bit(s) == 0 {
			continue
		}
		x, y := centre(s)
		fill := []string{"#d9b98a", "#f0dfbf"}[(s%stride+s/stride)%2]
		canvas.Rect(x-cell/2, y-cell/2, cell, cell, "fill:"+fill)
		switch {
		case g.now.men[Black]&bit(s) != 0:
			canvas.Circle(x, y, cell*2/5, "fill:#222;stroke:black")
		case g.now.men[White]&bit(s) != 0:
			canvas.Circle(x, y, cell*2/5, "fill:white;stroke:black")
		}
	}
	if m, ok := g.last(); ok {
		x1, y1 := centre(m.from())
		x2, y2 := centre(m.to())
		canvas.Line(x1, y1, x2, y2, "stroke:#c00;stroke-width:3;stroke-linecap:round")
		canvas.Circle(x2, y2, 5, "fill:#c00")
	}
}

// last returns the last move if it was not a pass.
func (g *Game) last() (Move, bool) {
	if len(g.history) == 0 {
		return 0, false
	}
	us := g.toMove ^ 1
	before, after := g.history[len(g.history)-1].men[us], g.now.men[us]
	if before == after {
		return 0, false
	}
	return newMove(bits.TrailingZeros64(before&^after), bits.TrailingZeros64(after&^before)), true
}
