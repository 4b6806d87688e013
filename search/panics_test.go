//go:build long || race || 386

package search_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// often is the context of searches that report whenever they look at the clock.
var often = stop.ReportEach(background, 1)

var petardMethods = []string{"Moves", "Play", "Undo", "Hash", "AppendBinary", "Solved", "Score", "Estimate", "Cost", "Commute", "Acyclic", "Clone"}

// pathOptions returns the options of a search for one solution.
func pathOptions(opt search.Options[int]) search.PathOptions[int] {
	p := search.PathOptions[int]{Visit: opt.Visit}
	if opt.Progress != nil {
		p.Progress = func(search.PathResult[int]) { opt.Progress(search.Result[int]{}) }
	}
	return p
}

// onePlayer are all searches of one player. Each returns the status of its result.
var onePlayer = map[string]func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error){
	"DepthFirst, tree": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.DepthFirst(ctx, search.Tree(scoredPetard{f}), ply.Limits{}, opt)
		return r.Status, err
	},
	"DepthFirst, graph": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.DepthFirst(ctx, search.Graph(f, nil), ply.Limits{}, opt)
		return r.Status, err
	},
	"DepthFirst, cycles": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		f.acyclic = false
		memory := transposition.NewTable(8 * 16)
		r, err := search.DepthFirst(ctx, search.Graph(f, memory), ply.Limits{}, opt)
		return r.Status, err
	},
	"DepthFirst, identities": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.DepthFirst(ctx, search.ExactGraph(f, new(transposition.Set)), ply.Limits{}, opt)
		return r.Status, err
	},
	"DepthFirst, incremental": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.DepthFirst(ctx, search.Incremental(f), ply.Limits{}, opt)
		return r.Status, err
	},
	"IterativeDeepening": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.IterativeDeepening(ctx, search.Tree(f), ply.Limits{}, pathOptions(opt))
		return r.Status, err
	},
	"BreadthFirst, hashes": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.BreadthFirst(ctx, search.Graph(scoredPetard{f}, nil), ply.Limits{}, opt)
		return r.Status, err
	},
	"BreadthFirst, identities": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.BreadthFirst(ctx, search.ExactGraph(f, new(transposition.Set)), ply.Limits{}, opt)
		return r.Status, err
	},
	"AStar": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.AStar(ctx, f, ply.Limits{}, pathOptions(opt))
		return r.Status, err
	},
	"GreedyBestFirst": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.GreedyBestFirst(ctx, f, ply.Limits{}, search.GreedyOptions[int]{Visit: opt.Visit, Progress: pathOptions(opt).Progress})
		return r.Status, err
	},
	"GreedyBestFirst, deferred": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.GreedyBestFirst(ctx, f, ply.Limits{}, search.GreedyOptions[int]{Visit: opt.Visit, Progress: pathOptions(opt).Progress, Deferred: true})
		return r.Status, err
	},
	"IDAStar": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.IDAStar(ctx, f, ply.Limits{}, pathOptions(opt))
		return r.Status, err
	},
	"IDAStar, few hashes": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		f.acyclic, f.crowded = false, true
		r, err := search.IDAStar(ctx, f, ply.Limits{}, pathOptions(opt))
		return r.Status, err
	},
	"Solutions": func(ctx context.Context, f *petard, opt search.Options[int]) (status ply.Status, err error) {
		for _, err = range search.Solutions(ctx, search.Tree(f), ply.Limits{}) {
			status = ply.Failed
		}
		return status, err
	},
	"Perft": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, err := search.Perft(ctx, f, 5, perftOptions(opt))
		return r.Status, err
	},
	"Perft, table": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		table := transposition.NewTable(16 * 16)
		table.Scheme = transposition.TwoBig
		withTable := perftOptions(opt)
		withTable.Table = table
		r, err := search.Perft(ctx, f, 5, withTable)
		return r.Status, err
	},
	"SearchPart": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, _, err := search.SearchPart(ctx, f, ply.Limits{}, search.Part[int]{}, opt)
		return r.Status, err
	},
	"workers, 1": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		r, _, err := search.DepthFirstInTasks(ctx, search.Incremental(f), ply.Limits{}, opt, 20)
		return r.Status, err
	},
	"workers, 3": func(ctx context.Context, f *petard, opt search.Options[int]) (ply.Status, error) {
		opt.Workers = 3
		r, _, err := search.DepthFirstInTasks(ctx, search.Tree(f), ply.Limits{}, opt, 20)
		return r.Status, err
	},
}

