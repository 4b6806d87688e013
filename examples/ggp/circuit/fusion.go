package circuit

import "slices"

// fuse merges each And whose only successor is an And into that, and likewise for Or.
func (g *Graph) fuse() bool {
	succs := g.successors()
	changed := false
	for _, node := range g.order() {
		gate := g.gates[node]
		if gate != And && gate != Or {
			continue
		}
		merges := func(p int32) bool { return p != node && g.gates[p] == gate && succs[p] == 1 && len(g.preds[p]) > 0 }
		total := 0
		for _, p := range g.preds[node] {
			if merges(p) {
				total += len(g.preds[p])
			} else {
				total++
			}
		}
		if total == len(g.preds[node]) && !slices.ContainsFunc(g.preds[node], merges) {
			continue
		}
		preds := make([]int32, 0, total)
		for _, p := range g.preds[node] {
			if merges(p) {
				preds = append(preds, g.preds[p]...)
				g.gates[p], g.preds[p] = None, nil
			} else {
				preds = append(preds, p)
			}
		}
		g.preds[node] = preds
		g.tidy(node)
		changed = true
	}
	return changed
}
