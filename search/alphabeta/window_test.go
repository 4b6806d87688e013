package alphabeta_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// extremeDuel draws a duel many of whose values are the greatest and the least there are, or next to 0.
func extremeDuel(random *rand.Rand, nodes, moves, most int) *testgames.Duel {
	g := testgames.RandomDuel(random, nodes, moves, most, true)
	special := []int{-ply.MaxValue, ply.MaxValue, 0, -1, 1}
	for n := range g.Nodes {
		node := &g.Nodes[n]
		if random.IntN(3) == 0 {
			node.Outcome = special[random.IntN(len(special))]
			node.Static = special[random.IntN(len(special))]
		}
		if len(node.Out) == 0 {
			node.Static = node.Outcome
		}
	}
	return g
}

// countLines counts the lines of an acyclic duel.
func countLines(g *testgames.Duel) float64 {
	lines := make([]float64, len(g.Nodes))
	for n := len(g.Nodes) - 1; n >= 0; n-- {
		lines[n] = 1
		for _, e := range g.Nodes[n].Out {
			lines[n] += lines[g.Edges[e].To]
		}
	}
	return lines[0]
}

// drawWindow draws an open window, or one with ends at most so far from 0, or with ends at the extremes.
func drawWindow(random *rand.Rand, most int) (alpha, beta int) {
	end := func() int { return random.IntN(2*most+1) - most }
	switch random.IntN(4) {
	case 0:
		return 0, 0
	case 1:
		edge := []int{-ply.MaxValue - 1, -ply.MaxValue, -ply.MaxValue + 1, -1, 0, 1, ply.MaxValue - 1, ply.MaxValue, ply.MaxValue + 1}
		i := random.IntN(len(edge) - 1)
		return edge[i], edge[i+1+random.IntN(len(edge)-1-i)]
	}
	if alpha, beta = end(), end(); alpha > beta {
		alpha, beta = beta, alpha
	}
	if alpha == beta {
		beta++
	}
	return alpha, beta
}

// A search with a window tells the value or on which side of the window it lies, and its line leads to that.
func TestValuesBoundsAndLinesAgree(t *testing.T) {
	alphabeta.ShareAll(t)
	for seed := range uint64(long.Or(4000, 600)) {
		random := rand.New(rand.NewPCG(seed, 2))
		most := []int{1, 3, 30, ply.MaxValue}[random.IntN(4)]
		g := extremeDuel(random, 1+random.IntN(60), 1+random.IntN(5), most)
		if countLines(g) > 5000 {
			continue
		}
		for _, s := range append([]strategy{parallel}, strategies...) {
			opt := alphabeta.Options[int]{
				Depth:     random.IntN(2) * (1 + random.IntN(12)),
				Direct:    random.IntN(2) != 0,
				TableFrom: random.IntN(4), OrderFrom: random.IntN(4), EnhancedFrom: random.IntN(4), EqualDepth: true,
				Order: alphabeta.Ordering(random.IntN(65)),
			}
			if random.IntN(3) > 0 {
				table := transposition.NewTable(16 * int64([]int{1, 2, 8, 64, 4096}[random.IntN(5)]))
				table.Scheme = transposition.Scheme(random.IntN(8))
				opt.Table = table
			}
			opt.Window[0], opt.Window[1] = drawWindow(random, most)
			for range 1 + random.IntN(2) {
				want, got := besideMinimax(t, s, g, opt)
				if g.At != 0 || got.Status != ply.Complete {
					t.Fatalf("%s, seed %d: at node %d, %+v", s.name, seed, g.At, got)
				}
				if why := contradiction(t, g, want.Value, got, opt); why != "" {
					t.Errorf("%s, seed %d: %s; window %d to %d, depth %d, direct %v: %v %d, line %v, want %d",
						s.name, seed, why, opt.Window[0], opt.Window[1], opt.Depth, opt.Direct, got.Bound, got.Value, got.Line, want.Value)
				}
			}
		}
	}
}

// contradiction explains an error in the result of a complete search, given the value to that depth.
func contradiction(t *testing.T, g *testgames.Duel, value int, got alphabeta.Result[int], opt alphabeta.Options[int]) string {
	alpha, beta := opt.Window[0], opt.Window[1]
	if alpha == 0 && beta == 0 {
		alpha, beta = -ply.MaxValue-1, ply.MaxValue+1
	}
	holds := map[ply.Bound]bool{
		ply.Exact:   got.Value == value,
		ply.AtLeast: got.Value <= value && got.Value >= beta,
		ply.AtMost:  got.Value >= value && got.Value <= alpha,
	}
	switch {
	case !holds[got.Bound]:
		return "wrong value or bound"
	case value > alpha && value < beta && got.Bound != ply.Exact:
		return "within the window, and not exact"
	case got.Final && got.Bound == ply.Exact && got.Value != g.Values()[0]:
		return "not final"
	case len(g.Moves(nil)) == 0:
		if len(got.Line) > 0 {
			return "a line of a finished position"
		}
		return ""
	case len(got.Line) == 0:
		return "no line"
	}
	first := valueOf(t, g, got.Line[0], opt.Depth)
	if got.Bound != ply.AtMost && first < got.Value {
		return "the first move is worth less"
	}
	why := ""
	me := g.ToMove()
	testgames.Replay(t, g, got.Line, func() {
		if len(g.Moves(nil)) > 0 && len(got.Line) != opt.Depth {
			return // the line breaks off
		}
		v := g.Evaluate()
		if g.ToMove() != me {
			v = -v
		}
		if got.Bound == ply.Exact && v != got.Value {
			why = "the line leads elsewhere"
		}
		if got.Bound == ply.AtLeast && v < got.Value {
			why = "the line leads to less"
		}
	})
	return why
}

