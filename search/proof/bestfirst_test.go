package proof_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// deep is a game whose proof takes some 10 000 nodes.
func deep(seed uint64) *testgames.Duel {
	return testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 20_000, 6, 3, true)
}

// Searches that are interrupted and resumed have the result, the numbers and the nodes of searches that are not.
func TestBestFirstCheckpoints(t *testing.T) {
	for _, sum := range []float64{0, 0.5} {
		search := func(seed uint64, above int) func(checkpoint.Store) (any, error) {
			g := deep(seed)
			return func(store checkpoint.Store) (any, error) {
				opt := proof.Options[int]{Above: above, Sum: sum, Checkpoint: store}
				r, err := proof.BestFirst(background, hashed{g, g}, ply.Limits{Nodes: 20_000}, opt)
				r.Elapsed = 0
				return r, err
			}
		}
		savedtest.Check(t, search(3, 0), search(4, 0))
		savedtest.Check(t, search(3, 0), search(3, 1))
	}
}

func TestBestFirstWithinLimits(t *testing.T) {
	g := deep(3)
	want, err := proof.BestFirst(background, hashed{g, g}, ply.Limits{Nodes: 30_000}, proof.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	opt := proof.Options[int]{Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
	reports := 0
	opt.Progress = func(proof.Result[int]) { reports++ }
	var got proof.Result[int]
	for nodes := 5000; nodes <= 30_000; nodes += 5000 {
		if got, err = proof.BestFirst(background, hashed{g, g}, ply.Limits{Nodes: nodes}, opt); err != nil || got.Nodes > nodes {
			t.Fatalf("%+v, error %v", got, err)
		}
	}
	if got.Elapsed, want.Elapsed = 0, 0; !reflect.DeepEqual(got, want) || reports < 6 {
		t.Errorf("%+v, want %+v; %d reports", got, want, reports)
	}
	for want, opt := range map[string]proof.Options[int]{
		"Table": {Table: transposition.NewTable(1 << 10)}, "Widen": {Widen: 0.1}, "Mobility": {Mobility: true}, "Workers": {Workers: 2}, "Sum": {Sum: 2},
	} {
		if _, err := proof.BestFirst(background, g, ply.Limits{}, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestKilledBestFirst(t *testing.T) {
	savedtest.Killed(t, func(store checkpoint.Store) (string, error) {
		g := testgames.Layers(rand.New(rand.NewPCG(1, 1)), 80, 4, 2)
		r, err := proof.BestFirst(background, g, ply.Limits{Nodes: long.Or(400_000, 50_000)}, proof.Options[int]{Checkpoint: store})
		r.Elapsed = 0
		return fmt.Sprintf("%+v", r), err
	})
}
