package goban

import (
	"fmt"
	"maps"
)

// Area returns the area of both colours: their stones, and the empty points from which only their stones can be reached
// along empty points (Tromp and Taylor). Dead stones must be taken off first.
func (b *Board) Area() (black, white int) {
	areas := b.areas(func(p Point) Color { return b.cell[p].color })
	return areas[Black], areas[White]
}

// areas returns the area of each colour on a board.
func (g *geometry) areas(color func(p Point) Color) (areas [4]int) {
	var region [MaxSize * MaxSize]Point
	var visited [room]bool
	for _, p := range g.points {
		if c := color(p); c != Empty {
			areas[c]++
			continue
		}
		if visited[p] {
			continue
		}
		visited[p] = true
		region[0] = p
		n, reached := 1, [4]bool{}
		for i := 0; i < n; i++ {
			for _, step := range g.steps {
				q := region[i] + step
				c := color(q)
				reached[c] = true
				if c == Empty && !visited[q] {
					visited[q] = true
					region[n] = q
					n++
				}
			}
		}
		if reached[Black] && !reached[White] {
			areas[Black] += n
		} else if reached[White] && !reached[Black] {
			areas[White] += n
		}
	}
	return areas
}

// ScoreWithout returns the score without the dead strings at these points. A point without a stone is an error.
func (b *Board) ScoreWithout(dead ...Point) (float64, error) {
	gone := make(map[Point]bool)
	for _, p := range dead {
		if b.Head(p) == NoPoint {
			return 0, fmt.Errorf("%s: no stone to take off", b.Name(p))
		}
		gone[b.Head(p)] = true
	}
	stones := b.stones()
	maps.DeleteFunc(stones, func(p Point, _ Color) bool { return gone[b.Head(p)] })
	left := replay{Board: b}
	if err := left.become(stones); err != nil {
		return 0, err
	}
	return left.Score(), nil
}

// Score returns the area of Black less the area of White and komi, with all stones alive.
func (b *Board) Score() float64 {
	black, white := b.Area()
	return float64(black-white) - b.rules.Komi
}

// Result writes a score for Black as SGF and the Go Text Protocol do: B+3.5, W+3.5 or 0.
func Result(score float64) string {
	switch {
	case score > 0:
		return fmt.Sprintf("B+%g", score)
	case score < 0:
		return fmt.Sprintf("W+%g", -score)
	}
	return "0"
}
