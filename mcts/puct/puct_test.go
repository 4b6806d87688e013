package puct_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

var background = context.Background()

// ways are ways to search, alone and together.
var ways = map[string]puct.Options[int]{
	"single":            {},
	"batch":             {Batch: 16},
	"virtual loss":      {Batch: 7, Selection: puct.PUCT{VirtualLoss: 1}},
	"asynchronous":      {Batch: 8, InFlight: 2},
	"workers":           {Batch: 4, InFlight: 3, Workers: 3, Selection: puct.PUCT{VirtualLoss: 0.5}},
	"single in flight":  {InFlight: 1},
	"Gumbel":            {Selection: puct.Gumbel{}},
	"Gumbel, batch":     {Selection: puct.Gumbel{}, Batch: 8},
	"Gumbel, workers":   {Selection: puct.Gumbel{}, Batch: 2, InFlight: 4, Workers: 2},
	"halving":           {Selection: puct.Halving{Considered: 8}},
	"halving, together": {Selection: puct.Halving{}, Batch: 3, InFlight: 2, Workers: 2},
}

// waysForDuels are ways to search games that know bounds.
var waysForDuels = func() map[string]puct.Options[int] {
	m := maps.Clone(ways)
	m["bounds"] = puct.Options[int]{Bounds: true}
	m["bounds, workers"] = puct.Options[int]{Bounds: true, Batch: 4, InFlight: 3, Workers: 3}
	return m
}()

// waysForAcyclic are ways to search acyclic games that know bounds and hashes.
var waysForAcyclic = func() map[string]puct.Options[int] {
	m := maps.Clone(waysForDuels)
	m["transpositions"] = puct.Options[int]{Transpositions: true}
	m["transpositions, bounds"] = puct.Options[int]{Transpositions: true, Bounds: true, Batch: 16}
	m["transpositions, workers"] = puct.Options[int]{Transpositions: true, Batch: 4, InFlight: 3, Workers: 3}
	m["transpositions, Gumbel"] = puct.Options[int]{Transpositions: true, Selection: puct.Gumbel{}}
	m["transpositions, halving"] = puct.Options[int]{Transpositions: true, Selection: puct.Halving{}, Batch: 3}
	return m
}()

// TestSolves checks that searches with an uninformed evaluator prove the values of small games, and only true values.
func TestSolves(t *testing.T) {
	for name, opt := range waysForAcyclic {
		t.Run(name, func(t *testing.T) {
			solved := 0
			for seed := range long.Or(uint64(800), 30) {
				random := rand.New(rand.NewPCG(seed, 3))
				most := 1 + random.IntN(5)
				d := testgames.RandomDuel(random, 2+random.IntN(25), 1+random.IntN(4), most, true)
				if len(d.Nodes[0].Out) == 0 {
					continue
				}
				opt.Scale = most
				r, err := puct.Search(background, d, uniform, ply.Limits{Nodes: 3000}, opt)
				if err != nil {
					t.Fatal(err)
				}
				values := d.Values()
				value := float64(values[0]) / float64(most)
				if value < r.Low-1e-9 || value > r.High+1e-9 {
					t.Fatalf("seed %d: value %v, proven %v to %v", seed, value, r.Low, r.High)
				}
				if r.Solved() != (r.Status == ply.Solved) {
					t.Fatalf("seed %d: %+v", seed, r)
				}
				if !r.Solved() {
					continue
				}
				solved++
				edge := d.Edges[r.Move]
				after := values[edge.To]
				if d.Nodes[edge.To].Side != d.Nodes[0].Side {
					after = -after
				}
				if after != values[0] || r.Value != r.Low {
					t.Fatalf("seed %d: move %d is worth %d, the position %d: %+v", seed, r.Move, after, values[0], r)
				}
			}
			if solved < 20 {
				t.Errorf("%d games solved", solved)
			}
		})
	}
}

