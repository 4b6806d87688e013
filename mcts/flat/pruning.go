package flat

import (
	"cmp"
	"fmt"
	"math"
)

type pruning struct {
	deviations float64 // 0 for none
	first      int     // playouts of each move before any is given up
}

const (
	usualAfter = 100
	between    = 8 // playouts of each move between two checks for moves to prune
)

func (p *pruning) on() bool { return p.deviations > 0 }

func (p *pruning) after() int { return cmp.Or(p.first, usualAfter) }

func (p *pruning) check() error {
	switch {
	case !(p.deviations >= 0 && p.deviations <= math.MaxFloat64):
		return fmt.Errorf("flat: option Deviations is %v, want a number of 0 or more", p.deviations)
	case p.first < 0 || p.first == 1:
		return fmt.Errorf("flat: option After is %d, want 2 playouts or more, or 0 for %d", p.first, usualAfter)
	case !p.on() && p.first != 0:
		return fmt.Errorf("flat: option After needs Deviations")
	}
	return nil
}

// prune removes the moves that are clearly worse than another from alive. decided means that one is left.
func (p *pruning) prune(cells []tally, alive []int32) (left []int32, decided bool) {
	bound := math.Inf(-1)
	for _, i := range alive {
		t := &cells[i]
		if t.count < float64(p.after()) {
			return alive, false
		}
		bound = max(bound, t.mean()-p.deviations*t.deviation()/math.Sqrt(t.count))
	}
	for _, i := range alive {
		t := &cells[i]
		spread := t.deviation() / math.Sqrt(t.count)
		if t.mean()+p.deviations*spread < bound {
			continue
		}
		left = append(left, i)
	}
	return left, len(left) == 1
}
