package alphabeta_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
)

// MTDF visits at most four times as many nodes as Search, however unstable the tree, and its results when cut short are
// on the scale of the game.
func TestMTDFTakesNoLonger(t *testing.T) {
	find := func(seed uint64, s strategy, g *testgames.Duel, limits ply.Limits, opt alphabeta.Options[int], entries int) alphabeta.Result[int] {
		t.Helper()
		if entries > 0 {
			opt.Table = newTable(t, entries)
		}
		r, err := s.search(background, g, limits, opt)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		return r
	}
	full, mtdf := strategies[1], strategies[3]
	for seed := range uint64(long.Or(25_000, 1000)) {
		random := rand.New(rand.NewPCG(seed, 9))
		acyclic := random.IntN(2) == 0
		g := testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(5), []int{1, 10, 1000, ply.MaxValue}[random.IntN(4)], acyclic)
		opt := alphabeta.Options[int]{
			Depth:  1 + random.IntN(long.Or(10, 7)),
			Direct: random.IntN(2) != 0,
			Tree:   alphabeta.Tree{Repetitions: random.IntN(2) == 0, NullMove: random.IntN(3)},
		}
		opt.Tree.Unverified = random.IntN(2) == 0
		if opt.Win = alphabeta.AnyDistance; random.IntN(3) > 0 {
			opt.Win = random.IntN(2) * (1 + random.IntN(10))
		}
		entries := random.IntN(2) << 12
		want := find(seed, full, g, ply.Limits{}, opt, entries)
		got := find(seed, mtdf, g, ply.Limits{Nodes: 5 * want.Nodes}, opt, entries)
		if got.Nodes > 4*want.Nodes {
			t.Errorf("seed %d: %d nodes, PrincipalVariation takes %d", seed, got.Nodes, want.Nodes)
		}
		if opt.Tree.NullMove == 0 && !(opt.Tree.Repetitions && entries > 0) && got.Value != want.Value {
			t.Errorf("seed %d: %d, want %d", seed, got.Value, want.Value)
		}
		limits := ply.Limits{Nodes: 1 + random.IntN(want.Nodes)}
		got = find(seed, mtdf, g, limits, opt, entries)
		if opt.Win > 0 && (got.Value > opt.Win || got.Value < -opt.Win) && got.Bound != ply.NoBound {
			t.Errorf("seed %d, %d nodes: %v %d, beyond Win, which is %d", seed, limits.Nodes, got.Bound, got.Value, opt.Win)
		}
	}
}

// The null windows of a large tree are given up as well, where they come together too slowly.
func TestMTDFGivesUp(t *testing.T) {
	gaveUp, closedIn := 0, 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 10))
		g := testgames.RandomDuel(random, 400, 8, 1000, true)
		opt := alphabeta.Options[int]{Depth: 8, Win: -int(seed % 2), Order: alphabeta.Unordered, Direct: true}
		want, err := alphabeta.Search[ply.AdversarialGame[int]](background, g, ply.Limits{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := alphabeta.MTDF[ply.AdversarialGame[int]](background, g, ply.Limits{}, opt)
		if err != nil || got.Value != want.Value || got.Distance != want.Distance || got.Bound != ply.Exact {
			t.Errorf("seed %d: %+v, error %v, want %+v", seed, got, err, want)
		}
		if got.Nodes > 4*want.Nodes {
			t.Errorf("seed %d: %d nodes, PrincipalVariation takes %d", seed, got.Nodes, want.Nodes)
		}
		switch {
		case got.Nodes > want.Nodes:
			gaveUp++
		case got.Nodes < want.Nodes:
			closedIn++
		}
	}
	if gaveUp == 0 || closedIn == 0 {
		t.Errorf("null windows were given up %d times, and closed in %d times", gaveUp, closedIn)
	}
}