// TestConverges checks that without proofs the mean result of the best move comes close to the value of the game.
func TestConverges(t *testing.T) {
	for _, selection := range []puct.Selection{puct.PUCT{}, puct.Gumbel{}, puct.Halving{}} {
		for _, batch := range []int{1, 32} {
			near := 0
			const games = 20
			for seed := range uint64(2 * games) {
				d := testgames.RandomDuel(rand.New(rand.NewPCG(seed/2, 5)), 20, 3, 1, true)
				if len(d.Nodes[0].Out) == 0 {
					near++
					continue
				}
				opt := puct.Options[int]{NoSolver: true, Selection: selection, Batch: batch, Transpositions: seed%2 == 1}
				r, err := puct.Search(background, d, uniform, ply.Limits{Nodes: 5000}, opt)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(r.Value-float64(d.Values()[0])) < 0.15 {
					near++
				}
			}
			if near < 2*games-4 {
				t.Errorf("%v, batch %d: %d of %d values found", selection, batch, near, 2*games)
			}
		}
	}
}

// TestReproducible checks that a synchronous search gives the same result again, with all its randomness.
func TestReproducible(t *testing.T) {
	differ := 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		d := testgames.RandomDuel(random, 100, 5, 9, false)
		if len(d.Nodes[0].Out) < 2 {
			continue
		}
		selections := []puct.Selection{puct.PUCT{Noise: 0.25}, puct.Gumbel{}, puct.Halving{}}
		opt := puct.Options[int]{Selection: selections[random.IntN(3)], Batch: 1 + random.IntN(40)}
		search := func(source uint64) puct.Result[int] {
			opt.Random = rand.NewPCG(source, 1)
			r, err := puct.Search(background, d, judge(9), ply.Limits{Nodes: 300}, opt)
			if err != nil {
				t.Fatal(err)
			}
			r.Elapsed = 0
			return r
		}
		r := search(seed)
		if again := search(seed); !reflect.DeepEqual(r, again) {
			t.Errorf("seed %d: %+v, then %+v", seed, r, again)
		}
		if !reflect.DeepEqual(r, search(seed+1)) {
			differ++
		}
	}
	if differ == 0 {
		t.Error("another seed makes no difference")
	}
}

// endless is a game without an end, of two sides and some moves.
type endless struct{ side int }

func (g *endless) Moves(dst []int) []int { return append(dst, 0, 1, 2) }
func (g *endless) Play(int)              { g.side ^= 1 }
func (g *endless) Undo(int)              { g.side ^= 1 }
func (g *endless) ToMove() int           { return g.side }
func (g *endless) Outcome() int          { return 0 }
func (g *endless) Clone() *endless       { c := *g; return &c }

