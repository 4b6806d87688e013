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

	// Initial is the value before tuning. Least and Most are the bounds of the value.
	Initial, Least, Most float64

	// Step is the amount that tuning adds to a value, and subtracts from it, to measure the effect of the parameter. A
	// change by Step should make a small difference in strength. 0 means a twentieth of the range from Least to Most,
	// but at least 1 if the parameter is Integer.
	//
	// If the parameter is Logarithmic, Step is added to the natural logarithm of the value; 0 means a twentieth of the
	// range of the logarithm. For example, a Step of 0.1 changes the value by about 10 %.
	Step float64

	// Integer rounds the value to a whole number. Least and Most must then be whole numbers.
	Integer bool

	// Logarithmic makes tuning add its steps to the logarithm of the value. It is for ranges of several orders of
	// magnitude. Least must then be positive.
	Logarithmic bool
}

// Check returns an error that names the first invalid field, or nil.
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
