package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply/internal/costs"
)

var costNegative = law{
	name:  "cost",
	text:  "The cost of a move is not negative.",
	needs: "ply.Coster",
	check: func(p *place) {
		for _, m := range p.moves {
			if c := p.game.Coster.Cost(m); c < 0 {
				p.fail("", fmt.Sprintf("a cost of %v of 0 or more", m), c)
			}
		}
	},
}

var costFixed = fixed("fixed cost", "The cost of a move does not change with the position.", "ply.Coster", "cost",
	func(g *subject, m move) int { return g.Coster.Cost(m) }, func(a, b int) bool { return a == b })

var estimate = law{
	name:  "estimate",
	text:  "A solved position has estimate 0; no estimate is negative.",
	needs: "ply.Estimator",
	check: nearby(func(p *place, line []move) {
		switch e := p.game.Estimator.Estimate(); {
		case e < 0:
			failAt(line, "", "an estimate of 0 or more", e)
		case e > 0 && isSolved(p.game):
			failAt(line, "", "estimate 0, since it is solved", e)
		}
	}),
}

var preferred = law{
	name:  "preferred moves",
	text:  "EstimateAndPrefer appends as many estimates in all positions, at least one and none negative, and legal moves, none of them twice; it changes nothing.",
	needs: "search.Preferrer",
	begin: func() check {
		count := 0
		return func(p *place) {
			estimates, moves := p.game.Preferrer.EstimateAndPrefer(nil, nil)
			p.unchanged("after calling EstimateAndPrefer")
			if count == 0 {
				count = len(estimates)
			}
			switch {
			case len(estimates) == 0 || len(estimates) != count:
				p.fail("", fmt.Sprintf("%d estimates, at least 1", count), estimates)
			case slices.Min(estimates) < 0:
				p.fail("", "estimates of 0 or more", estimates)
			}
			for i, m := range moves {
				if !slices.Contains(p.moves, m) || slices.Contains(moves[:i], m) {
					p.fail("", fmt.Sprintf("preferred moves among %v, none twice", p.moves), moves)
				}
			}
		}
	},
}

// admissible compares estimates with the costs of solutions: from a small search nearby, and of a line that ends solved.
var admissible = law{
	name:  "admissible",
	text:  "No solution found from a position costs less than its estimate.",
	needs: "ply.Estimator, ply.Puzzle",
	tries: "solution was found to compare an estimate with",
	check: func(p *place) {
		if p.survey {
			x := p.explored()
			if x.best {
				p.tried()
			}
			if x.found {
				p.overestimated(x.over, x.rest, x.cost)
				return
			}
			return
		}
		if p.last && isSolved(p.game) {
			p.tried()
			admissibleLine(p)
		}
		if !p.last && !p.seldom() {
			return
		}
		if line, cost, ok := cheaper(p.game, p.game.Estimator.Estimate()); ok {
			p.overestimated(p.line, line, cost)
		}
	},
}

func (p *place) overestimated(line, solution []move, cost int) {
	failAt(line, "", fmt.Sprintf("an estimate of at most %d, the cost of the solution %v", cost, solution), "a greater one")
}

// admissibleLine compares the estimates along a solving line with the cost of the rest of the line.
func admissibleLine(p *place) {
	g := p.newGame()
	estimates := make([]int, len(p.line))
	for i, m := range p.line {
		estimates[i] = g.Estimator.Estimate()
		g.Play(m)
	}
	cost := 0
	for i, m := range slices.Backward(p.line) {
		var err error
		if cost, err = costs.Add(cost, costOf(g, m)); err != nil {
			return // no estimate is greater
		}
		if cost < estimates[i] {
			p.overestimated(p.line[:i], p.line[i:], cost)
			return
		}
	}
}

func costOf(g *subject, m move) int {
	if c := g.Coster; c != nil {
		return c.Cost(m)
	}
	return 1
}

// cheaper searches a few hundred positions, by iterative deepening, for a solution that costs less than bound.
func cheaper(g *subject, bound int) (solution []move, cost int, ok bool) {
	const most = 300
	positions, cut := 0, false
	var search func(depth int) bool
	search = func(depth int) bool {
		positions++
		switch {
		case cost >= bound || positions > most:
			return false
		case isSolved(g):
			return true
		case depth == 0:
			cut = true
			return false
		}
		for _, m := range g.Moves(nil) {
			before := cost
			after, err := costs.Add(before, costOf(g, m))
			if err != nil {
				continue // it is not cheaper
			}
			solution, cost = append(solution, m), after
			if playing(g, m, func() bool { return search(depth - 1) }) {
				return true
			}
			solution, cost = solution[:len(solution)-1], before
		}
		return false
	}
	for depth := 0; positions <= most; depth++ {
		cut = false
		if search(depth) {
			return solution, cost, true
		}
		if !cut {
			break
		}
	}
	return nil, 0, false
}
