package expectimax_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// A lined is a gamble with cycles in which a repetition ends the game as a draw, if repeats is set. Its positions then hold
// the nodes before, in any order, and so none comes twice.
type lined struct {
	*testgames.Gamble
	repeats bool
}

func (l lined) Acyclic() bool  { return l.repeats }
func (l lined) repeated() bool { return l.repeats && slices.Contains(l.Line(), l.At) }

func (l lined) Moves(dst []int) []int {
	if l.repeated() {
		return dst
	}
	return l.Gamble.Moves(dst)
}

// ToMove is a side where the game is over.
func (l lined) ToMove() int {
	if l.repeated() {
		return max(l.Gamble.ToMove(), 0)
	}
	return l.Gamble.ToMove()
}

func (l lined) Outcome() int {
	if l.repeated() {
		return 0
	}
	return l.Gamble.Outcome()
}

func (l lined) Evaluate() int {
	if l.repeated() {
		return 0
	}
	return l.Gamble.Evaluate()
}

func (l lined) Hash() uint64 {
	hash := l.Gamble.Hash()
	for _, node := range l.Line() {
		if l.repeats {
			hash += transposition.Mix(uint64(node) + 100)
		}
	}
	return hash
}

// value is the expectation for side 0, by all lines; to the end of the game if depth is negative.
func (l lined) value(depth int) float64 {
	sign := 1.0
	if l.ToMove() == 1 {
		sign = -1
	}
	moves := l.Moves(nil)
	switch {
	case len(moves) == 0:
		return sign * float64(l.Outcome())
	case depth == 0:
		return sign * float64(l.Evaluate())
	}
	side, here, most := l.ToMove(), l.At, math.Inf(-1)
	sum := 0.0
	for i, m := range moves {
		l.Play(m)
		v := l.value(depth - 1)
		l.Undo(m)
		if side == ply.Chance {
			sum += l.Odds[here][i] * v
		}
		most = max(most, sign*v)
	}
	if side == ply.Chance {
		return sum
	}
	return sign * most
}

// In a game with cycles, and in one whose positions include their history, values hold for all lines, with a table kept
// from one start to the next.
func TestValuesWithCycles(t *testing.T) {
	for seed := range uint64(long.Or(8000, 300)) {
		random := rand.New(rand.NewPCG(seed, 2))
		g := lined{testgames.RandomGamble(random, 2+random.IntN(7), 1+random.IntN(3), 2, false), seed%2 == 0}
		table := newTable(t, 2<<random.IntN(9))
		for range 4 {
			opt := options{Depth: random.IntN(7), Table: table, EqualDepth: true, TableFrom: 1 + random.IntN(2), Direct: random.IntN(2) != 0, Range: [2]float64{-2, 2}}
			depth := opt.Depth
			switch {
			case depth > 0:
			case g.repeats:
				depth = -1
			default:
				opt.Depth, depth = 1, 1
			}
			want := g.value(depth)
			if g.ToMove() == 1 {
				want = -want
			}
			for i, search := range []func() (result, error){
				func() (result, error) { return expectimax.Expectimax(t.Context(), g, unlimited, opt) },
				func() (result, error) { return expectimax.Star1(t.Context(), g, unlimited, opt) },
				func() (result, error) { return expectimax.Star2(t.Context(), g, unlimited, opt) },
			} {
				if r, err := search(); err != nil || r.Bound != ply.Exact || math.Abs(r.Value-want) > 1e-9 {
					t.Fatalf("seed %d, search %d, %+v: %v %v, error %v, want %v", seed, i, opt, r.Bound, r.Value, err, want)
				}
			}
			if moves := g.Moves(nil); len(moves) > 0 && random.IntN(2) == 0 {
				g.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}
