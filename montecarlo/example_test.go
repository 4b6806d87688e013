package montecarlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
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
		Adaptation: montecarlo.AdaptationOptions[int]{
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
		Options:    montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
		Evaluation: montecarlo.Evaluation{Simulations: 10, Statistic: montecarlo.TopDecile},
		Width:      5,
	}
	report(montecarlo.BeamSearch(context.Background(), &queens{size: 16}, ply.Limits{}, options))
	// Output: solved 16
}

// The limit leaves room for random restarts.
func ExampleHillClimbing() {
	options := montecarlo.ClimbingOptions[int]{
		Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.HillClimbing(context.Background(), &queens{size: 16}, limits, options))
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

func ExampleLimitedDiscrepancySearch() {
	options := montecarlo.DiscrepancyOptions[int]{
		Options: montecarlo.Options[int]{Random: rand.NewPCG(1, 2)},
	}
	limits := ply.Limits{Nodes: 100_000}
	report(montecarlo.LimitedDiscrepancySearch(context.Background(), &queens{size: 16}, limits, options))
	// Output: solved 16
}

// There is no solution on a board of 6 columns if the first queen is in the corner.
func ExampleBreadthFirstSampling() {
	q := &queens{size: 6, rows: []int{0}}
	options := montecarlo.BreadthFirstOptions[int]{MaxPositions: 1_000_000}
	result, err := montecarlo.BreadthFirstSampling(context.Background(), q, ply.Limits{}, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: %d positions, the longest line has %d moves\n", result.Status, result.Positions, len(result.Line))
	// Output: complete: 22 positions, the longest line has 4 moves
}

// Two goroutines, each with runs of its own. The result is the same as with one.
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

// An evaluation of positions by the mean of 2000 playouts.
func ExampleNewEvaluator() {
	q := &queens{size: 16}
	evaluation := montecarlo.Evaluation{Simulations: 2000, Statistic: montecarlo.Mean}
	evaluator, err := montecarlo.NewEvaluator(q, rand.NewPCG(1, 2), evaluation)
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

func ExampleEvaluator_Simulate() {
	q := &queens{size: 8}
	evaluation := montecarlo.Evaluation{Simulations: 1000}
	evaluator, err := montecarlo.NewEvaluator(q, rand.NewPCG(1, 2), evaluation)
	if err != nil {
		fmt.Println(err)
		return
	}
	scores := evaluator.Simulate()
	fmt.Println(scores.Count(), "playouts: from", scores.Minimum(), "to", scores.Maximum())
	// Output: 1000 playouts: from 4 to 8
}

func ExampleNewSampler() {
	sampler, err := montecarlo.NewSampler(&queens{size: 8}, rand.NewPCG(1, 2), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		fmt.Println(sampler.Random(), sampler.Line())
	}
	// Output:
	// 7 [6 3 7 4 1 5 2]
	// 7 [3 0 2 5 1 6 4]
	// 8 [3 6 4 2 0 5 7 1]
}

// Which first move leads to the best playouts.
func ExampleSampler() {
	q := &queens{size: 8}
	sampler, err := montecarlo.NewSampler(q, rand.NewPCG(1, 2), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	bestRow, best := 0, 0.0
	for _, row := range q.Moves(nil) {
		q.Play(row)
		legal, total := q.Moves(nil), 0.0
		for range 10_000 {
			total += sampler.From(legal)
		}
		q.Undo(row)
		if total > best {
			bestRow, best = row, total
		}
	}
	fmt.Println("row", bestRow)
	// Output: row 4
}

// A beam by what the game says of each position: the number of queens.
func ExampleBeamSearch_static() {
	options := montecarlo.BeamOptions[int]{Evaluation: montecarlo.Evaluation{Static: true}, Width: 100}
	report(montecarlo.BeamSearch(context.Background(), &queens{size: 8}, ply.Limits{}, options))
	// Output: solved 8
}

// The distribution of the scores of playouts.
func ExampleSample() {
	sampler, err := montecarlo.NewSampler(&queens{size: 16}, rand.NewPCG(1, 2), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var scores montecarlo.Sample
	for range 10_000 {
		scores.Add(sampler.Random())
	}
	low, high := scores.MeanInterval(0.99)
	fmt.Printf("mean %.1f (%.1f to %.1f), deviation %.1f\n", scores.Mean(), low, high, scores.Deviation())
	fmt.Println("median", scores.Median(), "top decile", scores.Quantile(0.9))
	// Output:
	// mean 12.7 (12.6 to 12.7), deviation 1.7
	// median 13 top decile 15
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

func ExampleStatistic() {
	var sample montecarlo.Sample
	for x := range 1000 {
		sample.Add(float64(x))
	}
	fmt.Println(montecarlo.Median.Of(&sample), montecarlo.TopCentile.Of(&sample))
	// Output: 499 989
}

func ExampleParseStatistic() {
	statistic, err := montecarlo.ParseStatistic("decile")
	fmt.Println(statistic, err)
	_, err = montecarlo.ParseStatistic("average")
	fmt.Println(err)
	// Output:
	// decile <nil>
	// unknown statistic "average": want mean, maximum, median, decile or centile
}
