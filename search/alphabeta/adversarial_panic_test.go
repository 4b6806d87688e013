//go:build long || race || 386

package alphabeta_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// A trap is a game that goes off at one of the calls of one of its methods, counted over all clones: it panics, or
// ends the goroutine.
type trap struct {
	line   []int
	passes int
	fuse   *fuse
}

type fuse struct {
	method string
	left   atomic.Int64
	exit   bool
	line   string // where it went off
}

var errTrap = errors.New("trap")

const trapMoves = 5 // in a line

func (b *trap) call(method string) {
	if method == b.fuse.method && b.fuse.left.Add(-1) == 0 {
		b.fuse.line = fmt.Sprint(b.line)
		if b.fuse.exit {
			runtime.Goexit()
		}
		panic(errTrap)
	}
}

var trapMethods = []string{"Moves", "Play", "Undo", "ToMove", "Outcome", "Evaluate", "Hash", "HashAfter", "Clone", "Rank",
	"NoisyMoves", "Extend", "Pass", "Unpass", "Repeated", "Number", "Acyclic", "Advance", "HashSuccessors", "BestSuccessor"}

func (b *trap) Moves(dst []int) []int {
	b.call("Moves")
	if len(b.line) == trapMoves {
		return dst
	}
	return append(dst, 0, 1, 2, 3)
}

func (b *trap) Play(m int) {
	b.line = append(b.line, m)
	b.call("Play")
}

func (b *trap) Undo(int) {
	b.call("Undo")
	b.line = b.line[:len(b.line)-1]
}

func (b *trap) hash(line []int) uint64 {
	h := uint64(b.passes) + 1
	for _, m := range line {
		h = transposition.Mix(h*7 + uint64(m) + 1)
	}
	return h
}

func (b *trap) value() int { return int(b.hash(b.line)%21) - 10 }

func (b *trap) ToMove() int  { b.call("ToMove"); return (len(b.line) + b.passes) & 1 }
func (b *trap) Outcome() int { b.call("Outcome"); return b.value() }
func (b *trap) Hash() uint64 { b.call("Hash"); return b.hash(b.line) }

func (b *trap) HashAfter(m int) uint64 {
	b.call("HashAfter")
	return b.hash(append(slices.Clone(b.line), m))
}

func (b *trap) Clone() *trap {
	b.call("Clone")
	c := *b
	c.line = slices.Clone(b.line)
	return &c
}

func (b *trap) Evaluate() int { b.call("Evaluate"); return b.value() }

func (b *trap) Rank(_ int, moves []int, ranks []int32) bool {
	b.call("Rank")
	for i, m := range moves {
		ranks[i] = int32(b.hash([]int{m}) % 5)
	}
	return false
}

func (b *trap) NoisyMoves(dst []int) []int {
	b.call("NoisyMoves")
	if len(b.line) < trapMoves {
		dst = append(dst, 1, 2)
	}
	return dst
}

func (b *trap) Extend(m, _, _ int) int { b.call("Extend"); return m%2 - m%3/2 }
func (b *trap) Pass() bool             { b.passes++; b.call("Pass"); return true }
func (b *trap) Unpass()                { b.call("Unpass"); b.passes-- }
func (b *trap) Repeated() bool         { b.call("Repeated"); return false }
func (b *trap) Number(m int) int       { b.call("Number"); return m }
func (b *trap) Numbers() int           { return 4 }
func (b *trap) Acyclic() bool          { b.call("Acyclic"); return true }

// A fastTrap is a trap with all that makes searches faster.
type fastTrap struct{ *trap }

func (b fastTrap) Advance(prev []int, i, _ int, dst []int) ([]int, int) {
	b.line = append(b.line, prev[i])
	b.call("Advance")
	return b.Moves(dst), 0
}

func (b fastTrap) HashSuccessors(moves []int, dst []uint64) []uint64 {
	b.call("HashSuccessors")
	for _, m := range moves {
		dst = append(dst, b.hash(append(slices.Clone(b.line), m)))
	}
	return dst
}

func (b fastTrap) BestSuccessor(int) (best, value, evaluated int) {
	b.call("BestSuccessor")
	if len(b.line) == trapMoves {
		return 0, 0, 0
	}
	for m := range 4 {
		after := trap{line: append(slices.Clone(b.line), m), passes: b.passes}
		if v := -after.value(); m == 0 || v > value {
			best, value = m, v
		}
	}
	return best, value, 4
}

