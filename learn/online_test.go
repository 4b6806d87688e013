package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/expectimax"
)

// track is a game of dice: each side has to bring a token over eight squares. It throws 1, 2 or 3 and then moves by the
// throw or by 2. Whoever arrives first wins one point, or two if the other side still has four squares or more before
// it.
type track struct {
	left    [2]int
	side    int
	throw   int // 0 before the throw
	history [][4]int
	fault   func(list []Feature) []Feature // spoils sparse features
}

const trackLength = 8

func newTrack() (*track, error) { return &track{left: [2]int{trackLength, trackLength}}, nil }

func (t *track) Moves(dst []int) []int {
	switch {
	case t.Finished():
		return dst
	case t.throw == 0:
		return append(dst, 1, 2, 3)
	case t.throw == 2:
		return append(dst, 2)
	}
	return append(dst, 2, t.throw)
}

func (t *track) Play(m int) {
	t.history = append(t.history, [4]int{t.left[0], t.left[1], t.side, t.throw})
	if t.throw == 0 {
		t.throw = m
		return
	}
	t.left[t.side] = max(t.left[t.side]-m, 0)
	t.side, t.throw = 1-t.side, 0
}

func (t *track) Undo(int) {
	last := t.history[len(t.history)-1]
	t.left, t.side, t.throw = [2]int{last[0], last[1]}, last[2], last[3]
	t.history = t.history[:len(t.history)-1]
}

func (t *track) Finished() bool { return t.left[1-t.side] == 0 }

func (t *track) ToMove() int {
	if t.throw == 0 && !t.Finished() {
		return ply.Chance
	}
	return t.side
}

func (t *track) Outcome() int { // of the loser
	if t.left[t.side] >= 4 {
		return -2
	}
	return -1
}

func (t *track) Probabilities(_ []int, dst []float64) []float64 { return append(dst, 0.5, 0.25, 0.25) }
func (t *track) Acyclic() bool                                  { return true }
func (t *track) Viewer() int                                    { return t.side }

const trackFeatures = (trackLength + 1) * (trackLength + 1)

func (t *track) index() int { return t.left[t.side]*(trackLength+1) + t.left[1-t.side] }

func (t *track) AppendFeatures(dst []float64) []float64 {
	dst = append(dst, make([]float64, trackFeatures)...)
	dst[len(dst)-trackFeatures+t.index()] = 1
	return dst
}

// sparseTrack lists its features.
type sparseTrack struct{ *track }

func newSparseTrack() (sparseTrack, error) {
	t, err := newTrack()
	return sparseTrack{t}, err
}

func (t sparseTrack) AppendSparse(dst []Feature) []Feature {
	dst = append(dst, Feature{int32(t.index()), 1})
	if t.fault != nil {
		dst = t.fault(dst)
	}
	return dst
}

// exact returns the probabilities of the outcomes -2, -1, 1 and 2 of best play for the side whose turn it is.
func (t *track) exact() (p [4]float64) {
	moves := t.Moves(nil)
	if len(moves) == 0 {
		p[t.Outcome()+2] = 1
		return p
	}
	best := math.Inf(-1)
	for i, m := range moves {
		side := t.side
		t.Play(m)
		q := t.exact()
		if t.side != side {
			slices.Reverse(q[:])
		}
		t.Undo(m)
		if t.throw == 0 {
			for k := range p {
				p[k] += q[k] * t.Probabilities(nil, nil)[i]
			}
		} else if v := 2*(q[3]-q[0]) + q[2] - q[1]; v > best {
			p, best = q, v
		}
	}
	return p
}

