package search_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// threeWorkers is ParallelAlphaBeta by three workers, for all games of these tests that can be cloned. It has a
// small table of its own instead of that of the options.
func threeWorkers(ctx context.Context, g search.AdversarialGame[int], opt search.AlphaBetaOptions) (search.AlphaBetaResult[int], error) {
	shared, err := transposition.NewConcurrent(40)
	if err != nil {
		return search.AlphaBetaResult[int]{}, err
	}
	opt.Table = nil
	const workers = 3
	switch g := g.(type) {
	case extends:
		return search.ParallelAlphaBeta(ctx, g, shared, workers, opt)
	case remembering:
		return search.ParallelAlphaBeta(ctx, g, shared, workers, opt)
	default:
		return search.ParallelAlphaBeta(ctx, yielding{g.(*testgames.Duel)}, shared, workers, opt)
	}
}

// yielding is a duel that lets other goroutines run before each move.
type yielding struct{ *testgames.Duel }

func (y yielding) Clone() yielding { return yielding{y.Duel.Clone()} }

func (y yielding) Play(m int) {
	runtime.Gosched()
	y.Duel.Play(m)
}

// Whatever the number of workers, the value is that of minimax.
func TestParallelAlphaBetaEqualsMinimax(t *testing.T) {
	search.ShareAll(t)
	splits := 0
	rapid.Check(t, func(t *rapid.T) {
		g := yielding{drawDuel(t, true)}
		shared, err := transposition.NewConcurrent(rapid.IntRange(1, 400).Draw(t, "entries"))
		if err != nil {
			t.Fatal(err)
		}
		opt := search.AlphaBetaOptions{
			Depth:      rapid.IntRange(0, 7).Draw(t, "depth"),
			Deepen:     rapid.Bool().Draw(t, "deepen"),
			EqualDepth: true,
			Without:    drawOrdering(t),
		}
		want, err := search.Minimax(background, g, opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := search.ParallelAlphaBeta(background, g, shared, rapid.IntRange(1, 4).Draw(t, "workers"), opt)
		if err != nil || got.Status != ply.Complete || got.Bound != ply.Exact || got.Value != want.Value {
			t.Fatalf("%+v, error %v, want value %d", got, err, want.Value)
		}
		splits += got.Splits
		if len(got.Line) > 0 {
			if v := valueOf(t, g, got.Line[0], opt.Depth); v != want.Value {
				t.Fatalf("move %d is worth %d, want %d", got.Line[0], v, want.Value)
			}
		}
	})
	if splits == 0 {
		t.Error("nothing was split")
	}
	t.Log("splits", splits)
}

// brittle is a duel that panics in a node.
type brittle struct {
	*testgames.Duel
	at int
}

func (f brittle) Clone() brittle { return brittle{f.Duel.Clone(), f.at} }

func (f brittle) Moves(dst []int) []int {
	if f.At == f.at {
		panic(errors.New("broken"))
	}
	return f.Duel.Moves(dst)
}

func TestParallelAlphaBetaContainsPanics(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 300, 6, 100, true)
	shared, err := transposition.NewConcurrent(64)
	if err != nil {
		t.Fatal(err)
	}
	_, err = search.ParallelAlphaBeta(background, brittle{g, g.Edges[g.Nodes[0].Out[0]].To}, shared, 3, search.AlphaBetaOptions{})
	var fault *ply.GamePanic
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "broken") || fault.Line == "[]" {
		t.Errorf("error %v", err)
	}
}

func TestParallelAlphaBetaIsCutShort(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 5000, 8, 1000, true)
	shared, err := transposition.NewConcurrent(64)
	if err != nil {
		t.Fatal(err)
	}
	got, err := search.ParallelAlphaBeta(background, g, shared, 1, search.AlphaBetaOptions{Deepen: true, MaxNodes: 60})
	if err != nil || got.Status != ply.OutOfNodes || len(got.Line) == 0 {
		t.Errorf("%+v, error %v", got, err)
	}
	shared.Reset()
	ctx, cancel := context.WithCancel(background)
	got, err = search.ParallelAlphaBeta(ctx, g, shared, 1, search.AlphaBetaOptions{Deepen: true, Report: func(d search.DepthReport) {
		if d.Depth == 2 {
			cancel()
		}
	}})
	if err != nil || got.Status != ply.Cancelled || got.Depth < 2 {
		t.Errorf("%+v, error %v", got, err)
	}
	for _, bad := range []func() error{
		func() error {
			_, err := search.ParallelAlphaBeta(background, g, nil, 2, search.AlphaBetaOptions{})
			return err
		},
		func() error {
			_, err := search.ParallelAlphaBeta(background, g, shared, -1, search.AlphaBetaOptions{})
			return err
		},
		func() error {
			_, err := search.ParallelAlphaBeta(background, g, shared, 1, search.AlphaBetaOptions{Table: transposition.Entries{Handle: shared.Handle()}})
			return err
		},
	} {
		if bad() == nil {
			t.Error("options that make no sense are accepted")
		}
	}
}