// trapped are searches of a trap. report is the callback, of those that have one.
var trapped = map[string]func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error){
	"Minimax": func(g *trap, _ func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := alphabeta.Minimax(background, g, ply.Limits{}, 0)
		return r.Status, err
	},
	"AlphaBeta": func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := alphabeta.AlphaBeta(background, g, ply.Limits{}, alphabeta.Options[int]{Progress: eachDepth(report), Table: trapTable()})
		return r.Status, err
	},
	"PrincipalVariation": func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Depth: 4, Progress: eachDepth(report),
			Tree: alphabeta.Tree{Quiescence: 2, NullMove: 1, Selective: 1, Extend: true, Repetitions: true}, Table: trapTable()})
		return r.Status, err
	},
	"PrincipalVariation, searchNull": func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := alphabeta.Search(background, fastTrap{g}, ply.Limits{}, alphabeta.Options[int]{Depth: 5, Progress: eachDepth(report),
			Table: trapTable()})
		return r.Status, err
	},
	"Aspiration": func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := alphabeta.Aspiration(background, g, ply.Limits{}, alphabeta.Options[int]{Progress: eachDepth(report)})
		return r.Status, err
	},
	"MTDF": func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := alphabeta.MTDF(background, g, ply.Limits{}, alphabeta.Options[int]{Progress: eachDepth(report), Table: trapTable()})
		return r.Status, err
	},
	"Parallel, one worker":    trappedTogether(1),
	"Parallel, three workers": trappedTogether(3),
	"proof.BestFirst": func(g *trap, _ func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := proof.BestFirst(background, g, ply.Limits{}, proof.Options[int]{})
		return r.Status, err
	},
	"proof.Search": func(g *trap, _ func(alphabeta.Result[int])) (ply.Status, error) {
		r, err := proof.Search(background, g, ply.Limits{}, proof.Options[int]{Table: transposition.NewTable(1 << 10)})
		return r.Status, err
	},
}

func trappedTogether(workers int) func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error) {
	return func(g *trap, report func(alphabeta.Result[int])) (ply.Status, error) {
		shared := transposition.NewTable(16 * 64)
		r, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: shared, Workers: workers, Depth: 4, Progress: eachDepth(report), Tree: alphabeta.Tree{NullMove: 1}})
		return r.Status, err
	}
}

func trapTable() *transposition.Table {
	table := transposition.NewTable(16 * 64)
	return table
}

// Wherever a game panics, the search returns an error that says so and after which moves, for any number of workers and
// stacks. A game that ends its goroutine ends the caller's.
func TestGamesGoOff(t *testing.T) {
	alphabeta.ShareAll(t)
	alphabeta.SetFreshSearch(t, 2)
	for name, find := range trapped {
		before := runtime.NumGoroutine()
		random := rand.New(rand.NewPCG(1, uint64(len(name))))
		panics, exits := 0, 0
		for _, method := range trapMethods {
			for i := range long.Or(100, 10) {
				g := &trap{fuse: &fuse{method: method, exit: i%4 == 0}}
				g.fuse.left.Store(int64(1 + random.IntN(1<<random.IntN(10))))
				var status ply.Status
				var err error
				value, exited := guardtest.Outcome(func() { status, err = find(g, nil) })
				if g.fuse.left.Load() > 0 { // it has not come there
					if value != nil || exited || err != nil || status != ply.Complete {
						t.Errorf("%s: %v, error %v, panic %v, exited %v", name, status, err, value, exited)
					}
					continue
				}
				if g.fuse.exit {
					exits++
					if value != nil || !exited {
						t.Errorf("%s, %s ends the goroutine: panic %v, exited %v", name, method, value, exited)
					}
					continue
				}
				panics++
				var fault *ply.GamePanic
				if value != nil || exited || status != ply.Failed || !errors.As(err, &fault) || !errors.Is(err, errTrap) {
					t.Errorf("%s, %s: %v, error %v, panic %v, exited %v", name, method, status, err, value, exited)
					continue
				}
				if fault.Line != g.fuse.line {
					t.Errorf("%s, %s: line %s, want %s", name, method, fault.Line, g.fuse.line)
				}
				if !strings.Contains(string(fault.Stack), "trap") {
					t.Errorf("%s, %s: the stack does not show where it happened:\n%s", name, method, fault.Stack)
				}
			}
		}
		if panics == 0 || exits == 0 {
			t.Errorf("%s: %d panics, %d ends of the goroutine", name, panics, exits)
		}
		guardtest.CheckGoroutines(t, before)
	}
}

// A callback is called on the goroutine of the caller, which its panic reaches as it is, and which it can end.
func TestCallbacksGoOff(t *testing.T) {
	alphabeta.ShareAll(t)
	for name, find := range trapped {
		if name == "Minimax" || strings.HasPrefix(name, "proof.") {
			continue // has none
		}
		before := runtime.NumGoroutine()
		for _, exit := range []bool{false, true} {
			caller, called := "", ""
			value, exited := guardtest.Outcome(func() {
				caller = goroutine()
				status, err := find(&trap{fuse: new(fuse)}, func(alphabeta.Result[int]) {
					called = goroutine()
					if exit {
						runtime.Goexit()
					}
					panic(errTrap)
				})
				t.Errorf("%s: returned with %v, error %v", name, status, err)
			})
			if exit && (value != nil || !exited) || !exit && (value != errTrap || exited) {
				t.Errorf("%s: panic %v, exited %v", name, value, exited)
			}
			if caller != called {
				t.Errorf("%s: called by %s, want %s", name, called, caller)
			}
		}
		guardtest.CheckGoroutines(t, before)
	}
}

// goroutine returns the name of the present goroutine.
func goroutine() string {
	stack := make([]byte, 64)
	return strings.Join(strings.Fields(string(stack[:runtime.Stack(stack, false)]))[:2], " ")
}
