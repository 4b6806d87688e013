package arena_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/internal/contest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
)

// A gift is a game of one move: side 0 takes a number of points.
type gift struct {
	pair  int
	taken []int
}

func (g *gift) Moves(dst []int) []int {
	if len(g.taken) > 0 {
		return dst
	}
	return append(dst, 0, 1, 2, 3)
}

func (g *gift) Play(m int)   { g.taken = append(g.taken, m) }
func (g *gift) Undo(int)     { g.taken = g.taken[:0] }
func (g *gift) ToMove() int  { return len(g.taken) }
func (g *gift) Outcome() int { return -g.taken[0] }

// A player takes the points of its list; the means of the pairs are 0, -0.5, 1 and 1.5.
func TestPoints(t *testing.T) {
	opening := func(pair int, _ *rand.Rand) (*gift, error) { return &gift{pair: pair}, nil }
	takes := func(points ...int) func() arena.Player[*gift, int] {
		return func() arena.Player[*gift, int] {
			return func(_ context.Context, g *gift, _ *rand.Rand) (int, error) { return points[g.pair], nil }
		}
	}
	for _, adjusts := range []bool{false, true} {
		opt := arena.Options{Games: 8}
		if adjusts { // never called, because the game has no chance
			opt.Luck = func(ply.Adversarial) func() float64 { return func() float64 { return math.NaN() } }
		}
		r, err := arena.Match(t.Context(), opening, takes(1, 2, 3, 3), takes(1, 3, 1, 0), opt)
		low, high := r.Points.Interval(0.95)
		if err != nil || r.Points != (arena.Sample{Count: 4, Mean: 0.5, Squares: 2.5}) || !near(low, -0.394594, 1e-5) || !near(high, 1.394594, 1e-5) {
			t.Errorf("%+v, %v to %v, error %v", r, low, high, err)
		}
		want := arena.Sample{}
		if adjusts {
			want = r.Points
		}
		if r.Adjusted != want {
			t.Errorf("adjusted: %+v, want %+v", r.Adjusted, want)
		}
	}
}

// A line of a gamble, with its probability, its outcome for side 0, and the outcome adjusted for luck.
type line struct{ probability, points, adjusted float64 }

// linesOf appends the lines of a gamble from its present position, in which the sides choose the edges of policy.
func linesOf(t *rapid.T, g *testgames.Gamble, policy []int, values []float64, so line, dst []line) []line {
	moves := g.Moves(nil)
	sign := 1.0
	if g.ToMove() == 1 {
		sign = -1
	}
	switch {
	case len(moves) == 0:
		so.points = sign * float64(g.Outcome())
		so.adjusted += so.points
		return append(dst, so)
	case g.ToMove() != ply.Chance:
		m := policy[g.At]
		g.Play(m)
		defer g.Undo(m)
		return linesOf(t, g, policy, values, so, dst)
	}
	odds := g.Probabilities(moves, nil)
	value := func() float64 {
		if g.ToMove() == 1 {
			return -values[g.At]
		}
		return values[g.At]
	}
	for i, m := range moves {
		if odds[i] == 0 {
			continue
		}
		luck, err := contest.Luck(g, g, moves, odds, m, value)
		if err != nil {
			t.Fatal(err)
		}
		next := so
		next.probability *= odds[i]
		next.adjusted -= luck
		g.Play(m)
		dst = linesOf(t, g, policy, values, next, dst)
		g.Undo(m)
	}
	return dst
}

