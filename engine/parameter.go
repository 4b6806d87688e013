package engine

import (
	"fmt"
	"math"
)

// A Parameter is a tunable number of a player, such as an exploration constant or the weight of a feature, with its
// range. Function SPSA of package arena/tune optimizes parameters.
type Parameter struct {
	// Name identifies the parameter.
	Name string

	// Initial is the first value, from Least to Most.
	Initial, Least, Most float64

	// Step is the change, up and down, by which the effect of the parameter is measured. It should make a small
	// difference in strength. 0 means a twentieth of the range, and at least 1 for an Integer. If the parameter is
	// Logarithmic, Step changes the natural logarithm: 0.1 is about 10 %.
	Step float64

	// Integer rounds values to whole numbers. Least and Most must be whole.
	Integer bool

	// Logarithmic changes the logarithm of the value, for ranges of several orders of magnitude. Least must be
	// positive.
	Logarithmic bool
}

// Check returns an error that names a wrong field, or nil.
func (p Parameter) Check() error {
	whole := func(x float64) bool { return x == math.Trunc(x) }
	switch {
	case p.Name == "":
		return fmt.Errorf("engine: a parameter without a Name")
	case !(p.Least < p.Most) || math.IsInf(p.Most-p.Least, 0):
		return fmt.Errorf("engine: parameter %s: Least is %v and Most is %v, want a range", p.Name, p.Least, p.Most)
	case !(p.Initial >= p.Least && p.Initial <= p.Most):
		return fmt.Errorf("engine: parameter %s: Initial is %v, want %v to %v", p.Name, p.Initial, p.Least, p.Most)
	case !(p.Step >= 0) || math.IsInf(p.Step, 0):
		return fmt.Errorf("engine: parameter %s: Step is %v, want a positive number, or 0 for a twentieth of the range", p.Name, p.Step)
	case p.Logarithmic && p.Least <= 0:
		return fmt.Errorf("engine: parameter %s: Least is %v, want a positive number for one that is Logarithmic", p.Name, p.Least)
	case p.Integer && !(whole(p.Least) && whole(p.Most)):
		return fmt.Errorf("engine: parameter %s: Least is %v and Most is %v, want whole numbers for an Integer", p.Name, p.Least, p.Most)
	}
	return nil
}
