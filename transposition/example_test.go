package transposition_test

import (
	"fmt"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// The hash of a board of two cells is updated when a disc moves from cell 0 to cell 1.
func ExampleZobrist() {
	const empty, disc = 0, 1
	keys := transposition.Zobrist{Seed: 2026}
	hash := keys.Key(0, disc) ^ keys.Key(1, empty)
	hash ^= keys.Key(0, disc) ^ keys.Key(0, empty)
	hash ^= keys.Key(1, empty) ^ keys.Key(1, disc)
	fmt.Println(hash == keys.Key(0, empty)^keys.Key(1, disc))
	// Output: true
}

// A game computes its keys once.
func ExampleZobrist_Keys() {
	const cells, values = 64, 3
	keys := transposition.Zobrist{}.Keys(cells, values)
	cell, value := 10, 2
	fmt.Println(len(keys), keys[cell*values+value] == transposition.Zobrist{}.Key(cell, value))
	// Output: 192 true
}

func ExampleHash() {
	fmt.Printf("%016x\n", transposition.Hash([]byte("white to move")))
	fmt.Printf("%016x\n", transposition.Hash([]byte("black to move")))
	// Output:
	// 0449aba2c0358366
	// bcb59c65302ee676
}

// A position that fits into 64 bits, here two bitboards of 32 bits.
func ExampleMix() {
	var white, black uint32 = 0xffe00000, 0x000007ff
	fmt.Printf("%016x\n", transposition.Mix(uint64(white)<<32|uint64(black)))
	// Output: 77814b360168005b
}

func ExampleBoundedSet() {
	seen, err := transposition.NewBoundedSet(1 << 16)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, key := range []uint64{12, 34, 12} {
		fmt.Println(seen.Visit(key))
	}
	stats := seen.Stats()
	fmt.Println(stats.Used, "of", stats.Entries)
	// Output:
	// false
	// false
	// true
	// 2 of 65536
}

// The number of keys is rounded up to a power of two.
func ExampleNewBoundedSet() {
	set, err := transposition.NewBoundedSet(1_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Stats().Entries, set.Stats().Bytes)
	_, err = transposition.NewBoundedSet(0)
	fmt.Println(err)
	// Output:
	// 1048576 8388608
	// transposition: a table of 0 entries: want at least 1
}

func ExampleTable() {
	table, err := transposition.NewTable[string](1<<10, transposition.KeepDeeper)
	if err != nil {
		fmt.Println(err)
		return
	}
	table.Store(0x2545f4914f6cdd1d, "a shallow search", 2)
	table.Store(0x2545f4914f6cdd1d, "a deep search", 12)
	value, ok := table.Lookup(0x2545f4914f6cdd1d)
	fmt.Println(value, ok, table.Weight(0x2545f4914f6cdd1d))
	_, ok = table.Lookup(1)
	fmt.Println(ok)
	// Output:
	// a deep search true 12
	// false
}

// A table for a search of a game of two sides.
func ExampleNewTable() {
	table, err := transposition.NewTable[transposition.Entry](1<<16, transposition.TwoDeep)
	if err != nil {
		fmt.Println(err)
		return
	}
	table.Store(42, transposition.Entry{Value: 100, Move: 3, Depth: 8, Bound: ply.AtLeast}, 8)
	entry, ok := table.Lookup(42)
	fmt.Println(entry.Bound, entry.Value, ok)
	fmt.Println(table.Stats().Bytes)
	// Output:
	// at least 100 true
	// 1048576
}

// Four goroutines fill a table together.
func ExampleConcurrent() {
	table, err := transposition.NewConcurrent(1 << 16)
	if err != nil {
		fmt.Println(err)
		return
	}
	var wg sync.WaitGroup
	for worker := range uint64(4) {
		wg.Go(func() {
			handle := table.Handle()
			defer handle.Release()
			for i := range uint64(100) {
				handle.Store((worker*100+i)<<50, i, 0)
			}
		})
	}
	wg.Wait()
	handle := table.Handle()
	defer handle.Release()
	data, ok := handle.Lookup(205 << 50)
	fmt.Println(data, ok)
	// Output: 5 true
}

// The number of entries is rounded up to a multiple of four.
func ExampleNewConcurrent() {
	table, err := transposition.NewConcurrent(1001)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Stats().Entries, table.Stats().Bytes)
	// Output: 1004 16064
}

func ExampleEntries() {
	table, err := transposition.NewConcurrent(1 << 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	entries := transposition.Entries{Handle: table.Handle()}
	defer entries.Release()
	entries.Store(42, transposition.Entry{Value: -7, Depth: 5, Bound: ply.Exact}, 5)
	entry, ok := entries.Lookup(42)
	fmt.Println(entry.Value, entry.Depth, entry.Bound, ok)
	// Output: -7 5 exact true
}

func ExampleHashSet() {
	var seen transposition.HashSet
	for _, key := range []uint64{3, 1, 3} {
		fmt.Println(seen.Visit(key))
	}
	fmt.Println(seen.Len())
	// Output:
	// false
	// false
	// true
	// 2
}

func ExampleSet() {
	var seen transposition.Set
	for _, position := range []string{"white to move", "black to move", "white to move"} {
		fmt.Println(seen.Visit([]byte(position)))
	}
	fmt.Println(seen.Len())
	// Output:
	// false
	// false
	// true
	// 2
}

// A map counts how often each position occurs.
func ExampleMap() {
	var times transposition.Map[int]
	for _, position := range []string{"B", "A", "B"} {
		n, _ := times.Add([]byte(position))
		*n++
	}
	for position, n := range times.All() {
		fmt.Printf("%s %d\n", position, *n)
	}
	// Output:
	// B 2
	// A 1
}
