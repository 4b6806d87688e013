package goban

import (
	"fmt"
	"maps"
)

// Area returns the areas of both colours: their stones, and the empty points from which only stones of one colour can
// be reached along empty points (Tromp and Taylor). Dead stones must be taken off first.
func (b *Board) Area() (black, white int) {
	b.newEpoch()
	var region [MaxSize * MaxSize]Point
	for _, p := range b.points {
		switch b.cell[p].color {
		case Black:
			black++
		case White:
			white++
		case Empty:
			if b.mark[p] == b.epoch {
				continue
			}
			b.mark[p] = b.epoch
			region[0] = p
			n := 1
			var reached [4]bool
			for i := 0; i < n; i++ {
				for _, step := range b.steps {
					q := region[i] + step
					c := b.cell[q].color
					reached[c] = true
					if c == Empty && b.mark[q] != b.epoch {
						b.mark[q] = b.epoch
						region[n] = q
						n++
					}
				}
			}
			switch {
			case reached[Black] && !reached[White]:
				black += n
			case reached[White] && !reached[Black]:
				white += n
			}
		}
	}
	return black, white
}

// ScoreWithout returns the score after the strings at these points, which are dead, have left the board. Points without
// a stone are an error.
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

// Score returns the area of Black less that of White and komi (area scoring, with all stones alive).
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
