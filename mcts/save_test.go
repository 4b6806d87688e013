package mcts_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// withoutNumbers is a duel whose moves have no numbers.
type withoutNumbers struct {
	ply.AdversarialGame[int]
	ply.Acyclic
}

func bigDuel() *testgames.Duel {
	for seed := uint64(0); ; seed++ {
		if g := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 1)), 3000, 6, 3, true); len(g.Moves(nil)) > 3 {
			return g
		}
	}
}

// A tree that was saved and loaded goes on as the tree itself does, bit by bit.
func TestSavedTrees(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"solver":         {},
		"UCT":            {},
		"RAVE":           {Bandit: mcts.Greedy{}, RAVE: mcts.RAVE{Weight: 50}},
		"GRAVE":          {RAVE: mcts.RAVE{Weight: 50, Reference: 20}},
		"history":        {History: 2},
		"playouts learn": {Leaf: mcts.Playouts{Replies: 2, Averages: mcts.Averages{Length: 2}}},
		"transpositions": {Transpositions: true},
		"little memory":  {Memory: 100_000, Prune: true},
		"root trees":     {Workers: 2, Sharing: mcts.RootTrees},
	} {
		t.Run(name, func(t *testing.T) {
			opt.NoSolver = name != "solver"
			g := bigDuel()
			tree, err := mcts.New(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				r, err := tree.Search(context.Background(), ply.Limits{Nodes: 3000})
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				if err := tree.Save(&b); err != nil {
					t.Fatal(err)
				}
				other := opt
				other.Random = rand.NewPCG(9, 9)
				loaded, err := mcts.New(g.Clone(), other)
				if err != nil {
					t.Fatal(err)
				}
				data := b.Bytes()
				if err := loaded.Load(bytes.NewReader(data)); err != nil {
					t.Fatal(err)
				}
				var again bytes.Buffer
				if err := loaded.Save(&again); err != nil || !bytes.Equal(again.Bytes(), data) {
					t.Errorf("a loaded tree is saved in another way, error %v", err)
				}
				want, err := tree.Search(context.Background(), ply.Limits{Nodes: 2000})
				if err != nil {
					t.Fatal(err)
				}
				got, err := loaded.Search(context.Background(), ply.Limits{Nodes: 2000})
				got.Elapsed, want.Elapsed = 0, 0
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v\nerror %v, want\n%+v", got, err, want)
				}
				if err := tree.Play(r.Move); err != nil || len(g.Moves(nil)) == 0 {
					break
				}
			}
		})
	}
}

func TestTreesThatAreRefused(t *testing.T) {
	g := bigDuel()
	tree, err := mcts.New(g, mcts.Options[int]{NoSolver: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(context.Background(), ply.Limits{Nodes: 500})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := tree.Save(&b); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	other, err := mcts.New(g.Clone(), mcts.Options[int]{NoSolver: true, Bandit: mcts.Hoeffding{K: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Load(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), "other options") {
		t.Errorf("other options: error %v", err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		damaged := bytes.Clone(data)
		damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
		if err := tree.Load(bytes.NewReader(damaged)); err == nil {
			t.Fatal("damage is not found")
		}
	}
	if again, err := tree.Search(context.Background(), ply.Limits{Nodes: 500}); err != nil || again.Visits() != 500 {
		t.Errorf("after a state that was refused: %+v, error %v", again, err)
	}
	if err := tree.Load(bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
	if err := tree.Play(r.Move); err != nil {
		t.Fatal(err)
	}
	if err := tree.Load(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), "another game") {
		t.Errorf("another position: error %v", err)
	}
	without, err := mcts.New(withoutNumbers{g, g}, mcts.Options[int]{RAVE: mcts.RAVE{Weight: 50}})
	if err != nil {
		t.Fatal(err)
	}
	if err := without.Save(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "ply.Numberer") {
		t.Errorf("RAVE without numbers: error %v", err)
	}
}
