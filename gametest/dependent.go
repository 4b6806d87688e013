package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sequential"
)

// independent swaps consecutive independent moves. It is the only law of footprints for games without cells.
var independent = law{
	name:  "independent moves",
	text:  "Of two moves in a row, neither of which modifies a precondition of the other, the second can be played first, unless it solves the puzzle, and then the first, to the same position.",
	needs: "ply.Footprinter, " + anyKey,
	check: func(p *place) {
		for _, a := range p.sample(p.moves) {
			next := playing(p.game, a, func() []move { return p.game.Moves(nil) })
			for _, b := range p.sample(next) {
				if a != b && !dependent(footprintOf(p.game, a), footprintOf(p.game, b)) {
					exchange(p, a, b)
				}
			}
		}
	},
}

func exchange(p *place, a, b move) {
	did := fmt.Sprintf("exchanging %v and %v after it, which are independent by their footprints", a, b)
	if !slices.Contains(p.moves, b) {
		p.fail(did, fmt.Sprintf("%v legal before %v", b, a), fmt.Sprintf("moves %v", p.moves))
	}
	if !solves(p.game, b) {
		p.samePosition(p.playBoth(did, a, b), p.playBoth(did, b, a), did, ", as before")
	}
}

func dependent(f, h ply.Footprint) bool {
	modifies := func(f, h ply.Footprint) bool {
		return slices.ContainsFunc(f.Modifications, func(m ply.Condition) bool {
			return slices.ContainsFunc(h.Preconditions, func(p ply.Condition) bool { return p.Cell == m.Cell })
		})
	}
	return modifies(f, h) || modifies(h, f)
}

var needing = law{
	name:  "needing",
	text:  "Needing appends the moves that have the condition among their preconditions, each once, the same in all positions.",
	needs: "dependency.Needer, ply.Footprinter",
	begin: func() check {
		met := map[ply.Condition][]move{}
		return func(p *place) {
			for _, m := range p.sample(p.moves) {
				for _, c := range footprintOf(p.game, m).Preconditions {
					needingOne(p, m, c, met)
				}
			}
		}
	},
}

func needingOne(p *place, m move, c ply.Condition, met map[ply.Condition][]move) {
	list := appended(p, fmt.Sprintf("Needing(%+v, dst)", c), []move{m}, func(dst []move) []move { return p.game.Needer.Needing(c, dst) })
	found := func(want, got any) {
		p.fail(fmt.Sprintf("asking which moves need %+v", c), want, got)
	}
	if !slices.Contains(list, m) {
		found(fmt.Sprintf("%v among them", m), list)
	}
	for _, other := range p.sample(list) {
		if f := footprintOf(p.game, other); !slices.Contains(f.Preconditions, c) {
			found("only moves that need it", fmt.Sprintf("%v, with preconditions %+v", other, f.Preconditions))
		}
	}
	if want, again := met[c]; again {
		if !sameMoves(list, want) {
			found(fmt.Sprintf("moves %v, as in other positions", want), fmt.Sprintf("moves %v", list))
		}
		return
	}
	met[c] = list
	if other, twice := twice(list); twice {
		found(fmt.Sprintf("%v once", other), list)
	}
}

// conflicts also checks that no two moves of a line are in conflict.
var conflicts = law{
	name:  "conflicts",
	text:  "Conflict(a, b) equals Conflict(b, a) and is the same in all positions, and no line has two moves that are in conflict.",
	needs: "dependency.Conflicter",
	begin: func() check {
		met := map[[2]move]bool{}
		var all [][2]move // of met, in a fixed order, for the same report each time
		return func(p *place) {
			g := p.game.Conflicter
			p.pairs(func(a, b move) {
				there := p.eitherWay("Conflict", g.Conflict, a, b)
				if _, again := met[[2]move{a, b}]; !again {
					all = append(all, [2]move{a, b})
				}
				met[[2]move{a, b}] = there
			})
			for _, pair := range all {
				want := met[pair]
				if got := g.Conflict(pair[0], pair[1]); got != want {
					p.fail("", fmt.Sprintf("Conflict(%v, %v) to be %v, as in other positions", pair[0], pair[1], want), got)
				}
			}
			if len(p.line) == 0 {
				return
			}
			last := p.line[len(p.line)-1]
			for _, m := range p.line[:len(p.line)-1] {
				if m != last && g.Conflict(m, last) {
					p.fail("", fmt.Sprintf("no conflict between %v and %v, which have been played", m, last), "one")
				}
			}
		}
	},
}

var goal = law{
	name:  "goal",
	text:  "A position is solved exactly where all conditions of the goal hold, if there are any.",
	needs: "ply.Puzzle, ply.Celled, dependency.Goaler",
	when:  func(g *subject) bool { return len(g.Goaler.Goal()) > 0 },
	check: nearby(func(p *place, line []move) {
		goal := p.game.Goaler.Goal()
		c, fails := unmet(p.game, ply.Footprint{Preconditions: goal})
		switch solved := isSolved(p.game); {
		case solved && fails:
			failAt(line, "", fmt.Sprintf("a position that is not solved, since %+v does not hold", c), "one that is")
		case !solved && !fails:
			failAt(line, "", fmt.Sprintf("a solved position, since %+v holds", goal), "one that is not")
		}
	}),
}

