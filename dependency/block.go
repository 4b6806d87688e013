package dependency

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A Sequential game falls into sub-games that are sequences: in no position has one of them more than
// one legal move. So the moves of one sub-game alone can only be played in one order, and sub-games that
// leave one another alone for a while span a block of positions, the product of their sequences.
// In the solitaire Montana a gap is a sub-game, for only one card can fill it.
//
// How sub-games interact is stated in cells: what the next move of a sub-game depends on, as far as
// others can change it, and what a move changes. A move that changes nothing that another sub-game
// watches does not interact with it.
//
// Laws:
//   - The legal moves are those that Next returns, each for one sub-game.
//   - A move of one sub-game that changes no cell that another one watches leaves Next and Watched of
//     the other as they are.
//   - Two legal moves of different sub-games, neither of which changes a cell that the other sub-game
//     watches, lead to the same position in either order.
//   - Hash after Play(m) is the exclusive or of Hash before and HashChange(m), which depends on m
//     alone.
type Sequential[M comparable] interface {
	ply.Game[M]
	ply.Hasher
	ply.Celled

	// Subgames returns the number of sub-games, which does not change.
	Subgames() int

	// Next returns the legal move of sub-game x, or false if it has none now.
	Next(x int) (m M, ok bool)

	// Watched appends the cells that Next(x) depends on in the present position and that moves of
	// other sub-games may change, and returns the extended slice.
	Watched(x int, dst []int32) []int32

	// Changed appends the cells that m changes, as far as other sub-games may watch them, and
	// returns the extended slice.
	Changed(m M, dst []int32) []int32

	// HashChange returns the difference that m makes to the hash.
	HashChange(m M) uint64
}

// BlockMemory remembers the positions that a block search is done with, by their hashes. A
// [transposition.BoundedSet] may forget some, a [transposition.HashSet] grows.
type BlockMemory interface {
	// Contains reports whether key is remembered.
	Contains(key uint64) bool

	// Visit reports whether key is remembered, and remembers it if not.
	Visit(key uint64) bool
}

