package block

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// Search searches all positions reachable from the present position of g, in blocks (Helmstetter 2007, section 3.3).
//
// A block consists of a root position and a sequence of moves for each sub-game ([Sequential]). The sequences do
// not affect one another: their moves can be interleaved in any way. The positions of the block are all positions that
// are reached in this way. The number of these positions is the product of (length + 1) over all sequences, while the
// cost of a block is proportional only to the sum of the lengths.
//
// Search extends each sequence of a block until the next move would affect another sequence, would depend on another
// sequence, or would reach a stored position. Then Search looks for moves that lead out of the block. All positions at
// the end of one sequence form a face of the block. In these positions, the next move of the sequence may depend on the
// other sequences. Search therefore divides the face into parts. In each part, the next move is the same everywhere and
// does not interact with the other sequences. The positions after this move form a new block. Search searches the new
// block unless its root is stored.
//
// The game must declare itself acyclic ([ply.Acyclic]); otherwise the error is [ply.ErrCyclic]. Every reachable
// position is in at least one block. The options Table, RootsOnly, NoMemory and Incremental change only how often
// positions are searched. (The combination of a table with incremental transpositions is not from Helmstetter.)
//
// [ply.Limits].Nodes limits the number of positions in blocks. If a limit or ctx ends the search, Search returns the
// results so far, with a Status and no error, and leaves the game in its original position. After a panic of the game,
// Search returns a [*ply.GamePanic].
//
// Search keeps the blocks that lead to the present block in memory. A block takes memory in proportion to its number of
// sub-games, moves and cells.
func Search[G Sequential[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	s, err := searchBlocks[M](ctx, g, limits, opt, nil)
	if s == nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return s.finish(err), err
}

// searchBlocks returns a searcher that has searched, and yielded the blocks for a loop over [All].
func searchBlocks[M comparable](ctx context.Context, g Sequential[M], limits ply.Limits, opt Options[M], yield func(Block[M]) bool) (*searcher[M], error) {
	if g == nil {
		return nil, errors.New("block: no game given")
	}
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("block: %w", err)
	}
	s := &searcher[M]{opt: &opt, most: limits.Nodes, began: time.Now(), game: g, yield: yield}
	l := stop.Limits{Limits: ply.Limits{Time: limits.Time}}
	if opt.Progress != nil {
		l.Report = func() { guard.Callback(s.report) }
	}
	s.budget = stop.NewBudget(ctx, l)
	var refused error
	err := guard.Run(func() string { return fmt.Sprint(s.line) }, func() error {
		if refused = s.prepare(); refused != nil {
			return refused
		}
		if s.memory != nil && opt.Table != nil {
			defer hashtable.Close(opt.Table)
		}
		s.search()
		return nil
	})
	switch {
	case refused != nil:
		return nil, refused
	case err != nil:
		s.stop(ply.Failed)
	}
	return s, err
}

const none = -1 // no number

type searcher[M comparable] struct {
	opt    *Options[M]
	most   int // positions, 0 for no limit
	began  time.Time
	budget stop.Budget
	credit int // units of work, which are moves and parts of faces, until the next look at the clock

	game     Sequential[M]
	subgames int
	memory   memory // nil for none
	puzzle   ply.Puzzle
	line     []M        // the moves played
	blocks   []*node[M] // those on the line; those beyond are kept for later
	depth    int        // the number of those on the line
	cells    []int32    // watched and changed at the stages of all blocks on the line

	yield   func(Block[M]) bool // looks at a block with the game at its root, and reports whether to go on
	stopped bool
	result  Result[M]
}

func (s *searcher[M]) prepare() error {
	if a, ok := s.game.(ply.Acyclic); !ok || !a.Acyclic() {
		return ply.ErrCyclic
	}
	s.subgames = s.game.Subgames()
	s.puzzle, _ = s.game.(ply.Puzzle)
	if s.opt.StopAtSolution && s.puzzle == nil {
		return fmt.Errorf("block: StopAtSolution needs a ply.Puzzle, which %T is not", s.game)
	}
	switch {
	case s.opt.NoMemory:
	case s.opt.Table == nil:
		s.memory = new(transposition.HashSet)
	default:
		set, err := hashtable.OpenSet(s.opt.Table)
		if err != nil {
			return fmt.Errorf("block: %w", err)
		}
		set.Reset()
		s.memory = set
	}
	return nil
}

