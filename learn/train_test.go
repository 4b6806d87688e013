package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/search/alphabeta"
)

// someModel returns a model for the race with random weights.
func someModel(t testing.TB, hidden ...int) *Model {
	t.Helper()
	m, err := NewModel(Model{Game: "race", Inputs: 2, Hidden: hidden}, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func train(t testing.TB, m *Model, set *Set[int], opt Options[int]) Result {
	t.Helper()
	r, err := Train(context.Background(), newRace, m, set, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// someTrajectory returns a trajectory with random features.
func someTrajectory(inputs, n int, random *rand.Rand) *trajectory {
	l := &trajectory{result: 1}
	for i := range n {
		for range inputs {
			l.x = append(l.x, random.NormFloat64())
		}
		l.sign, l.fixed, l.cut = append(l.sign, float64(1-i%2*2)), append(l.fixed, math.NaN()), append(l.cut, false)
	}
	return l
}

func TestGradientIsThatOfFiniteDifferences(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, hidden := range [][]int{nil, {1}, {3}, {4, 2}, {2, 3, 2}} {
		for _, squared := range []bool{false, true} {
			m, err := NewModel(Model{Game: "x", Inputs: 5, Hidden: hidden}, random)
			if err != nil {
				t.Fatal(err)
			}
			for i := range m.Weights {
				m.Weights[i] = random.NormFloat64() / 2
			}
			l, p := someTrajectory(5, 6, random), newPass(m)
			r := rule{squared: squared}
			got := make([]float64, len(m.Weights))
			sum := p.addGradient(m.Weights, l, r, got)
			f := func(w []float64) float64 {
				total := 0.0
				for i, s := range l.sign {
					v, _ := loss(newPass(m).output(w, row{dense: l.x[5*i : 5*i+5]}, make([]float64, p.units)), l.result*s, squared)
					total += v
				}
				return total
			}
			if math.Abs(f(m.Weights)-sum.loss) > 1e-12 {
				t.Errorf("hidden %v: loss %v, want %v", hidden, sum.loss, f(m.Weights))
			}
			want := fd.Gradient(nil, f, m.Weights, &fd.Settings{Formula: fd.Central})
			for i := range want {
				if math.Abs(got[i]-want[i]) > 1e-6*(1+math.Abs(want[i])) {
					t.Errorf("hidden %v, squared %v: derivative %d is %v, want %v", hidden, squared, i, got[i], want[i])
				}
			}
		}
	}
}

// The values of a game by hand, with an explored move and a finished leaf.
func TestTargets(t *testing.T) {
	p := &pass{z: []float64{0.1, 0.2, 0.3, 0.4}}
	v := func(i int) float64 { return math.Tanh(p.z[i]) }
	nan := math.NaN()
	l := &trajectory{sign: []float64{1, -1, 1, -1}, fixed: []float64{nan, nan, nan, nan}, cut: make([]bool, 4), result: 1}
	check := func(name string, want ...float64) {
		t.Helper()
		for i, w := range want {
			if math.Abs(p.targets[i]-w) > 1e-15 {
				t.Errorf("%s: target %d is %v, want %v", name, i, p.targets[i], w)
			}
		}
	}
	p.setTargets(l, rule{})
	check("results", 1, -1, 1, -1)
	p.setTargets(l, rule{td: true, lambda: 1})
	check("TD(1)", 1, -1, 1, -1)
	p.setTargets(l, rule{td: true})
	check("TD(0)", -v(1), -v(2), -v(3), -1)
	p.setTargets(l, rule{td: true, lambda: 0.5})
	check("TD(½)", -v(1)/2+v(2)/4-v(3)/8+1./8, -v(2)/2+v(3)/4-1./4, -v(3)/2+1./2, -1)
	l.cut[2] = true
	p.setTargets(l, rule{td: true, lambda: 1})
	check("an explored move", v(2), -v(2), 1, -1)
	l.cut[2], l.fixed[2] = false, -1
	p.setTargets(l, rule{td: true})
	check("a finished leaf", -v(1), 1, -v(3), -1)
}

func TestTD1EqualsRegression(t *testing.T) {
	set := games(60)
	for _, hidden := range [][]int{nil, {3}} {
		for _, squared := range []bool{false, true} {
			m := someModel(t, hidden...)
			results := train(t, m, set, Options[int]{Epochs: 5, Squared: squared})
			td := train(t, m, set, Options[int]{Epochs: 5, Squared: squared, TD: &TD[int]{Lambda: 1}})
			if !reflect.DeepEqual(results.Model, td.Model) {
				t.Errorf("hidden %v: %v by results, %v by TD(1)", hidden, results.Model.Weights, td.Model.Weights)
			}
			td = train(t, m, set, Options[int]{Epochs: 5, Squared: squared, TD: &TD[int]{Lambda: 0.5}})
			if reflect.DeepEqual(results.Model, td.Model) {
				t.Errorf("hidden %v: the same weights by results and by TD(½)", hidden)
			}
		}
	}
}

// planted is a game whose result is the value of a known linear model of random features.
type planted struct {
	x     []float64
	ended bool
}

func (p *planted) Moves(dst []int) []int {
	if p.ended {
		return dst
	}
	return append(dst, 0)
}
func (p *planted) Play(int)     { p.ended = true }
func (p *planted) Undo(int)     { p.ended = false }
func (p *planted) ToMove() int  { return 0 }
func (p *planted) Outcome() int { return 1 }
func (p *planted) AppendFeatures(dst []float64) []float64 {
	return append(dst, p.x...)
}

func TestLearnsAKnownLinearModel(t *testing.T) {
	want := []float64{0.5, -0.3, 0.8, 0.1} // three weights and a bias
	for name, optimizer := range map[string]Optimizer{
		"descent": SGD{Rate: 0.5, Momentum: 0.5}, "RPROP": RPROP{}, "Adam": Adam{Rate: 0.02}, "L-BFGS": LBFGS{},
	} {
		random := rand.New(rand.NewPCG(5, 6))
		set, positions := &Set[int]{Game: "planted"}, [][]float64(nil)
		for range 1000 {
			x := []float64{2 + 3*random.NormFloat64(), random.NormFloat64(), random.NormFloat64() / 2}
			z := want[3] + dot(want[:3], x)
			positions = append(positions, x)
			set.Records = append(set.Records, Record[int]{Moves: []int{0}, Outcome: int(1e6 * math.Tanh(z))})
		}
		next := -1
		newGame := func() (*planted, error) { next++; return &planted{x: positions[next]}, nil }
		m, err := NewModel(Model{Game: "planted", Inputs: 3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		target := func(outcome int) float64 { return float64(outcome) / 1e6 }
		r, err := Train(context.Background(), newGame, m, set, Options[int]{Optimizer: optimizer, Epochs: 60, Target: target})
		if err != nil {
			t.Fatal(name, err)
		}
		n := compile(r.Model)
		for i, w := range append(slices.Clone(n.last), n.bias) {
			if math.Abs(w-want[i]) > 0.01 {
				t.Errorf("%s: weight %d is %.3f, want about %v", name, i, w, want[i])
			}
		}
	}
}

func TestSameSeedSameWeights(t *testing.T) {
	set := games(80)
	for name, opt := range map[string]Options[int]{
		"results": {}, "TD": {TD: &TD[int]{Lambda: 0.7}, Validation: 0.2}, "RPROP": {Optimizer: RPROP{}}, "L-BFGS": {Optimizer: LBFGS{}},
		"TD-leaf": {TD: &TD[int]{Lambda: 0.7, RefreshEvery: 3, Leaf: &alphabeta.Options[int]{Depth: 2, Direct: true, Win: 1000}}},
	} {
		opt.Epochs = 7
		var first Result
		for _, workers := range []int{1, 1, 2, 5} {
			opt.Workers = workers
			r := train(t, someModel(t, 3), set, opt)
			r.Elapsed = 0
			if first.Model == nil {
				first = r
			} else if !reflect.DeepEqual(r, first) {
				t.Errorf("%s: other weights with %d workers", name, workers)
			}
		}
		opt.Random = rand.NewPCG(7, 8)
		if r := train(t, someModel(t, 3), set, opt); name != "L-BFGS" && name != "RPROP" && reflect.DeepEqual(r.Model, first.Model) {
			t.Errorf("%s: the same weights with another seed", name)
		}
	}
}

func TestResumeEqualsUninterrupted(t *testing.T) {
	set := games(60)
	for name, opt := range map[string]Options[int]{
		"Adam": {Validation: 0.2, Patience: 50}, "RPROP": {Optimizer: RPROP{}}, "descent": {Optimizer: SGD{Momentum: 0.9}, TD: new(TD[int])},
		"TD-leaf": {TD: &TD[int]{Lambda: 0.7, RefreshEvery: 3, Leaf: &alphabeta.Options[int]{Win: 1000}}},
	} {
		opt.Epochs = 11
		whole := train(t, someModel(t, 2), set, opt)
		for _, after := range []int{0, 1, 4, 10} {
			ctx, cancel := context.WithCancel(context.Background())
			part := opt
			part.Progress = func(r Epoch) {
				if r.Number == after {
					cancel()
				}
			}
			if after == 0 {
				part.Epochs = 1
			}
			part.Checkpoint = checkpoint.File{Name: filepath.Join(t.TempDir(), "state")}
			r, err := Train(ctx, newRace, someModel(t, 2), set, part)
			cancel()
			if err != nil || after > 0 && (len(r.Epochs) != after || r.Status != ply.Cancelled) {
				t.Fatalf("%s: %d epochs, %v, %v, want %d, cancelled", name, len(r.Epochs), r.Status, err, after)
			}
			rest := opt
			rest.Checkpoint, rest.Random = part.Checkpoint, rand.NewPCG(99, 99) // the seed is part of the state
			r = train(t, someModel(t, 2), set, rest)
			if !reflect.DeepEqual(r.Model, whole.Model) || !reflect.DeepEqual(r.Epochs, whole.Epochs) {
				t.Errorf("%s: resumed after %d epochs, other weights", name, after)
			}
			if rest.TD == nil {
				rest.Squared = true
			} else {
				td := *rest.TD
				td.Lambda = 0.123
				rest.TD = &td
			}
			if _, err := Train(context.Background(), newRace, someModel(t, 2), set, rest); err == nil || !strings.Contains(err.Error(), "another game") {
				t.Errorf("%s: resumed with other options: %v", name, err)
			}
		}
	}
}

// sparseRace lists the features of a race that are not 0, which are the same numbers.
type sparseRace struct{ *race }

func (s sparseRace) AppendSparse(dst []Feature) []Feature {
	return (&denseList{game: s.race}).AppendSparse(dst)
}

// Sparse features train the same weights as dense ones that are not normalised, for all methods.
func TestTrainOnSparseFeatures(t *testing.T) {
	newSparse := func() (sparseRace, error) {
		g, err := newRace()
		return sparseRace{g}, err
	}
	for _, opt := range []Options[int]{{}, {Optimizer: RPROP{}}, {Optimizer: LBFGS{}}, {TD: &TD[int]{Lambda: 0.7, Leaf: &alphabeta.Options[int]{Win: 1000}}}} {
		for _, hidden := range [][]int{nil, {3}} {
			opt.Epochs = 5
			dense := someModel(t, hidden...)
			dense.Shift, dense.Scale = []float64{0, 0}, []float64{0.1, 0.2}
			want := train(t, dense, games(20), opt)
			got, err := Train(t.Context(), newSparse, dense, games(20), opt)
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range want.Model.Weights {
				if math.Abs(got.Model.Weights[i]-w) > 1e-3*(1+math.Abs(w)) {
					t.Errorf("%T, hidden %v: weights %v, want %v", opt.Optimizer, hidden, got.Model.Weights, want.Model.Weights)
					break
				}
			}
			plain, err := Train(t.Context(), newSparse, someModel(t, hidden...), games(20), opt)
			if err != nil || plain.Model.Shift[0] != 0 || plain.Model.Scale[1] != 1 {
				t.Errorf("shift %v, scale %v: %v", plain.Model.Shift, plain.Model.Scale, err)
			}
		}
	}
}

func TestCheckpoint(t *testing.T) {
	train := func(opt Options[int]) func(checkpoint.Store) (any, error) {
		opt.Epochs = 15
		return func(store checkpoint.Store) (any, error) {
			opt := opt
			opt.Checkpoint = store
			r, err := Train(context.Background(), newRace, someModel(t, 2), games(10), opt)
			r.Elapsed = 0
			return r, err
		}
	}
	savedtest.Check(t, train(Options[int]{Validation: 0.2}), train(Options[int]{Validation: 0.2, Squared: true}))
}

func TestEarlyStopping(t *testing.T) {
	// 15 games cannot determine the weights of 20 units, which soon fit these games only.
	r := train(t, someModel(t, 20), games(15), Options[int]{Optimizer: Adam{Rate: 0.05}, Epochs: 3000, Validation: 0.4, Patience: 30})
	if r.Status != ply.Decided || len(r.Epochs) != r.Best+30 {
		t.Fatalf("%v after %d epochs, the best is %d; want decided 30 after it", r.Status, len(r.Epochs), r.Best)
	}
	last := r.Epochs[len(r.Epochs)-1]
	if r.Best > 0 && !(last.Validation > r.Epochs[r.Best-1].Validation) {
		t.Errorf("loss %v in the last epoch, %v in the best", last.Validation, r.Epochs[r.Best-1].Validation)
	}
}

func TestBadGamesAreErrors(t *testing.T) {
	spoilt := func(after int, fault func(x []float64) []float64) func() (*race, error) {
		return func() (*race, error) {
			g, _ := newRace()
			calls := 0
			g.fault = func(x []float64) []float64 {
				if calls++; calls > after {
					return fault(x)
				}
				return x
			}
			return g, nil
		}
	}
	same := func(x []float64) []float64 { return x }
	for _, test := range []struct {
		name    string
		newGame func() (*race, error)
		change  func(s *Set[int], m *Model, o *Options[int])
		want    string
	}{
		{"more features", spoilt(3, func(x []float64) []float64 { return append(x, 1) }), nil, "learn: f:7: after 4 moves: 3 features, want 2"},
		{"fewer features", spoilt(0, func(x []float64) []float64 { return x[:len(x)-1] }), nil, "learn: f:7: after 1 moves: 1 features, want 2"},
		{"NaN", spoilt(1, func(x []float64) []float64 { x[len(x)-1] = math.NaN(); return x }), nil, "learn: f:7: after 2 moves: feature 1 is NaN"},
		{"infinite", spoilt(1, func(x []float64) []float64 { x[len(x)-2] = math.Inf(-1); return x }), nil, "learn: f:7: after 2 moves: feature 0 is -Inf"},
		{"panic", spoilt(1, func(x []float64) []float64 { panic("oh") }), nil, "learn: f:7: after 2 moves: ply: the game panicked after"},
		{"no file", spoilt(1, func(x []float64) []float64 { return x[:0] }), func(s *Set[int], _ *Model, _ *Options[int]) { s.lines = nil }, "learn: game 0, after 2 moves: 0 features, want 2"},
		{"illegal move", spoilt(0, same), func(s *Set[int], _ *Model, _ *Options[int]) { s.Records[0].Moves = []int{1, 2, 9} }, "learn: f:7: after 2 moves: move 9 is not legal"},
		{"other game", newRace, func(_ *Set[int], m *Model, _ *Options[int]) { m.Game = "chess" }, `learn: a model of "chess" for games of "race": it belongs to another game`},
		{"empty", newRace, func(s *Set[int], _ *Model, _ *Options[int]) { s.Records = nil }, "learn: the set has no position to learn from"},
		{"NaN weight", newRace, func(_ *Set[int], m *Model, _ *Options[int]) { m.Weights[1] = math.NaN() }, "learn: weights: number 2 is NaN"},
		{"target", newRace, func(_ *Set[int], _ *Model, o *Options[int]) { o.Target = func(v int) float64 { return float64(v) } }, "learn: f:7: after 0 moves: option Target of outcome"},
		{"rate", newRace, func(_ *Set[int], _ *Model, o *Options[int]) {
			o.Optimizer = SGD{Rate: math.MaxFloat64, Momentum: 0.9}
		}, "learn: the weights have grown without bound in epoch 2; choose a smaller rate"},
		{"lambda", newRace, func(_ *Set[int], _ *Model, o *Options[int]) { o.TD = &TD[int]{Lambda: 2} }, "learn: Lambda is 2"},
		{"patience", newRace, func(_ *Set[int], _ *Model, o *Options[int]) { o.Patience = 2 }, "learn: Patience"},
		{"batch", newRace, func(_ *Set[int], _ *Model, o *Options[int]) { o.Optimizer, o.Batch = RPROP{}, 2 }, "learn: Batch"},
		{"quiescence", newRace, func(_ *Set[int], _ *Model, o *Options[int]) {
			o.TD = &TD[int]{Leaf: new(alphabeta.Options[int])}
			o.TD.Leaf.Tree.Quiescence = 2
		}, "learn: Leaf has Quiescence"},
		{"L-BFGS", newRace, func(_ *Set[int], _ *Model, o *Options[int]) { o.TD, o.Optimizer = new(TD[int]), LBFGS{} }, "learn: LBFGS is without TD"},
		{"features", newRace, func(_ *Set[int], m *Model, _ *Options[int]) { *m = *Linear("race", 0, 1, 2, 3) }, "learn: f:7: after 1 moves: 2 features, want 3"},
		{"checkpoint", newRace, func(_ *Set[int], _ *Model, o *Options[int]) {
			o.Checkpoint = checkpoint.File{Name: "none/state"}
		}, "learn: checkpoint: "},
	} {
		set, m, opt := games(1), someModel(t), Options[int]{Epochs: 2}
		set.file, set.lines = "f", []int{7}
		if test.change != nil {
			test.change(set, m, &opt)
		}
		r, err := Train(context.Background(), test.newGame, m, set, opt)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || r.Status != ply.Failed {
			t.Errorf("%s: %v, status %v, want %s", test.name, err, r.Status, test.want)
		}
	}
}

func TestTrainKeepsTheModel(t *testing.T) {
	m := Linear("race", 0.3, 0.7, -0.6)
	before := m.Clone()
	// What standardising does must not change the model: with no change to learn, it stays as it was.
	r := train(t, m, games(20), Options[int]{Epochs: 1, Optimizer: SGD{Rate: 1e-300}})
	if !reflect.DeepEqual(m, before) {
		t.Error("Train has changed the model that it was given")
	}
	for _, x := range [][]float64{{3, 4}, {12, 1}, {0, 0}} {
		want, _ := m.Value(x)
		got, err := r.Model.Value(x)
		if err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("value of %v is %v, %v, want %v", x, got, err, want)
		}
	}
}

func BenchmarkEpoch(b *testing.B) {
	set := games(400)
	for _, hidden := range [][]int{nil, {2}, {8}} {
		b.Run(fmt.Sprint(hidden), func(b *testing.B) {
			b.ReportAllocs()
			t, err := prepare(context.Background(), newRace, someModel(b, hidden...), set, &Options[int]{TD: &TD[int]{Lambda: 0.9}})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				t.read()
			}
			b.ReportMetric(float64(positions(t.trajectories))*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
