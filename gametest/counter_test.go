package gametest

import (
	"encoding/binary"

	"github.com/ply-search/ply/transposition"
)

// A counter goes from 0 to counterEnd by ones and twos.
type counter struct{ value int }

const counterEnd = 10

func newCounter() *counter { return &counter{} }

func (g *counter) Moves(dst []int) []int {
	for m := 1; m <= 2 && g.value+m <= counterEnd; m++ {
		dst = append(dst, m)
	}
	return dst
}

func (g *counter) Play(m int)             { g.value += m }
func (g *counter) Undo(m int)             { g.value -= m }
func (g *counter) Hash() uint64           { return transposition.Mix(uint64(g.value)) }
func (g *counter) HashAfter(m int) uint64 { return transposition.Mix(uint64(g.value + m)) }
func (g *counter) Solved() bool           { return g.value == counterEnd }
func (g *counter) Estimate() int          { return (counterEnd - g.value + 1) / 2 }
func (g *counter) AppendBinary(b []byte) ([]byte, error) {
	return binary.AppendVarint(b, int64(g.value)), nil
}

func (g *counter) Advance(prev []int, i, _ int, dst []int) ([]int, int) {
	g.Play(prev[i])
	return g.Moves(dst), 0
}
