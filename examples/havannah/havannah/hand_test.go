package havannah

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

// hand is UCT with RAVE and proven values written for Havannah alone: what package mcts does with the options of
// the benchmark, without its interfaces, options and types.
type hand struct {
	game   *Game
	random *rand.PCG
	nodes  []handNode
	arcs   []handArc
	path   []handStep
	lines  [2][]Cell
	moves  []Cell
	at     [2][]uint32
	stamp  uint32
}

type handNode struct {
	first, count, visits uint32
	side, low, high      int8
}

type handArc struct {
	points, visits, ravePoints, raveVisits uint32
	node                                   uint32
	cell                                   Cell
	low, high                              int8
}

type handStep struct{ node, arc uint32 }

func newHand(size int) *hand {
	g, err := New(size)
	if err != nil {
		panic(err)
	}
	h := &hand{game: g, random: rand.NewPCG(1, 1), nodes: make([]handNode, 1, 1<<16), arcs: make([]handArc, 0, 1<<22)}
	for s := range h.at {
		h.at[s] = make([]uint32, g.Cells())
	}
	h.expand()
	return h
}

func (h *hand) expand() uint32 {
	h.moves = h.game.Moves(h.moves[:0])
	for i := len(h.moves) - 1; i > 0; i-- {
		j := chance.Below(h.random, i+1)
		h.moves[i], h.moves[j] = h.moves[j], h.moves[i]
	}
	h.nodes = append(h.nodes, handNode{first: uint32(len(h.arcs)), count: uint32(len(h.moves)), side: int8(h.game.ToMove()), low: -1, high: 1})
	for _, c := range h.moves {
		h.arcs = append(h.arcs, handArc{cell: c, low: -1, high: 1})
	}
	return uint32(len(h.nodes) - 1)
}

func (h *hand) choose(n *handNode) uint32 {
	best, at := float32(math.Inf(-1)), n.first
	arcs := h.arcs[n.first : n.first+n.count]
	for i := range arcs {
		a := &arcs[i]
		if a.high <= n.low {
			continue
		}
		score, k := float32(math.MaxFloat32), float32(a.visits)
		if k > 0 {
			score = float32(a.points) / 2 / k
		}
		if a.raveVisits > 0 {
			all := float32(a.ravePoints) / 2 / float32(a.raveVisits)
			if k == 0 {
				score = all
			} else {
				score += 50 / (50 + k) * (all - score)
			}
		}
		if score > best {
			best, at = score, n.first+uint32(i)
		}
	}
	return at
}

func (h *hand) simulate() {
	h.path = h.path[:0]
	h.lines[0], h.lines[1] = h.lines[0][:0], h.lines[1][:0]
	var value, side int // of the end, for a side
	for id := uint32(1); ; {
		n := &h.nodes[id]
		at := h.choose(n)
		a := &h.arcs[at]
		n.visits++
		a.visits++
		h.path = append(h.path, handStep{id, at})
		if a.low == a.high {
			value, side = int(a.low), int(n.side)
			break
		}
		h.game.Play(a.cell)
		if a.node == 0 && a.visits > 1 && len(h.nodes) < cap(h.nodes) {
			a.node = h.expand()
		}
		if a.node == 0 {
			outcome, moves := h.game.Playout(h.random, false, &h.lines)
			value, side = outcome, h.game.ToMove()
			if moves == 0 {
				h.prove(int8(-outcome))
			}
			h.undo()
			break
		}
		if next := &h.nodes[a.node]; next.low == next.high {
			value, side = int(next.low), int(next.side)
			h.prove(-next.low)
			h.undo()
			break
		}
		id = a.node
	}
	var points [2]uint32
	points[side], points[1-side] = uint32(value+1), uint32(1-value)
	if h.stamp++; h.stamp == 0 {
		panic("too many simulations")
	}
	for s, line := range h.lines {
		for _, c := range line {
			h.at[s][h.game.place[c]] = h.stamp
		}
	}
	for i := len(h.path) - 1; i >= 0; i-- {
		n := &h.nodes[h.path[i].node]
		add := points[n.side]
		a := &h.arcs[h.path[i].arc]
		a.points += add
		at := h.at[n.side]
		at[h.game.place[a.cell]] = h.stamp
		arcs := h.arcs[n.first : n.first+n.count]
		for j := range arcs {
			hit := uint32(0)
			if at[h.game.place[arcs[j].cell]] == h.stamp {
				hit = 1
			}
			arcs[j].raveVisits += hit
			arcs[j].ravePoints += hit * add
		}
	}
}

