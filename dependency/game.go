package dependency

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// GameOptions are properties of a game beyond its rules. The zero value is a game without a goal.
type GameOptions struct {
	// Goal is the list of conditions of a solved position: a position is solved if and only if all of them hold. If Goal
	// is empty, no position is solved.
	Goal []ply.Condition

	// Acyclic declares that no line visits a position twice.
	Acyclic bool

	// Monotone declares that no line makes a condition true again after the condition has become false. [Search] is
	// complete only for such games.
	Monotone bool
}

// A Game is a position, which consists of cells with values, together with the rules of the game. Use [New] to make
// one.
//
// It is a [ply.Puzzle], [ply.Hasher], [fast.AfterHasher], [ply.Rehasher], [ply.Commuter], [ply.Footprinter],
// [ply.Celled], [ply.Acyclic], [ply.Cloner] and [encoding.BinaryAppender]. Its methods use memory allocated in their
// first calls again. Only Clone, Parts, Stubborn, String and the methods of the [Rules] allocate memory in every call.
type Game[M comparable] struct {
	rules Rules[M]
	opt   GameOptions
	keys  transposition.Zobrist
	cells []int32
	hash  uint64

	stubborn *stubborn[M] // what leaves out moves, or nil

	candidates []M // scratch, as are the footprints
	footprint  ply.Footprint
	other      ply.Footprint
}

// New returns a game that starts with the given values of all cells. It returns an error if there are no cells, if a
// value is negative, or if the goal refers to a cell that does not exist.
func New[M comparable](start []int32, rules Rules[M], opt GameOptions) (*Game[M], error) {
	switch {
	case len(start) == 0:
		return nil, fmt.Errorf("dependency: a game without cells")
	case rules == nil:
		return nil, fmt.Errorf("dependency: a game without rules")
	}
	for i, v := range start {
		if v < 0 {
			return nil, fmt.Errorf("dependency: cell %d has value %d: want 0 or more", i, v)
		}
	}
	if err := Check(ply.Footprint{Preconditions: opt.Goal}, len(start)); err != nil {
		return nil, fmt.Errorf("dependency: goal: %w", err)
	}
	g := &Game[M]{rules: rules, opt: opt, cells: slices.Clone(start)}
	g.hash = g.Rehash()
	return g, nil
}

// Moves appends the legal moves to dst and returns the extended slice. A move is legal if the [Rules] list it as a
// candidate, its preconditions hold, and the position is not solved. A game returned by [Game.Stubborn] lists only some
// of the legal moves.
func (g *Game[M]) Moves(dst []M) []M {
	if g.Solved() {
		return dst
	}
	from := len(dst)
	dst = g.legal(dst)
	if g.stubborn == nil {
		return dst
	}
	return dst[:from+len(g.stubborn.prune(g.cells, dst[from:]))]
}

func (g *Game[M]) legal(dst []M) []M {
	g.candidates = g.rules.Candidates(g.cells, g.candidates[:0])
	for _, m := range g.candidates {
		if g.hold(g.of(m).Preconditions) {
			dst = append(dst, m)
		}
	}
	return dst
}

// of returns the footprint of m, valid until the next call.
func (g *Game[M]) of(m M) ply.Footprint {
	g.footprint = g.Footprint(m, ply.Footprint{
		Preconditions: g.footprint.Preconditions[:0],
		Modifications: g.footprint.Modifications[:0],
	})
	return g.footprint
}

func (g *Game[M]) hold(conditions []ply.Condition) bool {
	for _, c := range conditions {
		if g.cells[c.Cell] != c.Value {
			return false
		}
	}
	return true
}

// Play plays a legal move: it sets the cells that the move modifies.
func (g *Game[M]) Play(m M) {
	for _, c := range g.of(m).Modifications {
		g.set(c.Cell, c.Value)
	}
}

// Undo takes back the last move. Each cell that the move modified gets its earlier value again, which is known from the
// preconditions of the move.
func (g *Game[M]) Undo(m M) {
	f := g.of(m)
	for _, c := range f.Modifications {
		for _, p := range f.Preconditions {
			if p.Cell == c.Cell {
				g.set(p.Cell, p.Value)
				break
			}
		}
	}
}

