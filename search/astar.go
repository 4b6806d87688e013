package search

import (
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/costs"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/transposition"
)

// AStar finds a cheapest solution of a puzzle by the A* algorithm (Hart, Nilsson and Raphael 1968). It always expands
// the position with the least f = cost so far + estimate of the rest. On ties it expands the position with the least
// estimate, and on further ties the position found last. The cost of a line is the number of its moves or, for a
// [ply.Coster], the sum of the costs of its moves. If all estimates are 0, this is Dijkstra's algorithm.
//
// Estimate is called once for each position. Estimates must be admissible, but need not be consistent. A position with
// estimate [math.MaxInt] is never expanded. If any other f exceeds [math.MaxInt], AStar returns an error.
//
// AStar stores every position that it finds. A position takes 70 to 120 bytes, plus the bytes by which its identity and
// the move to it exceed 8 bytes each. AStar compares positions by their identities if the game is an
// [encoding.BinaryAppender], and otherwise by their hashes. [IDAStar] stores no positions.
//
// To get from one position to the next, AStar usually undoes at most one move and plays at most one. In the worst case,
// it undoes all moves back to the start and plays all moves to the next position.
func AStar[G interface {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt PathOptions[M]) (PathResult[M], error) {
	a := &aStar[M]{bestFirst: newBestFirst[G, M](g), visit: opt.Visit}
	a.Budget = newBudget(ctx, limits, opt.Progress, a.snapshot)
	a.keeps(g, &a.Budget)
	err := guard.Run(a.playing, func() error {
		if err := checkGame[M](g, limits); err != nil {
			return err
		}
		defer a.end()
		err := a.begin(opt.Checkpoint, "A* search", "", a.save, a.load)
		if err == nil && !a.over {
			err = a.saveEnd(a.search(), a.result.Status)
		}
		a.travel(0, a.parent)
		return err
	})
	return ended(opt.Progress, &a.result, &a.result.Report, a.Elapsed(), err)
}

type aStar[M comparable] struct {
	bestFirst[M]
	visit func(depth int)

	nodes   []aStarNode[M]
	known   transposition.Map[int] // the node of a position
	open    openList
	highest int // the greatest total up to now
	list    []M // scratch

	frozen *saved.Snapshot[aStarNode[M]] // while a state is being written
}

// change returns a node that is about to change.
func (a *aStar[M]) change(node int) *aStarNode[M] {
	a.frozen.Keep(node, 1)
	return &a.nodes[node]
}

type aStarNode[M comparable] struct {
	parent   int
	cost     int // from the start
	estimate int // of the rest; its complement, which is negative, while the node is closed
	move     M
}

func (n *aStarNode[M]) isClosed() bool { return n.estimate < 0 }
func (n *aStarNode[M]) close()         { n.estimate = ^n.estimate }

func (a *aStar[M]) parent(node int) (int, M) { return a.nodes[node].parent, a.nodes[node].move }

func (a *aStar[M]) search() error {
	var none M
	if len(a.nodes) == 0 {
		if err := a.reach(0, none, 0); err != nil {
			return err
		}
	}
	for a.result.Status == ply.Complete {
		node, total, ok := a.open.take()
		if !ok {
			return nil
		}
		if a.nodes[node].isClosed() {
			continue
		}
		if total > a.highest {
			a.highest, a.result.UntilLastJump = total, a.result.Nodes
		}
		if a.result.Nodes >= a.PollAt {
			a.open.put(node, total, a.nodes[node].estimate) // where a state has it
			if a.result.Status = a.Poll(a.result.Nodes); a.result.Status != ply.Complete {
				return nil
			}
			a.open.take()
		}
		a.change(node).close()
		a.travel(node, a.parent)
		if err := a.look(node); err != nil {
			return err
		}
	}
	return nil
}

func (a *aStar[M]) look(node int) error {
	a.result.Nodes++
	if a.visit != nil {
		guard.Callback(func() { a.visit(len(a.line)) })
	}
	a.list = a.game.Moves(a.list[:0])
	if len(a.list) == 0 {
		if a.puzzle.Solved() {
			a.result.Status, a.result.Cost = ply.Solved, a.nodes[node].cost
			a.result.Line, a.result.Found = lineTo(node, a.parent), true
		}
		return nil
	}
	for _, m := range a.list {
		cost, err := a.cost(a.nodes[node].cost, m)
		if err != nil {
			return err
		}
		a.play(noNode, m)
		err = a.reach(node, m, cost)
		a.undo()
		if err != nil {
			return err
		}
	}
	return nil
}

// reach opens the present position, found at this cost by a move from node from, unless it was found as cheaply before.
func (a *aStar[M]) reach(from int, m M, cost int) error {
	name, err := a.name()
	if err != nil {
		return err
	}
	known, added := a.known.Add(name)
	if added {
		*known = len(a.nodes)
		a.nodes = append(a.nodes, aStarNode[M]{estimate: a.estimator.Estimate()})
	}
	node := *known
	n := &a.nodes[node]
	if !added {
		if n.cost <= cost {
			return nil
		}
		if n = a.change(node); n.isClosed() {
			n.estimate = ^n.estimate
		}
	}
	n.parent, n.cost, n.move = from, cost, m
	total, err := totalCost(cost, n.estimate)
	if err != nil || total == math.MaxInt {
		return err
	}
	a.open.put(node, total, n.estimate)
	return nil
}

// totalCost adds the estimate of a position to the cost of the line to it. It returns math.MaxInt if the estimate is.
func totalCost(cost, estimate int) (int, error) {
	switch {
	case uint(estimate) < uint(math.MaxInt-cost):
		return cost + estimate, nil
	case estimate < 0:
		return 0, fmt.Errorf("search: a position has estimate %d, want 0 or more", estimate)
	case estimate == math.MaxInt:
		return estimate, nil
	}
	return 0, fmt.Errorf("search: %w", costs.Refuse(cost, estimate))
}
