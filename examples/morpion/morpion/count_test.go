package morpion

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// printed are the nodes of Helmstetter 2007, section 5.4, from the position after 170 moves of Bruneau's
// game down to that after 115.
var printed = [...]int{
	1, 2, 3, 5, 15, 20, 22, 34, 46, 48, 50, 52, 55, 57, 59, 61, 63, 74, 82, 85, 88, 91, 96, 104, 306, 334, 390, 652,
	1388, 1428, 2936, 5892, 7908, 10952, 14024, 22132, 58193, 142704, 193480, 259467, 268911, 391209, 447026, 925368,
	1065476, 1065712, 1745712, 2211122, 3801787, 5726525, 6597732, 7828295, 8882005, 10622362, 12049820, 31867703,
}

// largest is how many nodes a search of the tests may have.
var largest = long.Or(math.MaxInt, 500_000)

func TestIncremental(t *testing.T) {
	moves := record(t, "5t-170-bruneau-1976.psol", FiveT)
	for i, want := range printed {
		if want > largest {
			break
		}
		from := 170 - i
		g := after(FiveT, moves[:from])
		result, err := search.DepthFirst(context.Background(), search.Incremental(g), ply.Limits{}, search.Options[Move]{Longest: true})
		if err != nil {
			t.Fatal(err)
		}
		if result.Nodes != want || from+len(result.Line) != 170 {
			t.Errorf("from %d: %d nodes, longest %d, want %d, 170", from, result.Nodes, from+len(result.Line), want)
		}
	}
}

