// Package goal has local goals of Go, to be searched by threats: to capture a string, and to connect a string to
// another one or to a point.
//
// A goal is a [threat.Game] on a board that it shares with others: what one of them plays, all see. The opposite goals
// need no types of their own. To save a string is to defend against its capture, to cut is to defend against a
// connection: search with the defender to move, and the moves of the result are those that save or cut.
//
// Boards must have the simple rules, without superko and suicide. Under superko, whether a move is legal depends on all
// positions before, and by suicide the defender takes away its own stones: a trace, a set of points, says nothing of
// either.
package goal

import (
	"errors"
	"fmt"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// Point is a point of the board, and a move on it.
type Point = goban.Point

// common is what all goals have in common.
type common struct {
	*goban.Board
	attacker goban.Color
	salt     uint64 // tells the hashes of this goal from those of others
	ladder   reader
	listed   marks   // points that a list has
	scratch  []Point // emptied by each method that uses it
	strings  []Point // likewise
	closed   []Point // likewise
}

func newCommon(b *goban.Board, attacker goban.Color, kind string, points ...Point) common {
	return common{
		Board:    b,
		attacker: attacker,
		salt:     transposition.Hash(fmt.Append(nil, kind, attacker, points)),
		ladder:   reader{board: b},
		listed:   newMarks(b),
	}
}

// Attacking reports whether the colour that wants to reach the goal is to move.
func (c *common) Attacking() bool { return c.ToMove() == c.attacker }

// Moves appends the legal moves, without passes.
func (c *common) Moves(dst []Point) []Point {
	for _, p := range c.Points() {
		if c.Legal(p) {
			dst = append(dst, p)
		}
	}
	return dst
}

// Undo takes back the last move.
func (c *common) Undo(Point) { c.Board.Undo() }

// Pass gives the turn to the other colour. That lifts a ko.
func (c *common) Pass() bool { c.Board.Play(goban.Pass); return true }

// Unpass takes back a pass.
func (c *common) Unpass() { c.Board.Undo() }

// Hash returns a hash of the position and of the goal, so that several goals can share a table.
func (c *common) Hash() uint64 { return c.Board.Hash() ^ c.salt }

// Cells returns the number of cells: the points of the board with its border, the ko, and the colour to move.
func (c *common) Cells() int { return int(c.Points()[len(c.Points())-1]) + 3 }

// Cell returns the colour of a point, or what the last cells hold.
func (c *common) Cell(i int) int32 {
	switch c.Cells() - i {
	case 1:
		return int32(c.ToMove())
	case 2:
		return int32(c.Ko())
	}
	return int32(c.At(Point(i)))
}

// addStones adds the stones of a string to a trace.
func (c *common) addStones(p Point, trace *dependency.Trace) {
	c.scratch = c.Stones(p, c.scratch[:0])
	addAll(c.scratch, trace)
}

// addLiberties adds the liberties of a string to a trace.
func (c *common) addLiberties(p Point, trace *dependency.Trace) {
	c.scratch = c.Liberties(p, c.scratch[:0])
	addAll(c.scratch, trace)
}

func addAll(points []Point, trace *dependency.Trace) {
	for _, p := range points {
		trace.Add(int32(p))
	}
}

// TraceMove adds what a move of the attacker depends on: that its point is empty, that the strings that it captures are
// there and are held by those around them, and that the move is not suicide.
func (c *common) TraceMove(p Point, changes int, trace *dependency.Trace) {
	trace.Add(int32(p))
	// Liberties that the stone is sure to have, at least: those beside it and those of a string that it joins can be
	// the same.
	breath, beside := 0, 0
	for _, q := range c.Neighbors(p) {
		switch c.At(q) {
		case goban.Empty:
			beside++
		case c.attacker:
			breath = max(breath, c.LibertyCount(q)-1)
		case c.attacker.Opponent():
			if c.LibertyCount(q) == 1 {
				c.traceCapture(q, trace)
				breath = max(breath, c.StoneCount(q))
			}
		}
	}
	if max(breath, beside) > changes {
		return
	}
	for _, q := range c.Neighbors(p) {
		switch c.At(q) {
		case goban.Empty:
			trace.Add(int32(q))
		case c.attacker:
			c.addStones(q, trace)
			c.addLiberties(q, trace)
		}
	}
}

// traceCapture adds the stones of a string that is captured, and those that surround it.
func (c *common) traceCapture(p Point, trace *dependency.Trace) {
	c.scratch = c.Stones(p, c.scratch[:0])
	for _, s := range c.scratch {
		trace.Add(int32(s))
		for _, q := range c.Neighbors(s) {
			if c.At(q) == c.attacker {
				trace.Add(int32(q))
			}
		}
	}
}

// Replies adds to a trace what keeps the defender from changing its points otherwise than by moves on them, and appends
// the defender's moves on them.
func (c *common) Replies(changes int, trace *dependency.Trace, dst []Point) []Point {
	c.closed = c.closed[:0]
	for cell := range trace.Cells() {
		if p := Point(cell); c.At(p) == goban.Empty && !c.Legal(p) {
			c.closed = append(c.closed, p)
		}
	}
	for _, p := range c.closed {
		c.keepClosed(p, changes, trace)
	}
	c.closeTrace(changes, trace)
	for cell := range trace.Cells() {
		if p := Point(cell); c.At(p) == goban.Empty && c.Legal(p) {
			dst = append(dst, p)
		}
	}
	return dst
}

// keepClosed adds what forbids the defender to play on a point: the ko, or that all around it is the attacker's, or the
// defender's without other liberties, which a capture would give it.
func (c *common) keepClosed(p Point, changes int, trace *dependency.Trace) {
	if p == c.Ko() {
		trace.Add(int32(c.Cells() - 2))
		return
	}
	for _, q := range c.Neighbors(p) {
		switch c.At(q) {
		case c.attacker:
			c.addStones(q, trace)
		case c.attacker.Opponent():
			c.strings = c.AdjacentStrings(q, c.attacker, c.strings[:0])
			for _, s := range c.strings {
				if c.LibertyCount(s) <= 1+changes {
					c.addStones(s, trace)
				}
			}
		}
	}
}

// closeTrace adds the liberties of stones of the attacker in the trace that the defender can capture by one move more
// than there are changes.
func (c *common) closeTrace(changes int, trace *dependency.Trace) {
	c.listed.reset()
	c.strings = c.strings[:0]
	for cell := range trace.Cells() {
		p := Point(cell)
		if c.At(p) == c.attacker && c.LibertyCount(p) <= 1+changes && c.listed.add(c.Head(p)) {
			c.strings = append(c.strings, p)
		}
	}
	for _, p := range c.strings {
		c.addLiberties(p, trace)
	}
}

// marks are a set of points that is emptied at once.
type marks struct {
	epochs []uint32
	epoch  uint32
}

func newMarks(b *goban.Board) marks {
	return marks{epochs: make([]uint32, int(b.Points()[len(b.Points())-1])+b.Size()+3)}
}

func (m *marks) reset() {
	if m.epoch++; m.epoch == 0 {
		clear(m.epochs)
		m.epoch = 1
	}
}

// add reports whether a point was not in the set yet.
func (m *marks) add(p Point) bool {
	if m.epochs[p] == m.epoch {
		return false
	}
	m.epochs[p] = m.epoch
	return true
}

func (m *marks) has(p Point) bool { return m.epochs[p] == m.epoch }

// list appends a point that the colour to move can play and that is not yet in the list.
func (c *common) list(dst []Point, p Point) []Point {
	if c.At(p) == goban.Empty && c.listed.add(p) && c.Legal(p) {
		dst = append(dst, p)
	}
	return dst
}

// listLiberties appends the liberties of a string.
func (c *common) listLiberties(dst []Point, p Point) []Point {
	c.scratch = c.Liberties(p, c.scratch[:0])
	for _, q := range c.scratch {
		dst = c.list(dst, q)
	}
	return dst
}

// listRescues appends moves that capture strings of the opponent, of at most most liberties, that touch a string.
func (c *common) listRescues(dst []Point, p Point, most int) []Point {
	c.strings = c.AdjacentStrings(p, c.At(p).Opponent(), c.strings[:0])
	for _, s := range c.strings {
		if c.LibertyCount(s) <= most {
			dst = c.listLiberties(dst, s)
		}
	}
	return dst
}

var errRules = errors.New("traces do not tell what superko or suicide change: want a board whose rules have neither")

// stone returns an error if there is no stone on a point, or if the rules of the board are such that no goal can be
// searched.
func stone(b *goban.Board, p Point) error {
	if rules := b.Rules(); rules.Superko || rules.Suicide {
		return errRules
	}
	switch b.At(p) {
	case goban.Black, goban.White:
		return nil
	case goban.Border:
		return fmt.Errorf("%s is not on the board", b.Name(p))
	}
	return fmt.Errorf("there is no stone on %s", b.Name(p))
}

var (
	_ threat.Game[Point]   = (*Capture)(nil)
	_ threat.Tracer[Point] = (*Capture)(nil)
	_ threat.Game[Point]   = (*Connect)(nil)
	_ threat.Tracer[Point] = (*Connect)(nil)
)
