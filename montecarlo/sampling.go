package montecarlo

import (
	"context"
	"math/rand/v2"

	"github.com/ply-search/ply"
)

// samplesPerRun and samplesPerStep are the playouts of a run and of a step of iterative sampling.
const (
	samplesPerRun  = 4096
	samplesPerStep = 16
)

// IterativeSampling plays random playouts until one solves the puzzle, or the budget is spent (Langley
// 1992; Helmstetter 2007, sections 2.3.3 and 3.2.2). In each, every legal move is as likely as any other.
// It takes no memory, and no account of what it has seen: the better for games whose solutions are many
// and need no moves in a fixed order.
//
// Here a run is 4 096 playouts, and MaxRuns 0 means any number, also without a budget.
func IterativeSampling[M comparable, G ply.Game[M]](ctx context.Context, g G, seed *rand.PCG, opt Options) (Result[M], error) {
	return search(ctx, g, seed, opt, "iterative sampling", true, func(w *worker[M]) (method, error) {
		return &sampling[M]{player: w.Player, legal: w.game.Moves(nil)}, nil
	})
}

type sampling[M comparable] struct {
	player *Player[M]
	legal  []M // at the start
}

func (s *sampling[M]) step() bool {
	for range samplesPerStep {
		if s.player.From(s.legal); s.player.solved {
			return false
		}
	}
	return s.player.playouts < samplesPerRun
}

func (s *sampling[M]) appendState(*stateWriter) {}
func (s *sampling[M]) readState(*stateReader)   {}
