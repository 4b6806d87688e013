package connectfour_test

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// scrambled evaluates positions by their hash, the same for images: as little sense as that makes, a
// search must find what minimax does.
type scrambled struct{ *connectfour.Game }

func (s scrambled) Evaluate() int {
	if s.Finished() {
		return s.Outcome()
	}
	return int(ply.CanonicalHash(s.Game)%7) - 3
}

// BestSuccessor hides that of Game, which goes by its own evaluation.
func (s scrambled) BestSuccessor() {}

var strategies = map[string]func(context.Context, ply.AdversarialGame[connectfour.Drop], ply.Limits, alphabeta.Options[connectfour.Drop]) (alphabeta.Result[connectfour.Drop], error){
	"AlphaBeta":          alphabeta.AlphaBeta[ply.AdversarialGame[connectfour.Drop]],
	"PrincipalVariation": alphabeta.Search[ply.AdversarialGame[connectfour.Drop]],
	"Aspiration":         alphabeta.Aspiration[ply.AdversarialGame[connectfour.Drop]],
	"MTDF":               alphabeta.MTDF[ply.AdversarialGame[connectfour.Drop]],
}

func TestSearchesEqualMinimax(t *testing.T) {
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := scrambled{draw(t, 30)}
				table := transposition.NewTable(16 * int64(1<<rapid.IntRange(1, 12).Draw(t, "bits")))
				opt := alphabeta.Options[connectfour.Drop]{
					Depth:  rapid.IntRange(1, 5).Draw(t, "depth"),
					Direct: !(rapid.Bool().Draw(t, "deepen")),
					Table:  table, TableFrom: rapid.IntRange(0, 3).Draw(t, "table from"), OrderFrom: rapid.IntRange(0, 3).Draw(t, "order from"), EnhancedFrom: rapid.IntRange(0, 3).Draw(t, "enhanced from"), EqualDepth: true,
					Order: alphabeta.Ordering(rapid.IntRange(0, 64).Draw(t, "ordering")), Tree: alphabeta.Tree{Symmetric: rapid.Bool().Draw(t, "symmetric")},
				}
				want, err := alphabeta.Minimax(background, g, ply.Limits{}, opt.Depth)
				if err != nil {
					t.Fatal(err)
				}
				got, err := strategy(background, g, ply.Limits{}, opt)
				if err != nil || got.Value != want.Value || got.Bound != ply.Exact {
					t.Fatalf("%+v, error %v, want value %d", got, err, want.Value)
				}
				if len(want.Line) == 0 {
					return
				}
				g.Play(got.Line[0])
				value := g.Evaluate()
				if opt.Depth > 1 {
					after, err := alphabeta.Minimax(background, g, ply.Limits{}, opt.Depth-1)
					if err != nil {
						t.Fatal(err)
					}
					value = after.Value
				}
				if -value != want.Value {
					t.Fatalf("move %v is worth %d, want %d", got.Line[0], -value, want.Value)
				}
			})
		})
	}
}

// What the game knows of values, and the order of its moves, change nothing but the time that it takes to
// solve a position.
func TestKnowledgeKeepsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawLate(t, 20)
		want, err := alphabeta.AlphaBeta(background, g, ply.Limits{}, alphabeta.Options[connectfour.Drop]{})
		if err != nil {
			t.Fatal(err)
		}
		table := transposition.NewTable(1 << 14)
		table.Scheme = transposition.TwoBig
		got, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[connectfour.Drop]{Tree: alphabeta.Tree{Symmetric: true, Bounds: true}, Table: table})
		if err != nil || got.Value != want.Value || !got.Final {
			t.Fatalf("%v\n%+v, error %v, want value %d", g, got, err, want.Value)
		}
	})
}

// Side 0 wins by the middle column, from the empty board as here, where six stones lie in it, by the
// third or fifth (Allis 1988). Where the board fills up without a line, the game is drawn.
func TestSolve(t *testing.T) {
	for columns, want := range map[string]int{
		"444444":  1,
		"4444443": -1, // side 1 is to move
	} {
		g, err := connectfour.New(columns)
		if err != nil {
			t.Fatal(err)
		}
		r, err := connectfour.Solve(background, g, ply.Limits{}, connectfour.SolveOptions{TableEntries: 1 << 20})
		if err != nil || r.Status != ply.Complete || cmp.Compare(r.Value, 0) != want {
			t.Errorf("%s: %+v, error %v, want sign %d", columns, r, err, want)
		}
	}
}

func TestNewRefusesMoves(t *testing.T) {
	for columns, want := range map[string]string{
		"4x":        "move 2 of \"4x\" is 'x'",
		"48":        "is '8'",
		"1111111":   "move 7 of \"1111111\": column 1 is full",
		"121212121": "after the end of the game",
	} {
		if _, err := connectfour.New(columns); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", columns, err, want)
		}
	}
}

func FuzzNew(f *testing.F) {
	f.Add("444")
	f.Add("1111111")
	f.Fuzz(func(t *testing.T, columns string) {
		g, err := connectfour.New(columns)
		if err == nil && g.Empty() != connectfour.Cells-len(columns) {
			t.Errorf("%q leaves %d cells empty", columns, g.Empty())
		}
	})
}
