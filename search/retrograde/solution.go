package retrograde

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
)

// A Solution is the result of [Solve]. It is a [Table] that may be used by many goroutines once the search has ended.
type Solution struct {
	// Nodes is the number of positions visited, as the limits count them.
	ply.Report

	// Start is the value of the position that was given, Absent if it was not solved.
	Start Value

	// Positions is the number of positions found so far or, after the search and in one that continues another, of
	// positions solved. Wins, Draws and Losses count the solved positions with value > 0, 0 and < 0 for the side to move.
	Positions, Wins, Draws, Losses uint64

	// Rows are the values in the solved classes, from the best to the worst for the side to move.
	Rows []Row

	// Stage is the last step: "reach", the set of positions; "count", their successors; "moves", storing these; "solve",
	// their values; "tally", the count of values. Class is the number of the class, and Classes the number of classes. Ply
	// is the number of plies of the positions whose predecessors are being evaluated.
	Stage          string
	Class, Classes int
	Ply            int

	// Memory is the approximate maximum of memory used for positions, in bytes.
	Memory int64

	opt     Options
	indices uint64
	set     *reached
	classes []*class
	keys    *keyList // of a game that is no Indexer
}

// A Row counts the positions of one value.
type Row struct {
	Value
	Positions uint64
	Example   uint64 // the least index of such a position; 0 without an Indexer
}

// Value implements [Table]. The game must be of the same type as the one solved, with the same options.
func (s *Solution) Value(game any) (Value, error) {
	if s.keys == nil {
		g, ok := game.(Indexer)
		if !ok || g.Positions() != s.indices {
			return Value{0, Absent}, fmt.Errorf("retrograde: %T is not the game that was solved", game)
		}
		return present(s.at(g.Index()))
	}
	var key []byte
	var err error
	switch g := game.(type) {
	case encoding.BinaryAppender:
		key, err = g.AppendBinary(nil)
	case ply.Hasher:
		key = binary.BigEndian.AppendUint64(nil, g.Hash())
	default:
		err = fmt.Errorf("%T is not the game that was solved", game)
	}
	if err != nil {
		return Value{0, Absent}, fmt.Errorf("retrograde: %w", err)
	}
	return present(s.KeyValue(key))
}

func present(v Value, err error) (Value, error) {
	if err == nil && v.Plies == Absent {
		err = ErrAbsent
	}
	return v, err
}

// KeyValue implements [Table].
func (s *Solution) KeyValue(key []byte) (Value, error) {
	if s.keys == nil || len(s.classes) == 0 || s.keys.hashes != nil && len(key) != 8 {
		return Value{0, Absent}, nil
	}
	n, ok := s.keys.find(key)
	if !ok {
		return Value{0, Absent}, nil
	}
	return s.classes[0].value(n), nil
}

func (s *Solution) at(index uint64) (Value, error) {
	c := s.classOf(index)
	if c == nil || c.state == unsolved {
		return Value{0, Absent}, nil
	}
	n := index
	if s.set != nil {
		var ok bool
		if n, ok = s.set.rank(index); !ok {
			return Value{0, Absent}, nil
		}
	}
	n -= c.base
	if c.loaded() {
		return c.value(n), nil
	}
	code, err := c.file.get(n)
	if err != nil {
		return Value{0, Absent}, fmt.Errorf("retrograde: %w", err)
	}
	return c.known(code), nil
}

func (s *Solution) classOf(index uint64) *class {
	for _, c := range s.classes {
		if index >= c.first && index < c.end {
			return c
		}
	}
	return nil
}

// Indexed reports whether the game was an [Indexer].
func (s *Solution) Indexed() bool { return s.keys == nil }

// Indices implements [Table].
func (s *Solution) Indices() uint64 { return s.indices }

// Conversion implements [Table].
func (s *Solution) Conversion() bool { return s.opt.Conversion }

// OutcomesOnly implements [Table].
func (s *Solution) OutcomesOnly() bool { return s.opt.OutcomesOnly }

// At returns the value of the position with an index, as Read does.
func (s *Solution) At(index uint64) (Value, error) { return s.at(index) }

// Read implements [Table].
func (s *Solution) Read(first uint64, dst []Value) error {
	for i := range dst {
		v, err := s.at(first + uint64(i))
		if err != nil {
			return err
		}
		dst[i] = v
	}
	return nil
}

// Keys yields the keys of the positions of a game that is no [Indexer], ascending, not to be modified, and the values.
func (s *Solution) Keys() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		if s.keys == nil || len(s.classes) == 0 {
			return
		}
		for n := range s.keys.count {
			if !yield(s.keys.at(n), s.classes[0].value(n)) {
				return
			}
		}
	}
}
