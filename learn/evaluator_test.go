package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/expectimax"
)

// unsure hides that a game is a Finisher.
type unsure struct{ race *race }

func (u unsure) Moves(dst []int) []int                  { return u.race.Moves(dst) }
func (u unsure) Play(n int)                             { u.race.Play(n) }
func (u unsure) Undo(n int)                             { u.race.Undo(n) }
func (u unsure) ToMove() int                            { return u.race.ToMove() }
func (u unsure) Outcome() int                           { return u.race.Outcome() }
func (u unsure) AppendFeatures(dst []float64) []float64 { return u.race.AppendFeatures(dst) }

func TestEvaluatorIsTheModel(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, hidden := range [][]int{nil, {1}, {8}, {3, 2}} {
		m := someModel(t, hidden...)
		for i := range m.Weights {
			m.Weights[i] = random.NormFloat64() / 3
		}
		m.Shift, m.Scale = []float64{1, -2}, []float64{0.5, 2}
		g, _ := newRace()
		e, err := newEvaluator[int](g, m, 1000)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := newEvaluator[int](unsure{g}, m, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for !g.Finished() {
			value, err := m.Value(g.AppendFeatures(nil))
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(e.Value()-value) > 1e-6 || math.Abs(e.Expectation()-1000*value) > 1e-3 {
				t.Errorf("hidden %v: value %v, expectation %v, want %v", hidden, e.Value(), e.Expectation(), value)
			}
			want := max(-999, min(999, math.Atanh(value)*1000/16))
			if v := e.Evaluate(); math.Abs(float64(v)-want) > 0.501 || slow.Evaluate() != v {
				t.Errorf("hidden %v: evaluation %d and %d, want %v", hidden, v, slow.Evaluate(), want)
			}
			g.Play(1 + random.IntN(3))
		}
		if e.Evaluate() != -1000 || slow.Evaluate() != -1000 || e.Value() != -1 || e.Expectation() != -1000 {
			t.Errorf("a lost game is worth %d, %v and %v", e.Evaluate(), e.Value(), e.Expectation())
		}
	}
}

// Sure positions are worth less than won games, however great the weights are.
func TestEvaluationsAreWithinOutcomes(t *testing.T) {
	g, _ := newRace()
	for _, win := range []int{1, 2, 100, 1000, 0} {
		for _, weight := range []float64{1e30, -1e30, 0} {
			e, err := newEvaluator[int](g, Linear("race", 0, weight, 0), win)
			if err != nil {
				t.Fatal(err)
			}
			most := win - 1
			if win == 0 {
				most = ply.MaxValue - 1
			}
			want := map[bool]int{true: most, false: -most}[weight > 0]
			if weight == 0 {
				want = 0
			}
			if v := e.Evaluate(); v != want {
				t.Errorf("win %d, weight %v: %d, want %d", win, weight, v, want)
			}
		}
	}
}

func TestEvaluatorAllocatesNothing(t *testing.T) {
	g, _ := newRace()
	for _, hidden := range [][]int{nil, {8}} {
		for _, game := range []Game[int]{g, unsure{g}} {
			e, err := newEvaluator(game, someModel(t, hidden...), 1000)
			if err != nil {
				t.Fatal(err)
			}
			e.Evaluate()
			if n := testing.AllocsPerRun(100, func() { e.Evaluate(); e.Expectation() }); n > 0 {
				t.Errorf("hidden %v, %T: %v allocations", hidden, game, n)
			}
		}
	}
}

func TestBadEvaluatorsAreErrors(t *testing.T) {
	g, _ := newRace()
	for _, test := range []struct {
		m    *Model
		win  int
		want string
	}{
		{Linear("race", 0, 1), 0, `learn: a model of "race" for *learn.race: 2 features, want 1`},
		{Linear("race", math.NaN(), 1, 1), 0, "learn: weights: number 3 is NaN"},
		{&Model{Inputs: 2}, 0, "learn: weights: 0 weights, want 3"},
		{&Model{Inputs: -2}, 0, "learn: inputs: -2 features"},
		{&Model{Inputs: 2, Hidden: []int{0}}, 0, "learn: hidden: 0 units in hidden layer 1"},
		{Linear("race", 0, 1, 1), -1, "learn: an outcome of -1"},
	} {
		_, err := newEvaluator[int](g, test.m, test.win)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// What goes wrong in an evaluator is an error of the search.
func TestSearchesReportBadFeatures(t *testing.T) {
	for name, test := range map[string]struct {
		model *Model
		win   int
		fault func(x []float64) []float64
		want  string
	}{
		"more":     {Linear("race", 0, 1, 1), 1000, func(x []float64) []float64 { return append(x, 1) }, "3 features, want 2"},
		"none":     {Linear("race", 0, 1, 1), 1000, func(x []float64) []float64 { return nil }, "0 features, want 2"},
		"NaN":      {Linear("race", 0, 1, 1), 1000, func(x []float64) []float64 { x[1] = math.NaN(); return x }, "feature 1 is NaN"},
		"infinite": {Linear("race", 0, 1, 1), 1000, func(x []float64) []float64 { x[0] = math.Inf(1); return x }, "feature 0 is +Inf"},
		"great":    {Linear("race", 0, 1e300, 1), 1000, func(x []float64) []float64 { x[0] = 1e300; return x }, "so great that"},
		"win":      {Linear("race", 0, 1, 1), 0, nil, "an outcome of -1000 in *learn.race lies among the evaluations"},
		"no room":  {Linear("race", 0, 1, 1), 5, nil, "an outcome of 5 for a won game, want 100 or more"},
	} {
		g, _ := newRace()
		if g.piles = [2]int{4, 4}; test.fault == nil {
			g.piles = [2]int{2, 2}
		}
		calls := 0
		g.fault = func(x []float64) []float64 {
			if calls++; calls < 2 || test.fault == nil {
				return x
			}
			return test.fault(x)
		}
		_, err := alphabeta.AlphaBeta(context.Background(), g, ply.Limits{}, alphabeta.Options[int]{Depth: 3, Evaluator: ForAlphaBeta[int](test.model, test.win), Direct: true})
		var panicked *ply.GamePanic
		if !errors.As(err, &panicked) || errors.Unwrap(panicked) == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	g, _ := newRace()
	g.piles = [2]int{4, 4}
	sparse := sparseRace{g}
	calls := 0
	g.fault = func(x []float64) []float64 {
		if calls++; calls > 2 {
			x[1] = math.NaN()
		}
		return x
	}
	_, err := alphabeta.AlphaBeta(context.Background(), sparse, ply.Limits{}, alphabeta.Options[int]{Depth: 3, Evaluator: ForAlphaBeta[int](Linear("race", 0, 1, 1), 1000), Direct: true})
	if err == nil || !strings.Contains(err.Error(), "feature 1 is NaN") {
		t.Errorf("sparse features: %v", err)
	}
	g, _ = newRace()
	silent := struct{ ply.AdversarialGame[int] }{g}
	_, err = alphabeta.AlphaBeta(context.Background(), silent, ply.Limits{}, alphabeta.Options[int]{Depth: 3, Evaluator: ForAlphaBeta[int](Linear("race", 0, 1, 1), 1000), Direct: true})
	if err == nil || !strings.Contains(err.Error(), "states no features") {
		t.Errorf("a game without features: %v", err)
	}
}

// All searches find the winning move by a good model: to leave the other side as few stones as possible.
func TestSearchesByAModel(t *testing.T) {
	m := Linear("race", 0, 0.3, -0.3)
	ctx := context.Background()
	g, _ := newRace()
	ab, err := alphabeta.Search(ctx, g, ply.Limits{}, alphabeta.Options[int]{Depth: 3, Evaluator: ForAlphaBeta[int](m, 1000), Direct: true})
	if err != nil || ab.Line[0] != 3 {
		t.Errorf("alpha-beta: %v, %v", ab.Line, err)
	}
	ex, err := expectimax.Search(ctx, g, ply.Limits{}, expectimax.Options[int]{Depth: 3, Evaluator: ForExpectimax[int](m, 1000)})
	if err != nil || ex.Line[0] != 3 {
		t.Errorf("expectimax: %v, %v", ex.Line, err)
	}
	for _, game := range []Game[int]{g, unsure{g}} {
		evaluate, err := ForPUCT[Game[int]](m, 0.2)
		if err != nil {
			t.Fatal(err)
		}
		leaf := &puct.Leaf[Game[int], int]{Position: game, Moves: game.Moves(nil), Priors: make([]float32, 3)}
		if err := evaluate(ctx, []*puct.Leaf[Game[int], int]{leaf}); err != nil {
			t.Fatal(err)
		}
		// After move n the other side is worth tanh(0.3 (12-n-12)).
		for i := range 2 {
			want := math.Exp((math.Tanh(0.3*float64(i+1)) - math.Tanh(0.3*3)) / 0.2)
			if leaf.Value != 0 || math.Abs(float64(leaf.Priors[i])-want) > 1e-6 || leaf.Priors[2] != 1 {
				t.Errorf("value %v and priors %v, want 0 and %v for move %d", leaf.Value, leaf.Priors, want, i)
			}
		}
		leaves := []*puct.Leaf[Game[int], int]{leaf}
		if n := testing.AllocsPerRun(100, func() { _ = evaluate(ctx, leaves) }); n > 0.5 {
			t.Errorf("%T: %v allocations", game, n)
		}
	}
	for _, temperature := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := ForPUCT[*race](m, temperature); err == nil {
			t.Errorf("no error for a temperature of %v", temperature)
		}
	}
	if _, err := ForPUCT[*race](Linear("race", math.NaN(), 1), 1); err == nil {
		t.Error("no error for a model with NaN")
	}
}

// counted is a game with a dozen cheap features, which shows the cost of the evaluator.
type counted struct {
	race
	counts [12]int8
}

func (c *counted) AppendFeatures(dst []float64) []float64 {
	for i := range c.counts {
		dst = append(dst, float64(c.counts[i]))
	}
	return dst
}

// byHand evaluates like a linear model or one with a hidden layer of 8 units, written for this game.
type byHand struct {
	g       *counted
	weights [13]float64
	hidden  [8][13]float64
	out     [9]float64
}

func (h *byHand) linear() int {
	if h.g.Finished() {
		return h.g.Outcome()
	}
	var x [12]float64
	h.g.AppendFeatures(x[:0])
	sum := h.weights[12]
	for i := range x {
		sum += x[i] * h.weights[i]
	}
	return max(-999, min(999, int(math.Round(sum*1000/16))))
}

func (h *byHand) network() int {
	if h.g.Finished() {
		return h.g.Outcome()
	}
	var x [12]float64
	h.g.AppendFeatures(x[:0])
	sum := h.out[8]
	for u := range h.hidden {
		s := h.hidden[u][12]
		for i := range x {
			s += x[i] * h.hidden[u][i]
		}
		sum += h.out[u] * math.Tanh(s)
	}
	return max(-999, min(999, int(math.Round(sum*1000/16))))
}

func countedBy(b *testing.B, hidden ...int) (*byHand, *evaluator) {
	random := rand.New(rand.NewPCG(1, 2))
	g := &counted{race: race{piles: [2]int{5, 5}}}
	for i := range g.counts {
		g.counts[i] = int8(random.IntN(9))
	}
	m, err := NewModel(Model{Game: "counted", Inputs: 12, Hidden: hidden}, random)
	if err != nil {
		b.Fatal(err)
	}
	for i := range m.Weights {
		m.Weights[i] = random.NormFloat64() / 20
	}
	h := &byHand{g: g}
	if len(hidden) == 0 {
		copy(h.weights[:], m.Weights)
	} else {
		for u := range h.hidden {
			copy(h.hidden[u][:], m.Weights[13*u:])
		}
		copy(h.out[:], m.Weights[13*8:])
	}
	e, err := newEvaluator[int](g, m, 1000)
	if err != nil {
		b.Fatal(err)
	}
	return h, e
}

// The cost of an evaluation relative to a handwritten one. Both are timed in turn in runs of 200 evaluations, short
// enough that some are not disturbed, and compared by their quickest ones.
func BenchmarkEvaluate(b *testing.B) {
	for _, hidden := range [][]int{nil, {8}} {
		h, e := countedBy(b, hidden...)
		hand := h.linear
		if hidden != nil {
			hand = h.network
		}
		if hand() != e.Evaluate() {
			b.Fatalf("%d by hand, %d by the model", hand(), e.Evaluate())
		}
		b.Run(fmt.Sprintf("hidden=%v", hidden), func(b *testing.B) {
			b.ReportAllocs()
			const run = 200
			least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				for i, evaluate := range []func() int{hand, e.Evaluate} {
					start := time.Now()
					for range run {
						evaluate()
					}
					least[i] = min(least[i], time.Since(start))
				}
			}
			b.ReportMetric(float64(least[0].Nanoseconds())/run, "ns/hand")
			b.ReportMetric(float64(least[1].Nanoseconds())/run, "ns/model")
			b.ReportMetric(float64(least[1])/float64(least[0]), "model/hand")
		})
	}
}

func TestTanh(t *testing.T) {
	for x := -40.0; x <= 40; x += 1.0 / 512 {
		if got, want := tanh(x), math.Tanh(x); math.Abs(got-want) > 2.7e-7 {
			t.Errorf("tanh %v is %v, want %v", x, got, want)
		}
	}
}
