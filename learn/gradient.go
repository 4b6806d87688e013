package learn

import "math"

// A pass computes values and gradients of one model, on one goroutine, from scaled features.
type pass struct {
	inputs  int
	hidden  []int
	units   int       // of all hidden layers
	acts    []float64 // outputs of the hidden units in each position of a trajectory
	deltas  []float64 // the derivatives of the loss by the sums of the units of a layer, and of the next one
	z       []float64 // the output in each position
	targets []float64 // the values that they should have, for the side of the features
}

func newPass(m *Model) *pass {
	p := &pass{inputs: m.Inputs, hidden: m.Hidden}
	widest := 1
	for _, units := range m.Hidden {
		p.units += units
		widest = max(widest, units)
	}
	p.deltas = make([]float64, 2*widest)
	return p
}

// A row is the features of a position: a number for each, or, if dense is nil, a list of the features that are not 0.
type row struct {
	dense  []float64
	sparse []Feature
}

// dotSparse returns the scalar product of weights and features.
func dotSparse(weights []float64, features []Feature) (sum float64) {
	for _, f := range features {
		sum += weights[f.Index] * float64(f.Value)
	}
	return sum
}

func (p *pass) forward(weights []float64, l *trajectory) {
	n := len(l.sign)
	p.z, p.acts = resized(p.z, n), resized(p.acts, n*p.units)
	for t := range n {
		if math.IsNaN(l.fixed[t]) {
			p.z[t] = p.output(weights, l.at(t, p.inputs), p.acts[t*p.units:][:p.units])
		}
	}
}

func (p *pass) output(weights []float64, features row, acts []float64) float64 {
	x, hidden := features.dense, p.hidden
	if x == nil {
		if len(hidden) == 0 {
			return weights[p.inputs] + dotSparse(weights, features.sparse)
		}
		for u := range hidden[0] {
			acts[u] = math.Tanh(weights[p.inputs] + dotSparse(weights, features.sparse))
			weights = weights[p.inputs+1:]
		}
		x, acts, hidden = acts[:hidden[0]], acts[hidden[0]:], hidden[1:]
	}
	for _, units := range hidden {
		for u := range units {
			acts[u] = math.Tanh(weights[len(x)] + dot(weights[:len(x)], x))
			weights = weights[len(x)+1:]
		}
		x, acts = acts[:units], acts[units:]
	}
	return weights[len(x)] + dot(weights[:len(x)], x)
}

// backward adds slope times the gradient of the output to gradient.
func (p *pass) backward(weights []float64, features row, acts []float64, slope float64, gradient []float64) {
	here, before := p.deltas[:len(p.deltas)/2], p.deltas[len(p.deltas)/2:]
	here[0] = slope
	units, end, last := 1, len(weights), len(acts)
	for layer := len(p.hidden); layer >= 0; layer-- {
		in := features.dense
		if layer == 0 && in == nil {
			p.backwardSparse(features.sparse, here[:units], gradient)
			return
		}
		if layer > 0 {
			in = acts[last-p.hidden[layer-1] : last]
			last -= len(in)
			clear(before[:len(in)])
		}
		begin := end - units*(len(in)+1)
		for u, delta := range here[:units] {
			w, g := weights[begin+u*(len(in)+1):][:len(in)+1], gradient[begin+u*(len(in)+1):][:len(in)+1]
			for i, v := range in {
				g[i] += delta * v
			}
			g[len(in)] += delta
			if layer > 0 {
				for i := range in {
					before[i] += delta * w[i]
				}
			}
		}
		if layer > 0 {
			for i, v := range in {
				before[i] *= 1 - v*v
			}
		}
		here, before, units, end = before, here, len(in), begin
	}
}

// backwardSparse adds the part of the first layer, given the derivatives of the loss by its sums.
func (p *pass) backwardSparse(features []Feature, deltas, gradient []float64) {
	for _, delta := range deltas {
		for _, f := range features {
			gradient[f.Index] += delta * float64(f.Value)
		}
		gradient[p.inputs] += delta
		gradient = gradient[p.inputs+1:]
	}
}

type tally struct {
	learned int     // positions learned from
	loss    float64 // against the results
	squares float64 // of the differences to the targets
}

func (t *tally) add(s tally) {
	t.learned, t.loss, t.squares = t.learned+s.learned, t.loss+s.loss, t.squares+s.squares
}

func (p *pass) addGradient(weights []float64, l *trajectory, rule rule, gradient []float64) (sum tally) {
	p.forward(weights, l)
	p.setTargets(l, rule)
	for t, s := range l.sign {
		if !math.IsNaN(l.fixed[t]) || l.cut[t] && rule.td {
			continue
		}
		_, slope := loss(p.z[t], p.targets[t], rule.squared)
		p.backward(weights, l.at(t, p.inputs), p.acts[t*p.units:][:p.units], slope, gradient)
		against, _ := loss(p.z[t], l.result*s, rule.squared)
		difference := math.Tanh(p.z[t]) - p.targets[t]
		sum.add(tally{1, against, difference * difference})
	}
	return sum
}

func (p *pass) validate(weights []float64, l *trajectory, rule rule) (sum tally) {
	p.forward(weights, l)
	for t, s := range l.sign {
		if math.IsNaN(l.fixed[t]) {
			against, _ := loss(p.z[t], l.result*s, rule.squared)
			sum.add(tally{learned: 1, loss: against})
		}
	}
	return sum
}

type rule struct {
	td      bool // false for the results of games
	lambda  float64
	squared bool
}

// setTargets sets the targets of a trajectory, for the side of the features.
func (p *pass) setTargets(l *trajectory, rule rule) {
	p.targets = resized(p.targets, len(l.sign))
	chain := l.targets(rule)
	for t := len(l.sign) - 1; t >= 0; t-- {
		p.targets[t] = chain.next(t) * l.sign[t]
		value := l.fixed[t]
		if math.IsNaN(value) {
			value = math.Tanh(p.z[t]) * l.sign[t]
		}
		chain.value(t, value)
	}
}

// A chain computes the targets of a trajectory for side 0, from the last position to the first.
type chain struct {
	*trajectory
	rule          rule
	later, target float64 // the value and the target of the position after the present one
}

func (l *trajectory) targets(rule rule) chain { return chain{l, rule, l.result, l.result} }

// next returns the target of a position.
func (c *chain) next(t int) float64 {
	if c.rule.td {
		c.target = (1-c.rule.lambda)*c.later + c.rule.lambda*c.target
	}
	return c.target
}

// value notes the value of a position, after next.
func (c *chain) value(t int, value float64) {
	if c.later = value; c.cut[t] {
		c.target = value
	}
}

// resized returns a slice of length n, in the memory of s if possible.
func resized(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n, 2*n)
	}
	return s[:n]
}
