package mcts_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// A reduced is three in a row that knows that the corners of the empty board are as good as one another, and so are the
// other cells on the edge.
type reduced struct{ *row }

func (g reduced) Clone() reduced { return reduced{g.row.Clone()} }
func (g reduced) Reduce(dst []int) []int {
	if g.count > 0 {
		return dst
	}
	return append(dst, 0, 1, 4)
}

// TestReducer searches the empty board: only moves listed by Reduce are searched, the value is right, and any legal
// move can still be played.
func TestReducer(t *testing.T) {
	for _, opt := range []mcts.Options[int]{
		{}, {RAVE: mcts.RAVE{Weight: 20}}, {Decisive: mcts.DecisiveAlways}, {Transpositions: true}, {Workers: 2}, {Workers: 2, Sharing: mcts.RootTrees},
	} {
		g := reduced{new(row)}
		tree, err := mcts.New(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 30000})
		if err != nil || len(r.Moves) != 3 || r.Low > 0 || r.High < 0 {
			t.Errorf("%+v: %d moves, value from %v to %v, error %v; want 3 moves of a draw", opt, len(r.Moves), r.Low, r.High, err)
		}
		if err := tree.Play(8); err != nil {
			t.Fatal(err)
		}
		if r, err = tree.Search(t.Context(), ply.Limits{Nodes: 100}); err != nil || len(r.Moves) != 8 {
			t.Errorf("%+v: %d moves after a corner that was not listed, error %v", opt, len(r.Moves), err)
		}
	}
}

// A partial is three in a row whose playouts always lose for the side to move.
type partial struct{ *row }

func (g partial) Playout(*rand.PCG, bool, *[2][]int) (outcome, moves int) {
	if moves = len(g.Moves(nil)); moves == 0 {
		return g.Outcome(), 0
	}
	return -1, moves
}

// TestUniform checks that Uniform replaces the playouts of the game, and that uniform playouts learn.
func TestUniform(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"plain": {}, "replies": {Leaf: mcts.Playouts{Replies: 2}}, "averages": {Leaf: mcts.Playouts{Averages: mcts.Averages{Length: 2}}},
	} {
		search := func(g interface {
			Moves([]int) []int
			Play(int)
			Undo(int)
			ToMove() int
			Outcome() int
		}) float64 {
			opt := opt
			if _, own := g.(partial); own && opt.Leaf == nil {
				opt.Leaf = mcts.Playouts{Uniform: true}
			}
			opt.NoSolver = true
			r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 300}, opt)
			if err != nil {
				t.Fatal(err)
			}
			return r.Value
		}
		if own, none := search(partial{new(row)}), search(new(row)); own != none {
			t.Errorf("%s: value %v, and %v without playouts of its own", name, own, none)
		}
	}
	r, err := mcts.Search(t.Context(), partial{new(row)}, ply.Limits{Nodes: 1}, mcts.Options[int]{NoSolver: true})
	if err != nil || r.Value != 1 {
		t.Errorf("value %v, error %v: the game's own playouts say that each move wins", r.Value, err)
	}
}
