package alphabeta_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// calm is a duel whose evaluations of unfinished positions lie between a win and a loss.
type calm struct {
	*testgames.Duel
	win int
}

func (c calm) Clone() calm { return calm{c.Duel.Clone(), c.win} }
func (c calm) Play(m int)  { yielding{c.Duel}.Play(m) }

func (c calm) Evaluate() int {
	v := c.Duel.Evaluate()
	if len(c.Moves(nil)) == 0 {
		return v
	}
	return max(1-c.win, min(v, c.win-1))
}

// Where evaluations prune positions and moves, and late moves are reduced, a Final value is the value of the game, and
// a win or a loss is one.
func TestSelectiveProvesNoFalsehood(t *testing.T) {
	pruned, proven := 0, 0
	checkStrategies(t, func(t *rapid.T, s strategy) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		for range long.Or(8, 1) {
			d := testgames.RandomDuel(random, 5+random.IntN(60), 1+random.IntN(8), 20, true)
			g := calm{d, 1 + random.IntN(15)}
			opt := alphabeta.Options[int]{Depth: random.IntN(8), Order: alphabeta.Ordering(random.IntN(65))}
			opt.Tree = alphabeta.Tree{Selective: 1 + random.IntN(4), Quiescence: random.IntN(3), Bounds: random.IntN(4) == 0, Extend: random.IntN(4) == 0}
			if random.IntN(2) == 0 {
				opt.Win = g.win
			}
			got, err := s.search(background, g, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			truth, value := d.Values()[0], got.Value
			if opt.Win > 0 {
				truth, value = max(-opt.Win, min(truth, opt.Win)), max(-opt.Win, min(value, opt.Win))
			}
			switch {
			case got.Bound != ply.Exact:
				t.Fatalf("%+v: bound %v", opt, got.Bound)
			case got.Final && value != truth, opt.Depth == 0 && !got.Final:
				t.Fatalf("%+v: %+v, want %d in the end", opt, got, truth)
			case opt.Win > 0 && (value == opt.Win || value == -opt.Win) && value != truth:
				t.Fatalf("%+v: %+v, but the value is %d", opt, got, truth)
			case !got.Final:
				pruned++
			case opt.Depth > 0:
				proven++
			}
		}
	})
	if pruned == 0 || proven == 0 {
		t.Errorf("%d results rest on evaluations, %d are final", pruned, proven)
	}
}

// Entries of a selective search are used on all paths. With repetitions, too, a Final value is the value of the game,
// and a win or a loss is one.
func TestSelectiveRepetitionsProveNoFalsehood(t *testing.T) {
	pruned, proven := 0, 0
	checkStrategies(t, func(t *rapid.T, s strategy) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		for range long.Or(20, 5) {
			d := testgames.RandomDuel(random, 3+random.IntN(5), 1+random.IntN(3), 2, false)
			opt := alphabeta.Options[int]{
				Depth: 1 + random.IntN(12), Table: transposition.NewTable(32 << random.IntN(9)), TableFrom: 1,
				Order: alphabeta.Ordering(random.IntN(65)), Win: 2,
				Tree: alphabeta.Tree{Selective: 1 + random.IntN(2), Repetitions: true},
			}
			truth := valueWithRepetitions(d, 1<<10)
			for range 2 { // the second with the table of the first
				got, err := s.search(background, calm{d, opt.Win}, ply.Limits{}, opt)
				if err != nil {
					t.Fatal(err)
				}
				won := got.Value == opt.Win || got.Value == -opt.Win
				if (got.Final || won) && got.Value != truth {
					t.Fatalf("%+v: %+v, want %d in the end", opt, got, truth)
				}
				if got.Final {
					proven++
				} else {
					pruned++
				}
			}
		}
	})
	if pruned == 0 || proven == 0 {
		t.Errorf("%d results rest on evaluations, %d are final", pruned, proven)
	}
}

// A search to the end of the game prunes nothing, and a search to a depth saves nodes.
func TestSelectiveSavesNodes(t *testing.T) {
	small := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 40, 4, 1000, true)
	large := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 5000, 8, 1000, true)
	for _, s := range strategies[1:] { // AlphaBeta has no null windows here
		for depth, g := range map[int]*testgames.Duel{0: small, 6: large} {
			var nodes [2]int
			for i, margin := range []int{0, 100} {
				r, err := s.search(background, g, ply.Limits{}, alphabeta.Options[int]{Depth: depth, Direct: true, Tree: alphabeta.Tree{Selective: margin}})
				if err != nil {
					t.Fatal(err)
				}
				nodes[i] = r.Nodes
			}
			if depth == 0 && nodes[1] != nodes[0] || depth > 0 && nodes[1] >= nodes[0] {
				t.Errorf("%s to depth %d: %d nodes, %d without", s.name, depth, nodes[1], nodes[0])
			}
		}
	}
}

// A search for a win or a loss alone prunes nothing.
func TestSelectiveFindsWins(t *testing.T) {
	check(t, strategies, func(t *rapid.T, s strategy) {
		win := rapid.IntRange(2, 20).Draw(t, "win")
		c := calm{drawDuel(t, true), win}
		g := struct { // no Passer: no pass is refused
			ply.AdversarialGame[int]
			ply.Evaluator
		}{c, c}
		opt := alphabeta.Options[int]{Depth: rapid.IntRange(1, 5).Draw(t, "depth"), Win: win, Window: [2]int{win - 1, win}, Direct: true}
		if rapid.Bool().Draw(t, "loss") {
			opt.Window = [2]int{-win, 1 - win}
		}
		want, err := s.search(background, g, ply.Limits{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Tree.Selective = rapid.IntRange(1, 3).Draw(t, "margin")
		got, err := s.search(background, g, ply.Limits{}, opt)
		if err != nil || got.Value != want.Value || got.Nodes != want.Nodes {
			t.Fatalf("%+v, error %v, want %+v", got, err, want)
		}
	})
}
