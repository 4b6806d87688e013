package montecarlo

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

const samplesPerRun = 4096

// IterativeSampling plays uniformly random playouts until one solves the puzzle or a limit is reached (Langley 1992;
// Helmstetter 2007, sections 2.3.3 and 3.2.2). It suits games with many solutions, especially if the moves of a
// solution can be played in many orders. A run is 4096 playouts. If MaxRuns is 0, the number of runs is unlimited, even
// without other limits.
func IterativeSampling[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return search(ctx, g, limits, opt, kind{name: "iterative sampling", endless: true}, func(w *worker[M]) (method, error) {
		return &sampling[M]{player: w.sampler, legal: w.game.Moves(nil)}, nil
	})
}

type sampling[M comparable] struct {
	player *sampler[M]
	legal  []M // at the start
}

func (s *sampling[M]) step() bool {
	s.player.From(s.legal)
	return s.player.playouts < samplesPerRun
}

func (s *sampling[M]) appendState(*saved.Writer) {}
func (s *sampling[M]) readState(*saved.Reader)   {}
