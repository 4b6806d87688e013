//go:build long

package proof_test

import (
	"math/bits"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
)

// A measured game measures the memory of the search as the moves that it has listed become more.
type measured struct {
	*testgames.Lines
	meter        *memorytest.Meter
	listed, next int
	check        func(listed int)
}

func (g *measured) Moves(dst []int) []int {
	if g.listed >= g.next {
		g.next = g.listed + g.listed/7 + 1000
		g.meter.Look()
		g.check(g.listed)
	}
	before := len(dst)
	dst = g.Lines.Moves(dst)
	g.listed += len(dst) - before
	return dst
}

// TestMemoryOfTree: best-first search keeps what its document says for each move.
func TestMemoryOfTree(t *testing.T) {
	if bits.UintSize < 64 {
		t.Skip("the document tells what a move takes with pointers of 64 bits")
	}
	const each = 24 + 8 // with a move of 8 bytes
	g := &measured{Lines: &testgames.Lines{Length: 6, Width: 30}, meter: memorytest.NewMeter()}
	measurements := 0
	g.check = func(listed int) {
		measurements++
		if peak := g.meter.Peak(); peak < each*listed || peak > each*listed/4*5+memorytest.Fixed {
			t.Errorf("%d moves in %d bytes, want %d each and up to a quarter in reserve", listed, peak, each)
		}
	}
	r, err := proof.BestFirst(t.Context(), g, ply.Limits{Nodes: 20_000}, proof.Options[int]{})
	if err != nil || r.Status != ply.OutOfNodes || measurements < 20 {
		t.Errorf("%v, %d nodes, %d measurements, error %v", r.Status, r.Nodes, measurements, err)
	}
}

// TestMemoryOfTable: the search takes nothing besides its table and the line.
func TestMemoryOfTable(t *testing.T) {
	g := &measured{Lines: &testgames.Lines{Length: 6, Width: 30}, meter: memorytest.NewMeter()}
	g.check = func(int) {}
	table := newTable(1 << 16)
	r, err := proof.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, proof.Options[int]{Table: table})
	if err != nil {
		t.Fatal(err)
	}
	stats, err := table.Stats()
	if reported := stats.Bytes; err != nil || r.Status != ply.OutOfNodes || !g.meter.Within(reported) || g.meter.Peak() < reported/10*9 {
		t.Errorf("%v, %d bytes at most, the table reports %d, error %v", r.Status, g.meter.Peak(), reported, err)
	}
}
