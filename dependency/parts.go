package dependency

import (
	"slices"

	"github.com/ply-search/ply"
)

// Parts divides the game from the present position on into independent sub-games, called parts (Helmstetter 2007,
// section 2.1.1). No move of a part modifies a cell that a move of another part reads. A part is a game with all cells
// of g and some moves of g. Its goal consists of the conditions of the goal of g on cells that these moves modify. A
// game that cannot be divided is its only part. A game without moves has no parts.
//
// Some moves belong to no part: moves that modify no cell, and moves that cannot become legal in the delete relaxation.
// This is the game in which a condition that has become true stays true.
//
// Searching the parts instead of the whole game gives correct results for
//
//   - reachability: if there is no goal, the reachable positions of g are the combinations of the reachable positions
//     of the parts, and the number of reachable positions of g is the product of the numbers of reachable positions of
//     the parts;
//   - solutions: if there are parts, g can be solved if and only if every part that has a goal can be solved. The
//     solutions of the parts, interleaved in any way, solve g. Shortest solutions of the parts together are a shortest
//     solution of g.
//
// If a condition of the goal does not hold, and no move modifies its cell, this condition is in the goals of all parts:
// neither the parts nor g can be solved.
//
// Searching the parts gives wrong results for lines of g, such as the longest line or the number of lines.
//
// The time of Parts is proportional to the number of moves that become legal in the delete relaxation.
func (g *Game[M]) Parts() []*Game[M] {
	if g.Solved() {
		return nil
	}
	moves := g.conceivable()
	footprints := footprintsOf(g, moves)
	_, modified := cellsOf(footprints)

	// Cells read by the same move belong together, except for those that no move modifies.
	groups := newGroups(len(g.cells))
	for _, f := range footprints {
		for _, c := range f.Preconditions {
			if modified.has(c.Cell) {
				groups.join(f.Modifications[0].Cell, c.Cell)
			}
		}
	}
	of := make(map[int32]*subgame[M]) // by the first cell of a group
	var order []*subgame[M]           // by their first moves
	for i, m := range moves {
		cell := groups.first(footprints[i].Modifications[0].Cell)
		if of[cell] == nil {
			of[cell] = &subgame[M]{rules: g.rules}
			order = append(order, of[cell])
		}
		of[cell].moves = append(of[cell].moves, m)
	}
	var impossible []ply.Condition
	for _, c := range g.opt.Goal {
		if part := of[groups.first(c.Cell)]; part != nil {
			part.goal = append(part.goal, c)
		} else if g.cells[c.Cell] != c.Value {
			impossible = append(impossible, c)
		}
	}
	parts := make([]*Game[M], len(order))
	for i, part := range order {
		part.watches = newWatches(footprintsOf(g, part.moves))
		sub := g.Clone()
		sub.rules, sub.stubborn, sub.opt.Goal = part, nil, append(part.goal, impossible...)
		parts[i] = sub
	}
	return parts
}

// conceivable returns the moves that could become legal if no move made a condition false, without moves that change
// nothing.
func (g *Game[M]) conceivable() []M {
	var moves, asked []M
	holds := make(map[ply.Condition]bool)
	lacks := make(map[M]int) // of the moves met, how many preconditions do not hold yet
	for cell, value := range g.cells {
		holds[ply.Condition{Cell: int32(cell), Value: value}] = true
	}
	moves = g.legal(nil)
	for i := 0; i < len(moves); i++ {
		for _, c := range g.Footprint(moves[i], ply.Footprint{}).Modifications {
			if holds[c] {
				continue
			}
			holds[c] = true
			asked = g.rules.Needing(c, asked[:0])
			for _, m := range asked {
				if _, met := lacks[m]; !met {
					for _, p := range g.Footprint(m, ply.Footprint{}).Preconditions {
						if !holds[p] || p == c {
							lacks[m]++
						}
					}
				}
				if lacks[m]--; lacks[m] == 0 {
					moves = append(moves, m)
				}
			}
		}
	}
	return slices.DeleteFunc(moves, func(m M) bool { return len(g.Footprint(m, ply.Footprint{}).Modifications) == 0 })
}

type subgame[M comparable] struct {
	rules ply.Footprinter[M]
	moves []M
	goal  []ply.Condition
	watches
}

func (s *subgame[M]) Candidates(cells []int32, dst []M) []M {
	for i := range s.candidates(cells) {
		dst = append(dst, s.moves[i])
	}
	return dst
}

func (s *subgame[M]) Needing(c ply.Condition, dst []M) []M {
	for _, i := range s.needing[c] {
		dst = append(dst, s.moves[i])
	}
	return dst
}

func (s *subgame[M]) Footprint(m M, dst ply.Footprint) ply.Footprint {
	return s.rules.Footprint(m, dst)
}

// groups is a partition of the cells into sets that can be joined.
type groups []int32 // of each cell another one of its group that comes before it, or itself

func newGroups(cells int) groups {
	g := make(groups, cells)
	for i := range g {
		g[i] = int32(i)
	}
	return g
}

func (g groups) first(cell int32) int32 {
	for g[cell] != cell {
		g[cell] = g[g[cell]]
		cell = g[cell]
	}
	return cell
}

func (g groups) join(a, b int32) {
	a, b = g.first(a), g.first(b)
	g[max(a, b)] = min(a, b)
}
