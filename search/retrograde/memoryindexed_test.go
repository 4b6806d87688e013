//go:build long

package retrograde_test

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/search/retrograde"
)

// The metered hunts measure the memory of the search when a position is looked at.
type (
	meteredKeys struct {
		*hunt
		meter *memorytest.Meter
	}
	meteredIndex struct {
		*huntIndex
		meter *memorytest.Meter
	}
	meteredBack struct {
		*huntBack
		meter *memorytest.Meter
	}
)

func (g meteredKeys) Moves(dst []int) []int   { g.meter.Tick(); return g.hunt.Moves(dst) }
func (g meteredIndex) SetIndex(i uint64) bool { g.meter.Tick(); return g.huntIndex.SetIndex(i) }
func (g meteredBack) SetIndex(i uint64) bool  { g.meter.Tick(); return g.huntBack.SetIndex(i) }

func (g meteredKeys) Clone() meteredKeys   { return meteredKeys{g.hunt.Clone(), g.meter} }
func (g meteredIndex) Clone() meteredIndex { return meteredIndex{g.huntIndex.Clone(), g.meter} }
func (g meteredBack) Clone() meteredBack   { return meteredBack{g.huntBack.Clone(), g.meter} }

// reports checks that live memory while g is solved, and afterwards, matches the reports of the solution.
func reports[G ply.AdversarialGame[int]](t *testing.T, name string, g G, meter *memorytest.Meter, opt retrograde.Options) int64 {
	t.Helper()
	opt.Progress = func(*retrograde.Solution) { meter.Look() }
	s, err := retrograde.Solve(t.Context(), g, ply.Limits{}, opt)
	meter.Look()
	if err != nil || !meter.Within(int(s.Memory)) || opt.Memory > 0 && s.Memory > opt.Memory {
		t.Errorf("%s: %d positions, %d bytes in use, %d reported, the bound is %d, error %v",
			name, s.Positions, meter.Peak(), s.Memory, opt.Memory, err)
	}
	runtime.KeepAlive(s)
	return s.Memory
}

// TestMemoryOfGames: the same for games with keys and with indices, with moves stored and without, with and without the set
// of the positions that can be reached.
func TestMemoryOfGames(t *testing.T) {
	const size = 5
	indexed := func(opt retrograde.Options, name string) int64 {
		m := memorytest.NewMeter()
		return reports(t, name, meteredIndex{&huntIndex{*newHunt(size)}, m}, m, opt)
	}
	m := memorytest.NewMeter()
	reports(t, "keys", meteredKeys{newHunt(size), m}, m, retrograde.Options{})
	all := indexed(retrograde.Options{}, "reached")
	indexed(retrograde.Options{All: true}, "all")
	indexed(retrograde.Options{Memory: all - 1}, "bounded")
	m = memorytest.NewMeter()
	reports(t, "backward", meteredBack{&huntBack{huntIndex{*newHunt(size)}}, m}, m, retrograde.Options{})
}
