package alphabeta_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// withTwoWorkers are all searches of a duel that can be cloned.
var withTwoWorkers = map[string]func(context.Context, yielding, ply.Limits, alphabeta.Options[int]) (alphabeta.Result[int], error){
	"AlphaBeta":  alphabeta.AlphaBeta[yielding, int],
	"Search":     alphabeta.Search[yielding, int],
	"Aspiration": alphabeta.Aspiration[yielding, int],
	"MTDF":       alphabeta.MTDF[yielding, int],
}

// duelWithChoice returns a random duel of 30 positions with a choice at the start.
func duelWithChoice(acyclic bool) yielding {
	for seed := uint64(0); ; seed++ {
		g := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 30, 4, 100, acyclic)
		if len(g.Moves(nil)) > 1 {
			return yielding{g}
		}
	}
}

// Without options, a search deepens if it has a limit, in games with cycles as well, and otherwise goes to the end at once.
func TestSearchesDeepenByThemselves(t *testing.T) {
	acyclic, cyclic := duelWithChoice(true), duelWithChoice(false)
	tomorrow, cancel := context.WithTimeout(background, 24*time.Hour)
	defer cancel()
	for name, search := range withTwoWorkers {
		for _, c := range []struct {
			game   yielding
			ctx    context.Context
			limits ply.Limits
			opt    alphabeta.Options[int]
			first  int // the first depth
			want   error
		}{
			{acyclic, background, ply.Limits{}, alphabeta.Options[int]{}, 0, nil},
			{acyclic, background, ply.Limits{}, alphabeta.Options[int]{Depth: 3}, 1, nil},
			{acyclic, background, ply.Limits{}, alphabeta.Options[int]{Depth: 3, Direct: true}, 3, nil},
			{acyclic, background, ply.Limits{Nodes: 1_000_000}, alphabeta.Options[int]{}, 1, nil},
			{acyclic, background, ply.Limits{Nodes: 1_000_000}, alphabeta.Options[int]{Direct: true}, 0, nil},
			{acyclic, tomorrow, ply.Limits{}, alphabeta.Options[int]{}, 1, nil},
			{cyclic, background, ply.Limits{Nodes: 10_000}, alphabeta.Options[int]{}, 1, nil},
			{cyclic, background, ply.Limits{Nodes: 10_000}, alphabeta.Options[int]{Direct: true}, 0, ply.ErrCyclic},
			{cyclic, background, ply.Limits{}, alphabeta.Options[int]{}, 0, ply.ErrCyclic},
		} {
			for c.opt.Workers = 1; c.opt.Workers <= 2; c.opt.Workers++ {
				r, err := search(c.ctx, c.game, c.limits, c.opt)
				if !errors.Is(err, c.want) || err == nil && (len(r.Depths) == 0 || r.Depths[0].Depth != c.first || r.Move != r.Line[0]) {
					t.Errorf("%s, %+v, %+v: %+v, error %v", name, c.limits, c.opt, r, err)
				}
			}
		}
	}
}

// A search that deepens has a table without being given one, unless that has no size.
func TestOwnTables(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 400, 6, 100, true)
	for _, s := range strategies {
		nodes := func(opt alphabeta.Options[int]) int {
			opt.Depth, opt.EqualDepth = 9, true
			r, err := s.search(background, g, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			return r.Nodes
		}
		own, none := nodes(alphabeta.Options[int]{}), nodes(alphabeta.Options[int]{Table: transposition.NewTable(0)})
		if s.name == "AlphaBeta" && own != none || s.name != "AlphaBeta" && 2*own > none {
			t.Errorf("%s: %d nodes, %d with a table of no size", s.name, own, none)
		}
		direct, none := nodes(alphabeta.Options[int]{Direct: true}), nodes(alphabeta.Options[int]{Direct: true, Table: transposition.NewTable(0)})
		if direct != none {
			t.Errorf("%s, direct: %d nodes, %d with a table of no size", s.name, direct, none)
		}
	}
}

// Several workers find the value of minimax by all searches.
func TestWorkersOfAllSearches(t *testing.T) {
	alphabeta.ShareAll(t)
	for seed := range uint64(long.Or(800, 100)) {
		random := rand.New(rand.NewPCG(seed, 12))
		g := yielding{testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(6), []int{1, 50, ply.MaxValue}[random.IntN(3)], true)}
		opt := alphabeta.Options[int]{
			Depth:      random.IntN(8),
			Direct:     random.IntN(2) == 0,
			EqualDepth: true,
			Order:      alphabeta.Ordering(random.IntN(65)),
		}
		want, err := alphabeta.Minimax(background, g, ply.Limits{}, opt.Depth)
		if err != nil {
			t.Fatal(err)
		}
		for name, search := range withTwoWorkers {
			opt.Workers, opt.Table = 2+random.IntN(2), transposition.NewTable(16*64)
			got, err := search(background, g, ply.Limits{}, opt)
			if err != nil || got.Status != ply.Complete || got.Bound != ply.Exact || got.Value != want.Value || got.Distance != want.Distance {
				t.Fatalf("%s, seed %d, %+v: %+v, error %v, want %d", name, seed, opt, got, err, want.Value)
			}
		}
	}
}