// Over all lines of a gamble, the outcome adjusted for luck has the expectation of the outcome, whatever the values are. If
// the sides play best and the values are exact, it is the value of the gamble in every line.
func TestLuckIsUnbiased(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		g := testgames.RandomGamble(random, 3+random.IntN(20), 3, 10, true)
		exact := g.Expectations()
		best, some, wrong := make([]int, len(g.Nodes)), make([]int, len(g.Nodes)), make([]float64, len(g.Nodes))
		for n, node := range g.Nodes {
			wrong[n] = 100 * (random.Float64() - 0.5)
			for i, e := range node.Out {
				v := exact[g.Edges[e].To]
				if i == 0 || node.Side == 0 && v > exact[g.Edges[best[n]].To] || node.Side == 1 && v < exact[g.Edges[best[n]].To] {
					best[n] = e
				}
			}
			if len(node.Out) > 0 {
				some[n] = node.Out[random.IntN(len(node.Out))]
			}
		}
		for _, policy := range [][]int{best, some} {
			for _, values := range [][]float64{exact, wrong} {
				sum := line{}
				for _, l := range linesOf(t, g, policy, values, line{probability: 1}, nil) {
					sum.probability += l.probability
					sum.points += l.probability * l.points
					sum.adjusted += l.probability * l.adjusted
					if &policy[0] == &best[0] && &values[0] == &exact[0] && !near(l.adjusted, exact[g.At], 1e-9) {
						t.Fatalf("best play and exact values: a line is worth %v, want %v", l.adjusted, exact[g.At])
					}
				}
				if !near(sum.probability, 1, 1e-9) || !near(sum.points, sum.adjusted, 1e-9) {
					t.Fatalf("%v points, adjusted %v, in lines with probability %v", sum.points, sum.adjusted, sum.probability)
				}
			}
		}
	})
}

// solvedPig returns a player of optimal Pig, and the exact values of optimal play.
func solvedPig(t testing.TB, target int) (best func() arena.Player[*testgames.Pig, int], luck func(ply.Adversarial) func() float64) {
	t.Helper()
	s, err := expectimax.ValueIteration(t.Context(), &testgames.Pig{Target: target}, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex // a solution is for one goroutine at a time
	best = func() arena.Player[*testgames.Pig, int] {
		return func(_ context.Context, g *testgames.Pig, _ *rand.Rand) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			m, _ := s.Best(g)
			return m, nil
		}
	}
	luck = func(position ply.Adversarial) func() float64 {
		g := position.(*testgames.Pig)
		return func() float64 {
			mu.Lock()
			defer mu.Unlock()
			low, high, ok := s.Value(g)
			if !ok {
				return math.NaN()
			}
			return low/2 + high/2
		}
	}
	return best, luck
}

// lead is a bad evaluation of Pig.
func lead(position ply.Adversarial) func() float64 {
	g := position.(*testgames.Pig)
	return func() float64 {
		side := max(g.ToMove(), 0)
		return float64(g.Scores[side]-g.Scores[1-side]) / float64(g.Target)
	}
}

// A settled Pig is one in which each side follows a policy.
type settled struct {
	*testgames.Pig
	policies [2]arena.Player[*testgames.Pig, int]
}

func (g settled) Moves(dst []int) []int {
	moves := g.Pig.Moves(dst)
	if side := g.ToMove(); side >= 0 && len(moves) > len(dst) {
		m, _ := g.policies[side](context.Background(), g.Pig, nil)
		moves = append(dst, m)
	}
	return moves
}