func trackModel(t testing.TB, hidden ...int) *Model {
	t.Helper()
	m, err := NewModel(Model{Game: "track", Inputs: trackFeatures, Hidden: hidden, Outcomes: []int{-2, -1, 1, 2}}, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// With a weight for each position, temporal differences find the probabilities of best play.
func TestOnlineFindsProbabilities(t *testing.T) {
	for _, test := range []struct {
		opt       OnlineOptions
		tolerance float64
	}{
		{OnlineOptions{Games: 60_000}, 0.12},
		{OnlineOptions{Games: 60_000, Lambda: 0.7}, 0.12},
		{OnlineOptions{Games: 60_000, Lambda: 1}, 0.12},
		{OnlineOptions{Games: 20_000, Lookahead: &Lookahead{}}, 0.05},
		{OnlineOptions{Games: 20_000, Lookahead: &Lookahead{Differences: 1}}, 0.05},
	} {
		opt := test.opt
		opt.Optimizer, opt.Explore = SGD{Rate: 20}, 0.3 // to visit all positions
		r, err := TrainOnline(context.Background(), newSparseTrack, trackModel(t), opt)
		if err != nil || r.Status != ply.Complete || r.Games != opt.Games || len(r.Epochs) != 100 {
			t.Fatalf("%+v: %v, %d games, %d epochs: %v", opt, r.Status, r.Games, len(r.Epochs), err)
		}
		g, _ := newTrack()
		random := rand.New(rand.NewPCG(3, 4))
		for !g.Finished() {
			if g.throw == 0 && len(g.history) > 0 {
				want := g.exact()
				got, err := r.Model.Probabilities(g.AppendFeatures(nil))
				if err != nil {
					t.Fatal(err)
				}
				for k := range want {
					if math.Abs(got[k]-want[k]) > test.tolerance {
						t.Errorf("%+v, %v to go, side %d: probabilities %v, want %v", opt, g.left, g.side, got, want)
						break
					}
				}
			}
			moves := g.Moves(nil)
			g.Play(moves[random.IntN(len(moves))])
		}
	}
}

// The same games give the same weights for any number of workers, and for features in both forms.
func TestOnlineWorkers(t *testing.T) {
	opt := OnlineOptions{Games: 200, Lambda: 0.5, Random: rand.NewPCG(5, 6)}
	want, err := TrainOnline(context.Background(), newSparseTrack, trackModel(t, 5), opt)
	if err != nil {
		t.Fatal(err)
	}
	want.Elapsed = 0
	for _, workers := range []int{2, 7, 100} {
		opt.Workers, opt.Random = workers, rand.NewPCG(5, 6)
		got, err := TrainOnline(context.Background(), newTrack, trackModel(t, 5), opt)
		got.Elapsed = 0
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: another result, %v", workers, err)
		}
	}
}

// Without chance, games differ by their openings. A model of one output learns who wins the race to the last stone.
func TestOnlineWithoutChance(t *testing.T) {
	m := someModel(t, 10)
	m.Scale = []float64{0.1, 0.1}
	opt := OnlineOptions{Games: 3000, Lambda: 0.8, Optimizer: Adam{Rate: 0.01}, Opening: 2, Explore: 0.1}
	r, err := TrainOnline(context.Background(), newRace, m, opt)
	if err != nil {
		t.Fatal(err)
	}
	ahead, _ := r.Model.Value([]float64{10, 3})
	behind, _ := r.Model.Value([]float64{3, 10})
	if ahead < 0.8 || behind > -0.8 {
		t.Errorf("with 10 stones against 3 the value is %v, with 3 against 10 %v", ahead, behind)
	}
	if first, last := r.Epochs[0].Loss, r.Epochs[99].Loss; last > 0.7*first {
		t.Errorf("the loss is %v at first and %v at last", first, last)
	}
}

func TestOnlineCheckpoint(t *testing.T) {
	train := func(lambda float64) func(checkpoint.Store) (any, error) {
		return func(store checkpoint.Store) (any, error) {
			opt := OnlineOptions{Games: 150, Lambda: lambda, Batch: 4, Checkpoint: store}
			r, err := TrainOnline(context.Background(), newSparseTrack, trackModel(t, 3), opt)
			r.Elapsed = 0
			return r, err
		}
	}
	savedtest.Check(t, train(0.5), train(0.6))
}

func TestOnlineCancelled(t *testing.T) {
	for _, parts := range []int{0, 1, 37} {
		ctx, cancel := context.WithCancel(context.Background())
		if parts == 0 {
			cancel()
		}
		opt := OnlineOptions{Games: 1000, Workers: 3, Progress: func(e Epoch) {
			if e.Number == parts {
				cancel()
			}
		}}
		r, err := TrainOnline(ctx, newSparseTrack, trackModel(t, 3), opt)
		cancel()
		if err != nil || r.Status != ply.Cancelled || r.Games > 10*parts+8 || r.Games < 10*parts || r.Model == nil || len(r.Epochs) != parts {
			t.Errorf("cancelled after %d parts: %v after %d games, %v", parts, r.Status, r.Games, err)
		}
	}
}

// imperfectTrack says that it hides information.
type imperfectTrack struct{ sparseTrack }

func (imperfectTrack) AppendInformation(dst []byte, _ int) []byte { return dst }

func TestOnlineErrors(t *testing.T) {
	spoilt := func(fault func(list []Feature) []Feature) func() (sparseTrack, error) {
		return func() (sparseTrack, error) {
			g, err := newSparseTrack()
			g.fault = fault
			return g, err
		}
	}
	whole := func(list []Feature) []Feature { return list }
	other := trackModel(t)
	other.Outcomes = []int{-3, -1, 1, 3}
	broken := errors.New("no such game")
	for _, test := range []struct {
		name    string
		newGame func() (sparseTrack, error)
		model   *Model
		opt     OnlineOptions
		want    string
	}{
		{"no games", nil, trackModel(t), OnlineOptions{}, "training needs a function"},
		{"no model", newSparseTrack, nil, OnlineOptions{}, "training needs a function"},
		{"no game", func() (sparseTrack, error) { return sparseTrack{}, broken }, trackModel(t), OnlineOptions{}, "learn: game 0, after []: no such game"},
		{"games", newSparseTrack, trackModel(t), OnlineOptions{Games: -1}, "Games is -1"},
		{"lambda", newSparseTrack, trackModel(t), OnlineOptions{Lambda: math.NaN()}, "Lambda is NaN"},
		{"rate", newSparseTrack, trackModel(t), OnlineOptions{Optimizer: SGD{Rate: math.Inf(1)}}, "finite rate"},
		{"great rate", newSparseTrack, trackModel(t), OnlineOptions{Optimizer: Adam{Rate: 1e300}}, "without bound"},
		{"optimizer", newSparseTrack, trackModel(t), OnlineOptions{Optimizer: RPROP{}}, "Optimizer is learn.RPROP"},
		{"batch", newSparseTrack, trackModel(t), OnlineOptions{Batch: -1}, "Batch is -1"},
		{"great batch", newSparseTrack, trackModel(t), OnlineOptions{Batch: 1 << 30}, "Batch is 1073741824"},
		{"features", newSparseTrack, &Model{Inputs: 90, Weights: make([]float64, 4*91), Outcomes: other.Outcomes}, OnlineOptions{}, "81 features, want 90"},
		{"opening", newSparseTrack, trackModel(t), OnlineOptions{Opening: -1}, "Opening is -1"},
		{"explore", newSparseTrack, trackModel(t), OnlineOptions{Explore: 1.5}, "Explore is 1.5"},
		{"margin", newSparseTrack, trackModel(t), OnlineOptions{Lookahead: &Lookahead{Margin: math.NaN()}}, "Lookahead is {Margin:NaN Differences:0}"},
		{"differences", newSparseTrack, trackModel(t), OnlineOptions{Lookahead: &Lookahead{Differences: math.Inf(1)}}, "Differences:+Inf"},
		{"λ and lookahead", newSparseTrack, trackModel(t), OnlineOptions{Lookahead: &Lookahead{}, Lambda: 0.5}, "Lambda is 0.5, want 0 with Lookahead"},
		{"moves", newSparseTrack, trackModel(t), OnlineOptions{MaxMoves: -1}, "MaxMoves is -1"},
		{"workers", newSparseTrack, trackModel(t), OnlineOptions{Workers: -1}, "Workers is -1"},
		{"outcome", newSparseTrack, other, OnlineOptions{}, "one of the outcomes of the model: [-3 -1 1 3]"},
		{"index", spoilt(func(list []Feature) []Feature { return append(list, Feature{trackFeatures, 1}) }), trackModel(t), OnlineOptions{}, "in the order of their indices, from 0 to 80"},
		{"order", spoilt(func(list []Feature) []Feature { return append(list, Feature{1, 1}) }), trackModel(t), OnlineOptions{}, "in the order of their indices"},
		{"NaN", spoilt(func(list []Feature) []Feature { list[0].Value = float32(math.NaN()); return list }), trackModel(t), OnlineOptions{}, "without bound"},
		{"panic", spoilt(func(list []Feature) []Feature { panic("oh") }), trackModel(t), OnlineOptions{}, "ply: the game panicked"},
		{"fits", spoilt(whole), trackModel(t), OnlineOptions{Games: 1}, ""},
	} {
		r, err := TrainOnline(context.Background(), test.newGame, test.model, test.opt)
		if test.want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || r.Status != ply.Failed {
			t.Errorf("%s: %v, %v, want an error with %q", test.name, r.Status, err, test.want)
		}
	}
	hidden := func() (imperfectTrack, error) {
		g, err := newSparseTrack()
		return imperfectTrack{g}, err
	}
	if _, err := TrainOnline(context.Background(), hidden, trackModel(t), OnlineOptions{}); !errors.Is(err, ply.ErrImperfect) {
		t.Errorf("hidden information: %v", err)
	}
	if _, err := Train(context.Background(), newTrack, trackModel(t), &Set[int]{Game: "track"}, Options[int]{}); err == nil || !strings.Contains(err.Error(), "TrainOnline") {
		t.Errorf("training on a set with several outcomes: %v", err)
	}
}

// A game that is too long ends with the value of its last position, which trains nothing there with λ = 1.
func TestOnlineMaxMoves(t *testing.T) {
	r, err := TrainOnline(context.Background(), newSparseTrack, trackModel(t), OnlineOptions{Games: 20, Lambda: 1, MaxMoves: 2})
	if err != nil || r.Nodes != 20 {
		t.Fatalf("%d positions, want 20: %v", r.Nodes, err)
	}
	for i, w := range r.Model.Weights {
		if w != 0 {
			t.Fatalf("weight %d is %v, want 0 as before", i, w)
		}
	}
}

// The gradient equals differences of the loss.
func TestColumnGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, hidden := range [][]int{nil, {3}, {9, 4}} {
		for _, outputs := range []Model{{}, {Outcomes: []int{-2, -1, 1, 2}}, {Outcomes: []int{-5, 0, 5}}, {Players: 3}} {
			outputs.Game, outputs.Inputs, outputs.Hidden = "x", 6, hidden
			outcomes := outputs.Outcomes
			m, err := NewModel(outputs, rand.NewPCG(1, 2))
			if err != nil {
				t.Fatal(err)
			}
			for i := range m.Weights {
				m.Weights[i] = random.NormFloat64() / 2
			}
			m.Shift, m.Scale = []float64{1, 0, 0, 0.5, 0, 0}, []float64{1, 2, 0.5, 1, 1, 1}
			x := []float64{0, 1, -2, 0.5, 0, 3}
			h := m.head()
			target := make([]float64, m.outputs())
			if target[0] = 0.3; outcomes != nil {
				target[1] = 0.7
			}
			// The model without Shift and Scale computes the same.
			plain := m.Clone()
			weights := columnsOf(m)
			weights.store(plain)
			before, _ := m.Value(x)
			if after, err := plain.Value(x); err != nil || math.Abs(after-before) > 1e-6 || plain.Shift != nil || plain.Scale != nil {
				t.Errorf("hidden %v, outcomes %v: value %v without shift, want %v: %v", hidden, outcomes, after, before, err)
			}
			g := newColumnGradient(newColumnNetwork(weights))
			list := (&denseList{game: given(x)}).AppendSparse(nil)
			outputs, _ := g.outputs(list)
			estimate, slopes := make([]float64, len(outputs)), make([]float32, weights.width())
			h.estimate(outputs, estimate)
			for k := range estimate {
				slopes[k] = float32(estimate[k] - target[k])
			}
			g.add(slopes)
			got := plain.Clone()
			g.sums.store(got)
			loss := func() float64 {
				return h.loss(h.of(newColumnNetwork(columnsOf(plain)), x), target)
			}
			for i := range plain.Weights {
				const step = 1e-2
				w := plain.Weights[i]
				plain.Weights[i] = w + step
				up := loss()
				plain.Weights[i] = w - step
				down := loss()
				plain.Weights[i] = w
				if want := (up - down) / (2 * step); math.Abs(got.Weights[i]-want) > 2e-3*(1+math.Abs(want)) {
					t.Fatalf("hidden %v, outcomes %v: derivative by weight %d is %v, want %v", hidden, outcomes, i, got.Weights[i], want)
				}
			}
		}
	}
}

