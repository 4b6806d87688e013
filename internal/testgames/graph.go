// Package testgames holds small games for the tests of several packages. Results are known or found by brute force.
package testgames

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/transposition"
)

// Graph is a puzzle given as a graph: positions are nodes, moves are numbered edges; finished nodes have no edges.
type Graph struct {
	At      int
	Edges   []Edge
	Out     [][]int // the edges of each node
	Goals   []bool
	Ranks   []float64 // the score of each node
	Bounds  []int     // the estimate of each node
	NoCycle bool
}

type Edge struct{ From, To, Price int }

// RandomGraph draws a graph. The start is node 0. If it is acyclic, edges lead to greater nodes.
func RandomGraph(random *rand.Rand, nodes, edges int, acyclic bool) *Graph {
	g := &Graph{
		Out:     make([][]int, nodes),
		Goals:   make([]bool, nodes),
		Ranks:   make([]float64, nodes),
		Bounds:  make([]int, nodes),
		NoCycle: acyclic,
	}
	for range edges {
		from, to := random.IntN(nodes), random.IntN(nodes)
		if acyclic {
			if from == to {
				continue
			}
			from, to = min(from, to), max(from, to)
		}
		g.Out[from] = append(g.Out[from], len(g.Edges))
		g.Edges = append(g.Edges, Edge{from, to, 1 + random.IntN(4)})
	}
	for n := range nodes {
		g.Goals[n] = len(g.Out[n]) == 0 && random.IntN(3) == 0
		g.Ranks[n] = float64(random.IntN(10))
	}
	return g
}

func (g *Graph) Moves(dst []int) []int { return append(dst, g.Out[g.At]...) }
func (g *Graph) Play(m int)            { g.At = g.Edges[m].To }
func (g *Graph) Undo(m int)            { g.At = g.Edges[m].From }
func (g *Graph) Solved() bool          { return g.Goals[g.At] }
func (g *Graph) Score() float64        { return g.Ranks[g.At] }
func (g *Graph) Estimate() int         { return g.Bounds[g.At] }
func (g *Graph) Cost(m int) int        { return g.Edges[m].Price }
func (g *Graph) Hash() uint64          { return transposition.Zobrist{}.Key(g.At, 1) }
func (g *Graph) Acyclic() bool         { return g.NoCycle }
func (g *Graph) String() string        { return fmt.Sprintf("node %d", g.At) }

func (g *Graph) AppendBinary(b []byte) ([]byte, error) {
	return binary.AppendUvarint(b, uint64(g.At)), nil
}

// Distances returns the least number of moves and the least cost from the start to each node, or -1 for unreachable
// nodes, by relaxing edges until nothing changes.
func (g *Graph) Distances() (moves, costs []int) {
	relax := func(price func(Edge) int) []int {
		d := make([]int, len(g.Out))
		for i := range d {
			d[i] = -1
		}
		d[0] = 0
		for changed := true; changed; {
			changed = false
			for _, e := range g.Edges {
				if d[e.From] >= 0 && (d[e.To] < 0 || d[e.From]+price(e) < d[e.To]) {
					d[e.To], changed = d[e.From]+price(e), true
				}
			}
		}
		return d
	}
	return relax(func(Edge) int { return 1 }), relax(func(e Edge) int { return e.Price })
}
