package joint

// explorers returns the number of players that have explored in a node in the present simulation.
func explorers[M comparable](n *node[M]) (count int) {
	for i := range n.shares {
		if n.shares[i].explores {
			count++
		}
	}
	return count
}

// update adds the results of a simulation to a node in which a joint move was chosen. A player learns from it unless
// another one has explored.
func (w *worker[M]) update(n *node[M], cell int) {
	if n.outcomes != nil {
		return
	}
	n.counts[cell]++
	for player, x := range w.results {
		n.sums[cell*w.players+player] += x
	}
	exploring := explorers(n)
	stride := 1 // of the present player's moves in the numbers of joint moves
	for i := len(n.shares) - 1; i >= 0; i-- {
		s := &n.shares[i]
		if exploring == 0 || exploring == 1 && s.explores {
			move := cell / stride % int(s.moves)
			w.learn(s, move, w.results[s.player], func(m int) float64 {
				other := cell + (m-move)*stride
				if n.counts[other] == 0 {
					return 0.5
				}
				return n.sums[other*w.players+int(s.player)] / float64(n.counts[other])
			})
		}
		stride *= int(s.moves)
	}
}
