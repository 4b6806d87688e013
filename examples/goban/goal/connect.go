package goal

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/search/threat"
)

// Connect is the goal of connecting the string at a point to another string or to an empty point. The attacker is the
// colour of the string.
//
// The goal is reached if both are in one string that no ladder captures. It is lost if either is captured, or cannot be
// saved from a ladder (Helmstetter 2007, section 4.2.2).
type Connect struct {
	// Escape is the number of moves of a ladder, of both colours, after which a united string must have three liberties.
	// 0 means no limit. Every point along a ladder is a reply of the defender and must be refuted again in all earlier
	// positions. With 2, an atari and its answer, the search itself reads ladders, and some connections take a hundred
	// times fewer nodes. Escape must not change during a search, nor between searches with one table.
	Escape int

	common
	a, b Point
	from [2]distances // from a, and from b
}

// NewConnect returns the goal of connecting the string at a to b, a stone of the same colour or an empty point. If both
// are in one string already, the goal is to save that string. NewConnect returns an error if a has no stone, if b is
// outside the board or a stone of the other colour, or if the rules of the board have superko or suicide.
func NewConnect(board *goban.Board, a, b Point) (*Connect, error) {
	if err := stone(board, a); err != nil {
		return nil, fmt.Errorf("goal: connect: %w", err)
	}
	switch board.At(b) {
	case goban.Border:
		return nil, fmt.Errorf("goal: connect: %s is not on the board", board.Name(b))
	case board.At(a).Opponent():
		return nil, fmt.Errorf("goal: connect: %s is %v and %s is %v: want stones of one colour",
			board.Name(a), board.At(a), board.Name(b), board.At(b))
	}
	return &Connect{
		common: newCommon(board, board.At(a), "connect", min(a, b), max(a, b)),
		a:      a, b: b,
		from: [2]distances{newDistances(board), newDistances(board)},
	}, nil
}

// Standing tells whether the stones are connected.
func (c *Connect) Standing(changes int, trace *dependency.Trace) threat.Standing {
	if c.At(c.a) != c.attacker || c.At(c.b) == c.attacker.Opponent() {
		return threat.Lost
	}
	if c.At(c.b) == c.attacker && c.Head(c.a) == c.Head(c.b) {
		return c.united(changes, trace)
	}
	for _, p := range [2]Point{c.a, c.b} {
		// A failed ladder is part of the trace: wins from here depend on it.
		if c.LibertyCount(p) == 1 && c.ladder.captured(math.MaxInt32, p, false, trace) {
			return threat.Lost
		}
	}
	return c.apart(changes, trace)
}

// safeLiberties is the number of liberties that makes two strings safe together. The opponent takes one, the uniting
// move another, and no ladder captures a string with the remaining three.
const safeLiberties = 5

// apart reports whether two strings are virtually united: by two common liberties, or by one where the opponent cannot
// play.
func (c *Connect) apart(changes int, trace *dependency.Trace) threat.Standing {
	if c.At(c.b) != c.attacker || c.LibertyCount(c.a)+c.LibertyCount(c.b) < safeLiberties {
		return threat.Open
	}
	few, many := c.a, c.b
	if c.LibertyCount(few) > c.LibertyCount(many) {
		few, many = many, few
	}
	c.scratch = c.Liberties(few, c.scratch[:0])
	common := slices.DeleteFunc(c.scratch, func(p Point) bool { return !c.IsLiberty(many, p) })
	commons, closed := len(common), goban.NoPoint
	if i := slices.IndexFunc(common, func(p Point) bool { return p != c.Ko() && !c.LegalColor(c.attacker.Opponent(), p) }); i >= 0 {
		closed = common[i]
	}
	liberties := c.LibertyCount(few) + c.LibertyCount(many) - commons
	if liberties < safeLiberties {
		return threat.Open
	}
	switch {
	case commons >= 2:
		addAll(common[:2], trace)
	case closed != goban.NoPoint:
		trace.Add(int32(closed))
		c.keepClosed(closed, changes, trace)
		c.closeTrace(changes, trace)
		for _, q := range c.Neighbors(closed) {
			if c.At(q) != goban.Border {
				c.addStones(q, trace)
				if c.LibertyCount(q) <= 2+changes {
					c.addLiberties(q, trace)
				}
			}
		}
	default:
		return threat.Open
	}
	c.addStones(c.a, trace)
	c.addStones(c.b, trace)
	if liberties <= safeLiberties+changes {
		c.addLiberties(c.a, trace)
		c.addLiberties(c.b, trace)
	}
	return threat.Won
}

