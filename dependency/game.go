package dependency

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// GameOptions say what rules alone do not. The zero value is a game without a goal.
type GameOptions struct {
	// Goal is what holds in a solved position, and only there. Empty means that no position is solved.
	Goal []ply.Condition

	// Acyclic declares that no line of play meets a position twice.
	Acyclic bool

	// Monotone declares that no line of play makes a condition true that held before and was given
	// up, as [Search] wants it.
	Monotone bool

	// Seed is the seed of the Zobrist keys.
	Seed uint64
}

// A Game is a position of cells that hold values, and the rules to change them. It has the
// capabilities ply.Puzzle, Hasher, AfterHasher, Rehasher, Commuter, Footprinter, Celled, Acyclic and
// Cloner, and it appends its identity. Once its scratch space has grown, its methods allocate nothing, except for
// Clone and String, if the rules allocate nothing.
type Game[M comparable] struct {
	rules  Rules[M]
	needer Needer[M] // rules, if they are one
	opt    GameOptions
	keys   transposition.Zobrist
	cells  []int32
	hash   uint64

	candidates []M // scratch, as are the footprints
	footprint  ply.Footprint
	other      ply.Footprint
}

// New makes a game of a start position, the value of every cell, and its rules. It fails if there are
// no cells, if a value is negative, or if the goal is about cells that there are not.
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
	g := &Game[M]{rules: rules, opt: opt, keys: transposition.Zobrist{Seed: opt.Seed}, cells: slices.Clone(start)}
	g.needer, _ = rules.(Needer[M])
	g.hash = g.Rehash()
	return g, nil
}

// Moves appends the candidates whose preconditions hold, unless the position is solved.
func (g *Game[M]) Moves(dst []M) []M {
	if g.Solved() {
		return dst
	}
	g.candidates = g.rules.Candidates(g.cells, g.candidates[:0])
	for _, m := range g.candidates {
		if g.hold(g.of(m).Preconditions) {
			dst = append(dst, m)
		}
	}
	return dst
}

// of returns the footprint of m, which the next call overwrites.
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

// Play makes the modifications of m.
func (g *Game[M]) Play(m M) {
	for _, c := range g.of(m).Modifications {
		g.set(c.Cell, c.Value)
	}
}

// Undo gives the cells that m modified the values that it needed.
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

// Solved reports whether the goal holds.
func (g *Game[M]) Solved() bool { return len(g.opt.Goal) > 0 && g.hold(g.opt.Goal) }

// Hash returns the Zobrist hash of the cells.
func (g *Game[M]) Hash() uint64 { return g.hash }

// HashAfter returns the hash after m.
func (g *Game[M]) HashAfter(m M) uint64 {
	hash := g.hash
	for _, c := range g.of(m).Modifications {
		hash ^= g.keys.Key(int(c.Cell), int(g.cells[c.Cell])) ^ g.keys.Key(int(c.Cell), int(c.Value))
	}
	return hash
}

// Rehash computes the hash anew.
func (g *Game[M]) Rehash() uint64 {
	var hash uint64
	for cell, value := range g.cells {
		hash ^= g.keys.Key(cell, int(value))
	}
	return hash
}

// AppendBinary appends the values of all cells.
func (g *Game[M]) AppendBinary(b []byte) ([]byte, error) {
	for _, v := range g.cells {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return b, nil
}

// Commute reports whether two legal moves commute, by their footprints. A move that solves the
// puzzle commutes with none, since none follows.
func (g *Game[M]) Commute(a, b M) bool {
	g.other = g.Footprint(b, ply.Footprint{
		Preconditions: g.other.Preconditions[:0],
		Modifications: g.other.Modifications[:0],
	})
	f := g.of(a)
	return Commute(f, g.other) && !g.solves(f) && !g.solves(g.other)
}

// solves reports whether the goal holds after a move.
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

// Footprint appends the footprint of m, as the rules state it.
func (g *Game[M]) Footprint(m M, dst ply.Footprint) ply.Footprint { return g.rules.Footprint(m, dst) }

// Cells returns the number of cells.
func (g *Game[M]) Cells() int { return len(g.cells) }

// Cell returns the value of cell i.
func (g *Game[M]) Cell(i int) int32 { return g.cells[i] }

// Needing appends the moves that need a condition, as the rules list them. It appends none if they are
// no [Needer], and [Search] refuses such a game.
func (g *Game[M]) Needing(c ply.Condition, dst []M) []M {
	if g.needer == nil {
		return dst
	}
	return g.needer.Needing(c, dst)
}

// CheckNeeding returns an error if the rules are no [Needer], so that Needing cannot answer.
func (g *Game[M]) CheckNeeding() error {
	if g.needer == nil {
		return fmt.Errorf("dependency: %T must say which moves need a condition (dependency.Needer)", g.rules)
	}
	return nil
}

// Goal returns what holds in a solved position.
func (g *Game[M]) Goal() []ply.Condition { return g.opt.Goal }

// Acyclic returns what the options declare.
func (g *Game[M]) Acyclic() bool { return g.opt.Acyclic }

// Monotone returns what the options declare.
func (g *Game[M]) Monotone() bool { return g.opt.Monotone }

// Clone returns a copy that shares only the rules.
func (g *Game[M]) Clone() *Game[M] {
	return &Game[M]{rules: g.rules, needer: g.needer, opt: g.opt, keys: g.keys, cells: slices.Clone(g.cells), hash: g.hash}
}

// String lists the values of the cells.
func (g *Game[M]) String() string { return fmt.Sprint(g.cells) }
