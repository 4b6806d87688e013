package testgames

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/transposition"
)

// Duel is a game of two sides given as a graph: positions are nodes, moves are numbered edges, and nodes without edges
// are finished. All data of a node is random, including the side to move, which may not alternate.
type Duel struct {
	At      int
	Nodes   []DuelNode
	Edges   []Edge
	NoCycle bool
	line    []int // the nodes before
	passed  []int // the nodes of the passes
}

// A DuelNode is a position of a Duel. Values are for the side to move.
type DuelNode struct {
	Side      int
	Outcome   int   // if finished
	Static    int   // the evaluation
	Out       []int // the edges
	Noisy     int   // the number of noisy edges, which come first
	Low, High int   // certain bounds of its value
	PassTo    int   // the node after a pass, or -1
	Ranks     []int32
	Stages    int
	Extend    []int
}

// RandomDuel draws a duel with this number of nodes, up to this number of moves in each, and values from -most to most.
// The start is node 0. If it is acyclic, all moves lead to greater nodes, and Low and High are true bounds.
func RandomDuel(random *rand.Rand, nodes, moves, most int, acyclic bool) *Duel {
	d := &Duel{Nodes: make([]DuelNode, nodes), NoCycle: acyclic}
	value := func() int { return random.IntN(2*most+1) - most }
	other := func(n int) int {
		if acyclic {
			return n + 1 + random.IntN(min(2*moves, nodes-n-1))
		}
		return random.IntN(nodes)
	}
	for n := range d.Nodes {
		d.Nodes[n].Side = random.IntN(2)
	}
	for n := range d.Nodes {
		node := &d.Nodes[n]
		node.Outcome, node.Static, node.PassTo = value(), value(), -1
		if n < nodes-1 && random.IntN(6) > 0 {
			for range 1 + random.IntN(moves) {
				node.Out = append(node.Out, len(d.Edges))
				d.Edges = append(d.Edges, Edge{From: n, To: other(n)})
				node.Ranks = append(node.Ranks, int32(random.IntN(5)-2))
				node.Extend = append(node.Extend, random.IntN(4)-1)
			}
			node.Noisy = random.IntN(len(node.Out) + 1)
			if to := other(n); d.Nodes[to].Side != node.Side {
				node.PassTo = to
			}
		} else {
			node.Static = node.Outcome
		}
		node.Stages = 1 + random.IntN(3)
		node.Low, node.High = -most, most
	}
	if acyclic {
		values := d.Values()
		for n := range d.Nodes {
			node := &d.Nodes[n]
			node.Low = max(-most, values[n]-random.IntN(most+1))
			node.High = min(most, values[n]+random.IntN(most+1))
		}
	}
	return d
}

func (d *Duel) Values() []int {
	values := make([]int, len(d.Nodes))
	for n := len(d.Nodes) - 1; n >= 0; n-- {
		node := &d.Nodes[n]
		values[n] = node.Outcome
		for i, e := range node.Out {
			v := values[d.Edges[e].To]
			if d.Nodes[d.Edges[e].To].Side != node.Side {
				v = -v
			}
			if i == 0 || v > values[n] {
				values[n] = v
			}
		}
	}
	return values
}

func (d *Duel) here() *DuelNode             { return &d.Nodes[d.At] }
func (d *Duel) Moves(dst []int) []int       { return append(dst, d.here().Out...) }
func (d *Duel) NoisyMoves(dst []int) []int  { return append(dst, d.here().Out[:d.here().Noisy]...) }
func (d *Duel) Undo(m int)                  { d.At, d.line = d.Edges[m].From, d.line[:len(d.line)-1] }
func (d *Duel) ToMove() int                 { return d.here().Side }
func (d *Duel) Outcome() int                { return d.here().Outcome }
func (d *Duel) Evaluate() int               { return d.here().Static }
func (d *Duel) Bounds(_, _ int) (int, int)  { return d.here().Low, d.here().High }
func (d *Duel) Numbers() int                { return len(d.Edges) }
func (d *Duel) Number(m int) int            { return m }
func (d *Duel) Hash() uint64                { return transposition.Zobrist{Seed: 1}.Key(d.At, 1) }
func (d *Duel) Acyclic() bool               { return d.NoCycle }
func (d *Duel) String() string              { return fmt.Sprintf("node %d", d.At) }
func (d *Duel) Extend(m, _, number int) int { return d.here().Extend[m-d.here().Out[0]] }

func (d *Duel) AppendBinary(b []byte) ([]byte, error) {
	return binary.AppendUvarint(b, uint64(d.At)), nil
}

func (d *Duel) Play(m int) {
	d.line = append(d.line, d.At)
	d.At = d.Edges[m].To
}

// Rank ranks by the drawn ranks, in stages that each add one.
func (d *Duel) Rank(stage int, moves []int, ranks []int32) bool {
	for i := range moves {
		ranks[i] = d.here().Ranks[i] + int32(stage)
	}
	return stage+1 < d.here().Stages
}

func (d *Duel) Pass() bool {
	if d.here().PassTo < 0 {
		return false
	}
	d.passed = append(d.passed, d.At)
	d.At = d.here().PassTo
	return true
}

func (d *Duel) Unpass() {
	last := len(d.passed) - 1
	d.At, d.passed = d.passed[last], d.passed[:last]
}

func (d *Duel) Clone() *Duel {
	c := *d
	c.line, c.passed = append([]int(nil), d.line...), append([]int(nil), d.passed...)
	return &c
}

func (d *Duel) CopyFrom(other *Duel) {
	line, passed := append(d.line[:0], other.line...), append(d.passed[:0], other.passed...)
	*d = *other
	d.line, d.passed = line, passed
}

func (d *Duel) Line() []int { return d.line }

// Layers draws a duel in which each position leads to all of the next layer: very many lines to few positions. The
// sides alternate, or one side moves after the start, or sides are random.
func Layers(random *rand.Rand, depth, width, sides int) *Duel {
	d := &Duel{NoCycle: true, Nodes: make([]DuelNode, 1+(depth-1)*width)}
	for n := range d.Nodes {
		layer := (n + width - 1) / width
		node := &d.Nodes[n]
		node.Side, node.PassTo = []int{1, layer % 2, random.IntN(2)}[sides], -1
		if layer == 0 {
			node.Side = 0
		}
		node.Outcome, node.Low, node.High = []int{-1, 1, 0, 5}[random.IntN(4)], -5, 5
		for i := range width {
			if layer == depth-1 {
				break
			}
			node.Out = append(node.Out, len(d.Edges))
			d.Edges = append(d.Edges, Edge{From: n, To: 1 + layer*width + i})
		}
	}
	return d
}
