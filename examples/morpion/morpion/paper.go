package morpion

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A place is a column and a row of paper without end, which the grid stands for: columns count on from
// those of the cross, below 0 on the left and beyond 63 on the right, and so do rows.
type place struct{ x, y int }

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
	return place{int(x), int(y)}, nil
}

// A box is the smallest rectangle with all points that are there.
type box struct{ left, right, top, bottom int }

func (g *Game) box() box {
	// All rows and columns of the box have points, and the one beyond has none.
	span := func(straights []uint64) (first, last int) {
		first, last = reference, reference
		for straights[(first-1)&gridMask] != 0 {
			first--
		}
		for straights[(last+1)&gridMask] != 0 {
			last++
		}
		return first, last
	}
	var b box
	b.top, b.bottom = span(g.points[:gridSize])
	b.left, b.right = span(g.points[gridSize : 2*gridSize])
	return b
}

// placeOf returns the place of a point that is there or next to one.
func (g *Game) placeOf(p point) place {
	b := g.box()
	left, top := b.left-1, b.top-1
	return place{left + (p.x()-left)&gridMask, top + (p.y()-top)&gridMask}
}

// has reports whether there is a point at a place.
func (g *Game) has(at place) bool {
	b := g.box()
	return b.left <= at.x && at.x <= b.right && b.top <= at.y && at.y <= b.bottom &&
		g.Cell(int(pointCell(pointAt(at.x, at.y)))) == 1
}

// moveAt returns the move with the new point at a place that is number i of a line, from 0 on.
func moveAt(at place, d direction, i int) Move {
	p := pointAt(at.x, at.y)
	s, position := straightOf(d, p)
	return moveOn(s, position-i, p)
}

// check returns an error if m, with its new point at that place, is illegal.
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
		other := place{at.x + (i-number)*steps[d].x, at.y + (i-number)*steps[d].y}
		if i != number && !g.has(other) {
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
