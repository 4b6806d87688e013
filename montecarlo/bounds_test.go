package montecarlo_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/transposition"
)

// A wired game has lines of the same length, with four moves in each position and scores as good as random. It calls
// a function whenever one of its methods is called.
type wired struct {
	line    []int
	length  int
	circles bool // it does not declare that it is acyclic
	call    func(method string)
}

func (w *wired) called(method string) {
	if w.call != nil {
		w.call(method)
	}
}

func (w *wired) Moves(dst []int) []int {
	w.called("Moves")
	if len(w.line) >= w.length {
		return dst
	}
	return append(dst, 0, 1, 2, 3)
}

func (w *wired) Play(m int) {
	w.called("Play")
	w.line = append(w.line, m)
}

func (w *wired) Undo(int) {
	w.called("Undo")
	w.line = w.line[:len(w.line)-1]
}

func (w *wired) Hash() uint64 {
	w.called("Hash")
	hash := uint64(1)
	for _, m := range w.line {
		hash = transposition.Mix(7*hash + uint64(m) + 1)
	}
	return hash
}

func (w *wired) Score() float64 {
	w.called("Score")
	sum := 0
	for i, m := range w.line {
		sum += (m*(i+3) + i) % 7
	}
	return float64(sum)
}

func (w *wired) Solved() bool {
	w.called("Solved")
	return false
}

func (w *wired) Clone() *wired {
	w.called("Clone")
	c := *w
	c.line = append([]int(nil), w.line...)
	return &c
}

func (w *wired) Numbers() int {
	w.called("Numbers")
	return 4
}

func (w *wired) Number(m int) int {
	w.called("Number")
	return m
}

func (w *wired) AppendNumbers(dst []int32, moves []int) []int32 {
	w.called("AppendNumbers")
	for _, m := range moves {
		dst = append(dst, int32(m))
	}
	return dst
}

func (w *wired) Acyclic() bool { return !w.circles }

// withBreadthFirst adds breadth-first search, which has no workers and no checkpoints.
func withBreadthFirst[G interface {
	ply.Game[int]
	ply.Hasher
	ply.Puzzle
}](all []search[G]) []search[G] {
	return append(all, search[G]{"breadth first", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
		if opt.Workers > 1 || opt.Checkpoint != nil {
			return result{}, errors.ErrUnsupported
		}
		return montecarlo.BreadthFirstSampling(ctx, g, limits, montecarlo.BreadthFirstOptions[int]{MaxLength: opt.MaxLength, Random: seed, Progress: opt.Progress})
	}})
}

// greatSteps are searches by methods with a great number of playouts in what would be a step.
func greatSteps[G ply.Game[int]](playouts int) []search[G] {
	return []search[G]{
		{"adaptation", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedRolloutPolicyAdaptation(ctx, g, limits, montecarlo.AdaptationOptions[int]{
				Options: opt, Level: 2, Iterations: 3, Playouts: playouts})
		}},
		{"iterated", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.IteratedAdaptation(ctx, g, limits, montecarlo.IteratedOptions[int]{AdaptationOptions: montecarlo.AdaptationOptions[int]{
				Options: opt, Level: 1, Iterations: 3, Playouts: playouts}})
		}},
		{"nested", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedMonteCarloSearch(ctx, g, limits, montecarlo.NestedOptions[int]{Options: opt, Level: 100})
		}},
		{"beam", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.BeamSearch(ctx, g, limits, montecarlo.BeamOptions[int]{Options: opt, Simulations: playouts})
		}},
		{"climbing", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.BeamSearch(ctx, g, limits, montecarlo.BeamOptions[int]{
				Options: opt, Simulations: 1, Climb: playouts, Width: 1})
		}},
		{"evolving", func(ctx context.Context, g G, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.EvolvingNondeterminism(ctx, g, limits, montecarlo.EvolvingOptions[int]{
				Options: opt, Population: 3, Simulations: playouts})
		}},
	}
}

