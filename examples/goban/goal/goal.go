// Package goal has local goals of Go for searches by threats: capturing a string, and connecting a string to another
// string or to a point.
//
// A goal is a [threat.Game] on a board, which goals can share. Saving a string is the defence against its capture, and
// cutting the defence against a connection: search with the defender to move, and the moves of the result save or cut.
//
// The rules must have neither superko nor suicide. A trace is a set of points and cannot express how legal moves depend
// on earlier positions, or that the defender takes its own stones.
package goal

import (
	"errors"
	"fmt"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/transposition"
)

// Point is a point of the board, and a move on it.
type Point = goban.Point

// common has the fields and methods of all goals.
type common struct {
	*goban.Board
	attacker goban.Color
	salt     uint64 // distinguishes the hashes of different goals
	ladder   reader
	listed   marks // points listed by list
	scratch  []Point
	strings  []Point
	closed   []Point
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

// Pass gives the turn to the other colour, which lifts a ko.
func (c *common) Pass() bool { c.Board.Play(goban.Pass); return true }

// Unpass takes back a pass.
func (c *common) Unpass() { c.Board.Undo() }

// Hash returns a hash of the position and of the goal, so goals can share a table.
func (c *common) Hash() uint64 { return c.Board.Hash() ^ c.salt }

// Cells returns the number of cells: the points of the board with its border, the ko and the colour to move.
func (c *common) Cells() int { return int(c.Points()[len(c.Points())-1]) + 3 }

// Cell returns the colour of a point, the ko or the colour to move.
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

// TraceMove adds the conditions of a move of the attacker: its point is empty, the strings that it captures are there
// and are held by those around them, and it is no suicide.
func (c *common) TraceMove(p Point, changes int, trace *dependency.Trace) {
	trace.Add(int32(p))
	// Lower bounds on the liberties of the stone, by neighbouring points and by strings, which can coincide.
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

// traceCapture adds the stones of a captured string and those around it.
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

// Replies adds to a trace what keeps the defender from changing its points except by moves on them, and appends the
// legal moves on them.
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

// keepClosed adds the reasons why the defender cannot play a point: the ko, or surrounding stones of the attacker and
// strings of the defender without other liberties, which a capture would give them.
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

// closeTrace adds the liberties of the attacker's stones in the trace that the defender can capture with one move more
// than changes.
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

// marks are a set of points that can be emptied in constant time.
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

// add reports whether a point is new to the set.
func (m *marks) add(p Point) bool {
	if m.epochs[p] == m.epoch {
		return false
	}
	m.epochs[p] = m.epoch
	return true
}

func (m *marks) has(p Point) bool { return m.epochs[p] == m.epoch }

// list appends a legal point that is not yet listed.
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

// listRescues appends the liberties of the opponent's strings that touch a string and have at most most liberties.
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

// stone returns an error if there is no stone on a point, or if the rules of the board do not permit traces.
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
