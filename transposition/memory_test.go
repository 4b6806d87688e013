package transposition_test

import (
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/transposition"
)

// TestMemoryReported: Stats reports the memory of growing and fixed tables, and an entry takes the documented memory.
func TestMemoryReported(t *testing.T) {
	check := func(name string, make func() (add func(key uint64), stats func() transposition.Stats), least, most int) {
		t.Helper()
		meter := memorytest.NewMeter()
		add, stats := make()
		for key, next := uint64(1), uint64(1000); key <= 200_000; key++ {
			if add(transposition.Mix(key)); key != next {
				continue
			}
			next += 1000 + next/5
			meter.Look()
			bytes, peak, n := stats().Bytes, meter.Peak(), int(key)
			if !meter.Within(bytes) || peak < bytes-bytes/10-memorytest.Fixed || peak < least*n || n > 50_000 && peak > most*n+1<<20 {
				t.Errorf("%s: %d keys in %d bytes, %d reported, want %d to %d bytes a key", name, n, peak, bytes, least, most)
			}
		}
		runtime.KeepAlive(add)
		runtime.KeepAlive(stats)
	}
	key := func(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
	check("HashSet", func() (func(uint64), func() transposition.Stats) {
		s := new(transposition.HashSet)
		return func(n uint64) { s.Visit(n) }, s.Stats
	}, 10, 22) // 10.7 to 21.3
	check("Set", func() (func(uint64), func() transposition.Stats) {
		s := new(transposition.Set)
		return func(n uint64) { s.Visit(key(n)) }, s.Stats
	}, 8+20, 8+34)
	check("Map", func() (func(uint64), func() transposition.Stats) {
		s := new(transposition.Map[int32])
		return func(n uint64) { s.Add(key(n)) }, s.Stats
	}, 12+20, 12+34)
}
