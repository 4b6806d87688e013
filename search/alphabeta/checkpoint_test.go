package alphabeta_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func TestCheckpoints(t *testing.T) {
	type found struct {
		value, distance int
		bound           ply.Bound
		depths          int
	}
	for name, opt := range map[string]alphabeta.Options[int]{
		"deepening":    {Depth: 9, EqualDepth: true},
		"at once":      {Depth: 9, EqualDepth: true, Direct: true},
		"to the end":   {},
		"with workers": {Depth: 8, EqualDepth: true, Workers: 2},
		"repetitions":  {Depth: 7, EqualDepth: true, Tree: alphabeta.Tree{Repetitions: true}},
	} {
		t.Run(name, func(t *testing.T) {
			search := func(seed uint64, opt alphabeta.Options[int]) func(checkpoint.Store) (any, error) {
				g := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 2000, 6, 100, !opt.Tree.Repetitions)
				return func(store checkpoint.Store) (any, error) {
					opt := opt
					opt.Checkpoint = store
					opt.Table = transposition.NewTable(1 << 14)
					r, err := alphabeta.Search(background, yielding{g}, ply.Limits{}, opt)
					return found{r.Value, r.Distance, r.Bound, len(r.Depths)}, err
				}
			}
			savedtest.Check(t, search(3, opt), search(4, opt))
			other := opt
			other.Win = 1
			savedtest.Check(t, search(3, opt), search(3, other))
		})
	}
}

// The nodes of all runs count, and an answer is not searched for again.
func TestCheckpointOfLimitedSearches(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 2000, 6, 100, true)
	opt := alphabeta.Options[int]{Depth: 12, EqualDepth: true, Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
	want, err := alphabeta.Search(background, g, ply.Limits{}, alphabeta.Options[int]{Depth: 12, EqualDepth: true})
	if err != nil {
		t.Fatal(err)
	}
	var r alphabeta.Result[int]
	for nodes := 1000; ; nodes += 1000 {
		before := r
		if r, err = alphabeta.Search(background, g, ply.Limits{Nodes: nodes}, opt); err != nil {
			t.Fatal(err)
		}
		if r.Nodes < before.Nodes || r.Nodes > nodes+25 || len(r.Depths) < len(before.Depths) {
			t.Fatalf("%+v after %+v", r, before)
		}
		if r.Status == ply.Complete {
			break
		}
	}
	again, err := alphabeta.Search(background, g, ply.Limits{}, opt)
	if err != nil || r.Value != want.Value || again.Value != want.Value || again.Nodes != r.Nodes || len(again.Line) == 0 {
		t.Errorf("%+v, error %v, before %+v, want %+v", again, err, r, want)
	}
}

// A callback that panics does not leave the file locked.
func TestCheckpointAfterPanic(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 2000, 6, 100, true)
	for _, workers := range []int{1, 2} {
		opt := alphabeta.Options[int]{Depth: 4, Workers: workers, Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			opt := opt
			opt.Progress = func(alphabeta.Result[int]) { panic("callback") }
			_, _ = alphabeta.Search(background, yielding{g}, ply.Limits{}, opt)
		}()
		if _, err := alphabeta.Search(background, yielding{g}, ply.Limits{}, opt); err != nil {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}
