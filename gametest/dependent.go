package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// What package dependency asks of a game. It is on the same floor as this one, so its interfaces are
// stated again.
type (
	needer[M comparable] interface {
		Needing(c ply.Condition, dst []M) []M
	}
	conflicter[M comparable] interface {
		Conflict(a, b M) bool
	}
	goaler interface {
		Goal() []ply.Condition
	}
	monotone interface {
		Monotone() bool
	}
)

// independent exchanges moves that can be played one after the other and are independent by their
// footprints. Of a game without cells it is all that can be said of footprints.
func independent[M comparable]() law[M] {
	return law[M]{
		name:  "independent moves",
		text:  "Of two moves in a row, neither of which modifies a precondition of the other, the second can be played first, unless it solves the puzzle, and then the first, to the same position.",
		needs: all(has[ply.Footprinter[M], M], hasKey[M]),
		begin: stateless(func(p *place[M]) *finding[M] {
			for _, a := range p.sample(p.moves) {
				p.game.Play(a)
				next := p.game.Moves(nil)
				p.game.Undo(a)
				for _, b := range p.sample(next) {
					if a == b || dependent(footprintOf(p.game, a), footprintOf(p.game, b)) {
						continue
					}
					if f := exchange(p, a, b); f != nil {
						return f
					}
				}
			}
			return nil
		}),
	}
}

// exchange plays a, then b, and then both the other way round.
func exchange[M comparable](p *place[M], a, b M) *finding[M] {
	did := fmt.Sprintf("exchanging %v and %v after it, which are independent by their footprints", a, b)
	if !slices.Contains(p.moves, b) {
		return p.found(did, fmt.Sprintf("%v legal before %v", b, a), fmt.Sprintf("moves %v", p.moves))
	}
	p.game.Play(b)
	solved := isSolved(p.game)
	p.game.Undo(b)
	if solved {
		return nil
	}
	there, _ := playBoth(p.game, a, b)
	back, moves := playBoth(p.game, b, a)
	if back == nil {
		return p.found(did, fmt.Sprintf("%v legal after %v", a, b), fmt.Sprintf("moves %v", moves))
	}
	if wanted, seen, differs := there.differsAsPosition(back); differs {
		return p.found(did, wanted+", as before", seen)
	}
	return nil
}

// dependent reports whether a move modifies a precondition of another, or the other of it.
func dependent(f, h ply.Footprint) bool {
	modifies := func(f, h ply.Footprint) bool {
		return slices.ContainsFunc(f.Modifications, func(m ply.Condition) bool {
			return slices.ContainsFunc(h.Preconditions, func(p ply.Condition) bool { return p.Cell == m.Cell })
		})
	}
	return modifies(f, h) || modifies(h, f)
}

// knowsNeeding reports whether a game is a needer, and does not say that it cannot answer.
func knowsNeeding[M comparable](g ply.Game[M]) bool {
	if _, ok := g.(needer[M]); !ok {
		return false
	}
	c, ok := g.(interface{ CheckNeeding() error })
	return !ok || c.CheckNeeding() == nil
}

// needing asks for the moves that need the preconditions of legal moves.
func needing[M comparable]() law[M] {
	return law[M]{
		name:  "needing",
		text:  "Needing appends the moves that have the condition among their preconditions, each once.",
		needs: all(knowsNeeding[M], has[ply.Footprinter[M], M]),
		begin: stateless(func(p *place[M]) *finding[M] {
			for _, m := range p.sample(p.moves) {
				for _, c := range footprintOf(p.game, m).Preconditions {
					before := []M{m}
					list := p.game.(needer[M]).Needing(c, slices.Clone(before))
					did := fmt.Sprintf("asking which moves need %+v", c)
					if len(list) == 0 || list[0] != m {
						return p.found(did, fmt.Sprintf("them behind %v, which was there", before), fmt.Sprint(list))
					}
					list = list[1:]
					switch n := timesIn(list, m); {
					case n == 0:
						return p.found(did, fmt.Sprintf("%v among them", m), fmt.Sprint(list))
					case n > 1:
						return p.found(did, fmt.Sprintf("%v once", m), fmt.Sprintf("%d times", n))
					}
					for _, other := range p.sample(list) {
						if f := footprintOf(p.game, other); !slices.Contains(f.Preconditions, c) {
							return p.found(did, "only moves that need it", fmt.Sprintf("%v, with preconditions %+v", other, f.Preconditions))
						}
					}
				}
			}
			return nil
		}),
	}
}

