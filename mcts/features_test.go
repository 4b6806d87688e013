package mcts_test

import (
	"math"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// visits searches the empty board of three in a row and returns how often each move was chosen.
func visits(t *testing.T, simulations int, opt mcts.Options[int]) map[int]int {
	t.Helper()
	opt.NoSolver = true
	r, err := mcts.Search(t.Context(), new(row), ply.Limits{Nodes: simulations}, opt)
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[int]int{}
	for _, m := range r.Moves {
		if m.Visits > 0 {
			chosen[m.Move] = m.Visits
		}
	}
	return chosen
}

func TestWidening(t *testing.T) {
	for _, n := range []int{1, 3, 10, 50, 80, 500} {
		got := visits(t, n, mcts.Options[int]{Widening: mcts.Widening{Factor: 1, Power: 0.5}, Bandit: mcts.Hoeffding{K: 4}})
		// In the last simulation the position has been seen n-1 times.
		if want := min(9, max(1, int(math.Sqrt(float64(n-1))))); len(got) != want {
			t.Errorf("%d moves after %d simulations, want %d", len(got), n, want)
		}
		// The guide's favourite comes first.
		if got[4] == 0 {
			t.Errorf("the move of the greatest prior is not among %v", got)
		}
	}
}

func TestFirstPlay(t *testing.T) {
	for _, test := range []struct {
		first, rave float64
		all         bool // every move is tried in the first nine simulations
	}{{0, 0, true}, {math.Inf(1), 0, true}, {math.Inf(1), 50, true}, {0.01, 0, false}, {0.01, 50, false}} {
		got := visits(t, 9, mcts.Options[int]{FirstPlay: test.first, RAVE: mcts.RAVE{Weight: test.rave}, Bandit: mcts.Greedy{}})
		if (len(got) == 9) != test.all {
			t.Errorf("first play %v, RAVE %v: visits %v", test.first, test.rave, got)
		}
	}
}

// TestPriors checks that with a strong enough pull moves are chosen in the proportion of their priors.
func TestPriors(t *testing.T) {
	got := visits(t, 2100, mcts.Options[int]{Bandit: mcts.PUCT{C: 1e4}, FirstPlay: 0.5})
	for m, prior := range map[int]int{4: 5, 0: 3, 1: 1} {
		if want := 2100 * prior / 21; got[m] < want-20 || got[m] > want+20 {
			t.Errorf("move %d: %d visits, want about %d", m, got[m], want)
		}
	}
}

// TestBernsteinKnowsVariance checks that, for equal means, the uncertain move is explored more.
func TestBernsteinKnowsVariance(t *testing.T) {
	scores := mcts.Bonus(mcts.Bernstein{K: 0.01}, 1000, []float32{100, 100}, []float32{0.5, 0.02})
	if scores[0] <= scores[1] {
		t.Errorf("bonus %v", scores)
	}
}

// TestTranspositions checks that sharing positions needs fewer of them, with the same proof.
func TestTranspositions(t *testing.T) {
	var nodes [2]int
	for i, share := range []bool{false, true} {
		tree, err := mcts.New(new(row), mcts.Options[int]{Transpositions: share})
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 1_000_000})
		if err != nil || r.Low != 0 || r.High != 0 {
			t.Fatalf("proven %v to %v, want a draw; error %v", r.Low, r.High, err)
		}
		nodes[i], _, _ = tree.Size()
	}
	// There are 4520 positions of three in a row that are not finished.
	if nodes[1]*2 > nodes[0] || nodes[1] > 4520 {
		t.Errorf("%d positions shared, %d not", nodes[1], nodes[0])
	}
}

// unnumbered is a game without numbers of moves, each of which can be played at one time only.
type unnumbered struct{ line []int }

func (g *unnumbered) Moves(dst []int) []int {
	for m := range 3 {
		if len(g.line) < 6 {
			dst = append(dst, 3*len(g.line)+m)
		}
	}
	return dst
}
func (g *unnumbered) Play(m int)   { g.line = append(g.line, m) }
func (g *unnumbered) Undo(int)     { g.line = g.line[:len(g.line)-1] }
func (g *unnumbered) ToMove() int  { return len(g.line) & 1 }
func (g *unnumbered) Outcome() int { return g.line[0] - 1 }

// TestNewNumbers checks RAVE where playouts meet moves that no position of the tree has.
func TestNewNumbers(t *testing.T) {
	r, err := mcts.Search(t.Context(), new(unnumbered), ply.Limits{Nodes: 500}, mcts.Options[int]{RAVE: mcts.RAVE{Weight: 10}, NoSolver: true})
	if err != nil || r.Move != 2 {
		t.Errorf("move %d, error %v", r.Move, err)
	}
}

// TestVirtualLoss checks that workers that share a tree lose no simulation and count each of them once.
func TestVirtualLoss(t *testing.T) {
	for _, rave := range []float64{0, 50} {
		opt := mcts.Options[int]{Workers: 4, NoSolver: true, RAVE: mcts.RAVE{Weight: rave}, Bandit: mcts.Hoeffding{K: 1}}
		tree, err := mcts.New(new(row), opt)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, m := range r.Moves {
			sum += m.Visits
			raves, mean := tree.RAVE(m.Move)
			if math.Abs(m.Value) > 1 || math.Abs(mean) > 1 {
				t.Errorf("%+v, RAVE %v", m, mean)
			}
			if rave != 0 && (raves < m.Visits || raves > r.Visits()) {
				t.Errorf("%d RAVE visits of %d and %d", raves, m.Visits, r.Visits())
			}
		}
		if sum != 20_000 || r.Nodes != 20_000 || tree.RootVisits() != 20_000 {
			t.Errorf("%d visits, %d added, %d counted, want 20 000", sum, r.Nodes, tree.RootVisits())
		}
	}
}

// TestDecided checks that a search that is decided ends, with the move that it would have had.
func TestDecided(t *testing.T) {
	opt := mcts.Options[int]{NoSolver: true}
	g := threeInARow(0, 4, 1, 8) // 2 wins
	long, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 50_000}, opt)
	if err != nil {
		t.Fatal(err)
	}
	short, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 50_000, Time: time.Hour}, opt)
	if err != nil || short.Status != ply.Decided || short.Move != long.Move || short.Nodes >= long.Nodes {
		t.Errorf("%v: %d after %d simulations, want %d; error %v", short.Status, short.Move, short.Nodes, long.Move, err)
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, test := range []struct {
		name string
		opt  mcts.Options[int]
	}{
		{"uct", mcts.Options[int]{}},
		{"rave", mcts.Options[int]{RAVE: mcts.RAVE{Weight: 50}}},
		{"grave", mcts.Options[int]{RAVE: mcts.RAVE{Weight: 50, Reference: 50}}},
		{"tuned", mcts.Options[int]{Bandit: mcts.Tuned{}}},
		{"transpositions", mcts.Options[int]{Transpositions: true}},
	} {
		b.Run(test.name, func(b *testing.B) {
			test.opt.NoSolver, test.opt.Memory = true, 8<<20
			tree, err := mcts.New(newWild(5, 40, 6, 1, true, false), test.opt)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := tree.Search(b.Context(), ply.Limits{Nodes: 200_000}); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := tree.Search(b.Context(), ply.Limits{Nodes: b.N}); err != nil {
				b.Fatal(err)
			}
		})
	}
}
