package neural

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// An Architecture is the form of a network: [Dense] or [Residual]. In both, the last hidden layer leads to two separate
// output layers, one for the policy and one for the value.
type Architecture interface {
	check() error
	form() form

	// parameters appends the trunk's parameters and returns the width of its output.
	parameters(s *shape, dst []parameter) ([]parameter, int)

	// evaluate computes the trunk's output.
	evaluate(f *forwardPass, s *shape, x []float32) []float32

	// learn propagates the gradient of the trunk's output back.
	learn(b *backwardPass, s *shape, y []float32)
}

// Dense is a network of fully connected layers of rectified linear units. It is the fastest form, and the best one for
// small boards without an accelerator. An evaluation takes about as many multiplications as there are weights; the
// computation in plain Go skips multiplications by 0.
type Dense struct {
	Hidden []int // the number of units of each layer; nil means two layers of 128 units
}

// Residual is a network of 3 × 3 convolutions in residual blocks (He and others 2016; Silver and others 2017), followed
// by fully connected layers. There is no normalization; instead, the weights of the last convolution of each block are
// initially 0 (Zhang, Dauphin and Ma 2019). An evaluation takes 18·Blocks·Filters² multiplications for each cell.
type Residual struct {
	// Blocks is the number of residual blocks, each of two convolutions. 0 means 3. Filters is the number of filters of
	// each convolution. 0 means 32.
	Blocks, Filters int

	// Hidden contains the number of units of each fully connected layer after the blocks. Nil means one layer of 64
	// units.
	Hidden []int
}

type form struct {
	Kind    string `json:"kind"`
	Blocks  int    `json:"blocks,omitempty"`
	Filters int    `json:"filters,omitempty"`
	Hidden  []int  `json:"hidden"`
}

func (f form) architecture() (Architecture, error) {
	switch f.Kind {
	case "dense":
		return Dense{f.Hidden}, nil
	case "residual":
		return Residual{f.Blocks, f.Filters, f.Hidden}, nil
	}
	return nil, fmt.Errorf("unknown architecture %q", f.Kind)
}

type parameter struct {
	Name   string `json:"name"`
	Shape  []int  `json:"shape"`
	values []float32
	gain   float64 // of the first values: 0 for none
}

func (p *parameter) size() int {
	n := 1
	for _, d := range p.Shape {
		n *= d
	}
	return n
}

func (p *parameter) draw(random *rand.Rand) {
	p.values = make([]float32, p.size())
	if p.gain == 0 {
		return
	}
	scale := p.gain * math.Sqrt(1/float64(p.Shape[len(p.Shape)-1]))
	for i := range p.values {
		p.values[i] = float32(scale * random.NormFloat64())
	}
}

func appendLayer(dst []parameter, name string, in, out int, gain float64) []parameter {
	return append(dst, parameter{Name: name + ".weights", Shape: []int{out, in}, gain: gain}, parameter{Name: name + ".bias", Shape: []int{out}})
}

func checkHidden(hidden []int) error {
	for _, n := range hidden {
		if n < 1 || n > 1<<14 {
			return fmt.Errorf("neural: a layer of %d units, want 1 to %d", n, 1<<14)
		}
	}
	if len(hidden) > 64 {
		return fmt.Errorf("neural: %d layers, want up to 64", len(hidden))
	}
	return nil
}

func (a Dense) check() error { return checkHidden(a.Hidden) }

func (a Dense) form() form { return form{Kind: "dense", Hidden: a.hidden()} }

func (a Dense) hidden() []int {
	if a.Hidden == nil {
		return []int{128, 128}
	}
	return a.Hidden
}

func (a Dense) parameters(s *shape, dst []parameter) ([]parameter, int) {
	return appendHidden(dst, a.hidden(), s.Planes*s.Height*s.Width)
}

func appendHidden(dst []parameter, hidden []int, in int) ([]parameter, int) {
	for i, out := range hidden {
		dst = appendLayer(dst, fmt.Sprintf("hidden%d", i+1), in, out, math.Sqrt2)
		in = out
	}
	return dst, in
}

func (a Residual) check() error {
	a = a.usual()
	if a.Blocks < 0 || a.Blocks > 100 || a.Filters < 1 || a.Filters > 1024 {
		return errors.New("neural: a residual network has up to 100 blocks of 1 to 1024 filters")
	}
	return checkHidden(a.Hidden)
}

func (a Residual) form() form {
	a = a.usual()
	return form{"residual", a.Blocks, a.Filters, a.Hidden}
}

func (a Residual) usual() Residual {
	if a.Blocks == 0 {
		a.Blocks = 3
	}
	if a.Filters == 0 {
		a.Filters = 32
	}
	if a.Hidden == nil {
		a.Hidden = []int{64}
	}
	return a
}

func (a Residual) parameters(s *shape, dst []parameter) ([]parameter, int) {
	a = a.usual()
	dst = appendLayer(dst, "first", 9*s.Planes, a.Filters, math.Sqrt2)
	for i := range a.Blocks {
		dst = appendLayer(dst, fmt.Sprintf("block%d.first", i+1), 9*a.Filters, a.Filters, math.Sqrt2)
		dst = appendLayer(dst, fmt.Sprintf("block%d.second", i+1), 9*a.Filters, a.Filters, 0)
	}
	return appendHidden(dst, a.Hidden, a.Filters*s.Height*s.Width)
}
