package goal

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/search/threat"
)

// A hand is generalized threats search written for Capture alone: what one would write without package threat. It
// visits the positions that threat.Search visits without a table.
type hand struct {
	*Capture
	nodes   int
	depth   int
	stack   []Point
	traces  []*dependency.Trace
	used    int
	killers []Point // by depth, the reply that last refuted
}

func (h *hand) search(of []int) (won bool, trace dependency.Trace) {
	h.nodes, h.depth, h.killers = 0, 0, h.killers[:0]
	counts := uint64(0)
	for i, n := range of {
		counts |= uint64(n) << (8 * i)
	}
	if h.Attacking() {
		won = h.attack(counts, len(of), 1, &trace)
	} else {
		won = h.defend(counts, len(of), len(of), 1, &trace)
	}
	return won, trace
}

// captured reports whether the goal is reached, and counts a node.
func (h *hand) captured(trace *dependency.Trace) bool {
	h.nodes++
	if h.At(h.target) == h.attacker.Opponent() {
		return false
	}
	trace.Add(int32(h.target))
	return true
}

func (h *hand) attack(counts uint64, limit, changes int, trace *dependency.Trace) bool {
	if h.captured(trace) {
		return true
	}
	counts &= 1<<(8*limit) - 1
	for order := 1; order <= limit+1; order++ {
		left := counts
		if order > 1 {
			shift := 8 * (order - 2)
			if uint8(left>>shift) == 0 {
				continue
			}
			left -= 1 << shift
		}
		start := len(h.stack)
		h.stack = h.Attacks(order, h.stack)
		for i := start; i < len(h.stack); i++ {
			m := h.stack[i]
			after := h.borrow()
			h.Play(m)
			h.depth++
			won := h.defend(left, order-1, limit, changes, after)
			h.depth--
			h.Board.Undo()
			if won {
				trace.Unite(*after)
				h.TraceMove(m, changes, trace)
				h.used--
				h.stack = h.stack[:start]
				return true
			}
			h.used--
		}
		h.stack = h.stack[:start]
	}
	return false
}

func (h *hand) defend(counts uint64, order, limit, changes int, trace *dependency.Trace) bool {
	if h.captured(trace) {
		return true
	}
	if order == 0 {
		return false
	}
	counts &= 1<<(8*limit) - 1
	verified := h.borrow()
	defer func() { h.used-- }()
	h.Board.Play(goban.Pass)
	h.depth++
	won := h.attack(counts, order-1, changes+1, verified)
	h.depth--
	h.Board.Undo()
	if !won {
		return false
	}
	start := len(h.stack)
	h.stack = h.Replies(changes, verified, h.stack)
	defer func() { h.stack = h.stack[:start] }()
	replies := h.stack[start:]
	if h.depth < len(h.killers) {
		if i := slices.Index(replies, h.killers[h.depth]); i > 0 {
			copy(replies[1:i+1], replies[:i])
			replies[0] = h.killers[h.depth]
		}
	}
	for i := start; i < len(h.stack); i++ {
		m := h.stack[i]
		h.Play(m)
		h.depth++
		won := h.attack(counts, limit, changes, verified)
		h.depth--
		h.Board.Undo()
		if !won {
			for len(h.killers) <= h.depth {
				h.killers = append(h.killers, m)
			}
			h.killers[h.depth] = m
			return false
		}
	}
	end := len(h.stack)
	h.stack = h.Replies(changes, verified, h.stack)[:end]
	trace.Unite(*verified)
	return true
}

func (h *hand) borrow() *dependency.Trace {
	if h.used == len(h.traces) {
		h.traces = append(h.traces, new(dependency.Trace))
	}
	t := h.traces[h.used]
	h.used++
	t.Clear()
	return t
}

// captures returns captures on random positions.
func captures(t testing.TB, count int) (goals []*Capture) {
	random := rand.New(rand.NewPCG(8, 8))
	for len(goals) < count {
		b, err := goban.New(9, goban.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		source := rand.NewPCG(random.Uint64(), 0)
		for range 20 + random.IntN(30) {
			b.Play(b.RandomMove(source))
		}
		p := b.Points()[random.IntN(len(b.Points()))]
		if b.At(p) == goban.Empty || b.LibertyCount(p) > 3 {
			continue
		}
		g, err := NewCapture(b, p)
		if err != nil {
			t.Fatal(err)
		}
		if b.ToMove() == b.At(p) {
			g.Pass()
		}
		goals = append(goals, g)
	}
	return goals
}

var handThreat = []int{4, 2}

// TestByHand checks that the search by hand is the same search.
func TestByHand(t *testing.T) {
	nodes, wins := 0, 0
	for _, g := range captures(t, 300) {
		h := &hand{Capture: g}
		won, trace := h.search(handThreat)
		r, err := threat.Search(context.Background(), g, ply.Limits{}, threat.Options[Point]{Threat: handThreat, Changes: 1})
		if err != nil || r.Won != won || r.Nodes != h.nodes || won && !equal(r.Trace, trace) {
			t.Fatalf("%v, %d nodes, by hand %v, %d nodes; %v\n%v", r.Won, r.Nodes, won, h.nodes, err, g)
		}
		nodes += r.Nodes
		if won {
			wins++
		}
	}
	t.Logf("%d wins, %d nodes", wins, nodes)
	if wins < 30 {
		t.Errorf("%d wins", wins)
	}
}

func equal(a, b dependency.Trace) bool {
	for c := range a.Cells() {
		if !b.Has(c) {
			return false
		}
	}
	return a.Len() == b.Len()
}

// BenchmarkCapture compares threat.Search with the search by hand, in turns: ratio is the time by hand divided by that
// of threat.Search.
func BenchmarkCapture(b *testing.B) {
	goals := captures(b, 100)
	nodes := 0
	byHand := make([]*hand, len(goals))
	for i, g := range goals {
		byHand[i] = &hand{Capture: g}
	}
	hands := func() {
		for _, h := range byHand {
			h.search(handThreat)
		}
	}
	searches := func() {
		for _, g := range goals {
			r, err := threat.Search(context.Background(), g, ply.Limits{}, threat.Options[Point]{Threat: handThreat, Changes: 1})
			if err != nil {
				b.Fatal(err)
			}
			nodes += r.Nodes
		}
	}
	hands() // for its memory
	var times [2]float64
	for b.Loop() {
		for i, search := range []func(){hands, searches} {
			b.StopTimer()
			start := b.Elapsed()
			b.StartTimer()
			search()
			b.StopTimer()
			times[i] += (b.Elapsed() - start).Seconds()
			b.StartTimer()
		}
	}
	b.ReportMetric(times[0]/times[1], "ratio")
	b.ReportMetric(float64(nodes)/times[1]/1e6, "Mnodes/s")
}
