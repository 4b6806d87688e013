package puct_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// TestOnlyMove checks that with a limit of time the only legal move, and one that is proven to be better than all others, is
// played at once, whichever limit there is; and that nothing else is decided so soon.
func TestOnlyMove(t *testing.T) {
	only, better := 0, 0
	for seed := range long.Or(uint64(8000), 400) {
		random := rand.New(rand.NewPCG(seed, 21))
		d := testgames.RandomDuel(random, 3+random.IntN(60), 1+random.IntN(3), 2, true)
		legal := d.Moves(nil)
		if len(legal) == 0 {
			continue
		}
		const many = 1 << 16
		limits := ply.Limits{Nodes: many, Time: time.Hour}
		if len(legal) == 1 && seed%4 < 2 {
			limits = ply.Limits{Time: time.Hour} // which no test waits for
		}
		opt := puct.Options[int]{Scale: 2, Bounds: seed%3 == 0}
		if seed%2 == 0 {
			opt.Batch, opt.InFlight = 2, 1
		}
		r, err := puct.Search(background, d, uniform, limits, opt)
		if err != nil {
			t.Fatal(err)
		}
		if len(legal) == 1 {
			only++
			if r.Move != legal[0] || r.Status != ply.Solved && (r.Status != ply.Decided || r.Nodes > 0) {
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
