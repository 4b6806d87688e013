package puct_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/transposition"
)

// picks is a game in which the sides take five cells in turn. The outcome depends on the cells of side 0, in any order.
type picks struct {
	seed  uint64
	taken [2]uint8
	mask  uint64 // of the hash; 0 for all of it
}

const cells = 5

func (g *picks) Moves(dst []int) []int {
	for c := range cells {
		if (g.taken[0]|g.taken[1])>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

func (g *picks) Play(c int)    { g.taken[g.ToMove()] |= 1 << c }
func (g *picks) Undo(c int)    { g.taken[0], g.taken[1] = g.taken[0]&^(1<<c), g.taken[1]&^(1<<c) }
func (g *picks) ToMove() int   { return bits.OnesCount8(g.taken[0]|g.taken[1]) & 1 }
func (g *picks) Outcome() int  { return int(transposition.Mix(g.seed<<8|uint64(g.taken[0]))%5) - 2 }
func (g *picks) Acyclic() bool { return true }
func (g *picks) Clone() *picks { c := *g; return &c }

func (g *picks) Hash() uint64 {
	hash := transposition.Mix(uint64(g.taken[0])<<8 | uint64(g.taken[1]))
	if g.mask != 0 {
		hash &= g.mask
	}
	return hash
}

// value returns the value for the side to move, by brute force.
func (g *picks) value(known map[[2]uint8]int) int {
	if v, ok := known[g.taken]; ok {
		return v
	}
	best := math.MinInt
	for _, m := range g.Moves(nil) {
		g.Play(m)
		best = max(best, -g.value(known))
		g.Undo(m)
	}
	if best == math.MinInt {
		best = g.Outcome()
	}
	known[g.taken] = best
	return best
}

// TestTranspositions checks that a search with shared positions finds the value of a small game, as a search without
// does, but needs only a node for each position. The solver and the mean results are checked apart.
func TestTranspositions(t *testing.T) {
	for seed := range uint64(4) {
		g := &picks{seed: seed}
		value := float64(g.value(map[[2]uint8]int{})) / 2
		for _, opt := range []puct.Options[int]{{}, {NoSolver: true}, {NoSolver: true, Batch: 8}, {NoSolver: true, Selection: puct.Halving{}}} {
			var positions [2]int
			for i := range positions {
				opt.Scale, opt.Transpositions = 2, i == 1
				tree, err := puct.New(g, uniform, opt)
				if err != nil {
					t.Fatal(err)
				}
				r, err := tree.Search(background, ply.Limits{Nodes: 10_000})
				if err != nil || math.Abs(r.Value-value) > 0.1 || !opt.NoSolver && (r.Low != value || r.High != value) {
					t.Errorf("seed %d, %+v: value %v, from %v to %v, want %v; error %v", seed, opt, r.Value, r.Low, r.High, value, err)
				}
				positions[i], _, _ = tree.Size()
			}
			// After n moves there are (5 over n)·(n over ⌊n/2⌋) positions: 1, 5, 20, 30 and 30.
			if positions[1] > 86 || 2*positions[1] > positions[0] {
				t.Errorf("seed %d, %+v: %d positions without transpositions, %d with", seed, opt, positions[0], positions[1])
			}
		}
	}
}

// clash is a duel in which many positions have the same hash.
type clash struct{ *testgames.Duel }

func (g clash) Hash() uint64 { return g.Duel.Hash() & 3 }
func (g clash) Clone() clash { return clash{g.Duel.Clone()} }

// TestCollidingHashes checks that positions with the same hash are told apart by their moves. If they have the same
// moves, a search cannot tell them apart. It then ends, perhaps with an error, and the moves of its line are legal.
func TestCollidingHashes(t *testing.T) {
	for seed := range uint64(40) {
		d := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 3)), 25, 4, 2, true)
		if len(d.Nodes[0].Out) == 0 {
			continue
		}
		for _, opt := range []puct.Options[int]{{}, {Batch: 4}, {Batch: 2, InFlight: 2, Workers: 2}} {
			opt.Scale, opt.Transpositions = 2, true
			r, err := puct.Search(background, clash{d}, uniform, ply.Limits{Nodes: 20_000}, opt)
			if value := float64(d.Values()[0]) / 2; err != nil || r.Low > value || r.High < value || !r.Solved() {
				t.Errorf("seed %d: from %v to %v, want %v, error %v", seed, r.Low, r.High, value, err)
			}
		}
		g := &picks{seed: seed, mask: 1}
		r, err := puct.Search(background, g, uniform, ply.Limits{Nodes: 2000}, puct.Options[int]{Scale: 2, Transpositions: true, NoSolver: seed%2 == 0})
		if err != nil && strings.Contains(err.Error(), "Hash of *puct_test.picks") {
			continue
		}
		if err != nil || r.Nodes == 0 {
			t.Errorf("seed %d: %d simulations, error %v", seed, r.Nodes, err)
		}
		for i, m := range r.Line {
			if (g.taken[0]|g.taken[1])>>m&1 != 0 {
				t.Fatalf("seed %d: move %d of the line %v is not legal", seed, i, r.Line)
			}
			g.Play(m)
		}
	}
}

// A ring is a game of four positions that wrongly declares itself acyclic.
type ring struct {
	line []int
}

func (g *ring) at() int               { return len(g.line) % 4 }
func (g *ring) Moves(dst []int) []int { return append(dst, 0, 1) }
func (g *ring) Play(m int)            { g.line = append(g.line, m) }
func (g *ring) Undo(int)              { g.line = g.line[:len(g.line)-1] }
func (g *ring) ToMove() int           { return g.at() & 1 }
func (g *ring) Outcome() int          { return 0 }
func (g *ring) Hash() uint64          { return transposition.Mix(uint64(g.at())) }
func (g *ring) Acyclic() bool         { return true }

// TestCyclesOfHashes checks that a search of a game with cycles, or with such hashes, ends, and so do its lines.
func TestCyclesOfHashes(t *testing.T) {
	for _, selection := range []puct.Selection{puct.PUCT{}, puct.Gumbel{}, puct.Halving{}} {
		tree, err := puct.New(new(ring), uniform, puct.Options[int]{Transpositions: true, Selection: selection})
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(background, ply.Limits{Nodes: 1000})
		if positions, _, _ := tree.Size(); positions > 4 || len(r.Line) > 8 {
			t.Errorf("%T: %d positions, line %v, error %v", selection, positions, r.Line, err)
		}
		lines := 0
		for range tree.All(1) {
			lines++
		}
		if lines > 1000 {
			t.Errorf("%T: %d lines", selection, lines)
		}
	}
}
