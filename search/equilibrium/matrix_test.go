package equilibrium_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/search/equilibrium"
)

func TestRandomMatrices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		rows, columns, kinds := 1+random.IntN(8), 1+random.IntN(8), 1+random.IntN(5)
		payoffs := make([][]float64, rows)
		for r := range payoffs {
			payoffs[r] = make([]float64, columns)
			for c := range payoffs[r] {
				payoffs[r][c] = float64(random.IntN(kinds) - kinds/2) // many ties
				if i%3 == 0 {
					payoffs[r][c] = random.NormFloat64() * math.Pow(10, float64(i%7-3))
				}
			}
		}
		if _, _, _, err := equilibrium.Matrix(payoffs); err != nil {
			t.Errorf("%v: %v", payoffs, err)
		}
	}
}
