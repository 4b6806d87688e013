package puct

import (
	"math"
	"math/rand/v2"
)

// drawDirichlet mixes the priors of the root with noise of a Dirichlet distribution.
func (t *Tree[G, M]) drawDirichlet(n *node) {
	arcs := t.store.arcsOf(n)
	alpha := 10 / float64(len(arcs))
	noise := t.top.priors[:0]
	greatest := math.Inf(-1)
	for range arcs {
		x := logGamma(t.random, alpha)
		noise = append(noise, x)
		greatest = max(greatest, x)
	}
	sum := 0.0
	for i, x := range noise {
		noise[i] = math.Exp(x - greatest)
		sum += noise[i]
	}
	share := t.opt.upper.Noise
	for i := range noise {
		noise[i] = (1-share)*float64(arcs[i].prior) + share*noise[i]/sum
	}
	t.top.priors = noise
}

// logGamma draws the logarithm of a number of the gamma distribution with a shape and scale 1 (Marsaglia and Tsang
// 2000). A number itself may be too small for a float64 if the shape is small.
func logGamma(random *rand.Rand, shape float64) float64 {
	if shape < 1 {
		// With a uniform number to the power of 1/shape, a number of the next shape becomes one of this.
		return logGamma(random, shape+1) - random.ExpFloat64()/shape
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := random.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if -random.ExpFloat64() < x*x/2+d*(1-v+math.Log(v)) {
			return math.Log(d * v)
		}
	}
}
