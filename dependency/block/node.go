package block

// A stage is a position in a sequence: what its sub-game watches there, and its next move.
type stage[M comparable] struct {
	key    uint64 // the changes of the hash up to here, from a stage further up on
	change uint64 // the change of the next move
	move   M
	cells  int32 // where the cells begin: the watched ones, then those that the next move changes
	watch  int32 // the number of watched ones
	moved  int32 // the number of changed ones, 0 without a next move
	ok     bool  // there is a next move
}

func (s *searcher[M]) watched(t *stage[M]) []int32 { return s.cells[t.cells : t.cells+t.watch] }

func (s *searcher[M]) changed(t *stage[M]) []int32 {
	return s.cells[t.cells+t.watch : t.cells+t.watch+t.moved]
}

// A node is a block under search, with the present part of a face. Blocks are in a list, since lines can be long.
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
	line      int      // the number of moves played when it was met
	cells     int      // the number of cells noted at that time

	// For incremental transpositions: the number of stages before the block was extended; the sub-games whose next move,
	// from any position of the original face, was searched with everything below; the parts from which it was tried.
	initial []int
	known   []bool
	done    []facePart[M]
}

// A laterPart restricts the part to other stages of one sub-game, after the present part is finished.
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

// A facePart is a part of a sub-game's face, with the same stage end throughout.
type facePart[M comparable] struct {
	subgame   int
	end       stage[M]
	low, high []int
}

func (b *node[M]) last(x int) *stage[M] { return &b.stages[x][len(b.stages[x])-1] }

func (b *node[M]) length(x int) int { return len(b.stages[x]) - 1 }

// keyAt returns the hash difference between the root and the position after i moves of x.
func (b *node[M]) keyAt(x, i int) uint64 { return b.stages[x][0].key ^ b.stages[x][i].key }

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
	b.root, b.id, b.parent = root, s.result.Blocks, nil
	b.line, b.cells = len(s.line), len(s.cells)
	if s.depth > 0 {
		b.parent = s.blocks[s.depth-1]
	}
	s.depth++
	return b
}

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
