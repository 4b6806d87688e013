package dependency

import (
	"fmt"
	"iter"
	"slices"

	"github.com/ply-search/ply"
)

// Rules generate the moves of a [Game] and give their footprints. Use [List] if the moves can be listed.
//
// Laws: footprints obey the laws of [ply.Footprinter]; results depend only on arguments; methods can be called
// concurrently.
type Rules[M comparable] interface {
	ply.Footprinter[M]
	Needer[M]

	// Candidates appends to dst all legal moves, each once, and returns the extended slice. The order depends only on the
	// cells. Candidates may also append illegal moves. cells contains the values of all cells.
	Candidates(cells []int32, dst []M) []M
}

// List returns rules for the given footprints: the moves are numbers, and move i has footprint moves[i]. List returns
// an error if a footprint is not valid for the given number of cells; see [Check].
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

// watches find the moves that may be legal by one watched precondition of each.
type watches struct {
	needing map[ply.Condition][]int // the moves that need a condition
	free    []int                   // the moves without preconditions
	watched [][]watch               // the other moves, by the cell of one of their preconditions
}

// A watch is the value that a move's precondition requires of the cell.
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
