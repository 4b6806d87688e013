package morpion

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"github.com/ply-search/ply/internal/cli/textfile"
)

// directionSigns are the signs of the directions in a record.
const directionSigns = `-|\/`

// middle is the index of the middle point of a line of five.
const middle = 2

// ReadRecord reads the moves of a game in the notation of the Pentasol player.
//
// The first line is the reference point, as in "(28,28)": the column and the row of the inner corner of the cross at the upper
// left, which lies 3 columns and 3 rows from the corner of the cross's box, or 2 and 2 with lines of four points. Columns count to
// the right and rows down.
//
// Each further line is a move, as in "(28,29) | -2": the new point, the direction - | \ or / of the line, and the distance from the
// new point to the middle of the line, to the right or, in a column, down. For lines of four points, which Pentasol does not have,
// the middle is the third point from the left or from above.
//
// Empty lines and lines that begin with # are skipped. Every move is checked, and errors name the line and the fault.
func ReadRecord(r io.Reader, v Variant) ([]Move, error) {
	if v >= variants {
		return nil, fmt.Errorf("unknown %v", v)
	}
	var (
		moves  []Move
		g      = New(v)
		corner *place // the reference point of the record
	)
	err := textfile.Each(r, func(_ int, text string) error {
		if text == "" || text[0] == '#' {
			return nil
		}
		if corner == nil {
			at, err := parsePlace(text)
			corner = &at
			return err
		}
		at, d, offset, err := parseMove(text, v)
		if err != nil {
			return err
		}
		at = at.Sub(*corner).Add(image.Pt(reference, reference))
		m := moveAt(at, d, middle-offset)
		if err := g.check(m, at); err != nil {
			return fmt.Errorf("%.40q is illegal: %w", text, err)
		}
		g.Play(m)
		moves = append(moves, m)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if corner == nil {
		return nil, errors.New("an empty record: want the reference point, as in (28,28)")
	}
	return moves, nil
}

// parseMove parses a move: its new point, its direction, and the offset of its middle.
func parseMove(text string, v Variant) (at place, d direction, offset int, err error) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return at, d, 0, fmt.Errorf("move %.40q: want a point, a direction and an offset, as in (28,29) | -2", text)
	}
	if at, err = parsePlace(fields[0]); err != nil {
		return at, d, 0, err
	}
	sign := strings.Index(directionSigns, fields[1])
	if sign < 0 || len(fields[1]) != 1 {
		return at, d, 0, fmt.Errorf("direction %.20q: want one of - | \\ /", fields[1])
	}
	least, most := middle-(v.points()-1), middle
	offset, err = strconv.Atoi(fields[2])
	if err != nil || offset < least || offset > most {
		return at, d, 0, fmt.Errorf("offset %.20q: want a number from %d to %+d", fields[2], least, most)
	}
	return at, direction(sign), offset, nil
}

// WriteRecord writes the moves of a game as [ReadRecord] reads them, with reference point (28,28). If a move is not legal after the
// moves before, it returns an error and writes nothing.
func WriteRecord(w io.Writer, v Variant, moves []Move) error {
	if v >= variants {
		return fmt.Errorf("unknown %v", v)
	}
	g := New(v)
	var text bytes.Buffer
	fmt.Fprintln(&text, image.Pt(reference, reference))
	for i, m := range moves {
		at := g.placeOf(m.point())
		if err := g.check(m, at); err != nil {
			return fmt.Errorf("move %d, %v, is illegal: %w", i+1, m, err)
		}
		fmt.Fprintln(&text, notation(m, at))
		g.Play(m)
	}
	_, err := w.Write(text.Bytes())
	return err
}

// notation writes a move whose new point is at a place.
func notation(m Move, at place) string {
	text := fmt.Sprintf("%v %c %+d", at, directionSigns[m.straight().direction()], middle-m.number())
	return strings.Replace(text, "+0", "0", 1)
}

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
