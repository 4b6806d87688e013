package goban_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
)

// TestLegalPositions counts the positions in which every string has a liberty. Tromp and Farnebäck (Combinatorics of Go,
// 2007) have 57 of size 2, 12 675 of size 3 and 24 318 165 of size 4.
func TestLegalPositions(t *testing.T) {
	for size, want := range map[int]int{2: 57, 3: 12675, 4: 24318165} {
		if size == 4 && !long.Enabled {
			continue
		}
		b, err := goban.New(size, goban.Rules{Suicide: true})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		var fill func(points []goban.Point)
		fill = func(points []goban.Point) {
			if len(points) == 0 {
				count++
				return
			}
			fill(points[1:])
			for _, c := range []goban.Color{goban.Black, goban.White} {
				// Stones can be put in any order: as long as some of a string are missing, the others have liberties there.
				taken := b.CapturedBy(goban.White) + b.CapturedBy(goban.Black)
				b.PlayColor(c, points[0])
				if b.CapturedBy(goban.White)+b.CapturedBy(goban.Black) == taken {
					fill(points[1:])
				}
				b.Undo()
			}
		}
		fill(b.Points())
		if count != want {
			t.Errorf("size %d: %d legal positions, want %d", size, count, want)
		}
	}
}

// TestSmallestGame solves Go on 2 × 2 points, which Black wins by one point with positional superko (Tromp, The Game of Go).
func TestSmallestGame(t *testing.T) {
	g, err := goban.NewGame(2, goban.Rules{Superko: true})
	if err != nil {
		t.Fatal(err)
	}
	result, err := alphabeta.Search(t.Context(), g, ply.Limits{}, alphabeta.Options[goban.Point]{})
	if err != nil || result.Value != 2 {
		t.Errorf("value %d, half-points, error %v; want 2", result.Value, err)
	}
}

// TestRandomGames holds the mean length of random games against that of libego, 110.6 moves on 9 × 9 with the same rule
// about eyes.
func TestRandomGames(t *testing.T) {
	b, err := goban.New(9, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.NewPCG(1, 2)
	const games = 2000
	moves := 0
	for range games {
		moves += b.Playout(random)
		for b.Played() > 0 {
			b.Undo()
		}
	}
	if mean := float64(moves) / games; mean < 109 || mean > 112.5 {
		t.Errorf("%.1f moves on average", mean)
	}
}
