package mcts

import "math"

// widened returns how many of the moves of a position, or of its outcomes, one of its simulations may choose among, after
// a number of others: factor·⌊simulations^power⌋, from 1 to all (progressive widening, Coulom 2007).
func widened(factor, power float64, simulations uint32, all int) int {
	if wide := factor * math.Floor(math.Pow(float64(simulations), power)); wide < float64(all) {
		return max(1, int(wide))
	}
	return all
}
