//go:build long || race || 386

package dependency_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/guard/guardtest"
)

// A liar is a random game whose methods may return wrong results.
type liar struct {
	*dependency.Game[int]
	moves  int // in all
	random *rand.Rand
	lies   map[string]bool
	calls  int
}

func newLiar(t *testing.T, random *rand.Rand) *liar {
	methods := []string{"Moves", "Footprint", "Needing", "Cell", "Cells", "Goal", "Refuted", "Conflict"}
	rules := newRandomGame(random)
	g := &liar{Game: rules.game(t), moves: len(rules.moves), random: random, lies: map[string]bool{}}
	for range 1 + random.IntN(2) {
		g.lies[methods[random.IntN(len(methods))]] = true
	}
	return g
}

func (g *liar) Plays() int            { return g.calls }
func (g *liar) Lies() map[string]bool { return g.lies }

// tells reports whether a method lies this time, and draws its result.
func (g *liar) tells(method string) (number int32, lies bool) {
	g.calls++
	if !g.lies[method] || g.random.IntN(3) > 0 {
		return 0, false
	}
	return [...]int32{-1, 0, 1, 2, 3, 1 << 30, -1 << 31}[g.random.IntN(7)], true
}

func (g *liar) Moves(dst []int) []int {
	if number, lies := g.tells("Moves"); lies {
		return append(dst, int(number), int(number))
	}
	return g.Game.Moves(dst)
}

func (g *liar) Footprint(m int, dst ply.Footprint) ply.Footprint {
	number, lies := g.tells("Footprint")
	if lies {
		dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: number, Value: 1})
		dst.Modifications = append(dst.Modifications, ply.Condition{Cell: 0, Value: number})
	}
	if lies && number&1 == 0 || g.lies["Moves"] || g.lies["Needing"] {
		m = max(0, m) % g.moves // a move that there is
	}
	return g.Game.Footprint(m, dst)
}

func (g *liar) Needing(c ply.Condition, dst []int) []int {
	if number, lies := g.tells("Needing"); lies {
		return append(dst, int(number), int(number))
	}
	return g.Game.Needing(c, dst)
}

func (g *liar) Cell(i int) int32 {
	if number, lies := g.tells("Cell"); lies {
		return number
	}
	return g.Game.Cell(i)
}

func (g *liar) Cells() int {
	if number, lies := g.tells("Cells"); lies {
		return min(int(number), 100)
	}
	return g.Game.Cells()
}

func (g *liar) Goal() []ply.Condition {
	if number, lies := g.tells("Goal"); lies {
		return []ply.Condition{{Cell: number, Value: 1}, {Cell: 0, Value: number}}
	}
	return g.Game.Goal()
}

func (g *liar) Refuted([]int) bool {
	_, lies := g.tells("Refuted")
	return lies
}

func (g *liar) Conflict(a, b int) bool {
	_, lies := g.tells("Conflict")
	return lies
}

// TestLiars checks that no search hangs, panics or exceeds its nodes on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*liar){}
	for name, s := range map[string]struct {
		limits ply.Limits
		opt    dependency.Options[int]
	}{
		"all":    {limits: ply.Limits{Nodes: 300}},
		"one":    {ply.Limits{Nodes: 300}, dependency.Options[int]{StopAtSolution: true}},
		"memory": {opt: dependency.Options[int]{Memory: 30_000}},
	} {
		searches[name] = func(g *liar) {
			r, err := dependency.Search(t.Context(), g, s.limits, s.opt)
			guardtest.CheckNamed(t, g, err)
			if r.Nodes > 300 && s.limits.Nodes > 0 {
				t.Errorf("%s: %d nodes, which lies in %v", name, r.Nodes, g.lies)
			}
		}
	}
	guardtest.CheckLies(t, 300, 1_000_000, func(r *rand.Rand) *liar {
		return newLiar(t, r)
	}, searches)
}
