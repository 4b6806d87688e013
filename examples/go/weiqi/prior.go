package weiqi

import "github.com/ply-search/ply/examples/goban/goban"

// scratch is what PriorResults works with.
type scratch struct {
	distance []int8 // from the last move, see distances
	queue    []goban.Point
	points   []goban.Point
	near     [goban.MaxSize + 2]uint32 // see crowd
}

// PriorResults gives each move prior simulations and wins, as package mcts wants it, times Knowledge.Prior. All
// moves begin with 5 of 10. What adds wins is to capture, to save a string from atari, to match a pattern of 3 × 3
// points, to be near to the last move, and the third line where no stone is near; what adds losses is a pass, to fill
// an eye, to be in atari, and the first two lines where no stone is near. The kinds of knowledge are those of Gelly and
// Silver 2007 and of Chaslot and others 2009, the numbers are round ones.
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

// judge returns the prior wins and simulations of a move.
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
	good += [far + 1]float32{0, 24, 22, 8}[g.scratch.distance[p]]
	switch line := g.line(p); {
	case line > 3 || !g.lonely(p):
	case line == 3:
		good += 10
	default:
		bad = 10
	}
	return even + good, all + good + bad
}

// line returns on which line from the edge a point is, from 1 on.
func (g *Game) line(p goban.Point) int {
	x, y := g.Board.XY(p)
	last := g.Board.Size() - 1
	return min(x, y, last-x, last-y) + 1
}

// crowd finds the points that are within three steps of a stone, counted along the lines: bit x of row y+1.
func (g *Game) crowd() {
	b, near := g.Board, &g.scratch.near
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

// lonely reports whether no stone is within three steps of a point.
func (g *Game) lonely(p goban.Point) bool {
	x, y := g.Board.XY(p)
	return g.scratch.near[y+1]>>x&1 == 0
}

// far is the distance of points that are further away than what counts.
const far = 4

// distances sets the distances of all points from a point, up to far: the number of steps along the lines, where those
// within a string are free (common fate graph, Graepel and others 2001).
func (g *Game) distances(from goban.Point) {
	b, s := g.Board, &g.scratch
	points := b.Points()
	if size := int(points[len(points)-1]) + 1; len(s.distance) < size {
		s.distance = make([]int8, size)
	}
	for i := range s.distance {
		s.distance[i] = far
	}
	if from <= goban.Pass {
		return
	}
	s.queue = append(s.queue[:0], from)
	s.distance[from] = 0
	for i := 0; i < len(s.queue); i++ {
		p := s.queue[i]
		d := s.distance[p]
		if c := b.At(p); c != goban.Empty {
			// The string of the point, all of which is at the same distance.
			s.points = b.Stones(p, s.points[:0])
			for _, q := range s.points {
				if s.distance[q] > d {
					s.distance[q] = d
					s.queue = append(s.queue, q)
				}
			}
		}
		if d == far-1 {
			continue
		}
		for _, q := range b.Neighbors(p) {
			if b.At(q) != goban.Border && s.distance[q] > d+1 {
				s.distance[q] = d + 1
				s.queue = append(s.queue, q)
			}
		}
	}
}
