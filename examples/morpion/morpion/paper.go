package morpion

import (
	"errors"
	"fmt"
	"image"
	"math/bits"
	"strconv"
	"strings"
)

// A place is a column and a row of infinite paper, counted as on the grid but without wrapping around.
type place = image.Point

// parsePlace parses a column and a row, as in "(28,28)".
func parsePlace(text string) (place, error) {
	inner, opened := strings.CutPrefix(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	column, row, _ := strings.Cut(inner, ",")
	x, errX := strconv.ParseInt(column, 10, 16)
	y, errY := strconv.ParseInt(row, 10, 16)
	if !opened || !closed || errX != nil || errY != nil {
		return place{}, fmt.Errorf("point %.20q: want a column and a row, as in (28,28)", text)
	}
	return image.Pt(int(x), int(y)), nil
}

// box returns the smallest rectangle with all points that are there.
func (g *Game) box() image.Rectangle {
	// All rows and columns of the box have points, and the next ones have none.
	span := func(straights []uint64) (first, last int) {
		first, last = reference, reference
		for straights[(first-1)&gridMask] != 0 {
			first--
		}
		for straights[(last+1)&gridMask] != 0 {
			last++
		}
		return first, last + 1
	}
	top, bottom := span(g.points[:gridSize])
	left, right := span(g.points[gridSize : 2*gridSize])
	return image.Rect(left, top, right, bottom)
}

// placeOf returns the place of a point that is there or next to one.
func (g *Game) placeOf(p point) place {
	corner := g.box().Inset(-1).Min
	return image.Pt(corner.X+(p.x()-corner.X)&gridMask, corner.Y+(p.y()-corner.Y)&gridMask)
}

// has reports whether there is a point at a place.
func (g *Game) has(at place) bool { return at.In(g.box()) && g.Cell(int(pointAt(at.X, at.Y))) == 1 }

// moveAt returns the move with a new point that has index i in the line.
func moveAt(at place, d direction, i int) Move {
	p := pointAt(at.X, at.Y)
	s, position := straightOf(d, p)
	return moveOn(s, position-i, p)
}

// check returns an error if m, with its new point at a place, is illegal.
func (g *Game) check(m Move, at place) error {
	d := m.straight().direction()
	s, _ := straightOf(d, m.point())
	number := m.number()
	if s != m.straight() || number >= g.rule.variant.points() || m != moveAt(at, d, number) {
		return errors.New("it is no move of this variant")
	}
	if g.has(at) {
		return errors.New("its point is there already")
	}
	for i := range g.rule.variant.points() {
		if i != number && !g.has(at.Add(steps[d].Mul(i-number))) {
			return fmt.Errorf("point number %d of its line is not there", i+1)
		}
	}
	if g.marks[s]&bits.RotateLeft64(g.rule.pattern, m.line().start()) != 0 {
		if g.rule.variant.touching() {
			return errors.New("its line has a segment of a line drawn before")
		}
		return errors.New("its line has a point of a line drawn before in the same direction")
	}
	return nil
}
