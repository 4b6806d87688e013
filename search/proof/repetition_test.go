package proof_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// A lined is a duel with cycles in which a repetition ends the game as a draw. Its positions hold the nodes before, in any
// order, and so none comes twice.
type lined struct{ *testgames.Duel }

func (l lined) Clone() lined   { return lined{l.Duel.Clone()} }
func (l lined) Acyclic() bool  { return true }
func (l lined) repeated() bool { return slices.Contains(l.Line(), l.At) }

func (l lined) Moves(dst []int) []int {
	if l.repeated() {
		return dst
	}
	return l.Duel.Moves(dst)
}

func (l lined) Outcome() int {
	if l.repeated() {
		return 0
	}
	return l.Duel.Outcome()
}

func (l lined) Hash() uint64 {
	hash := l.Duel.Hash()
	for _, node := range l.Line() {
		hash += transposition.Mix(uint64(node) + 100)
	}
	return hash
}

// Bounds returns nothing: the bounds of the duel do not hold with repetitions.
func (l lined) Bounds(_, _ int) (low, high int) { return -ply.MaxValue, ply.MaxValue }

// valueOf returns the value of a position by looking at all lines.
func valueOf(g ply.AdversarialGame[int]) int {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome()
	}
	side, best := g.ToMove(), -ply.MaxValue
	for _, m := range moves {
		g.Play(m)
		value := valueOf(g)
		if g.ToMove() != side {
			value = -value
		}
		g.Undo(m)
		best = max(best, value)
	}
	return best
}

// Games with cycles are refused. If positions include their history, proofs hold for all lines, with a table kept from
// one question and one start to the next.
func TestRepetitionsAreProved(t *testing.T) {
	for seed := range uint64(long.Or(4000, 100)) {
		random := rand.New(rand.NewPCG(seed, 1))
		g := testgames.RandomDuel(random, 2+random.IntN(7), 1+random.IntN(3), 2, false)
		table := newTable(2 << random.IntN(9))
		shared := newTable(4 << random.IntN(8))
		if _, err := proof.Search(background, g, ply.Limits{}, proof.Options[int]{Table: table}); !errors.Is(err, ply.ErrCyclic) {
			t.Fatalf("a game with cycles: error %v", err)
		}
		for range 4 {
			game := lined{g}
			opt := proof.Options[int]{Table: table, Above: random.IntN(5) - 2, Widen: float64(random.IntN(2)), Mobility: random.IntN(2) == 0}
			want := proof.Disproved
			if valueOf(game) > opt.Above {
				want = proof.Proved
			}
			alone, err := proof.Search(background, game, ply.Limits{}, opt)
			if err != nil || alone.Answer != want {
				t.Fatalf("seed %d, %+v: %v, error %v, want %v", seed, opt, alone.Answer, err, want)
			}
			together := opt
			together.Workers, together.Table = 2, shared
			if r, err := proof.Search(background, game, ply.Limits{}, together); err != nil || r.Answer != want {
				t.Fatalf("seed %d, %+v: %v, error %v, want %v", seed, opt, r.Answer, err, want)
			}
			tree, err := proof.BestFirst(background, game, ply.Limits{}, proof.Options[int]{Above: opt.Above})
			if err != nil || tree.Answer != want {
				t.Fatalf("seed %d, above %d: %v, error %v, want %v", seed, opt.Above, tree.Answer, err, want)
			}
			if moves := game.Moves(nil); len(moves) > 0 && random.IntN(2) == 0 {
				game.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}
