// Package contesttest has an opening and players for tests of matches and leagues.
package contesttest

import (
	"context"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/testgames"
)

// Duels is an opening: a random duel.
func Duels(_ int, random *rand.Rand) (*testgames.Duel, error) {
	for {
		if d := testgames.RandomDuel(random, 60, 4, 2, true); len(d.Moves(nil)) > 0 {
			return d, nil
		}
	}
}

// Greedy is a player that looks one move ahead, and chooses by chance among equals.
func Greedy(_ context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
	best, most := 0, -100
	for _, m := range d.Moves(nil) {
		me := d.ToMove()
		d.Play(m)
		v := d.Evaluate()
		if d.ToMove() != me {
			v = -v
		}
		d.Undo(m)
		if v > most || v == most && random.Uint64()%2 == 0 {
			best, most = m, v
		}
	}
	return best, nil
}

// Chance is a player that chooses by chance.
func Chance(_ context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
	moves := d.Moves(nil)
	return moves[random.Uint64()%uint64(len(moves))], nil
}
