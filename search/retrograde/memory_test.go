package retrograde_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/ply-search/ply/search/retrograde"
)

// TestMemoryReported: what is alive at any time of a search is no more than it reports, but for a tenth.
func TestMemoryReported(t *testing.T) {
	alive := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	g := newHunt(6)
	before := alive()
	stop, peak := make(chan bool), make(chan int)
	go func() {
		most := 0
		for {
			select {
			case <-stop:
				peak <- most
				return
			default:
				most = max(most, alive()-before)
				time.Sleep(5 * time.Millisecond)
			}
		}
	}()
	s, err := retrograde.Solve(t.Context(), g, retrograde.Options{})
	kept := alive() - before
	stop <- true
	most := max(<-peak, kept)
	const fixed = 256 << 10 // what does not depend on the game
	if err != nil || most > int(s.Memory)*11/10+fixed {
		t.Errorf("%d positions: %d bytes in use, %d reported, error %v", s.Positions, most, s.Memory, err)
	}
}
