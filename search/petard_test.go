package search_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/ply-search/ply/transposition"
)

var errPetard = errors.New("the petard has gone off")

// A petard is a game that blows up at one call of one of its methods, counted over all clones. Three moves can be
// played in each position, until the line is full.
type petard struct {
	line    []int
	length  int
	method  string // that blows up
	left    *atomic.Int64
	exit    bool                    // by runtime.Goexit instead of a panic
	burnt   *atomic.Pointer[string] // the line of play where it happened
	acyclic bool
	crowded bool // all positions have one hash
}

func newPetard(method string, calls int) *petard {
	f := &petard{length: 5, method: method, left: new(atomic.Int64), burnt: new(atomic.Pointer[string]), acyclic: true}
	f.left.Store(int64(calls))
	return f
}

func (f *petard) burn(method string) {
	if method != f.method || f.left.Add(-1) != 0 {
		return
	}
	line := fmt.Sprint(f.line)
	f.burnt.Store(&line)
	if f.exit {
		runtime.Goexit()
	}
	panic(errPetard)
}

func (f *petard) Moves(dst []int) []int {
	f.burn("Moves")
	if len(f.line) == f.length {
		return dst
	}
	return append(dst, 0, 1, 2)
}

func (f *petard) Play(m int) {
	f.line = append(f.line, m)
	f.burn("Play")
}

func (f *petard) Undo(m int) {
	f.burn("Undo")
	f.line = f.line[:len(f.line)-1]
}

func (f *petard) Hash() uint64 {
	f.burn("Hash")
	if f.crowded {
		return 1
	}
	return transposition.Hash(f.name(nil))
}

func (f *petard) AppendBinary(dst []byte) ([]byte, error) {
	f.burn("AppendBinary")
	return f.name(dst), nil
}

func (f *petard) name(dst []byte) []byte {
	for _, m := range f.line {
		dst = append(dst, byte(m))
	}
	return dst
}

func (f *petard) Solved() bool {
	f.burn("Solved")
	return false
}

func (f *petard) Score() float64 {
	f.burn("Score")
	return float64(len(f.line))
}

func (f *petard) Estimate() int {
	f.burn("Estimate")
	return 0
}

func (f *petard) Cost(m int) int {
	f.burn("Cost")
	return 1 + m
}

func (f *petard) Commute(a, b int) bool {
	f.burn("Commute")
	return false
}

func (f *petard) Acyclic() bool {
	f.burn("Acyclic")
	return f.acyclic
}

func (f *petard) Clone() *petard {
	f.burn("Clone")
	c := *f
	c.line = slices.Clone(f.line)
	return &c
}

func (f *petard) String() string { return fmt.Sprint(f.line) }
