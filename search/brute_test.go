package search_test

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search"
)

// A truth is what there is to find in a game, found by brute force: every line is played, and
// positions are told apart by their identity.
type truth struct {
	lines     int // lines of play, the empty one included
	finished  int // of which end in a position without moves
	solving   int // of which are solutions
	longest   int
	shortest  int // solution, or -1
	best      float64
	positions map[string]bool // solved or not
	leaves    int             // positions without moves
	solved    int
}

type testGame interface {
	ply.Game[int]
	ply.Puzzle
	AppendBinary([]byte) ([]byte, error)
}

func bruteForce(g testGame) truth {
	tr := truth{shortest: -1, best: -1, positions: map[string]bool{}}
	var visit func(depth int)
	visit = func(depth int) {
		tr.lines++
		tr.longest = max(tr.longest, depth)
		moves := g.Moves(nil)
		id := identity(g)
		_, known := tr.positions[id]
		tr.positions[id] = g.Solved()
		if len(moves) == 0 {
			tr.finished++
			if s, ok := g.(ply.Scorer); ok {
				tr.best = max(tr.best, s.Score())
			}
			if g.Solved() {
				tr.solving++
				if tr.shortest < 0 || depth < tr.shortest {
					tr.shortest = depth
				}
			}
			if !known {
				tr.leaves++
				if g.Solved() {
					tr.solved++
				}
			}
		}
		for _, m := range moves {
			g.Play(m)
			visit(depth + 1)
			g.Undo(m)
		}
	}
	visit(0)
	return tr
}

func identity(g testGame) string {
	b, err := g.AppendBinary(nil)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// scored gives a game of operators a score that depends on the position.
type scored struct{ *dependency.Game[int] }

func (s scored) Score() float64 { return float64(s.Hash() >> 60) }

func (s scored) Clone() scored { return scored{s.Game.Clone()} }

// An aimless game is no puzzle: a search looks for its highest score.
type aimless struct{ scored }

func (aimless) Solved(struct{}) {}

func (a aimless) Clone() aimless { return aimless{a.scored.Clone()} }

// Criteria of the best line.
const (
	first = iota
	longest
	highest
)

// countLevels makes a search count the positions at each depth.
func countLevels[M comparable](opt search.Options[M], levels *[]int) search.Options[M] {
	opt.Visit = func(depth int) {
		for len(*levels) <= depth {
			*levels = append(*levels, 0)
		}
		(*levels)[depth]++
	}
	return opt
}
