//go:build long || race || 386

package mcts_test

import (
	"context"
	"errors"
	"fmt"
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
	"github.com/ply-search/ply/mcts"
)

// A bomb is a wild that breaks, once, in a call of one of its methods, counted over all clones.
type bomb struct {
	*wild
	*guardtest.Fuse
}

func newBomb(method string, call int64, bang func()) bomb {
	return bomb{newWild(5, 12, 4, 1, true, true), guardtest.NewFuse(method, call, bang)}
}

func (g bomb) Moves(dst []int) []int    { g.Hit("Moves"); return g.wild.Moves(dst) }
func (g bomb) Play(m int)               { g.Hit("Play"); g.wild.Play(m) }
func (g bomb) Undo(m int)               { g.Hit("Undo"); g.wild.Undo(m) }
func (g bomb) Hash() uint64             { g.Hit("Hash"); return g.wild.Hash() }
func (g bomb) ToMove() int              { g.Hit("ToMove"); return g.wild.ToMove() }
func (g bomb) Outcome() int             { g.Hit("Outcome"); return g.wild.Outcome() }
func (g bomb) Acyclic() bool            { g.Hit("Acyclic"); return true }
func (g bomb) Numbers() int             { g.Hit("Numbers"); return g.wild.Numbers() }
func (g bomb) Number(m int) int         { g.Hit("Number"); return g.wild.Number(m) }
func (g bomb) Clone() bomb              { g.Hit("Clone"); return bomb{g.wild.Clone(), g.Fuse} }
func (g bomb) Decisive(dst []int) []int { g.Hit("Decisive"); return dst }
func (g bomb) Priors(_ []int, p []float32) {
	g.Hit("Priors")
	for i := range p {
		p[i] = float32(i)
	}
}

// eachBomb calls f with each way to search and with a game that breaks in each of its methods, sooner or later.
func eachBomb(t *testing.T, bang func(), f func(t *testing.T, g bomb, opt mcts.Options[int])) {
	methods := []string{"Moves", "Play", "Undo", "Hash", "ToMove", "Outcome", "Acyclic", "Numbers", "Number", "Clone",
		"Decisive", "Priors"}
	broken := map[string]bool{}
	for name, opt := range ways {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			for _, method := range methods {
				for _, calls := range []int64{1, 2, 3, 20, 211, 1234} {
					g := newBomb(method, calls, bang)
					f(t, g, opt)
					if g.Broken() {
						broken[method] = true
					}
				}
			}
			guardtest.CheckGoroutines(t, before)
		})
	}
	for _, method := range methods {
		if !broken[method] {
			t.Errorf("%s was never called", method)
		}
	}
}

// play makes a tree, searches, plays a move and searches again.
func play(g bomb, opt mcts.Options[int], tree **mcts.Tree[int]) (err error) {
	if *tree, err = mcts.New(g, opt); err != nil {
		return err
	}
	for range 3 {
		r, err := (*tree).Search(context.Background(), ply.Limits{Nodes: 100})
		if err != nil {
			if r.Status != ply.Failed || len(r.Moves) == 0 {
				return fmt.Errorf("result %+v of a search with the error %w", r, err)
			}
			return err
		}
		if err := (*tree).Play(r.Move); err != nil {
			return err
		}
	}
	return (*tree).Reset()
}

// TestGamePanic checks that a panic of the game, wherever it happens, is an error of the call in which it happens, and of
// all later ones.
func TestGamePanic(t *testing.T) {
	eachBomb(t, func() { panic(errBroken) }, func(t *testing.T, g bomb, opt mcts.Options[int]) {
		var tree *mcts.Tree[int]
		value, exited := guardtest.Outcome(func() {
			err := play(g, opt, &tree)
			if err == nil && !g.Broken() || errors.Is(err, ply.ErrFinished) {
				return
			}
			fault := checkGamePanic(t, g, err)
			if tree == nil {
				return
			}
			_, searched := tree.Search(context.Background(), ply.Limits{Nodes: 1})
			for _, err := range []error{searched, tree.Play(0), tree.Reset()} {
				if checkGamePanic(t, g, err) != fault {
					t.Errorf("%s: error %v, first %v", g.Method, err, fault)
				}
			}
		})
		if value != nil || exited {
			t.Errorf("%s: panic %v, exited %v", g.Method, value, exited)
		}
	})
}

func checkGamePanic(t *testing.T, g bomb, err error) *ply.GamePanic {
	t.Helper()
	var fault *ply.GamePanic
	if !errors.As(err, &fault) || !errors.Is(err, errBroken) {
		t.Fatalf("%s: error %v, want that the game panicked", g.Method, err)
	}
	if !strings.HasPrefix(fault.Line, "[") || !strings.Contains(string(fault.Stack), ".Hit") {
		t.Errorf("%s: panic after %q at\n%s", g.Method, fault.Line, fault.Stack)
	}
	return fault
}

