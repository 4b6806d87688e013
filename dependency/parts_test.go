package dependency_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/testgames"
)

// explore visits all positions of a game, breadth first, and returns their number and the length of a shortest
// solution, or -1 without one.
func explore(g *dependency.Game[int]) (positions, shortest int) {
	type reached struct {
		game  *dependency.Game[int]
		depth int
	}
	seen := map[string]bool{g.String(): true}
	queue := []reached{{g.Clone(), 0}}
	shortest = -1
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at.game.Solved() && shortest < 0 {
			shortest = at.depth
		}
		for _, m := range at.game.Moves(nil) {
			next := at.game.Clone()
			next.Play(m)
			if !seen[next.String()] {
				seen[next.String()] = true
				queue = append(queue, reached{next, at.depth + 1})
			}
		}
	}
	return len(seen), shortest
}

func TestParts(t *testing.T) {
	divided := 0
	checkMany(t, func(t *rapid.T) {
		g := testgames.Operators(t, rapid.Bool().Draw(t, "acyclic"))
		parts := g.Parts()
		if len(parts) > 1 {
			divided++
		}
		wantPositions, wantShortest := explore(g)
		positions, shortest := 1, 0
		if len(parts) == 0 && !g.Solved() {
			shortest = -1
		}
		goal := len(parts) == 0
		for _, p := range parts {
			n, s := explore(p)
			positions *= n
			if len(p.Goal()) > 0 {
				goal = true
				switch {
				case s < 0:
					shortest = -1
				case shortest >= 0:
					shortest += s
				}
			}
		}
		if !goal {
			shortest = -1
		}
		if len(g.Goal()) == 0 && positions != wantPositions {
			t.Fatalf("%d positions in %d parts, want %d", positions, len(parts), wantPositions)
		}
		if len(g.Goal()) > 0 && shortest != wantShortest {
			t.Fatalf("shortest solution %d in %d parts, want %d", shortest, len(parts), wantShortest)
		}
	})
	if divided == 0 {
		t.Error("no game was divided")
	}
}