// If a value is exact only because it is the least, a search with a window does not know the line, and the line of the
// depth before leads elsewhere.
func TestLineOfTheLeastValue(t *testing.T) {
	d := &testgames.Duel{NoCycle: true, Nodes: make([]testgames.DuelNode, 5)}
	for _, e := range [][2]int{{0, 1}, {1, 2}, {1, 3}, {3, 4}} {
		node := &d.Nodes[e[0]]
		node.Out = append(node.Out, len(d.Edges))
		node.Ranks, node.PassTo = append(node.Ranks, 0), -1
		d.Edges = append(d.Edges, testgames.Edge{From: e[0], To: e[1]})
	}
	// After two moves the other side prefers node 2, which is finished and even; after three it wins by node 3.
	d.Nodes[1].Side, d.Nodes[3].Static = 1, 1
	d.Nodes[4].Outcome, d.Nodes[4].Static = -ply.MaxValue, -ply.MaxValue
	for _, s := range append([]strategy{parallel}, strategies...) {
		opt := alphabeta.Options[int]{Depth: 250, Window: [2]int{-ply.MaxValue + 1, ply.MaxValue - 1}}
		got, err := s.search(background, d, ply.Limits{}, opt)
		if err != nil || !got.Final {
			t.Fatalf("%s: %+v, error %v", s.name, got, err)
		}
		if why := contradiction(t, d, -ply.MaxValue, got, opt); why != "" {
			t.Errorf("%s: %s: %v %d, line %v", s.name, why, got.Bound, got.Value, got.Line)
		}
	}
}

// However a search is cut short, its findings are correct, and there is a move.
func TestWhatIsFoundBeforeTheEndHolds(t *testing.T) {
	alphabeta.ShareAll(t)
	cancelled, cancel := context.WithCancel(background)
	cancel()
	late, cancel := context.WithDeadline(background, time.Now().Add(-time.Hour))
	defer cancel()
	for seed := range uint64(long.Or(4000, 150)) {
		random := rand.New(rand.NewPCG(seed, 3))
		most := []int{1, 3, 30, ply.MaxValue}[random.IntN(4)]
		g := extremeDuel(random, 2+random.IntN(60), 1+random.IntN(5), most)
		if countLines(g) > 20_000 {
			continue
		}
		for _, s := range append([]strategy{parallel, {"Minimax", alphabeta.MinimaxWith[int]}}, strategies...) {
			for _, cut := range []struct {
				ctx    context.Context
				limits ply.Limits
				want   ply.Status
			}{
				{background, ply.Limits{Nodes: 1 + random.IntN(60)}, ply.OutOfNodes},
				{background, ply.Limits{Time: 1}, ply.OutOfTime},
				{cancelled, ply.Limits{}, ply.Cancelled},
				{late, ply.Limits{}, ply.OutOfTime},
			} {
				var opt alphabeta.Options[int]
				if s.name != "Minimax" {
					opt.Direct, opt.EqualDepth, opt.Order = random.IntN(2) == 0, true, alphabeta.Ordering(random.IntN(65))
					if random.IntN(2) == 0 {
						table := transposition.NewTable(16 * 64)
						opt.Table = table
					}
				}
				got, err := s.search(cut.ctx, g, cut.limits, opt)
				if err != nil || g.At != 0 {
					t.Fatalf("%s, seed %d: error %v, at node %d", s.name, seed, err, g.At)
				}
				if got.Status != cut.want && (got.Status != ply.Complete || cut.want != ply.OutOfNodes) {
					t.Errorf("%s, seed %d: %v, want %v", s.name, seed, got.Status, cut.want)
				}
				if len(g.Moves(nil)) > 0 && len(got.Line) == 0 {
					t.Errorf("%s, seed %d: no line", s.name, seed)
				}
				value := g.Values()[0]
				if !opt.Direct && s.name != "Minimax" {
					value = minimax(t, g, alphabeta.Options[int]{Depth: got.Depth, Direct: true}).Value
					if got.Bound == ply.NoBound {
						continue
					}
				}
				holds := map[ply.Bound]bool{
					ply.NoBound: got.Status != ply.Complete,
					ply.AtLeast: value >= got.Value,
					ply.AtMost:  value <= got.Value,
					ply.Exact:   value == got.Value,
				}
				if !holds[got.Bound] {
					t.Errorf("%s, seed %d: %v %d at depth %d, want %d", s.name, seed, got.Bound, got.Value, got.Depth, value)
				}
			}
		}
	}
}
