package goal

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat"
)

// TestLadderReader compares the reader of ladders with the search by threats of order 1, on random positions without
// kos, with either side to move.
func TestLadderReader(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	var counts [2][2]int
	tooLong := 0
	for range long.Or(20_000, 400) {
		size := 5 + random.IntN(9)
		b, err := goban.New(size, goban.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		source := rand.NewPCG(random.Uint64(), 0)
		for range size + random.IntN(size*size) {
			b.Play(b.RandomMove(source))
		}
		if b.Ko() != goban.NoPoint {
			continue
		}
		for _, p := range b.Points() {
			if b.Head(p) != p || b.At(p) == goban.Empty || b.LibertyCount(p) > 2 {
				continue
			}
			g, err := NewCapture(b, p)
			if err != nil {
				t.Fatal(err)
			}
			for side := range 2 {
				attacking := g.Attacking()
				reader := reader{board: b}
				captured := reader.captured(math.MaxInt32, p, attacking, nil)
				r, err := threat.Search(context.Background(), g, ply.Limits{Nodes: 1_000_000}, threat.Options[Point]{Threat: threat.Lambda(1), MaxDepth: 300})
				if err != nil {
					t.Fatal(err)
				}
				if reader.left < 0 {
					tooLong++
				} else if r.Won != captured {
					t.Fatalf("%s, attacking %v: captured %v, by threats %v\n%v", b.Name(p), attacking, captured, r.Won, b)
				}
				i, j := 0, 0
				if attacking {
					i = 1
				}
				if captured {
					j = 1
				}
				counts[i][j]++
				if side == 0 {
					g.Pass()
				} else {
					g.Unpass()
				}
			}
		}
	}
	t.Logf("owner first: %d escape, %d captured; attacker first: %d escape, %d captured; %d too long",
		counts[0][0], counts[0][1], counts[1][0], counts[1][1], tooLong)
	for _, count := range counts {
		if count[0] < 50 || count[1] < 50 {
			t.Errorf("too few positions: %d", counts)
		}
	}
}
