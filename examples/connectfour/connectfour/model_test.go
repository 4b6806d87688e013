package connectfour

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts/puct"
)

// random returns a position after some random moves.
func random(r *rand.Rand, moves int) *Game {
	g := new(Game)
	for range moves {
		legal := g.Moves(nil)
		if len(legal) == 0 {
			break
		}
		g.Play(legal[r.IntN(len(legal))])
	}
	return g
}

func TestLines(t *testing.T) {
	if len(lines) != 69 { // 24 across, 21 upright, 12 in each slant
		t.Errorf("%d lines of four, want 69", len(lines))
	}
	seen := map[uint64]bool{}
	for _, line := range lines {
		if seen[line] || !fourInLine(line) || bits.OnesCount64(line) != 4 {
			t.Errorf("%#x is no line, or is there twice", line)
		}
		seen[line] = true
	}
}

// evaluate evaluates a position by a model.
func evaluate(t testing.TB, m *Model, g *Game) *puct.Leaf[*Game, Drop] {
	t.Helper()
	l := &puct.Leaf[*Game, Drop]{Position: g, Moves: g.Moves(nil)}
	l.Priors = make([]float32, len(l.Moves))
	if err := m.Evaluate(context.Background(), []*puct.Leaf[*Game, Drop]{l}); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestModelIsSymmetric checks that images are evaluated alike, and that every feature occurs.
func TestModelIsSymmetric(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	m := new(Model)
	for i := range m.Value {
		m.Value[i] = r.NormFloat64()
	}
	for i := range m.Drops {
		m.Drops[i] = r.NormFloat64()
	}
	var values [valueFeatures]bool
	var drops [dropFeatures]bool
	for range 2000 {
		g := random(r, r.IntN(Cells))
		if g.Finished() {
			continue
		}
		image := &Game{mirror(g.own), mirror(g.stones), g.count}
		here, there := evaluate(t, m, g), evaluate(t, m, image)
		if math.Abs(here.Value-there.Value) > 1e-9 {
			t.Fatalf("\n%vvalue %v, of the image %v", g, here.Value, there.Value)
		}
		sight := g.look()
		sight.features(func(i int, _ float64) { values[i] = true })
		for i, d := range here.Moves {
			sight.featuresOf(d, func(i int, _ float64) { drops[i] = true })
			for j, e := range there.Moves {
				if e == g.MoveUnder(1, d) && math.Abs(float64(here.Priors[i]-there.Priors[j])) > 1e-6 {
					t.Fatalf("\n%vprior of %v %v, of its image %v", g, d, here.Priors[i], there.Priors[j])
				}
			}
		}
	}
	for i, is := range values {
		if !is {
			t.Errorf("feature %d of positions never occurs", i)
		}
	}
	for i, is := range drops {
		if !is {
			t.Errorf("feature %d of moves never occurs", i)
		}
	}
}

// TestLearned compares the model that comes with the package with proven values.
func TestLearned(t *testing.T) {
	m, err := Learned()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2, 2))
	decided, right, best := 0, 0, 0
	for decided < 60 {
		g := random(r, 20)
		if g.Finished() {
			continue
		}
		solved, err := Solve(context.Background(), g, ply.Limits{}, SolveOptions{TableEntries: 1 << 16})
		if err != nil {
			t.Fatal(err)
		}
		if solved.Value == 0 {
			continue
		}
		decided++
		l := evaluate(t, m, g)
		if l.Value*float64(solved.Value) > 0 {
			right++
		}
		greatest := 0
		for i := range l.Moves {
			if l.Priors[i] > l.Priors[greatest] {
				greatest = i
			}
		}
		g.Play(l.Moves[greatest])
		if g.Finished() {
			best++ // and won, or drawn, which is rare
			continue
		}
		after, err := Solve(context.Background(), g, ply.Limits{}, SolveOptions{TableEntries: 1 << 16})
		if err != nil {
			t.Fatal(err)
		}
		if (after.Value < 0) == (solved.Value > 0) {
			best++
		}
	}
	if right < decided*8/10 || best < decided*8/10 {
		t.Errorf("of %d decided positions %d are evaluated on the right side, and in %d the move of the greatest prior keeps the value", decided, right, best)
	}
}

