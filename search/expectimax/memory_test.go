//go:build long

package expectimax_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
)

// TestMemoryOfSolution: a solution takes the documented memory for each position and each move, and keeps no line.
func TestMemoryOfSolution(t *testing.T) {
	g := testgames.RandomGamble(rand.New(rand.NewPCG(0, 2)), 30_000, 5, 3, false)
	meter := memorytest.NewMeter()
	s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0)
	meter.Look()
	const identity = 4 // a number of up to three bytes, and its length
	least, most := (50+identity)*s.Positions+4*s.Moves(), (75+identity)*s.Positions+12*s.Moves()*5/4
	if err != nil || s.Positions < 10_000 || meter.Peak() < least || meter.Peak() > most {
		t.Errorf("%d positions and %d moves in %d bytes, want %d to %d, error %v", s.Positions, s.Moves(), meter.Peak(), least, most, err)
	}
	runtime.KeepAlive(s)
	runtime.KeepAlive(g)
}