// search searches the block whose root is the present position, and the blocks below it.
func (s *searcher[M]) search() {
	if s.mustStop() {
		return
	}
	b := s.push(s.game.Hash())
	for x := range s.subgames {
		b.stages[x] = append(b.stages[x][:0], s.look(x))
		b.known[x] = false
	}
	if s.memory != nil {
		s.memory.Visit(b.root)
	}
	s.enter(b)
	for b != nil && !s.stopped {
		if !s.nextPart(b) {
			b = s.leave(b)
		} else if s.settle(b) {
			b = s.child(b)
		}
	}
	s.undoTo(0)
}

// enter extends a block. The game is at its root.
func (s *searcher[M]) enter(b *node[M]) {
	b.changes.reset()
	b.watches.reset()
	for x, stages := range b.stages {
		for i := range stages {
			s.trace(b, x, i)
		}
		b.initial[x] = len(stages)
	}
	b.takeAll()
	for x := range b.stages {
		s.extend(b, x)
	}
	if s.stopped {
		return
	}
	s.count(b)
	if s.yield != nil && !s.yields(b) {
		s.stop(ply.Solved)
	}
	b.open, b.later, b.done = false, b.later[:0], b.done[:0]
	b.face, b.next, b.nextKnown = 0, 0, s.opt.Incremental
}

// yields yields a block to the caller of [All], and reports whether to continue.
func (s *searcher[M]) yields(b *node[M]) (more bool) {
	block := Block[M]{ID: b.id, Parent: none, Line: s.line, searcher: s, node: b}
	if b.parent != nil {
		block.Parent = b.parent.id
	}
	guard.Callback(func() { more = s.yield(block) })
	return more
}

// leave finishes a block, and the part that led to it. It returns the block to continue with.
func (s *searcher[M]) leave(b *node[M]) *node[M] {
	if s.puzzle != nil && !b.open {
		s.lastPosition(b)
	}
	if s.memory != nil && !s.opt.RootsOnly && !s.stopped {
		for x := range b.stages {
			for i := 1; i <= b.length(x); i++ {
				s.memory.Visit(b.root ^ b.keyAt(x, i))
			}
		}
	}
	s.cells = s.cells[:b.cells]
	s.undoTo(b.line)
	s.depth--
	if b.parent != nil {
		s.finishPart(b.parent)
	}
	return b.parent
}

// child returns the block to continue with: the one after the part's next move or, if that need not be searched, b.
func (s *searcher[M]) child(b *node[M]) *node[M] {
	x, end := b.face, &b.end
	if !b.open {
		b.open = b.reachesLast()
	}
	if b.known[x] && b.withinInitial(x) {
		s.finishPart(b)
		return b
	}
	root := b.root ^ end.change
	for y, low := range b.low {
		root ^= b.keyAt(y, low)
	}
	if s.mustStop() {
		return b
	}
	if s.memory != nil && s.memory.Visit(root) {
		s.finishPart(b)
		return b
	}
	c := s.push(root)
	s.playToPart(b)
	s.play(end.move)
	for y := range b.stages {
		if y == x {
			c.stages[x] = append(c.stages[x][:0], s.look(x))
			c.known[x] = false
			continue
		}
		c.stages[y] = append(c.stages[y][:0], b.stages[y][b.low[y]:b.high[y]+1]...)
		c.known[y] = s.transposes(b, x, y, end)
		if s.outdated(b, x, y, end) {
			from := len(s.line)
			s.playTo(c, y, c.length(y))
			t := s.look(y)
			t.key = c.last(y).key
			*c.last(y) = t
			s.undoTo(from)
		}
	}
	s.enter(c)
	return c
}

func (s *searcher[M]) stop(status ply.Status) { s.result.Status, s.stopped = status, true }

func (s *searcher[M]) mustStop() bool {
	if s.most > 0 && s.result.Nodes >= s.most && !s.stopped {
		s.stop(ply.OutOfNodes)
	}
	return s.tick()
}

func (s *searcher[M]) tick() bool {
	if s.credit--; s.credit < 0 && !s.stopped {
		s.lookAround()
	}
	return s.stopped
}

func (s *searcher[M]) lookAround() {
	status := s.budget.Poll(0) // the limits are of time alone
	s.credit = s.budget.Stride()
	if status != ply.Complete {
		s.stop(status)
	}
}