// timesIn returns how often a move is in a list.
func timesIn[M comparable](list []M, m M) int {
	n := 0
	for _, other := range list {
		if other == m {
			n++
		}
	}
	return n
}

// conflicts looks at the moves of a line, which cannot exclude one another.
func conflicts[M comparable]() law[M] {
	return law[M]{
		name:  "conflicts",
		text:  "Conflict(a, b) equals Conflict(b, a), and of moves that are in conflict no line has both.",
		needs: has[conflicter[M], M],
		begin: stateless(func(p *place[M]) *finding[M] {
			g := p.game.(conflicter[M])
			if f := p.pairs(func(a, b M) *finding[M] {
				if there, back := g.Conflict(a, b), g.Conflict(b, a); there != back {
					return p.found("", fmt.Sprintf("Conflict(%v, %v) like Conflict(%v, %v), %v", b, a, a, b, there), fmt.Sprint(back))
				}
				return nil
			}); f != nil || len(p.line) == 0 {
				return f
			}
			last := p.line[len(p.line)-1]
			for _, m := range p.line[:len(p.line)-1] {
				if m != last && g.Conflict(m, last) {
					return p.found("", fmt.Sprintf("no conflict between %v and %v, which have been played", m, last), "one")
				}
			}
			return nil
		}),
	}
}

// goal compares what is said to be the goal with what is solved.
func goal[M comparable]() law[M] {
	return law[M]{
		name: "goal",
		text: "A position is solved exactly where all conditions of the goal hold, if there are any.",
		needs: all(has[ply.Puzzle, M], has[ply.Celled, M], func(g ply.Game[M]) bool {
			has, ok := g.(goaler)
			return ok && len(has.Goal()) > 0
		}),
		begin: stateless(func(p *place[M]) *finding[M] {
			return p.around(func(line []M) *finding[M] {
				goal := p.game.(goaler).Goal()
				c, fails := unmet(p.game, ply.Footprint{Preconditions: goal})
				switch solved := isSolved(p.game); {
				case solved && fails:
					return foundAt(line, "", fmt.Sprintf("a position that is not solved, since %+v does not hold", c), "one that is")
				case !solved && !fails:
					return foundAt(line, "", fmt.Sprintf("a solved position, since %+v holds", goal), "one that is not")
				}
				return nil
			})
		}),
	}
}

// monotony looks at all positions of a line, where the line ends.
func monotony[M comparable]() law[M] {
	return law[M]{
		name: "monotone",
		text: "Where Monotone is true, no line of play gives a cell a value that it had before and did not keep.",
		needs: all(has[ply.Celled, M], func(g ply.Game[M]) bool {
			m, ok := g.(monotone)
			return ok && m.Monotone()
		}),
		begin: stateless(func(p *place[M]) *finding[M] {
			if !p.last {
				return nil
			}
			g := p.newGame()
			now := cellsOf(g.(ply.Celled))
			had := map[ply.Condition]int{} // the number of moves before a cell held a value first
			for cell, value := range now {
				had[ply.Condition{Cell: int32(cell), Value: value}] = 0
			}
			for i, m := range p.line {
				g.Play(m)
				after := cellsOf(g.(ply.Celled))
				for cell, value := range after {
					c := ply.Condition{Cell: int32(cell), Value: value}
					first, before := had[c]
					if before && cell < len(now) && now[cell] != value {
						return foundAt(p.line[:i+1], "", fmt.Sprintf("no cell with a value that it had before, as cell %d had %d after %v", cell, value, p.line[:first]), fmt.Sprintf("cell %d with %d again", cell, value))
					}
					if !before {
						had[c] = i + 1
					}
				}
				now = after
			}
			return nil
		}),
	}
}
