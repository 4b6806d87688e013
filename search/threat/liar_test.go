//go:build long || race || 386

package threat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/threat"
)

// A liar is a game with a goal whose methods lie where the methods that they call do.
type liar struct{ *testgames.ApterLiar }

// add adds a cell to a trace, which refuses negative ones and grows with the greatest.
func add(trace *dependency.Trace, cell int) { trace.Add(int32(uint(cell) % 1000)) }

func (g liar) Attacking() bool                         { return g.ToMove() == 0 }
func (g liar) Attacks(order int, dst []int) []int      { return g.NoisyMoves(g.Decisive(dst)) }
func (g liar) TraceMove(m, _ int, t *dependency.Trace) { add(t, g.Number(m)) }
func (g liar) Standing(_ int, t *dependency.Trace) (standing threat.Standing) {
	if standing = threat.Standing(g.Evaluate()); standing == 1 {
		add(t, g.Numbers())
		return threat.Won
	}
	return standing // Open, or none at all
}

func (g liar) Replies(_ int, t *dependency.Trace, dst []int) []int {
	add(t, g.Number(1))
	return g.Reduce(dst)
}

// TestLiars checks that no search hangs, panics or exceeds its nodes on games whose methods lie.
func TestLiars(t *testing.T) {
	limits := ply.Limits{Nodes: 500}
	opt := threat.Options[int]{Threat: threat.Threat{3, 2}, MaxDepth: 20}
	searches := map[string]func(*testgames.ApterLiar){
		"search": func(g *testgames.ApterLiar) {
			opt := opt
			opt.Widening, opt.Changes, opt.Table = true, 1, newTable(16)
			_, err := threat.Search(t.Context(), liar{g}, limits, opt)
			guardtest.CheckNamed(t, g, err)
		},
		"df-pn": func(g *testgames.ApterLiar) {
			opt := opt
			opt.Threat, opt.Table = threat.Lambda(2), newTable(16)
			_, err := byNumbers(t.Context(), liar{g}, limits, opt)
			guardtest.CheckNamed(t, g, err)
		},
		"assess": func(g *testgames.ApterLiar) {
			opt := opt
			opt.AllMoves = true
			_, _, _, err := threat.Assess(t.Context(), liar{g}, limits, opt)
			guardtest.CheckNamed(t, g, err)
		},
	}
	guardtest.CheckLies(t, 200, 200_000, func(r *rand.Rand) *testgames.ApterLiar {
		return &testgames.ApterLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Evaluate", "Hash", "Numbers", "Number", "Pass",
			"Decisive", "Reduce", "NoisyMoves", "Advance")}
	}, searches)
}
