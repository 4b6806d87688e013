package strips

import (
	"encoding/binary"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// An Estimated game is a game of cells with estimates and costs, as in package dependency/heuristic.
type Estimated interface {
	ply.Game[int]
	ply.Puzzle
	ply.Celled
	ply.Estimator
	ply.Coster[int]
}

// A Symmetric game identifies positions that differ only in interchangeable objects (orbit space search; Pochter, Zohar
// and Rosenschein 2011; Domshlak, Katz and Shleyfman 2012, 2015). It shows one of them, the representative, and its
// moves. Cheapest solutions cost the same as in the underlying game, and Line translates them.
//
// The representative is found by swaps of neighbours, as long as one lowers the values of the cells in lexicographic
// order. The result can depend on the start, so some symmetric positions are not identified.
type Symmetric struct {
	game  Estimated // holds a position that path maps to the representative
	swaps []Swap
	cells []int32 // of the representative
	path  []int32 // swaps

	undo []int   // by move, the length of path before it, and the move of game
	old  []int32 // and the cells before
	next []int32 // scratch, as is name
	name []byte
}

// NewSymmetric returns a game that plays g, a game of the cells for which swaps were found.
func NewSymmetric(g Estimated, swaps []Swap) *Symmetric {
	s := &Symmetric{game: g, swaps: swaps, next: make([]int32, g.Cells())}
	for i := range g.Cells() {
		s.cells = append(s.cells, g.Cell(i))
	}
	s.represent()
	return s
}

// represent moves the cells on to the representative.
func (s *Symmetric) represent() {
	for changed := true; changed; {
		changed = false
		for i := range s.swaps {
			if s.less(i) {
				s.keep(i)
				s.path, changed = append(s.path, int32(i)), true
			}
		}
	}
}

// apply writes the image of the cells under a swap to s.next, and keep takes it from there.
func (s *Symmetric) apply(swap int) {
	for _, c := range s.swaps[swap].Cells {
		s.next[c.To] = c.Values[s.cells[c.From]]
	}
}

func (s *Symmetric) keep(swap int) {
	for _, c := range s.swaps[swap].Cells {
		s.cells[c.To] = s.next[c.To]
	}
}

// less reports whether a swap lowers the cells, and leaves the changed ones in s.next.
func (s *Symmetric) less(swap int) bool {
	s.apply(swap)
	for _, c := range s.swaps[swap].Cells {
		if s.next[c.From] != s.cells[c.From] {
			return s.next[c.From] < s.cells[c.From]
		}
	}
	return false
}

// Moves appends the moves of the representative.
func (s *Symmetric) Moves(dst []int) []int {
	from := len(dst)
	dst = s.game.Moves(dst)
	for _, swap := range s.path {
		becomes := s.swaps[swap].Moves
		for i, m := range dst[from:] {
			dst[from+i] = int(becomes[m])
		}
	}
	return dst
}

// played returns the move of the underlying game for a move of the representative.
func (s *Symmetric) played(m int) int {
	for i := len(s.path) - 1; i >= 0; i-- {
		m = int(s.swaps[s.path[i]].Moves[m])
	}
	return m
}

// Play plays a move of the representative.
func (s *Symmetric) Play(m int) {
	s.undo, s.old = append(s.undo, len(s.path), s.played(m)), append(s.old, s.cells...)
	s.game.Play(s.undo[len(s.undo)-1])
	for i := range s.cells {
		s.cells[i] = s.game.Cell(i)
	}
	for _, swap := range s.path {
		s.apply(int(swap))
		s.keep(int(swap))
	}
	s.represent()
}

// Undo takes back the last move.
func (s *Symmetric) Undo(int) {
	n := len(s.undo) - 2
	s.path = s.path[:s.undo[n]]
	s.game.Undo(s.undo[n+1])
	s.undo = s.undo[:n]
	before := len(s.old) - len(s.cells)
	copy(s.cells, s.old[before:])
	s.old = s.old[:before]
}

// Solved reports whether the position is solved.
func (s *Symmetric) Solved() bool { return s.game.Solved() }

// Estimate returns the estimate of one of the symmetric positions.
func (s *Symmetric) Estimate() int { return s.game.Estimate() }

// Cost returns the cost of a move, the same for all symmetric moves.
func (s *Symmetric) Cost(m int) int { return s.game.Cost(m) }

// Hash returns a hash of the representative.
func (s *Symmetric) Hash() uint64 {
	s.name, _ = s.AppendBinary(s.name[:0])
	return transposition.Hash(s.name)
}

// AppendBinary appends the cells of the representative. The error is always nil.
func (s *Symmetric) AppendBinary(b []byte) ([]byte, error) {
	for _, v := range s.cells {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return b, nil
}

// Line returns the moves of the underlying game for a line from the present position.
func (s *Symmetric) Line(moves []int) (played []int) {
	for _, m := range moves {
		played = append(played, s.played(m))
		s.Play(m)
	}
	for range moves {
		s.Undo(0)
	}
	return played
}
