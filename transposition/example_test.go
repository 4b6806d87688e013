package transposition_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
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

// steps is a game of one line of 100 moves.
type steps struct{ at int }

func (s *steps) Play(int)     { s.at++ }
func (s *steps) Undo(int)     { s.at-- }
func (s *steps) Hash() uint64 { return transposition.Mix(uint64(s.at)) }

func (s *steps) Moves(dst []int) []int {
	if s.at < 100 {
		dst = append(dst, 0)
	}
	return dst
}

// A table for any search, by its size in bytes. The search that uses it allocates it.
func ExampleNewTable() {
	table := transposition.NewTable(1 << 20)
	seen := search.Graph(&steps{}, table)
	result, err := search.DepthFirst(context.Background(), seen, ply.Limits{}, search.Options[int]{})
	fmt.Println(result.Nodes, err)
	stats, err := table.Stats()
	fmt.Println(stats.Used, stats.Bytes, err)
	// Output:
	// 101 <nil>
	// 101 1048576 <nil>
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
