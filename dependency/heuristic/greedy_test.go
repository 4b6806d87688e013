package heuristic_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// A greedy search with estimates of any kind finds a solution of random games exactly if there is one. Estimates equal
// the estimates of single kinds, and preferred moves are legal. A solved position prefers nothing; any other does by FF,
// unless it cannot be solved: some move of the relaxed solution must come first.
func TestGreedyOnRandomGames(t *testing.T) {
	solvable, preferring, landmarks := 0, 0, 0
	for seed := range uint64(long.Or(2000, 300)) {
		random := rand.New(rand.NewPCG(seed, 4))
		p := randomStatement(random)
		costs := p.exact()
		opt := heuristic.Options[int]{Kind: relaxed[random.IntN(4)], Cost: p.cost}
		for range random.IntN(4) {
			opt.More = append(opt.More, kinds[random.IntN(6)])
		}
		all := append([]heuristic.Kind{opt.Kind}, opt.More...)
		g, err := heuristic.New(t.Context(), p.game(t), opt)
		if err != nil {
			t.Fatal(err)
		}
		games := []*heuristic.Game[int]{g}
		for _, k := range all {
			g, err := heuristic.New(t.Context(), p.game(t), heuristic.Options[int]{Kind: k, Cost: p.cost})
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
		visit(games, func(position string) {
			estimates, preferred := g.EstimateAndPrefer([]int{-7}, []int{-8})
			want := []int{-7}
			for _, g := range games[1:] {
				want = append(want, g.Estimate())
			}
			// By LandmarkCount, no move need be preferred.
			counts := slices.Contains(all, heuristic.LandmarkCount) && !g.Solved()
			wantPreferred := slices.Contains(all, heuristic.FF) && !g.Solved() && want[1] < math.MaxInt
			switch legal := g.Moves([]int{-8}); {
			case !slices.Equal(estimates, want):
				t.Fatalf("seed %d, %s: %v by %v, want %v", seed, position, estimates, all, want)
			case slices.ContainsFunc(preferred, func(m int) bool { return !slices.Contains(legal, m) }):
				t.Fatalf("seed %d, %s: preferred %v, legal %v", seed, position, preferred, legal)
			case len(preferred) > 1 && counts && !wantPreferred:
				landmarks++
			case (len(preferred) > 1) != wantPreferred:
				t.Fatalf("seed %d, %s: preferred %v, want some: %v", seed, position, preferred, wantPreferred)
			case wantPreferred && len(preferred) < len(legal):
				preferring++
			}
		})
		for _, deferred := range []bool{false, true} {
			r, err := search.GreedyBestFirst(t.Context(), g, ply.Limits{}, search.GreedyOptions[int]{Deferred: deferred, Boost: random.IntN(2) * 1000})
			least := costs[g.String()]
			if err != nil || r.Found != (least < math.MaxInt) || r.Found && r.Cost < least || !r.Found && r.Status != ply.Complete {
				t.Fatalf("seed %d: %+v, error %v, a cheapest solution costs %d", seed, r, err, least)
			}
			if r.Found {
				solvable++
				for _, m := range r.Line {
					g.Play(m)
				}
				if !g.Solved() {
					t.Fatalf("seed %d: line %v does not solve", seed, r.Line)
				}
				for _, m := range slices.Backward(r.Line) {
					g.Undo(m)
				}
			}
		}
	}
	if solvable < 100 || preferring < 100 || landmarks < 30 {
		t.Errorf("%d solutions, %d positions with some preferred moves, %d by landmarks", solvable, preferring, landmarks)
	}
}

// Blocks worlds of a size for which cheapest solutions would take long.
func TestGreedyOnBlocks(t *testing.T) {
	for _, deferred := range []bool{false, true} {
		g, err := heuristic.New(t.Context(), blocks("cgeijab fdh", "cbdfiaehgj").game(t), heuristic.Options[int]{Kind: heuristic.FF})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.GreedyBestFirst(t.Context(), g, ply.Limits{}, search.GreedyOptions[int]{Deferred: deferred})
		if err != nil || !r.Found || r.Cost < 32 || r.Nodes > 1000 {
			t.Errorf("deferred %v: %v, cost %d, %d positions, error %v", deferred, r.Status, r.Cost, r.Nodes, err)
		}
	}
}
