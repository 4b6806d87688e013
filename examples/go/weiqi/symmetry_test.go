package weiqi_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/mcts"
)

// TestReduce counts the moves that are not images of each other: of n × n points of an odd board those in a triangle
// with half a side of (n+1)/2, and the pass.
func TestReduce(t *testing.T) {
	for _, test := range []struct {
		size  int
		moves string
		want  int // 0 if nothing is reduced
	}{
		{9, "", 15 + 1}, {19, "", 55 + 1}, {8, "", 10 + 1}, {3, "", 3 + 1},
		{9, "E5", 14 + 1},        // the middle
		{9, "C3", 36 + 8 + 1},    // a diagonal, with a point taken from its nine
		{9, "E3", 36 + 8 + 1},    // an axis
		{9, "C3 G7", 36 + 7 + 1}, // still the diagonal; it can also be turned, but then the moves are others
		{9, "pass", 15 + 1}, {9, "C3 E5 G7", 36 + 6 + 1},
		{9, "C4", 0}, {9, "C3 E3", 0}, {9, "C3 D3", 0}, {9, "pass pass", 0},
	} {
		g, err := weiqi.New(test.size, weiqi.Chinese, weiqi.Strong)
		if err != nil {
			t.Fatal(err)
		}
		play(t, g, test.moves)
		some := g.Reduce(nil)
		if len(some) != test.want {
			t.Errorf("size %d after %q: %d moves, want %d", test.size, test.moves, len(some), test.want)
		}
		g.Knowledge.Symmetry = false
		if some := g.Reduce(nil); len(some) > 0 {
			t.Errorf("size %d after %q: %d moves without knowledge", test.size, test.moves, len(some))
		}
	}
}

// play plays moves that are given by their names.
func play(t *testing.T, g *weiqi.Game, moves string) {
	t.Helper()
	for _, name := range strings.Fields(moves) {
		p, err := g.Board.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(p)
	}
}

// TestImagesAreEqual checks in positions with symmetries that every legal move is the image of one that Reduce lists,
// and that a game goes on from both alike: image by image the same moves are legal, to the same score.
func TestImagesAreEqual(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 60 {
		size, rules := 2+round%4, []goban.Rules{weiqi.Chinese, weiqi.TrompTaylor}[round%2]
		g, err := weiqi.New(size, rules, weiqi.Strong)
		if err != nil {
			t.Fatal(err)
		}
		for range random.IntN(3) {
			if p := g.Board.Point(random.IntN(size), random.IntN(size)); g.Board.Legal(p) {
				g.Play(p)
			}
		}
		some, b := g.Reduce(nil), g.Board
		if len(some) == 0 {
			continue
		}
		set := b.Stabilizer()
		for _, p := range g.Moves(nil) {
			s := 0
			for set>>s&1 == 0 || !slices.Contains(some, b.PointUnder(s, p)) {
				if s++; s == 8 {
					t.Fatalf("%v%s is no image of any of %v", b, b.Name(p), some)
				}
			}
			images := []*weiqi.Game{weiqi.Of(b.Clone(), weiqi.Strong), weiqi.Of(b.Clone(), weiqi.Strong)}
			for next := p; ; {
				images[0].Play(next)
				images[1].Play(b.PointUnder(s, next))
				moves := images[0].Moves(nil)
				if len(moves) == 0 || images[0].Board.Played() > 60 {
					break
				}
				for _, q := range b.Points() {
					if images[0].Board.Legal(q) != images[1].Board.Legal(b.PointUnder(s, q)) {
						t.Fatalf("%v%s is legal there alone", images[0].Board, b.Name(q))
					}
				}
				next = moves[random.IntN(len(moves))]
			}
			if images[0].Outcome() != images[1].Outcome() {
				t.Fatalf("%v%v: other outcomes", images[0].Board, images[1].Board)
			}
		}
	}
}

// TestReducedSearch has a tree search the moves that are not images of each other, and go on where an image is played.
func TestReducedSearch(t *testing.T) {
	g, err := weiqi.New(5, weiqi.Chinese, weiqi.Strong)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := mcts.New(g, mcts.Options[goban.Point]{RAVE: mcts.RAVE{Weight: 200}, Bandit: mcts.Greedy{}})
	if err != nil {
		t.Fatal(err)
	}
	middle := g.Board.Point(2, 2)
	r, err := tree.Search(t.Context(), ply.Limits{Nodes: 500})
	if err != nil || len(r.Moves) != 6+1 || r.Move != middle {
		t.Errorf("%d moves, the best of which is %s; error %v", len(r.Moves), g.Board.Name(r.Move), err)
	}
	for _, m := range []goban.Point{middle, g.Board.Point(4, 3)} { // one that is listed, and one that is not
		if err := tree.Play(m); err != nil {
			t.Fatal(err)
		}
		if r, err = tree.Search(t.Context(), ply.Limits{Nodes: 50}); err != nil || r.Nodes != 50 {
			t.Errorf("%d simulations, error %v", r.Nodes, err)
		}
	}
}
