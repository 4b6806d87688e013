package proof_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
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

// Games with cycles are refused. Where positions hold what can be repeated, proofs are those of all lines, with a table that
// is kept from one question and one start to the next.
func TestRepetitionsAreProved(t *testing.T) {
	for seed := range uint64(long.Or(10_000, 100)) {
		random := rand.New(rand.NewPCG(seed, 1))
		g := testgames.RandomDuel(random, 2+random.IntN(7), 1+random.IntN(3), 2, false)
		table := numberTable(t, 2<<random.IntN(9))
		shared := newShared(t, 4<<random.IntN(8))
		if _, err := proof.DepthFirst(background, g, ply.Limits{}, table, proof.Options[int]{}); !errors.Is(err, ply.ErrCyclic) {
			t.Fatalf("a game with cycles: error %v", err)
		}
		for range 4 {
			game := lined{g}
			opt := proof.Options[int]{Above: random.IntN(5) - 2, Widen: float64(random.IntN(2)), Mobility: random.IntN(2) == 0}
			r, err := alphabeta.Minimax[ply.AdversarialGame[int]](background, game, ply.Limits{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := proof.Disproved
			if r.Value > opt.Above {
				want = proof.Proved
			}
			alone, err := proof.DepthFirst(background, game, ply.Limits{}, table, opt)
			if err != nil || alone.Answer != want {
				t.Fatalf("seed %d, %+v: %v, error %v, want %v", seed, opt, alone.Answer, err, want)
			}
			together := opt
			together.Workers = 2
			if r, err := proof.Parallel(background, game, ply.Limits{}, shared, together); err != nil || r.Answer != want {
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
