package alphabeta_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// threeWorkers is Search by three workers, for all games of these tests that can be cloned. It replaces the options'
// table by a small one.
func threeWorkers(ctx context.Context, g ply.AdversarialGame[int], limits ply.Limits, opt alphabeta.Options[int]) (alphabeta.Result[int], error) {
	shared := transposition.NewTable(16 * 40)
	const workers = 3
	switch g := g.(type) {
	case extends:
		return alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, workers))
	case calm:
		return alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, workers))
	case repeating:
		return alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, workers))
	case remembering:
		return alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, workers))
	default:
		return alphabeta.Search(ctx, yielding{g.(*testgames.Duel)}, limits, withWorkers(opt, shared, workers))
	}
}

// yielding is a duel that lets other goroutines run before each move.
type yielding struct{ *testgames.Duel }

func (y yielding) Clone() yielding { return yielding{y.Duel.Clone()} }

func (y yielding) Play(m int) {
	runtime.Gosched()
	y.Duel.Play(m)
}

// With any number of workers, the value equals minimax.
func TestParallelAlphaBetaEqualsMinimax(t *testing.T) {
	alphabeta.ShareAll(t)
	long.Checks(t, 60, 40)
	splits := 0
	rapid.Check(t, func(t *rapid.T) {
		g := yielding{drawDuel(t, true)}
		shared := transposition.NewTable(16 * int64(rapid.IntRange(1, 400).Draw(t, "entries")))
		opt := alphabeta.Options[int]{
			Depth:      rapid.IntRange(0, 7).Draw(t, "depth"),
			Direct:     rapid.Bool().Draw(t, "direct"),
			EqualDepth: true,
			Order:      drawOrdering(t),
		}
		want := minimax(t, g, opt)
		got, err := alphabeta.Search(background, g, ply.Limits{}, withWorkers(opt, shared, rapid.IntRange(1, 4).Draw(t, "workers")))
		if err != nil || got.Status != ply.Complete || got.Bound != ply.Exact || got.Value != want.Value {
			t.Fatalf("%+v, error %v, want value %d", got, err, want.Value)
		}
		splits += alphabeta.CountsOf(got).Splits
		if len(got.Line) > 0 {
			if v := valueOf(t, g, got.Line[0], opt.Depth); v != want.Value {
				t.Fatalf("move %d is worth %d, want %d", got.Line[0], v, want.Value)
			}
		}
	})
	if splits == 0 && !testing.Short() { // few searches on a busy machine may end before anybody waits
		t.Error("nothing was split")
	}
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

// Wherever a game panics, the error says after which moves.
func TestParallelAlphaBetaContainsPanics(t *testing.T) {
	alphabeta.ShareAll(t)
	panics := 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawDuel(t, true)
		at := rapid.IntRange(0, len(g.Nodes)-1).Draw(t, "broken node")
		shared := transposition.NewTable(16 * 64)
		_, err := alphabeta.Search(background, brittle{g, at}, ply.Limits{}, alphabeta.Options[int]{Table: shared, Workers: 3, Depth: 8, Order: drawOrdering(t), Direct: true})
		if err == nil {
			return // it has not come there
		}
		panics++
		var fault *ply.GamePanic
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), "broken") {
			t.Fatalf("error %v", err)
		}
		for _, field := range strings.Fields(strings.Trim(fault.Line, "[]")) {
			m, err := strconv.Atoi(field)
			if err != nil || !slices.Contains(g.Moves(nil), m) {
				t.Fatalf("line %s is none, error %v", fault.Line, err)
			}
			g.Play(m)
		}
		if g.At != at {
			t.Fatalf("line %s leads to node %d, want %d", fault.Line, g.At, at)
		}
	})
	if panics == 0 {
		t.Error("no game has panicked")
	}
}

func TestParallelAlphaBetaIsCutShort(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 200_000, 8, 1000, true)
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 4} {
		for _, want := range []ply.Status{ply.OutOfNodes, ply.OutOfTime, ply.Cancelled} {
			shared := transposition.NewTable(16 * 64)
			ctx, cancel := context.WithCancel(background)
			opt := alphabeta.Options[int]{Depth: 200, Tree: alphabeta.Tree{NullMove: 2}} // never final, and so never done
			var limits ply.Limits
			switch want {
			case ply.OutOfNodes:
				limits.Nodes = 50_000
			case ply.OutOfTime:
				limits.Time = 20 * time.Millisecond
			case ply.Cancelled:
				opt.Progress = func(d alphabeta.Result[int]) {
					if d.Depth == 2 {
						cancel()
					}
				}
			}
			got, err := alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, workers))
			for want == ply.OutOfTime && got.Status == want && got.Depth < 2 && limits.Time < time.Minute { // on a busy machine
				limits.Time *= 2
				got, err = alphabeta.Search(ctx, g, limits, withWorkers(opt, shared, workers))
			}
			cancel()
			if err != nil || got.Status != want || got.Depth < 2 || got.Bound != ply.Exact || len(got.Line) == 0 || g.At != 0 {
				t.Errorf("%d workers: %+v, error %v, want it to be %v", workers, got, err, want)
			}
			if want == ply.OutOfNodes && (got.Nodes < limits.Nodes || got.Nodes > limits.Nodes+5000*workers) {
				t.Errorf("%d workers: %d nodes, want %d", workers, got.Nodes, limits.Nodes)
			}
		}
	}
	guardtest.CheckGoroutines(t, before)
}

