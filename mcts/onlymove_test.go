package mcts_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// TestOnlyMove checks that with a limit of time the only legal move, and one that is proven to be better than all others, is
// played at once, whichever limit there is and however workers share the work; and that nothing else is decided so soon.
func TestOnlyMove(t *testing.T) {
	only, better := 0, 0
	for seed := range long.Or(uint64(2500), 400) {
		random := rand.New(rand.NewPCG(seed, 21))
		d := testgames.RandomDuel(random, 3+random.IntN(60), 1+random.IntN(3), 1, true)
		legal := d.Moves(nil)
		if len(legal) == 0 {
			continue
		}
		opt := mcts.Options[int]{Workers: 1 + int(seed%3), Leaf: mcts.Playouts{N: 3}}
		if seed%2 == 0 {
			opt.Sharing = mcts.LeafPlayouts
		}
		const many = 1 << 20
		limits := ply.Limits{Nodes: many, Time: time.Hour}
		if seed%4 < 2 {
			limits = ply.Limits{Time: time.Hour} // which no test waits for
		}
		if len(legal) > 1 && limits.Nodes == 0 {
			continue // it may take an hour
		}
		r, err := mcts.Search(t.Context(), d, limits, opt)
		if err != nil {
			t.Fatal(err)
		}
		if len(legal) == 1 {
			only++
			// How far other workers have come by then depends on how they are scheduled.
			late := opt.Workers == 1 && r.Nodes > 16
			if r.Move != legal[0] || r.Status != ply.Solved && (r.Status != ply.Decided || late) {
				t.Errorf("seed %d: %v after %d simulations of the only move", seed, r.Status, r.Nodes)
			}
			continue
		}
		if r.Status != ply.Decided || r.Nodes >= many/2 {
			continue
		}
		better++
		for _, m := range r.Moves {
			if m.Move != r.Move && m.High > r.Low {
				t.Errorf("seed %d: decided after %d simulations between %+v", seed, r.Nodes, r.Moves)
			}
		}
	}
	if only == 0 || better == 0 {
		t.Errorf("%d positions with one move, %d with one that is better for certain", only, better)
	}
}
