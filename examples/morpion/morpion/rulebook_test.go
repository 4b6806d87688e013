package morpion

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// A rulebook is the game as its rules say it: points and lines on paper without end.
type rulebook struct {
	length int // points of a line
	shared int // points that two lines in one direction may share: 1 if they may touch
	points map[place]bool
	drawn  []paperLine
}

// A paperLine is a line by its points, from left to right or from above.
type paperLine struct {
	d      direction
	points []place
}

// A paperMove is a new point and the line drawn through it.
type paperMove struct {
	at    place
	d     direction
	first place
}

func newRulebook(v Variant) *rulebook {
	r := &rulebook{length: 5, points: make(map[place]bool)}
	if v == FourT || v == FourD {
		r.length = 4
	}
	if v == FiveT || v == FourT {
		r.shared = 1
	}
	// The cross is the union of two rectangles less what lies inside of it.
	side := r.length - 2
	inside := func(x, y int) bool {
		return x > 0 && x < 3*side && y > side && y < 2*side || x > side && x < 2*side && y > 0 && y < 3*side
	}
	onto := func(x, y int) bool {
		return y >= side && y <= 2*side || x >= side && x <= 2*side
	}
	for x := range 3*side + 1 {
		for y := range 3*side + 1 {
			if onto(x, y) && !inside(x, y) {
				r.points[image.Pt(reference-side+x, reference-side+y)] = true
			}
		}
	}
	return r
}

// moves lists the legal moves by trying every line near a point.
func (r *rulebook) moves() map[paperMove]bool {
	moves := make(map[paperMove]bool)
	for p := range r.points {
		for d := range directions {
			for back := -r.length; back <= r.length; back++ {
				first := p.Sub(steps[d].Mul(back))
				line := r.line(d, first)
				var missing []place
				for _, q := range line.points {
					if !r.points[q] {
						missing = append(missing, q)
					}
				}
				if len(missing) == 1 && !slices.ContainsFunc(r.drawn, func(other paperLine) bool { return r.overlap(line, other) }) {
					moves[paperMove{missing[0], d, first}] = true
				}
			}
		}
	}
	return moves
}

func (r *rulebook) line(d direction, first place) paperLine {
	line := paperLine{d: d}
	for i := range r.length {
		line.points = append(line.points, first.Add(steps[d].Mul(i)))
	}
	return line
}

func (r *rulebook) overlap(a, b paperLine) bool {
	if a.d != b.d {
		return false
	}
	common := 0
	for _, p := range a.points {
		if slices.Contains(b.points, p) {
			common++
		}
	}
	return common > r.shared
}

func (r *rulebook) play(m paperMove) {
	r.points[m.at] = true
	r.drawn = append(r.drawn, r.line(m.d, m.first))
}

// onPaper returns what a move is on paper.
func onPaper(g *Game, m Move) paperMove {
	at, d, number := g.placeOf(m.point()), m.straight().direction(), m.number()
	return paperMove{at, d, at.Sub(steps[d].Mul(number))}
}

// TestMoves plays random games beside the reference.
func TestMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for _, v := range Variants() {
		t.Run(v.String(), func(t *testing.T) {
			for range long.Or(8, 3) {
				g, r := New(v), newRulebook(v)
				listed := g.Moves(nil) // and then kept up to date by Advance
				for played := 0; ; played++ {
					moves := g.Moves(nil)
					want := r.moves()
					for _, m := range moves {
						if !want[onPaper(g, m)] {
							t.Fatalf("move %v, after %d, is illegal:\n%v", m, played, g)
						}
					}
					if len(moves) != len(want) {
						t.Fatalf("%d moves after %d, want %d:\n%v", len(moves), played, len(want), g)
					}
					slices.Sort(listed)
					if !slices.Equal(listed, moves) {
						t.Fatalf("Advance has %v, want %v", listed, moves)
					}
					if int(g.Score()) != played {
						t.Fatalf("score %v after %d moves", g.Score(), played)
					}
					if len(moves) == 0 {
						break
					}
					i := random.IntN(len(moves))
					r.play(onPaper(g, moves[i]))
					listed, _ = g.Advance(listed, i, 0, nil)
				}
			}
		})
	}
}
