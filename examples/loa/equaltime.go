package main

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/transposition"
)

// How the speed of players is measured.
const (
	paceNodes     = 1500
	paceSims      = 150
	pacePositions = 12
	paceRepeats   = 7
)

// equalTime bounds two players by as many nodes, or simulations, as each gets through in a time: a match between them is
// then one at equal time, gives the same result in every run, and does not depend on what else the machine does while it
// is played. The speeds are measured on the same positions in turn, and of several measurements the fastest counts.
func equalTime(ctx context.Context, players [2]*player, each time.Duration) (work [2]int, err error) {
	best := [2][pacePositions]time.Duration{}
	done := [2]int{}
	tables := [2]*transposition.Table{players[0].table(), players[1].table()}
	for repeat := range paceRepeats {
		for at := range pacePositions {
			game, err := arena.RandomOpening(2+2*at, func() (*loa.Game, error) { return loa.New(loa.Rules{}) })(0, rand.New(rand.NewPCG(uint64(at), 1)))
			if err != nil {
				return work, err
			}
			for i, p := range players {
				limits := ply.Limits{Nodes: paceNodes}
				if p.kind == "mcts" {
					limits.Nodes = paceSims
				}
				tables[i].Reset()
				_, r, err := p.think(ctx, tables[i], game, rand.NewPCG(1, 1), limits)
				if err != nil {
					return work, err
				}
				if repeat == 0 {
					done[i] += r.Nodes
					best[i][at] = math.MaxInt64
				}
				best[i][at] = min(best[i][at], r.Elapsed)
			}
		}
	}
	for i, p := range players {
		sum := time.Duration(0)
		for _, d := range best[i] {
			sum += d
		}
		work[i] = max(int(float64(done[i])*each.Seconds()/sum.Seconds()), 2)
		p.limits = ply.Limits{Nodes: work[i]}
	}
	return work, nil
}
