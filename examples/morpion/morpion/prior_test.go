package morpion

import (
	"math/rand/v2"
	"testing"
)

// joinedPriors are the priors by the number of lines that a line continues: 1, e² and e⁴.
var joinedPriors = [...]float32{1, 7.389056, 54.59815}

// The priors rise with the number of lines that end where the new one begins or begin where it ends: at the same point if
// lines may touch, and at the next if they may not.
func TestPriors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var met [len(joinedPriors)]int
	for _, v := range Variants() {
		for range 40 {
			g := New(v)
			for {
				moves := g.Moves(nil)
				if len(moves) == 0 {
					break
				}
				priors := make([]float32, len(moves))
				g.Priors(moves, priors)
				for i, m := range moves {
					joined := 0
					for l := range g.drawn() {
						distance := (l.start() - m.line().start()) & gridMask
						if l.straight() == m.straight() && (distance == v.marks() || distance == gridSize-v.marks()) {
							joined++
						}
					}
					met[joined]++
					if priors[i] != joinedPriors[joined] {
						t.Fatalf("%v: move %v continues %d lines, prior %v", v, m, joined, priors[i])
					}
				}
				g.Play(moves[random.IntN(len(moves))])
			}
		}
	}
	for joined, n := range met {
		if n == 0 {
			t.Errorf("no move continues %d lines", joined)
		}
	}
}
