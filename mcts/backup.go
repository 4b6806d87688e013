package mcts

// The last stage of a simulation: its result is added to the chosen moves, including RAVE and history. The leaf
// (evaluation.go) and proven values (solver.go) have set the points of every player, so no sign changes on the path.

func (w *worker[M]) clearLines() {
	for p := range w.lines {
		w.lines[p] = w.lines[p][:0]
	}
}

func (w *worker[M]) credit() {
	s := w.store
	points, total := w.points, w.total[:len(w.points)]
	for p, add := range points {
		total[p] += add
	}
	if s.raves.used {
		w.markPlayed()
	}
	path := w.path
	if !s.shared && !s.raves.used {
		for i := range path {
			path[i].arc.points += uint32(points[path[i].player])
		}
		return
	}
	for i := len(path) - 1; i >= 0; i-- {
		step := &path[i]
		n, arcs := w.open(step.node)
		at, add := step.place-n.First, points[n.player]
		arcs[at].points += uint32(add)
		if s.raves.used {
			w.creditRAVE(n.player, s.numbers.of(n), w.openRAVE(n), at, visit+add)
		}
		if w.replica != nil {
			w.replica.left--
		}
		w.close()
	}
}