// TestLimits checks which limit ends a search.
func TestLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(background)
	cancel()
	ended, cancel := context.WithTimeout(background, time.Nanosecond)
	defer cancel()
	<-ended.Done()
	for name, opt := range ways {
		for _, c := range []struct {
			ctx    context.Context
			limits ply.Limits
			want   ply.Status
		}{
			{background, ply.Limits{Nodes: 37}, ply.OutOfNodes},
			{cancelled, ply.Limits{Nodes: 37}, ply.Cancelled},
			{ended, ply.Limits{Nodes: 37}, ply.OutOfTime},
			{background, ply.Limits{Nodes: math.MaxInt, Time: 2 * time.Millisecond}, ply.OutOfTime},
		} {
			r, err := puct.Search(c.ctx, new(endless), uniform, c.limits, opt)
			if err != nil || r.Status != c.want || len(r.Moves) != 3 || c.want == ply.OutOfNodes && r.Nodes != 37 {
				t.Errorf("%s: %+v: %+v, error %v, want %v", name, c.limits, r, err, c.want)
			}
		}
	}
	// A context that ends in a call of the evaluator, which reports it.
	for name, opt := range ways {
		ctx, cancel := context.WithCancel(background)
		calls := atomic.Int64{}
		waits := func(ctx context.Context, leaves []*puct.Leaf[*endless, int]) error {
			if calls.Add(1) == 5 {
				cancel()
				<-ctx.Done()
				return ctx.Err()
			}
			return uniform(ctx, leaves)
		}
		g := new(endless)
		r, err := puct.Search(ctx, g, waits, ply.Limits{Nodes: 1000}, opt)
		if err != nil || r.Status != ply.Cancelled || r.Nodes == 0 || *g != (endless{}) {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
}

// TestDecided checks that a search that ends early plays the move that it would have played.
func TestDecided(t *testing.T) {
	early := 0
	for seed := range uint64(50) {
		d := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 200, 5, 9, false)
		if len(d.Nodes[0].Out) == 0 {
			continue
		}
		limits := ply.Limits{Nodes: 500}
		opt := puct.Options[int]{NoSolver: true, Batch: 1 + int(seed%5)}
		whole, err := puct.Search(background, d, judge(9), limits, opt)
		if err != nil {
			t.Fatal(err)
		}
		limits.Time = time.Hour
		r, err := puct.Search(background, d, judge(9), limits, opt)
		if err != nil || r.Move != whole.Move {
			t.Errorf("seed %d: %+v, error %v, want move %d", seed, r, err, whole.Move)
		}
		if r.Status == ply.Decided {
			early++
			if lead := r.Moves[0].Visits - max(0, r.Moves[min(1, len(r.Moves)-1)].Visits); len(r.Moves) > 1 && lead <= 500-r.Nodes {
				t.Errorf("seed %d: decided with %d simulations to go: %+v", seed, 500-r.Nodes, r)
			}
		}
	}
	if early < 10 {
		t.Errorf("%d searches ended early", early)
	}
}

