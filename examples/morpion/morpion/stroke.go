package morpion

import "image"

// A Stroke is what a move draws: its new point, and a line from one point to another, the new one among
// those on it. Columns and rows are those of [WriteRecord].
type Stroke struct{ New, From, To image.Point }

// Strokes returns what moves draw that are played from the start, each of which must be legal.
func Strokes(v Variant, moves []Move) []Stroke {
	g := New(v)
	strokes := make([]Stroke, len(moves))
	for i, m := range moves {
		at := g.placeOf(m.point())
		step := steps[m.straight().direction()]
		from := at.Sub(step.Mul(m.number()))
		strokes[i] = Stroke{at, from, from.Add(step.Mul(v.points() - 1))}
		g.Play(m)
	}
	return strokes
}

// Cross returns the points of the start.
func Cross(v Variant) []image.Point {
	var at []image.Point
	for _, p := range cross(v) {
		at = append(at, image.Pt(p.x(), p.y()))
	}
	return at
}
