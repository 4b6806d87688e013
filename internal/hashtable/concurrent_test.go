package hashtable

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestConcurrentKeepsWholeEntries(t *testing.T) {
	// Many goroutines write and read few places. All data found must have been stored with its key: data is a function of
	// the key and of a number below 256.
	table, err := NewConcurrent(64)
	if err != nil {
		t.Fatal(err)
	}
	data := func(key, n uint64) uint64 { return key*0xd1342543de82ef95 ^ n }
	var wg sync.WaitGroup
	for worker := range uint64(4) {
		h := table.Handle()
		wg.Go(func() {
			random := rand.New(rand.NewPCG(worker, 1))
			for range 200_000 {
				key := Mix(random.Uint64N(512))
				if found, ok := h.Lookup(key); ok && (found^data(key, 0)) > 255 {
					t.Errorf("key %x: found data %x of another entry", key, found)
					return
				}
				h.Store(key, data(key, random.Uint64N(256)), uint8(random.Uint32()))
			}
		})
	}
	wg.Wait()
	s := table.Stats()
	if s.Hits == 0 || s.Hits+s.Misses != 4*200_000 || s.Collisions > s.Misses || s.Replacements == 0 {
		t.Errorf("implausible: %+v", s)
	}
	table.Reset()
	h := table.Handle()
	for key := range uint64(512) {
		if _, ok := h.Lookup(Mix(key)); ok {
			t.Fatalf("key %x found after Reset", Mix(key))
		}
	}
}

func TestConcurrentKeepsTheHeaviest(t *testing.T) {
	table, err := NewConcurrent(4) // one place
	if err != nil {
		t.Fatal(err)
	}
	h := table.Handle()
	for key := range uint64(100) {
		h.Store(key, key, uint8(key*37%101))
	}
	heavy := map[uint64]bool{30: true, 60: true, 90: true} // weights 100, 99, 98
	for key := range uint64(100) {
		data, ok := h.Lookup(key)
		if ok && data != key {
			t.Errorf("key %d has data %d", key, data)
		}
		if heavy[key] && !ok {
			t.Errorf("key %d of weight %d is lost", key, key*37%101)
		}
	}
	if s := table.Stats(); s.Used != 4 || s.Fill() != 1 || s.Bytes != 64 {
		t.Errorf("%+v", s)
	}
}

func TestConcurrentResets(t *testing.T) {
	table, err := NewConcurrent(1)
	if err != nil {
		t.Fatal(err)
	}
	h := table.Handle()
	for i := range 600 {
		if h.Visit(5) || !h.Visit(5) {
			t.Fatalf("after %d resets", i)
		}
		table.Reset()
		if s := table.Stats(); s != (Stats{Entries: 4, Bytes: 64}) {
			t.Fatalf("stats after reset: %+v", s)
		}
	}
	if _, err := NewConcurrent(0); err == nil {
		t.Error("NewConcurrent(0) succeeds")
	}
}

// Old entries are found, and replaced before new ones of any weight, however often the table ages, also while others
// use it.
func TestConcurrentAges(t *testing.T) {
	table, err := NewConcurrent(4) // one place
	if err != nil {
		t.Fatal(err)
	}
	h := table.Handle()
	for round := range uint64(1000) {
		first := 10 * round
		for key := first; key < first+4; key++ {
			h.Store(key, key, 200)
		}
		table.Age()
		for key := first; key < first+4; key++ {
			if data, ok := h.Lookup(key); !ok || data != key {
				t.Fatalf("round %d: an old entry has data %d, %v", round, data, ok)
			}
		}
		for key := first + 4; key < first+8; key++ {
			h.Store(key, key, 1)
		}
		for key := first + 4; key < first+8; key++ {
			if _, ok := h.Lookup(key); !ok {
				t.Fatalf("round %d: a new entry of weight 1 yields to an old one of weight 200", round)
			}
		}
		if round%300 == 299 {
			table.Reset()
			for key := range first + 8 {
				if _, ok := h.Lookup(key); ok {
					t.Fatalf("key %d found after Reset", key)
				}
			}
		}
		table.Age()
	}
	var wg sync.WaitGroup
	for worker := range uint64(2) {
		h := table.Handle()
		wg.Go(func() {
			for i := range uint64(10_000) {
				h.Store(worker<<32|i, i, 1)
				if data, ok := h.Lookup(worker<<32 | i); ok && data != i {
					t.Errorf("data %d of key %d", data, i)
				}
				if i%10 == 0 {
					table.Age()
				}
			}
		})
	}
	wg.Wait()
}

// After any mixture of Age and Reset, no entry returns from before a Reset.
func TestConcurrentForgets(t *testing.T) {
	table, err := NewConcurrent(1 << 10)
	if err != nil {
		t.Fatal(err)
	}
	h := table.Handle()
	random := rand.New(rand.NewPCG(1, 2))
	stored := uint64(0)
	for range 2000 {
		from := stored
		for range random.IntN(4) {
			h.Store(Mix(stored), 1, 0)
			stored++
			for range random.IntN(200) {
				table.Age()
			}
		}
		table.Reset()
		for key := from; key < stored; key++ {
			if h.Visit(Mix(key)) {
				t.Fatalf("key %d found after Reset", key)
			}
		}
		table.Reset()
		for key := max(stored, 1000) - 1000; key < stored; key++ {
			if _, ok := h.Lookup(Mix(key)); ok {
				t.Fatalf("key %d found after a later Reset", key)
			}
		}
	}
}

// A table does not grow by the handles that were released, and counts what all of them did.
func TestConcurrentReusesHandles(t *testing.T) {
	table, err := NewConcurrent(4)
	if err != nil {
		t.Fatal(err)
	}
	kept := table.Handle()
	for i := range 1000 {
		a, b := table.Handle(), table.Handle()
		if a == b || a == kept || b == kept {
			t.Fatal("a handle has two owners")
		}
		a.Visit(1)
		b.Visit(1)
		a.Release()
		a.Release()
		b.Release()
		if s := table.Stats(); s.Hits != uint64(2*i+1) || s.Misses != 1 || s.Used != 1 {
			t.Fatalf("after %d searches: %+v", i+1, s)
		}
	}
	if n := len(table.handles); n != 3 {
		t.Errorf("%d handles for three at a time", n)
	}
}

func BenchmarkConcurrentVisit(b *testing.B) {
	table, err := NewConcurrent(4 << 20)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		h := table.Handle()
		random := rand.NewPCG(1, 2)
		for pb.Next() {
			h.Visit(random.Uint64() & (8<<20 - 1) * 0x9e3779b97f4a7c15)
		}
	})
}
