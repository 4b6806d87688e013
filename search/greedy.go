package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/transposition"
)

// A Preferrer returns several estimates of the present position at once, and moves that probably lead to a solution.
// [GreedyBestFirst] calls EstimateAndPrefer instead of the method Estimate of the [ply.Estimator].
//
// Laws:
//   - The number of estimates is the same in all positions, and at least 1.
//   - No estimate is negative. An estimate is [math.MaxInt] only if the position has no solution. Other estimates need
//     not be admissible.
//   - The preferred moves are legal, and none occurs twice.
//   - The results depend only on the position. EstimateAndPrefer changes nothing that can be observed.
type Preferrer[M comparable] interface {
	// EstimateAndPrefer appends estimates of the remaining cost to estimates and the preferred moves to preferred, and
	// returns the extended slices.
	EstimateAndPrefer(estimates []int, preferred []M) ([]int, []M)
}

// GreedyOptions are the options of [GreedyBestFirst].
type GreedyOptions[M comparable] struct {
	// Deferred postpones the estimate of a position until the position is visited. Until then, the position is ranked
	// by the estimates of its parent (Richter and Helmert 2009). If positions have many moves, the search estimates far
	// fewer positions. Deferred works best with a [Preferrer]: without preferred moves, all moves of a position have
	// the same rank.
	//
	// If Deferred is false, a position is estimated when it is found, and a Preferrer is called a second time when the
	// position is visited.
	Deferred bool

	// Boost is the number of additional visits that each open list of preferred moves receives when the search makes
	// progress (see [GreedyBestFirst]). The search makes progress when one of the estimates of the [Preferrer] is less
	// than in all earlier positions. With 0, all open lists take turns. With a large value, such as 1000 (Richter and
	// Westphal 2010), the search follows mostly preferred moves. Boost has no effect if the game is not a [Preferrer].
	Boost int

	// Visit and Progress are called like Visit and Progress of [Options].
	Visit    func(depth int)
	Progress func(PathResult[M])

	// Checkpoint, if not nil, stores the state of the search. A search that continues from a stored state returns the
	// result of an uninterrupted search, as with Checkpoint of [Options].
	Checkpoint checkpoint.Store
}

