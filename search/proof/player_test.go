package proof_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// embedded is another type than its game.
type embedded struct{ *testgames.Duel }

// firstMove returns a searcher that answers with the first move.
func firstMove(g *testgames.Duel) engine.Searcher[int] {
	return engine.Stateless(g, func(_ context.Context, g *testgames.Duel, _ ply.Limits, _ engine.Question[int]) (engine.Analysis[int], error) {
		return engine.Analysis[int]{Lines: []engine.Line[int]{{Choice: ply.Choice[int]{Move: g.Moves(nil)[0]}}}}, nil
	})
}

// TestPlayer has the other searcher answer where there is no win, and where too few nodes are searched to find it.
func TestPlayer(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 3))
	proved, others := 0, 0
	for range 300 {
		g := testgames.RandomDuel(random, 4+random.IntN(30), 1+random.IntN(4), 3, true)
		above := random.IntN(3) - 1
		s, err := proof.NewSearcher[*testgames.Duel](firstMove(g), 1000, proof.Options[int]{Above: above, Table: transposition.NewTable(1 << 14)})
		if err != nil {
			t.Fatal(err)
		}
		values := g.Values()
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
			a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{})
			if err != nil || len(a.Lines) != 1 {
				t.Fatalf("%+v, error %v", a, err)
			}
			best, side := a.Lines[0], g.ToMove()
			if wins := values[g.At] > above; wins != (best.Bound == ply.AtLeast) {
				t.Fatalf("value %d, above %d: %+v", values[g.At], above, best)
			} else if !wins {
				others++
			}
			if err := s.Play(best.Move); err != nil {
				t.Fatal(err)
			}
			if best.Bound == ply.AtLeast {
				proved++
				value := values[g.At]
				if g.ToMove() != side {
					value = -value
				}
				if value <= above || best.Value != float64(above+1) {
					t.Fatalf("the move is worth %d, above %d: %+v", value, above, best)
				}
			}
		}
		if a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{}); err != ply.ErrFinished || a.Status != ply.Failed {
			t.Fatalf("in a finished position: %+v, error %v", a, err)
		}
	}
	if proved < 100 || others < 100 {
		t.Errorf("%d positions proven and %d not", proved, others)
	}
	other := firstMove(testgames.RandomDuel(random, 30, 4, 3, true))
	for name, wrong := range map[string]func() error{
		"no nodes": func() error { _, err := proof.NewSearcher[*testgames.Duel](other, 0, proof.Options[int]{}); return err },
		"Widen": func() error {
			_, err := proof.NewSearcher[*testgames.Duel](other, 1, proof.Options[int]{Widen: -1})
			return err
		},
		"no other": func() error {
			_, err := proof.NewSearcher[*testgames.Duel, int](nil, 1, proof.Options[int]{})
			return err
		},
		"its game": func() error {
			_, err := proof.NewSearcher[embedded](other, 1, proof.Options[int]{})
			return err
		},
		"Progress": func() error {
			_, err := proof.NewSearcher[*testgames.Duel](other, 1, proof.Options[int]{Progress: func(proof.Result[int]) {}})
			return err
		},
	} {
		if wrong() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