// united tells how the goal stands if both points are in one string.
func (c *Connect) united(changes int, trace *dependency.Trace) threat.Standing {
	liberties := c.LibertyCount(c.a)
	if liberties <= 2 {
		escape := cmp.Or(c.Escape, math.MaxInt32)
		if c.ladder.captured(escape, c.a, true, nil) || c.ladder.left < 0 {
			return threat.Open
		}
		c.ladder.captured(escape, c.a, true, trace)
	}
	c.addStones(c.a, trace)
	if liberties <= 2+changes {
		c.addLiberties(c.a, trace)
	}
	return threat.Won
}

// Attacks appends the moves that can begin a connection by order moves in a row: the points on paths between the two
// that lack at most order stones, and moves that save the two from capture. A path can lead through a string of the
// other colour, at the cost of its liberties.
func (c *Connect) Attacks(order int, dst []Point) []Point {
	c.listed.reset()
	if c.At(c.b) == c.attacker && c.Head(c.a) == c.Head(c.b) {
		dst = c.listLiberties(dst, c.a)
		return c.listRescues(dst, c.a, order)
	}
	near, far := &c.from[0], &c.from[1]
	lacking := order
	near.measure(c.Board, c.a, c.attacker, lacking)
	far.measure(c.Board, c.b, c.attacker, lacking)
	for total := 1; total <= lacking; total++ {
		for _, p := range near.reached {
			if !far.has(p) {
				continue
			}
			switch cost := near.to[p] + far.to[p] - c.cost(p); {
			case cost != total:
			case c.At(p) == goban.Empty:
				dst = c.list(dst, p)
			case c.At(p) == c.attacker.Opponent():
				dst = c.listLiberties(dst, p)
			}
		}
	}
	if order > 1 {
		for _, p := range [2]Point{c.a, c.b} {
			if n := c.LibertyCount(p); 0 < n && n <= 2 {
				dst = c.listLiberties(dst, p)
				dst = c.listRescues(dst, p, order-1)
			}
		}
	}
	return dst
}

// cost returns the number of stones that a path lacks at a point.
func (c *Connect) cost(p Point) int {
	switch c.At(p) {
	case goban.Empty:
		return 1
	case c.attacker:
		return 0
	}
	return c.LibertyCount(p) + 1
}

// distances are the numbers of stones that points near a string lack for a connection to it, including their own.
type distances struct {
	marks
	to      []int
	reached []Point // by distance
	layers  [][]Point
}

func newDistances(b *goban.Board) distances {
	m := newMarks(b)
	return distances{marks: m, to: make([]int, len(m.epochs))}
}

// measure computes the distances from a point up to most, for a colour.
func (d *distances) measure(b *goban.Board, from Point, own goban.Color, most int) {
	d.reset()
	d.reached = d.reached[:0]
	for len(d.layers) <= most {
		d.layers = append(d.layers, nil)
	}
	for i := range d.layers {
		d.layers[i] = d.layers[i][:0]
	}
	start := 0
	if b.At(from) != own {
		start = 1
	}
	if start > most {
		return
	}
	d.layers[start] = append(d.layers[start], from)
	for n := 0; n <= most; n++ {
		for i := 0; i < len(d.layers[n]); i++ {
			p := d.layers[n][i]
			if !d.add(p) {
				continue
			}
			d.to[p] = n
			d.reached = append(d.reached, p)
			for _, q := range b.Neighbors(p) {
				if b.At(q) == goban.Border || d.has(q) {
					continue
				}
				cost := 1
				switch b.At(q) {
				case own:
					cost = 0
				case own.Opponent():
					if b.At(p) != own.Opponent() {
						cost += b.LibertyCount(q)
					}
				}
				if n+cost <= most {
					d.layers[n+cost] = append(d.layers[n+cost], q)
				}
			}
		}
	}
}