// TestGoexitOfGame checks that a game that ends its goroutine also ends the caller's, and no other.
func TestGoexitOfGame(t *testing.T) {
	eachBomb(t, runtime.Goexit, func(t *testing.T, g bomb, opt mcts.Options[int]) {
		var tree *mcts.Tree[int]
		var err error
		value, exited := guardtest.Outcome(func() { err = play(g, opt, &tree) })
		if value != nil || exited != g.Broken() || !exited && err != nil && !errors.Is(err, ply.ErrFinished) {
			t.Fatalf("%s: panic %v, exited %v, error %v", g.Method, value, exited, err)
		}
		if exited && tree != nil {
			_, searched := tree.Search(context.Background(), ply.Limits{Nodes: 1})
			for _, err := range []error{searched, tree.Play(0), tree.Reset()} {
				if err == nil || !strings.Contains(err.Error(), "Goexit") {
					t.Errorf("%s: error %v of a tree that has no position", g.Method, err)
				}
			}
		}
	})
}

// TestPanicTellsLine checks that the line of a panic goes up to where it happened, through the tree and the playout.
func TestPanicTellsLine(t *testing.T) {
	for name, opt := range ways {
		g := deep{newWild(5, 40, 4, 1, true, false)}
		opt.Transpositions, opt.Decisive = false, mcts.NoDecisive
		_, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 10_000}, opt)
		var fault *ply.GamePanic
		if !errors.As(err, &fault) || len(strings.Fields(fault.Line)) != 20 {
			t.Errorf("%s: error %v, want a line of 20 moves", name, err)
		}
	}
}

// deep panics in the list of the moves after 20.
type deep struct{ *wild }

func (g deep) Moves(dst []int) []int {
	switch {
	case len(g.line) == 20:
		panic(errBroken)
	case len(g.line) > 0:
		return append(dst, 1, 2)
	}
	return g.wild.Moves(dst)
}
func (g deep) Clone() deep { return deep{g.wild.Clone()} }

// TestCallbackPanic checks that the panic of a callback reaches the caller of the search as it is, as does the end of its
// goroutine, with the game as it was and the tree in good order.
func TestCallbackPanic(t *testing.T) {
	for name, opt := range ways {
		for _, bang := range []func(){func() { panic(errBroken) }, runtime.Goexit} {
			if name == "trees apart" || name == "plain, shared" {
				continue // like others, and it takes a while until Progress is called
			}
			opt.Decisive, opt.NoSolver = mcts.NoDecisive, true
			var armed atomic.Bool
			armed.Store(true)
			opt.Progress = func(mcts.Result[int]) {
				if armed.Swap(false) {
					bang()
				}
			}
			g, before := newWild(5, 12, 4, 1, true, true), runtime.NumGoroutine()
			opt.Random = rand.NewPCG(1, 2)
			tree, err := mcts.New(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			value, exited := guardtest.Outcome(func() {
				_, err := tree.Search(context.Background(), ply.Limits{Nodes: math.MaxInt})
				t.Errorf("%s: error %v, want a panic", name, err)
			})
			if (value != errBroken) != exited {
				t.Errorf("%s: panic %v, exited %v", name, value, exited)
			}
			guardtest.CheckGoroutines(t, before)
			if len(g.line) != 0 {
				t.Errorf("%s: the game is left after %v", name, g.line)
			}
			r, err := tree.Search(context.Background(), ply.Limits{Nodes: 1000})
			visits := 0
			for _, m := range r.Moves {
				visits += m.Visits
			}
			if err != nil || r.Nodes != 1000 || visits != tree.RootVisits() || len(g.line) != 0 {
				t.Errorf("%s: %d added, %d visits in %d simulations, error %v", name, r.Nodes, visits, tree.RootVisits(), err)
			}
		}
	}
}

// TestSlowProgress checks that a slow callback makes a search longer once at most.
func TestSlowProgress(t *testing.T) {
	for _, name := range []string{"one worker", "shared tree", "playouts"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := ways[name]
			opt.Decisive, opt.NoSolver = mcts.NoDecisive, true
			const limit = 120 * time.Millisecond
			calls := 0
			opt.Progress = func(r mcts.Result[int]) {
				if r.Status == ply.InProgress {
					calls++
					time.Sleep(2 * limit)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit) // which a search uses whole, since there is one move here
			defer cancel()
			r, err := mcts.Search(ctx, newWild(5, 12, 4, 1, true, true), ply.Limits{}, opt)
			if err != nil || r.Status != ply.OutOfTime || calls > 1 {
				t.Errorf("%v after %d calls, error %v", r.Status, calls, err)
			}
		})
	}
}

// valued is a game that cannot be compared.
type valued struct {
	*wild
	_ []int
}

func (g valued) Clone() valued { return valued{wild: g.wild.Clone()} }

