package retrograde

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// collect numbers the positions in the order of their keys, the same for any number of workers, and stores their moves.
func (f *finder[M]) collect(start uint32) error {
	s := f.s
	n := uint64(f.count.Load())
	maps, parts, copies := f.taken()
	if err := s.reserve("the positions that were found, and the moves between them", maps+parts+copies); err != nil {
		return err
	}
	s.release(copies)
	for i, w := range s.crew.workers { // the stacks of the search, as long as its lines
		w.moves, w.path = nil, nil
		f.parts[i].owned, f.parts[i].frames = nil, nil
	}
	hashed := s.crew.workers[0].identity == nil
	perEntry, keys := uint64(32), uint64(f.keys.Load())
	if hashed {
		perEntry, keys = 16, 8*n
	}
	if err := s.reserve("the positions in the order of their keys", perEntry*n+4*n+keys+8*n); err != nil {
		return err
	}
	g := &graph{starts: make([]uint32, n+1), outcomes: make([]int32, n)}
	renumbered := f.sortKeys(g, hashed)
	s.release(maps + perEntry*n + keys)
	if err := s.reserve("the positions and the moves between them", g.keys.bytes()+4*uint64(f.moves.Load())); err != nil {
		return err
	}
	var pages []page
	for i := range f.parts {
		pages = append(append(pages, f.parts[i].full...), f.parts[i].page)
		f.parts[i] = part{}
	}
	for i := range pages {
		p := &pages[i]
		first := uint32(0)
		for j, number := range p.numbers {
			to := renumbered[number]
			g.starts[to+1] = p.ends[j] - first
			g.outcomes[to] = p.outcomes[j]
			first = p.ends[j]
		}
	}
	for i := range n {
		g.starts[i+1] += g.starts[i]
	}
	g.to = make([]uint32, g.starts[n])
	for i := range pages {
		p := &pages[i]
		first := uint32(0)
		for j, number := range p.numbers {
			at := g.starts[renumbered[number]]
			for _, x := range p.to[first:p.ends[j]] {
				g.to[at] = renumbered[x>>1]<<1 | x&1
				at++
			}
			first = p.ends[j]
		}
		*p = page{}
	}
	s.release(parts + 4*n)
	g.start = uint64(renumbered[start])
	s.graph, s.sol.Positions = g, n
	return nil
}

// sortKeys sorts the keys, and returns the new number of each position.
func (f *finder[M]) sortKeys(g *graph, hashed bool) []uint32 {
	n := f.count.Load()
	renumbered := make([]uint32, n)
	if hashed {
		type entry struct {
			hash   uint64
			number uint32
		}
		all := make([]entry, 0, n)
		for i := range f.shards {
			for key, number := range f.shards[i].numbers.All() {
				all = append(all, entry{binary.BigEndian.Uint64(key), *number})
			}
		}
		f.shards = nil
		slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.hash, b.hash) })
		g.keys.hashes = make([]uint64, n)
		g.keys.count = uint64(n)
		for i, e := range all {
			g.keys.hashes[i] = e.hash
			renumbered[e.number] = uint32(i)
		}
		return renumbered
	}
	type entry struct {
		key    []byte
		number uint32
	}
	all := make([]entry, 0, n)
	size := 0
	for i := range f.shards {
		for key, number := range f.shards[i].numbers.All() {
			all = append(all, entry{key, *number})
			size += len(key)
		}
	}
	defer func() { f.shards = nil }()
	slices.SortFunc(all, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	g.keys.data = make([]byte, 0, size)
	for i, e := range all {
		g.keys.add(e.key)
		renumbered[e.number] = uint32(i)
	}
	return renumbered
}

func (s *solver[M]) tooMany(n uint64, successors int, l *layout) error {
	return fmt.Errorf("a position with the key %x has %d successors: cells hold %d at most", s.graph.keys.at(n), successors, l.most-1)
}
