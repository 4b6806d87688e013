package montecarlo

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// BreadthFirstOptions are the options of [BreadthFirstSampling].
type BreadthFirstOptions[M comparable] struct {
	// MaxLength, Random and Progress have the same meaning as in [Options].
	MaxLength int
	Random    rand.Source
	Progress  func(Result[M])
}

// BreadthFirstSampling searches a puzzle breadth first, with one random playout from each new position (Helmstetter
// 2007, section 3.2.3). If several lines lead to the same position, only one playout is made from it.
//
// The status is [ply.Solved] when a playout solves the puzzle, [ply.OutOfMemory] when 2³¹-1 positions are stored, and
// [ply.Complete] when there are no more positions. Complete proves that the puzzle has no solution, unless two positions
// have the same hash. Nodes is the number of playouts, one for each position stored. With moves of 4 bytes, a position
// takes 19 to 31 bytes.
func BreadthFirstSampling[G interface {
	ply.Game[M]
	ply.Hasher
	ply.Puzzle
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt BreadthFirstOptions[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := limits.Check(); err != nil {
		return failed, fmt.Errorf("montecarlo: %w", err)
	}
	common := Options[M]{MaxLength: opt.MaxLength, Random: opt.Random}
	if err := common.check(); err != nil {
		return failed, err
	}
	b := &breadthFirst[M]{
		sampler: new(sampler[M]),
		nodes:   make([]breadthNode[M], 1),
		below:   1,
		limits:  limits,
	}
	l := stop.Limits{Limits: ply.Limits{Time: limits.Time}}
	if opt.Progress != nil {
		l.Report = func() { guard.Callback(func() { opt.Progress(b.snapshot()) }) }
	}
	b.budget = stop.NewBudget(ctx, l)
	err := guard.Run(func() string { return b.describe() }, func() error {
		seed, err := common.seed()
		if err != nil {
			return err
		}
		player, err := newSampler(g, rand.NewPCG(seed[0], seed[1]), opt.MaxLength)
		if err != nil {
			return err
		}
		b.sampler = player
		return b.search(g)
	})
	if err != nil {
		b.status = ply.Failed
	}
	result := b.snapshot()
	result.Status = b.status
	if opt.Progress != nil && err == nil {
		opt.Progress(result)
	}
	return result, err
}

type breadthFirst[M comparable] struct {
	*sampler[M]
	hasher fast.AfterHasher[M]
	seen   transposition.HashSet
	nodes  []breadthNode[M] // those with moves, in the order in which they were found
	depth  int              // of the nodes whose moves are looked at
	below  int              // the first node that is deeper
	limits ply.Limits
	budget stop.Budget
	status ply.Status // why the search must end, Complete if it need not

	here int   // the node where the game is
	path []int // scratch
	list []M   // scratch
}

type breadthNode[M comparable] struct {
	parent int32
	move   M
}

// search searches from the present position. It returns an error if the game breaks a law.
func (b *breadthFirst[M]) search(g interface {
	ply.Game[M]
	ply.Hasher
}) error {
	b.hasher = fast.AfterHasherOf(g)
	b.searching, b.credit, b.look = true, 0, b.lookAround
	b.seen.Visit(g.Hash())
	b.status = b.run()
	b.back(0)
	return b.fault
}

func (b *breadthFirst[M]) run() ply.Status {
	for i := 0; i < len(b.nodes); i++ {
		if !b.tick() {
			return b.status
		}
		if i == b.below {
			b.depth, b.below = b.depth+1, len(b.nodes)
		}
		b.travel(i)
		b.list = b.game.Moves(b.list[:0])
		if i == 0 && len(b.list) == 0 {
			b.value()
		}
		for j, m := range b.list {
			if b.seen.Visit(b.hasher.HashAfter(m)) {
				continue
			}
			if b.limits.Nodes > 0 && b.playouts == b.limits.Nodes {
				return ply.OutOfNodes
			}
			b.after(b.list, j)
			switch {
			case b.halted:
				return b.status
			case b.solved:
				return ply.Solved
			case b.seen.Len() >= math.MaxInt32:
				return ply.OutOfMemory
			case b.end > len(b.line)+1: // there are moves
				b.nodes = append(b.nodes, breadthNode[M]{int32(i), m})
			}
		}
	}
	if b.solved {
		return ply.Solved
	}
	return ply.Complete
}

func (b *breadthFirst[M]) lookAround() {
	b.status = b.budget.Poll(0) // the limits are of time alone
	b.credit = b.budget.Stride() - 1
	b.halted = b.fault != nil || b.status != ply.Complete
}

// travel plays from one node to another of the same depth or the next.
func (b *breadthFirst[M]) travel(to int) {
	b.path = b.path[:0]
	target := to
	if len(b.line) < b.depth {
		b.path = append(b.path, target)
		target = int(b.nodes[target].parent)
	}
	up := 0
	for here := b.here; here != target; here = int(b.nodes[here].parent) {
		b.path = append(b.path, target)
		target = int(b.nodes[target].parent)
		up++
	}
	b.back(len(b.line) - up)
	for len(b.path) > 0 {
		last := len(b.path) - 1
		b.play(b.nodes[b.path[last]].move)
		b.path = b.path[:last]
	}
	b.here = to
}

func (b *breadthFirst[M]) snapshot() Result[M] {
	r := Result[M]{Report: ply.Report{Status: ply.InProgress, Nodes: b.playouts, Elapsed: b.budget.Elapsed()}, Runs: 1}
	if n := len(b.improvements); n > 0 {
		best := b.improvements[n-1]
		r.Line, r.Score, r.Found = best.line, best.score, true
	}
	return r
}
