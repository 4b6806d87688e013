package learn

// A network is a model compiled for one goroutine: with shift and scale in its weights, and room for its units' outputs.
type network struct {
	inputs int
	layers []layer
	last   []float64 // weights of the output
	bias   float64
}

type layer struct {
	weights []float64 // of one unit after the other
	biases  []float64
	out     []float64 // scratch
}

func compile(m *Model) *network {
	n := &network{inputs: m.Inputs}
	rest, from := m.Weights, m.Inputs
	for at := 0; at <= len(m.Hidden); at++ {
		units := 1
		if at < len(m.Hidden) {
			units = m.Hidden[at]
		}
		l := layer{make([]float64, 0, units*from), make([]float64, units), make([]float64, units)}
		for u := range units {
			l.weights = append(l.weights, rest[:from]...)
			l.biases[u] = rest[from]
			rest = rest[from+1:]
			if at == 0 {
				fold(m, l.weights[u*from:], &l.biases[u])
			}
		}
		if at == len(m.Hidden) {
			n.last, n.bias = l.weights, l.biases[0]
			break
		}
		n.layers = append(n.layers, l)
		from = units
	}
	return n
}

func fold(m *Model, weights []float64, bias *float64) {
	for i := range weights {
		if m.Scale != nil {
			weights[i] *= m.Scale[i]
		}
		if m.Shift != nil {
			*bias -= weights[i] * m.Shift[i]
		}
	}
}

// through returns the outputs of the last hidden layer, or the inputs. Tangents are within 2⋅10⁻⁷ of [math.Tanh].
func (n *network) through(x []float64) []float64 {
	for i := range n.layers {
		l := &n.layers[i]
		rest, out := l.weights, l.out[:len(l.biases)]
		for u, b := range l.biases {
			out[u] = tanh(b + dot(rest[:len(x)], x))
			rest = rest[len(x):]
		}
		x = out
	}
	return x
}

// dot returns the scalar product of two vectors of equal length, for a dozen numbers faster than gonum's assembly.
func dot(w, x []float64) float64 {
	w = w[:len(x)]
	a, b, c, d := 0.0, 0.0, 0.0, 0.0
	for len(x) >= 4 && len(w) >= 4 {
		a += w[0] * x[0]
		b += w[1] * x[1]
		c += w[2] * x[2]
		d += w[3] * x[3]
		w, x = w[4:], x[4:]
	}
	for i, v := range x {
		a += w[i] * v
	}
	return (a + b) + (c + d)
}

// tanh returns the hyperbolic tangent within 2⋅10⁻⁷, by the rational function of Eigen (Jacob and Guennebaud 2010, ptanh).
func tanh(x float64) float64 {
	const most = 7.90531110763549805 // beyond it, the tangent differs from 1 by less than that
	x = max(-most, min(most, x))
	y := x * x
	p := 4.89352455891786e-03 + y*(6.37261928875436e-04+y*(1.48572235717979e-05+y*(5.12229709037114e-08+
		y*(-8.60467152213735e-11+y*(2.00018790482477e-13-y*2.76076847742355e-16)))))
	q := 4.89352518554385e-03 + y*(2.26843463243900e-03+y*(1.18534705686654e-04+y*1.19825839466702e-06))
	return x * p / q
}
