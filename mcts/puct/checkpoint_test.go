package puct_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// Searches that are interrupted and resumed have the statistics of searches that are not.
func TestCheckpoints(t *testing.T) {
	for name, opt := range map[string]puct.Options[int]{
		"PUCT":          {},
		"noise":         {Selection: puct.PUCT{Noise: 0.25}},
		"Gumbel":        {Selection: puct.Gumbel{}},
		"halving":       {Selection: puct.Halving{}},
		"batches":       {Batch: 8},
		"little memory": {Memory: 60_000},
		"shared nodes":  {Transpositions: true},
	} {
		t.Run(name, func(t *testing.T) {
			opt.NoSolver = true
			search := func(seed uint64, opt puct.Options[int]) func(checkpoint.Store) (any, error) {
				g := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 3000, 6, 3, true)
				return func(store checkpoint.Store) (any, error) {
					opt := opt
					opt.Checkpoint = store
					r, err := puct.Search(context.Background(), g, guess, ply.Limits{Nodes: 2000}, opt)
					r.Elapsed = 0
					return r, err
				}
			}
			savedtest.Check(t, search(3, opt), search(4, opt))
			if name == "PUCT" {
				savedtest.Check(t, search(3, opt), search(3, puct.Options[int]{Batch: 2, NoSolver: true}))
			}
		})
	}
}

// A search with a limit of nodes or of time, or cancelled, goes on as if it had not been interrupted. Asynchronous searches count
// as many simulations.
func TestCheckpointOfLimitedSearches(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 3000, 6, 3, true)
	for name, opt := range map[string]puct.Options[int]{
		"one by one":   {},
		"batches":      {Batch: 8},
		"asynchronous": {Batch: 4, InFlight: 2, Workers: 2},
	} {
		t.Run(name, func(t *testing.T) {
			opt.NoSolver = true
			const nodes = 4000
			want, err := puct.Search(context.Background(), g, guess, ply.Limits{Nodes: nodes}, opt)
			if err != nil {
				t.Fatal(err)
			}
			opt.Checkpoint = checkpoint.File{Name: t.TempDir() + "/state", Every: time.Millisecond}
			var got puct.Result[int]
			for n := range 4 {
				limits := ply.Limits{Nodes: 500 * (n + 1)}
				ctx, cancel := context.WithCancel(context.Background())
				if n%2 == 0 { // it ends within a round
					limits.Nodes = nodes
					time.AfterFunc(time.Millisecond, cancel)
				}
				before := got
				got, err = puct.Search(ctx, g, guess, limits, opt)
				cancel()
				if err != nil || got.Nodes < before.Nodes || got.Elapsed < before.Elapsed || got.Visits() != got.Nodes {
					t.Fatalf("%+v, error %v, after %+v", got, err, before)
				}
			}
			for range 2 { // the second has nothing left to do
				got, err = puct.Search(context.Background(), g, guess, ply.Limits{Nodes: nodes}, opt)
				if got.Elapsed, want.Elapsed = 0, 0; err != nil || opt.InFlight == 0 && !reflect.DeepEqual(got, want) || got.Visits() != nodes {
					t.Errorf("%+v, want %+v, error %v", got, want, err)
				}
			}
		})
	}
}

func TestCheckpointsThatAreRefused(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 3000, 6, 3, true)
	opt := puct.Options[int]{Selection: puct.Gumbel{}, Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
	if _, err := puct.New(g, guess, opt); err == nil || !strings.Contains(err.Error(), "Checkpoint is set") {
		t.Errorf("New with a Checkpoint: error %v", err)
	}
	if _, err := puct.Search(context.Background(), g, guess, ply.Limits{Nodes: 50}, opt); err != nil {
		t.Fatal(err)
	}
	if _, err := puct.Search(context.Background(), g, guess, ply.Limits{Nodes: 60}, opt); err == nil || !strings.Contains(err.Error(), "50 in the state") {
		t.Errorf("other Limits.Nodes with Gumbel: error %v", err)
	}
}

// States of an asynchronous search are whole, and a search goes on from them.
func TestCheckpointsOfAsynchronousSearches(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 3000, 6, 3, true)
	for name, opt := range map[string]puct.Options[int]{
		"PUCT":   {Batch: 4, InFlight: 2, Workers: 2, Memory: 200_000},
		"Gumbel": {Batch: 4, InFlight: 2, Workers: 2, Memory: 200_000, Selection: puct.Gumbel{}},
	} {
		t.Run(name, func(t *testing.T) {
			opt.NoSolver = true
			const nodes = 1_000_000
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			store := new(savedtest.Shelf)
			store.Saved = func() {
				if len(store.States) == 3 {
					cancel()
				}
			}
			kept := opt
			kept.Checkpoint = store
			if r, err := puct.Search(ctx, g, guess, ply.Limits{Nodes: nodes}, kept); err != nil || r.Status != ply.Cancelled {
				t.Fatalf("%+v, error %v", r, err)
			}
			for i, state := range store.States {
				tree, err := puct.New(g, guess, opt)
				if err != nil {
					t.Fatal(err)
				}
				if err := tree.Load(bytes.NewReader(state)); err != nil {
					t.Fatal(err)
				}
				visits, err := tree.Check()
				if err != nil {
					t.Fatalf("state %d: %v", i, err)
				}
				ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
				again := opt
				again.Checkpoint = &savedtest.Shelf{States: [][]byte{state}}
				r, err := puct.Search(ctx, g, guess, ply.Limits{Nodes: nodes}, again)
				if cancel(); err != nil || r.Nodes < visits || r.Visits() != r.Nodes {
					t.Fatalf("state %d of %d simulations: %+v, error %v", i, visits, r, err)
				}
			}
		})
	}
}

func TestKilledSearch(t *testing.T) {
	savedtest.Killed(t, func(store checkpoint.Store) (string, error) {
		g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 3000, 6, 3, true)
		opt := puct.Options[int]{NoSolver: true, Checkpoint: store}
		r, err := puct.Search(context.Background(), g, guess, ply.Limits{Nodes: long.Or(100_000, 20_000)}, opt)
		r.Elapsed = 0
		return fmt.Sprintf("%+v", r), err
	})
}
