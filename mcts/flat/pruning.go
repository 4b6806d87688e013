package flat

import (
	"cmp"
	"fmt"
	"math"
)

// Pruning is progressive pruning (Bouzy and Helmstetter 2003): while playouts go on, moves whose mean is clearly below
// that of another move get no more of them. The zero value prunes nothing.
type Pruning struct {
	// Deviations is the number of standard errors that must lie between two moves: a move is given up when its mean plus
	// Deviations standard errors is less than the mean of another move minus Deviations of its standard errors. Greater
	// numbers prune later, and are less likely to give up the best move.
	Deviations float64

	// After is the number of playouts that each move gets before any is given up. 0 means 100.
	After int

	// Equal, if not 0, ends the search when the standard errors of all remaining moves are less than Equal, so that the
	// moves count as equally good.
	Equal float64
}

const (
	usualAfter = 100
	between    = 8 // playouts of each move between two looks at what can be pruned
)

func (p *Pruning) on() bool { return p.Deviations > 0 }

// ends reports whether pruning ends every search: sooner or later, the errors of all moves are small enough.
func (p *Pruning) ends() bool { return p.on() && p.Equal > 0 }

func (p *Pruning) after() int { return cmp.Or(p.After, usualAfter) }

func (p *Pruning) check() error {
	switch {
	case !(p.Deviations >= 0 && p.Deviations <= math.MaxFloat64):
		return fmt.Errorf("flat: option Pruning.Deviations is %v, want a number of 0 or more", p.Deviations)
	case p.After < 0 || p.After == 1:
		return fmt.Errorf("flat: option Pruning.After is %d, want 2 playouts or more, or 0 for %d", p.After, usualAfter)
	case !(p.Equal >= 0 && p.Equal <= math.MaxFloat64):
		return fmt.Errorf("flat: option Pruning.Equal is %v, want a standard error or 0", p.Equal)
	case !p.on() && (p.After != 0 || p.Equal != 0):
		return fmt.Errorf("flat: options Pruning.After and Pruning.Equal need Deviations")
	}
	return nil
}

// prune takes from alive the moves that are clearly worse than another. It reports whether the search is decided: one
// move is left, or all that are count as equal.
func (p *Pruning) prune(cells []tally, alive []int32) (left []int32, decided bool) {
	bound, equal := math.Inf(-1), p.Equal > 0
	for _, i := range alive {
		t := &cells[i]
		if t.count < float64(p.after()) {
			return alive, false
		}
		bound = max(bound, t.mean()-p.Deviations*t.deviation()/math.Sqrt(t.count))
	}
	for _, i := range alive {
		t := &cells[i]
		spread := t.deviation() / math.Sqrt(t.count)
		if t.mean()+p.Deviations*spread < bound {
			continue
		}
		left = append(left, i)
		equal = equal && spread < p.Equal
	}
	return left, len(left) == 1 || equal
}