func perftOptions(opt search.Options[int]) search.PerftOptions {
	p := search.PerftOptions{}
	if opt.Progress != nil {
		p.Progress = func(search.PerftResult) { opt.Progress(search.Result[int]{}) }
	}
	return p
}

// sameBut reports whether two lines are the same except for a last move of one, which a search may be about to play or
// just have tried.
func sameBut(a, b string) bool {
	a, b = strings.Trim(a, "[]"), strings.Trim(b, "[]")
	if len(a) < len(b) {
		a, b = b, a
	}
	rest, ok := strings.CutPrefix(a, b)
	return ok && !strings.Contains(strings.TrimPrefix(rest, " "), " ")
}

// TestPanicsOfTheGame: a panic of the game, wherever it happens, is an error that tells the line of play.
func TestPanicsOfTheGame(t *testing.T) {
	search.SetFreshStack(t, 3)
	before := runtime.NumGoroutine()
	reached := map[string]bool{}
	for name, find := range onePlayer {
		for _, method := range petardMethods {
			for calls := 1; calls < 1000; calls += 1 + calls/long.Or(10, 2) {
				f := newPetard(method, calls)
				opt := search.Options[int]{}
				if calls%2 == 0 { // with the estimate of how much is done
					opt = search.Options[int]{Progress: func(search.Result[int]) {}}
				}
				status, err := find(often, f, opt)
				if f.burnt.Load() == nil {
					if err != nil || status != ply.Complete || len(f.line) != 0 {
						t.Errorf("%s: %v, error %v, line %v", name, status, err, f.line)
					}
					break
				}
				reached[method] = true
				var fault *ply.GamePanic
				if status != ply.Failed || !errors.As(err, &fault) || !errors.Is(err, errPetard) ||
					!sameBut(fault.Line, *f.burnt.Load()) || len(fault.Stack) == 0 {
					t.Errorf("%s, call %d of %s: %v, error %v, want that of line %s", name, calls, method, status, err, *f.burnt.Load())
				}
			}
		}
	}
	for _, method := range petardMethods {
		if !reached[method] {
			t.Errorf("no search calls %s", method)
		}
	}
	guardtest.CheckGoroutines(t, before)
}

// TestGoexitOfTheGame: runtime.Goexit, which a failing test calls, ends the goroutine of the caller.
func TestGoexitOfTheGame(t *testing.T) {
	search.SetFreshStack(t, 3)
	before := runtime.NumGoroutine()
	for name, find := range onePlayer {
		for _, calls := range []int{1, 2, 40, 90} {
			f := newPetard("Play", calls)
			f.exit = true
			value, exited := guardtest.Outcome(func() {
				status, err := find(background, f, search.Options[int]{})
				t.Errorf("%s: %v, error %v after Goexit", name, status, err)
			})
			if value != nil || !exited {
				t.Errorf("%s: panic %v, exited %v", name, value, exited)
			}
		}
	}
	guardtest.CheckGoroutines(t, before)
}

// TestPanicsOfCallbacks: a panic or runtime.Goexit in a callback reaches the caller.
func TestPanicsOfCallbacks(t *testing.T) {
	search.SetFreshStack(t, 3)
	before := runtime.NumGoroutine()
	errCallback := errors.New("callback")
	for name, find := range onePlayer {
		for what, end := range map[string]func(){"panic": func() { panic(errCallback) }, "exit": runtime.Goexit} {
			for _, from := range []int{0, 1, 30} {
				n := 0
				callback := func() {
					if n++; n > from {
						end()
					}
				}
				calls := map[string]search.Options[int]{"Progress": {Progress: func(search.Result[int]) { callback() }}}
				if !slices.Contains([]string{"Perft", "Perft, table", "Solutions", "workers, 1", "workers, 3"}, name) {
					calls["Visit"] = search.Options[int]{Visit: func(int) { callback() }}
				}
				for kind, opt := range calls {
					n = 0
					var returned bool
					value, exited := guardtest.Outcome(func() {
						_, err := find(often, newPetard("", 0), opt)
						if returned = true; err != nil {
							t.Errorf("%s: error %v for that of a callback", name, err)
						}
					})
					if n <= from && kind == "Progress" {
						continue // the clock decides how often that is called
					}
					if returned || (what == "panic") != (value == errCallback) || (what == "exit") != exited {
						t.Errorf("%s: %s in %s: panic %v, exited %v, returned %v", name, what, kind, value, exited, returned)
					}
				}
			}
		}
	}
	guardtest.CheckGoroutines(t, before)
}

