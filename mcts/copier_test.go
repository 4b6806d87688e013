package mcts_test

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// uncopied is a game that cannot be copied in place.
type uncopied struct{ *testgames.Duel }

func (g uncopied) Clone() uncopied { return uncopied{g.Duel.Clone()} }

// TestCopier checks that a search that goes back to the root by a copy finds the same as one that takes moves back, and
// leaves the game where it was, with all that it takes to go back further.
func TestCopier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, nodes := rapid.Uint64().Draw(t, "game"), rapid.IntRange(4, 60).Draw(t, "nodes")
		acyclic := rapid.Bool().Draw(t, "acyclic")
		d := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 0)), nodes, 4, 2, acyclic)
		opt := drawOptions(t)
		opt.Transpositions = opt.Transpositions && acyclic
		if opt.Sharing != mcts.LeafPlayouts {
			opt.Workers = 1
		}
		if p, ok := opt.Leaf.(mcts.Playouts); ok {
			if !acyclic {
				opt.MaxLength = cmp.Or(opt.MaxLength, 200)
			}
			if rapid.Bool().Draw(t, "uniform") {
				p.Uniform = true
				if rapid.Bool().Draw(t, "replies") && opt.Workers <= 1 {
					p.Replies = 1
				}
			}
			opt.Leaf = p
		}
		first, second := rapid.IntRange(1, 200).Draw(t, "first"), rapid.IntRange(1, 200).Draw(t, "second")
		before := rapid.IntRange(0, 2).Draw(t, "before")
		random := rapid.Uint64().Draw(t, "random")

		var found [2][]mcts.Result[int]
		for i := range found {
			g := d.Clone()
			var line []int
			for range before {
				if moves := g.Moves(nil); len(moves) > 0 {
					g.Play(moves[0])
					line = append(line, moves[0])
				}
			}
			opt.Random = rand.NewPCG(random, 0)
			var tree *mcts.Tree[int]
			var err error
			if i == 0 {
				tree, err = mcts.New(g, opt)
			} else {
				tree, err = mcts.New(uncopied{g}, opt)
			}
			if err != nil {
				t.Skip(err) // which the other one says, too
			}
			search := func(simulations int) {
				at, past := g.At, slices.Clone(g.Line())
				r, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations})
				if err != nil {
					t.Skip(err)
				}
				r.Elapsed = 0
				found[i] = append(found[i], r)
				if g.At != at || !slices.Equal(g.Line(), past) {
					t.Fatalf("a search from node %d after %d leaves node %d after %d", at, past, g.At, g.Line())
				}
			}
			search(first)
			m := g.Moves(nil)[0]
			if err := tree.Play(m); err == nil && len(g.Moves(nil)) > 0 {
				line = append(line, m)
				search(second)
			} else {
				g.Undo(m)
			}
			// From elsewhere, where the tree learns of it by Reset.
			for _, m := range slices.Backward(line) {
				g.Undo(m)
			}
			if g.At != d.At {
				t.Fatalf("back at node %d, want %d", g.At, d.At)
			}
			if err := tree.Reset(); err == nil {
				search(second)
			}
		}
		if !reflect.DeepEqual(found[0], found[1]) {
			t.Fatalf("by copies %+v\nwant %+v", found[0], found[1])
		}
	})
}