func (g *Game[M]) set(cell, value int32) {
	g.hash ^= g.keys.Key(int(cell), int(g.cells[cell])) ^ g.keys.Key(int(cell), int(value))
	g.cells[cell] = value
}

// Solved reports whether all conditions of the goal hold. It is false for a game without a goal.
func (g *Game[M]) Solved() bool { return len(g.opt.Goal) > 0 && g.hold(g.opt.Goal) }

// Hash returns the Zobrist hash of the cells, in constant time.
func (g *Game[M]) Hash() uint64 { return g.hash }

// HashAfter returns the hash of the position after m, a legal move.
func (g *Game[M]) HashAfter(m M) uint64 {
	hash := g.hash
	for _, c := range g.of(m).Modifications {
		hash ^= g.keys.Key(int(c.Cell), int(g.cells[c.Cell])) ^ g.keys.Key(int(c.Cell), int(c.Value))
	}
	return hash
}

// Rehash computes the hash from all cells. It is for tests; its time is proportional to the number of cells.
func (g *Game[M]) Rehash() uint64 {
	var hash uint64
	for cell, value := range g.cells {
		hash ^= g.keys.Key(cell, int(value))
	}
	return hash
}

// AppendBinary appends the values of all cells to b. They identify the position. The error is always nil.
func (g *Game[M]) AppendBinary(b []byte) ([]byte, error) {
	for _, v := range g.cells {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return b, nil
}

// Commute reports whether two legal moves commute, as determined by their footprints. A move that solves the puzzle
// commutes with no move.
func (g *Game[M]) Commute(a, b M) bool {
	g.other = g.Footprint(b, ply.Footprint{
		Preconditions: g.other.Preconditions[:0],
		Modifications: g.other.Modifications[:0],
	})
	f := g.of(a)
	return commute(f, g.other) && !g.solves(f) && !g.solves(g.other)
}

func (g *Game[M]) solves(f ply.Footprint) bool {
	for _, c := range g.opt.Goal {
		value := g.cells[c.Cell]
		for _, m := range f.Modifications {
			if m.Cell == c.Cell {
				value = m.Value
			}
		}
		if value != c.Value {
			return false
		}
	}
	return len(g.opt.Goal) > 0
}

// Footprint appends the footprint of m, as given by the rules, to dst, and returns the extended footprint.
func (g *Game[M]) Footprint(m M, dst ply.Footprint) ply.Footprint { return g.rules.Footprint(m, dst) }

// Cells returns the number of cells.
func (g *Game[M]) Cells() int { return len(g.cells) }

// Cell returns the value of cell i.
func (g *Game[M]) Cell(i int) int32 { return g.cells[i] }

// Needing appends to dst the moves with precondition c, as given by the rules, and returns the extended slice.
func (g *Game[M]) Needing(c ply.Condition, dst []M) []M { return g.rules.Needing(c, dst) }

// Goal returns the conditions that hold in a solved position.
func (g *Game[M]) Goal() []ply.Condition { return g.opt.Goal }

// Acyclic returns [GameOptions].Acyclic.
func (g *Game[M]) Acyclic() bool { return g.opt.Acyclic }

// Monotone returns [GameOptions].Monotone.
func (g *Game[M]) Monotone() bool { return g.opt.Monotone }

// Clone returns a copy of the game in its present position. The copy and g share only data that do not change, such as
// the rules.
func (g *Game[M]) Clone() *Game[M] {
	clone := &Game[M]{rules: g.rules, opt: g.opt, keys: g.keys, cells: slices.Clone(g.cells), hash: g.hash}
	if g.stubborn != nil {
		clone.stubborn = g.stubborn.newStubborn()
	}
	return clone
}

// String lists the values of the cells, such as "[1 0 1 0]".
func (g *Game[M]) String() string { return fmt.Sprint(g.cells) }
