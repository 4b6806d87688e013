package learn

import "math"

// A columnPass is a [pass] with numbers of 32 bits, for the sparse features of a network. Its gradient is added to
// columnGradient.sums.
type columnPass struct {
	*columnGradient
	slopes []float32 // of the outputs, with padding
}

func newColumnPass(weights columnWeights) *columnPass {
	return &columnPass{newColumnGradient(newColumnNetwork(weights)), make([]float32, weights.width())}
}

// output returns the output for a position.
func (p *columnPass) output(l *trajectory, t int) float64 {
	outputs, _ := p.outputs(l.at(t, p.inputs).sparse) // which are in order: trajectory.add has checked them
	return float64(outputs[0])
}

// addGradient is [pass.addGradient]. It goes from the last position to the first, because the target of a position
// depends on the value of the next one.
func (p *columnPass) addGradient(l *trajectory, rule rule) (sum tally) {
	chain := l.targets(rule)
	for t := len(l.sign) - 1; t >= 0; t-- {
		s, z := l.sign[t], 0.0
		finished := !math.IsNaN(l.fixed[t])
		target := chain.next(t) * s
		value := l.fixed[t]
		if !finished {
			z = p.output(l, t)
			value = math.Tanh(z) * s
		}
		chain.value(t, value)
		if finished || l.cut[t] && rule.td {
			continue
		}
		_, slope := loss(z, target, rule.squared)
		p.slopes[0] = float32(slope)
		p.add(p.slopes)
		against, _ := loss(z, l.result*s, rule.squared)
		difference := math.Tanh(z) - target
		sum.add(tally{1, against, difference * difference})
	}
	return sum
}

// validate is [pass.validate].
func (p *columnPass) validate(l *trajectory, rule rule) (sum tally) {
	for t, s := range l.sign {
		if math.IsNaN(l.fixed[t]) {
			against, _ := loss(p.output(l, t), l.result*s, rule.squared)
			sum.add(tally{learned: 1, loss: against})
		}
	}
	return sum
}
