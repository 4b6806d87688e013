// Package memorytest measures the memory that searches take.
package memorytest

import (
	"runtime"
	"sync"
)

// Fixed is the number of bytes that any search may take besides the memory that it reports.
const Fixed = 64 << 10

// A Meter measures the greatest number of live bytes, beyond those when it was made. Methods of the game or callbacks
// of the search call Tick, for which all workers wait. Nothing depends on time.
type Meter struct {
	mu                      sync.Mutex
	base, peak, calls, next int
}

// NewMeter begins to measure. A game made before must be kept alive ([runtime.KeepAlive]).
func NewMeter() *Meter {
	runtime.GC() // the second collection empties the pools of the runtime
	return &Meter{base: alive()}
}

func alive() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// Tick measures at some calls, less and less often, since a collection takes a millisecond.
func (m *Meter) Tick() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls++; m.calls >= m.next {
		m.next = m.calls + 100 + m.calls/20
		m.Look()
	}
}

func (m *Meter) Look() { m.peak = max(m.peak, alive()-m.base) }

func (m *Meter) Peak() int { return m.peak }

// Within reports whether the peak is at most a tenth above a number of bytes, plus [Fixed].
func (m *Meter) Within(bytes int) bool { return m.peak <= bytes/10*11+Fixed }
