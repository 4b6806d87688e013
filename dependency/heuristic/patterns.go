package heuristic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/random"
)

type patternOptions struct {
	Cells [][]int // Options.Patterns

	// MaxEntries limits the number of entries of one database. A database has an entry of 4 bytes for each combination of
	// values of its cells. 0 means 2²⁰.
	MaxEntries int

	// MaxTotal is the value of Options.Entries. A search for patterns ends when it has computed this number of entries.
	// To limit the time as well, it adds to the entries of a database one entry for each move that modifies a cell of
	// the database. In hill climbing, it counts each database as at least 1000 entries.
	MaxTotal int

	// MaxSteps limits the number of patterns that are found. Hill climbing begins with patterns of a single cell, which
	// are not counted. 0 means no limit: the search ends when further patterns hardly improve the estimates.
	MaxSteps int

	// MaxTime limits the time of the search for patterns, and for the orders of CostPartitioning. The search can exceed
	// the limit by the time that one database or one order takes. With a limit, estimates depend on the speed of the
	// machine. 0 means no limit.
	MaxTime time.Duration

	// MaxOrders limits the number of orders of the databases that CostPartitioning uses. In an order, the first
	// database takes the costs that it needs, the second takes its costs from the rest, and so on. Each order takes the
	// memory of one set of databases. 0 means 8.
	MaxOrders int

	// Random is the source of randomness for the positions on which the search compares patterns and orders. Nil means
	// a source seeded with 0.
	Random rand.Source
}

// check replaces zeros by defaults. An error names the option at fault.
func (o *patternOptions) check(cells int) error {
	for _, n := range []struct {
		name  string
		value *int
		or    int
	}{
		{"MaxEntries", &o.MaxEntries, 1 << 20}, {"Entries", &o.MaxTotal, fullEffort}, {"MaxSteps", &o.MaxSteps, math.MaxInt},
		{"MaxOrders", &o.MaxOrders, 8},
	} {
		if *n.value < 0 {
			return fmt.Errorf("%s is %d, want 0 or more", n.name, *n.value)
		}
		if *n.value == 0 {
			*n.value = n.or
		}
	}
	if o.MaxTime < 0 {
		return fmt.Errorf("MaxTime is %v, want 0 or more", o.MaxTime)
	}
	o.MaxEntries = min(o.MaxEntries, math.MaxInt32)
	for _, pattern := range o.Cells {
		for _, cell := range pattern {
			if cell < 0 || cell >= cells {
				return fmt.Errorf("pattern %v: want cells from 0 to %d", pattern, cells-1)
			}
		}
	}
	var err error
	o.Random, err = random.Source(o.Random)
	return err
}

// given returns the given patterns without irrelevant cells. It is an error if they exceed the bounds.
func (t *cellTask) given(opt *patternOptions) (patterns [][]int32, err error) {
	total := 0
	for _, cells := range opt.Cells {
		var pattern []int32
		for _, cell := range cells {
			if t.domains[cell] > 1 {
				pattern = append(pattern, int32(cell))
			}
		}
		slices.Sort(pattern)
		pattern = slices.Compact(pattern)
		size := t.sizeOf(pattern, opt.MaxEntries)
		if size > opt.MaxEntries {
			return nil, fmt.Errorf("pattern %v has more than %d entries (MaxEntries)", cells, opt.MaxEntries)
		}
		if size > opt.MaxTotal-total {
			return nil, fmt.Errorf("the patterns have more than %d entries (Options.Entries)", opt.MaxTotal)
		}
		total += size
		if len(pattern) > 0 {
			patterns = append(patterns, pattern)
		}
	}
	return patterns, nil
}

// samples is the number of sampled positions, and longest the greatest number of moves to one.
const (
	samples = 1000
	longest = 1000
)

// sample returns positions on random walks from g, the first of which is g itself, as numbers of cell values. On
// average a walk has twice the estimated number of moves to the goal. A walk into a dead end goes back by some moves.
func sample[M comparable](t *cellTask, g *dependency.Game[M], cost int, source rand.Source, overtime func() bool) [][]int32 {
	random := rand.New(source)
	sum := 0
	for _, op := range t.operators {
		sum = plus(sum, op.cost)
	}
	length := 10
	if sum > 0 && cost > 0 && cost < math.MaxInt {
		length = int(min(longest, 1+4*float64(cost)*float64(len(t.operators))/float64(sum)))
	}
	list := make([][]int32, 0, samples)
	var moves, line []M
	for len(list) == 0 || len(list) < samples && !overtime() {
		for range length {
			if len(list) == 0 || random.IntN(2) == 0 {
				continue
			}
			if moves = g.Moves(moves[:0]); len(moves) == 0 {
				for range random.IntN(len(line) + 1) {
					g.Undo(line[len(line)-1])
					line = line[:len(line)-1]
				}
				break
			}
			m := moves[random.IntN(len(moves))]
			g.Play(m)
			line = append(line, m)
		}
		position := make([]int32, g.Cells())
		for cell := range position {
			position[cell] = t.number(cell, g.Cell(cell))
		}
		list = append(list, position)
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
		line = line[:0]
	}
	return list
}

func (p *projection) state(position []int32) int32 {
	state := int32(0)
	for i, cell := range p.pattern {
		state += position[cell] * p.factors[i]
	}
	return state
}

// newDatabasesOf returns the databases for a game with solutions of about the given cost; useless if ctx is cancelled.
func newDatabasesOf[M comparable](ctx context.Context, r reachable, g *dependency.Game[M], kind Kind, opt patternOptions, cost int) (*databases, error) {
	derived := opt.MaxTotal == 0 && opt.Cells == nil
	if err := opt.check(g.Cells()); err != nil {
		return nil, err
	}
	if derived {
		opt.MaxTotal = effortFor(ctx, g)
	}
	begin := time.Now()
	overtime := func() bool { return ctx.Err() != nil || opt.MaxTime > 0 && time.Since(begin) >= opt.MaxTime }
	t := newCellTask(r, g.Cells(), g.Goal())
	patterns, err := t.given(&opt)
	if err != nil {
		return nil, err
	}
	if kind == CostPartitioning {
		p := partitioner{task: t, positions: sample(t, g, cost, opt.Random, overtime), opt: &opt, overtime: overtime}
		for _, pattern := range patterns {
			p.projections = append(p.projections, t.project(pattern))
		}
		if opt.Cells == nil {
			p.choose(ctx)
		}
		return p.order(ctx), nil
	}
	if opt.Cells == nil {
		patterns = t.climb(ctx, sample(t, g, cost, opt.Random, overtime), &opt, overtime)
	}
	return t.canonical(ctx, patterns), nil
}
