package search

import (
	"context"
	"encoding"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// AStar finds a cheapest solution of a puzzle by the A* algorithm (Hart, Nilsson and Raphael 1968). It always expands
// the position with the least f = cost so far + estimate of the rest and, on ties, the one found last. The cost of a
// line is the number of its moves or, for a [ply.Coster], the sum of their costs. If all estimates are 0, this is
// Dijkstra's algorithm. The estimate must be admissible, but need not be consistent. A position whose estimate is
// [math.MaxInt] is never visited. Any other sum that an int cannot hold is an error.
//
// Line and Cost of the result are those of the solution, and the status is Solved. If there is no solution, the
// status is Complete.
//
// AStar takes the options MaxNodes, MaxTime, Visit, Progress and ProgressEvery, and refuses MaxDepth, Best and
// Continue. StopAtSolution has no effect, and Done stays 0.
//
// AStar keeps every position that it finds, in 60 bytes or more each, and allocates only as their number grows.
// Positions are told apart by their identity if the game is an [encoding.BinaryAppender], and otherwise by their
// hash. To get from one position to the next, it takes moves back and plays others: none or one in most cases, and at
// worst as many as both are away from the start. [IDAStar] keeps no positions.
func AStar[G interface {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
}, M comparable](ctx context.Context, g G, opt Options[M]) (Result[M], error) {
	a := &aStar[M]{
		traveller: traveller[M]{game: g},
		puzzle:    g,
		estimator: g,
		hasher:    g,
		visit:     opt.Visit,
	}
	a.Budget = newBudget(ctx, &opt, a.snapshot)
	a.identity, _ = any(g).(encoding.BinaryAppender)
	a.coster, _ = any(g).(ply.Coster[M])
	err := guard.Run(a.playing, func() error {
		if err := opt.checkCheapest("AStar", g); err != nil {
			return err
		}
		err := a.run()
		a.travel(0, a.parent)
		return err
	})
	return ended(&opt, &a.result, a.Elapsed(), err)
}

// checkCheapest returns an error if the options or the game do not fit the search of this name, which looks for a
// cheapest solution.
func (o *Options[M]) checkCheapest(search string, game any) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := o.checkGame(game); err != nil {
		return err
	}
	return o.refuse(search, "MaxDepth", "Best", "Continue")
}

type aStar[M comparable] struct {
	traveller[M]
	stop.Budget
	puzzle    ply.Puzzle
	estimator ply.Estimator
	coster    ply.Coster[M]
	hasher    ply.Hasher
	identity  encoding.BinaryAppender
	visit     func(depth int)

	nodes  []aStarNode[M]
	known  transposition.Map[int] // the node of a position
	open   openList
	key    []byte // scratch
	list   []M    // scratch
	result Result[M]
}

type aStarNode[M comparable] struct {
	parent int
	cost   int // from the start
	move   M
	closed bool
}

func (a *aStar[M]) parent(node int) (int, M) { return a.nodes[node].parent, a.nodes[node].move }

func (a *aStar[M]) run() error {
	var none M
	if err := a.reach(0, none, 0); err != nil {
		return err
	}
	for a.result.Status == ply.Complete {
		node, ok := a.open.take()
		if !ok {
			return nil
		}
		if a.nodes[node].closed {
			continue
		}
		if a.result.Nodes >= a.PollAt {
			if a.result.Status = a.Poll(a.result.Nodes); a.result.Status != ply.Complete {
				return nil
			}
		}
		a.nodes[node].closed = true
		a.travel(node, a.parent)
		if err := a.look(node); err != nil {
			return err
		}
	}
	return nil
}

// look looks at the present position, which is that of node.
func (a *aStar[M]) look(node int) error {
	a.result.Nodes++
	a.result.Depth = max(a.result.Depth, len(a.line))
	if a.visit != nil {
		guard.Callback(func() { a.visit(len(a.line)) })
	}
	a.list = a.game.Moves(a.list[:0])
	if len(a.list) == 0 {
		a.leaf(node)
		return nil
	}
	for _, m := range a.list {
		cost := 1
		if a.coster != nil {
			cost = a.coster.Cost(m)
		}
		cost, err := addCosts(a.nodes[node].cost, cost)
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

// leaf looks at the present position, which is that of node and has no moves.
func (a *aStar[M]) leaf(node int) {
	a.result.Leaves++
	if a.puzzle.Solved() {
		a.result.Status, a.result.Solutions = ply.Solved, 1
		a.result.Line, a.result.Found = lineTo(node, a.parent), true
		a.result.Cost = a.nodes[node].cost
	}
}

// reach opens the present position, found at this cost by a move from a node, unless it has been
// found as cheaply before.
func (a *aStar[M]) reach(from int, m M, cost int) (err error) {
	if a.identity != nil {
		if a.key, err = a.identity.AppendBinary(a.key[:0]); err != nil {
			return fmt.Errorf("search: identity of the position: %w", err)
		}
	} else {
		a.key = binary.LittleEndian.AppendUint64(a.key[:0], a.hasher.Hash())
	}
	total, err := totalCost(cost, a.estimator.Estimate())
	if err != nil || total == math.MaxInt {
		return err
	}
	known, added := a.known.Add(a.key)
	switch {
	case added:
		*known = len(a.nodes)
		a.nodes = append(a.nodes, aStarNode[M]{parent: from, move: m, cost: cost})
	case a.nodes[*known].cost <= cost:
		a.result.MemoryHits++
		return nil
	default:
		a.nodes[*known] = aStarNode[M]{parent: from, move: m, cost: cost}
	}
	a.open.put(*known, total)
	return nil
}

// addCosts adds the cost of a move to the cost of the line before.
func addCosts(cost, more int) (int, error) {
	switch {
	case uint(more) <= uint(math.MaxInt-cost):
		return cost + more, nil
	case more < 0:
		return 0, fmt.Errorf("search: a move costs %d, want 0 or more", more)
	}
	return 0, tooGreat(cost, more)
}

// totalCost adds the estimate of a position to the cost of the line to it. The total is math.MaxInt if the estimate
// is.
func totalCost(cost, estimate int) (int, error) {
	switch {
	case uint(estimate) < uint(math.MaxInt-cost):
		return cost + estimate, nil
	case estimate < 0:
		return 0, fmt.Errorf("search: a position has estimate %d, want 0 or more", estimate)
	case estimate == math.MaxInt:
		return estimate, nil
	}
	return 0, tooGreat(cost, estimate)
}

func tooGreat(cost, more int) error {
	return fmt.Errorf("search: an int cannot hold the sum of the costs %d and %d", cost, more)
}

// snapshot returns what was found up to now.
func (a *aStar[M]) snapshot() Result[M] {
	r := a.result
	r.Status, r.Elapsed = ply.InProgress, a.Elapsed()
	return r
}