func TestUncomparableGame(t *testing.T) {
	for name, opt := range ways {
		opt.Decisive = mcts.NoDecisive
		g := valued{wild: newWild(5, 12, 4, 1, true, true)}
		tree, err := mcts.New(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			r, err := tree.Search(t.Context(), ply.Limits{Nodes: 200})
			if err == nil {
				err = tree.Play(r.Move)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
		}
		if len(g.line) != 3 {
			t.Errorf("%s: the game is after %v, want 3 moves", name, g.line)
		}
	}
}

// skewed is a wild that breaks a law.
type skewed struct {
	*wild
	player, number int
	prior          float32
}

func (g skewed) ToMove() int {
	if len(g.line) == 2 {
		return g.player
	}
	return g.wild.ToMove()
}
func (g skewed) Number(m int) int {
	if len(g.line) == 2 {
		return g.number
	}
	return m
}
func (g skewed) Priors(_ []int, priors []float32) {
	for i := range priors {
		priors[i] = g.prior
	}
}

// TestBrokenLaws checks that a game that says what cannot be is reported, and does no harm.
func TestBrokenLaws(t *testing.T) {
	nan := float32(0)
	nan /= nan
	for _, test := range []struct {
		game skewed
		want string
	}{
		{skewed{player: -1}, "ToMove is -1"},
		{skewed{player: 2}, "ToMove is 2"},
		{skewed{player: 256}, "ToMove is 256"},
		{skewed{number: -1}, "-1"},
		{skewed{number: 4}, "Number is 4"},
		{skewed{number: 1 << 30}, "Number is 1073741824"},
		{skewed{prior: -1}, "prior"},
		{skewed{prior: nan}, "prior"},
		{skewed{prior: 1 / (nan - nan)}, "prior"},
	} {
		test.game.wild = newWild(5, 12, 4, 1, true, false)
		opt := mcts.Options[int]{}
		if test.game.number != 0 {
			opt.RAVE = mcts.RAVE{Weight: 10, Reference: 5}
		}
		_, err := mcts.Search(t.Context(), test.game, ply.Limits{Nodes: 2000}, opt)
		var fault *ply.GamePanic
		if !errors.As(err, &fault) || !strings.Contains(fault.Error(), test.want) {
			t.Errorf("%+v: error %v, want a panic about %s", test.game, err, test.want)
		}
	}
}

// TestMemoryOfNextRoot checks that a tree without room for the position after a move says so until it has a root again.
func TestMemoryOfNextRoot(t *testing.T) {
	g := new(widening)
	tree, err := mcts.New(g, mcts.Options[int]{Memory: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	played := tree.Play(1)
	_, searched := tree.Search(t.Context(), ply.Limits{Nodes: 10})
	for _, err := range []error{played, searched, tree.Reset()} {
		if err == nil || !strings.Contains(err.Error(), "Memory") {
			t.Errorf("error %v, want one about Memory", err)
		}
	}
	if g.moves != 1 {
		t.Errorf("the game is after %d moves, want 1", g.moves)
	}
	if err := tree.Play(7); err != nil {
		t.Error(err)
	}
	if r, err := tree.Search(t.Context(), ply.Limits{Nodes: 10}); err != nil || !reflect.DeepEqual(r.Line, []int{1}) {
		t.Errorf("line %v, error %v", r.Line, err)
	}
}

// widening is a game of three moves, the second of which is one of very many.
type widening struct{ moves int }

func (g *widening) Moves(dst []int) []int {
	switch g.moves {
	case 0, 2:
		return append(dst, 1)
	case 1:
		for m := range 10_000 {
			dst = append(dst, m)
		}
	}
	return dst
}
func (g *widening) Play(int)     { g.moves++ }
func (g *widening) Undo(int)     { g.moves-- }
func (g *widening) ToMove() int  { return g.moves & 1 }
func (g *widening) Outcome() int { return 0 }

// A copiedBomb is a bomb that can be copied in place.
type copiedBomb struct{ bomb }

func (g copiedBomb) Clone() copiedBomb { return copiedBomb{g.bomb.Clone()} }
func (g copiedBomb) CopyFrom(other copiedBomb) {
	g.Hit("CopyFrom")
	*g.wild = *other.wild.Clone()
}

// TestPanicOfCopier checks that a panic while the root is copied, or on the way back to it, is an error of the search and
// of all that follows.
func TestPanicOfCopier(t *testing.T) {
	for name, opt := range ways {
		opt.NoSolver = true // workers in a lucky order solve the game in fewer simulations than it takes to break it
		for calls := range int64(20) {
			g := copiedBomb{newBomb("CopyFrom", calls+1, func() { panic(errBroken) })}
			tree, err := mcts.New(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			_, err = tree.Search(t.Context(), ply.Limits{Nodes: 100})
			fault := checkGamePanic(t, g.bomb, err)
			for _, err := range []error{tree.Play(0), tree.Reset()} {
				if checkGamePanic(t, g.bomb, err) != fault {
					t.Errorf("%s, call %d: error %v, first %v", name, calls, err, fault)
				}
			}
		}
	}
}
