package strips

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/planning/pddl"
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

// A Swap exchanges two interchangeable objects: it maps the goal, the moves and their costs to themselves. A position
// and its image therefore have plans of the same cost. The objects need not be in the same place at first.
type Swap struct {
	Cells []CellSwap // the cells that it changes
	Moves []int32    // the image of each move
}

// A CellSwap maps value v of one cell to Values[v] of another or the same cell.
type CellSwap struct {
	From, To int32
	Values   []int32
}

// Swaps finds the interchangeable objects of a problem. For each class of them it returns the swaps of neighbours, and
// none for a task with actions that are moves in turn. It takes time proportional at worst to the size of all moves,
// for each pair of objects of a type.
func (c *Cells) Swaps(ctx context.Context, t *Task, p *pddl.Problem) ([]Swap, error) {
	if c.Split() {
		return nil, nil // the further cell would have to be exchanged, too
	}
	s := &swapper{cells: c, task: t, facts: make(map[string]ply.Condition), moves: make(map[string][]int32)}
	for cell, facts := range c.Facts {
		for value, name := range facts[:len(facts)-1] {
			s.facts[name] = ply.Condition{Cell: int32(cell), Value: int32(value)}
		}
	}
	for m := range c.Actions {
		key := s.key(c.Game.Footprint(m, ply.Footprint{}), m)
		s.moves[key] = append(s.moves[key], int32(m))
	}
	var swaps []Swap
	var last []pddl.Object // of each class
	for _, o := range p.Objects {
		found := false
		for i, other := range last {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if other.Type != o.Type {
				continue
			}
			if swap, ok := s.swap(other.Name, o.Name); ok {
				last[i], found = o, true
				if len(swap.Cells) > 0 {
					swaps = append(swaps, swap)
				}
				break
			}
		}
		if !found {
			last = append(last, o)
		}
	}
	return swaps, nil
}

type swapper struct {
	cells *Cells
	task  *Task
	facts map[string]ply.Condition
	moves map[string][]int32 // by their footprints and costs
}

// key identifies a move up to moves with the same effect and cost.
func (s *swapper) key(f ply.Footprint, m int) string {
	key := binary.AppendVarint(nil, int64(s.task.Actions[s.cells.Actions[m]].Cost))
	for _, list := range [][]ply.Condition{f.Preconditions, f.Modifications} {
		list = slices.Clone(list)
		slices.SortFunc(list, func(a, b ply.Condition) int { return int(a.Cell) - int(b.Cell) })
		key = binary.AppendVarint(key, int64(len(list)))
		for _, c := range list {
			key = binary.AppendVarint(binary.AppendVarint(key, int64(c.Cell)), int64(c.Value))
		}
	}
	return string(key)
}

// swap returns the swap of two objects, if they are interchangeable.
func (s *swapper) swap(a, b string) (swap Swap, ok bool) {
	g := s.cells.Game
	swap = Swap{Moves: make([]int32, len(s.cells.Actions))}
	all := make([]CellSwap, len(s.cells.Facts))
	for cell, facts := range s.cells.Facts {
		of := CellSwap{From: int32(cell), To: -1}
		for _, name := range facts[:len(facts)-1] {
			c, known := s.facts[exchange(name, a, b)]
			if !known || of.To >= 0 && of.To != c.Cell || len(s.cells.Facts[c.Cell]) != len(facts) {
				return swap, false
			}
			of.To, of.Values = c.Cell, append(of.Values, c.Value)
		}
		of.Values = append(of.Values, int32(len(facts)-1)) // none of them
		all[cell] = of
		if of.To != of.From || !slices.IsSorted(of.Values) {
			swap.Cells = append(swap.Cells, of)
		}
	}
	becomes := func(c ply.Condition) ply.Condition {
		return ply.Condition{Cell: all[c.Cell].To, Value: all[c.Cell].Values[c.Value]}
	}
	for _, c := range g.Goal() {
		if int(c.Cell) >= len(all) || !slices.Contains(g.Goal(), becomes(c)) {
			return swap, false
		}
	}
	for m := range s.cells.Actions {
		f := g.Footprint(m, ply.Footprint{})
		key := s.key(f, m)
		for i, c := range f.Preconditions {
			f.Preconditions[i] = becomes(c)
		}
		for i, c := range f.Modifications {
			f.Modifications[i] = becomes(c)
		}
		same, others := s.moves[key], s.moves[s.key(f, m)]
		if len(same) != len(others) {
			return swap, false
		}
		swap.Moves[m] = others[slices.Index(same, int32(m))]
	}
	return swap, true
}

func exchange(fact, a, b string) string {
	words := strings.Split(fact, " ")
	for i, w := range words {
		switch name := strings.TrimRight(w, ")"); name { // a predicate begins with a parenthesis
		case a:
			words[i] = b + w[len(name):]
		case b:
			words[i] = a + w[len(name):]
		}
	}
	return strings.Join(words, " ")
}
