package block

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// A Sequential game consists of sub-games that are sequences: no sub-game has more than one legal move at a time, so
// that the moves of a sub-game on its own can be played in one order only. In the solitaire Montana, for instance, each
// gap is a sub-game, since only one card can fill it.
//
// While sub-games do not interact, their combined positions form a block: the Cartesian product of the positions along
// each sequence. Interaction is described by cells: those on which the next move of a sub-game depends, as far as other
// sub-games can change them, and those that a move changes. A move that changes no cell watched by another sub-game
// does not interact with that sub-game.
//
// Laws:
//
//   - The legal moves are those that Next returns, one for each sub-game that has one.
//   - A move of one sub-game that changes no cell watched by another leaves Next and Watched of the other unchanged.
//   - Two legal moves of different sub-games, neither of which changes a cell that the other sub-game watches, lead to
//     the same position in either order.
//   - Hash after Play(m) is Hash before it, XORed with HashChange(m), which depends on m alone.
//
// [Check] tests these laws.
type Sequential[M comparable] interface {
	ply.Game[M]
	ply.Hasher
	ply.Celled

	// Subgames returns the number of sub-games, which does not change.
	Subgames() int

	// Next returns the legal move of sub-game x. ok is false if it has none at present.
	Next(x int) (m M, ok bool)

	// Watched appends to dst the cells on which Next(x) depends in the present position and which moves of other
	// sub-games may change. It returns the extended slice.
	Watched(x int, dst []int32) []int32

	// Changed appends to dst the cells that m changes and that other sub-games may watch, and returns the extended
	// slice.
	Changed(m M, dst []int32) []int32

	// HashChange returns the value with which m changes the hash, by exclusive or.
	HashChange(m M) uint64
}

// A Memory remembers the positions that a block search has dealt with, by their hashes. A [transposition.HashSet] grows
// and forgets nothing; a [transposition.BoundedSet] has a fixed size and may forget some.
type Memory interface {
	// Contains reports whether key is remembered.
	Contains(key uint64) bool

	// Visit remembers key, and reports whether it was remembered before.
	Visit(key uint64) bool
}