func (h *hand) undo() {
	for i := len(h.path) - 1; i >= 0; i-- {
		h.game.Undo(h.arcs[h.path[i].arc].cell)
	}
}

func (h *hand) prove(value int8) {
	low, high := value, value
	for i := len(h.path) - 1; i >= 0; i-- {
		a, n := &h.arcs[h.path[i].arc], &h.nodes[h.path[i].node]
		a.low, a.high = max(a.low, low), min(a.high, high)
		low, high = max(n.low, a.low), -1
		for _, b := range h.arcs[n.first : n.first+n.count] {
			high = max(high, b.high)
		}
		if low == n.low && high == n.high {
			return
		}
		n.low, n.high = low, high
		low, high = -high, -low
	}
}

// BenchmarkByHand measures package mcts beside hand, in turn, each on a tree of its own from the empty board. It
// reports simulations a second of both, and the median of the ratios of speeds of lots of 500 simulations, which other
// work on the machine does little to.
func BenchmarkByHand(b *testing.B) {
	for size, name := range map[int]string{5: "size5", 8: "size8"} {
		b.Run(name, func(b *testing.B) {
			const simulations, lots = 500, 100
			var spent, spentByHand time.Duration
			var ratios []float64
			for b.Loop() {
				g, err := New(size)
				if err != nil {
					b.Fatal(err)
				}
				tree, err := mcts.New(g, mcts.Options[Cell]{RAVE: mcts.RAVE{Weight: 50}, Bandit: mcts.Greedy{}})
				if err != nil {
					b.Fatal(err)
				}
				h := newHand(size)
				for range lots {
					start := time.Now()
					if _, err := tree.Search(b.Context(), ply.Limits{Nodes: simulations}); err != nil {
						b.Fatal(err)
					}
					took := time.Since(start)
					start = time.Now()
					for range simulations {
						h.simulate()
					}
					byHand := time.Since(start)
					spent += took
					spentByHand += byHand
					ratios = append(ratios, byHand.Seconds()/took.Seconds())
				}
			}
			count := float64(b.N * simulations * lots)
			b.ReportMetric(count/spent.Seconds(), "simulations/s")
			b.ReportMetric(count/spentByHand.Seconds(), "byhand-simulations/s")
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "ratio")
			b.ReportMetric(0, "ns/op") // what an operation is says nothing here
		})
	}
}

// BenchmarkPlayout plays random games from the empty board.
func BenchmarkPlayout(b *testing.B) {
	for _, test := range []struct {
		name     string
		size     int
		decisive bool
	}{{"uniform5", 5, false}, {"uniform8", 8, false}, {"decisive5", 5, true}, {"decisive8", 8, true}} {
		b.Run(test.name, func(b *testing.B) {
			g, err := New(test.size)
			if err != nil {
				b.Fatal(err)
			}
			random, moves := rand.NewPCG(1, 2), 0
			b.ReportAllocs()
			for b.Loop() {
				_, n := g.Playout(random, test.decisive, nil)
				moves += n
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves")
		})
	}
}

// TestNoAllocation checks that simulations allocate nothing once the tree is full.
func TestNoAllocation(t *testing.T) {
	g, err := New(5)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := mcts.New(g, mcts.Options[Cell]{RAVE: mcts.RAVE{Weight: 50}, Bandit: mcts.Greedy{}, Decisive: mcts.DecisiveAlways, Memory: 2 << 20})
	if err != nil {
		t.Fatal(err)
	}
	limits := ply.Limits{Nodes: 10_000}
	search := func() {
		if _, err := tree.Search(t.Context(), limits); err != nil {
			t.Fatal(err)
		}
	}
	search()
	many := testing.AllocsPerRun(1, search)
	limits.Nodes = 1
	if few := testing.AllocsPerRun(1, search); many > few+5 {
		t.Errorf("%v allocations for 10 000 simulations, %v for one", many, few)
	}
}
