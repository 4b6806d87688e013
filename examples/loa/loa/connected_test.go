package loa

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// TestQuads compares the Euler number of random sets of men with the groups and holes that filling finds, and what is
// decided from it with what filling decides.
func TestQuads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	single := 0
	for range long.Or(400_000, 100_000) {
		men := randomMen(random)
		e, groups := euler(men), countGroups(men)
		if want := 4 * (groups - countHoles(men)); int(e) != want {
			t.Fatalf("%#x: four times the Euler number is %d, want %d", men, e, want)
		}
		if got, want := connected(men, e), groups == 1; got != want {
			t.Fatalf("%#x: connected %t, want %t", men, got, want)
		}
		if groups == 1 {
			single++
		}
	}
	if single < 1000 {
		t.Errorf("only %d sets were connected", single)
	}
}

// randomMen returns a set of men: any, or one that grew around a square.
func randomMen(random *rand.Rand) uint64 {
	men := random.Uint64()
	for range random.IntN(5) {
		men &= random.Uint64()
	}
	if random.IntN(2) == 0 {
		men = bit(random.IntN(squares))
		for range random.IntN(24) {
			next := spread(men) &^ men
			for range random.IntN(bits.OnesCount64(next)) {
				next &= next - 1
			}
			men |= next & -next
		}
	}
	return max(men, 1)
}

// countGroups counts the groups of men square by square.
func countGroups(men uint64) int {
	var seen [squares]bool
	groups := 0
	var fill func(s int)
	fill = func(s int) {
		if seen[s] || men&bit(s) == 0 {
			return
		}
		seen[s] = true
		for other := range squares {
			if max(other%8-s%8, s%8-other%8, other/8-s/8, s/8-other/8) == 1 {
				fill(other)
			}
		}
	}
	for s := range squares {
		if men&bit(s) != 0 && !seen[s] {
			groups++
			fill(s)
		}
	}
	return groups
}

// countHoles counts the regions of empty squares, connected along ranks and files, that do not reach the outside.
func countHoles(men uint64) int {
	const side = 10 // with a border of empty squares
	var seen [side * side]bool
	empty := func(s int) bool {
		file, rank := s%side-1, s/side-1
		return min(file, rank) < 0 || max(file, rank) >= stride || men&bit(square(file, rank)) == 0
	}
	var fill func(s int)
	fill = func(s int) {
		if seen[s] || !empty(s) {
			return
		}
		seen[s] = true
		for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if file, rank := s%side+d[0], s/side+d[1]; min(file, rank) >= 0 && max(file, rank) < side {
				fill(side*rank + file)
			}
		}
	}
	regions := -1 // the outside
	for s := range seen {
		if empty(s) && !seen[s] {
			regions++
			fill(s)
		}
	}
	return regions
}

// TestIncremental plays random games and compares what Play and Undo keep with what is computed anew.
func TestIncremental(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range long.Or(2000, 200) {
		g := randomPosition(Rules{Size: MinSize + random.IntN(MaxSize-MinSize+1)}, random, 30)
		var played []Move
		check := func() {
			t.Helper()
			want := newGame(g.rules, g.now.men, g.toMove)
			if g.now.hash != want.now.hash || g.now.euler != want.now.euler || g.now.connected != want.now.connected {
				t.Fatalf("%v: %+v, want %+v", g, g.now, want.now)
			}
			for k := range g.lines {
				if g.states[k] != want.states[k] {
					t.Fatalf("%v: line %d is in state %d, want %d", g, k, g.states[k], want.states[k])
				}
			}
		}
		for range 60 {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			played = append(played, moves[random.IntN(len(moves))])
			g.Play(played[len(played)-1])
			check()
		}
		for i := len(played) - 1; i >= 0; i-- {
			g.Undo(played[i])
			check()
		}
	}
}