// In optimal play, luck by exact values explains the outcomes of all games. Against a player who holds at 20 it explains
// more than 99 % of their variance, and a bad evaluation a part of it. The points agree with the exact ones.
func TestLuckOfPig(t *testing.T) {
	const target = 30
	best, luck := solvedPig(t, target)
	r, err := arena.Match(t.Context(), pigOpening(target), best, best, arena.Options{Games: 100, Luck: luck})
	if err != nil || r.Adjusted.Count != 50 || math.Abs(r.Adjusted.Mean) > 1e-9 || r.Adjusted.Squares > 1e-15 {
		t.Errorf("optimal play: %+v, error %v", r, err)
	}

	hold := holdAt(20)
	exact := 0.0
	for i, policies := range [2][2]arena.Player[*testgames.Pig, int]{{best(), hold()}, {hold(), best()}} {
		s, err := expectimax.ValueIteration(t.Context(), settled{&testgames.Pig{Target: target}, policies}, ply.Limits{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		exact += []float64{0.5, -0.5}[i] * (s.Low + s.High) / 2
	}
	opt := arena.Options{Games: 1000, Luck: luck}
	r, err = arena.Match(t.Context(), pigOpening(target), best, hold, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Luck = lead
	byLead, err := arena.Match(t.Context(), pigOpening(target), best, hold, opt)
	if err != nil || byLead.Points != r.Points {
		t.Errorf("points %v and %v, error %v", r.Points, byLead.Points, err)
	}
	t.Logf("%.4f points are exact; %v, adjusted %v, by the lead %v", exact, r.Points, r.Adjusted, byLead.Adjusted)
	for _, s := range []arena.Sample{r.Points, r.Adjusted, byLead.Adjusted} {
		if low, high := s.Interval(0.999); low > exact || high < exact {
			t.Errorf("%v, want %v", s, exact)
		}
	}
	if r.Adjusted.Squares > r.Points.Squares/100 || byLead.Adjusted.Squares > 0.95*r.Points.Squares {
		t.Errorf("%+v, adjusted %+v, by the lead %+v", r.Points, r.Adjusted, byLead.Adjusted)
	}

	// The number of workers does not change the result.
	opt.Workers = 2
	two, err := arena.Match(t.Context(), pigOpening(target), best, hold, opt)
	if two.Elapsed = byLead.Elapsed; err != nil || two != byLead {
		t.Errorf("%+v with two workers, %+v with one, error %v", two, byLead, err)
	}
}

func TestFaultsOfLuck(t *testing.T) {
	returns := func(x float64) func(ply.Adversarial) func() float64 {
		return func(ply.Adversarial) func() float64 { return func() float64 { return x } }
	}
	for _, test := range []struct {
		luck func(ply.Adversarial) func() float64
		want string
	}{
		{returns(math.NaN()), "arena: game 0: after [7]: option Luck: the value after 1 is NaN, want a number from -32000 to 32000"},
		{returns(math.Inf(-1)), "option Luck: the value after 1 is -Inf"},
		{returns(32001), "option Luck: the value after 1 is 32001"},
		{func(ply.Adversarial) func() float64 { return nil }, "arena: game 0: option Luck returned nil"},
		{func(ply.Adversarial) func() float64 { panic("no idea") }, "arena: panic of Luck in game 0 after []: no idea"},
		{func(ply.Adversarial) func() float64 { return func() float64 { panic("no idea") } }, "arena: panic of Luck in game 0 after [7]: no idea"},
		{func(position ply.Adversarial) func() float64 {
			g := position.(*testgames.Pig)
			return func() float64 {
				if moves := g.Moves(nil); len(moves) > 0 {
					g.Play(moves[0])
				}
				return 0
			}
		}, "arena: game 0: after [7]: option Luck: the position was not left as it was: its "},
	} {
		r, err := arena.Match(t.Context(), pigOpening(20), holdAt(5), holdAt(5), arena.Options{Games: 2, Luck: test.luck})
		if err == nil || !strings.Contains(err.Error(), test.want) || r.Status != ply.Failed {
			t.Errorf("%+v, error %v, want %s", r, err, test.want)
		}
	}
	// A panic of a player is not one of Luck.
	panics := func() arena.Player[*testgames.Pig, int] {
		return func(_ context.Context, g *testgames.Pig, random *rand.Rand) (int, error) {
			if g.Turn > 0 {
				panic("no idea")
			}
			return testgames.Roll, nil
		}
	}
	_, err := arena.Match(t.Context(), pigOpening(20), panics, panics, arena.Options{Games: 2, Luck: returns(0)})
	if err == nil || !strings.Contains(err.Error(), "panic in game 0") {
		t.Errorf("error %v", err)
	}
}

// BenchmarkLuck measures games of Pig with and without luck.
func BenchmarkLuck(b *testing.B) {
	for name, luck := range map[string]func(ply.Adversarial) func() float64{"plain": nil, "adjusted": lead} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			moves := 0
			for b.Loop() {
				r, err := arena.Match(b.Context(), pigOpening(100), holdAt(20), holdAt(25), arena.Options{Games: 100, Luck: luck})
				if err != nil {
					b.Fatal(err)
				}
				moves += r.Moves
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
		})
	}
}