// BlockOptions bound a block search and say how it recognises positions. The zero value searches
// everything and remembers nothing.
type BlockOptions struct {
	// Memory remembers positions; nil for none. Of a block these are the root, from the beginning
	// of its search on, and at its end the positions that moves of a single sub-game lead to from
	// there: few, so that the search of a block need not go through all its positions. It is empty
	// at first, and of no use for another search if this one was cut short.
	Memory BlockMemory

	// RootsOnly makes Memory remember only the roots.
	RootsOnly bool

	// Incremental leaves out incremental transpositions of whole blocks (Helmstetter 2007, section
	// 3.5): on the faces of a block it leaves out the moves that commute with the move that led to
	// the block and that were tried before it. It recognises those where one part of a face lies
	// wholly within another. So it saves some blocks beside Memory, but does not take its place:
	// without Memory only small games can be searched.
	Incremental bool

	// StopAtSolution stops the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// MaxPositions stops the search when the blocks hold so many positions. 0 is no bound.
	MaxPositions int

	// MaxTime stops the search after about that time. 0 is no bound.
	MaxTime time.Duration

	// Progress, if not nil, is called from time to time, and once at the end.
	Progress func(BlockProgress)

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

// BlockProgress is how far a block search has come.
type BlockProgress struct {
	Blocks    int           // searched up to now
	Positions int           // that they hold
	Elapsed   time.Duration // since the search began
}

// A BlockResult is what a block search found and what that took.
type BlockResult[M comparable] struct {
	// Status says why the search ended. Cut short, the rest is what was found up to then.
	Status ply.Status

	// Blocks counts the blocks, and Positions the positions that they hold: those in several
	// blocks several times, and math.MaxInt if there are more than that.
	Blocks, Positions int

	// MemoryHits counts the blocks that were left out because their root was remembered, and
	// IncrementalCuts those that were left out as incremental transpositions.
	MemoryHits, IncrementalCuts int

	// Solutions counts the blocks that hold a solved position. Line is a line of play to the first
	// of them, and Found says whether there is one.
	Solutions int
	Line      []M
	Found     bool

	// Depth is the greatest number of moves from the start to a position of a block.
	Depth int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// MeanBlock returns the mean number of positions in a block.
func (r BlockResult[M]) MeanBlock() float64 { return float64(r.Positions) / float64(max(1, r.Blocks)) }

// ErrCyclic is the error of a search that is not complete on a game with cycles, and was given one
// that does not declare itself [ply.Acyclic].
var ErrCyclic = errors.New("dependency: this search needs a game that is acyclic, and says so (ply.Acyclic)")

// BlockSearch searches all that can be reached from the present position, in blocks instead of
// positions (Helmstetter 2007, section 3.3).
//
// A block is a position, its root, with a sequence of moves for each sub-game, such that no sequence
// interacts with another. So the moves of one can be played before, between or after those of the
// others, and a block holds the product of (length + 1) positions, for a cost that is in their sum.
//
// The search extends each sequence as far as it stays independent of the others, or up to a position
// that memory knows. Then it takes the faces of the block in turn: the positions at the end of one
// sequence. The next move of that sub-game may depend on how far other sequences are played, and may
// itself interact with moves in them. So the face is split, until in each part the move is the
// same everywhere and interacts with none of the part's sequences; the part and the move make a new
// block, which is searched in the same way unless memory knows its root.
//
// The game must be acyclic. Then every position that can be reached is in at least one block, with and
// without memory, with and without incremental transpositions, and with both together: whatever the
// search leaves out, because memory knows a root or because moves commute, it has met before, with all
// that follows. That is why a block's positions other than the root are remembered only when its faces
// are done. (Helmstetter left open how a table goes together with incremental transpositions; in this
// order it does.)
//
// Cut short by a bound of opt or by ctx it returns what it has found, with a status that says so and
// no error. The game is then as it was. The search takes memory for the blocks on the line to the one
// searched, and allocates none for a block in steady state.
func BlockSearch[M comparable](ctx context.Context, g Sequential[M], opt BlockOptions) (BlockResult[M], error) {
	s, err := newBlockSearcher(ctx, g, &opt)
	if err != nil {
		return BlockResult[M]{Status: ply.Failed}, err
	}
	s.start()
	return s.finish(), nil
}

func (o *BlockOptions) check() error {
	switch {
	case o.MaxPositions < 0:
		return fmt.Errorf("dependency: MaxPositions is %d, want a number of positions or 0 for no bound", o.MaxPositions)
	case o.MaxTime < 0:
		return fmt.Errorf("dependency: MaxTime is %v, want a duration or 0 for no bound", o.MaxTime)
	case o.ProgressEvery < 0:
		return fmt.Errorf("dependency: ProgressEvery is %v, want a duration", o.ProgressEvery)
	}
	return nil
}

// A blockSearcher searches blocks.
type blockSearcher[M comparable] struct {
	ctx      context.Context
	opt      *BlockOptions
	began    time.Time
	deadline time.Time
	reported time.Time
	pollAt   int // the number of blocks at which the clock is looked at next

	game     Sequential[M]
	subgames int
	memory   BlockMemory
	puzzle   ply.Puzzle
	line     []M             // the moves played
	blocks   []*blockNode[M] // those on the line; those beyond are kept for later
	depth    int             // the number of those on the line
	cells    []int32         // watched and changed at the stages of all blocks on the line

	yield   func(*blockNode[M]) bool // looks at a block with the game at its root, and reports whether to go on
	stopped bool
	result  BlockResult[M]
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

func (s *blockSearcher[M]) watched(t *stage[M]) []int32 { return s.cells[t.cells : t.cells+t.watch] }

func (s *blockSearcher[M]) changed(t *stage[M]) []int32 {
	return s.cells[t.cells+t.watch : t.cells+t.watch+t.moved]
}

// A blockNode is a block under search, and the part of a face that is being looked at.
type blockNode[M comparable] struct {
	root      uint64        // the hash
	stages    [][]stage[M]  // of each sub-game, one more than its sequence has moves
	changes   cellTrace     // where the moves of the sequences change a cell
	watches   cellTrace     // where a sub-game watches a cell
	low, high []int         // the part: from which stage to which, of each sub-game
	open      bool          // whether a move is legal in the last position of the block
	id        int           // in the order in which blocks are searched
	parent    *blockNode[M] // nil for none
	by        int           // the sub-game on whose face of the parent the block is

	// For incremental transpositions: the number of stages before the block was extended; the
	// sub-games whose next move leads where the search has been, with all that follows, from any
	// position of the face as it was then; and the parts of faces from which it has been tried.
	initial []int
	known   []bool
	done    []facePart[M]
}

// A facePart is a part of the face of a sub-game, whose stage is end all over it.
type facePart[M comparable] struct {
	subgame   int
	end       stage[M]
	low, high []int
}

// end returns the last stage of sub-game x.
func (b *blockNode[M]) end(x int) *stage[M] { return &b.stages[x][len(b.stages[x])-1] }

// length returns the number of moves in the sequence of sub-game x.
func (b *blockNode[M]) length(x int) int { return len(b.stages[x]) - 1 }

// keyAt returns the difference in hash between the root and the position that i moves of x lead to.
func (b *blockNode[M]) keyAt(x, i int) uint64 { return b.stages[x][0].key ^ b.stages[x][i].key }

func newBlockSearcher[M comparable](ctx context.Context, g Sequential[M], opt *BlockOptions) (*blockSearcher[M], error) {
	if g == nil {
		return nil, errors.New("dependency: no game given")
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	if a, ok := g.(ply.Acyclic); !ok || !a.Acyclic() {
		return nil, ErrCyclic
	}
	s := &blockSearcher[M]{
		ctx:      ctx,
		opt:      opt,
		began:    time.Now(),
		game:     g,
		subgames: g.Subgames(),
		memory:   opt.Memory,
	}
	s.reported = s.began
	if opt.MaxTime > 0 {
		s.deadline = s.began.Add(opt.MaxTime)
	}
	s.puzzle, _ = g.(ply.Puzzle)
	if opt.StopAtSolution && s.puzzle == nil {
		return nil, fmt.Errorf("dependency: StopAtSolution needs a ply.Puzzle, which %T is not", g)
	}
	return s, nil
}

// start searches the block whose root is the present position.
func (s *blockSearcher[M]) start() {
	if s.mustStop() {
		return
	}
	b := s.push(s.game.Hash())
	for x := range s.subgames {
		b.stages[x] = append(b.stages[x][:0], s.look(x))
	}
	if s.memory != nil && s.memory.Visit(b.root) {
		s.result.MemoryHits++
		return
	}
	s.search(b)
}

// push returns a block with this root, to be filled.
func (s *blockSearcher[M]) push(root uint64) *blockNode[M] {
	if s.depth == len(s.blocks) {
		s.blocks = append(s.blocks, &blockNode[M]{
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
	if s.depth > 0 {
		b.parent = s.blocks[s.depth-1]
	}
	s.depth++
	return b
}

// look returns the stage of sub-game x in the present position.
func (s *blockSearcher[M]) look(x int) stage[M] {
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

// search extends a block and searches what lies behind its faces. The game is at its root.
func (s *blockSearcher[M]) search(b *blockNode[M]) {
	cells := len(s.cells)
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
	s.count(b)
	if s.yield != nil && !s.yield(b) {
		s.stop(ply.Solved)
	}
	b.open = false
	b.done = b.done[:0]
	// The faces with moves that are known come first, so that they are known to the other faces.
	for _, known := range [...]bool{true, false} {
		for x := range b.stages {
			if b.known[x] == known {
				s.wholeFace(b, x)
			}
		}
	}
	if s.puzzle != nil && !b.open && !s.stopped {
		s.lastPosition(b)
	}
	if s.memory != nil && !s.opt.RootsOnly && !s.stopped {
		for x := range b.stages {
			for i := 1; i <= b.length(x); i++ {
				s.memory.Visit(b.root ^ b.keyAt(x, i))
			}
		}
	}
	s.cells = s.cells[:cells]
	s.depth--
}

// trace notes the cells of stage i of sub-game x, and those that the move before it changes.
func (s *blockSearcher[M]) trace(b *blockNode[M], x, i int) {
	stages := b.stages[x]
	b.watches.add(s.watched(&stages[i]), x, i)
	if i > 0 {
		b.changes.add(s.changed(&stages[i-1]), x, i-1)
	}
}

// extend makes the sequence of sub-game x longer, as long as its next move does not interact with the
// other sequences and leads to a position that memory does not know.
func (s *blockSearcher[M]) extend(b *blockNode[M], x int) {
	line := len(s.line)
	for !b.known[x] {
		end := b.end(x)
		if !end.ok || s.interacts(b, x, end) {
			break
		}
		if s.memory != nil && s.memory.Contains(b.root^b.keyAt(x, b.length(x))^end.change) {
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
func (s *blockSearcher[M]) interacts(b *blockNode[M], x int, end *stage[M]) bool {
	if y, _ := b.changes.within(s.watched(end), x, b.low, b.high); y != none {
		return true
	}
	y, _ := b.watches.within(s.changed(end), x, b.low, b.high)
	return y != none
}

// wholeFace searches the blocks behind the face where the sequence of sub-game x ends.
func (s *blockSearcher[M]) wholeFace(b *blockNode[M], x int) {
	b.takeAll()
	b.low[x] = b.length(x)
	s.face(b, x, *b.end(x))
}

// takeAll makes the part the whole block.
func (b *blockNode[M]) takeAll() {
	for x := range b.stages {
		b.low[x], b.high[x] = 0, b.length(x)
	}
}

// face searches the blocks behind a part of the face of sub-game x, for which the stage of x is end in
// the first position of the part.
func (s *blockSearcher[M]) face(b *blockNode[M], x int, end stage[M]) {
	if s.stopped {
		return
	}
	if y, i := b.changes.within(s.watched(&end), x, b.low, b.high); y != none {
		low, high := b.splitAt(y, i)
		s.face(b, x, end)
		b.low[y], b.high[y] = i+1, high
		s.face(b, x, s.lookAtPart(b, x))
		b.low[y] = low
		return
	}
	if !end.ok {
		return
	}
	if y, i := b.watches.within(s.changed(&end), x, b.low, b.high); y != none {
		low, high := b.splitAt(y, i)
		s.face(b, x, end)
		b.low[y], b.high[y] = i+1, high
		s.face(b, x, end)
		b.low[y] = low
		return
	}
	s.child(b, x, &end)
	if s.opt.Incremental {
		b.finish(x, &end)
	}
}

// finish notes that the part is done with.
func (b *blockNode[M]) finish(x int, end *stage[M]) {
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
func (s *blockSearcher[M]) transposes(b *blockNode[M], x, y int, end *stage[M]) bool {
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
func (b *blockNode[M]) within(p *facePart[M], y int) bool {
	for z, low := range b.low {
		if z != y && (low < p.low[z] || b.high[z] > p.high[z]) {
			return false
		}
	}
	return true
}

// splitAt bounds the part to the stages of sub-game y up to i, and returns what it was.
func (b *blockNode[M]) splitAt(y, i int) (low, high int) {
	low, high = b.low[y], b.high[y]
	b.high[y] = i
	return low, high
}

// lookAtPart returns the stage of sub-game x in the first position of the part.
func (s *blockSearcher[M]) lookAtPart(b *blockNode[M], x int) stage[M] {
	line := len(s.line)
	s.playToPart(b)
	t := s.look(x)
	s.undoTo(line)
	return t
}

// child searches the block that the next move of sub-game x leads to from the part.
func (s *blockSearcher[M]) child(b *blockNode[M], x int, end *stage[M]) {
	if !b.open {
		b.open = b.reachesLast()
	}
	if b.known[x] && b.withinInitial(x) {
		s.result.IncrementalCuts++
		return
	}
	root := b.root ^ end.change
	for y, low := range b.low {
		root ^= b.keyAt(y, low)
	}
	if s.mustStop() {
		return
	}
	if s.memory != nil && s.memory.Visit(root) {
		s.result.MemoryHits++
		return
	}
	line, cells := len(s.line), len(s.cells)
	s.playToPart(b)
	s.play(end.move)
	c := s.push(root)
	c.by = x
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
			t.key = c.end(y).key
			*c.end(y) = t
			s.undoTo(from)
		}
	}
	s.search(c)
	s.cells = s.cells[:cells]
	s.undoTo(line)
}

// outdated reports whether the last stage of sub-game y in the part may be another in the block that
// the next move of x leads to: whether that move, or one on the way to the part, changes what y watches.
func (s *blockSearcher[M]) outdated(b *blockNode[M], x, y int, end *stage[M]) bool {
	watched := s.watched(&b.stages[y][b.high[y]])
	return meet(watched, s.changed(end)) || b.high[y] == b.length(y) && b.changes.before(watched, y, b.low)
}

// reachesLast reports whether the last position of the block is in the part.
func (b *blockNode[M]) reachesLast() bool {
	for y, high := range b.high {
		if high < b.length(y) {
			return false
		}
	}
	return true
}

// withinInitial reports whether the first position of the part was in the block before it was extended.
func (b *blockNode[M]) withinInitial(x int) bool {
	for y, low := range b.low {
		if y != x && low >= b.initial[y] {
			return false
		}
	}
	return true
}

// lastPosition looks whether the last position of the block, which has no moves, is solved.
func (s *blockSearcher[M]) lastPosition(b *blockNode[M]) {
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

func (s *blockSearcher[M]) play(m M) {
	s.game.Play(m)
	s.line = append(s.line, m)
}

// playTo plays the sequence of sub-game x up to stage i.
func (s *blockSearcher[M]) playTo(b *blockNode[M], x, i int) {
	for _, t := range b.stages[x][:i] {
		s.play(t.move)
	}
}

// playToPart goes from the root to the first position of the part.
func (s *blockSearcher[M]) playToPart(b *blockNode[M]) {
	for y, low := range b.low {
		s.playTo(b, y, low)
	}
}

// undoTo takes back the moves behind the first n of the line.
func (s *blockSearcher[M]) undoTo(n int) {
	for i := len(s.line) - 1; i >= n; i-- {
		s.game.Undo(s.line[i])
	}
	s.line = s.line[:n]
}

// count takes account of a block that is extended.
func (s *blockSearcher[M]) count(b *blockNode[M]) {
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
func (b *blockNode[M]) size() int {
	size := 1
	for _, stages := range b.stages {
		if size > math.MaxInt/len(stages) {
			return math.MaxInt
		}
		size *= len(stages)
	}
	return size
}

func (s *blockSearcher[M]) stop(status ply.Status) { s.result.Status, s.stopped = status, true }

// A block search looks at the clock and at its context once in so many blocks.
const pollBlocks = 512

// mustStop reports whether the search must stop before the next block.
func (s *blockSearcher[M]) mustStop() bool {
	switch {
	case s.stopped:
		return true
	case s.opt.MaxPositions > 0 && s.result.Positions >= s.opt.MaxPositions:
		s.stop(ply.OutOfNodes)
		return true
	case s.result.Blocks < s.pollAt:
		return false
	}
	s.pollAt = s.result.Blocks + pollBlocks
	if status := stop.Status(s.ctx, s.deadline); status != ply.Complete {
		s.stop(status)
	}
	every := s.opt.ProgressEvery
	if every == 0 {
		every = 100 * time.Millisecond
	}
	if s.opt.Progress != nil && time.Since(s.reported) >= every {
		s.report()
	}
	return s.stopped
}

func (s *blockSearcher[M]) report() {
	s.reported = time.Now()
	s.opt.Progress(BlockProgress{s.result.Blocks, s.result.Positions, time.Since(s.began)})
}

func (s *blockSearcher[M]) finish() BlockResult[M] {
	s.result.Elapsed = time.Since(s.began)
	if s.opt.Progress != nil {
		s.report()
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
	next           int32 // as first
}

func newCellTrace(cells int) cellTrace { return cellTrace{first: make([]int32, cells)} }

func (t *cellTrace) reset() {
	clear(t.first)
	t.marks = t.marks[:0]
}

func (t *cellTrace) add(cells []int32, subgame, stage int) {
	for _, c := range cells {
		t.marks = append(t.marks, cellMark{int32(subgame), int32(stage), t.first[c]})
		t.first[c] = int32(len(t.marks))
	}
}

// within returns a sub-game other than x that has marked one of the cells, at a stage from low on that
// is before high; or none.
func (t *cellTrace) within(cells []int32, x int, low, high []int) (subgame, stage int) {
	for _, c := range cells {
		for n := t.first[c]; n != 0; n = t.marks[n-1].next {
			m := &t.marks[n-1]
			if y, i := int(m.subgame), int(m.stage); y != x && i >= low[y] && i < high[y] {
				return y, i
			}
		}
	}
	return none, 0
}

// before reports whether a sub-game other than x has marked one of the cells, at a stage before low.
func (t *cellTrace) before(cells []int32, x int, low []int) bool {
	for _, c := range cells {
		for n := t.first[c]; n != 0; n = t.marks[n-1].next {
			if m := &t.marks[n-1]; m.subgame != int32(x) && int(m.stage) < low[m.subgame] {
				return true
			}
		}
	}
	return false
}
