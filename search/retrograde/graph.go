package retrograde

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sort"
)

// A graph is the positions of a game that is no Indexer, in the order of their keys, and the moves between them.
type graph struct {
	keys     keyList
	starts   []uint32 // of the successors of each position
	to       []uint32 // numbers times two, plus one if the same side is to move
	outcomes []int32  // of finished positions
	start    uint64
}

func (g *graph) next(n uint64) []uint32 { return g.to[g.starts[n]:g.starts[n+1]] }

type keyList struct {
	hashes []uint64 // if keys are hashes
	data   []byte   // otherwise, the keys side by side
	length int      // of each key, if places is nil
	places []uint64 // the end of each key
	count  uint64
}

func (k *keyList) at(n uint64) []byte {
	switch {
	case k.hashes != nil:
		return binary.BigEndian.AppendUint64(nil, k.hashes[n])
	case k.places == nil:
		return k.data[n*uint64(k.length):][:k.length:k.length]
	case n == 0:
		return k.data[:k.places[0]]
	}
	return k.data[k.places[n-1]:k.places[n]]
}

func (k *keyList) find(key []byte) (n uint64, ok bool) {
	if k.hashes != nil {
		i, ok := slices.BinarySearch(k.hashes, binary.BigEndian.Uint64(key))
		return uint64(i), ok
	}
	i := sort.Search(int(k.count), func(i int) bool { return bytes.Compare(k.at(uint64(i)), key) >= 0 })
	return uint64(i), uint64(i) < k.count && bytes.Equal(k.at(uint64(i)), key)
}

func (k *keyList) add(key []byte) {
	if k.count == 0 {
		k.length = len(key)
	}
	if k.places == nil && len(key) != k.length {
		for i := range k.count {
			k.places = append(k.places, (i+1)*uint64(k.length))
		}
		if k.places == nil {
			k.places = []uint64{}
		}
	}
	k.data = append(k.data, key...)
	if k.places != nil {
		k.places = append(k.places, uint64(len(k.data)))
	}
	k.count++
}

func (k *keyList) bytes() uint64 {
	return uint64(8*len(k.hashes)+cap(k.data)) + 8*uint64(cap(k.places))
}

func (s *solver[M]) runGraph() error {
	if ok, err := s.find(); !ok || err != nil {
		return err
	}
	n := s.graph.keys.count
	s.sol.keys = &s.graph.keys
	c := &class{count: n, end: n}
	s.classes, s.sol.Classes = []*class{c}, 1
	s.sol.classes = s.classes
	if err := s.reserve("the values", cellBytes(n, twoBytes)+s.flagBytes(n)); err != nil {
		return err
	}
	if err := s.reserve("the moves", edgeBytes(n, uint64(len(s.graph.to)))); err != nil {
		return err
	}
	if err := s.countGraph(c); err != nil {
		return err
	}
	ok, err := s.iterate(c)
	// A solution keeps the keys of the graph, but not the moves.
	s.release(s.flagBytes(n) + s.moves.bytes() + 8*n + 4*uint64(len(s.graph.to)))
	s.moves, s.graph.starts, s.graph.to, s.graph.outcomes = nil, nil, nil, nil
	if !ok || err != nil {
		return err
	}
	c.state = solved
	if ok, err := s.tally(c); !ok || err != nil {
		return err
	}
	return s.finish()
}

func (s *solver[M]) countGraph(c *class) error {
	g := s.graph
	var outcomes []int
	for _, o := range g.outcomes {
		if o := int(max(o, -o)); o != 0 && !slices.Contains(outcomes, o) {
			outcomes = append(outcomes, o)
		}
	}
	c.layout = newLayout(twoBytes, merge(outcomes, nil))
	c.cells = newCells(c.count, twoBytes)
	s.moves = &edges{starts: make([]uint32, c.count+1), from: make([]uint32, len(g.to))}
	for _, x := range g.to {
		s.moves.starts[x>>1]++
	}
	s.moves.sum()
	for n := range c.count {
		next := g.next(n)
		for _, x := range next {
			s.moves.add(uint64(x>>1), n, x&1 != 0)
		}
		code, err := drawn, error(nil)
		switch o := g.outcomes[n]; {
		case len(next) >= int(c.layout.most):
			err = s.tooMany(n, len(next), &c.layout)
		case len(next) > 0:
			code = c.layout.open(len(next), false)
		case o != 0:
			code, err = c.layout.encode(Value{int(o), 0})
		}
		if err != nil {
			return err
		}
		c.cells.set(n, code)
	}
	return nil
}