// TestWorkers repeats searches of TestIncremental on several goroutines, except the largest.
func TestWorkers(t *testing.T) {
	moves := record(t, "5t-170-bruneau-1976.psol", FiveT)
	for i, want := range printed {
		if i%5 != 0 || want > min(largest, 10_000_000) {
			continue
		}
		g := after(FiveT, moves[:170-i])
		for _, workers := range []int{1, 2, 8} {
			result, err := search.DepthFirst(context.Background(), search.Incremental(g), ply.Limits{}, search.Options[Move]{Longest: true, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if result.Nodes != want || 170-i+len(result.Line) != 170 {
				t.Errorf("from %d, %d workers: %d nodes, longest %d, want %d, 170",
					170-i, workers, result.Nodes, 170-i+len(result.Line), want)
			}
		}
	}
}

// TestAlgorithms compares on all three records what each algorithm visits with an exact set of positions
// and, where there are not too many lines of play, with the tree.
func TestAlgorithms(t *testing.T) {
	tests := []struct {
		file         int // index in recordFiles
		first, last  int // how many moves of the game are played
		firstForTree int
	}{
		{file: 0, first: long.Or(140, 143), last: 170, firstForTree: long.Or(154, 156)},
		{file: 1, first: long.Or(143, 150), last: 178, firstForTree: long.Or(160, 164)},
		{file: 2, first: long.Or(54, 58), last: 82, firstForTree: long.Or(69, 70)},
	}
	for _, test := range tests {
		file := recordFiles[test.file]
		moves := record(t, file.name, file.v)
		table := transposition.NewTable(8 * int64(long.Or(1<<24, 1<<14)))
		for from := test.first; from <= test.last; from++ {
			t.Run(fmt.Sprintf("%s from %d", file.name, from), func(t *testing.T) {
				g := after(file.v, moves[:from])
				count := func(space search.Space[Move]) search.Result[Move] {
					result, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[Move]{Longest: true})
					if err != nil {
						t.Fatal(err)
					}
					return result
				}
				var positions transposition.Set
				exact := count(search.ExactGraph(g, &positions))
				both := count(search.IncrementalGraph(g, nil))
				results := map[string]search.Result[Move]{
					"ti":       count(search.Incremental(g)),
					"table":    count(search.Graph(g, nil)),
					"ti+table": both,
				}
				bounded := count(search.Graph(g, table))
				if stats, err := table.Stats(); err == nil && stats.Replacements == 0 {
					results["bounded table"] = bounded
				} else if bounded.Nodes < exact.Nodes || len(bounded.Line) != len(exact.Line) {
					t.Errorf("bounded table: %d nodes, longest %d, want %d at least, %d",
						bounded.Nodes, len(bounded.Line), exact.Nodes, len(exact.Line))
				}
				for name, result := range results {
					if result.Nodes != exact.Nodes || result.Leaves != exact.Leaves || len(result.Line) != len(exact.Line) {
						t.Errorf("%s: %d nodes, %d leaves, longest %d, want %d, %d, %d", name,
							result.Nodes, result.Leaves, len(result.Line), exact.Nodes, exact.Leaves, len(exact.Line))
					}
				}
				if both.MemoryHits != 0 {
					t.Errorf("%d transpositions are not incremental", both.MemoryHits)
				}
				if from < test.firstForTree {
					return
				}
				var reached transposition.Set
				var identity []byte
				tree, err := search.DepthFirst(context.Background(), search.Tree(g), ply.Limits{}, search.Options[Move]{
					Longest: true,
					Visit: func(int) {
						identity, _ = g.AppendBinary(identity[:0])
						reached.Visit(identity)
					},
				})
				if err != nil || reached.Len() != exact.Nodes || len(tree.Line) != len(exact.Line) {
					t.Errorf("tree: %d positions, longest %d, error %v, want %d, %d",
						reached.Len(), len(tree.Line), err, exact.Nodes, len(exact.Line))
				}
			})
		}
	}
}

// TestPly counts the positions after the first moves, without symmetry and with it.
func TestPly(t *testing.T) {
	for _, test := range []struct {
		v    Variant
		want []int
	}{
		{FiveT, []int{1, 28, 382, 3368, 21497}},
		{FiveD, []int{1, 28, 374, 3176, 19281}},
	} {
		g := New(test.v)
		var positions transposition.Set
		levels := make([]int, len(test.want))
		_, err := search.BreadthFirst(context.Background(), search.ExactGraph(g, &positions).MaxDepth(len(test.want)-1), ply.Limits{},
			search.Options[Move]{Visit: func(depth int) { levels[depth]++ }})
		if err != nil || !slices.Equal(levels, test.want) {
			t.Errorf("%v: %d positions at each ply, error %v, want %d", test.v, levels, err, test.want)
		}
		// Of the 28 moves from the start, 4 extend a diagonal of the cross and have 4 images. The others
		// have 8: they extend the end of an arm, or a side of one, away from the middle or towards it.
		first := make(map[uint64]bool)
		for _, m := range g.Moves(nil) {
			g.Play(m)
			least := g.HashUnder(0)
			for s := 1; s < g.Symmetries(); s++ {
				least = min(least, g.HashUnder(s))
			}
			first[least] = true
			g.Undo(m)
		}
		if len(first) != 4 {
			t.Errorf("%v: %d moves from the start but for symmetry, want 4", test.v, len(first))
		}
	}
}

// TestRandomGames compares the mean length of random games with what is known (5T 53.6, 5D 42.9, 4T 37.2, 4D
// 24.1), within four standard errors and the rounding of these numbers.
func TestRandomGames(t *testing.T) {
	for v, want := range map[Variant]float64{FiveT: 53.6, FiveD: 42.9, FourT: 37.2, FourD: 24.1} {
		g := New(v)
		start := g.Moves(nil)
		random := rand.New(rand.NewPCG(7, uint64(v)))
		var p playout
		games := long.Or(20_000, 4_000)
		var sum, squares float64
		for range games {
			n := float64(p.play(g, start, random))
			sum += n
			squares += n * n
		}
		n := float64(games)
		mean := sum / n
		standardError := math.Sqrt((squares/n - mean*mean) / n)
		if math.Abs(mean-want) > 0.05+4*standardError {
			t.Errorf("%v: mean %.2f ± %.2f, want %v", v, mean, standardError, want)
		}
		if g.Score() != 0 {
			t.Errorf("%v: score %v after all was taken back", v, g.Score())
		}
	}
}

func TestNoAllocation(t *testing.T) {
	moves := record(t, "5t-170-bruneau-1976.psol", FiveT)
	g := after(FiveT, moves[:100])
	list, next := g.Moves(nil), make([]Move, 0, 100)
	g.Hash()
	if n := testing.AllocsPerRun(10, func() {
		for i, m := range list {
			next, _ = g.Advance(list, i, i, next[:0])
			g.Undo(m)
			next = g.Moves(next[:0])
			g.Play(m)
			g.Undo(m)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A playout is what it takes to play games without allocating.
type playout struct{ line, moves, next []Move }

// play plays random moves from a position with these moves, takes them back, and returns their number.
func (p *playout) play(g *Game, start []Move, random *rand.Rand) int {
	p.line = p.line[:0]
	p.moves = append(p.moves[:0], start...)
	for len(p.moves) > 0 {
		i := random.IntN(len(p.moves))
		p.line = append(p.line, p.moves[i])
		p.next, _ = g.Advance(p.moves, i, 0, p.next[:0])
		p.moves, p.next = p.next, p.moves
	}
	for _, m := range slices.Backward(p.line) {
		g.Undo(m)
	}
	return len(p.line)
}
