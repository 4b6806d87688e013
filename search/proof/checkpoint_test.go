package proof_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

func TestCheckpoints(t *testing.T) {
	for _, workers := range []int{1, 2} {
		search := func(seed uint64, above int) func(checkpoint.Store) (any, error) {
			g := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 20_000, 6, 3, true)
			return func(store checkpoint.Store) (any, error) {
				opt := proof.Options[int]{Above: above, Table: transposition.NewTable(1 << 16), Workers: workers, Checkpoint: store}
				r, err := proof.Search(background, g, ply.Limits{}, opt)
				return r.Answer, err
			}
		}
		savedtest.Check(t, search(3, 0), search(4, 0))
		savedtest.Check(t, search(3, 0), search(3, 1))
	}
}

// The nodes of all runs count, and an answer is not searched for again.
func TestCheckpointOfLimitedSearches(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 20_000, 6, 3, true)
	opt := proof.Options[int]{Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}, Table: transposition.NewTable(1 << 16)}
	nodes, answered := 0, proof.Unknown
	for limit := 1000; answered == proof.Unknown; limit += 1000 {
		r, err := proof.Search(background, g, ply.Limits{Nodes: limit}, opt)
		if err != nil || r.Nodes < nodes || r.Nodes > limit {
			t.Fatalf("%+v after %d nodes, error %v", r, nodes, err)
		}
		nodes, answered = r.Nodes, r.Answer
	}
	r, err := proof.Search(background, g, ply.Limits{}, opt)
	if err != nil || r.Answer != answered || r.Nodes != nodes || (len(r.Line) > 0) != (answered == proof.Proved) {
		t.Errorf("%+v, error %v, want %v after %d nodes", r, err, answered, nodes)
	}
}
