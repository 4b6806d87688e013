package retrograde

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/lockfile"
	"github.com/ply-search/ply/internal/sides"
)

// blockSize is the number of positions that a worker takes at a time.
const blockSize = 1 << 12

const mostIndices uint64 = 1 << 40

// Solve finds the values of all positions reachable from the present position or, with [Options].All, of all positions
// of the [Indexer]. A value consists of the outcome of perfect play and the number of plies to the end of the game.
// Solve uses retrograde analysis (Ströhlein 1970; Thompson 1986): it works backwards from the finished positions, ply
// by ply. A position is won if one of its moves leads to a position that is lost for the other side. It is lost if all
// its moves lead to positions that are won for the other side. All remaining positions are draws. The sides need not
// alternate, and there may be several outcomes above and below 0. Endless play has outcome 0.
//
// The game must be an Indexer, an [encoding.BinaryAppender] or a [ply.Hasher]. For an Indexer, Solve stores one bit for
// each index, two bytes for each position of the class that is being solved ([Classed]), and the values of lower
// classes. For a [Backward], Solve stores nothing else. For other Indexers, it also stores all moves between positions,
// with 4 bytes each. If there is not enough memory for the moves, Solve generates the moves of each unsolved position
// again for each ply.
//
// For a game that is no Indexer, Solve finds the positions by playing, and stores their keys and moves. If the game is
// no encoding.BinaryAppender, positions with equal hashes are treated as equal.
//
// Nodes of limits is the limit on visits of positions. Solve visits each position once to find it, once to count its
// successors, and at least once more if the position is won or lost. If ctx or a limit ends the search, the error is
// nil, and the Solution has the values that are already certain.
//
// Solve returns an error if an option is invalid, if the memory is too small, if a file in Folder is damaged or belongs
// to another game, if the game is found to break a law, or if the game panics. If the game is an Indexer but no
// [ply.Cloner], Solve uses the game itself, and at the end returns the game to its position with SetIndex.
func Solve[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options) (*Solution, error) {
	s := &solver[M]{limits: limits, opt: opt, sol: &Solution{Start: Value{Plies: Absent}, opt: opt}, ctx: ctx, began: time.Now()}
	err := guard.Run(func() string { return s.where() }, func() error { return begin(s, g) })
	if err == nil {
		err = s.run()
	}
	s.sol.Nodes, s.sol.Elapsed = int(s.crew.finished()), time.Since(s.began)
	if err != nil {
		s.sol.Status = ply.Failed
		return s.sol, prefixed(err)
	}
	if opt.Progress != nil {
		opt.Progress(s.sol)
	}
	return s.sol, nil
}

type solver[M comparable] struct {
	limits ply.Limits
	opt    Options
	cell   cell
	sol    *Solution
	ctx    context.Context
	began  time.Time
	crew   crew[M]

	indexed bool
	start   uint64   // the index of the position that was given
	set     *reached // nil if all are solved
	done    *reached // positions whose successors are in set, during reach
	classes []*class
	graph   *graph // of a game that is no Indexer
	moves   *edges // backward moves of the present class; nil if not needed or not stored
	again   bool   // each open position is searched again for each ply
	levels  levels
	held    uint64 // bytes of everything in memory
	dropped uint64 // bytes released since the last garbage collection
	print   uint64 // the fingerprint, if there is a folder
	lock    *lockfile.Lock
	saved   time.Time
	keep    []int // the classes needed in memory
}

func (o *Options) check() error {
	switch {
	case o.Workers < 0 || o.Workers > 1<<16:
		return fmt.Errorf("option Workers is %d, want a number from 1 to 65 536, or 0 for 1", o.Workers)
	case o.Memory < 0:
		return fmt.Errorf("option Memory is %d, want a number of bytes or 0 for no limit", o.Memory)
	}
	return nil
}

