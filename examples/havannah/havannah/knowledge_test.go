package havannah

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestInformedLaws(t *testing.T) {
	long.Checks(t, 30)
	gametest.CheckEachWith(t, func(t *rapid.T) func() *Informed {
		size := rapid.IntRange(MinSize, 6).Draw(t, "size")
		weight := rapid.Float32Range(0, 100)
		k := Knowledge{Closing: rapid.Bool().Draw(t, "closing"), Reach: weight.Draw(t, "reach")}
		return func() *Informed {
			g, err := New(size)
			if err != nil {
				panic(err)
			}
			return &Informed{g, k}
		}
	}, gametest.Options{Length: 100, Ignore: []string{"Cells"}})
}

// positions calls visit in all positions of some random games.
func positions(t *testing.T, games int, visit func(g *Game)) {
	t.Helper()
	random := rand.New(rand.NewPCG(4, 4))
	for i := range games {
		g, err := New(3 + i%5)
		if err != nil {
			t.Fatal(err)
		}
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
			visit(g)
			g.Play(moves[random.IntN(len(moves))])
		}
	}
}

// TestClosing compares the cells that close a bridge with those found by the definition, from all pairs of stones.
func TestClosing(t *testing.T) {
	found := 0
	positions(t, long.Or(300, 12), func(g *Game) {
		if len(g.played) == 0 {
			return
		}
		last, side := g.played[len(g.played)-1].cell, g.ToMove()
		got := g.closing(last, side)
		want := slowClosing(g, last, side)
		found += len(want)
		for d, step := range g.steps {
			c := Cell(int16(last) + step)
			if got>>d&1 != 0 != slices.Contains(want, c) {
				t.Fatalf("%s after %s: %v\n%v", g.name(c), g.name(last), got>>d&1 != 0, g)
			}
		}
	})
	if found == 0 {
		t.Error("no bridge was intruded into")
	}
}

// slowClosing returns the cells that close a bridge into which a move has intruded.
func slowClosing(g *Game, last Cell, side int) (cells []Cell) {
	b := &brute{Game: g, seen: make([]bool, len(g.marks))}
	own := func(c Cell) bool {
		s, ok := g.Stone(c)
		return ok && s == side
	}
	neighbours := func(c Cell) (list []Cell) {
		for _, d := range g.cells {
			if g.distance(c, d) == 1 {
				list = append(list, d)
			}
		}
		return list
	}
	for _, s := range g.cells {
		if !own(s) {
			continue
		}
		clear(b.seen)
		chain := slices.Clone(b.flood(s, own))
		edge := uint(0)
		for _, c := range chain {
			e, _ := b.touches(c)
			edge |= e
		}
		// Bridges to other chains.
		for _, other := range g.cells {
			if !own(other) || slices.Contains(chain, other) || g.distance(s, other) != 2 {
				continue
			}
			for _, c := range neighbours(s) {
				if c != last && slices.Contains(neighbours(other), c) && slices.Contains(neighbours(s), last) &&
					slices.Contains(neighbours(other), last) && g.stones[c].colour == nobody {
					cells = append(cells, c)
				}
			}
		}
		// Bridges to edges.
		for i := range 6 {
			var common []Cell
			for _, c := range neighbours(s) {
				if e, _ := b.touches(c); e>>i&1 != 0 {
					common = append(common, c)
				}
			}
			if edge>>i&1 == 0 && len(common) == 2 && slices.Contains(common, last) {
				for _, c := range common {
					if c != last && g.stones[c].colour == nobody {
						cells = append(cells, c)
					}
				}
			}
		}
	}
	return cells
}

// TestReach compares the edges and corners that moves reach with those that chains touch by flood fill.
func TestReach(t *testing.T) {
	counts := [9]int{}
	positions(t, long.Or(100, 20), func(g *Game) {
		informed := &Informed{g, Knowledge{Reach: 1}}
		b := &brute{Game: g, seen: make([]bool, len(g.marks))}
		side := g.ToMove()
		moves := g.Moves(nil)
		wins, simulations := make([]float32, len(moves)), make([]float32, len(moves))
		informed.Experience(moves, wins, simulations)
		for i, c := range moves {
			g.stones[c].colour = uint8(1 + side)
			clear(b.seen)
			edge, corner := uint(0), uint(0)
			for _, s := range b.flood(c, func(c Cell) bool { return g.stones[c].colour == uint8(1+side) }) {
				e, k := b.touches(s)
				edge, corner = edge|e, corner|k
			}
			g.stones[c].colour = nobody
			want := bits.OnesCount(edge) + bits.OnesCount(corner)
			if wins[i] != float32(want) || simulations[i] != wins[i] {
				t.Fatalf("%s: %v of %v, want %d\n%v", g.name(c), wins[i], simulations[i], want, g)
			}
			counts[want]++
		}
	})
	if counts[0] == 0 || counts[1] == 0 || counts[2] == 0 || counts[3] == 0 {
		t.Errorf("counts %v: some never came", counts)
	}
}
