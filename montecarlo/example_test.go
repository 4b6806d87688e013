package montecarlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/montecarlo/checkpoint"
	"github.com/ply-search/ply/transposition"
)

// queens is the puzzle to put as many queens as there are columns on a chess board, so that none attacks
// another. A move puts a queen into the next column: it is a row.
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

// Hash is for BreadthFirst alone.
func (q *queens) Hash() uint64 {
	var hash uint64
	for column, row := range q.rows {
		hash ^= transposition.Zobrist{}.Key(column, row)
	}
	return hash
}

// report checks and reports the result of an example.
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
	seed := rand.NewPCG(1, 2)
	report(montecarlo.IterativeSampling(context.Background(), &queens{size: 16}, montecarlo.Options[int]{Random: seed, MaxPlayouts: 10_000}))
	// Output: solved 16
}

func ExampleNestedMonteCarloSearch() {
	opt := montecarlo.NestedOptions[int]{Level: 2}
	opt.Options.MaxPlayouts = 100_000
	opt.Options.Random = rand.NewPCG(1, 2)
	report(montecarlo.NestedMonteCarloSearch(context.Background(), &queens{size: 16}, opt))
	// Output: solved 16
}

func ExampleNestedRolloutPolicyAdaptation() {
	opt := montecarlo.AdaptationOptions[int]{Level: 2, Rate: 0.5}
	opt.Options.MaxPlayouts = 100_000
	opt.Options.Random = rand.NewPCG(1, 2)
	report(montecarlo.NestedRolloutPolicyAdaptation(context.Background(), &queens{size: 16}, opt))
	// Output: solved 16
}

func ExampleIteratedAdaptation() {
	opt := montecarlo.IteratedOptions[int]{Forbidden: 2, Temperature: 1}
	opt.Adaptation.Rate, opt.Adaptation.Options.MaxPlayouts = 0.5, 100_000
	opt.Adaptation.Options.Random = rand.NewPCG(1, 2)
	report(montecarlo.IteratedAdaptation(context.Background(), &queens{size: 16}, opt))
	// Output: solved 16
}

func ExampleBeamSearch() {
	opt := montecarlo.BeamOptions[int]{Width: 5, Evaluation: montecarlo.Evaluation{Simulations: 10, Statistic: montecarlo.TopDecile}}
	opt.Options.Random = rand.NewPCG(1, 2)
	report(montecarlo.BeamSearch(context.Background(), &queens{size: 16}, opt))
	// Output: solved 16
}

func ExampleHillClimbing() {
	var opt montecarlo.ClimbingOptions[int]
	opt.Options.MaxPlayouts = 100_000 // which leaves time for random restarts
	opt.Options.Random = rand.NewPCG(1, 2)
	report(montecarlo.HillClimbing(context.Background(), &queens{size: 16}, opt))
	// Output: solved 16
}

func ExampleEvolvingNondeterminism() {
	opt := montecarlo.EvolvingOptions[int]{Population: 50, Simulations: 10}
	opt.Options.MaxPlayouts = 100_000
	opt.Options.Random = rand.NewPCG(1, 2)
	report(montecarlo.EvolvingNondeterminism(context.Background(), &queens{size: 16}, opt))
	// Output: solved 16
}

func ExampleLimitedDiscrepancySearch() {
	var opt montecarlo.DiscrepancyOptions[int]
	opt.Options.MaxPlayouts = 100_000
	opt.Options.Random = rand.NewPCG(1, 2)
	report(montecarlo.LimitedDiscrepancySearch(context.Background(), &queens{size: 16}, opt))
	// Output: solved 16
}

func ExampleBreadthFirstSampling() {
	// There is no solution on a board of 6 columns in which the first queen is in the corner.
	q := &queens{size: 6, rows: []int{0}}
	result, err := montecarlo.BreadthFirstSampling(context.Background(), q, montecarlo.BreadthFirstOptions[int]{Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 2)}})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(result.Status, len(result.Line))
	// Output: complete 4
}

func ExampleEvaluator() {
	q := &queens{size: 16}
	evaluator, err := montecarlo.NewEvaluator(q, rand.NewPCG(1, 2), montecarlo.Evaluation{Simulations: 2000, Statistic: montecarlo.Mean})
	if err != nil {
		fmt.Println(err)
		return
	}
	q.Play(0)
	corner := evaluator.Evaluate()
	q.Undo(0)
	q.Play(1)
	fmt.Printf("%.1f in the corner, %.1f next to it\n", corner, evaluator.Evaluate())
	// Output: 12.4 in the corner, 12.3 next to it
}

func ExampleSample() {
	q := &queens{size: 16}
	player, err := montecarlo.NewSampler(q, rand.NewPCG(1, 2), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var scores montecarlo.Sample
	for range 10_000 {
		scores.Add(player.Random())
	}
	low, high := scores.MeanInterval(0.99)
	fmt.Printf("%.1f (%.2f to %.2f), median %v, top decile %v\n", scores.Mean(), low, high, scores.Median(), scores.Quantile(0.9))
	// Output: 12.7 (12.62 to 12.71), median 13, top decile 15
}

// A long search keeps its state in a file, from which it goes on where it was interrupted.
func Example_checkpoints() {
	folder, err := os.MkdirTemp("", "queens")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "state")
	search := func(playouts int) {
		opt := montecarlo.NestedOptions[int]{Level: 1}
		opt.Options.MaxPlayouts = playouts
		opt.Options.Resume, _ = checkpoint.Read(file, "16 queens") // nil the first time
		opt.Options.Checkpoint = func(state []byte) error { return checkpoint.Write(file, "16 queens", state) }
		opt.Options.Random = rand.NewPCG(1, 2)
		report(montecarlo.NestedMonteCarloSearch(context.Background(), &queens{size: 16}, opt))
	}
	search(5)
	search(2_000)
	// Output:
	// out of playouts 13
	// solved 16
}
