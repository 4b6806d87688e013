package alphabeta_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// remembering is a duel that knows its repetitions, and whose hash includes all nodes of the line, in any order.
type remembering struct{ repeating }

func (r remembering) Clone() remembering { return remembering{r.repeating.Clone()} }

func (r remembering) Hash() uint64 {
	met := slices.Clone(r.Line())
	slices.Sort(met)
	hash := r.Duel.Hash()
	for _, node := range slices.Compact(met) {
		hash ^= transposition.Zobrist{Seed: 2}.Key(node, 1)
	}
	return hash
}

// With a table, repetitions are draws as minimax has them if the hash tells apart what they depend on.
func TestRepetitionsWithTable(t *testing.T) {
	checkStrategies(t, func(t *rapid.T, s strategy) {
		g := drawDuel(t, false)
		opt := drawOptions(t, 1, 6)
		opt.Tree.Repetitions = true
		for range rapid.IntRange(1, 2).Draw(t, "searches with the same table") {
			want := valueWithRepetitions(g, opt.Depth)
			got, err := s.search(background, remembering{repeating{g}}, ply.Limits{}, opt)
			if err != nil || got.Bound != ply.Exact || got.Value != want {
				t.Fatalf("%+v, error %v, want %d", got, err, want)
			}
			opt.Depth = opt.Depth%6 + 1
		}
	})
}

// A search that has met no repetition has found the value of the game without the rule.
func TestNoRepetitionWithTable(t *testing.T) {
	met, searches := 0, 0
	for _, s := range strategies {
		t.Run(s.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := drawDuel(t, rapid.Bool().Draw(t, "acyclic"))
				opt := drawOptions(t, 1, 6)
				opt.Tree.Repetitions = true
				got, err := s.search(background, g, ply.Limits{}, opt)
				if err != nil || got.Bound != ply.Exact {
					t.Fatalf("%+v, error %v", got, err)
				}
				if searches++; alphabeta.CountsOf(got).Repeated > 0 {
					met++
					return
				}
				if want := minimax(t, g, opt); got.Value != want.Value {
					t.Fatalf("%+v, want %d", got, want.Value)
				}
			})
		})
	}
	if met == 0 || met == searches {
		t.Errorf("%d of %d searches met repetitions", met, searches)
	}
}