func begin[G ply.AdversarialGame[M], M comparable](s *solver[M], g G) error {
	if guard.IsNil(g) {
		return errors.New("no game given")
	}
	if err := cmp.Or(s.limits.Check(), s.opt.check()); err != nil {
		return err
	}
	if err := sides.CheckDeterministic[M](g); err != nil {
		return err
	}
	if s.opt.OutcomesOnly {
		s.cell = twoBits
	}
	indexer, ok := any(g).(Indexer)
	s.indexed = ok
	if !ok {
		_, identity := any(g).(encoding.BinaryAppender)
		_, hasher := any(g).(ply.Hasher)
		switch {
		case s.opt.All:
			return fmt.Errorf("option All needs an Indexer, which %T is not", g)
		case len(s.opt.From) > 0:
			return fmt.Errorf("option From needs an Indexer, which %T is not", g)
		case s.opt.Folder != "":
			return fmt.Errorf("option Folder needs an Indexer, which %T is not", g)
		case s.opt.OutcomesOnly:
			return fmt.Errorf("option OutcomesOnly needs an Indexer, which %T is not", g)
		case !identity && !hasher:
			return fmt.Errorf("%T is neither an Indexer nor an encoding.BinaryAppender nor a ply.Hasher", g)
		}
	}
	workers := max(1, s.opt.Workers)
	cloner, ok := any(g).(ply.Cloner[G])
	if !ok && workers > 1 {
		return fmt.Errorf("option Workers is %d, which needs a ply.Cloner, but %T is not one", workers, g)
	}
	for range workers {
		var own ply.AdversarialGame[M] = g
		var clone func(ply.AdversarialGame[M]) ply.AdversarialGame[M]
		if ok {
			own = apart.Clone(cloner)
			clone = func(g ply.AdversarialGame[M]) ply.AdversarialGame[M] { return any(g).(ply.Cloner[G]).Clone() }
		}
		s.crew.workers = append(s.crew.workers, newWorker(own, clone))
	}
	if !s.indexed {
		return nil
	}
	s.start = indexer.Index()
	if !ok {
		s.crew.leave = func() { indexer.SetIndex(s.start) }
	}
	return s.classify(indexer, g)
}

func (s *solver[M]) classify(indexer Indexer, g any) error {
	n := indexer.Positions()
	if n > mostIndices {
		return fmt.Errorf("%T has %d indices, want 2⁴⁰ at most", g, n)
	}
	for _, from := range s.opt.From {
		if from >= n {
			return fmt.Errorf("option From has the index %d, and %T has %d", from, g, n)
		}
	}
	if !s.opt.All && s.start >= n {
		return fmt.Errorf("%T has the index %d, and says that there are %d", g, s.start, n)
	}
	s.sol.indices = n
	starts, below := []uint64{0}, func(int) []int { return nil }
	if c, ok := g.(Classed); ok {
		starts, below = c.Classes(), c.Below
	}
	if len(starts) == 0 || starts[0] != 0 {
		return fmt.Errorf("the classes of %T begin with %v, want 0", g, starts[:min(1, len(starts))])
	}
	if len(starts) > 1 && s.opt.OutcomesOnly {
		return fmt.Errorf("option OutcomesOnly needs a game that is not divided into classes, and %T has %d", g, len(starts))
	}
	for i, first := range starts {
		end := n
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if first > end || end > n {
			return fmt.Errorf("class %d of %T goes from index %d to %d of %d", i, g, first, end, n)
		}
		c := &class{number: i, first: first, end: end, below: below(i)}
		for _, b := range c.below {
			if b < 0 || b >= i {
				return fmt.Errorf("class %d of %T is said to lead to class %d, want smaller ones", i, g, b)
			}
		}
		s.classes = append(s.classes, c)
	}
	s.sol.classes, s.sol.Classes = s.classes, len(s.classes)
	return nil
}

func (s *solver[M]) run() error {
	defer func() { s.lock.Release() }()
	s.crew.begin(s.ctx, s.began, s.limits, &s.opt, s.sol)
	defer s.crew.end()
	if !s.indexed {
		return s.runGraph()
	}
	return s.runIndexed()
}

func (s *solver[M]) where() string { return "the start" }

func (s *solver[M]) runIndexed() error {
	if err := s.openFolder(); err != nil {
		return err
	}
	if !s.opt.All {
		if err := s.reach(); err != nil || s.sol.Status != ply.Complete {
			return err
		}
	}
	s.sol.set = s.set
	for _, c := range s.classes {
		c.base, c.count = c.first, c.end-c.first
		if s.set != nil {
			c.base = s.set.below(c.first)
			c.count = s.set.below(c.end) - c.base
		}
	}
	for _, c := range s.classes {
		if err := s.solveClass(c); err != nil || s.sol.Status != ply.Complete {
			return err
		}
	}
	return s.finish()
}

func (s *solver[M]) finish() error {
	s.sol.total()
	if s.indexed {
		v, err := s.sol.at(s.start)
		s.sol.Start = v
		return err
	}
	s.sol.Start = s.classes[0].value(s.graph.start)
	return nil
}
