package heuristic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// A statement states a game move by move.
type statement struct {
	start []int32
	moves []ply.Footprint
	names []string
	goal  []ply.Condition
}

// A change gives a cell a new value in place of an old one. It is a condition if they are equal.
type change struct{ cell, from, to int32 }

// add adds a move.
func (s *statement) add(name string, changes ...change) {
	var f ply.Footprint
	for _, c := range changes {
		f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c.cell, Value: c.from})
		if c.to != c.from {
			f.Modifications = append(f.Modifications, ply.Condition{Cell: c.cell, Value: c.to})
		}
	}
	s.moves, s.names = append(s.moves, f), append(s.names, name)
}

func (s *statement) game(t testing.TB) *dependency.Game[int] {
	rules, err := dependency.List(len(s.start), s.moves)
	if err != nil {
		t.Fatal(err)
	}
	g, err := dependency.New(s.start, rules, dependency.GameOptions{Goal: s.goal})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// gripper is a robot with two grippers that carries balls from one room to another (McDermott 2000). Cell 0 holds the
// room of the robot, cells 1 and 2 hold whether a gripper is free (0) or not, and each other cell the place of a ball: a
// room, or 2 plus the number of a gripper.
func gripper(balls int) *statement {
	const robot, free, full = 0, 0, 1
	s := &statement{start: make([]int32, 3+balls)}
	for room := range int32(2) {
		s.add(fmt.Sprint("move to ", 1-room), change{robot, room, 1 - room})
	}
	for ball := int32(3); int(ball) < 3+balls; ball++ {
		s.goal = append(s.goal, ply.Condition{Cell: ball, Value: 1})
		for room := range int32(2) {
			for gripper := range int32(2) {
				here := change{robot, room, room}
				s.add(fmt.Sprint("pick ", ball), here, change{ball, room, 2 + gripper}, change{1 + gripper, free, full})
				s.add(fmt.Sprint("drop ", ball), here, change{ball, 2 + gripper, room}, change{1 + gripper, full, free})
			}
		}
	}
	return s
}

// blocks is a blocks world with a hand (Slaney and Thiébaux 2001). The towers at the start and in the end are written
// from the top down, such as "ab c" for a on b and c on the table. The places of the lowest blocks in the end are
// free. A cell for each block holds its place: a block, the table or the hand. A further cell for each block holds
// whether it is clear, and the last cell whether the hand is empty.
func blocks(start, end string) *statement {
	letters := strings.ReplaceAll(start, " ", "")
	n := int32(len(letters))
	table, held, hand := n, n+1, 2*n
	s := &statement{start: make([]int32, 2*n+1)}
	s.start[hand] = 1
	place := func(towers string, put func(block, on int32)) {
		for _, tower := range strings.Fields(towers) {
			for i := range tower {
				on := table
				if i+1 < len(tower) {
					on = int32(strings.IndexByte(letters, tower[i+1]))
				}
				put(int32(strings.IndexByte(letters, tower[i])), on)
			}
		}
	}
	for b := range n {
		s.start[n+b] = 1
	}
	place(start, func(b, on int32) {
		if s.start[b] = on; on != table {
			s.start[n+on] = 0
		}
	})
	place(end, func(b, on int32) {
		if on != table {
			s.goal = append(s.goal, ply.Condition{Cell: b, Value: on})
		}
	})
	clear := func(block, from, to int32) change { return change{n + block, from, to} }
	for b := range n {
		name := letters[b : b+1]
		s.add("pick up "+name, change{b, table, held}, clear(b, 1, 0), change{hand, 1, 0})
		s.add("put down "+name, change{b, held, table}, clear(b, 0, 1), change{hand, 0, 1})
		for on := range n {
			if on != b {
				s.add("unstack "+name+" from "+letters[on:on+1], change{b, on, held}, clear(b, 1, 0), clear(on, 0, 1), change{hand, 1, 0})
				s.add("stack "+name+" on "+letters[on:on+1], change{b, held, on}, clear(b, 0, 1), clear(on, 1, 0), change{hand, 0, 1})
			}
		}
	}
	return s
}

// tiles is a sliding puzzle of width × width cells, solved when the gap comes first and the tiles follow in order. The
// digits are the tiles, in hexadecimal, row by row, with 0 for the gap. Cell 0 holds the place of the gap, and every
// other cell the place of a tile.
func tiles(width int32, digits string) *statement {
	size := width * width
	s := &statement{start: make([]int32, size)}
	for place, digit := range digits {
		tile := int32(strings.IndexRune("0123456789abcdef", digit))
		s.start[tile] = int32(place)
	}
	for tile := int32(1); tile < size; tile++ {
		s.goal = append(s.goal, ply.Condition{Cell: tile, Value: tile})
		for from := range size {
			for _, to := range []int32{from - width, from - 1, from + 1, from + width} {
				if to >= 0 && to < size && (from/width == to/width || from%width == to%width) {
					s.add(fmt.Sprint(tile, " to ", to), change{tile, from, to}, change{0, to, from})
				}
			}
		}
	}
	return s
}
