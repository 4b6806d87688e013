package montecarlo

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// A Sampler plays single playouts.
type Sampler[M comparable] = sampler[M]

func NewSampler[G ply.Game[M], M comparable](g G, random rand.Source, maxLength int) (*Sampler[M], error) {
	return newSampler(g, random, maxLength)
}
