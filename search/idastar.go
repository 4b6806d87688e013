package search

import (
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
)

// IDAStar finds a cheapest solution of a puzzle in the memory of one line of play (iterative-deepening
// A*, Korf 1985): it searches depth first the lines whose cost and estimate together do not exceed a
// bound, which begins with the estimate of the start and becomes the least total that exceeded it.
// The cost of a line is as in [AStar], and every move must cost at least 1.
//
// Of the options it heeds MaxNodes, MaxTime, Visit and the progress, whose Done stays 0. Nodes counts
// those of all bounds. Line and Cost of the result are those of the solution. The status is Solved or,
// if all lines end unsolved, Complete; on a game with cycles that cannot be solved it does not end.
func IDAStar[M comparable, G interface {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
}](ctx context.Context, g G, opt Options) (Result[M], error) {
	if err := opt.check(); err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	a := &idaStar[M]{budget: newBudget(ctx, &opt), game: g, puzzle: g, estimator: g, visit: opt.Visit}
	a.coster, _ = any(g).(ply.Coster[M])
	for bound := g.Estimate(); ; bound = a.next {
		a.next = math.MaxInt
		a.bound = bound
		a.search(0)
		if a.stopped || a.next == math.MaxInt {
			break
		}
	}
	if a.err != nil {
		return Result[M]{Status: ply.Failed}, a.err
	}
	a.result.Elapsed = a.elapsed()
	if a.report != nil {
		a.report(a.progress())
	}
	return a.result, nil
}

type idaStar[M comparable] struct {
	budget
	game      ply.Game[M]
	puzzle    ply.Puzzle
	estimator ply.Estimator
	coster    ply.Coster[M]
	visit     func(depth int)

	bound   int // on cost and estimate together
	next    int // the least total beyond the bound
	stack   []M // the moves of all positions on the line
	line    []M
	result  Result[M]
	stopped bool
	err     error
}

// search visits the present position, reached at this cost, and all within the bound that follows.
func (a *idaStar[M]) search(cost int) {
	if total := cost + a.estimator.Estimate(); total > a.bound {
		a.next = min(a.next, total)
		return
	}
	if a.result.Nodes >= a.pollAt {
		if status := a.poll(a.result.Nodes, a.progress); status != ply.Complete {
			a.result.Status, a.stopped = status, true
			return
		}
	}
	a.result.Nodes++
	a.result.Depth = max(a.result.Depth, len(a.line))
	if a.visit != nil {
		a.visit(len(a.line))
	}
	start := len(a.stack)
	a.stack = a.game.Moves(a.stack)
	end := len(a.stack)
	if start == end {
		a.leaf(cost)
	}
	for i := start; i < end && !a.stopped; i++ {
		m := a.stack[i]
		price := 1
		if a.coster != nil {
			if price = a.coster.Cost(m); price < 1 {
				a.err = fmt.Errorf("search: the move %v costs %d: IDAStar needs costs of at least 1", m, price)
				a.stopped = true
				break
			}
		}
		a.game.Play(m)
		a.line = append(a.line, m)
		a.search(cost + price)
		a.line = a.line[:len(a.line)-1]
		a.game.Undo(m)
	}
	a.stack = a.stack[:start]
}

func (a *idaStar[M]) leaf(cost int) {
	a.result.Leaves++
	if a.puzzle.Solved() {
		a.result.Status, a.stopped = ply.Solved, true
		a.result.Solutions, a.result.Cost = 1, cost
		a.result.Line, a.result.Found = append(a.result.Line, a.line...), true
	}
}

func (a *idaStar[M]) progress() Progress {
	return Progress{Nodes: a.result.Nodes, Depth: a.result.Depth, Solutions: a.result.Solutions, Elapsed: a.elapsed()}
}
