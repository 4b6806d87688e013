// Package memorytest measures what a search keeps in memory.
package memorytest

import "runtime"

// Fixed is what a search may take beside the memory that it reports, in bytes, whatever the game.
const Fixed = 64 << 10

// A Meter measures the greatest number of bytes that are alive at once, beyond those alive when it was made. The game, or
// whatever else the search calls, calls Tick, so that the search stands still meanwhile. Nothing depends on time.
type Meter struct{ base, peak, calls, next int }

// NewMeter begins to measure. What was made before must be kept alive (see [runtime.KeepAlive]).
func NewMeter() *Meter {
	runtime.GC() // the pools of the runtime are emptied by the second collection
	return &Meter{base: alive()}
}

func alive() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// Tick measures every so many calls, the more the more there were: a collection takes a millisecond.
func (m *Meter) Tick() {
	if m.calls++; m.calls >= m.next {
		m.next = m.calls + 100 + m.calls/20
		m.Look()
	}
}

// Look measures now.
func (m *Meter) Look() { m.peak = max(m.peak, alive()-m.base) }

// Peak returns the greatest number of bytes.
func (m *Meter) Peak() int { return m.peak }

// Within reports whether the peak is at most a tenth beyond a number of bytes, but for what is fixed.
func (m *Meter) Within(bytes int) bool { return m.peak <= bytes/10*11+Fixed }
