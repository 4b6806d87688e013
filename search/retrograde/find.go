package retrograde

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/cespare/xxhash/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/transposition"
)

// A finder finds all positions of a game that is no Indexer, depth first. Idle workers get clones of others' games.
type finder[M comparable] struct {
	s      *solver[M]
	shards []shard
	count  atomic.Int64
	moves  atomic.Int64
	keys   atomic.Int64 // bytes of all keys
	jobs   chan findJob[M]
	open   atomic.Int64 // jobs waiting or in progress
	hungry atomic.Int64 // waiting workers
	parts  []part

	tidyAt atomic.Uint64 // the number of bytes at the next garbage collection
	lines  atomic.Uint64 // bytes of lines copied since then for other workers
}

// A shard is a part of the positions, numbered in the order found.
type shard struct {
	mu      sync.Mutex
	numbers transposition.Map[uint32]
	_       [64]byte
}

type findJob[M comparable] struct {
	game   ply.AdversarialGame[M]
	number uint32
	path   []M
}

// A part holds the findings of a worker, in pages, the last of which is being filled. Full pages have exactly the
// length needed: they are never copied to grow, and leave no garbage.
type part struct {
	page
	full   []page
	key    []byte
	owned  []uint32 // numbers of the positions after the moves on the stack
	frames []findFrame
}

type page struct {
	numbers  []uint32
	ends     []uint32 // of the moves of each position
	to       []uint32
	outcomes []int32
}

const fullPage = 1 << 16

// turn begins a new page, in the memory of the last one.
func (p *part) turn() {
	last := page{memory.Exactly(p.numbers), memory.Exactly(p.ends), memory.Exactly(p.to), memory.Exactly(p.outcomes)}
	p.full = append(p.full, last)
	p.page = page{p.numbers[:0], p.ends[:0], p.to[:0], p.outcomes[:0]}
}

func (p *page) bytes() uint64 {
	return uint64(4 * (cap(p.numbers) + cap(p.ends) + cap(p.to) + cap(p.outcomes)))
}

type findFrame struct{ start, next int }

const mostPositions int64 = 1<<31 - 2

func (s *solver[M]) find() (bool, error) {
	f := &finder[M]{s: s, shards: make([]shard, 1), jobs: make(chan findJob[M], len(s.crew.workers)), parts: make([]part, len(s.crew.workers))}
	if len(s.crew.workers) > 1 {
		f.shards = make([]shard, 256)
	}
	f.tidyAt.Store(leastGarbage)
	s.crew.enter("reach")
	s.crew.over.Store(false)
	s.crew.watch()
	if s.sol.Status != ply.Complete {
		return false, nil
	}
	w := s.crew.workers[0]
	var start uint32
	err := guard.Run(w.line, func() (err error) {
		start, _, err = f.add(w, &f.parts[0])
		return err
	})
	if err == nil {
		f.open.Store(1)
		if len(s.crew.workers) == 1 {
			err = guard.Run(w.line, func() error { return f.walk(w, &f.parts[0], start, true) })
		} else {
			err = f.share(start)
		}
	}
	s.sol.Positions = uint64(f.count.Load())
	if err != nil {
		s.crew.failed.Store(&err)
	}
	if err != nil || s.crew.stopped.Load() {
		return false, err
	}
	return true, f.collect(start)
}

func (f *finder[M]) share(start uint32) error {
	c := &f.s.crew
	group := guard.Group{Stop: func() { c.over.Store(true) }}
	var first atomic.Pointer[error]
	f.jobs <- findJob[M]{game: c.workers[0].game, number: start}
	for i, w := range c.workers {
		group.Go(w.line, func() {
			for {
				f.hungry.Add(1)
				job, ok := <-f.jobs
				f.hungry.Add(-1)
				if !ok {
					return
				}
				f.do(w, &f.parts[i], job, &first)
			}
		})
	}
	err := group.Wait(5*time.Millisecond, func() {
		f.s.sol.Positions = uint64(f.count.Load())
		c.watch()
	})
	if err == nil && first.Load() != nil {
		err = *first.Load()
	}
	return err
}

func (f *finder[M]) do(w *worker[M], p *part, job findJob[M], first *atomic.Pointer[error]) {
	defer func() { // also if the game panics, as others wait
		if f.open.Add(-1) == 0 {
			close(f.jobs)
		}
	}()
	w.use(job.game)
	w.path = append(w.path[:0], job.path...)
	if err := f.walk(w, p, job.number, false); err != nil {
		first.CompareAndSwap(nil, &err)
		f.s.crew.over.Store(true)
	}
}

// walk visits a new position, and all new ones behind it.
func (f *finder[M]) walk(w *worker[M], p *part, number uint32, alone bool) error {
	w.moves, p.owned, p.frames = w.moves[:0], p.owned[:0], p.frames[:0]
	base := len(w.path)
	err := f.expand(w, p, number)
	for len(p.frames) > 0 {
		top := &p.frames[len(p.frames)-1]
		if err != nil || top.next == len(w.moves) || !f.s.crew.tick(w, alone) {
			// Back to the position before, also when the search ends early.
			if err == nil && top.next < len(w.moves) {
				top.next = len(w.moves)
			}
			w.moves, p.owned = w.moves[:top.start], p.owned[:top.start]
			p.frames = p.frames[:len(p.frames)-1]
			if last := len(w.path) - 1; last >= base {
				w.game.Undo(w.path[last])
				w.path = w.path[:last]
			}
			continue
		}
		m, next := w.moves[top.next], p.owned[top.next]
		top.next++
		w.path = append(w.path, m)
		w.game.Play(m)
		if f.hand(w, next) {
			w.game.Undo(m)
			w.path = w.path[:len(w.path)-1]
			continue
		}
		before := len(p.frames)
		if err = f.expand(w, p, next); err != nil && len(p.frames) == before {
			w.game.Undo(m)
			w.path = w.path[:len(w.path)-1]
		}
	}
	return err
}