// TestBadEvaluators checks that faults of an evaluator end the search with an error that names them, and with the
// result so far, and that the tree can still be searched.
func TestBadEvaluators(t *testing.T) {
	broken := errors.New("broken")
	var nan = math.NaN()
	for name, opt := range ways {
		for what, bad := range map[string]func(l *puct.Leaf[*endless, int]) error{
			"broken":         func(*puct.Leaf[*endless, int]) error { return broken },
			"value is not":   func(l *puct.Leaf[*endless, int]) error { l.Value = nan; return nil },
			"want -1 to 1":   func(l *puct.Leaf[*endless, int]) error { l.Value = 1.001; return nil },
			"value is -Inf":  func(l *puct.Leaf[*endless, int]) error { l.Value = math.Inf(-1); return nil },
			"2 priors for 3": func(l *puct.Leaf[*endless, int]) error { l.Priors = l.Priors[:2]; return nil },
			"0 priors for 3": func(l *puct.Leaf[*endless, int]) error { l.Priors = nil; return nil },
			"of 1 is NaN":    func(l *puct.Leaf[*endless, int]) error { l.Priors[1] = float32(nan); return nil },
			"of 2 is -1":     func(l *puct.Leaf[*endless, int]) error { l.Priors[2] = -1; return nil },
			"is +Inf":        func(l *puct.Leaf[*endless, int]) error { l.Priors[0] = float32(math.Inf(1)); return nil },
		} {
			for _, when := range []int64{1, 2, 50} {
				evaluated, fine := atomic.Int64{}, atomic.Bool{}
				evaluate := func(ctx context.Context, leaves []*puct.Leaf[*endless, int]) error {
					_ = uniform(ctx, leaves)
					for _, l := range leaves {
						if evaluated.Add(1) == when && !fine.Load() {
							return bad(l)
						}
					}
					return nil
				}
				g := new(endless)
				tree, err := puct.New(g, evaluate, opt)
				if err != nil {
					t.Fatal(err)
				}
				r, err := tree.Search(background, ply.Limits{Nodes: 200})
				if err == nil || !strings.Contains(err.Error(), what) || what == "broken" && !errors.Is(err, broken) {
					t.Fatalf("%s: error %v, want %q", name, err, what)
				}
				if r.Status != ply.Failed || len(r.Moves) != 3 || r.Nodes >= 200 || when == 50 && r.Nodes == 0 || *g != (endless{}) {
					t.Fatalf("%s: %s: %+v", name, what, r)
				}
				fine.Store(true)
				if again, err := tree.Search(background, ply.Limits{Nodes: 200}); err != nil || again.Visits() != r.Visits()+200 {
					t.Fatalf("%s: %s: then %+v, error %v", name, what, again, err)
				}
			}
		}
	}
	// An evaluator may replace the slice of priors.
	own := func(_ context.Context, leaves []*puct.Leaf[*endless, int]) error {
		priors := make([]float32, 3*len(leaves))
		for i, l := range leaves {
			l.Value, l.Priors = 0, priors[3*i:3*i+3]
			l.Priors[1] = 2
		}
		return nil
	}
	tree, err := puct.New(new(endless), own, puct.Options[int]{Batch: 4})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(background, ply.Limits{Nodes: 50})
	if err != nil || r.Moves[0].Move != 1 || tree.Prior(1) != 1 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// A bomb is a game, and its evaluator, that break once, in a call of one of their methods, counted over all replicas.
type bomb struct {
	*testgames.Duel
	fuse *guardtest.Fuse
}

func (g *bomb) Moves(dst []int) []int { g.fuse.Hit("Moves"); return g.Duel.Moves(dst) }
func (g *bomb) Play(m int)            { g.fuse.Hit("Play"); g.Duel.Play(m) }
func (g *bomb) Undo(m int)            { g.fuse.Hit("Undo"); g.Duel.Undo(m) }
func (g *bomb) ToMove() int           { g.fuse.Hit("ToMove"); return g.Duel.ToMove() }
func (g *bomb) Outcome() int          { g.fuse.Hit("Outcome"); return g.Duel.Outcome() }
func (g *bomb) Bounds(alpha, beta int) (int, int) {
	g.fuse.Hit("Bounds")
	return g.Duel.Bounds(alpha, beta)
}
func (g *bomb) Clone() *bomb { g.fuse.Hit("Clone"); return &bomb{g.Duel.Clone(), g.fuse} }

func explode(ctx context.Context, leaves []*puct.Leaf[*bomb, int]) error {
	for _, l := range leaves {
		l.Position.fuse.Hit("Evaluate")
	}
	return uniform(ctx, leaves)
}

var errBroken = errors.New("broken")

// eachBomb calls f with each way to search and a game that breaks in each of its methods, sooner or later.
func eachBomb(t *testing.T, bang func(), f func(t *testing.T, g *bomb, opt puct.Options[int])) {
	methods := []string{"Moves", "Play", "Undo", "ToMove", "Outcome", "Clone", "Bounds", "Evaluate"}
	broken := map[string]bool{}
	d := testgames.RandomDuel(rand.New(rand.NewPCG(2, 2)), 60, 4, 1, false)
	for name, opt := range waysForDuels {
		before := runtime.NumGoroutine()
		for _, method := range methods {
			for _, calls := range []int64{1, 2, 3, 20, 211} {
				g := &bomb{d.Clone(), guardtest.NewFuse(method, calls, bang)}
				opt.NoSolver = true
				t.Run(name+" "+method, func(t *testing.T) { f(t, g, opt) })
				if g.fuse.Broken() {
					broken[method] = true
				}
			}
		}
		guardtest.CheckGoroutines(t, before)
	}
	for _, method := range methods {
		if !broken[method] {
			t.Errorf("%s was never called", method)
		}
	}
}

// play makes a tree, searches, plays a move and searches again.
func play(t *testing.T, g *bomb, opt puct.Options[int], tree **puct.Tree[*bomb, int]) (err error) {
	if *tree, err = puct.New(g, explode, opt); err != nil {
		return err
	}
	for range 2 {
		r, err := (*tree).Search(background, ply.Limits{Nodes: 100})
		if err != nil {
			if r.Status != ply.Failed || len(r.Moves) == 0 {
				t.Errorf("result %+v of a search with the error %v", r, err)
			}
			return err
		}
		if err := (*tree).Play(r.Move); err != nil {
			return err
		}
	}
	return (*tree).Reset()
}

// TestGamePanic checks that a panic of the game or of the evaluator, wherever it happens, is an error of the call in which
// it happens, and of all later ones.
func TestGamePanic(t *testing.T) {
	eachBomb(t, func() { panic(errBroken) }, func(t *testing.T, g *bomb, opt puct.Options[int]) {
		var tree *puct.Tree[*bomb, int]
		err := play(t, g, opt, &tree)
		if err == nil && !g.fuse.Broken() || errors.Is(err, ply.ErrFinished) {
			return
		}
		var fault *ply.GamePanic
		if !errors.As(err, &fault) || !errors.Is(err, errBroken) || !strings.HasPrefix(fault.Line, "[") {
			t.Fatalf("error %v, want a panic of the game", err)
		}
		if tree == nil {
			return
		}
		_, searched := tree.Search(background, ply.Limits{Nodes: 1})
		for _, later := range []error{searched, tree.Play(0), tree.Reset()} {
			if later != err {
				t.Errorf("error %v, first %v", later, err)
			}
		}
	})
}

// TestGoexit checks that a call of runtime.Goexit ends the goroutine of the caller after all others have ended, and that
// the tree then refuses to go on.
func TestGoexit(t *testing.T) {
	eachBomb(t, runtime.Goexit, func(t *testing.T, g *bomb, opt puct.Options[int]) {
		var tree *puct.Tree[*bomb, int]
		value, exited := guardtest.Outcome(func() { _ = play(t, g, opt, &tree) })
		if value != nil || exited != g.fuse.Broken() {
			t.Fatalf("panic %v, exited %v, broken %v", value, exited, g.fuse.Broken())
		}
		if exited && tree != nil {
			if _, err := tree.Search(background, ply.Limits{Nodes: 1}); err == nil {
				t.Error("a tree whose game is in an unknown position is searched")
			}
		}
	})
}

// TestPanicOfProgress checks that a panic of a callback reaches the caller, who can go on.
func TestPanicOfProgress(t *testing.T) {
	for name, opt := range ways {
		for _, bang := range []func(){func() { panic(errBroken) }, runtime.Goexit} {
			before := runtime.NumGoroutine()
			reports := 0
			opt.Progress = func(r puct.Result[int]) {
				if reports++; reports == 3 {
					if r.Status != ply.InProgress {
						t.Errorf("%s: the third report: %+v", name, r)
					}
					bang()
				}
			}
			slow := func(ctx context.Context, leaves []*puct.Leaf[*endless, int]) error {
				time.Sleep(10 * time.Microsecond)
				return uniform(ctx, leaves)
			}
			g := new(endless)
			tree, err := puct.New(g, slow, opt)
			if err != nil {
				t.Fatal(err)
			}
			value, exited := guardtest.Outcome(func() { _, _ = tree.Search(stop.ReportEach(background, 1), ply.Limits{Nodes: math.MaxInt}) })
			if exited == (value == errBroken) || *g != (endless{}) {
				t.Fatalf("%s: panic %v, exited %v", name, value, exited)
			}
			guardtest.CheckGoroutines(t, before)
			if r, err := tree.Search(background, ply.Limits{Nodes: 10}); err != nil || r.Nodes != 10 {
				t.Errorf("%s: then %+v, error %v", name, r, err)
			}
		}
	}
}

// TestProgress checks that the last report is the result.
func TestProgress(t *testing.T) {
	for name, opt := range ways {
		var last puct.Result[int]
		reports := 0
		opt.Progress = func(r puct.Result[int]) {
			reports++
			last = r
		}
		r, err := puct.Search(background, new(endless), uniform, ply.Limits{Nodes: 100}, opt)
		if err != nil || reports == 0 || !reflect.DeepEqual(r, last) {
			t.Errorf("%s: %d reports, the last %+v, result %+v, error %v", name, reports, last, r, err)
		}
	}
}

// fixed is a game that cannot be cloned.
type fixed struct{ ply.AdversarialGame[int] }

// hidden is a game that hides something.
type hidden struct{ *endless }

func (hidden) AppendInformation(dst []byte, _ int) []byte { return dst }

// TestMisuse checks the errors for mistakes of callers.
func TestMisuse(t *testing.T) {
	for want, opt := range map[string]puct.Options[int]{
		"a nil *puct.PUCT":          {Selection: (*puct.PUCT)(nil)},
		"C is -1":                   {Selection: puct.PUCT{C: -1}},
		"C is NaN":                  {Selection: puct.PUCT{C: math.NaN()}},
		"Reduction is +Inf":         {Selection: puct.PUCT{Reduction: math.Inf(1)}},
		"VirtualLoss is 2":          {Selection: puct.PUCT{VirtualLoss: 2}},
		"Considered is -1":          {Selection: puct.Gumbel{Considered: -1}},
		"Noise is 1.5":              {Selection: puct.PUCT{Noise: 1.5}},
		"Scale is -1":               {Scale: -1},
		"Scale is 32001":            {Scale: 32001},
		"Batch is -1":               {Batch: -1},
		"Batch is 65537":            {Batch: 65537},
		"InFlight is -1":            {InFlight: -1},
		"together more":             {Batch: 1 << 16, InFlight: 1 << 10},
		"Workers is -1":             {Workers: -1},
		"Memory is -1":              {Memory: -1},
		"Memory is 10 B, too small": {Memory: 10},
		"a nil *rand.PCG":           {Random: (*rand.PCG)(nil)},
		"needs a ply.Hasher":        {Transpositions: true},
	} {
		_, err := puct.New(new(endless), uniform, opt)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "puct: ") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	for want, limits := range map[string]ply.Limits{
		"Limits.Nodes is -1":  {Nodes: -1},
		"Limits.Time is -1ns": {Time: -1},
		"would not end":       {},
	} {
		_, err := puct.Search(background, new(endless), uniform, limits, puct.Options[int]{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	within, cancel := context.WithCancel(background)
	defer cancel()
	for want, c := range map[string]struct {
		limits ply.Limits
		opt    puct.Options[int]
	}{
		"which is 0": {ply.Limits{Time: 1}, puct.Options[int]{Selection: puct.Gumbel{}}},
	} {
		_, err := puct.Search(within, new(endless), uniform, c.limits, c.opt)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := puct.New((*endless)(nil), uniform, puct.Options[int]{}); err == nil {
		t.Error("no error without a game")
	}
	if _, err := puct.New(new(endless), nil, puct.Options[int]{}); err == nil {
		t.Error("no error without an evaluator")
	}
	if _, err := puct.New(&fixed{new(endless)}, uniform, puct.Options[int]{Batch: 2}); err == nil || !strings.Contains(err.Error(), "ply.Cloner") {
		t.Errorf("error %v, want a ply.Cloner", err)
	}
	if _, err := puct.New(&fixed{new(endless)}, uniform, puct.Options[int]{}); err != nil {
		t.Error(err)
	}
	cyclic := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 20, 3, 1, false)
	if _, err := puct.New(cyclic, uniform, puct.Options[int]{Transpositions: true}); err == nil || !strings.Contains(err.Error(), "ply.Acyclic") {
		t.Errorf("error %v, want a ply.Acyclic", err)
	}
	if _, err := puct.New(&hidden{new(endless)}, uniform, puct.Options[int]{}); !errors.Is(err, ply.ErrImperfect) {
		t.Errorf("error %v", err)
	}
	if _, err := puct.Search(background, &endless{side: ply.Chance}, uniform, ply.Limits{Nodes: 1}, puct.Options[int]{}); err == nil {
		t.Error("no error in a position of chance")
	}
	tree, err := puct.New(new(endless), uniform, puct.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Play(7); err == nil || !strings.Contains(err.Error(), "7 is not legal") {
		t.Errorf("error %v", err)
	}
	if _, err := puct.Search(background, After(0, 3, 1, 4, 2), know, ply.Limits{Nodes: 1}, puct.Options[int]{}); !errors.Is(err, ply.ErrFinished) {
		t.Errorf("error %v in a finished position", err)
	}
}

// TestReset checks that a tree goes on from a position that the caller has played to.
func TestReset(t *testing.T) {
	for name, opt := range ways {
		g := After()
		tree, err := puct.New(g, know, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []int{4, 1} {
			g.Play(m)
		}
		if err := tree.Reset(); err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(background, ply.Limits{Nodes: 20_000})
		if err != nil || r.Low != 1 || r.Visits() != r.Nodes || len(r.Moves) != 7 {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
}

// TestBatches checks that calls of the evaluator have about as many positions as they may have. An asynchronous search
// sends fewer only where it finds no others, however long calls take.
func TestBatches(t *testing.T) {
	for _, opt := range []puct.Options[int]{{Batch: 16}, {Batch: 16, InFlight: 1}, {Batch: 16, InFlight: 3, Workers: 2}} {
		var calls atomic.Int64
		counting := func(ctx context.Context, leaves []*puct.Leaf[*endless, int]) error {
			calls.Add(1)
			return uniform(ctx, leaves)
		}
		r, err := puct.Search(background, new(endless), counting, ply.Limits{Nodes: 4000}, opt)
		if err != nil || r.Evaluations != 4001 || int64(r.Evaluations) < 12*calls.Load() {
			t.Errorf("%+v: %d evaluations in %d calls, error %v", opt, r.Evaluations, calls.Load(), err)
		}
	}
}

// TestMemory checks that a tree keeps to its bound, and still searches.
func TestMemory(t *testing.T) {
	for _, bound := range []int64{2000, 20_000, 200_000} {
		tree, err := puct.New(new(endless), uniform, puct.Options[int]{Memory: bound, Batch: 8})
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(background, ply.Limits{Nodes: 20_000})
		if positions, memory, full := tree.Size(); err != nil || memory > bound || !full || r.Nodes != 20_000 || int64(positions) < bound/400 {
			t.Errorf("%d bytes: %d in use, full %v, %d positions, %d simulations, error %v", bound, memory, full, positions, r.Nodes, err)
		}
	}
}

// TestAllocations checks that simulations allocate nothing but the chunks of the tree.
func TestAllocations(t *testing.T) {
	for name, opt := range ways {
		tree, err := puct.New(new(endless), uniform, opt)
		if err != nil {
			t.Fatal(err)
		}
		const simulations = 10_000
		allocations := testing.AllocsPerRun(1, func() {
			if _, err := tree.Search(background, ply.Limits{Nodes: simulations}); err != nil {
				t.Fatal(err)
			}
		})
		if allocations > simulations/50 { // there are 40 chunks of nodes and 30 of arcs, and goroutines
			t.Errorf("%s: %v allocations in %d simulations", name, allocations, simulations)
		}
	}
}

// BenchmarkSearch searches with an evaluator that does nothing, to measure the search itself.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		name string
		opt  puct.Options[int]
	}{
		{"single", puct.Options[int]{}},
		{"batch 16", puct.Options[int]{Batch: 16}},
		{"gumbel", puct.Options[int]{Selection: puct.Gumbel{}}},
		{"in flight 2", puct.Options[int]{Batch: 16, InFlight: 2}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			if _, err := puct.Search(background, new(endless), uniform, ply.Limits{Nodes: b.N}, c.opt); err != nil {
				b.Fatal(err)
			}
		})
	}
}
