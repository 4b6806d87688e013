package goal

import (
	"fmt"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/search/threat"
)

// Capture is the goal of capturing the string at a point. The attacker is the other colour.
type Capture struct {
	common
	target Point
	depth  []Point // points by their distance from the target
	around []Point // strings that surround it
}

// NewCapture returns the goal of capturing the string at target. It returns an error if there is no stone, or if the
// rules of the board have superko or suicide.
func NewCapture(b *goban.Board, target Point) (*Capture, error) {
	if err := stone(b, target); err != nil {
		return nil, fmt.Errorf("goal: capture: %w", err)
	}
	return &Capture{common: newCommon(b, b.At(target).Opponent(), "capture", target), target: target}, nil
}

// Standing tells whether the string is captured.
func (c *Capture) Standing(_ int, trace *dependency.Trace) threat.Standing {
	if c.At(c.target) == c.attacker.Opponent() {
		return threat.Open
	}
	trace.Add(int32(c.target))
	return threat.Won
}

// Attacks appends the moves that can begin a capture by order moves in a row. These are the liberties of the string if
// it has at most order, captures that could save it and rescues of the strings around it. If it has fewer than order
// liberties, points around it are added, as for a net.
func (c *Capture) Attacks(order int, dst []Point) []Point {
	spare := order - c.LibertyCount(c.target)
	if spare < 0 {
		return dst
	}
	c.listed.reset()
	dst = c.listLiberties(dst, c.target)
	if spare == 0 {
		return dst
	}
	c.around = c.AdjacentStrings(c.target, c.attacker, c.around[:0])
	for _, s := range c.around {
		if c.LibertyCount(s) <= 1 {
			dst = c.listLiberties(dst, s)
			dst = c.listRescues(dst, s, spare)
		}
	}
	return c.listAround(dst, spare+1)
}

// listAround appends the empty points within a distance of the target, along empty points.
func (c *Capture) listAround(dst []Point, distance int) []Point {
	from := c.Liberties(c.target, c.depth[:0])
	for range distance - 1 {
		end := len(from)
		for i := range end {
			for _, q := range c.Neighbors(from[i]) {
				if c.At(q) == goban.Empty && !c.listed.has(q) {
					dst = c.list(dst, q)
					from = append(from, q)
				}
			}
		}
	}
	c.depth = from
	return dst
}
