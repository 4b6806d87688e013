package puct_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// guess is an evaluator with values and priors that depend on the position.
func guess(_ context.Context, leaves []*puct.Leaf[*testgames.Duel, int]) error {
	for _, l := range leaves {
		random := rand.New(rand.NewPCG(l.Position.Hash(), 1))
		l.Value = random.Float64() - 0.5
		sum := 0.0
		for i := range l.Priors {
			x := random.Float64() + 0.1
			l.Priors[i] = float32(x)
			sum += x
		}
		for i := range l.Priors {
			l.Priors[i] /= float32(sum)
		}
	}
	return nil
}

// A tree that was saved and loaded goes on as the tree itself does, bit by bit.
func TestSavedTrees(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 3000, 6, 3, true)
	for name, opt := range map[string]puct.Options[int]{
		"solver":        {},
		"noise":         {NoSolver: true, Selection: puct.PUCT{Noise: 0.25}},
		"Gumbel":        {NoSolver: true, Selection: puct.Gumbel{}},
		"halving":       {NoSolver: true, Selection: puct.Halving{}},
		"batches":       {NoSolver: true, Batch: 8},
		"little memory": {NoSolver: true, Memory: 60_000},
		"shared nodes":  {Transpositions: true, Batch: 2},
		"shared, full":  {NoSolver: true, Transpositions: true, Memory: 60_000},
	} {
		t.Run(name, func(t *testing.T) {
			g := g.Clone()
			tree, err := puct.New(g, guess, opt)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				r, err := tree.Search(context.Background(), ply.Limits{Nodes: 1000})
				if err != nil {
					t.Fatal(err)
				}
				var b, again bytes.Buffer
				if err := tree.Save(&b); err != nil {
					t.Fatal(err)
				}
				data := b.Bytes()
				other := opt
				other.Random = rand.NewPCG(9, 9)
				loaded, err := puct.New(g.Clone(), guess, other)
				if err != nil {
					t.Fatal(err)
				}
				if err := loaded.Load(bytes.NewReader(data)); err != nil {
					t.Fatal(err)
				}
				if err := loaded.Save(&again); err != nil || !bytes.Equal(again.Bytes(), data) {
					t.Errorf("a loaded tree is saved in another way, error %v", err)
				}
				want, err := tree.Search(context.Background(), ply.Limits{Nodes: 700})
				if err != nil {
					t.Fatal(err)
				}
				got, err := loaded.Search(context.Background(), ply.Limits{Nodes: 700})
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
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 3000, 6, 3, true)
	tree, err := puct.New(g, guess, puct.Options[int]{NoSolver: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 300}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := tree.Save(&b); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	other, err := puct.New(g.Clone(), guess, puct.Options[int]{NoSolver: true, Scale: 2})
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
	if r, err := tree.Search(context.Background(), ply.Limits{Nodes: 300}); err != nil || r.Nodes != 300 {
		t.Errorf("after a state that was refused: %+v, error %v", r, err)
	}
}
