package montecarlo

import (
	"cmp"
	"context"
	"errors"
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
	// Options are the common options. MaxRuns, Share, Checkpoint, CheckpointEvery and Resume have no meaning for this
	// search and must not be set. Workers must be 0 or 1.
	Options Options[M]

	// MaxPositions limits the number of stored positions. 0 means 2³¹-1.
	MaxPositions int
}

// A BreadthFirstResult is the result of [BreadthFirstSampling].
type BreadthFirstResult[M comparable] struct {
	// Result is the part that all searches have in common.
	Result[M]

	// Positions is the number of stored positions, including the start.
	Positions int

	// Depth is the greatest number of moves from the start to a stored position.
	Depth int
}

// BreadthFirstSampling goes through the positions of a puzzle breadth first, and plays one random playout from each new
// position (Helmstetter 2007, section 3.2.3). Thus, of all positions at the same depth, each has one playout, however
// many lines lead to it.
//
// It ends with status Solved when a playout solves the puzzle. It ends with Complete when there are no more positions,
// which proves that there is no solution, except for the chance that two positions have the same hash. It ends with
// OutOfMemory when MaxPositions are stored. With moves of 4 bytes, a position takes from 19 to 31 bytes.
func BreadthFirstSampling[G interface {
	ply.Game[M]
	ply.Hasher
	ply.Puzzle
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt BreadthFirstOptions[M]) (BreadthFirstResult[M], error) {
	failed := BreadthFirstResult[M]{Result: Result[M]{Status: ply.Failed}}
	if err := limits.Check(); err != nil {
		return failed, fmt.Errorf("montecarlo: %w", err)
	}
	if err := opt.check(); err != nil {
		return failed, err
	}
	b := &breadthFirst[M]{
		Sampler: new(Sampler[M]),
		nodes:   make([]breadthNode[M], 1),
		below:   1,
		limits:  limits,
		opt:     &opt,
	}
	l := stop.Limits{Limits: ply.Limits{Time: limits.Time}}
	if opt.Options.Progress != nil {
		l.Report = func() { guard.Callback(func() { opt.Options.Progress(b.snapshot().Result) }) }
	}
	b.budget = stop.NewBudget(ctx, l)
	err := guard.Run(func() string { return b.describe() }, func() error {
		seed, err := opt.Options.seed()
		if err != nil {
			return err
		}
		player, err := NewSampler(g, rand.NewPCG(seed[0], seed[1]), opt.Options.MaxLength)
		if err != nil {
			return err
		}
		b.Sampler = player
		return b.search(g)
	})
	if err != nil {
		b.status = ply.Failed
	}
	result := b.snapshot()
	result.Status = b.status
	if result.Status.Conclusive() {
		result.Done = 1
	}
	if opt.Options.Progress != nil && err == nil {
		opt.Options.Progress(result.Result)
	}
	return result, err
}

func (o *BreadthFirstOptions[M]) check() error {
	switch {
	case o.MaxPositions < 0 || o.MaxPositions > math.MaxInt32:
		return fmt.Errorf("montecarlo: MaxPositions is %d, want a number of positions up to 2³¹-1, or 0 for that", o.MaxPositions)
	case o.Options.MaxRuns != 0 || o.Options.Workers > 1 || o.Options.Share || o.Options.Checkpoint != nil || o.Options.CheckpointEvery != 0 || o.Options.Resume != nil:
		return errors.New("montecarlo: BreadthFirstSampling has no MaxRuns, Workers, Share, Checkpoint, CheckpointEvery or Resume")
	}
	o.MaxPositions = cmp.Or(o.MaxPositions, math.MaxInt32)
	return o.Options.check()
}

type breadthFirst[M comparable] struct {
	*Sampler[M]
	hasher fast.AfterHasher[M]
	seen   transposition.HashSet
	nodes  []breadthNode[M] // those with moves, in the order in which they were found
	depth  int              // of the nodes whose moves are looked at
	below  int              // the first node that is deeper
	limits ply.Limits
	opt    *BreadthFirstOptions[M]
	budget stop.Budget
	status ply.Status // why the search must end, Complete if it need not

	deepest int // depth of a position found

	here int   // the node where the game is
	path []int // scratch
	list []M   // scratch
}

// A breadthNode is a position by the move that leads to it.
type breadthNode[M comparable] struct {
	parent int32
	move   M
}

// search searches from the present position of the game, and notes why it ended. It returns an error if the game breaks
// a law.
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

// run searches and returns why it ended.
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
			b.deepest = b.depth + 1
			b.after(b.list, j)
			switch {
			case b.halted:
				return b.status
			case b.solved:
				return ply.Solved
			case b.seen.Len() >= b.opt.MaxPositions:
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

// lookAround finds out whether the search must end, and reports how far it has come.
func (b *breadthFirst[M]) lookAround() {
	b.status = b.budget.Poll(0) // the limits are of time alone
	b.credit = b.budget.Stride() - 1
	b.halted = b.fault != nil || b.status != ply.Complete
}

// travel brings the game from one node to another, which is of the same depth or the next.
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

// snapshot returns what was found up to now.
func (b *breadthFirst[M]) snapshot() BreadthFirstResult[M] {
	r := BreadthFirstResult[M]{
		Result: Result[M]{
			Status:   ply.InProgress,
			Playouts: b.playouts,
			Runs:     1,
			Moves:    int(min(b.moves, math.MaxInt)),
			Elapsed:  b.budget.Elapsed(),
		},
		Positions: b.seen.Len(),
		Depth:     b.deepest,
	}
	if n := len(b.improvements); n > 0 {
		best := b.improvements[n-1]
		r.Line, r.Score, r.Found = best.line, best.score, true
	}
	r.spent(float64(r.Playouts), float64(b.limits.Nodes))
	r.spent(float64(r.Elapsed), float64(b.limits.Time))
	if b.opt.MaxPositions < math.MaxInt32 {
		r.spent(float64(r.Positions), float64(b.opt.MaxPositions))
	}
	return r
}
