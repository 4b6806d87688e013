package connectfour

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/mcts"
)

// handTree is UCT with proven values written for Connect Four alone: what package mcts does with the options of
// [BenchmarkUCTByHand], without its interfaces, options and types. A simulation copies the board, which is 24 bytes, and
// takes no move back.
type handTree struct {
	random *rand.PCG
	nodes  []handNode
	arcs   []handArc
	path   []handStep
	moves  []Drop
	logs   []float32 // of 2 more than the index
}

type handNode struct {
	first, visits    uint32
	count, low, high int8
}

type handArc struct {
	points, visits uint32 // two points for a win, one for a draw
	node           uint32
	drop           Drop
	low, high      int8
}

type handStep struct{ node, arc uint32 }

func newHandTree(simulations int) *handTree {
	h := &handTree{
		random: rand.NewPCG(1, 1),
		nodes:  make([]handNode, 1, 2*simulations), arcs: make([]handArc, 0, Columns*simulations),
		logs: make([]float32, simulations+1),
	}
	for i := range h.logs {
		h.logs[i] = float32(math.Log(float64(2 + i)))
	}
	h.expand(new(Game))
	return h
}

func (h *handTree) expand(g *Game) uint32 {
	h.moves = g.Moves(h.moves[:0])
	for i := len(h.moves) - 1; i > 0; i-- {
		j := chance.Below(h.random, i+1)
		h.moves[i], h.moves[j] = h.moves[j], h.moves[i]
	}
	h.nodes = append(h.nodes, handNode{first: uint32(len(h.arcs)), count: int8(len(h.moves)), low: -1, high: 1})
	for _, d := range h.moves {
		h.arcs = append(h.arcs, handArc{drop: d, low: -1, high: 1})
	}
	return uint32(len(h.nodes) - 1)
}

func (h *handTree) choose(n *handNode) uint32 {
	best, at := float32(math.Inf(-1)), n.first
	c := h.logs[n.visits]
	arcs := h.arcs[n.first : n.first+uint32(n.count)]
	for i := range arcs {
		a := &arcs[i]
		if a.high <= n.low {
			continue
		}
		if a.visits == 0 {
			return n.first + uint32(i)
		}
		inverse := 1 / float32(a.visits)
		score := float32(a.points)*0.5*inverse + float32(math.Sqrt(float64(c*inverse)))
		if score > best {
			best, at = score, n.first+uint32(i)
		}
	}
	return at
}

func (h *handTree) simulate() {
	h.path = h.path[:0]
	g := Game{}
	value := 0 // for the side that made the last move of the path
	for id := uint32(1); ; {
		n := &h.nodes[id]
		at := h.choose(n)
		a := &h.arcs[at]
		n.visits++
		a.visits++
		h.path = append(h.path, handStep{id, at})
		if a.low == a.high {
			value = int(a.low)
			break
		}
		g.Play(a.drop)
		if a.node == 0 && a.visits > 1 && !g.Finished() {
			a.node = h.expand(&g)
		}
		if a.node == 0 {
			outcome, moves := g.Playout(h.random, false, nil)
			value = -sign(outcome)
			if moves == 0 {
				h.prove(int8(value))
			}
			break
		}
		if next := &h.nodes[a.node]; next.low == next.high {
			value = int(-next.low)
			h.prove(-next.low)
			break
		}
		id = a.node
	}
	for i := len(h.path) - 1; i >= 0; i-- {
		h.arcs[h.path[i].arc].points += uint32(1 + value)
		value = -value
	}
}

func sign(outcome int) int {
	switch {
	case outcome > 0:
		return 1
	case outcome < 0:
		return -1
	}
	return 0
}

func (h *handTree) prove(value int8) {
	low, high := value, value
	for i := len(h.path) - 1; i >= 0; i-- {
		a, n := &h.arcs[h.path[i].arc], &h.nodes[h.path[i].node]
		a.low, a.high = max(a.low, low), min(a.high, high)
		low, high = max(n.low, a.low), -1
		for _, b := range h.arcs[n.first : n.first+uint32(n.count)] {
			high = max(high, b.high)
		}
		if low == n.low && high == n.high {
			return
		}
		n.low, n.high = low, high
		low, high = -high, -low
	}
}

// TestUCTByHand checks that the search by hand and package mcts agree about the best first move.
func TestUCTByHand(t *testing.T) {
	const simulations = 50_000
	h := newHandTree(simulations)
	for range simulations {
		h.simulate()
	}
	r, err := mcts.Search(t.Context(), new(Game), ply.Limits{Nodes: simulations}, mcts.Options[Drop]{Bandit: mcts.Hoeffding{K: 1}})
	if err != nil {
		t.Fatal(err)
	}
	root, visits := &h.nodes[1], uint32(0)
	var best handArc
	for _, a := range h.arcs[root.first : root.first+uint32(root.count)] {
		visits += a.visits
		if a.visits > best.visits {
			best = a
		}
	}
	mean := float64(best.points)/float64(best.visits) - 1
	if visits != simulations || best.drop != r.Move || math.Abs(mean-r.Moves[0].Value) > 0.04 {
		t.Errorf("by hand column %s with %.3f after %d simulations, want %s with %.3f after %d",
			best.drop, mean, visits, r.Move, r.Moves[0].Value, simulations)
	}
}

// BenchmarkUCTByHand measures package mcts beside the tree by hand, in turn, each of which grows a tree from the empty
// board and leaves it to the garbage collector. It reports simulations a second of both, and the median of the ratios of
// their speeds.
func BenchmarkUCTByHand(b *testing.B) {
	const simulations = 50_000
	limits, opt := ply.Limits{Nodes: simulations}, mcts.Options[Drop]{Bandit: mcts.Hoeffding{K: 1}, Memory: 1 << 30}
	var spent, spentByHand time.Duration
	var ratios []float64
	for b.Loop() {
		start := time.Now()
		if _, err := mcts.Search(b.Context(), new(Game), limits, opt); err != nil {
			b.Fatal(err)
		}
		took := time.Since(start)
		start = time.Now()
		h := newHandTree(simulations)
		for range simulations {
			h.simulate()
		}
		byHand := time.Since(start)
		spent += took
		spentByHand += byHand
		ratios = append(ratios, byHand.Seconds()/took.Seconds())
	}
	count := float64(b.N*simulations) / 1e3
	slices.Sort(ratios)
	b.ReportMetric(count/spent.Seconds(), "ksimulations/s")
	b.ReportMetric(count/spentByHand.Seconds(), "byhand-ksimulations/s")
	b.ReportMetric(ratios[len(ratios)/2], "ratio")
	b.ReportMetric(0, "ns/op")
}