// A scoredPetard is no puzzle: a search looks for its highest score.
type scoredPetard struct{ *petard }

func (scoredPetard) Solved(struct{}) {}

// solvedPetard is solved where its line is full.
type solvedPetard struct{ *petard }

func (s solvedPetard) Solved() bool { return len(s.line) == s.length }

// TestPanicsInTheLoop: a panic in the body of a loop reaches the caller, and a panic of the game after a break is not
// lost.
func TestPanicsInTheLoop(t *testing.T) {
	search.SetFreshStack(t, 3)
	errBody := errors.New("body")
	loops := map[string]func(f *petard, body func() bool) error{
		"Solutions": func(f *petard, body func() bool) error {
			for _, err := range search.Solutions(background, search.Tree(solvedPetard{f}), ply.Limits{}) {
				if err != nil {
					return err
				}
				if !body() {
					break
				}
			}
			return nil
		},
	}
	for name, loop := range loops {
		value, _ := guardtest.Outcome(func() { t.Errorf("%s: error %v", name, loop(newPetard("", 0), func() bool { panic(errBody) })) })
		if value != errBody {
			t.Errorf("%s: panic %v", name, value)
		}
		value, exited := guardtest.Outcome(func() {
			t.Errorf("%s: error %v", name, loop(newPetard("", 0), func() bool { runtime.Goexit(); return true }))
		})
		if value != nil || !exited {
			t.Errorf("%s: panic %v, exited %v", name, value, exited)
		}
		if err := loop(newPetard("Undo", 30), func() bool { return true }); !errors.Is(err, errPetard) {
			t.Errorf("%s: error %v", name, err)
		}
		f := newPetard("", 0)
		if err := loop(f, func() bool { return false }); err != nil || len(f.line) > 0 {
			t.Errorf("%s: error %v, line %v after a break", name, err, f.line)
		}
	}
	value, _ := guardtest.Outcome(func() { _ = loops["Solutions"](newPetard("Undo", 1), func() bool { return false }) })
	if fault, ok := value.(*ply.GamePanic); !ok || !errors.Is(fault, errPetard) {
		t.Errorf("after a break: panic %v", value)
	}
}

// TestPartialResults: a result holds the findings before the game panicked.
func TestPartialResults(t *testing.T) {
	f := newPetard("Play", 200)
	r, err := search.DepthFirst(background, search.Tree(f), ply.Limits{}, search.Options[int]{Longest: true})
	if err == nil || r.Status != ply.Failed || r.Nodes != 200 || len(r.Line) != f.length || r.Elapsed <= 0 {
		t.Errorf("DepthFirst: %+v, error %v", r, err)
	}
	b, err := search.BreadthFirst(background, search.Tree(newPetard("Moves", 200)), ply.Limits{}, search.Options[int]{Longest: true})
	if err == nil || b.Status != ply.Failed || b.Nodes != 200 || len(b.Line) != 5 {
		t.Errorf("BreadthFirst: %+v, error %v", b, err)
	}
	p, _, err := search.DepthFirstInTasks(background, search.Incremental(newPetard("Play", 200)), ply.Limits{}, search.Options[int]{Longest: true}, 1000)
	if err == nil || p.Status != ply.Failed || p.Nodes != 200 || len(p.Line) != 5 {
		t.Errorf("workers: %+v, error %v", p, err)
	}
}

// TestSlowCallbacks: a search looks at the clock after each callback, and so ends after one that takes too long.
func TestSlowCallbacks(t *testing.T) {
	for name, find := range onePlayer {
		calls := 0
		ctx, cancel := context.WithTimeout(often, 5*time.Millisecond)
		defer cancel()
		opt := search.Options[int]{Progress: func(search.Result[int]) {
			calls++
			time.Sleep(10 * time.Millisecond)
		}}
		f := newPetard("", 0)
		f.length = 30
		status, err := find(ctx, f, opt)
		if errors.Is(err, context.DeadlineExceeded) { // of a loop, which has no other way to say so
			status, err = ply.OutOfTime, nil
		}
		most := 2
		if strings.HasPrefix(name, "workers") {
			// There the callback does not hold up the workers, nor they it. They may wait long for a processor.
			most = 2000
		}
		if err != nil || status != ply.OutOfTime && status != ply.Complete || calls > most {
			t.Errorf("%s: %v after %d slow callbacks, error %v", name, status, calls, err)
		}
	}
}
