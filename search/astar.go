package search

import (
	"context"
	"encoding"
	"encoding/binary"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// AStar finds a cheapest solution of a puzzle by looking first at the positions where the cost up to
// there and the estimate of the rest come to least (Hart, Nilsson and Raphael 1968). The cost of a
// line is the number of its moves or, for a [ply.Coster], the sum of their costs. With the estimate
// 0 it is Dijkstra's algorithm. The estimate need not be consistent.
//
// It keeps every position found, by its identity if the game is an [encoding.BinaryAppender] and else
// by its hash: 60 bytes and more each. [IDAStar] keeps none.
//
// Of the options it heeds MaxNodes, MaxTime, Visit and the progress, whose Done stays 0. Line and
// Cost of the result are those of the solution. The status is Solved or, if there is none, Complete.
func AStar[M comparable, G interface {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
}](ctx context.Context, g G, opt Options) (Result[M], error) {
	if err := opt.check(); err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	a := &aStar[M]{
		traveller: traveller[M]{game: g},
		budget:    newBudget(ctx, &opt),
		puzzle:    g,
		estimator: g,
		hasher:    g,
		visit:     opt.Visit,
	}
	a.identity, _ = any(g).(encoding.BinaryAppender)
	a.coster, _ = any(g).(ply.Coster[M])
	err := a.run()
	a.travel(0, a.parent)
	if err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	a.result.Elapsed = a.elapsed()
	if a.report != nil {
		a.report(a.progress())
	}
	return a.result, nil
}

type aStar[M comparable] struct {
	traveller[M]
	budget
	puzzle    ply.Puzzle
	estimator ply.Estimator
	coster    ply.Coster[M]
	hasher    ply.Hasher
	identity  encoding.BinaryAppender
	visit     func(depth int)

	nodes  []aStarNode[M]
	known  transposition.Map[int] // the node of a position
	open   [][]int                // nodes to look at, by cost and estimate together
	key    []byte
	list   []M
	result Result[M]
}

type aStarNode[M comparable] struct {
	parent int
	move   M
	cost   int // from the start
	closed bool
}

func (a *aStar[M]) parent(node int) (int, M) { return a.nodes[node].parent, a.nodes[node].move }

func (a *aStar[M]) run() error {
	var none M
	if _, err := a.reach(0, none, 0); err != nil {
		return err
	}
	for total := 0; total < len(a.open); {
		bucket := a.open[total]
		if len(bucket) == 0 {
			total++
			continue
		}
		// The node found last has come furthest of those with this total.
		node := bucket[len(bucket)-1]
		a.open[total] = bucket[:len(bucket)-1]
		if a.nodes[node].closed {
			continue
		}
		if a.result.Nodes >= a.pollAt {
			if a.result.Status = a.poll(a.result.Nodes, a.progress); a.result.Status != ply.Complete {
				return nil
			}
		}
		a.nodes[node].closed = true
		a.travel(node, a.parent)
		least, err := a.look(node)
		if err != nil || a.result.Status != ply.Complete {
			return err
		}
		total = min(total, least)
	}
	return nil
}

// look looks at the present position, which is that of node, and returns the least total of the nodes
// that it opens.
func (a *aStar[M]) look(node int) (least int, err error) {
	least = len(a.open)
	a.result.Nodes++
	a.result.Depth = max(a.result.Depth, len(a.line))
	if a.visit != nil {
		a.visit(len(a.line))
	}
	a.list = a.game.Moves(a.list[:0])
	if len(a.list) == 0 {
		a.result.Leaves++
		if a.puzzle.Solved() {
			a.result.Status, a.result.Solutions = ply.Solved, 1
			a.result.Line, a.result.Found = a.moves(nil), true
			a.result.Cost = a.nodes[node].cost
		}
		return least, nil
	}
	for _, m := range a.list {
		cost := 1
		if a.coster != nil {
			cost = a.coster.Cost(m)
		}
		a.game.Play(m)
		total, err := a.reach(node, m, a.nodes[node].cost+cost)
		a.game.Undo(m)
		if err != nil {
			return 0, err
		}
		least = min(least, total)
	}
	return least, nil
}

// reach opens the present position, found at this cost by a move from a node, unless it has been
// found as cheaply before, and returns its total.
func (a *aStar[M]) reach(from int, m M, cost int) (total int, err error) {
	if a.identity != nil {
		if a.key, err = a.identity.AppendBinary(a.key[:0]); err != nil {
			return 0, fmt.Errorf("search: identity of the position: %w", err)
		}
	} else {
		a.key = binary.LittleEndian.AppendUint64(a.key[:0], a.hasher.Hash())
	}
	total = cost + a.estimator.Estimate()
	if total < 0 || cost < 0 {
		return 0, fmt.Errorf("search: a position of cost %d and estimate %d: want neither negative", cost, total-cost)
	}
	known, added := a.known.Add(a.key)
	switch {
	case added:
		*known = len(a.nodes)
		a.nodes = append(a.nodes, aStarNode[M]{parent: from, move: m, cost: cost})
	case a.nodes[*known].cost <= cost:
		a.result.MemoryHits++
		return total, nil
	default:
		a.nodes[*known] = aStarNode[M]{parent: from, move: m, cost: cost}
	}
	for total >= len(a.open) {
		a.open = append(a.open, nil)
	}
	a.open[total] = append(a.open[total], *known)
	return total, nil
}

func (a *aStar[M]) progress() Progress {
	return Progress{Nodes: a.result.Nodes, Depth: a.result.Depth, Solutions: a.result.Solutions, Elapsed: a.elapsed()}
}
