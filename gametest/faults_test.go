package gametest

import "slices"

// The games with faults that the quick tests look for; the long tests have many more.

type panics struct{ ring }

func (g *panics) Play(m raise) {
	if m.cell() == 1 && g.cells[3] > 0 {
		panic("no cell 1")
	}
	g.ring.Play(m)
}

// movesCounted lists moves in an order that depends on how often it was asked.
type movesCounted struct {
	ring
	calls *int
}

func (g *movesCounted) Moves(dst []raise) []raise {
	base := len(dst)
	dst = g.ring.Moves(dst)
	if *g.calls++; *g.calls%2 == 0 {
		slices.Reverse(dst[base:])
	}
	return dst
}

type solvedGoesOn struct{ ring }

func (g *solvedGoesOn) Moves(dst []raise) []raise {
	for i, v := range g.cells {
		if v < ringTop && g.cells[left(int32(i))] == 0 {
			dst = append(dst, raiseOf(int32(i), v))
		}
	}
	return dst
}

type rehashDiffers struct{ ring }

func (g *rehashDiffers) Rehash() uint64 {
	if g.cells[0] == ringTop {
		return g.ring.Rehash() + 1
	}
	return g.ring.Rehash()
}

// estimateGreat is one too much where a cell is at the top.
type estimateGreat struct{ ring }

func (g *estimateGreat) Estimate() int {
	e := g.ring.Estimate()
	if g.tops() == 1 && !g.Solved() {
		e++
	}
	return e
}

// nearMisses is a lawful game with methods that a reader would take for capabilities.
type nearMisses struct{ ring }

func (g *nearMisses) Evaluate() float64                   { return g.Score() }
func (g *nearMisses) Rank(moves []raise, ranks []int32)   {}
func (g *nearMisses) Pass() bool                          { return false }
func (g *nearMisses) Commute(a, b int) bool               { return a != b }
func (g *nearMisses) AppendNumbers(dst []int, _ ...raise) {}
func (g *nearMisses) Acyclic() (bool, error)              { return true, nil }
func (g *nearMisses) Undo(m raise)                        { g.ring.Undo(m) }
func (g *nearMisses) HashAfter(m *raise) uint64           { return g.ring.HashAfter(*m) }
func (g *nearMisses) Subgames() int                       { return 1 }
func (g *nearMisses) Priors(_ []raise, priors []float64)  {}
