package circuit

import "slices"

// cutConstants cuts the arcs from true to And and from false to Or, and negates constants: the simplifications of
// Vittaut 2017, section 2.3.2.2.
func (g *Graph) cutConstants() bool {
	changed := false
	for _, node := range g.order() {
		switch preds := g.preds[node]; g.gates[node] {
		case And:
			g.preds[node] = slices.DeleteFunc(preds, g.isTrue)
			changed = changed || len(g.preds[node]) < len(preds)
		case Or:
			g.preds[node] = slices.DeleteFunc(preds, g.isFalse)
			changed = changed || len(g.preds[node]) < len(preds)
		case Not:
			switch {
			case g.isTrue(preds[0]):
				g.setFalse(node)
			case g.isFalse(preds[0]):
				g.setTrue(node)
			default:
				continue
			}
			changed = true
		}
	}
	return changed
}

// absorbConstants makes an And false if one of its predecessors is, and an Or true.
func (g *Graph) absorbConstants() bool {
	changed := false
	for _, node := range g.order() {
		switch {
		case g.gates[node] == And && slices.ContainsFunc(g.preds[node], g.isFalse):
			g.setFalse(node)
		case g.gates[node] == Or && slices.ContainsFunc(g.preds[node], g.isTrue):
			g.setTrue(node)
		default:
			continue
		}
		changed = true
	}
	return changed
}

func (g *Graph) setFalse(node int32) { g.gates[node], g.preds[node] = Or, nil }

func (g *Graph) setTrue(node int32) { g.gates[node], g.preds[node] = And, nil }