// A step without end is cut off by any bound.
func TestBoundsWithinAStep(t *testing.T) {
	for _, s := range greatSteps[*wired](math.MaxInt) {
		g := &wired{length: 12}
		r, err := s.run(t.Context(), g, ply.Limits{Nodes: 1000}, rand.NewPCG(1, 1), options{})
		if err != nil || r.Status != ply.OutOfNodes || r.Nodes != 1000 || !r.Found {
			t.Errorf("%s: %+v, error %v, want 1000 playouts", s.name, r, err)
		}
		r, err = s.run(t.Context(), g, ply.Limits{Time: 5 * time.Millisecond}, rand.NewPCG(1, 1), options{Workers: 2})
		if err != nil || r.Status != ply.OutOfTime {
			t.Errorf("%s: %v, error %v, want out of time", s.name, r.Status, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		r, err = s.run(stop.ReportEach(ctx, 1), g, ply.Limits{}, rand.NewPCG(1, 1), options{Workers: 1, Progress: func(montecarlo.Result[int]) { cancel() }})
		if err != nil || r.Status != ply.Cancelled || len(g.line) != 0 {
			t.Errorf("%s: %v, error %v, want cancelled", s.name, r.Status, err)
		}
	}
}

// A playout without end is cut off, too, and does not count.
func TestBoundsWithinAPlayout(t *testing.T) {
	for _, s := range withBreadthFirst(searchesOf[*wired]()) {
		g := &wired{length: math.MaxInt, circles: true}
		ctx, cancel := context.WithCancel(t.Context())
		g.call = func(method string) {
			if len(g.line) == 1000 {
				cancel()
			}
		}
		r, err := s.run(ctx, g, ply.Limits{}, rand.NewPCG(1, 1), options{Workers: 1, MaxLength: math.MaxInt})
		if err != nil || r.Status != ply.Cancelled || r.Found || r.Nodes != 0 || len(g.line) != 0 {
			t.Errorf("%s: %+v, error %v, %d moves not taken back", s.name, r, err, len(g.line))
		}
	}
}

// A game that is finished at the start has one line, and each playout of it counts.
func TestFinishedGame(t *testing.T) {
	for _, s := range withBreadthFirst(searchesOf[*wired]()) {
		r, err := s.run(t.Context(), &wired{}, ply.Limits{Nodes: 10}, rand.NewPCG(1, 1), options{})
		if err != nil || !r.Found || len(r.Line) != 0 || r.Nodes != 10 && s.name != "breadth first" {
			t.Errorf("%s: %+v, error %v", s.name, r, err)
		}
	}
}

// No line is longer than MaxLength.
func TestMaxLength(t *testing.T) {
	for _, s := range searchesOf[*wired]() {
		for length := 1; length < 4; length++ {
			g := &wired{length: 6}
			longest := 0
			g.call = func(string) { longest = max(longest, len(g.line)) }
			r, err := s.run(t.Context(), g, ply.Limits{Nodes: 200}, rand.NewPCG(1, 1), options{Workers: 1, MaxLength: length})
			if err != nil || !r.Found || len(r.Line) > length || longest > length {
				t.Errorf("%s: %+v, error %v, a line of %d moves, want %d at most", s.name, r, err, longest, length)
			}
		}
	}
}

// A search that was cut off within steps, and resumed, ends as one that was not.
func TestResumeWithinAStep(t *testing.T) {
	for _, s := range greatSteps[graph](50) {
		for seed := range uint64(3) {
			state, want := checkResume(t, s, seed, 300)
			// More than the budget may be spent already.
			r, err := s.run(t.Context(), randomGraph(seed), ply.Limits{Nodes: 1}, rand.NewPCG(seed, 3), options{Checkpoint: state})
			if err != nil || r.Status != want.Status && want.Status == ply.OutOfNodes {
				t.Errorf("%s: %+v, error %v", s.name, r, err)
			}
		}
	}
}

// Cut off by time or cancelled, at any moment, a search can be resumed, too.
func TestResumeAfterInterruptions(t *testing.T) {
	for _, s := range append(greatSteps[graph](50), searches()...) {
		budget := ply.Limits{Nodes: 5_000}
		want, err := s.run(t.Context(), randomGraph(5), budget, rand.NewPCG(5, 3), options{})
		if err != nil {
			t.Fatal(err)
		}
		state := new(montecarlo.Memory)
		for i := 0; ; i++ {
			ctx, cancel := context.WithCancel(t.Context())
			opt := options{Workers: 2, Checkpoint: state}
			if i < 5 {
				opt.Progress = func(montecarlo.Result[int]) { cancel() }
			}
			r, err := s.run(stop.ReportEach(ctx, time.Millisecond), randomGraph(5), budget, rand.NewPCG(5, 3), opt)
			if i == 0 && state.State == nil {
				t.Fatalf("%s: no state, error %v", s.name, err)
			}
			cancel()
			if err != nil {
				t.Fatalf("%s: error %v", s.name, err)
			}
			if r.Status == ply.Cancelled {
				continue
			}
			if r.Nodes != want.Nodes || r.Status != want.Status {
				t.Errorf("%s: resumed %d times: %+v, want %+v", s.name, i, r, want)
			}
			break
		}
	}
}

// The greatest values of all options overflow nothing.
func TestGreatestValues(t *testing.T) {
	const most = math.MaxInt
	limits := ply.Limits{Nodes: most, Time: math.MaxInt64}
	all := options{MaxRuns: 1, MaxLength: most}
	for _, s := range withBreadthFirst(searchesOf[*wired]()) {
		opt := all
		opt.Checkpoint = &montecarlo.Memory{Every: math.MaxInt64}
		if s.name == "breadth first" {
			opt.Checkpoint = nil
		}
		r, err := s.run(t.Context(), &wired{length: 4}, limits, rand.NewPCG(1, 1), opt)
		if err != nil || r.Status != ply.Complete || !r.Found {
			t.Errorf("%s: %+v, error %v", s.name, r, err)
		}
	}
	all.MaxRuns, limits.Time = most, 5*time.Millisecond
	for _, run := range []func() (result, error){
		func() (result, error) {
			all.Random = rand.NewPCG(1, 1)
			return montecarlo.IteratedAdaptation(t.Context(), &wired{length: 4}, limits, montecarlo.IteratedOptions[int]{
				AdaptationOptions: montecarlo.AdaptationOptions[int]{Options: all, Level: 100, Iterations: most, Rate: math.MaxFloat64,
					TopRate: math.MaxFloat64, Playouts: most, MaxRepetitions: most, Beam: 1000},
				Forbidden: 1 << 20, Weight: math.MaxFloat64, Temperature: math.MaxFloat64, MaxFailures: most})
		},
		func() (result, error) {
			all.Random = rand.NewPCG(1, 1)
			return montecarlo.BeamSearch(t.Context(), &wired{length: 4}, limits, montecarlo.BeamOptions[int]{
				Options: all, Simulations: most, Climb: most, Width: 1 << 20})
		},
		func() (result, error) {
			all.Random = rand.NewPCG(1, 1)
			return montecarlo.EvolvingNondeterminism(t.Context(), &wired{length: 4}, limits, montecarlo.EvolvingOptions[int]{
				Options: all, Population: 1000, Simulations: most, Generations: most})
		},
	} {
		if r, err := run(); err != nil || r.Status != ply.OutOfTime {
			t.Errorf("%+v, error %v, want out of time", r, err)
		}
	}
}

var errWired = errors.New("a wire broke")

// A panic of any method of the game, with one worker or several, is an error, and the result holds the earlier findings.
func TestPanics(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, s := range withBreadthFirst(searchesOf[*wired]()) {
		reached, found := 0, 0
		for range long.Or(500, 40) {
			method := [...]string{"Moves", "Play", "Undo", "Hash", "Score", "Solved", "Clone", "Numbers", "AppendNumbers"}[random.IntN(9)]
			var left atomic.Int64
			left.Store(1 + random.Int64N(1000))
			g := &wired{length: 5, call: func(m string) {
				if m == method && left.Add(-1) == 0 {
					panic(errWired)
				}
			}}
			opt := options{Workers: 1 + random.IntN(3)}
			if random.IntN(2) == 0 {
				opt.Checkpoint = new(montecarlo.Memory)
			}
			if s.name == "breadth first" {
				opt.Workers, opt.Checkpoint = 1, nil
			}
			r, err := s.run(t.Context(), g, ply.Limits{Nodes: 300}, rand.NewPCG(random.Uint64(), 1), opt)
			if left.Load() > 0 {
				if err != nil {
					t.Errorf("%s: error %v without a panic", s.name, err)
				}
				continue
			}
			reached++
			var fault *ply.GamePanic
			if !errors.As(err, &fault) || !errors.Is(err, errWired) || r.Status != ply.Failed || fault.Line == "" ||
				!bytes.Contains(fault.Stack, []byte("wired")) {
				t.Fatalf("%s: %v, error %v, want that %s panicked", s.name, r.Status, err, method)
			}
			if r.Found {
				found++
			}
		}
		if reached == 0 || found == 0 {
			t.Errorf("%s: %d panics, a line was found in %d", s.name, reached, found)
		}
	}
}

// The line of a panic holds all moves up to it, including the playout.
func TestPanicLine(t *testing.T) {
	for _, s := range searchesOf[*wired]() {
		g := &wired{length: 500}
		g.call = func(method string) {
			if method == "Moves" && len(g.line) == 300 {
				panic(fmt.Sprint(g.line))
			}
		}
		_, err := s.run(t.Context(), g, ply.Limits{Nodes: 10}, rand.NewPCG(1, 1), options{Workers: 1})
		var fault *ply.GamePanic
		if !errors.As(err, &fault) || fault.Value != fault.Line {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// A panic of a callback reaches the caller, as does Goexit, when nothing plays on the game any more.
func TestCallbackPanics(t *testing.T) {
	ends := map[string]func(){"panic": func() { panic(errWired) }, "exit": runtime.Goexit}
	for i, s := range withBreadthFirst(searchesOf[*wired]()) {
		for how, end := range ends {
			for _, callback := range []string{"Progress", "Checkpoint", "game"} {
				for _, workers := range long.Or([]int{1, 2}, []int{1 + i%2}) {
					if s.name == "breadth first" && (workers > 1 || callback == "Checkpoint") || callback == "game" && how == "panic" {
						continue
					}
					var calls, playing atomic.Int64
					opt := options{Workers: workers, MaxRuns: math.MaxInt}
					g := &wired{length: 12, call: func(method string) {
						playing.Add(1)
						if n := calls.Add(1); callback == "game" && n == 1000 {
							end()
						}
					}}
					switch callback {
					case "Progress":
						opt.Progress = func(montecarlo.Result[int]) { end() }
					case "Checkpoint":
						opt.Checkpoint = &montecarlo.Memory{Before: func() error { end(); return nil }}
					}
					value, exited := guardtest.Outcome(func() {
						_, err := s.run(stop.ReportEach(t.Context(), 1), g, ply.Limits{}, rand.NewPCG(1, 1), opt)
						t.Errorf("%s: returned with error %v", s.name, err)
					})
					if exited != (how == "exit") || !exited && value != errWired {
						t.Errorf("%s, %s in %s: panic %v, exited %v", s.name, how, callback, value, exited)
					}
					before := playing.Load()
					time.Sleep(time.Millisecond)
					if after := playing.Load(); after != before {
						t.Errorf("%s: the game is still played on", s.name)
					}
				}
			}
		}
	}
}

// goroutine returns what identifies the present goroutine.
func goroutine() string {
	var stack [64]byte
	text := stack[:runtime.Stack(stack[:], false)]
	head, _, _ := bytes.Cut(text, []byte("["))
	return string(head)
}

// Callbacks are called on the goroutine of the caller, while the workers go on.
func TestCallbacksHoldNothingUp(t *testing.T) {
	for _, s := range searchesOf[*wired]() {
		ctx, cancel := context.WithCancel(t.Context())
		caller, calls := goroutine(), 0
		var playouts atomic.Int64
		g := &wired{length: 8, call: func(method string) {
			if method == "Score" {
				playouts.Add(1)
			}
		}}
		waits := func(what string) {
			if goroutine() != caller {
				t.Errorf("%s: %s is called on another goroutine", s.name, what)
			}
			if ctx.Err() != nil {
				return // the last call
			}
			for start, since := playouts.Load(), time.Now(); playouts.Load() < start+20; {
				if time.Since(since) > 2*time.Minute {
					t.Errorf("%s: the workers wait for %s", s.name, what)
					break
				}
				time.Sleep(100 * time.Microsecond)
			}
			if calls++; calls == 3 {
				cancel()
			}
		}
		_, err := s.run(stop.ReportEach(ctx, 1), g, ply.Limits{}, rand.NewPCG(1, 1), options{
			Workers: 2, MaxRuns: math.MaxInt,
			Progress:   func(montecarlo.Result[int]) { waits("Progress") },
			Checkpoint: &montecarlo.Memory{Before: func() error { waits("Checkpoint"); return nil }},
		})
		if err != nil {
			t.Errorf("%s: error %v", s.name, err)
		}
		cancel()
	}
}

// Checkpoints come no more often than is wanted, however short the runs are.
func TestCheckpointEvery(t *testing.T) {
	const every = 5 * time.Millisecond
	calls := 0
	r, err := montecarlo.BeamSearch(t.Context(), &wired{length: 2}, ply.Limits{Time: 20 * every}, montecarlo.BeamOptions[int]{Width: 1, Options: options{Random: rand.NewPCG(1, 1),
		Workers: 2, Checkpoint: &montecarlo.Memory{Every: every, Before: func() error { calls++; return nil }},
	}})
	if most := int(r.Elapsed/every) + 2; err != nil || calls > most {
		t.Errorf("%d checkpoints in %v, want up to %d, error %v", calls, r.Elapsed, most, err)
	}
}

// Long lines take time and memory in proportion to their length.
func TestLongLines(t *testing.T) {
	length := long.Or(1_000_000, 30_000)
	for _, s := range []search[*wired]{
		{"sampling", func(ctx context.Context, g *wired, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.IterativeSampling(ctx, g, limits, opt)
		}},
		{"adaptation", func(ctx context.Context, g *wired, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedRolloutPolicyAdaptation(ctx, g, limits, montecarlo.AdaptationOptions[int]{Options: opt, Level: 2, Iterations: 3})
		}},
		{"nested", func(ctx context.Context, g *wired, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.NestedMonteCarloSearch(ctx, g, limits, montecarlo.NestedOptions[int]{Options: opt})
		}},
		{"evolving", func(ctx context.Context, g *wired, limits ply.Limits, seed *rand.PCG, opt options) (result, error) {
			opt.Random = seed
			return montecarlo.EvolvingNondeterminism(ctx, g, limits, montecarlo.EvolvingOptions[int]{Options: opt, Population: 2, Simulations: 2})
		}},
	} {
		g := &wired{length: length}
		r, err := s.run(t.Context(), g, ply.Limits{Nodes: 9}, rand.NewPCG(1, 1), options{Workers: 1})
		if err != nil || r.Nodes != 9 || len(r.Line) != length || len(g.line) != 0 {
			t.Errorf("%s: %v, %d playouts, %d moves, error %v", s.name, r.Status, r.Nodes, len(r.Line), err)
		}
	}
}
