//go:build long

package retrograde_test

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/search/retrograde"
)

// A meteredHunt measures the memory of the search while it is played.
type meteredHunt struct {
	*hunt
	meter *memorytest.Meter
}

func (g meteredHunt) Play(m int) { g.hunt.Play(m); g.meter.Tick() }

// TestMemoryReported: live memory during the search, and afterwards, is at most a tenth above the report.
func TestMemoryReported(t *testing.T) {
	g := meteredHunt{newHunt(6), memorytest.NewMeter()}
	s, err := retrograde.Solve(t.Context(), g, ply.Limits{}, retrograde.Options{})
	g.meter.Look()
	if err != nil || !g.meter.Within(int(s.Memory)) {
		t.Errorf("%d positions: %d bytes in use, %d reported, error %v", s.Positions, g.meter.Peak(), s.Memory, err)
	}
	runtime.KeepAlive(s)
}