// Evaluators of a game with sparse features, with a view in positions of chance, and of several outcomes agree with the
// model.
func TestEvaluatorOfOutcomes(t *testing.T) {
	for _, outcomes := range [][]int{nil, {-2, -1, 1, 2}} {
		m, err := NewModel(Model{Game: "track", Inputs: trackFeatures, Hidden: []int{4}, Outcomes: outcomes}, rand.NewPCG(1, 2))
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Weights {
			m.Weights[i] *= 5
		}
		greatest := 1.0
		if outcomes != nil {
			greatest = 2
		}
		g, _ := newTrack()
		evaluators := []expectimax.Evaluator{
			ForExpectimax[int](m, 1)(g), ForExpectimax[int](m, 1)(sparseTrack{g}),
		}
		for range 4 {
			for _, move := range []int{1, 2} {
				want, err := m.Value(g.AppendFeatures(nil))
				if err != nil {
					t.Fatal(err)
				}
				if g.ToMove() == ply.Chance && g.side == 1 {
					want = -want
				}
				for i, e := range evaluators {
					if v := e.Expectation(); math.Abs(v-greatest*want) > 1e-5 {
						t.Errorf("outcomes %v, evaluator %d: expectation %v, want %v", outcomes, i, v, greatest*want)
					}
				}
				g.Play(move)
			}
		}
		for !g.Finished() {
			g.Play(g.Moves(nil)[0])
		}
		if outcomes == nil {
			continue // an outcome of 1 among others is an error, which other tests cover
		}
		for i, e := range evaluators {
			if v := e.Expectation(); v != float64(g.Outcome()) {
				t.Errorf("evaluator %d of a finished game: %v, want %d", i, v, g.Outcome())
			}
		}
		if e := ForAlphaBeta[int](m, 0)(g); e.Evaluate() != g.Outcome() {
			t.Errorf("evaluation %d, want %d", e.Evaluate(), g.Outcome())
		}
	}
}

