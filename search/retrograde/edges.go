package retrograde

import "sync/atomic"

// Edges are the moves between positions of a class, backwards.
type edges struct {
	starts []uint32 // of the predecessors of each position; their ends while they are being stored
	from   []uint32 // numbers times two, plus one if the same side is to move
}

const (
	mostEdgePositions uint64 = 1<<31 - 1
	mostEdges         uint64 = 1<<32 - 1
)

func edgeBytes(positions, moves uint64) uint64 { return 4 * (positions + 1 + moves) }

func (e *edges) bytes() uint64 { return edgeBytes(uint64(len(e.starts)-1), uint64(len(e.from))) }

func (e *edges) count(to uint64) { atomic.AddUint32(&e.starts[to], 1) }

func (e *edges) sum() (all uint64) {
	for i, n := range e.starts {
		all += uint64(n)
		e.starts[i] = uint32(all)
	}
	return all
}

// add stores a move. When all are stored, the ends have become starts.
func (e *edges) add(to, from uint64, same bool) {
	x := uint32(from) << 1
	if same {
		x |= 1
	}
	at := atomic.AddUint32(&e.starts[to], ^uint32(0))
	if uint(at) >= uint(len(e.from)) {
		panic(moreMoves)
	}
	e.from[at] = x
}

func (e *edges) to(n uint64) []uint32 {
	first, end := e.starts[n], e.starts[n+1]
	if first > end {
		panic(moreMoves)
	}
	return e.from[first:end]
}

// moreMoves is the panic if a position's moves vary, against the laws.
const moreMoves = "positions have more moves than when they were counted"

func (s *solver[M]) prepareMoves(c *class) error {
	s.moves, s.again = nil, false
	if s.crew.workers[0].backward != nil {
		return nil
	}
	// Moves are counted with the successors. Whether they fit into memory is known later.
	if c.count > mostEdgePositions || s.enough("", edgeBytes(c.count, 0)) != nil {
		s.again = true
		return nil
	}
	s.moves = &edges{starts: make([]uint32, c.count+1)}
	return nil
}

func (s *solver[M]) storeMoves(c *class) (bool, error) {
	if s.moves == nil {
		return true, nil
	}
	all := s.moves.sum()
	if all > mostEdges || s.reserve("", edgeBytes(c.count, all)) != nil {
		s.moves, s.again = nil, true
		return true, nil
	}
	s.moves.from = make([]uint32, all)
	return s.eachSuccessors(c, func(w *worker[M], n uint64) error {
		for i, list := range [2][]uint64{w.other, w.same} {
			for _, next := range list {
				if to, ok := s.numberOf(c, next); ok {
					s.moves.add(to, n, i == 1)
				}
			}
		}
		return nil
	})
}

// eachSuccessors lists the successors of the positions of a class with moves to store, and calls f for each.
func (s *solver[M]) eachSuccessors(c *class, f func(w *worker[M], n uint64) error) (bool, error) {
	s.crew.enter("moves")
	return s.crew.each(blocksOf(c.count), func(w *worker[M], b uint64, alone bool) error {
		for n := b * blockSize; n < min((b+1)*blockSize, c.count); n++ {
			if !s.crew.tick(w, alone) {
				return nil
			}
			w.done.Add(1)
			if code := c.cells.get(n); code == absent || code == drawn && s.cell != twoBits {
				continue
			}
			if index := s.indexOf(w, c, n); !w.set(index) {
				return s.refused(w, index)
			}
			if err := w.successors(); err != nil {
				return err
			}
			if err := f(w, n); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *solver[M]) countMoves(c *class) (bool, error) {
	if s.moves == nil {
		return true, nil
	}
	return s.eachSuccessors(c, func(w *worker[M], n uint64) error {
		_, err := s.inClass(w, c, n)
		return err
	})
}
