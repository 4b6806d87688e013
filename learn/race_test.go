package learn

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
)

// race is a game of two piles: each side takes one, two or three stones from the pile of the other side, who loses with
// the last one. Whoever has the greater pile after his move is the better.
type race struct {
	piles [2]int
	side  int
	fault func(x []float64) []float64 // spoils features
}

func newRace() (*race, error) { return &race{piles: [2]int{12, 12}}, nil }

func (r *race) Moves(dst []int) []int {
	if r.Finished() {
		return dst
	}
	return append(dst, 1, 2, 3)
}
func (r *race) Play(n int)     { r.side ^= 1; r.piles[r.side] -= n }
func (r *race) Undo(n int)     { r.piles[r.side] += n; r.side ^= 1 }
func (r *race) ToMove() int    { return r.side }
func (r *race) Outcome() int   { return -1000 }
func (r *race) Acyclic() bool  { return true }
func (r *race) Finished() bool { return r.piles[r.side] <= 0 }

func (r *race) AppendFeatures(dst []float64) []float64 {
	dst = append(dst, float64(r.piles[r.side]), float64(r.piles[1-r.side]))
	if r.fault != nil {
		dst = r.fault(dst)
	}
	return dst
}

// careless plays any move.
func careless() arena.Player[*race, int] {
	return func(_ context.Context, g *race, random *rand.Rand) (int, error) {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			return 0, errors.New("finished")
		}
		return moves[random.IntN(len(moves))], nil
	}
}

// games returns a set of random games.
func games(n int) *Set[int] {
	r, err := playSet(context.Background(), newRace, []NamedPlayer[*race, int]{{"careless", careless}}, SelfPlayOptions[int]{game: "race", Games: n, Opening: 1})
	if err != nil {
		panic(err)
	}
	return r
}
