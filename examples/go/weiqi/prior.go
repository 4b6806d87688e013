package weiqi

import "github.com/ply-search/ply/examples/goban/goban"

// PriorResults gives each move prior simulations and wins for package mcts, times Knowledge.Prior. All moves begin with
// 5 wins of 10. Wins are added for captures, saving a string from atari, patterns of 3 × 3 points, nearness to the last
// move, and the third line far from stones. Losses are added for a pass, filling an eye, atari, and the first two lines
// far from stones. The features follow Gelly and Silver 2007 and Chaslot and others 2009, with round numbers.
func (g *Game) PriorResults(moves []goban.Point, wins, simulations []float32) {
	weight := g.Knowledge.Prior
	if weight == 0 {
		clear(wins)
		clear(simulations)
		return
	}
	b := g.Board
	g.distances(b.Last())
	g.crowd()
	for i, p := range moves {
		won, all := g.judge(p)
		wins[i], simulations[i] = weight*won, weight*all
	}
}

func (g *Game) judge(p goban.Point) (wins, simulations float32) {
	b := g.Board
	c := b.ToMove()
	const even, all = 5, 10
	if p == goban.Pass {
		return even, all + 10
	}
	if b.Eye(c, p) {
		return even, all + 30
	}
	captures, endangered := 0, false
	for _, q := range b.Neighbors(p) {
		switch b.At(q) {
		case c:
			endangered = endangered || b.LibertyCount(q) == 1
		case c.Opponent():
			if b.LibertyCount(q) == 1 {
				captures += b.StoneCount(q)
			}
		}
	}
	good, bad := float32(0), float32(0)
	switch {
	case captures > 1:
		good = 30
	case captures == 1:
		good = 15
	case b.LibertiesAfter(c, p) < 2:
		return even, all + 15
	case endangered:
		good = 15
	}
	if b.Shape(p) {
		good += 10
	}
	good += [far + 1]float32{0, 24, 22, 8}[g.distance[p]]
	switch line := g.line(p); {
	case line > 3 || !g.lonely(p):
	case line == 3:
		good += 10
	default:
		bad = 10
	}
	return even + good, all + good + bad
}

// line returns the line of a point, counted from the edge from 1 on.
func (g *Game) line(p goban.Point) int {
	x, y := g.Board.XY(p)
	last := g.Board.Size() - 1
	return min(x, y, last-x, last-y) + 1
}

// crowd finds the points within three steps of a stone: bit x of row y+1.
func (g *Game) crowd() {
	b, near := g.Board, &g.near
	*near = [len(near)]uint32{}
	for _, p := range b.Points() {
		if b.At(p) != goban.Empty {
			x, y := b.XY(p)
			near[y+1] |= 1 << x
		}
	}
	size := b.Size()
	for range 3 {
		below := uint32(0) // the row below, as it was before this step
		for y := 1; y <= size; y++ {
			row := near[y]
			near[y] = row | row<<1 | row>>1 | below | near[y+1]
			below = row
		}
		near[size+1] = 0
	}
}

func (g *Game) lonely(p goban.Point) bool {
	x, y := g.Board.XY(p)
	return g.near[y+1]>>x&1 == 0
}

// far is the distance of all points too far away to count.
const far = 4

// distances computes the distances of all points from a point, up to far: steps along the lines, where steps within a
// string are free (common fate graph, Graepel and others 2001).
func (g *Game) distances(from goban.Point) {
	b := g.Board
	points := b.Points()
	if size := int(points[len(points)-1]) + 1; len(g.distance) < size {
		g.distance = make([]int8, size)
	}
	for i := range g.distance {
		g.distance[i] = far
	}
	if from <= goban.Pass {
		return
	}
	g.queue = append(g.queue[:0], from)
	g.distance[from] = 0
	for i := 0; i < len(g.queue); i++ {
		p := g.queue[i]
		d := g.distance[p]
		if c := b.At(p); c != goban.Empty {
			// The string of the point, all of which is at the same distance.
			g.points = b.Stones(p, g.points[:0])
			for _, q := range g.points {
				if g.distance[q] > d {
					g.distance[q] = d
					g.queue = append(g.queue, q)
				}
			}
		}
		if d == far-1 {
			continue
		}
		for _, q := range b.Neighbors(p) {
			if b.At(q) != goban.Border && g.distance[q] > d+1 {
				g.distance[q] = d + 1
				g.queue = append(g.queue, q)
			}
		}
	}
}
