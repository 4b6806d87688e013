package neural_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/search/alphabeta"
)

var background = context.Background()

func TestLaws(t *testing.T) {
	gametest.Check(t, func() *Board { return new(Board) })
}

// with returns the description with a change.
func with(change func(*neural.Description[*Board, int])) neural.Description[*Board, int] {
	d := tictactoe
	change(&d)
	return d
}

func TestDescription(t *testing.T) {
	if err := tictactoe.Check(20); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		change func(*neural.Description[*Board, int])
		want   string
	}{
		{func(d *neural.Description[*Board, int]) { d.New = nil }, "New and Append"},
		{func(d *neural.Description[*Board, int]) { d.Planes = 0 }, "0 planes"},
		{func(d *neural.Description[*Board, int]) { d.Planes = 3 }, "after []: 18 inputs, want 27"},
		{func(d *neural.Description[*Board, int]) { d.Scale = -1 }, "Scale is -1"},
		{func(d *neural.Description[*Board, int]) { d.Moves = 9 }, "Moves and Number together"},
		{func(d *neural.Description[*Board, int]) {
			d.Moves, d.Number = 9, func(_ *Board, m int) int { return m + 1 }
		}, "the number of move 8 is 9, want 0 to 8"},
		{func(d *neural.Description[*Board, int]) {
			d.Append = func(b *Board, dst []float32) []float32 { return append(dst, make([]float32, 17)...) }
		}, "17 inputs, want 18"},
		{func(d *neural.Description[*Board, int]) {
			d.Append = func(b *Board, dst []float32) []float32 {
				return append(append(dst, make([]float32, 17)...), float32(math.NaN()))
			}
		}, "input 17 is NaN"},
		{func(d *neural.Description[*Board, int]) { d.Image = func(*Board, int, int) int { return 0 } }, "image of cell 1"},
		{func(d *neural.Description[*Board, int]) {
			d.Image = func(b *Board, s, cell int) int { return cell }
		}, "of the image under symmetry"},
		{func(d *neural.Description[*Board, int]) {
			d.New = func() (*Board, error) { return nil, errors.New("no board") }
		}, "no board"},
		{func(d *neural.Description[*Board, int]) {
			d.Append = func(*Board, []float32) []float32 { panic("oh") }
		}, "oh"},
	} {
		if err := with(test.change).Check(20); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

var architectures = []neural.Architecture{neural.Dense{Hidden: []int{16, 8}}, neural.Dense{Hidden: []int{}}, neural.Residual{Blocks: 1, Filters: 4}}

func newNetwork(t testing.TB, a neural.Architecture) *neural.Network {
	t.Helper()
	n, err := neural.NewNetwork(tictactoe, a, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// evaluate returns the value and the priors of a position.
func evaluate(t testing.TB, n *neural.Network, opt neural.EvaluatorOptions, moves ...int) (float64, []float32) {
	t.Helper()
	f, err := neural.ForPUCT(n, tictactoe, opt)
	if err != nil {
		t.Fatal(err)
	}
	b := new(Board)
	for _, m := range moves {
		b.Play(m)
	}
	leaf := &puct.Leaf[*Board, int]{Position: b, Moves: b.Moves(nil)}
	leaf.Priors = make([]float32, len(leaf.Moves))
	for range 2 { // the second time from the cache, if there is one
		if err := f(background, []*puct.Leaf[*Board, int]{leaf}); err != nil {
			t.Fatal(err)
		}
	}
	return leaf.Value, leaf.Priors
}

func TestEvaluator(t *testing.T) {
	for _, a := range architectures {
		n := newNetwork(t, a)
		value, priors := evaluate(t, n, neural.EvaluatorOptions{}, 1)
		sum := 0.0
		for _, p := range priors {
			sum += float64(p)
		}
		if !(value > -1 && value < 1) || math.Abs(sum-1) > 1e-5 || len(priors) != 8 || slices.Max(priors) == slices.Min(priors) {
			t.Errorf("%#v: value %v, priors %v", a, value, priors)
		}
		cached, cachedPriors := evaluate(t, n, neural.EvaluatorOptions{CacheEntries: 3}, 1)
		if cached != value || !slices.Equal(cachedPriors, priors) {
			t.Errorf("%#v: with a cache %v and %v, want %v and %v", a, cached, cachedPriors, value, priors)
		}
		// The mean over all images is the same for a position and its image.
		one, _ := evaluate(t, n, neural.EvaluatorOptions{Average: true}, 0, 1)
		other, _ := evaluate(t, n, neural.EvaluatorOptions{Average: true}, 8, 5)
		if math.Abs(one-other) > 1e-6 {
			t.Errorf("%#v: the mean is %v, that of the image %v", a, one, other)
		}
	}
}

// TestWrongEvaluator: a fault ends a search with an error that names it.
func TestWrongEvaluator(t *testing.T) {
	n := newNetwork(t, neural.Dense{})
	calls := 0
	for _, test := range []struct {
		inputs func([]float32) []float32
		want   string
	}{
		{func(x []float32) []float32 { return x[:len(x)-1] }, "17 inputs, want 18"},
		{func(x []float32) []float32 { return append(x, 0) }, "19 inputs, want 18"},
		{func(x []float32) []float32 { x[len(x)-1] = float32(math.Inf(1)); return x }, "input 17 is +Inf"},
	} {
		wrong := false
		d := with(func(d *neural.Description[*Board, int]) {
			d.Append = func(b *Board, dst []float32) []float32 {
				calls++
				if dst = tictactoe.Append(b, dst); wrong && b.count == 2 {
					dst = test.inputs(dst)
				}
				return dst
			}
		})
		f, err := neural.ForPUCT(n, d, neural.EvaluatorOptions{})
		if err != nil {
			t.Fatal(err)
		}
		wrong = true
		_, err = puct.Search(background, new(Board), f, ply.Limits{Nodes: 100}, puct.Options[int]{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
	if _, err := neural.ForPUCT[*Board](nil, tictactoe, neural.EvaluatorOptions{}); err == nil {
		t.Error("no network, no error")
	}
	if _, err := neural.ForPUCT(n, tictactoe, neural.EvaluatorOptions{CacheEntries: -1}); err == nil {
		t.Error("a cache of -1 entries")
	}
	plain := with(func(d *neural.Description[*Board, int]) { d.Image = nil })
	if _, err := neural.ForPUCT(n, plain, neural.EvaluatorOptions{Average: true}); err == nil {
		t.Error("a mean without images")
	}
}

func TestArchitectureErrors(t *testing.T) {
	for _, a := range []neural.Architecture{nil, neural.Dense{Hidden: []int{0}}, neural.Dense{Hidden: make([]int, 65)}, neural.Residual{Blocks: -1}, neural.Residual{Filters: 2000}} {
		if _, err := neural.NewNetwork(tictactoe, a, nil); err == nil {
			t.Errorf("%#v: no error", a)
		}
	}
}

func TestAlphaBeta(t *testing.T) {
	f, err := neural.ForAlphaBeta(newNetwork(t, neural.Dense{}), tictactoe, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for depth, least := range []int{1: -1000, 2: -1000} {
		if depth == 0 {
			continue
		}
		r, err := alphabeta.AlphaBeta(background, new(Board), ply.Limits{}, alphabeta.Options[int]{Depth: depth, Evaluator: f, Direct: true})
		if err != nil || r.Value <= least || r.Value >= 1000 {
			t.Errorf("depth %d: %+v, %v", depth, r, err)
		}
	}
	if _, err := neural.ForAlphaBeta(newNetwork(t, neural.Dense{}), tictactoe, 1); err == nil {
		t.Error("a win of 1, no error")
	}
}

// TestBatcher: searches that share batches find what they find alone.
func TestBatcher(t *testing.T) {
	largest := 0
	know := func(_ context.Context, leaves []*puct.Leaf[*Board, int]) error {
		for _, leaf := range leaves {
			h := leaf.Position.Hash()
			leaf.Value = float64(h%1000)/1000 - 0.5
			for i := range leaf.Priors {
				leaf.Priors[i] = float32(h>>i&7) + 1
			}
		}
		largest = max(largest, len(leaves))
		return nil
	}
	const games = 6
	options := puct.Options[int]{NoSolver: true}
	search := func(i int, f puct.Evaluator[*Board, int]) puct.Result[int] {
		b := new(Board)
		b.Play(i)
		r, err := puct.Search(background, b, f, ply.Limits{Nodes: 50 + 10*i}, options)
		if err != nil {
			t.Error(err)
		}
		return r
	}
	batcher := neural.NewBatcher(know, games)
	var results [games]puct.Result[int]
	var group sync.WaitGroup
	for i := range games {
		group.Go(func() {
			defer batcher.Leave()
			results[i] = search(i, batcher.Search(i))
		})
	}
	group.Wait()
	if largest != games {
		t.Errorf("batches of up to %d positions, want %d", largest, games)
	}
	for i := range games {
		want := search(i, know)
		if got := results[i]; got.Move != want.Move || got.Value != want.Value || !slices.Equal(got.Line, want.Line) {
			t.Errorf("game %d: %+v, alone %+v", i, got, want)
		}
	}
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "network")
	for _, a := range architectures {
		n := newNetwork(t, a)
		if err := n.Save(name); err != nil {
			t.Fatal(err)
		}
		loaded, err := neural.Load(name, tictactoe)
		if err != nil {
			t.Fatal(err)
		}
		value, priors := evaluate(t, n, neural.EvaluatorOptions{}, 4)
		again, againPriors := evaluate(t, loaded, neural.EvaluatorOptions{}, 4)
		if value != again || !slices.Equal(priors, againPriors) || loaded.Weights() != n.Weights() || loaded.Game() != "tic-tac-toe" {
			t.Errorf("%#v: %v %v, want %v %v", a, again, againPriors, value, priors)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	damage := func(what string, data []byte) {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := neural.Load(name, tictactoe); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	for i := 0; i < len(data); i += 1 + len(data)/60 {
		flipped := bytes.Clone(data)
		flipped[i] ^= 1 << (i % 8)
		damage(fmt.Sprintf("bit of byte %d", i), flipped)
		damage(fmt.Sprintf("cut to %d", i), data[:i])
	}
	damage("longer", append(bytes.Clone(data), 0))
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, d := range []neural.Description[*Board, int]{
		with(func(d *neural.Description[*Board, int]) { d.Name = "chess" }),
		with(func(d *neural.Description[*Board, int]) { // the same planes with other inputs
			d.Append = func(b *Board, dst []float32) []float32 {
				from := len(dst)
				dst = tictactoe.Append(b, dst)
				slices.Reverse(dst[from:])
				return dst
			}
		}),
		with(func(d *neural.Description[*Board, int]) {
			d.Moves, d.Number = 10, func(_ *Board, m int) int { return m }
		}),
	} {
		if _, err := neural.Load(name, d); !errors.Is(err, neural.ErrOtherGame) {
			t.Errorf("error %v, want ErrOtherGame", err)
		}
	}
	if _, err := neural.Load(name+"s", tictactoe); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want fs.ErrNotExist", err)
	}
}

func TestPlayer(t *testing.T) {
	n := newNetwork(t, neural.Dense{})
	alone := neural.NewPlayer(n, tictactoe, ply.Limits{}, neural.EvaluatorOptions{}, puct.Options[int]{})
	search := neural.NewPlayer(n, tictactoe, ply.Limits{Nodes: 300}, neural.EvaluatorOptions{}, puct.Options[int]{})
	r, err := arena.Match(background, arena.RandomOpening(1, tictactoe.New), search, alone, arena.Options{Games: 10})
	if err != nil || r.Losses > 0 || r.Wins == 0 {
		t.Errorf("%v, %v", r.Score, err)
	}
	wrong := neural.NewPlayer(nil, tictactoe, ply.Limits{}, neural.EvaluatorOptions{}, puct.Options[int]{})
	if _, err := arena.Match(background, arena.RandomOpening(1, tictactoe.New), wrong, alone, arena.Options{Games: 2}); err == nil {
		t.Error("no network, no error")
	}
}
