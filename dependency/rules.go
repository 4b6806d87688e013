package dependency

import (
	"fmt"
	"iter"
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
// fails if a footprint is not lawful (see [Check]) for the given number of cells.
//
// The rules are a [Needer]. A move is a candidate where one of its preconditions holds, one that few
// others need.
func List(cells int, moves []ply.Footprint) (Rules[int], error) {
	if cells < 1 {
		return nil, fmt.Errorf("dependency: %d cells: want at least 1", cells)
	}
	for i, f := range moves {
		if err := Check(f, cells); err != nil {
			return nil, fmt.Errorf("dependency: move %d: %w", i, err)
		}
	}
	moves = slices.Clone(moves)
	return &list{moves, newWatches(moves)}, nil
}

type list struct {
	moves []ply.Footprint
	watches
}

func (l *list) Candidates(cells []int32, dst []int) []int {
	return slices.AppendSeq(dst, l.candidates(cells))
}

func (l *list) Needing(c ply.Condition, dst []int) []int { return append(dst, l.needing[c]...) }

func (l *list) Footprint(m int, dst ply.Footprint) ply.Footprint {
	dst.Preconditions = append(dst.Preconditions, l.moves[m].Preconditions...)
	dst.Modifications = append(dst.Modifications, l.moves[m].Modifications...)
	return dst
}

// Watches find the moves of a list that may be legal: each is watched by one of its preconditions.
type watches struct {
	needing map[ply.Condition][]int // the moves that need a condition
	free    []int                   // the moves without preconditions
	watched [][]watch               // the other moves, by the cell of one of their preconditions
}

// A watch is the value that a precondition of a move wants of the cell that it stands with.
type watch struct {
	value int32
	move  int
}

func newWatches(moves []ply.Footprint) watches {
	w := watches{needing: make(map[ply.Condition][]int)}
	for i, f := range moves {
		for _, p := range f.Preconditions {
			w.needing[p] = append(w.needing[p], i)
		}
	}
	for i, f := range moves {
		if len(f.Preconditions) == 0 {
			w.free = append(w.free, i)
			continue
		}
		rarest := slices.MinFunc(f.Preconditions, func(a, b ply.Condition) int { return len(w.needing[a]) - len(w.needing[b]) })
		for int(rarest.Cell) >= len(w.watched) {
			w.watched = append(w.watched, nil)
		}
		w.watched[rarest.Cell] = append(w.watched[rarest.Cell], watch{rarest.Value, i})
	}
	return w
}

// candidates yields the moves whose watched precondition holds.
func (w *watches) candidates(cells []int32) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, i := range w.free {
			if !yield(i) {
				return
			}
		}
		for cell, watches := range w.watched {
			for _, watch := range watches {
				if watch.value == cells[cell] && !yield(watch.move) {
					return
				}
			}
		}
	}
}
