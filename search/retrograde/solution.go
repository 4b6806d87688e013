package retrograde

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
)

// A Solution is the result of [Solve]. It is a [Table]. After Solve has returned, several goroutines may use it at the
// same time.
type Solution struct {
	// Nodes is the number of positions visited, counted as for the limits (see [Solve]).
	ply.Report

	// Start is the value of the position given to Solve. Its Plies are Absent if the position was not solved.
	Start Value

	// Positions is the number of positions found so far. After the search, and in a search that continues an
	// interrupted search, it is the number of positions solved. Wins, Draws and Losses are the numbers of solved
	// positions whose value for the side to move is greater than 0, 0, and less than 0.
	Positions, Wins, Draws, Losses uint64

	// Rows contains one row for each value that occurs in the classes ([Classed]) solved so far, from the best to the
	// worst value for the side to move.
	Rows []Row

	// Stage is the current or last stage of the search: "reach" finds the positions, "count" counts their successors,
	// "moves" stores the moves, "solve" finds the values, and "tally" counts the values. Class is the number of the
	// current class, and Classes is the number of classes. In stage "solve", Ply counts up: the search is evaluating the
	// predecessors of the positions that are Ply plies from the end.
	Stage          string
	Class, Classes int
	Ply            int

	// Memory is the greatest amount of memory, in bytes, that has been used for positions so far, approximately.
	Memory int64

	opt     Options
	indices uint64
	set     *reached
	classes []*class
	keys    *keyList // of a game that is no Indexer
}

// A Row contains a value and the number of solved positions that have this value.
type Row struct {
	Value
	Positions uint64
	Example   uint64 // the least index of a position with this value; 0 if the game is no Indexer
}

// Value implements [Table]. game must have the type and the rules of the game that was solved.
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

// Indexed reports whether the game that was solved is an [Indexer].
func (s *Solution) Indexed() bool { return s.keys == nil }

// Indices implements [Table].
func (s *Solution) Indices() uint64 { return s.indices }

// Conversion implements [Table].
func (s *Solution) Conversion() bool { return s.opt.Conversion }

// OutcomesOnly implements [Table].
func (s *Solution) OutcomesOnly() bool { return s.opt.OutcomesOnly }

// At returns the value of the position with the given index. If there is no solved position with this index, the Plies
// of the value are [Absent].
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

// Keys yields the keys and values of all solved positions, in ascending order of the keys. The method KeyValue of
// [Table] defines the keys. If the game is an [Indexer], there are no keys, and Keys yields nothing. The keys must
// not be modified.
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
