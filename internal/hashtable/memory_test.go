package hashtable

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply/internal/memory/memorytest"
)

// TestMemoryReported: Stats tells the memory, which does not depend on the keys.
func TestMemoryReported(t *testing.T) {
	check := func(name string, make func() (add func(key uint64), stats func() Stats)) {
		t.Helper()
		meter := memorytest.NewMeter()
		add, stats := make()
		for key, next := uint64(1), uint64(1000); key <= 200_000; key++ {
			if add(Mix(key)); key != next {
				continue
			}
			next += 1000 + next/5
			meter.Look()
			if bytes, peak := stats().Bytes, meter.Peak(); !meter.Within(bytes) || peak < bytes-bytes/10-memorytest.Fixed {
				t.Errorf("%s: %d keys in %d bytes, %d reported", name, key, peak, bytes)
			}
		}
		runtime.KeepAlive(add)
		runtime.KeepAlive(stats)
	}
	check("Table", func() (func(uint64), func() Stats) {
		s, _ := NewTable[[3]uint64](50_000, ReplaceAlways)
		return func(n uint64) { s.Visit(n) }, s.Stats
	})
	check("BoundedSet", func() (func(uint64), func() Stats) {
		s, _ := NewBoundedSet(100_000)
		return func(n uint64) { s.Visit(n) }, s.Stats
	})
	check("Concurrent", func() (func(uint64), func() Stats) {
		s, _ := NewConcurrent(100_000)
		h := s.Handle()
		return func(n uint64) { h.Visit(n) }, s.Stats
	})
}
