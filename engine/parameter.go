package engine

import (
	"fmt"
	"math"
)

// A Parameter is a number by which a player plays, such as an exploration constant or the weight of a feature, with the range in
// which it makes sense. Function Tune of package arena finds good values.
type Parameter struct {
	// Name tells the parameter from others.
	Name string

	// Initial is the value to begin with, from Least to Most.
	Initial, Least, Most float64

	// Step is by how much the value is changed, up and down, to see whether that makes the player stronger: so much that it matters
	// a little. 0 means a twentieth of the range, and at least 1 for an Integer. If the parameter is Logarithmic, it is the change of
	// the natural logarithm: 0.1 is about 10 %.
	Step float64

	// Integer makes players get whole numbers. Least and Most must be whole, too.
	Integer bool

	// Logarithmic changes the logarithm of the value, for parameters that may have different orders of magnitude. Least must be
	// positive.
	Logarithmic bool
}

// Check returns an error that names the field that is wrong, or nil.
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
