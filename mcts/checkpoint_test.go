package mcts_test

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// often lets workers pause for a state each millisecond.
var often = stop.ReportEach(context.Background(), time.Millisecond)

// Searches that are interrupted and resumed have the statistics of searches that are not.
func TestCheckpoints(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"UCT":            {},
		"GRAVE":          {RAVE: mcts.RAVE{Weight: 50, Reference: 20}},
		"history":        {History: 2},
		"playouts learn": {Leaf: mcts.Playouts{Replies: 2, Averages: mcts.Averages{Length: 2}}},
		"transpositions": {Transpositions: true},
		"little memory":  {Memory: 100_000, Prune: true},
		"root trees":     {Workers: 2, Sharing: mcts.RootTrees},
		"leaf playouts":  {Workers: 2, Sharing: mcts.LeafPlayouts, Leaf: mcts.Playouts{N: 2}},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "UCT" && name != "root trees" {
				long.Only(t)
			}
			opt.NoSolver = true
			g := bigDuel()
			search := func(g *testgames.Duel, opt mcts.Options[int]) func(checkpoint.Store) (any, error) {
				return func(store checkpoint.Store) (any, error) {
					opt := opt
					opt.Checkpoint = store
					r, err := mcts.Search(often, g, ply.Limits{Nodes: 5_000}, opt)
					r.Elapsed = 0
					return r, err
				}
			}
			other := g.Clone()
			other.Play(other.Moves(nil)[0])
			savedtest.Check(t, search(g, opt), search(other, opt))
			if name == "UCT" {
				opt := opt
				opt.FirstPlay = 0.5
				savedtest.Check(t, search(g, mcts.Options[int]{NoSolver: true}), search(g, opt))
			}
		})
	}
}

// A search with a limit of nodes or of time, or cancelled, goes on as if it had not been interrupted.
func TestCheckpointOfLimitedSearches(t *testing.T) {
	g := bigDuel()
	opt := mcts.Options[int]{NoSolver: true, Memory: 1 << 20}
	const nodes = 30_000
	want, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: nodes}, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Checkpoint = checkpoint.File{Name: t.TempDir() + "/state"}
	var got mcts.Result[int]
	for n := 0; n < 4; n++ {
		limits := ply.Limits{Nodes: 1000 * n, Time: time.Hour}
		ctx, cancel := context.WithCancel(context.Background())
		if n%2 == 0 { // it ends within a simulation
			limits.Nodes = nodes
			time.AfterFunc(time.Millisecond, cancel)
		}
		before := got
		got, err = mcts.Search(ctx, g, limits, opt)
		cancel()
		if err != nil || got.Nodes < before.Nodes || got.Elapsed < before.Elapsed || got.Visits() != got.Nodes {
			t.Fatalf("%+v, error %v, after %+v", got, err, before)
		}
	}
	for range 2 { // the second has nothing left to do
		got, err = mcts.Search(context.Background(), g, ply.Limits{Nodes: nodes}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got.Elapsed, want.Elapsed = 0, 0; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if _, err := mcts.New(g, opt); err == nil || !strings.Contains(err.Error(), "Checkpoint is set") {
		t.Errorf("New with a Checkpoint: error %v", err)
	}
}

// States of a tree that workers share are whole, and a search goes on from them. With Prune and with transpositions, nodes are moved
// and shared while states are written.
func TestCheckpointsOfSharedTrees(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"UCT":            {},
		"RAVE":           {RAVE: mcts.RAVE{Weight: 50}},
		"transpositions": {Transpositions: true},
		"pruned":         {Prune: true},
	} {
		t.Run(name, func(t *testing.T) {
			g := bigDuel()
			opt.NoSolver, opt.Workers, opt.Memory = true, 2, 100_000
			ctx, cancel := context.WithCancel(often)
			defer cancel()
			store := new(savedtest.Shelf)
			store.Saved = func() {
				if len(store.States) == 2 {
					cancel()
				}
			}
			kept := opt
			kept.Checkpoint = store
			if r, err := mcts.Search(ctx, g, ply.Limits{}, kept); err != nil || r.Status != ply.Cancelled {
				t.Fatalf("%+v, error %v", r, err)
			}
			for i, state := range store.States {
				tree, err := mcts.New(g, opt)
				if err != nil {
					t.Fatal(err)
				}
				if err := tree.Load(bytes.NewReader(state)); err != nil {
					t.Fatal(err)
				}
				if err := tree.Check(); err != nil {
					t.Fatalf("state %d: %v", i, err)
				}
				nodes := tree.RootVisits() + 1000
				again := opt
				again.Checkpoint = &savedtest.Shelf{States: [][]byte{state}}
				if r, err := mcts.Search(often, g, ply.Limits{Nodes: nodes}, again); err != nil || r.Nodes != nodes || r.Visits() != nodes {
					t.Fatalf("state %d: %+v, error %v", i, r, err)
				}
			}
		})
	}
}

func TestKilledSearch(t *testing.T) {
	savedtest.Killed(t, func(store checkpoint.Store) (string, error) {
		opt := mcts.Options[int]{NoSolver: true, Checkpoint: store}
		r, err := mcts.Search(context.Background(), bigDuel(), ply.Limits{Nodes: long.Or(300_000, 50_000)}, opt)
		r.Elapsed = 0
		return fmt.Sprintf("%+v", r), err
	})
}

// A callback that panics does not leave the file locked.
func TestCheckpointAfterPanic(t *testing.T) {
	for _, workers := range []int{1, 2} {
		opt := mcts.Options[int]{NoSolver: true, Workers: workers, Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			opt := opt
			opt.Progress = func(mcts.Result[int]) { panic("callback") }
			_, _ = mcts.Search(often, bigDuel(), ply.Limits{Nodes: 1000}, opt)
		}()
		if _, err := mcts.Search(often, bigDuel(), ply.Limits{Nodes: 1000}, opt); err != nil {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}