func (f *finder[M]) hand(w *worker[M], number uint32) bool {
	if f.hungry.Load() == 0 || w.clone == nil {
		return false
	}
	lines := f.lines.Add(2 * uint64(len(w.path)) * uint64(unsafe.Sizeof(*new(M)))) // including the clone's
	if lines > leastGarbage/4 {
		f.tidy(f.bytes(f.count.Load(), f.moves.Load()))
	}
	job := findJob[M]{w.clone(w.game), number, slices.Clone(w.path)}
	f.open.Add(1) // after anything that may panic: nobody would undo it
	select {
	case f.jobs <- job:
		return true
	default:
		f.open.Add(-1)
		return false
	}
}

func (f *finder[M]) expand(w *worker[M], p *part, number uint32) error {
	side := w.game.ToMove()
	if side != 0 && side != 1 {
		return sides.Error(w.game, side, 2)
	}
	start, first := len(w.moves), len(p.to)
	w.moves = w.game.Moves(w.moves)
	kept := start
	for _, m := range w.moves[start:] {
		w.path = append(w.path, m)
		w.game.Play(m)
		next := w.game.ToMove()
		n, added, err := f.add(w, p)
		w.game.Undo(m)
		w.path = w.path[:len(w.path)-1]
		if err == nil && next != 0 && next != 1 {
			err = sides.Error(w.game, next, 2)
		}
		if err != nil {
			w.moves = w.moves[:start]
			return err
		}
		x := n << 1
		if next == side {
			x |= 1
		}
		p.to = append(p.to, x)
		if added {
			w.moves[kept] = m
			p.owned = append(p.owned, n)
			kept++
		}
	}
	outcome := 0
	if len(w.moves) == start {
		if outcome = w.game.Outcome(); outcome < -ply.MaxValue || outcome > ply.MaxValue {
			return fmt.Errorf("an outcome of %d, want %d at most", outcome, ply.MaxValue)
		}
	}
	w.moves = w.moves[:kept]
	here := p.to[first:]
	slices.Sort(here)
	p.to = p.to[:first+len(slices.Compact(here))]
	moves := len(p.to) - first
	p.numbers, p.ends, p.outcomes = append(p.numbers, number), append(p.ends, uint32(len(p.to))), append(p.outcomes, int32(outcome))
	if len(p.to)+len(p.numbers) >= fullPage {
		p.turn()
	}
	p.frames = append(p.frames, findFrame{start, start})
	w.done.Add(1)
	return f.room(moves)
}

func (f *finder[M]) room(moves int) error {
	all := f.moves.Add(int64(moves))
	n := f.count.Load()
	if n > mostPositions || all > int64(mostEdges) {
		return fmt.Errorf("%d positions and %d moves, which are too many without an Indexer", n, all)
	}
	if n&1023 != 0 {
		return nil
	}
	size := f.bytes(n, all)
	f.tidy(size)
	return f.s.enough("the positions that were found, and the moves between them", size)
}

// tidy collects garbage if there is much: from maps and stacks that grew, in proportion to size, and from lines.
func (f *finder[M]) tidy(size uint64) {
	at, lines := f.tidyAt.Load(), f.lines.Load()
	if size+lines > at && f.tidyAt.CompareAndSwap(at, size/8*9+leastGarbage) {
		f.lines.Add(^lines + 1)
		runtime.GC()
	}
}

// bytes returns the approximate memory of the search: 60 bytes and the key for a position, 4 bytes for a move.
func (f *finder[M]) bytes(n, moves int64) uint64 { return uint64(60*n+4*moves+f.keys.Load()) + 1<<10 }

func (f *finder[M]) taken() (maps, parts, copies uint64) {
	for i := range f.shards {
		maps += uint64(f.shards[i].numbers.Stats().Bytes)
	}
	for i := range f.parts {
		p := &f.parts[i]
		parts += p.bytes() + uint64(4*cap(p.owned)+16*cap(p.frames))
		for j := range p.full {
			parts += p.full[j].bytes()
		}
	}
	copies = maps / 4 // the places of a map
	for _, w := range f.s.crew.workers {
		parts += uint64(cap(w.moves)+cap(w.path)) * uint64(unsafe.Sizeof(*new(M)))
	}
	return maps, parts, copies
}

func (f *finder[M]) add(w *worker[M], p *part) (n uint32, added bool, err error) {
	if p.key, err = w.key(p.key[:0]); err != nil {
		return 0, false, err
	}
	shard := &f.shards[0]
	if len(f.shards) > 1 {
		shard = &f.shards[xxhash.Sum64(p.key)>>20&255]
	}
	shard.mu.Lock()
	defer shard.mu.Unlock()
	at, added := shard.numbers.Add(p.key)
	if added {
		*at = uint32(f.count.Add(1) - 1)
		f.keys.Add(int64(len(p.key) + 1))
	}
	return *at, added, nil
}

func (w *worker[M]) key(dst []byte) ([]byte, error) {
	if w.identity == nil {
		return binary.BigEndian.AppendUint64(dst, w.hasher.Hash()), nil
	}
	key, err := w.identity.AppendBinary(dst)
	if err != nil {
		return nil, fmt.Errorf("%T: %w", w.game, err)
	}
	return key, nil
}