var monotony = law{
	name:  "monotone",
	text:  "Where Monotone is true, no line of play gives a cell a value that it had before and did not keep.",
	needs: "ply.Celled, dependency.Monotone",
	when:  func(g *subject) bool { return g.Monotone.Monotone() },
	check: func(p *place) {
		if !p.last {
			return
		}
		g := p.newGame()
		now := cellsOf(g.Celled)
		had := map[ply.Condition]int{} // the number of moves before a cell held a value first
		for cell, value := range now {
			had[ply.Condition{Cell: int32(cell), Value: value}] = 0
		}
		for i, m := range p.line {
			g.Play(m)
			after := cellsOf(g.Celled)
			for cell, value := range after {
				c := ply.Condition{Cell: int32(cell), Value: value}
				first, before := had[c]
				if before && cell < len(now) && now[cell] != value {
					failAt(p.line[:i+1], "", fmt.Sprintf("no cell with a value that it had before, as cell %d had %d after %v", cell, value, p.line[:first]), fmt.Sprintf("cell %d with %d again", cell, value))
				}
				if !before {
					had[c] = i + 1
				}
			}
			now = after
		}
	},
}

var refuted = law{
	name:  "refuted",
	text:  "Refuted changes nothing, its argument included, and says the same of the same line each time.",
	needs: "ply.Puzzle, dependency.Refuter",
	check: func(p *place) {
		if !p.last || !isSolved(p.game) {
			return
		}
		g := p.newGame()
		before := p.look(g)
		line := slices.Clone(p.line)
		first := g.Refuter.Refuted(line)
		did := fmt.Sprintf("after calling Refuted(%v) at the start", p.line)
		if !slices.Equal(line, p.line) {
			p.fail(did, "the line as it was", line)
		}
		p.compare(before, p.look(g), "%s", did)
		if again := g.Refuter.Refuted(line); again != first {
			p.fail(did+" again", first, again)
		}
	},
}

// subGames calls the check of package dependency, and remembers all that must not change.
var subGames = law{
	name: "sub-games",
	text: "A Sequential game keeps its laws on moves of different sub-games; the number of its sub-games does not change, " +
		"HashChange(m) depends on m alone, and Watched and Changed append.",
	needs: "block.Sequential",
	begin: func() check {
		var number constant[int]
		changes := map[move]uint64{}
		return func(p *place) {
			g := p.game.Sequential
			number.check(p.line, "the number of sub-games", g.Subgames())
			if p.last || p.seldom() {
				if err := sequential.Check(g); err != nil {
					p.fail("", "the laws of block.Sequential", err.Error())
				}
			}
			for _, m := range p.sample(p.moves) {
				change := g.HashChange(m)
				if want, again := changes[m]; again && change != want {
					p.fail("", fmt.Sprintf("HashChange(%v) to be %016x, as in other positions", m, want), fmt.Sprintf("%016x", change))
				}
				changes[m] = change
				appended(p, fmt.Sprintf("Changed(%v, dst)", m), []int32{0}, func(dst []int32) []int32 { return g.Changed(m, dst) })
			}
			for x := range number.value {
				appended(p, fmt.Sprintf("Watched(%d, dst)", x), []int32{0}, func(dst []int32) []int32 { return g.Watched(x, dst) })
			}
		}
	},
}

// traceOfOutcome remembers finished positions by their outcome traces.
var traceOfOutcome = law{
	name:  "trace of the outcome",
	text:  "OutcomeTrace adds cells of the game; a position with the values of a finished position in these cells, and the same side to move, is finished with the same outcome.",
	needs: "ply.Adversarial, ply.Celled, dependency.OutcomeTracer",
	begin: func() check {
		type memory struct {
			trace   []int32
			values  []int32
			side    int
			outcome int
			line    []move
		}
		const most = 100 // traces to remember
		var met []memory
		return func(p *place) {
			cells, sides := p.game.Celled, p.game.Adversarial
			valuesOf := func(trace []int32) []int32 {
				values := make([]int32, len(trace))
				for i, cell := range trace {
					values[i] = cells.Cell(int(cell))
				}
				return values
			}
			for _, other := range met {
				if sides.ToMove() != other.side || !slices.Equal(valuesOf(other.trace), other.values) {
					continue
				}
				did := fmt.Sprintf("comparing cells %v, which the outcome after %v depends on", other.trace, other.line)
				if len(p.moves) > 0 {
					p.fail(did, "a finished position", fmt.Sprintf("moves %v", p.moves))
				}
				if outcome := sides.Outcome(); outcome != other.outcome {
					p.fail(did, fmt.Sprintf("outcome %d", other.outcome), outcome)
				}
			}
			if len(p.moves) > 0 {
				return
			}
			trace := p.game.newTrace("OutcomeTrace", 0)
			p.game.OutcomeTrace(trace)
			list := slices.Collect(trace.Cells())
			more := p.game.newTrace("OutcomeTrace", 0)
			more.Add(0)
			p.game.OutcomeTrace(more)
			p.traced(more, "calling OutcomeTrace")
			if len(met) < most {
				met = append(met, memory{list, valuesOf(list), sides.ToMove(), sides.Outcome(), slices.Clone(p.line)})
			}
		}
	},
}
