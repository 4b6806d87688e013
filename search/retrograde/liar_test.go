//go:build long || race || 386

package retrograde_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/retrograde"
)

// solveLiar solves a game that lies, and reads the solution.
func solveLiar[G interface {
	ply.AdversarialGame[int]
	guardtest.Liar
}](t *testing.T, g G, opt retrograde.Options) {
	ctx := t.Context()
	opt.Memory = 1 << 20
	s, err := retrograde.Solve(ctx, g, ply.Limits{}, opt)
	guardtest.CheckNamed(t, g, err)
	if err != nil {
		return
	}
	_, err = retrograde.Verify(ctx, g, s, retrograde.VerifyOptions{Workers: opt.Workers})
	guardtest.CheckNamed(t, g, err)
	_, err = retrograde.Line(g, s, 100)
	guardtest.CheckNamed(t, g, err)
	_ = s.Close()
}

// TestLiars checks that no search hangs, panics or exceeds its memory on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.ClassedLiar){
		"keys":    func(g *testgames.ClassedLiar) { solveLiar(t, g.Liar, retrograde.Options{Workers: 2}) },
		"indices": func(g *testgames.ClassedLiar) { solveLiar(t, g.IndexedLiar, retrograde.Options{}) },
		"all, conversions": func(g *testgames.ClassedLiar) {
			solveLiar(t, g, retrograde.Options{All: true, Workers: 2, Conversion: true})
		},
		"bits": func(g *testgames.ClassedLiar) {
			solveLiar(t, g.IndexedLiar, retrograde.Options{All: true, OutcomesOnly: true})
		},
		"classes": func(g *testgames.ClassedLiar) { solveLiar(t, g, retrograde.Options{}) },
	}
	guardtest.CheckLies(t, 200, 200_000, func(r *rand.Rand) *testgames.ClassedLiar {
		return &testgames.ClassedLiar{IndexedLiar: &testgames.IndexedLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Outcome",
			"Hash", "AppendBinary", "Clone", "Positions", "Index", "SetIndex", "Successors", "Predecessors", "Classes", "Below")}}
	}, searches)
}