// Reports come depth after depth, and their nodes are all there are.
func TestParallelAlphaBetaReports(t *testing.T) {
	alphabeta.ShareAll(t)
	g := yielding{testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 5000, 8, 1000, true)}
	shared := transposition.NewTable(16 * 64)
	for splits, tries := 0, 0; splits == 0; tries++ { // it may be done before another worker is there
		if tries == 1000 {
			t.Fatal("nothing was split")
		}
		var depths, nodes int
		got, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Table: shared, Workers: 3, Depth: 12, Tree: alphabeta.Tree{NullMove: 2}, Progress: eachDepth(func(d alphabeta.Result[int]) {
			if depths++; d.Depth != depths {
				t.Errorf("report on depth %d, want %d", d.Depth, depths)
			}
			nodes += d.Nodes
		})})
		if err != nil || depths != 12 || nodes != got.Nodes {
			t.Fatalf("%+v after %d depths and %d nodes, error %v", got, depths, nodes, err)
		}
		splits = alphabeta.CountsOf(got).Splits
		shared.Reset()
	}
}

// A result is as uncertain when it is a helper that leaves moves out.
func TestParallelAlphaBetaKnowsWhatHelpersLeaveOut(t *testing.T) {
	alphabeta.ShareAll(t)
	// Of the seven replies of the second side, only the last is one where a move is left out.
	d := &testgames.Duel{NoCycle: true, Nodes: make([]testgames.DuelNode, 10)}
	add := func(from, to int) {
		node := &d.Nodes[from]
		node.Out = append(node.Out, len(d.Edges))
		node.Ranks, node.Extend = append(node.Ranks, 0), append(node.Extend, 0)
		d.Edges = append(d.Edges, testgames.Edge{From: from, To: to})
	}
	const replies, low, high = 7, 8, 9
	for n := range d.Nodes {
		d.Nodes[n].PassTo, d.Nodes[n].Low, d.Nodes[n].High = -1, -10, 10
	}
	for n := 1; n <= replies; n++ {
		d.Nodes[n].Side = 1
		add(0, n)
		if n < replies {
			add(n, low)
		}
	}
	add(replies, high)
	add(replies, low)
	d.Nodes[high].Outcome, d.Nodes[high].Static = 5, 5
	shared := transposition.NewTable(16 * 40)
	for range 300 {
		opt := alphabeta.Options[int]{Depth: 2, Tree: alphabeta.Tree{Width: [2]int{0, 1}}, Direct: true}
		got, err := alphabeta.Search(background, yielding{d}, ply.Limits{}, withWorkers(opt, shared, 3))
		if err != nil || got.Value != 5 || got.Bound != ply.AtMost {
			t.Fatalf("%+v, error %v, want at most 5", got, err)
		}
		shared.Reset()
	}
}

// Once they have their memory, workers allocate nothing per node, nor per position shared.
func TestParallelAlphaBetaAllocatesNothingPerNode(t *testing.T) {
	alphabeta.ShareAll(t)
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 5000, 8, 1000, true)
	shared := transposition.NewTable(16 * 64)
	allocs := func(nodes int) float64 {
		return testing.AllocsPerRun(2, func() {
			shared.Reset()
			opt := alphabeta.Options[int]{Depth: 200, Tree: alphabeta.Tree{Quiescence: 2, NullMove: 2, Extend: true}, Direct: true}
			if r, err := alphabeta.Search(background, g, ply.Limits{Nodes: nodes}, withWorkers(opt, shared, 3)); err != nil || r.Status != ply.OutOfNodes {
				t.Fatalf("%+v, error %v", r, err)
			}
		})
	}
	if few, many := allocs(5_000), allocs(50_000); many > few+1000 {
		t.Errorf("%v allocations in 50 000 nodes, %v in 5 000", many, few)
	}
}

func TestWorkersOfAlphaBetaRefuseOptions(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 20, 3, 10, true)
	shared := transposition.NewTable(16 * 64)
	own, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Workers: 2}) // with a new table
	alone, errAlone := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{})
	if err != nil || errAlone != nil || own.Value != alone.Value || !own.Final {
		t.Errorf("without a table: %+v, error %v; want value %d", own, err, alone.Value)
	}
	for _, bad := range []alphabeta.Options[int]{
		{Workers: 2, Table: transposition.NewTable(-1)},
		{Workers: -1, Table: shared},
	} {
		if _, err := alphabeta.Search(background, g, ply.Limits{}, bad); err == nil {
			t.Error("options that make no sense are accepted")
		}
	}
}
