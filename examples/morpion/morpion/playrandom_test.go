package morpion

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// PlayRandom keeps the score and the hashes. Whole games that it plays from a position near the end are as frequent as they
// should be: each move has a probability of 1 by the number of legal ones. The bound on chi squared is five standard
// deviations.
func TestPlayRandomUniform(t *testing.T) {
	for _, v := range Variants() {
		g := New(v)
		random := rand.NewPCG(3, uint64(v))
		g.HashUnder(1) // from here on hashes are kept
		_, line := g.PlayRandom(random, math.MaxInt, g.Moves(nil), nil)
		there := -len(cross(v))
		for p := range points {
			there += int(g.Cell(p))
		}
		if int(g.Score()) != there || len(line) != there {
			t.Errorf("%v: score %v after %d moves, but %d new points", v, g.Score(), len(line), there)
		}
		if other := after(v, line); g.Hash() != g.Rehash() || g.HashUnder(1) != other.HashUnder(1) {
			t.Errorf("%v: wrong hashes after %d moves", v, len(line))
		}
		games := make(map[string]float64) // and their probabilities
		var visit func(played []Move, probability float64)
		visit = func(played []Move, probability float64) {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				games[fmt.Sprint(played)] = probability
			}
			for _, m := range moves {
				g.Play(m)
				visit(append(played, m), probability/float64(len(moves)))
				g.Undo(m)
			}
		}
		for back := 1; len(games) < 20; back++ {
			clear(games)
			g = after(v, line[:len(line)-back])
			visit(nil, 1)
		}

		const playouts = 5_000
		counts := make(map[string]float64)
		for range playouts {
			_, played := g.PlayRandom(random, 2, g.Moves(nil), nil)
			if rest := g.Moves(nil); len(rest) > 0 { // in two parts
				_, played = g.PlayRandom(random, 1000, rest, played)
			}
			counts[fmt.Sprint(played)]++
			for i := range played {
				g.Undo(played[len(played)-1-i])
			}
		}
		chi := 0.0
		for game, probability := range games {
			want := playouts * probability
			chi += (counts[game] - want) * (counts[game] - want) / want
			delete(counts, game)
		}
		if free := float64(len(games) - 1); len(counts) > 0 || chi > free+5*math.Sqrt(2*free) {
			t.Errorf("%v: chi squared %.1f of %d games; %d others", v, chi, len(games), len(counts))
		}
	}
}
