package montecarlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/transposition"
)

// queens is the puzzle of placing a queen in each column of a chess board so that no queen attacks another. A move is the
// row of the queen in the next column.
type queens struct {
	size int
	rows []int
}

func (q *queens) Moves(dst []int) []int {
	column := len(q.rows)
	if column == q.size {
		return dst
	}
next:
	for row := range q.size {
		for c, r := range q.rows {
			if r == row || r-row == column-c || row-r == column-c {
				continue next
			}
		}
		dst = append(dst, row)
	}
	return dst
}

func (q *queens) Play(row int)   { q.rows = append(q.rows, row) }
func (q *queens) Undo(int)       { q.rows = q.rows[:len(q.rows)-1] }
func (q *queens) Solved() bool   { return len(q.rows) == q.size }
func (q *queens) Score() float64 { return float64(len(q.rows)) }
func (q *queens) Acyclic() bool  { return true }
func (q *queens) Clone() *queens { return &queens{q.size, slices.Clone(q.rows)} }

// Hash is for BreadthFirstSampling, which must tell positions apart.
func (q *queens) Hash() uint64 {
	var hash uint64
	for column, row := range q.rows {
		hash ^= transposition.Zobrist{}.Key(column, row)
	}
	return hash
}

// report checks the result of an example and prints it.
func report(result montecarlo.Result[int], err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	q := &queens{size: 16}
	for _, row := range result.Line {
		if !slices.Contains(q.Moves(nil), row) {
			fmt.Println("illegal")
		}
		q.Play(row)
	}
	fmt.Println(result.Status, len(q.rows))
}

func ExampleIterativeSampling() {
	options := montecarlo.Options[int]{Random: rand.NewPCG(1, 2)}
	limits := ply.Limits{Nodes: 10_000}
	report(montecarlo.IterativeSampling(context.Background(), &queens{size: 16}, limits, options))
	// Output: solved 16
}

func ExampleNestedMonteCarloSearch() {
	options := montecarlo.NestedOptions[int]{
		Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
		Level:   2,
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.NestedMonteCarloSearch(context.Background(), &queens{size: 16}, limits, options))
	// Output: solved 16
}

func ExampleNestedRolloutPolicyAdaptation() {
	options := montecarlo.AdaptationOptions[int]{
		Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
		Level:   2,
		Rate:    0.5,
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.NestedRolloutPolicyAdaptation(context.Background(), &queens{size: 16}, limits, options))
	// Output: solved 16
}

func ExampleIteratedAdaptation() {
	options := montecarlo.IteratedOptions[int]{
		AdaptationOptions: montecarlo.AdaptationOptions[int]{
			Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
			Rate:    0.5,
		},
		Forbidden:   2,
		Temperature: 1,
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.IteratedAdaptation(context.Background(), &queens{size: 16}, limits, options))
	// Output: solved 16
}

func ExampleBeamSearch() {
	options := montecarlo.BeamOptions[int]{
		Options:     montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
		Simulations: 10,
		Quantile:    0.9,
		Width:       5,
	}
	report(montecarlo.BeamSearch(context.Background(), &queens{size: 16}, ply.Limits{}, options))
	// Output: solved 16
}

// The limit leaves room for random restarts.
func ExampleBeamSearch_hillClimbing() {
	options := montecarlo.BeamOptions[int]{
		Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
		Width:   1,
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.BeamSearch(context.Background(), &queens{size: 16}, limits, options))
	// Output: solved 16
}

func ExampleEvolvingNondeterminism() {
	options := montecarlo.EvolvingOptions[int]{
		Options:     montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
		Population:  50,
		Simulations: 10,
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.EvolvingNondeterminism(context.Background(), &queens{size: 16}, limits, options))
	// Output: solved 16
}

// There is no solution on a board of 6 columns if the first queen is in the corner.
func ExampleBreadthFirstSampling() {
	q := &queens{size: 6, rows: []int{0}}
	result, err := montecarlo.BreadthFirstSampling(context.Background(), q, ply.Limits{Nodes: 1_000_000}, montecarlo.BreadthFirstOptions[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %d playouts, the longest line has %d moves\n", result.Status, result.Nodes, len(result.Line))
	// Output: complete: 21 playouts, the longest line has 4 moves
}

// Two goroutines with separate runs. The result is the same as with one.
func ExampleOptions() {
	options := montecarlo.NestedOptions[int]{
		Options: montecarlo.Options[int]{
			Workers: 2,
			Random:  rand.NewPCG(1, 2),
			Progress: func(result montecarlo.Result[int]) {
				if result.Status != ply.InProgress {
					fmt.Println("best score:", result.Score)
				}
			},
		},
		Level: 1,
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.NestedMonteCarloSearch(context.Background(), &queens{size: 16}, limits, options))
	// Output:
	// best score: 16
	// solved 16
}

// A beam by the game's own evaluation: the number of queens.
func ExampleBeamSearch_static() {
	options := montecarlo.BeamOptions[int]{Static: true, Width: 100}
	report(montecarlo.BeamSearch(context.Background(), &queens{size: 8}, ply.Limits{}, options))
	// Output: solved 8
}

// The distribution of the scores of searches.
func ExampleSample() {
	var scores montecarlo.Sample
	for seed := range uint64(200) {
		options := montecarlo.Options[int]{Random: rand.NewPCG(seed, 0)}
		result, err := montecarlo.IterativeSampling(context.Background(), &queens{size: 16}, ply.Limits{Nodes: 10}, options)
		if err != nil {
			fmt.Println(err)
			return
		}
		scores.Add(result.Score)
	}
	low, high := scores.MeanInterval(0.99)
	fmt.Printf("mean %.1f (%.1f to %.1f), deviation %.1f\n", scores.Mean(), low, high, scores.Deviation())
	fmt.Println("median", scores.Median(), "top decile", scores.Quantile(0.9))
	// Output:
	// mean 15.1 (14.9 to 15.2), deviation 0.7
	// median 15 top decile 16
}

// Samples of several goroutines are put together in the end.
func ExampleSample_Merge() {
	var a, b montecarlo.Sample
	for x := range 10 {
		a.Add(float64(x))
		b.Add(float64(10 * x))
	}
	a.Merge(&b)
	fmt.Println(a.Count(), a.Mean(), a.Maximum())
	// Output: 20 24.75 90
}

// A search keeps its state in a file, and continues from there when it is called again.
func ExampleOptions_checkpoint() {
	folder, err := os.MkdirTemp("", "queens")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	options := montecarlo.NestedOptions[int]{
		Options: montecarlo.Options[int]{Checkpoint: checkpoint.File{Name: filepath.Join(folder, "state")}},
		Level:   2,
	}
	for _, playouts := range []int{10, 1_000_000} { // of both searches together
		limits := ply.Limits{Nodes: playouts}
		result, err := montecarlo.NestedMonteCarloSearch(context.Background(), &queens{size: 16}, limits, options)
		fmt.Println(result.Status, err)
	}
	// Output:
	// out of nodes <nil>
	// solved <nil>
}
