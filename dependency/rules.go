package dependency

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// Rules are the moves of a game that generates them. They depend on nothing but their arguments and
// may be used by several goroutines.
type Rules[M comparable] interface {
	ply.Footprinter[M]

	// Candidates appends moves to dst, every legal one among them and none twice, in an order
	// that depends on the cells alone, and returns the extended slice. cells holds the values of
	// all cells. A candidate whose preconditions do not hold is no harm.
	Candidates(cells []int32, dst []M) []M
}

// List returns the rules of a game of a few listed moves, each known by its number in the list. It
// fails if a footprint is not lawful (see [Check]) for so many cells.
//
// A move is a candidate where one of its preconditions holds, one that few others need.
func List(cells int, moves []ply.Footprint) (Rules[int], error) {
	if cells < 1 {
		return nil, fmt.Errorf("dependency: %d cells: want at least 1", cells)
	}
	l := &list{moves: slices.Clone(moves), watched: make([][]watch, cells)}
	needs := make(map[ply.Condition]int)
	for i, f := range moves {
		if err := Check(f, cells); err != nil {
			return nil, fmt.Errorf("dependency: move %d: %w", i, err)
		}
		for _, p := range f.Preconditions {
			needs[p]++
		}
	}
	for i, f := range moves {
		if len(f.Preconditions) == 0 {
			l.free = append(l.free, i)
			continue
		}
		rarest := slices.MinFunc(f.Preconditions, func(a, b ply.Condition) int { return needs[a] - needs[b] })
		l.watched[rarest.Cell] = append(l.watched[rarest.Cell], watch{rarest.Value, i})
	}
	return l, nil
}

type list struct {
	moves   []ply.Footprint
	free    []int     // the moves without preconditions
	watched [][]watch // the other moves, by the cell of one of their preconditions
}

// A watch is the value that a precondition of a move wants of the cell that it stands with.
type watch struct {
	value int32
	move  int
}

func (l *list) Candidates(cells []int32, dst []int) []int {
	dst = append(dst, l.free...)
	for cell, watches := range l.watched {
		for _, w := range watches {
			if w.value == cells[cell] {
				dst = append(dst, w.move)
			}
		}
	}
	return dst
}

func (l *list) Footprint(m int, dst ply.Footprint) ply.Footprint {
	dst.Preconditions = append(dst.Preconditions, l.moves[m].Preconditions...)
	dst.Modifications = append(dst.Modifications, l.moves[m].Modifications...)
	return dst
}
