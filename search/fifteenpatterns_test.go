package search_test

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// patterned is the 15-puzzle with an additive pattern database of six, six and three tiles (Korf and Felner 2002): the
// least moves of the tiles of a pattern. The estimate is the greater of two: for the position and for its mirror image.
type patterned struct {
	cells  [16]uint8
	gap    int
	places [2][3]uint32 // of the tiles of each pattern, four bits a tile; the mirror image second
}

var (
	patternTiles = [3][]int{{1, 4, 5, 8, 9, 12}, {2, 3, 6, 7, 10, 11}, {13, 14, 15}}
	patternOf    [16]int    // a tile
	patternShift [16]int    // of the place of a tile
	imageOf      [16]int    // the cell of the mirror image, and the tile that is there in the goal
	patternGoal  [3]uint32  // the places in the goal
	patternCosts [3][]uint8 // the moves of a pattern, by the places of its tiles
)

// makePatterns fills the database, breadth first from the goal.
func makePatterns() {
	for cell := range imageOf {
		imageOf[cell] = cell%4*4 + cell/4
	}
	for p, tiles := range patternTiles {
		for i, tile := range tiles {
			patternOf[tile], patternShift[tile] = p, 4*i
			patternGoal[p] |= uint32(tile) << (4 * i)
		}
		const unknown = 255
		costs := make([]uint8, 1<<(4*len(tiles)))
		for i := range costs {
			costs[i] = unknown
		}
		costs[patternGoal[p]] = 0
		for queue := []uint32{patternGoal[p]}; len(queue) > 0; queue = queue[1:] {
			at, taken := queue[0], 0
			for i := range tiles {
				taken |= 1 << (at >> (4 * i) & 15)
			}
			for i := range tiles {
				from := int(at >> (4 * i) & 15)
				for _, way := range fifteenMoves[from] {
					to := from + ways[way].x + 4*ways[way].y
					next := at ^ uint32(from^to)<<(4*i)
					if taken>>to&1 == 0 && costs[next] == unknown {
						costs[next] = costs[at] + 1
						queue = append(queue, next)
					}
				}
			}
		}
		patternCosts[p] = costs
	}
}

func newPatterned(f *fifteen) *patterned {
	p := &patterned{cells: f.cells, gap: f.gap}
	for cell, tile := range f.cells {
		if tile > 0 {
			p.slide(int(tile), 0, cell)
		}
	}
	return p
}

// slide notes that a tile is no longer in one cell but in another.
func (p *patterned) slide(tile, from, to int) {
	image := imageOf[tile]
	p.places[0][patternOf[tile]] ^= uint32(from^to) << (patternShift[tile] & 31)
	p.places[1][patternOf[image]] ^= uint32(imageOf[from]^imageOf[to]) << (patternShift[image] & 31)
}

func (p *patterned) Moves(dst []int) []int {
	if p.Solved() {
		return dst
	}
	return append(dst, fifteenMoves[p.gap]...)
}

func (p *patterned) Play(way int) {
	to := p.gap + ways[way&3].x + 4*ways[way&3].y
	tile := p.cells[to]
	p.cells[p.gap], p.cells[to] = tile, 0
	p.slide(int(tile), to, p.gap)
	p.gap = to
}

func (p *patterned) Undo(way int)                { p.Play(way ^ 1) }
func (p *patterned) Solved() bool                { return p.places[0] == patternGoal }
func (p *patterned) Inverse(way int) (int, bool) { return way ^ 1, true }

func (p *patterned) Estimate() int {
	var sums [2]int
	for i, places := range &p.places {
		for pattern, at := range places {
			sums[i] += int(patternCosts[pattern][at])
		}
	}
	return max(sums[0], sums[1])
}

// BenchmarkPatterns solves Korf's instances with the pattern database.
func BenchmarkPatterns(b *testing.B) {
	makePatterns()
	nodes := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, instance := range korf {
			r, err := search.IDAStar(background, newPatterned(newFifteen(b, instance.cells)), ply.Limits{}, search.PathOptions[int]{})
			if err != nil || r.Status != ply.Solved || len(r.Line) != instance.moves {
				b.Fatalf("instance %d: %v in %d moves, error %v, want %d", instance.number, r.Status, len(r.Line), err, instance.moves)
			}
			nodes += r.Nodes
		}
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
