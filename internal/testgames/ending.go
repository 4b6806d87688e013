package testgames

import "github.com/ply-search/ply"

// An Ending is the value of a position, -1 to 1 for the side to move or, for chance, side 0, and the plies to its end
// under best play, 0 if it is not a certain win or loss.
type Ending struct{ Value, Distance int }

// Undecided is the value of an ending that depends on chance.
const Undecided = 2

// Endings returns the ending of each node of an acyclic duel, by brute force. With odds, chance moves in some nodes.
func Endings(d *Duel, odds [][]float64) []Ending {
	all := make([]Ending, len(d.Nodes))
	for n := len(d.Nodes) - 1; n >= 0; n-- {
		node := &d.Nodes[n]
		if len(node.Out) == 0 {
			all[n] = Ending{max(-1, min(1, node.Outcome)), 0}
			continue
		}
		var outcomes []Ending
		for i, e := range node.Out {
			if odds == nil || odds[n] == nil || odds[n][i] > 0 {
				outcomes = append(outcomes, d.After(all, e))
			}
		}
		best := outcomes[0]
		for _, e := range outcomes[1:] {
			if node.Side == ply.Chance {
				best = Ending{best.Value, max(best.Distance, e.Distance)}.orUndecided(best.Value != e.Value)
			} else {
				best = best.better(e)
			}
		}
		all[n] = best
	}
	return all
}

func (e Ending) orUndecided(yes bool) Ending {
	if yes {
		return Ending{Undecided, 0}
	}
	return e
}

// better returns the better of two endings for the side that chooses. An undecided value hides no win.
func (e Ending) better(f Ending) Ending {
	switch {
	case e.Value == 1 && f.Value == 1:
		return Ending{1, min(e.Distance, f.Distance)}
	case e.Value == 1 || f.Value == -1:
		return e
	case f.Value == 1 || e.Value == -1 && f.Value != -1:
		return f
	case e.Value == -1 && f.Value == -1:
		return Ending{-1, max(e.Distance, f.Distance)}
	case e.Value == 0 && f.Value == 0:
		return e
	}
	return Ending{Undecided, 0}
}

// After returns the ending of a move for the side that plays it, by the endings of all nodes.
func (d *Duel) After(all []Ending, edge int) Ending {
	to := d.Edges[edge].To
	e := all[to]
	mover, next := max(d.Nodes[d.Edges[edge].From].Side, 0), max(d.Nodes[to].Side, 0) // values of chance nodes are for
	// side 0
	if e.Value != Undecided && mover != next {
		e.Value = -e.Value
	}
	if e.Value == 1 || e.Value == -1 {
		e.Distance++
	}
	return e
}
