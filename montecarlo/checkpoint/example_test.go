package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/montecarlo/checkpoint"
)

// subset is the puzzle of choosing some of the first forty square numbers that add up to a goal. A move takes the next number
// or leaves it out.
type subset struct {
	goal  int
	taken []bool
}

func (s *subset) Moves(dst []bool) []bool {
	if len(s.taken) == 40 {
		return dst
	}
	return append(dst, false, true)
}

func (s *subset) Play(take bool) {
	s.taken = append(s.taken, take)
	if take {
		s.goal -= len(s.taken) * len(s.taken)
	}
}

func (s *subset) Undo(take bool) {
	if take {
		s.goal += len(s.taken) * len(s.taken)
	}
	s.taken = s.taken[:len(s.taken)-1]
}

func (s *subset) Solved() bool  { return len(s.taken) == 40 && s.goal == 0 }
func (s *subset) Acyclic() bool { return true }

// Score is higher the closer the sum is to the goal.
func (s *subset) Score() float64 { return -float64(max(s.goal, -s.goal)) }

// A search keeps its state in a file, and continues from there when it is called again.
func Example() {
	folder, err := os.MkdirTemp("", "subset")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "state")
	const label = "subset of squares"

	search := func(playouts int) (montecarlo.Result[bool], error) {
		unlock, err := checkpoint.Lock(file)
		if err != nil {
			return montecarlo.Result[bool]{}, err
		}
		defer unlock()
		state, err := checkpoint.Read(file, label)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return montecarlo.Result[bool]{}, err
		}
		options := montecarlo.NestedOptions[bool]{
			Options: montecarlo.Options[bool]{
				Resume:     state, // nil the first time
				Checkpoint: func(state []byte) error { return checkpoint.Write(file, label, state) },
			},
			Level: 2,
		}
		limits := ply.Limits{Nodes: playouts}
		return montecarlo.NestedMonteCarloSearch(context.Background(), &subset{goal: 12_345}, limits, options)
	}
	for _, playouts := range []int{100, 1_000_000} { // of both searches together
		result, err := search(playouts)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Status)
	}
	// Output:
	// out of nodes
	// solved
}

// A file is only read under the label under which it was written.
func ExampleRead() {
	folder, err := os.MkdirTemp("", "label")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "state")
	if err := checkpoint.Write(file, "one game", []byte("state")); err != nil {
		fmt.Println(err)
		return
	}
	state, err := checkpoint.Read(file, "one game")
	fmt.Printf("%s %v\n", state, err)
	_, err = checkpoint.Read(file, "another game")
	fmt.Println(err != nil)
	// Output:
	// state <nil>
	// true
}

func ExampleWrite() {
	folder, err := os.MkdirTemp("", "subset")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "state")
	options := montecarlo.Options[bool]{
		Checkpoint: func(state []byte) error { return checkpoint.Write(file, "subset of squares", state) },
	}
	limits := ply.Limits{Nodes: 1000}
	result, err := montecarlo.IterativeSampling(context.Background(), &subset{goal: -1}, limits, options)
	fmt.Println(result.Status, err)
	_, err = os.Stat(file)
	fmt.Println("written:", err == nil)
	// Output:
	// out of nodes <nil>
	// written: true
}
