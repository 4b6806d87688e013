package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// playerOf returns a player, or fails the test.
func playerOf[M comparable](t *testing.T, s engine.Searcher[M], err error) *engine.Player[M] {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.New(s, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCompareDuels compares comparisons with the true values of random games, in which sides need not alternate.
func TestCompareDuels(t *testing.T) {
	random := rand.New(rand.NewPCG(47, 1))
	counts := map[string]int{}
	for range 150 {
		g := testgames.RandomDuel(random, 10+random.IntN(60), 2+random.IntN(5), 3, true)
		values := g.Values()
		s, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{Table: transposition.NewTable(1 << 14)})
		p := playerOf(t, s, err)
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
			if len(moves) > 1 {
				random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
				c, err := p.Compare(t.Context(), ply.Limits{}, moves[0], moves[1])
				if err != nil || c.Status != ply.Complete {
					t.Fatalf("%+v, error %v", c, err)
				}
				checkComparison(t, g, values, moves, &c, counts)
			}
			if err := p.Play(moves[len(moves)-1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, what := range []string{"reply after both", "reply refutes both", "reply after one", "threat", "no threat", "same side"} {
		if counts[what] < 10 {
			t.Errorf("%s: only %d", what, counts[what])
		}
	}
}

// checkComparison checks a comparison of the first two moves in a position of a duel, and counts what it has seen.
func checkComparison(t *testing.T, g *testgames.Duel, values []int, moves []int, c *engine.Comparison[int], counts map[string]int) {
	t.Helper()
	at, side := g.At, g.ToMove()
	value := func(node, side int) float64 {
		if g.Nodes[node].Side != side {
			return -float64(values[node])
		}
		return float64(values[node])
	}
	count := func(ok bool, yes, no string) {
		if ok {
			counts[yes]++
		} else {
			counts[no]++
		}
	}
	x, y := &c.Lines[0], &c.Lines[1]
	if x.Value < y.Value || x.Move == y.Move || !slices.Contains(moves[:2], x.Move) || !slices.Contains(moves[:2], y.Move) {
		t.Fatalf("%+v", c.Lines)
	}
	for i, l := range c.Lines {
		to := g.Edges[l.Move].To
		if l.Value != value(to, side) || l.Bound != ply.Exact {
			t.Fatalf("%+v, want %v", l, value(to, side))
		}
		after := &g.Nodes[to]
		reply, threat := c.Replies[i], c.Threats[i]
		if after.Side == side || len(after.Out) == 0 {
			count(after.Side == side, "same side", "over")
			if reply != nil || threat != nil {
				t.Fatalf("%+v and %+v after %d", reply, threat, l.Move)
			}
			continue
		}
		if reply != nil && reply.Value != value(g.Edges[reply.Move].To, after.Side) || reply == nil && i == 1 {
			t.Fatalf("%+v after %d", reply, l.Move)
		}
		passed := after.PassTo >= 0 && len(g.Nodes[after.PassTo].Out) > 0
		count(passed, "threat", "no threat")
		if (threat != nil) != passed || passed && threat.Value != float64(values[after.PassTo]) {
			t.Fatalf("threat %+v after %d", threat, l.Move)
		}
	}
	first, second := x.Line[1:], y.Line[1:]
	if n := c.Common; !slices.Equal(first[:n], second[:n]) || len(first) > n && len(second) > n && first[n] == second[n] {
		t.Fatalf("%d moves in common: %v and %v", n, first, second)
	}
	if best, other := c.Replies[1], c.Replies[0]; best != nil {
		to := g.Edges[c.Lines[0].Move].To
		legal := g.Nodes[to].Side != side && slices.Contains(g.Nodes[to].Out, best.Move)
		if best.Value != -c.Lines[1].Value || (other != nil) != legal || legal && other.Move != best.Move ||
			c.Refuted != (legal && other.Value >= best.Value) {
			t.Fatalf("replies %+v and %+v, refuted %t", best, other, c.Refuted)
		}
		count(legal, "reply after both", "reply after one")
		count(c.Refuted, "reply refutes both", "")
	}
	if g.At != at || g.ToMove() != side {
		t.Fatal("the position has changed")
	}
}

// TestCompareFacts compares a winning move with others in noughts and crosses, by searches of several kinds.
func TestCompareFacts(t *testing.T) {
	alone := func(g *Noughts) (engine.Searcher[int], error) { // answers with one line
		s, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{})
		return engine.Stateless(g, func(ctx context.Context, _ *Noughts, limits ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
			q.Lines = 1
			return s.Analyze(ctx, limits, q)
		}), err
	}
	for name, newSearcher := range map[string]func(g *Noughts) (engine.Searcher[int], error){
		"alphabeta": func(g *Noughts) (engine.Searcher[int], error) {
			return alphabeta.NewSearcher(g, alphabeta.Options[int]{})
		},
		"one line": alone,
		"expectimax": func(g *Noughts) (engine.Searcher[int], error) {
			return expectimax.NewSearcher(g, expectimax.Options[int]{})
		},
	} {
		compareFacts(t, name, newSearcher)
	}
}

func compareFacts(t *testing.T, name string, newSearcher func(g *Noughts) (engine.Searcher[int], error)) {
	start := Noughts{0, 8} // the corners 2 and 6 win, 4, 5 and 7 draw, 1 and 3 lose
	g := slices.Clone(start)
	s, err := newSearcher(&g)
	p := playerOf(t, s, err)
	for _, test := range []struct{ a, b, better, value, worst int }{{1, 2, 2, 1, -1}, {2, 4, 2, 1, 0}, {5, 3, 5, 0, -1}, {3, 6, 6, 1, -1}} {
		c, err := p.Compare(t.Context(), ply.Limits{Nodes: 200_000}, test.a, test.b)
		if err != nil || c.Lines[0].Move != test.better || c.Lines[1].Move != test.a+test.b-test.better || !slices.Equal(g, start) {
			t.Errorf("%s, %d and %d: %+v, error %v", name, test.a, test.b, c.Lines, err)
		}
		for i, want := range []int{test.value, test.worst} {
			if got := c.Lines[i]; got.Low != float64(want) || got.High != got.Low || got.Visits == 0 && got.Value != got.Low {
				t.Errorf("%s, %d and %d: %+v, want %d", name, test.a, test.b, got, want)
			}
		}
		worse := c.Replies[1]
		if worse == nil || test.worst < 0 && (worse.Low != 1 || c.Refuted) {
			t.Errorf("%s, %d and %d: reply %+v, refutes both %t", name, test.a, test.b, worse, c.Refuted)
		}
		if name != "mcts" && (c.Threats[0] == nil || c.Threats[0].Value != 1) {
			t.Errorf("%s: %d has no threat: %+v", name, test.better, c.Threats[0])
		}
		if data, err := json.Marshal(c); err != nil || !strings.Contains(string(data), `"Status":"`) {
			t.Errorf("%s, error %v", data, err)
		}
	}
}

func TestCompareRefusals(t *testing.T) {
	g := Noughts{0, 8}
	s, err := alphabeta.NewSearcher(&g, alphabeta.Options[int]{})
	p := playerOf(t, s, err)
	for want, moves := range map[string][2]int{"has 0, which is not legal": {0, 2}, "has 9, which": {2, 9}, "has 4 twice": {4, 4}} {
		if c, err := p.Compare(t.Context(), ply.Limits{}, moves[0], moves[1]); err == nil || !strings.Contains(err.Error(), want) || c.Status != ply.Failed {
			t.Errorf("%v: %+v, error %v", moves, c, err)
		}
	}
	if _, err := p.Compare(t.Context(), ply.Limits{Nodes: -1}, 1, 2); err == nil || !strings.Contains(err.Error(), "Nodes is -1") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c, err := p.Compare(ctx, ply.Limits{}, 1, 2)
	if err != nil || c.Status != ply.Cancelled || c.Lines[0].Move != 1 || c.Lines[1].Move != 2 || c.Replies[1] != nil || c.Threats[1] != nil {
		t.Errorf("%+v, error %v", c, err)
	}
	if c, err := p.Compare(t.Context(), ply.Limits{Nodes: 500}, 1, 2); err != nil || c.Status != ply.OutOfNodes || c.Nodes > 1000 {
		t.Errorf("%+v, error %v", c, err)
	}
	for _, m := range []int{4, 2, 6, 3} { // a draw is left
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range g.Moves(nil) {
		if err := p.Play(m); err != nil && !strings.Contains(err.Error(), "not legal") {
			t.Fatal(err)
		}
	}
	if _, err := p.Compare(t.Context(), ply.Limits{}, 1, 2); !errors.Is(err, ply.ErrFinished) {
		t.Errorf("error %v", err)
	}
}

// TestCompareFailures has one of the searches fail.
func TestCompareFailures(t *testing.T) {
	broken := errors.New("broken")
	for fails := range 6 {
		g := Noughts{0, 8}
		asked := 0
		p := playerOf(t, engine.Stateless(&g, func(_ context.Context, g *Noughts, _ ply.Limits, q engine.Question[int]) (a engine.Analysis[int], err error) {
			a.Status = ply.OutOfNodes
			if asked++; asked > fails {
				return a, broken
			}
			moves := q.Moves
			if moves == nil {
				moves = g.Moves(nil)
			}
			for _, m := range moves[:max(q.Lines, 1)] {
				a.Lines = append(a.Lines, engine.Line[int]{Choice: ply.Choice[int]{Move: m}, Line: []int{m}})
			}
			return a, nil
		}), nil)
		_, err := p.Compare(t.Context(), ply.Limits{}, 4, 5)
		if want := fails < 5; errors.Is(err, broken) != want || !reflect.DeepEqual(g, Noughts{0, 8}) {
			t.Errorf("%d answers: error %v, position %v", fails, err, g)
		}
	}
}

// TestCompareOthers compares moves in games of chance and without sides.
func TestCompareOthers(t *testing.T) {
	random := rand.New(rand.NewPCG(47, 2))
	compared := 0
	for range 60 {
		gamble := testgames.RandomGamble(random, 40, 3, 3, true)
		values := gamble.Expectations()
		if moves := gamble.Moves(nil); len(moves) > 1 && gamble.ToMove() >= 0 {
			s, err := expectimax.NewSearcher(gamble, expectimax.Options[int]{})
			c, err := playerOf(t, s, err).Compare(t.Context(), ply.Limits{}, moves[0], moves[1])
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range c.Lines {
				to := gamble.Edges[l.Move].To
				want := values[to]
				if gamble.ToMove() == 1 {
					want = -want
				}
				if d := l.Value - want; d < -1e-9 || d > 1e-9 {
					t.Errorf("%+v, want %v", l, want)
				}
				if next := gamble.Nodes[to]; i == 1 && (c.Replies[1] != nil) != (next.Side >= 0 && next.Side != gamble.ToMove() && len(next.Out) > 0) {
					t.Errorf("reply %+v", c.Replies[1])
				}
			}
			compared++
		}
	}
	if compared < 10 {
		t.Errorf("%d comparisons", compared)
	}
	h := heap(5)
	p := playerOf(t, engine.Stateless(&h, (&trial{}).search), nil)
	if c, err := p.Compare(t.Context(), ply.Limits{Nodes: 3}, 1, 2); err != nil || c.Replies[1] != nil || fmt.Sprint(c.Lines[1].Line) != "[2]" {
		t.Errorf("%+v, error %v", c, err)
	}
}