// GreedyBestFirst finds a solution of a puzzle by greedy best-first search. It always visits the position with the
// least estimate of the remaining cost, regardless of the cost so far; on ties it visits the position found first.
// Estimates need not be admissible. The solution need not be cheapest, but often far fewer positions are visited than
// by [AStar].
//
// If the game is a [Preferrer], there are two open lists for each of its estimates: one of all positions, and one of
// the positions after preferred moves. The search takes positions from these lists in turn (Helmert 2006; Richter and
// Westphal 2010, the first iteration of their planner LAMA).
//
// A position with estimate [math.MaxInt] is never visited. The status is [ply.Complete] only if no solution can be
// reached.
//
// GreedyBestFirst stores every position found, with 60 to 100 bytes each. If [GreedyOptions].Deferred is set, it stores
// every move found instead, with 40 to 100 bytes each. If the game is a Preferrer, each open list beyond the first adds
// up to 10 bytes to these numbers. GreedyBestFirst compares positions by their identities if the game is an
// [encoding.BinaryAppender], and otherwise by their hashes.
func GreedyBestFirst[G interface {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt GreedyOptions[M]) (PathResult[M], error) {
	s := &greedy[M]{bestFirst: newBestFirst[G, M](g), opt: &opt}
	s.Budget = newBudget(ctx, limits, opt.Progress, s.snapshot)
	s.preferrer, _ = any(g).(Preferrer[M])
	s.keeps(g, &s.Budget)
	err := guard.Run(s.playing, func() error {
		if err := checkGame[M](g, limits); err != nil {
			return err
		}
		if opt.Boost < 0 {
			return fmt.Errorf("search: Boost is %d, want a number of visits or 0 for none", opt.Boost)
		}
		defer s.end()
		err := s.begin(opt.Checkpoint, "greedy best-first search", s.question(), s.save, s.load)
		if err == nil && !s.over {
			err = s.saveEnd(s.search(), s.result.Status)
		}
		s.travel(0, s.parent)
		return err
	})
	return ended(opt.Progress, &s.result, &s.result.Report, s.Elapsed(), err)
}

type greedy[M comparable] struct {
	bestFirst[M]
	preferrer Preferrer[M]
	opt       *GreedyOptions[M]

	nodes []greedyNode[M]
	known transposition.Set // the positions estimated
	lists []alternative     // by estimate, the list of all positions and the list of positions after preferred moves
	least []int             // by estimate, the least found

	taken  int // while the budget is polled, the number after the node to be visited
	passed int // nodes taken and not visited since the last poll, possibly many in a row

	frozen *saved.Snapshot[greedyNode[M]] // while a state is being written

	list      []M   // scratch, as are the next three
	estimates []int // of the present position
	preferred []M
	chosen    []M
}

type greedyNode[M comparable] struct {
	parent  int
	move    M
	visited bool // or known to be a visited position
}

// An alternative is an open list. The list of least priority is next. Each visit adds 1 to its priority.
type alternative struct {
	estimateQueue
	priority int
}

func (s *greedy[M]) parent(node int) (int, M) { return s.nodes[node].parent, s.nodes[node].move }

func (s *greedy[M]) search() error {
	var none M
	if len(s.nodes) == 0 {
		open, err := s.meet()
		if err != nil || !open {
			return err
		}
		s.add(0, none, false)
	}
	for {
		node, ok := s.take()
		if !ok {
			return nil
		}
		if s.nodes[node].visited {
			s.passed++
			continue
		}
		if s.result.Nodes+s.passed >= s.PollAt {
			s.passed, s.taken = 0, node+1
			if s.result.Status = s.Poll(s.result.Nodes); s.result.Status != ply.Complete {
				return nil
			}
			s.taken = 0
		}
		s.frozen.Keep(node, 1)
		s.nodes[node].visited = true
		s.travel(node, s.parent)
		if s.opt.Deferred && node > 0 {
			if open, err := s.meet(); err != nil {
				return err
			} else if !open {
				s.passed++
				continue
			}
		} else if s.preferrer != nil {
			s.estimates, s.preferred = s.preferrer.EstimateAndPrefer(s.estimates[:0], s.preferred[:0])
		}
		if solved, err := s.look(node); solved || err != nil {
			return err
		}
	}
}

// meet estimates the present position. open is false if it was met before or has no solution.
func (s *greedy[M]) meet() (open bool, err error) {
	name, err := s.name()
	if err != nil {
		return false, err
	}
	if s.known.Visit(name) {
		return false, nil
	}
	if s.preferrer != nil {
		s.estimates, s.preferred = s.preferrer.EstimateAndPrefer(s.estimates[:0], s.preferred[:0])
	} else {
		s.estimates = append(s.estimates[:0], s.estimator.Estimate())
	}
	if s.lists == nil {
		s.least = slices.Repeat([]int{math.MaxInt}, len(s.estimates))
		s.lists = make([]alternative, 2*len(s.estimates))
	}
	if len(s.estimates) == 0 || len(s.estimates) != len(s.least) {
		return false, fmt.Errorf("search: a position has %d estimates, want as many as in the first one, which has %d", len(s.estimates), len(s.least))
	}
	progress := false
	for i, e := range s.estimates {
		switch {
		case e < 0:
			return false, fmt.Errorf("search: a position has estimate %d, want 0 or more", e)
		case e == math.MaxInt:
			return false, nil
		case e < s.least[i]:
			s.least[i], progress = e, true
		}
	}
	if progress {
		for i := range s.least {
			if l := &s.lists[2*i+1]; l.priority > s.opt.Boost-math.MaxInt {
				l.priority -= s.opt.Boost
			}
		}
	}
	return true, nil
}

func (s *greedy[M]) add(parent int, m M, preferred bool) {
	node := len(s.nodes)
	s.nodes = append(s.nodes, greedyNode[M]{parent: parent, move: m})
	for i, e := range s.estimates {
		s.lists[2*i].put(node, e)
		if preferred {
			s.lists[2*i+1].put(node, e)
		}
	}
}

func (s *greedy[M]) take() (node int, ok bool) {
	if s.taken > 0 {
		return s.taken - 1, true
	}
	best := -1
	for i := range s.lists {
		if !s.lists[i].empty() && (best < 0 || s.lists[i].priority < s.lists[best].priority) {
			best = i
		}
	}
	if best < 0 {
		return 0, false
	}
	s.lists[best].priority++
	return s.lists[best].take(), true
}

// look visits the present position, the position of node. Its estimates and preferred moves are the present ones.
func (s *greedy[M]) look(node int) (solved bool, err error) {
	s.result.Nodes++
	if s.opt.Visit != nil {
		guard.Callback(func() { s.opt.Visit(len(s.line)) })
	}
	s.list = s.game.Moves(s.list[:0])
	if len(s.list) == 0 {
		if !s.puzzle.Solved() {
			return false, nil
		}
		return true, s.solved(node)
	}
	// The estimates of the successors replace the present ones.
	s.chosen = append(s.chosen[:0], s.preferred...)
	for _, m := range s.list {
		open := true
		if !s.opt.Deferred {
			s.play(noNode, m)
			open, err = s.meet()
			s.undo()
			if err != nil {
				return false, err
			}
		}
		if open {
			s.add(node, m, slices.Contains(s.chosen, m))
		}
	}
	return false, nil
}

func (s *greedy[M]) solved(node int) (err error) {
	s.result.Line, s.result.Found = lineTo(node, s.parent), true
	for _, m := range s.result.Line {
		if s.result.Cost, err = s.cost(s.result.Cost, m); err != nil {
			return err
		}
	}
	s.result.Status = ply.Solved
	return nil
}
