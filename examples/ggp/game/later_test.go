package game

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts"
)

// TestContinue plays random matches of all games with and without circuits for what is left of the match. Legal moves,
// turns, hashes, goals and even what random matches come to are equal.
func TestContinue(t *testing.T) {
	smaller := 0
	for _, name := range rules.Names() {
		t.Run(name, func(t *testing.T) {
			r := load(t, name, Options{MaxSteps: 200})
			random := rand.New(rand.NewPCG(7, 7))
			for range long.Or(4, 1) {
				smaller += compareLater(t, r, random)
			}
		})
	}
	if smaller < long.Or(12, 4) {
		t.Errorf("circuits were changed %d times", smaller)
	}
}

// compareLater plays a random match, and returns how often the circuit was changed.
func compareLater(t *testing.T, r *Rules, random *rand.Rand) (smaller int) {
	with, without := NewMany(r), NewMany(r)
	clone := with.Clone() // of the same lineage
	later := r
	var moves, others []Move
	a, b, c := make([]int, with.Players()), make([]int, with.Players()), make([]int, with.Players())
	for ply := 0; ply < 150; ply++ {
		moves, others = with.Moves(moves[:0]), without.Moves(others[:0])
		if !slices.Equal(moves, others) || with.ToMove() != without.ToMove() || with.Hash() != without.Hash() {
			t.Fatalf("%v: moves %v of %d, want %v of %d", without, moves, with.ToMove(), others, without.ToMove())
		}
		for _, g := range []*Many{with, without, clone} {
			values := map[*Many][]int{with: a, without: b, clone: c}[g]
			if g.Evaluations(values); len(moves) == 0 {
				g.Outcomes(values)
			}
		}
		if !slices.Equal(a, b) || !slices.Equal(c, b) {
			t.Fatalf("%v: values %v and %v of a clone, want %v", without, a, c, b)
		}
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		for _, g := range []*Many{with, without, clone} {
			g.Play(m)
		}
		if ply%4 == 1 && len(with.chosen) == 0 {
			next, err := later.From(with.State())
			if err != nil {
				t.Fatal(err)
			}
			if next == later {
				continue
			}
			if err := with.Continue(next); err != nil {
				t.Fatal(err)
			}
			later = next
			smaller++
		}
	}
	return smaller
}

// TestContinueTree changes the circuit below a tree, which then grows as it would have grown without that.
func TestContinueTree(t *testing.T) {
	r := load(t, "hex5", Options{})
	grow := func(change bool) (text string) {
		g := first(NewSides(r))
		tree, err := mcts.New(g, mcts.Options[Move]{Leaf: mcts.Evaluation{}, Scale: 100, Random: rand.NewPCG(1, 2)})
		if err != nil {
			t.Fatal(err)
		}
		later := r
		for len(g.Moves(nil)) > 0 {
			result, err := tree.Search(context.Background(), ply.Limits{Nodes: 10})
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintln(result.Moves, result.Value)
			if change {
				if later, err = later.From(g.State()); err == nil {
					err = g.Continue(later)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if result, err = tree.Search(context.Background(), ply.Limits{Nodes: 30}); err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintln(result.Moves, result.Value)
			if err := tree.Play(result.Move); err != nil {
				t.Fatal(err)
			}
		}
		if change && later == r {
			t.Error("the circuit was never changed")
		}
		return text
	}
	if with, without := grow(true), grow(false); with != without {
		t.Errorf("with smaller circuits:\n%s\nwithout:\n%s", with, without)
	}
}

// TestContinueErrors refuses rules of another match, and moves from before the change.
func TestContinueErrors(t *testing.T) {
	r := load(t, "tictactoe", Options{})
	if _, err := r.From(nil); err == nil {
		t.Error("a state without words was accepted")
	}
	g, h := first(NewSides(r)), first(NewSides(r))
	for ply := range 5 {
		g.Play(g.Moves(nil)[0])
		h.Play(h.Moves(nil)[min(ply, 1)])
	}
	later, err := r.From(g.State())
	if err != nil || later == r {
		t.Fatalf("nothing was saved: %v", err)
	}
	if err := h.Continue(later); err == nil {
		t.Error("another match goes on with these rules")
	}
	if err := h.Continue(load(t, "nim", Options{})); err == nil {
		t.Error("another game does")
	}
	if err := h.Continue(r); err != nil {
		t.Error(err)
	}
	g.Play(g.Moves(nil)[0])
	if err := g.Continue(later); err != nil {
		t.Fatal(err)
	}
	g.Undo(0)
	defer func() {
		if recover() == nil {
			t.Error("a move from before was taken back")
		}
	}()
	g.Undo(0)
}