// Trees of puct take values and priors from a model of several outcomes.
func TestPUCTOfOutcomes(t *testing.T) {
	evaluate, err := ForPUCT[sparseTrack, int](trackModel(t, 3), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := newSparseTrack()
	g.Play(3)
	r, err := puct.Search(context.Background(), g, evaluate, ply.Limits{Nodes: 300}, puct.Options[int]{})
	if err != nil || len(r.Line) == 0 {
		t.Fatalf("line %v: %v", r.Line, err)
	}
}

func TestOutcomesAreChecked(t *testing.T) {
	for _, outcomes := range [][]int{{}, {1}, {-1, 2}, {1, -1}, {-1, -1, 1, 1}, make([]int, 5000)} {
		m := trackModel(t)
		m.Outcomes = outcomes
		if m.Check() == nil {
			t.Errorf("outcomes %v are taken", outcomes)
		}
	}
	if _, err := someModel(t).Probabilities([]float64{1, 2}); err == nil {
		t.Error("a model of one output has probabilities")
	}
	name := t.TempDir() + "/m.json"
	m := trackModel(t, 2)
	if err := m.Save(name); err != nil {
		t.Fatal(err)
	}
	if read, err := Load(name, "track"); err != nil || !reflect.DeepEqual(read, m) {
		t.Errorf("%v, read %+v", err, read)
	}
}

// unorderedTrack breaks a law of Sparse, and otherTrack one of Viewer.
type unorderedTrack struct{ sparseTrack }

func (t unorderedTrack) AppendSparse(dst []Feature) []Feature {
	return append(dst, Feature{int32(t.index()), 1}, Feature{0, 1})
}

type otherTrack struct{ sparseTrack }

func (t otherTrack) Viewer() int { return 2 }

type paleTrack struct{ sparseTrack }

func (t paleTrack) AppendSparse(dst []Feature) []Feature {
	return append(dst, Feature{int32(t.index()), 2})
}

func TestLawsOfSparse(t *testing.T) {
	if err := CheckFeatures(newSparseTrack, 10, nil); err != nil {
		t.Error(err)
	}
	check := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	sparse := func() sparseTrack { g, _ := newSparseTrack(); return g }
	check(CheckFeatures(func() (unorderedTrack, error) { return unorderedTrack{sparse()}, nil }, 10, nil), "order")
	check(CheckFeatures(func() (paleTrack, error) { return paleTrack{sparse()}, nil }, 10, nil), "AppendSparse")
	check(CheckFeatures(func() (otherTrack, error) { return otherTrack{sparse()}, nil }, 10, nil), "Viewer")
}

// crown is a game of three players in turn. A player moves its token by 1 or 2, but 2 only if its number is not that of
// the round modulo 3. Whoever first has moved by 6 wins; the player before the winner in turn loses, and the third
// draws.
type crown struct {
	moved [3]int
	moves []int
}

func newCrown() (*crown, error) { return new(crown), nil }

func (c *crown) Players() int   { return 3 }
func (c *crown) ToMove() int    { return len(c.moves) % 3 }
func (c *crown) Finished() bool { return slices.Max(c.moved[:]) >= 6 }

func (c *crown) Moves(dst []int) []int {
	switch {
	case c.Finished():
		return dst
	case len(c.moves)/3%3 == c.ToMove():
		return append(dst, 1)
	}
	return append(dst, 1, 2)
}

func (c *crown) Play(m int) {
	c.moved[c.ToMove()] += m
	c.moves = append(c.moves, m)
}

func (c *crown) Undo(m int) {
	c.moves = c.moves[:len(c.moves)-1]
	c.moved[c.ToMove()] -= m
}

func (c *crown) Outcomes(values []int) {
	for p, n := range c.moved {
		values[p] = 0
		if n >= 6 {
			values[p], values[(p+2)%3] = 1, -1
		}
	}
	if c.moved[1] >= 6 { // the loop has set the loser first
		values[0] = -1
	}
	if c.moved[2] >= 6 {
		values[1] = -1
	}
}

func (c *crown) Clone() *crown { return &crown{c.moved, slices.Clone(c.moves)} }

func (c *crown) AppendFeatures(dst []float64) []float64 {
	at, base := len(dst), c.ToMove()
	dst = append(dst, make([]float64, 3*7+3)...)
	for i := range 3 {
		dst[at+i*7+min(c.moved[(base+i)%3], 6)] = 1
	}
	dst[at+21+(base-len(c.moves)/3%3+3)%3] = 1
	return dst
}

// exact returns the values of the players if each plays the best move for itself, of equals the first.
func (c *crown) exact() (best [3]float64) {
	if c.Finished() {
		var values [3]int
		c.Outcomes(values[:])
		for p, v := range values {
			best[p] = float64(v)
		}
		return best
	}
	for i, m := range c.Moves(nil) {
		me := c.ToMove()
		c.Play(m)
		values := c.exact()
		c.Undo(m)
		if i == 0 || values[me] > best[me] {
			best = values
		}
	}
	return best
}

// Of three players, each learns its own value, and a tree takes the values from the model.
func TestOnlineOfSeveralPlayers(t *testing.T) {
	m, err := NewModel(Model{Game: "crown", Inputs: 24, Hidden: []int{24}, Players: 3}, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	opt := OnlineOptions{Games: 20_000, Lambda: 0.8, Explore: 0.2, Optimizer: Adam{Rate: 0.005}}
	r, err := TrainOnline(t.Context(), newCrown, m, opt)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := newCrown()
	evaluate, err := ForPUCT[*crown, int](r.Model, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	for !g.Finished() {
		want := g.exact()
		leaf := &puct.Leaf[*crown, int]{Position: g, Moves: g.Moves(nil), Values: make([]float64, 3), Priors: make([]float32, len(g.Moves(nil)))}
		if err := evaluate(t.Context(), []*puct.Leaf[*crown, int]{leaf}); err != nil {
			t.Fatal(err)
		}
		for p, v := range leaf.Values {
			if len(g.moves) > 2 && math.Abs(v-want[p]) > 0.3 {
				t.Errorf("after %v: values %.2f, want %v", g.moves, leaf.Values, want)
				break
			}
		}
		moves := g.Moves(nil)
		best := 0
		for i := range moves {
			if leaf.Priors[i] > leaf.Priors[best] {
				best = i
			}
		}
		g.Play(moves[best])
	}
	found, err := puct.Search(t.Context(), new(crown), evaluate, ply.Limits{Nodes: 500}, puct.Options[int]{})
	if want := new(crown).exact(); err != nil || math.Abs(found.Means[0]-want[0]) > 0.3 {
		t.Errorf("the tree has the values %v, want %v: %v", found.Means, want, err)
	}
}

// A model for other players than the game has is refused by name.
func TestOtherPlayers(t *testing.T) {
	three, _ := NewModel(Model{Game: "x", Inputs: 24, Players: 4}, nil)
	if _, err := TrainOnline(t.Context(), newCrown, three, OnlineOptions{}); err == nil || !strings.Contains(err.Error(), "*learn.crown has 3 players, and the model is for 4") {
		t.Error(err)
	}
	if _, err := TrainOnline(t.Context(), newTrack, three, OnlineOptions{}); err == nil || !strings.Contains(err.Error(), "*learn.track is no ply.Multiplayer") {
		t.Error(err)
	}
	if _, err := TrainOnline(t.Context(), newCrown, trackModel(t), OnlineOptions{}); err == nil || !strings.Contains(err.Error(), "*learn.crown is no ply.Adversarial") {
		t.Error(err)
	}
	both := trackModel(t)
	both.Players = 4
	if err := both.Check(); err == nil || !strings.Contains(err.Error(), "players: the model has Outcomes") {
		t.Error(err)
	}
}

func BenchmarkTrainOnline(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			games := 0
			for b.Loop() {
				r, err := TrainOnline(context.Background(), newSparseTrack, trackModel(b, 40), OnlineOptions{Games: 2000, Workers: workers})
				if err != nil {
					b.Fatal(err)
				}
				games += r.Games
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
