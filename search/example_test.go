package search_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Counters are several counters that count up to a limit, each on its own: the simplest game in which
// moves commute. A move is the number of the counter that goes up.
type Counters struct {
	values []int
	limit  int
}

func (c *Counters) Moves(dst []int) []int {
	for i, v := range c.values {
		if v < c.limit {
			dst = append(dst, i)
		}
	}
	return dst
}

func (c *Counters) Play(i int)                            { c.values[i]++ }
func (c *Counters) Undo(i int)                            { c.values[i]-- }
func (c *Counters) Solved() bool                          { return len(c.Moves(nil)) == 0 }
func (c *Counters) Acyclic() bool                         { return true }
func (c *Counters) Commute(i, j int) bool                 { return i != j }
func (c *Counters) Hash() uint64                          { return transposition.Hash(fmt.Append(nil, c.values)) }
func (c *Counters) Clone() *Counters                      { return &Counters{slices.Clone(c.values), c.limit} }
func (c *Counters) AppendBinary(b []byte) ([]byte, error) { return fmt.Append(b, c.values), nil }

// Three counters to four have 5×5×5 positions, and 12!/(4!·4!·4!) lines of play to the last one.
func ExampleDepthFirst() {
	ctx, g := context.Background(), &Counters{make([]int, 3), 4}
	for _, space := range []search.Space[int]{
		search.Tree(g),
		search.Graph(g, new(transposition.HashSet)),
		search.Incremental(g),
	} {
		result, err := search.DepthFirst(ctx, space, search.Options[int]{})
		fmt.Println(result.Nodes, result.Solutions, result.MemoryHits, result.IncrementalCuts, err)
	}
	// Output:
	// 110251 34650 0 0 <nil>
	// 125 1 176 0 <nil>
	// 125 1 0 176 <nil>
}

// A search that is cut short returns what it has found.
func ExampleDepthFirst_budget() {
	g := &Counters{make([]int, 8), 8}
	result, err := search.DepthFirst(context.Background(), search.Tree(g), search.Options[int]{
		MaxNodes: 1_000_000,
		MaxTime:  time.Minute,
		Best:     search.Longest,
	})
	fmt.Println(result.Status, result.Nodes, len(result.Line), err)
	// Output: out of nodes 1000000 64 <nil>
}

func ExampleExactGraph() {
	g := &Counters{make([]int, 3), 4}
	var seen transposition.Set
	result, err := search.DepthFirst(context.Background(), search.ExactGraph(g, &seen), search.Options[int]{})
	fmt.Println(result.Nodes, seen.Len(), err)
	// Output: 125 125 <nil>
}

func ExampleParallel() {
	g := &Counters{make([]int, 4), 10}
	result, err := search.Parallel(context.Background(), g, search.ParallelOptions[int]{Workers: 4, SplitAfter: 500})
	fmt.Println(result.Status, result.Nodes, err)
	// Output: complete 14641 <nil>
}

func ExampleSolutions() {
	g := &Counters{make([]int, 2), 2}
	for line, err := range search.Solutions(context.Background(), search.Tree(g), search.Options[int]{}) {
		fmt.Println(line, err)
	}
	// Output:
	// [0 0 1 1] <nil>
	// [0 1 0 1] <nil>
	// [0 1 1 0] <nil>
	// [1 0 0 1] <nil>
	// [1 0 1 0] <nil>
	// [1 1 0 0] <nil>
}

func ExamplePerft() {
	g := &Counters{make([]int, 3), 4}
	result, err := search.Perft(context.Background(), g, 6, search.PerftOptions{})
	fmt.Println(result.Leaves, err)
	// Output: 690 <nil>
}

func ExamplePerftGraph() {
	g := &Counters{make([]int, 6), 4}
	table, err := transposition.NewTable[int](1<<18, transposition.ReplaceAlways)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := search.PerftGraph(context.Background(), g, 10, table, search.PerftOptions{})
	fmt.Println(result.Leaves, result.Nodes, err)
	// Output: 54860400 7827 <nil>
}

func ExampleDivide() {
	g := &Counters{[]int{0, 3}, 4}
	for part, err := range search.Divide(context.Background(), g, 4, search.PerftOptions{}) {
		if err != nil {
			panic(err)
		}
		fmt.Println(part.Move, part.Leaves)
	}
	// Output:
	// 0 4
	// 1 1
}

// Jugs are two jugs of 3 and 5 litres. A move fills, empties or pours. The puzzle is to measure out 4
// litres. It has cycles, so it takes a search that remembers positions, or that bounds the line.
type Jugs struct {
	three, five int
	before      [][2]int // what Undo goes back to
}

func (j *Jugs) Moves(dst []string) []string {
	if j.Solved() {
		return dst
	}
	return append(dst, "fill 3", "fill 5", "empty 3", "empty 5", "pour 3 to 5", "pour 5 to 3")
}

func (j *Jugs) Play(move string) {
	j.before = append(j.before, [2]int{j.three, j.five})
	switch pour := 0; move {
	case "fill 3":
		j.three = 3
	case "fill 5":
		j.five = 5
	case "empty 3":
		j.three = 0
	case "empty 5":
		j.five = 0
	case "pour 3 to 5":
		pour = min(j.three, 5-j.five)
		j.three, j.five = j.three-pour, j.five+pour
	case "pour 5 to 3":
		pour = min(j.five, 3-j.three)
		j.three, j.five = j.three+pour, j.five-pour
	}
}

func (j *Jugs) Undo(string) {
	last := len(j.before) - 1
	j.three, j.five = j.before[last][0], j.before[last][1]
	j.before = j.before[:last]
}

func (j *Jugs) Solved() bool { return j.five == 4 }
func (j *Jugs) Hash() uint64 { return transposition.Mix(uint64(j.three)<<8 | uint64(j.five)) }

// Estimate is a lower bound: from anywhere else at least one move is left.
func (j *Jugs) Estimate() int {
	if j.Solved() {
		return 0
	}
	return 1
}

func ExampleBreadthFirst() {
	space := search.Graph(new(Jugs), new(transposition.HashSet))
	result, err := search.BreadthFirst(context.Background(), space, search.Options[string]{StopAtSolution: true})
	fmt.Println(result.Status, result.Levels, err)
	for _, move := range result.Line {
		fmt.Println(move)
	}
	// Output:
	// solved [1 2 3 2 2 2 2 1] <nil>
	// fill 5
	// pour 5 to 3
	// empty 3
	// pour 5 to 3
	// fill 5
	// pour 5 to 3
}

func ExampleIterativeDeepening() {
	result, err := search.IterativeDeepening(context.Background(), search.Tree(new(Jugs)), search.Options[string]{})
	fmt.Println(result.Status, len(result.Line), err)
	// Output: solved 6 <nil>
}

func ExampleAStar() {
	result, err := search.AStar(context.Background(), new(Jugs), search.Options[string]{})
	fmt.Println(result.Status, result.Cost, err)
	// Output: solved 6 <nil>
}

func ExampleIDAStar() {
	result, err := search.IDAStar(context.Background(), new(Jugs), search.Options[string]{})
	fmt.Println(result.Status, result.Cost, err)
	// Output: solved 6 <nil>
}

// A search that needs an acyclic game refuses others.
func ExampleTree_cycles() {
	_, err := search.DepthFirst(context.Background(), search.Tree(new(Jugs)), search.Options[string]{})
	fmt.Println(errors.Is(err, ply.ErrCyclic))
	// Output: true
}
