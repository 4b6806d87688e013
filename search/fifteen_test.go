package search_test

import (
	"strconv"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// fifteen is the 15-puzzle, with a hash and an estimate that moves update. A move is the way that the gap goes. It is
// solved when the gap comes first and the tiles follow in order.
type fifteen struct {
	cells    [16]uint8 // 0 is the gap
	gap      int
	distance int // sum of the distances of the tiles from where they belong
	hash     uint64
}

// The ways that the gap goes, in pairs of opposites.
var ways = [4]struct{ x, y int }{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

var (
	fifteenKeys      = transposition.Zobrist{}.Keys(16, 16)
	fifteenDistances [16][16]int // of a tile in a cell
	fifteenMoves     [16][]int   // of the gap in a cell
)

func init() {
	abs := func(x int) int { return max(x, -x) }
	for cell := range 16 {
		for tile := 1; tile < 16; tile++ {
			fifteenDistances[tile][cell] = abs(tile%4-cell%4) + abs(tile/4-cell/4)
		}
		for way, d := range ways {
			if x, y := cell%4+d.x, cell/4+d.y; 0 <= x && x < 4 && 0 <= y && y < 4 {
				fifteenMoves[cell] = append(fifteenMoves[cell], way)
			}
		}
	}
}

// newFifteen sets up the position whose cells are these hexadecimal digits.
func newFifteen(t testing.TB, digits string) *fifteen {
	f := new(fifteen)
	for i := range f.cells {
		tile, err := strconv.ParseUint(digits[i:i+1], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		f.cells[i] = uint8(tile)
		f.hash ^= fifteenKeys[i*16+int(tile)]
		f.distance += fifteenDistances[tile][i]
		if tile == 0 {
			f.gap = i
		}
	}
	return f
}

func (f *fifteen) Moves(dst []int) []int {
	if f.distance == 0 {
		return dst
	}
	return append(dst, fifteenMoves[f.gap]...)
}

func (f *fifteen) Play(way int) {
	to := f.gap + ways[way].x + 4*ways[way].y
	tile := f.cells[to]
	f.cells[f.gap], f.cells[to] = tile, 0
	f.distance += fifteenDistances[tile][f.gap] - fifteenDistances[tile][to]
	f.hash ^= fifteenKeys[f.gap*16] ^ fifteenKeys[to*16+int(tile)] ^ fifteenKeys[to*16] ^ fifteenKeys[f.gap*16+int(tile)]
	f.gap = to
}

func (f *fifteen) Undo(way int)                          { f.Play(way ^ 1) }
func (f *fifteen) Solved() bool                          { return f.distance == 0 }
func (f *fifteen) Estimate() int                         { return f.distance }
func (f *fifteen) Hash() uint64                          { return f.hash }
func (f *fifteen) AppendBinary(b []byte) ([]byte, error) { return append(b, f.cells[:]...), nil }
func (f *fifteen) Inverse(way int) (int, bool)           { return way ^ 1, true }

// plain hides the capabilities of a puzzle that IDA* can do without. The types that embed it show some of them.
type plain[M comparable] struct {
	ply.Game[M]
	ply.Puzzle
	ply.Estimator
}

type inverted[M comparable] struct {
	plain[M]
	search.Inverter[M]
}

type recognised[M comparable] struct {
	plain[M]
	ply.Hasher
}

type named[M comparable] struct {
	plain[M]
	binaryAppender
}

type binaryAppender interface{ AppendBinary([]byte) ([]byte, error) }

func TestIDAStarDoesNotGoBack(t *testing.T) {
	f := newFifteen(t, "0523c697418adefb")
	start := *f
	hidden := plain[int]{f, f, f}
	nodes := map[string]int{}
	check := func(name string, r search.PathResult[int], err error) {
		nodes[name] = r.Nodes
		if err != nil || r.Status != ply.Solved || r.Cost != 28 || len(r.Line) != 28 || *f != start {
			t.Errorf("%s: %v in %d moves, error %v, want 28 moves", name, r.Status, len(r.Line), err)
		}
	}
	r, err := search.AStar(background, f, ply.Limits{}, search.PathOptions[int]{})
	check("A*", r, err)
	r, err = search.IDAStar(background, hidden, ply.Limits{}, search.PathOptions[int]{})
	check("plain", r, err)
	r, err = search.IDAStar(background, inverted[int]{hidden, f}, ply.Limits{}, search.PathOptions[int]{})
	check("inverse", r, err)
	r, err = search.IDAStar(background, recognised[int]{hidden, f}, ply.Limits{}, search.PathOptions[int]{})
	check("hash", r, err)
	r, err = search.IDAStar(background, named[int]{hidden, f}, ply.Limits{}, search.PathOptions[int]{})
	check("identity", r, err)
	r, err = search.IDAStar(background, f, ply.Limits{}, search.PathOptions[int]{})
	check("all", r, err)
	t.Log(nodes)
	if nodes["inverse"] > nodes["plain"]/10 || nodes["hash"] > nodes["inverse"] ||
		nodes["identity"] != nodes["hash"] || nodes["all"] != nodes["hash"] {
		t.Errorf("nodes: %v", nodes)
	}
}

// The twenty instances of Korf 1985 ("Depth-first iterative-deepening: an optimal admissible tree search", table 1)
// that took his search the fewest nodes, with the estimate of the start and the length of a shortest solution.
var korf = []struct {
	number          int
	cells           string
	estimate, moves int
}{
	{79, "0197bd53ec4286af", 28, 42},
	{12, "e19648c57230abdf", 35, 45},
	{42, "45729ecd036b81fa", 30, 42},
	{55, "d8e39107f54ac26b", 29, 41},
	{97, "9e578f12a4d6c0b3", 32, 44},
	{19, "7b83e06f14d95c2a", 36, 46},
	{94, "57b80e9dac3f6142", 45, 53},
	{47, "6a1ef835d02749bc", 35, 47},
	{93, "d9e6c81234075abf", 34, 46},
	{9, "3e9b5482dc67a1f0", 32, 46},
	{74, "ed4bf86907312ac5", 46, 56},
	{48, "8b4673a92cfd015e", 39, 49},
	{30, "cf261e485370ad9b", 35, 47},
	{86, "605abc921743e8df", 35, 45},
	{31, "c8fd1054632b97ea", 38, 50},
	{85, "47da1296c8e530bf", 32, 44},
	{73, "6ea5f8713420c9bd", 37, 49},
	{28, "de6c451093a2fb87", 36, 52},
	{45, "3e97cf041856ba2d", 39, 51},
	{61, "6d32b95a17ce840f", 31, 45},
}

func TestKorf(t *testing.T) {
	all, nodes := 0, int64(0)
	for _, instance := range korf[:long.Or(len(korf), 1)] {
		f := newFifteen(t, instance.cells)
		if f.Estimate() != instance.estimate {
			t.Fatalf("instance %d: estimate %d, want %d", instance.number, f.Estimate(), instance.estimate)
		}
		r, err := search.IDAStar(background, f, ply.Limits{}, search.PathOptions[int]{})
		if err != nil || r.Status != ply.Solved || len(r.Line) != instance.moves {
			t.Fatalf("instance %d: %v in %d moves, error %v, want %d", instance.number, r.Status, len(r.Line), err, instance.moves)
		}
		for _, way := range r.Line {
			f.Play(way)
		}
		if !f.Solved() {
			t.Errorf("instance %d: the line does not solve", instance.number)
		}
		t.Logf("instance %d: %d moves, %d nodes, %v", instance.number, len(r.Line), r.Nodes, r.Elapsed)
		all, nodes = all+len(r.Line), nodes+int64(r.Nodes)
	}
	t.Logf("%d moves, %d nodes", all, nodes)
}

// BenchmarkIDAStar measures the cost of skipping inverses: nodes and time for Korf's instance 79.
func BenchmarkIDAStar(b *testing.B) {
	f := newFifteen(b, korf[0].cells)
	hidden := plain[int]{f, f, f}
	benchmark := func(name string, find func() (search.PathResult[int], error)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			nodes := 0
			for b.Loop() {
				r, err := find()
				if err != nil || len(r.Line) != korf[0].moves {
					b.Fatal(r.Status, err)
				}
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
		})
	}
	benchmark("inverse", func() (search.PathResult[int], error) {
		return search.IDAStar(background, inverted[int]{hidden, f}, ply.Limits{}, search.PathOptions[int]{})
	})
	benchmark("hash", func() (search.PathResult[int], error) {
		return search.IDAStar(background, recognised[int]{hidden, f}, ply.Limits{}, search.PathOptions[int]{})
	})
	benchmark("identity", func() (search.PathResult[int], error) {
		return search.IDAStar(background, named[int]{hidden, f}, ply.Limits{}, search.PathOptions[int]{})
	})
	benchmark("all", func() (search.PathResult[int], error) {
		return search.IDAStar(background, f, ply.Limits{}, search.PathOptions[int]{})
	})
}