// Options configure a block search. The zero value searches everything and remembers no positions.
type Options[M comparable] struct {
	// Memory remembers positions, so that they are not searched again. If it is nil, none are remembered. Of each block
	// it holds the root, from the beginning of the search of the block, and at the end the positions that are reached
	// from the root by moves of a single sub-game. These are few, so that a block can be searched without visiting all
	// its positions.
	//
	// Memory must be empty, since positions left by another search would be taken for searched. The search refuses a
	// memory that contains the present position, or that has a method Len which does not return 0.
	Memory Memory

	// RootsOnly makes Memory remember only the roots of blocks. It requires Memory.
	RootsOnly bool

	// Incremental cuts off incremental transpositions of whole blocks (Helmstetter 2007, section 3.5): on the faces of
	// a block, it skips the moves that commute with the move that led to the block and that were tried before it. It
	// recognizes those for which one part of a face lies entirely within another. It saves some blocks in addition to
	// Memory, but does not replace it: without Memory only small games can be searched.
	Incremental bool

	// StopAtSolution ends the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// MaxPositions stops the search when the blocks found contain this number of positions. 0 means no limit.
	MaxPositions int

	// MaxTime stops the search after approximately this time. 0 means no limit.
	MaxTime time.Duration

	// Progress, if not nil, is called about every ProgressEvery with the result so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called on the
	// goroutine that called the search. Before the end, the slices of the result belong to the search, and Progress
	// must not keep them.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

// A Result is what a block search found, with its cost.
type Result[M comparable] struct {
	// Status says why the search ended: [ply.Complete], [ply.Solved] with StopAtSolution, [ply.OutOfNodes] at
	// MaxPositions, [ply.OutOfTime], [ply.Cancelled], [ply.Failed] if it returned an error, or [ply.InProgress] in
	// reports of Progress. The other fields hold what was found so far.
	Status ply.Status

	// Blocks is the number of blocks. Positions is the number of positions in them, where a position that belongs to
	// several blocks counts several times. It does not grow beyond math.MaxInt.
	Blocks, Positions int

	// MemoryHits is the number of blocks that were skipped because their root was remembered, and IncrementalCuts the
	// number of those that were skipped as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Solutions is the number of blocks that contain a solved position.
	Solutions int

	// Line is a line to the first solved position.
	Line []M

	// Found reports whether there is a solved position. If there is, Line can still be empty.
	Found bool

	// Depth is the greatest number of moves from the start to a position of a block.
	Depth int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// MeanBlock returns the mean number of positions in a block.
func (r Result[M]) MeanBlock() float64 { return float64(r.Positions) / float64(max(1, r.Blocks)) }

// Search searches everything that can be reached from the present position of g, in blocks instead of single positions
// (Helmstetter 2007, section 3.3).
//
// A block consists of a position, its root, and a sequence of moves for each sub-game, such that no sequence interacts
// with another: the moves of one can be played before, between or after the moves of the others. A block contains the
// product of (length + 1) over all sequences positions, at a cost proportional to the sum of the lengths.
//
// The search extends each sequence as far as it stays independent of the others, or up to a position that Memory knows.
// Then it goes through the faces of the block. A face consists of the positions at the end of one sequence. The next
// move of that sub-game may depend on how far the other sequences have been played, and may itself interact with their
// moves. The face is therefore split, until in each part the move is the same everywhere and interacts with none of the
// sequences of the part. The part together with the move makes a new block, which is searched in the same way unless
// Memory knows its root.
//
// The game must declare itself acyclic ([ply.Acyclic]); otherwise the error is [ply.ErrCyclic]. Then every position
// that can be reached is in at least one block, with any combination of Memory and Incremental: whatever the search
// skips, it has met before, together with everything that follows. For this reason, the positions of a block other than
// the root are remembered only after its faces have been searched. (Helmstetter left open how a table can be combined
// with incremental transpositions. This order makes it possible.)
//
// If a limit or ctx cuts the search short, it returns what it has found, with a Status that says why, and no error. The
// game is then as it was. A panic of the game is an error; see [ply.GamePanic].
//
// The search keeps the blocks on the path to the current one. Each takes memory proportional to the number of its
// sub-games, its moves and the cells of the game. This memory is reused: in steady state nothing is allocated.
func Search[G Sequential[M], M comparable](ctx context.Context, g G, opt Options[M]) (Result[M], error) {
	s, err := searchBlocks[M](ctx, g, opt, nil)
	if s == nil {
		return Result[M]{Status: ply.Failed}, err
	}
	return s.finish(err), err
}

// searchBlocks returns a searcher that has searched, and as a loop over [All] does, yielded the blocks on the way.
func searchBlocks[M comparable](ctx context.Context, g Sequential[M], opt Options[M], yield func(Block[M]) bool) (*searcher[M], error) {
	if g == nil {
		return nil, errors.New("block: no game given")
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	s := &searcher[M]{ctx: ctx, opt: &opt, began: time.Now(), game: g, memory: opt.Memory, yield: yield}
	s.reported = s.began
	if opt.MaxTime > 0 {
		s.deadline = s.began.Add(opt.MaxTime)
	}
	var refused error
	err := guard.Run(func() string { return fmt.Sprint(s.line) }, func() error {
		if refused = s.prepare(); refused == nil {
			s.search()
		}
		return refused
	})
	switch {
	case refused != nil:
		return nil, refused
	case err != nil:
		s.stop(ply.Failed)
	}
	return s, err
}

func (o *Options[M]) check() error {
	switch {
	case o.MaxPositions < 0:
		return fmt.Errorf("block: MaxPositions is %d, want a number of positions or 0 for no limit", o.MaxPositions)
	case o.RootsOnly && o.Memory == nil:
		return errors.New("block: RootsOnly is set without a Memory")
	}
	return stop.Check("block", o.MaxTime, o.ProgressEvery)
}

const none = -1 // no number

// A searcher searches blocks.
type searcher[M comparable] struct {
	ctx      context.Context
	opt      *Options[M]
	began    time.Time
	deadline time.Time
	reported time.Time
	pacer    stop.Pacer
	credit   int // units of work, which are moves and parts of faces, until the next look at the clock

	game     Sequential[M]
	subgames int
	memory   Memory
	puzzle   ply.Puzzle
	line     []M        // the moves played
	blocks   []*node[M] // those on the line; those beyond are kept for later
	depth    int        // the number of those on the line
	cells    []int32    // watched and changed at the stages of all blocks on the line

	yield   func(Block[M]) bool // looks at a block with the game at its root, and reports whether to go on
	stopped bool
	result  Result[M]
}

// A stage is how far a sequence is played: what its sub-game watches there, and its next move.
type stage[M comparable] struct {
	key    uint64 // the changes of the hash up to here, from a stage further up on
	change uint64 // that of the next move
	move   M
	cells  int32 // where the cells begin: the watched ones, then those that the next move changes
	watch  int32 // the number of watched ones
	moved  int32 // that of those changed, 0 also if there is no next move
	ok     bool  // there is a next move
}

func (s *searcher[M]) watched(t *stage[M]) []int32 { return s.cells[t.cells : t.cells+t.watch] }

func (s *searcher[M]) changed(t *stage[M]) []int32 {
	return s.cells[t.cells+t.watch : t.cells+t.watch+t.moved]
}

// A node is a block under search, and the part of a face that is being looked at. Blocks under search are in
// a list and not on the stack, since lines of play can be long.
type node[M comparable] struct {
	root      uint64       // the hash
	stages    [][]stage[M] // of each sub-game, one more than its sequence has moves
	changes   cellTrace    // where the moves of the sequences change a cell
	watches   cellTrace    // where a sub-game watches a cell
	face      int          // the sub-game on whose face the part is
	next      int          // the sub-game of the next face
	nextKnown bool         // of the sub-games from next on, those that are known come next, and then those that are not
	low, high []int        // the part: from which stage to which, of each sub-game
	end       stage[M]     // of the sub-game of the face, in the first position of the part
	later     []laterPart[M]
	open      bool     // whether a move is legal in the last position of the block
	id        int      // in the order in which blocks are searched
	parent    *node[M] // nil for none
	by        int      // the sub-game on whose face of the parent the block is
	line      int      // the number of moves played when it was met
	cells     int      // the number of cells noted at that time

	// For incremental transpositions: the number of stages before the block was extended; the
	// sub-games whose next move leads where the search has been, with all that follows, from any
	// position of the face as it was then; and the parts of faces from which it has been tried.
	initial []int
	known   []bool
	done    []facePart[M]
}

// A laterPart is what to make the part when the present one is done with: other stages of one sub-game.
type laterPart[M comparable] struct {
	subgame, low, high int
	kind               laterKind
	end                stage[M]
}

type laterKind uint8

const (
	restore    laterKind = iota // the part that was split, which is done with now
	sameEnd                     // a part with this end
	unknownEnd                  // a part whose end is to be looked at
)

// A facePart is a part of the face of a sub-game, whose stage is end all over it.
type facePart[M comparable] struct {
	subgame   int
	end       stage[M]
	low, high []int
}

// last returns the last stage of sub-game x.
func (b *node[M]) last(x int) *stage[M] { return &b.stages[x][len(b.stages[x])-1] }

// length returns the number of moves in the sequence of sub-game x.
func (b *node[M]) length(x int) int { return len(b.stages[x]) - 1 }

// keyAt returns the difference in hash between the root and the position that i moves of x lead to.
func (b *node[M]) keyAt(x, i int) uint64 { return b.stages[x][0].key ^ b.stages[x][i].key }

// prepare finds out what the game is.
func (s *searcher[M]) prepare() error {
	if a, ok := s.game.(ply.Acyclic); !ok || !a.Acyclic() {
		return ply.ErrCyclic
	}
	s.subgames = s.game.Subgames()
	s.puzzle, _ = s.game.(ply.Puzzle)
	if s.opt.StopAtSolution && s.puzzle == nil {
		return fmt.Errorf("block: StopAtSolution needs a ply.Puzzle, which %T is not", s.game)
	}
	if s.memory == nil {
		return nil
	}
	if m, ok := s.memory.(interface{ Len() int }); ok && m.Len() > 0 {
		return fmt.Errorf("block: Memory holds %d positions, want an empty one", m.Len())
	}
	if s.memory.Contains(s.game.Hash()) {
		return errors.New("block: Memory knows the present position already, want an empty one")
	}
	return nil
}

// search searches the block whose root is the present position, and those behind it.
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

// push returns a block with this root, to be filled.
func (s *searcher[M]) push(root uint64) *node[M] {
	if s.depth == len(s.blocks) {
		s.blocks = append(s.blocks, &node[M]{
			stages:  make([][]stage[M], s.subgames),
			changes: newCellTrace(s.game.Cells()),
			watches: newCellTrace(s.game.Cells()),
			low:     make([]int, s.subgames),
			high:    make([]int, s.subgames),
			initial: make([]int, s.subgames),
			known:   make([]bool, s.subgames),
		})
	}
	b := s.blocks[s.depth]
	b.root, b.id, b.by, b.parent = root, s.result.Blocks, none, nil
	b.line, b.cells = len(s.line), len(s.cells)
	if s.depth > 0 {
		b.parent = s.blocks[s.depth-1]
	}
	s.depth++
	return b
}

// look returns the stage of sub-game x in the present position.
func (s *searcher[M]) look(x int) stage[M] {
	t := stage[M]{cells: int32(len(s.cells))}
	s.cells = s.game.Watched(x, s.cells)
	t.watch = int32(len(s.cells)) - t.cells
	if t.move, t.ok = s.game.Next(x); t.ok {
		s.cells = s.game.Changed(t.move, s.cells)
		t.moved = int32(len(s.cells)) - t.cells - t.watch
		t.change = s.game.HashChange(t.move)
	}
	return t
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

// yields hands a block to the caller of [All], and reports whether to go on.
func (s *searcher[M]) yields(b *node[M]) (more bool) {
	block := Block[M]{ID: b.id, Parent: none, Subgame: none, Line: s.line, searcher: s, node: b}
	if b.parent != nil {
		block.Parent, block.Subgame = b.parent.id, b.by
	}
	guard.Callback(func() { more = s.yield(block) })
	return more
}

// leave ends the search of a block whose faces are done, and of the part that it lies behind. It returns the block
// to go on with.
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

// trace notes the cells of stage i of sub-game x, and those that the move before it changes.
func (s *searcher[M]) trace(b *node[M], x, i int) {
	stages := b.stages[x]
	b.watches.add(s.watched(&stages[i]), x, i)
	if i > 0 {
		b.changes.add(s.changed(&stages[i-1]), x, i-1)
	}
}

// extend makes the sequence of sub-game x longer, as long as its next move does not interact with the
// other sequences and leads to a position that memory does not know.
func (s *searcher[M]) extend(b *node[M], x int) {
	line := len(s.line)
	for !b.known[x] {
		end := b.last(x)
		if !end.ok || s.interacts(b, x, end) {
			break
		}
		if s.memory != nil && s.memory.Contains(b.root^b.keyAt(x, b.length(x))^end.change) {
			break
		}
		if s.tick() {
			break
		}
		if len(s.line) == line {
			s.playTo(b, x, b.length(x))
		}
		s.play(end.move)
		next := s.look(x)
		next.key = end.key ^ end.change
		b.stages[x] = append(b.stages[x], next)
		s.trace(b, x, b.length(x))
		b.high[x]++
	}
	s.undoTo(line)
}

// interacts reports whether the next move of sub-game x interacts with the other sequences in the part.
func (s *searcher[M]) interacts(b *node[M], x int, end *stage[M]) bool {
	if y, _ := b.changes.within(s.watched(end), x, b.low, b.high); y != none {
		return true
	}
	y, _ := b.watches.within(s.changed(end), x, b.low, b.high)
	return y != none
}

// nextPart makes the next part of a face the present one, and reports whether there is one.
func (s *searcher[M]) nextPart(b *node[M]) bool {
	for len(b.later) > 0 {
		last := len(b.later) - 1
		p := &b.later[last]
		b.later = b.later[:last]
		b.low[p.subgame], b.high[p.subgame] = p.low, p.high
		switch p.kind {
		case sameEnd:
			b.end = p.end
			return true
		case unknownEnd:
			b.end = s.lookAtPart(b)
			return true
		}
	}
	// The part is the whole face again. Faces with moves that are known come first, so that these are known to the
	// other faces.
	for {
		for x := b.next; x < len(b.known); x++ {
			if b.known[x] == b.nextKnown {
				b.low[b.face] = 0
				b.low[x] = b.length(x)
				b.face, b.next, b.end = x, x+1, *b.last(x)
				return true
			}
		}
		if !b.nextKnown {
			return false
		}
		b.next, b.nextKnown = 0, false
	}
}

// takeAll makes the part the whole block.
func (b *node[M]) takeAll() {
	for x := range b.stages {
		b.low[x], b.high[x] = 0, b.length(x)
	}
}

// settle makes the part smaller, until the next move of the sub-game of the face is the same everywhere in it and
// interacts with none of its sequences, and reports whether there is such a move. What it leaves out comes later.
func (s *searcher[M]) settle(b *node[M]) bool {
	for {
		if y, i := b.changes.within(s.watched(&b.end), b.face, b.low, b.high); y != none {
			b.splitAt(y, i, unknownEnd)
		} else if !b.end.ok {
			return false
		} else if y, i := b.watches.within(s.changed(&b.end), b.face, b.low, b.high); y != none {
			b.splitAt(y, i, sameEnd)
		} else {
			return true
		}
		if s.tick() {
			return false
		}
	}
}

// splitAt bounds the part to the stages of sub-game y up to i. The rest comes later, and when it is done with, the
// part is again what it was.
func (b *node[M]) splitAt(y, i int, rest laterKind) {
	low, high := b.low[y], b.high[y]
	b.later = append(b.later,
		laterPart[M]{subgame: y, low: low, high: high},
		laterPart[M]{subgame: y, low: i + 1, high: high, kind: rest, end: b.end})
	b.high[y] = i
}

// finishPart notes that what lies behind the part was searched.
func (s *searcher[M]) finishPart(b *node[M]) {
	if s.opt.Incremental {
		b.finish(b.face, &b.end)
	}
}

// finish notes that the part is done with.
func (b *node[M]) finish(x int, end *stage[M]) {
	n := len(b.done)
	if n < cap(b.done) {
		b.done = b.done[:n+1] // with the memory of a part that was there before
	} else {
		b.done = append(b.done, facePart[M]{})
	}
	p := &b.done[n]
	p.subgame, p.end = x, *end
	p.low, p.high = append(p.low[:0], b.low...), append(p.high[:0], b.high...)
}

// transposes reports whether the next move of sub-game y, from all positions that the next move of x leads
// to from the part and in which the sequence of y is at its end, leads where the search has been: whether
// it has been tried before, from a part that holds those positions, and commutes with that of x.
func (s *searcher[M]) transposes(b *node[M], x, y int, end *stage[M]) bool {
	if b.high[y] < b.length(y) {
		return false
	}
	for i := range b.done {
		p := &b.done[i]
		if p.subgame == y && b.within(p, y) {
			return !meet(s.watched(&p.end), s.changed(end)) && !meet(s.changed(&p.end), s.watched(end))
		}
	}
	return false
}

// within reports whether the positions of the part that are on the face of y, too, are all in p.
func (b *node[M]) within(p *facePart[M], y int) bool {
	for z, low := range b.low {
		if z != y && (low < p.low[z] || b.high[z] > p.high[z]) {
			return false
		}
	}
	return true
}

// lookAtPart returns the stage of the sub-game of the face in the first position of the part.
func (s *searcher[M]) lookAtPart(b *node[M]) stage[M] {
	line := len(s.line)
	s.playToPart(b)
	t := s.look(b.face)
	s.undoTo(line)
	return t
}

// child returns the block to go on with: the one that the next move leads to from the part or, if that need not be
// searched, b.
func (s *searcher[M]) child(b *node[M]) *node[M] {
	x, end := b.face, &b.end
	if !b.open {
		b.open = b.reachesLast()
	}
	if b.known[x] && b.withinInitial(x) {
		s.result.IncrementalCuts++
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
		s.result.MemoryHits++
		s.finishPart(b)
		return b
	}
	c := s.push(root)
	c.by = x
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

// outdated reports whether the last stage of sub-game y in the part may be another in the block that
// the next move of x leads to: whether that move, or one on the way to the part, changes what y watches.
func (s *searcher[M]) outdated(b *node[M], x, y int, end *stage[M]) bool {
	watched := s.watched(&b.stages[y][b.high[y]])
	return meet(watched, s.changed(end)) || b.high[y] == b.length(y) && b.changes.before(watched, y, b.low)
}

// reachesLast reports whether the last position of the block is in the part.
func (b *node[M]) reachesLast() bool {
	for y, high := range b.high {
		if high < b.length(y) {
			return false
		}
	}
	return true
}

// withinInitial reports whether the first position of the part was in the block before it was extended.
func (b *node[M]) withinInitial(x int) bool {
	for y, low := range b.low {
		if y != x && low >= b.initial[y] {
			return false
		}
	}
	return true
}

// lastPosition looks whether the last position of the block, which has no moves, is solved.
func (s *searcher[M]) lastPosition(b *node[M]) {
	line := len(s.line)
	for x := range b.stages {
		s.playTo(b, x, b.length(x))
	}
	if s.puzzle.Solved() {
		s.result.Solutions++
		if !s.result.Found {
			s.result.Line, s.result.Found = slices.Clone(s.line), true
		}
		if s.opt.StopAtSolution {
			s.stop(ply.Solved)
		}
	}
	s.undoTo(line)
}

func (s *searcher[M]) play(m M) {
	s.game.Play(m)
	s.line = append(s.line, m)
}

// playTo plays the sequence of sub-game x up to stage i.
func (s *searcher[M]) playTo(b *node[M], x, i int) {
	for _, t := range b.stages[x][:i] {
		s.play(t.move)
	}
}

// playToPart goes from the root to the first position of the part.
func (s *searcher[M]) playToPart(b *node[M]) {
	for y, low := range b.low {
		s.playTo(b, y, low)
	}
}

// undoTo takes back the moves behind the first n of the line.
func (s *searcher[M]) undoTo(n int) {
	for i := len(s.line) - 1; i >= n; i-- {
		s.game.Undo(s.line[i])
	}
	s.line = s.line[:n]
}

// count takes account of a block that is extended.
func (s *searcher[M]) count(b *node[M]) {
	s.result.Blocks++
	if size := b.size(); s.result.Positions > math.MaxInt-size {
		s.result.Positions = math.MaxInt
	} else {
		s.result.Positions += size
	}
	depth := len(s.line)
	for x := range b.stages {
		depth += b.length(x)
	}
	s.result.Depth = max(s.result.Depth, depth)
}

// size returns the number of positions in a block, or math.MaxInt if there are more than that.
func (b *node[M]) size() int {
	size := 1
	for _, stages := range b.stages {
		if size > math.MaxInt/len(stages) {
			return math.MaxInt
		}
		size *= len(stages)
	}
	return size
}

func (s *searcher[M]) stop(status ply.Status) { s.result.Status, s.stopped = status, true }

// mustStop reports whether the search must stop before the next block.
func (s *searcher[M]) mustStop() bool {
	if s.opt.MaxPositions > 0 && s.result.Positions >= s.opt.MaxPositions && !s.stopped {
		s.stop(ply.OutOfNodes)
	}
	return s.tick()
}

// tick accounts for a unit of work, and reports whether the search must stop.
func (s *searcher[M]) tick() bool {
	if s.credit--; s.credit < 0 && !s.stopped {
		s.lookAround()
	}
	return s.stopped
}

// lookAround finds out whether the search must stop, and reports how far it has come.
func (s *searcher[M]) lookAround() {
	now := time.Now()
	s.credit = s.pacer.Next(now)
	if status := stop.Status(s.ctx, s.deadline); status != ply.Complete {
		s.stop(status)
	}
	if s.opt.Progress != nil && now.Sub(s.reported) >= cmp.Or(s.opt.ProgressEvery, stop.ReportEvery) {
		guard.Callback(s.report)
	}
}

func (s *searcher[M]) report() {
	s.reported = time.Now()
	r := s.result
	r.Status, r.Elapsed = ply.InProgress, time.Since(s.began)
	s.opt.Progress(r)
}

func (s *searcher[M]) finish(err error) Result[M] {
	s.result.Elapsed = time.Since(s.began)
	if s.opt.Progress != nil && err == nil {
		s.opt.Progress(s.result)
	}
	return s.result
}

// meet reports whether two short lists have a common member.
func meet(a, b []int32) bool {
	for _, c := range a {
		if slices.Contains(b, c) {
			return true
		}
	}
	return false
}

// A cellTrace tells at which stages of which sub-games something is done to a cell.
type cellTrace struct {
	first []int32 // by cell: one more than the number of the last mark on it, or 0
	marks []cellMark
}

type cellMark struct {
	subgame, stage int32
	next           int32 // as first, of the marks before
	other          int32 // as next, of those of other sub-games
}

func newCellTrace(cells int) cellTrace { return cellTrace{first: make([]int32, cells)} }

func (t *cellTrace) reset() {
	clear(t.first)
	t.marks = t.marks[:0]
}

func (t *cellTrace) add(cells []int32, subgame, stage int) {
	for _, c := range cells {
		n := t.first[c]
		other := n
		if n != 0 && t.marks[n-1].subgame == int32(subgame) {
			other = t.marks[n-1].other
		}
		t.marks = append(t.marks, cellMark{int32(subgame), int32(stage), n, other})
		t.first[c] = int32(len(t.marks))
	}
}

// within returns a sub-game other than x that has marked one of the cells, at a stage from low on that
// is before high; or none.
func (t *cellTrace) within(cells []int32, x int, low, high []int) (subgame, stage int) {
	for _, c := range cells {
		for n := t.first[c]; n != 0; {
			m := &t.marks[n-1]
			y, i := int(m.subgame), int(m.stage)
			if n = m.next; y == x {
				n = m.other
			} else if i >= low[y] && i < high[y] {
				return y, i
			}
		}
	}
	return none, 0
}

// before reports whether a sub-game other than x has marked one of the cells, at a stage before low.
func (t *cellTrace) before(cells []int32, x int, low []int) bool {
	for _, c := range cells {
		for n := t.first[c]; n != 0; {
			m := &t.marks[n-1]
			if n = m.next; m.subgame == int32(x) {
				n = m.other
			} else if int(m.stage) < low[m.subgame] {
				return true
			}
		}
	}
	return false
}
