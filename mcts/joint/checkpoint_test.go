package joint_test

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
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
)

// A tree that was saved and loaded goes on as the tree itself does, bit by bit.
func TestSavedTrees(t *testing.T) {
	for name, opt := range ways {
		t.Run(name, func(t *testing.T) {
			g := &testgames.Pennies{Rounds: 5, Prize: 2}
			tree, err := joint.New(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 500}); err != nil {
					t.Fatal(err)
				}
				var b, again bytes.Buffer
				if err := tree.Save(&b); err != nil {
					t.Fatal(err)
				}
				other := opt
				other.Random = rand.NewPCG(9, 9)
				loaded, err := joint.New(g.Clone(), other)
				if err != nil {
					t.Fatal(err)
				}
				data := b.Bytes()
				if err := loaded.Load(bytes.NewReader(data)); err != nil {
					t.Fatal(err)
				}
				if err := loaded.Save(&again); err != nil || !bytes.Equal(again.Bytes(), data) {
					t.Errorf("a loaded tree is saved in another way, error %v", err)
				}
				want, err := tree.Search(t.Context(), ply.Limits{Nodes: 700})
				if err != nil {
					t.Fatal(err)
				}
				got, err := loaded.Search(t.Context(), ply.Limits{Nodes: 700})
				if got.Elapsed, want.Elapsed = 0, 0; err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v\nerror %v, want\n%+v", got, err, want)
				}
			}
		})
	}
}

// ways are options that lead to different states.
var ways = map[string]joint.Options[int]{
	"regret matching": {},
	"UCT":             {Selection: joint.UCT},
	"Exp3":            {Selection: joint.Exp3},
	"workers":         {Workers: 2},
	"little memory":   {Memory: 60_000},
}

// Searches that are interrupted and resumed have the statistics of searches that are not.
func TestCheckpoints(t *testing.T) {
	often := stop.ReportEach(context.Background(), time.Millisecond)
	for name, opt := range ways {
		t.Run(name, func(t *testing.T) {
			if name != "UCT" && name != "workers" {
				long.Only(t)
			}
			search := func(prize int, opt joint.Options[int]) func(checkpoint.Store) (any, error) {
				return func(store checkpoint.Store) (any, error) {
					opt := opt
					opt.Checkpoint = store
					r, err := joint.Search(often, &testgames.Pennies{Rounds: 5, Prize: prize}, ply.Limits{Nodes: 5000}, opt)
					r.Elapsed = 0
					return r, err
				}
			}
			savedtest.Check(t, search(2, opt), search(3, opt))
			if name == "UCT" {
				savedtest.Check(t, search(2, opt), search(2, joint.Options[int]{}))
			}
		})
	}
}

// A search with a limit of nodes or of time, or cancelled, goes on as if it had not been interrupted.
func TestCheckpointOfLimitedSearches(t *testing.T) {
	g := &testgames.Pennies{Rounds: 5, Prize: 2}
	const nodes = 20_000
	want, err := joint.Search(t.Context(), g, ply.Limits{Nodes: nodes}, joint.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	opt := joint.Options[int]{Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
	var got joint.Result[int]
	for n := range 4 {
		limits := ply.Limits{Nodes: 1000 * (n + 1), Time: time.Hour}
		ctx, cancel := context.WithCancel(t.Context())
		if n%2 == 0 {
			limits.Nodes = nodes
			time.AfterFunc(time.Millisecond, cancel)
		}
		before := got
		got, err = joint.Search(ctx, g, limits, opt)
		if cancel(); err != nil || got.Nodes < before.Nodes || got.Elapsed < before.Elapsed {
			t.Fatalf("%+v, error %v, after %+v", got, err, before)
		}
	}
	for range 2 { // the second has nothing left to do
		got, err = joint.Search(t.Context(), g, ply.Limits{Nodes: nodes}, opt)
		if got.Elapsed, want.Elapsed = 0, 0; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, error %v, want %+v", got, err, want)
		}
	}
}

func TestTreesThatAreRefused(t *testing.T) {
	g := &testgames.Pennies{Rounds: 5, Prize: 2}
	tree, err := joint.New(g, joint.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 300}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := tree.Save(&b); err != nil {
		t.Fatal(err)
	}
	damaged := b.Bytes()
	damaged[len(damaged)/2] ^= 1
	if err := tree.Load(&b); err == nil || tree.Size() != 1 {
		t.Errorf("damage: error %v, %d positions", err, tree.Size())
	}
	if r, err := tree.Search(t.Context(), ply.Limits{Nodes: 300}); err != nil || r.Nodes != 300 {
		t.Errorf("after a state that was refused: %+v, error %v", r, err)
	}
	type source struct{ rand.Source }
	for want, opt := range map[string]joint.Options[int]{
		"Checkpoint is set": {Checkpoint: new(savedtest.Shelf)},
		"can be marshaled":  {Random: source{rand.NewPCG(1, 1)}},
	} {
		tree, err := joint.New(g, opt)
		if err == nil {
			err = tree.Save(new(bytes.Buffer))
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestKilledSearch(t *testing.T) {
	savedtest.Killed(t, func(store checkpoint.Store) (string, error) {
		g := &testgames.Pennies{Rounds: 6, Prize: 2}
		r, err := joint.Search(context.Background(), g, ply.Limits{Nodes: long.Or(300_000, 50_000)}, joint.Options[int]{Checkpoint: store})
		r.Elapsed = 0
		return fmt.Sprintf("%+v", r), err
	})
}