// TestLearn checks that learning is reproducible, and that a little of it beats the model that knows nothing.
func TestLearn(t *testing.T) {
	opt := LearnOptions{Rounds: 2, Games: 100, Simulations: 16, Seed: 3}
	losses := []float64{}
	opt.Progress = func(_ int, _ *Model, loss float64) { losses = append(losses, loss) }
	m, err := Learn(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Learn(context.Background(), opt)
	if err != nil || !reflect.DeepEqual(m, again) {
		t.Errorf("%+v, then %+v, error %v", m, again, err)
	}
	if len(losses) != 4 || math.Abs(losses[0]-math.Ln2) > 1e-9 || losses[1] != losses[3] {
		t.Errorf("losses %v, want the first to be that of a coin", losses)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Learn(ctx, opt); err == nil {
		t.Error("no error of a learning that was cancelled")
	}
	if _, err := Learn(context.Background(), LearnOptions{Games: -1}); err == nil {
		t.Error("no error with -1 games")
	}
	score := playMatch(t, m, new(Model), 60, 32, puct.Options[Drop]{}, puct.Options[Drop]{})
	if low, _ := score.Interval(0.95); low <= 0.5 {
		t.Errorf("%v against a model that knows nothing", score)
	}
}

// TestFit checks that the loss of the values becomes less, and that the priors come closer to the policies.
func TestFit(t *testing.T) {
	m, r := new(Model), rand.New(rand.NewPCG(4, 4))
	var lessons []lesson
	for range 20 {
		var err error
		if lessons, err = m.play(context.Background(), lessons, 16, r); err != nil {
			t.Fatal(err)
		}
	}
	distance := func() (sum float64) {
		for _, l := range lessons {
			weights, all := make([]float64, len(l.drops)), 0.0
			for i, d := range l.drops {
				weights[i] = math.Exp(m.sumOfDrop(&l.sight, d))
				all += weights[i]
			}
			for i, p := range l.policy {
				if p > 0 {
					sum += p * math.Log(p*all/weights[i])
				}
			}
		}
		return sum
	}
	far := distance()
	first := m.fit(lessons, r)
	if second := m.fit(lessons, r); second > 0.95*first || distance() > 0.9*far {
		t.Errorf("a loss of %v, then %v; a divergence of %v, then %v", first, second, far, distance())
	}
}

// playMatch plays a match of searches with two models.
func playMatch(t *testing.T, a, b *Model, games, simulations int, opt, other puct.Options[Drop]) arena.Score {
	t.Helper()
	seat := func(m *Model, opt puct.Options[Drop]) func() arena.Player[*Game, Drop] {
		return func() arena.Player[*Game, Drop] {
			return func(ctx context.Context, g *Game, random *rand.Rand) (Drop, error) {
				opt.Random, opt.NoSolver = random, true
				r, err := puct.Search(ctx, g, m.Evaluate, ply.Limits{Nodes: simulations}, opt)
				return r.Move, err
			}
		}
	}
	opening := arena.RandomOpening(6, func() (*Game, error) { return new(Game), nil })
	result, err := arena.Match(context.Background(), opening, seat(a, opt), seat(b, other), arena.Options{Games: games})
	if err != nil {
		t.Fatal(err)
	}
	return result.Score
}

// TestBatchIsAsStrong checks that batches of 16 are about as strong as single evaluations, if there are as many.
func TestBatchIsAsStrong(t *testing.T) {
	m, err := Learned()
	if err != nil {
		t.Fatal(err)
	}
	score := playMatch(t, m, m, long.Or(250, 60), 200, puct.Options[Drop]{Batch: 16}, puct.Options[Drop]{})
	if low, high := score.Interval(0.95); high < 0.45 || low > 0.55 {
		t.Errorf("%v for batches of 16", score)
	}
}

// BenchmarkModel measures an evaluation of one position in the middle of a game.
func BenchmarkModel(b *testing.B) {
	m, err := Learned()
	if err != nil {
		b.Fatal(err)
	}
	g := random(rand.New(rand.NewPCG(1, 1)), 16)
	l := &puct.Leaf[*Game, Drop]{Position: g, Moves: g.Moves(nil)}
	l.Priors = make([]float32, len(l.Moves))
	leaves := []*puct.Leaf[*Game, Drop]{l}
	b.ReportAllocs()
	for b.Loop() {
		if err := m.Evaluate(context.Background(), leaves); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkThroughput measures searches whose evaluator takes 100 µs for a call, whatever the number of positions, as one
// on another processor might, and reports evaluations per second and how many there are in a call.
func BenchmarkThroughput(b *testing.B) {
	m, err := Learned()
	if err != nil {
		b.Fatal(err)
	}
	var calls atomic.Int64
	slow := func(ctx context.Context, leaves []*puct.Leaf[*Game, Drop]) error {
		calls.Add(1)
		// Timers can be late by a millisecond, so others run until the time has passed.
		for start := time.Now(); time.Since(start) < 100*time.Microsecond; {
			runtime.Gosched()
		}
		return m.Evaluate(ctx, leaves)
	}
	for _, batch := range []int{1, 4, 16, 64} {
		for _, way := range []puct.Options[Drop]{{}, {InFlight: 1}, {InFlight: 2}, {InFlight: 2, Workers: 2}, {InFlight: 4, Workers: 2}} {
			way.Batch = batch
			b.Run(fmt.Sprintf("batch=%d/inflight=%d/workers=%d", batch, way.InFlight, max(1, way.Workers)), func(b *testing.B) {
				evaluations, spent := 0, time.Duration(0)
				calls.Store(0)
				for b.Loop() {
					r, err := puct.Search(context.Background(), new(Game), slow, ply.Limits{Nodes: 2000}, way)
					if err != nil {
						b.Fatal(err)
					}
					evaluations, spent = evaluations+r.Evaluations, spent+r.Elapsed
				}
				b.ReportMetric(float64(evaluations)/spent.Seconds(), "evaluations/s")
				b.ReportMetric(float64(evaluations)/float64(calls.Load()), "evaluations/call")
			})
		}
	}
}

// BenchmarkTranspositions plays matches of PUCT with transpositions against PUCT without, with equal numbers of
// simulations. It also compares evaluations in a move, and positions in the tree after 100 000 simulations of the empty
// board.
func BenchmarkTranspositions(b *testing.B) {
	m, err := Learned()
	if err != nil {
		b.Fatal(err)
	}
	opening := arena.RandomOpening(4, func() (*Game, error) { return new(Game), nil })
	for _, simulations := range []int{200, 1000} {
		b.Run(fmt.Sprint(simulations), func(b *testing.B) {
			var moves, evaluations [2]float64 // without transpositions, and with
			player := func(side int) func() arena.Player[*Game, Drop] {
				return func() arena.Player[*Game, Drop] {
					return func(ctx context.Context, g *Game, _ *rand.Rand) (Drop, error) {
						r, err := puct.Search(ctx, g, m.Evaluate, ply.Limits{Nodes: simulations}, puct.Options[Drop]{Transpositions: side == 1})
						moves[side]++
						evaluations[side] += float64(r.Evaluations)
						return r.Move, err
					}
				}
			}
			r, err := arena.Match(b.Context(), opening, player(1), player(0), arena.Options{Games: 2 * b.N})
			if err != nil {
				b.Fatal(err)
			}
			var positions [2]int
			for i := range positions {
				tree, err := puct.New(new(Game), m.Evaluate, puct.Options[Drop]{Transpositions: i == 1})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := tree.Search(b.Context(), ply.Limits{Nodes: 100_000}); err != nil {
					b.Fatal(err)
				}
				positions[i], _, _ = tree.Size()
			}
			low, high := r.Interval(0.95)
			b.ReportMetric(100*r.Rate(), "%won")
			b.ReportMetric(100*low, "%low")
			b.ReportMetric(100*high, "%high")
			b.ReportMetric(evaluations[1]/moves[1]*moves[0]/evaluations[0], "evaluations")
			b.ReportMetric(float64(positions[1])/float64(positions[0]), "positions")
		})
	}
}

// BenchmarkPUCT makes 50 000 simulations from the empty board by an evaluator that takes every position for even and all its
// moves for equal. The time is that of the search itself.
func BenchmarkPUCT(b *testing.B) {
	even := func(_ context.Context, leaves []*puct.Leaf[*Game, Drop]) error {
		for _, leaf := range leaves {
			leaf.Value = 0
		}
		return nil
	}
	for _, c := range []struct {
		name string
		opt  puct.Options[Drop]
	}{{"solver", puct.Options[Drop]{}}, {"plain", puct.Options[Drop]{NoSolver: true}}} {
		b.Run(c.name, func(b *testing.B) {
			const simulations = 50_000
			for b.Loop() {
				if _, err := puct.Search(context.Background(), new(Game), even, ply.Limits{Nodes: simulations}, c.opt); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(simulations*float64(b.N)/b.Elapsed().Seconds()/1e3, "k-simulations/s")
		})
	}
}
