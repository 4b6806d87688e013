package infoset_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/infoset"
)

// A misdrawn is the problem of Monty Hall where something is wrong with every draw.
type misdrawn struct {
	testgames.Monty
	wrong func(line []int) []int // what becomes of the line that was drawn; nil for nothing
	scale float64                // of weights
}

func (g *misdrawn) Clone() *misdrawn { return &misdrawn{*g.Monty.Clone(), g.wrong, g.scale} }

func (g *misdrawn) Determinize(player int, random *rand.Rand) float64 {
	weight := g.Monty.Determinize(player, random)
	if g.wrong != nil {
		g.Line = g.wrong(g.Line)
	}
	return weight * g.scale
}

// TestWrongDraws checks that a draw that the player can tell from the real position is an error that says why.
func TestWrongDraws(t *testing.T) {
	for _, c := range []struct {
		name, want string
		wrong      func([]int) []int
	}{
		{"a later position", "finished", func(line []int) []int { return append(line[:3], 2) }},
		{"an earlier position", "moves [0 1 2], want [0 2]", func(line []int) []int { return line[:1] }},
		{"another player", "ToMove is -1, want 0", func(line []int) []int { return line[:2] }},
		{"another pick", "information key 0201, want 0001", func([]int) []int { return []int{0, 2, 1} }},
	} {
		for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
			g := &misdrawn{testgames.Monty{Line: []int{0, 0, 1}}, c.wrong, 1}
			r, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 100}, infoset.Options[int]{View: view})
			want := c.want
			if view == infoset.Determinized && want == "finished" {
				want = "moves [], want [0 2]"
			}
			if err == nil || r.Status != ply.Failed || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "Determinize of *infoset_test.misdrawn") {
				t.Errorf("%s, %v: %+v, error %v", c.name, view, r, err)
			}
		}
	}
}

// TestExtremeWeights checks that only the proportions of weights count, up to the greatest and down to the least number.
func TestExtremeWeights(t *testing.T) {
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		for workers := 1; workers <= 2; workers++ {
			var usual infoset.Result[int]
			for i, scale := range []float64{1, math.Ldexp(1, 1023), math.Ldexp(1, -1000), math.MaxFloat64, math.Ldexp(1, -1073)} {
				g := &misdrawn{testgames.Monty{Line: []int{0, 0, 1}}, nil, scale}
				r, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 1000}, infoset.Options[int]{View: view, Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				r.Elapsed = 0
				if i == 0 {
					usual = r
				}
				if i < 3 && !reflect.DeepEqual(r, usual) {
					t.Errorf("%v, weights times %v: %+v, want %+v", view, scale, r, usual)
				}
				if shares := r.Moves[0].Share + r.Moves[1].Share; !(math.Abs(shares-1) < 1e-9) || !(math.Abs(r.Moves[1].Share-usual.Moves[1].Share) < 0.1) {
					t.Errorf("%v, weights times %v: %+v", view, scale, r.Moves)
				}
			}
		}
	}
}
