//go:build long || race || 386

package puct_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// level is an evaluator that sets all priors.
func level(ctx context.Context, leaves []*puct.Leaf[*testgames.Liar, int]) error {
	for _, l := range leaves {
		for i := range l.Priors {
			l.Priors[i] = 1
		}
	}
	return uniform(ctx, leaves)
}

// TestLiars checks that no search hangs, panics or exceeds its simulations on games whose methods lie.
func TestLiars(t *testing.T) {
	ways := maps.Clone(ways)
	for name, opt := range ways {
		opt.Bounds = true
		ways[name] = opt
	}
	ways["no solver"] = puct.Options[int]{Bounds: true, NoSolver: true}
	ways["without bounds"] = puct.Options[int]{}
	ways["transpositions"] = puct.Options[int]{Transpositions: true, Bounds: true}
	ways["transpositions, batch"] = puct.Options[int]{Transpositions: true, Batch: 4}
	searches := map[string]func(*testgames.Liar){}
	for name, opt := range ways {
		searches[name] = func(g *testgames.Liar) {
			tree, err := puct.New(g, level, opt)
			for i := 0; i < 2 && err == nil; i++ {
				var r puct.Result[int]
				if r, err = tree.Search(background, ply.Limits{Nodes: 30}); err == nil {
					err = tree.Play(r.Move)
				}
			}
			if slip := runtime.Error(nil); errors.As(err, &slip) {
				t.Errorf("%s: %v does not say what is wrong in %v", name, err, g.Lies())
			}
		}
	}
	guardtest.CheckLies(t, 200, 200_000, func(r *rand.Rand) *testgames.Liar {
		return testgames.NewLiar(r, "Moves", "Play", "Undo", "ToMove", "Outcome", "Bounds", "Bounds", "Clone", "Hash")
	}, searches)
}

// TestRollingLiars checks the same of games with chance, in closed and open loops.
func TestRollingLiars(t *testing.T) {
	ways := maps.Clone(ways)
	for name, opt := range ways {
		opt.OpenLoop = true
		ways["open loop, "+name] = opt
	}
	searches := map[string]func(*testgames.RollingLiar){}
	for name, opt := range ways {
		searches[name] = func(g *testgames.RollingLiar) {
			tree, err := puct.New(g, uniform, opt)
			for i := 0; i < 2 && err == nil; i++ {
				var r puct.Result[int]
				if r, err = tree.Search(background, ply.Limits{Nodes: 60}); err == nil {
					err = tree.Play(r.Move)
				}
			}
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 100, 200_000, func(r *rand.Rand) *testgames.RollingLiar {
		return &testgames.RollingLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Outcome", "Clone", "Probabilities")}
	}, searches)
}

// A liarOfPlayers is a liar as a game of two players.
type liarOfPlayers struct {
	ply.Game[int]
	ply.Multiplayer
	twin *testgames.Liar
}

func playersOf(g *testgames.Liar) *liarOfPlayers {
	return &liarOfPlayers{g, sides.MultiplayerOf(g), g}
}

func (g *liarOfPlayers) Clone() *liarOfPlayers { return playersOf(g.twin.Clone()) }

// TestMultiplayerLiars checks the same of games of several players whose methods lie.
func TestMultiplayerLiars(t *testing.T) {
	searches := map[string]func(*testgames.Liar){}
	for name, opt := range ways {
		searches[name] = func(g *testgames.Liar) {
			tree, err := puct.New(playersOf(g), even, opt)
			for i := 0; i < 2 && err == nil; i++ {
				var r puct.Result[int]
				if r, err = tree.Search(background, ply.Limits{Nodes: 30}); err == nil {
					err = tree.Play(r.Move)
				}
			}
			if slip := runtime.Error(nil); errors.As(err, &slip) {
				t.Errorf("%s: %v does not say what is wrong in %v", name, err, g.Lies())
			}
		}
	}
	guardtest.CheckLies(t, 100, 100_000, func(r *rand.Rand) *testgames.Liar {
		return testgames.NewLiar(r, "Moves", "Play", "Undo", "ToMove", "Outcome", "Clone")
	}, searches)
}

// TestWrongBounds checks that bounds that cannot be are an error that names them and the position, however the search
// works, and not a search without end.
func TestWrongBounds(t *testing.T) {
	for name, c := range map[string]struct{ low, high int }{
		"refuted by moves": {-1, 0}, // the side to move wins
		"crossed":          {1, -1},
	} {
		for way, opt := range ways {
			before := runtime.NumGoroutine()
			d := &testgames.Duel{
				Nodes: []testgames.DuelNode{
					{Side: 0, Out: []int{0}, Low: -1, High: 1},
					{Side: 0, Out: []int{1, 2}, Low: c.low, High: c.high},
					{Side: 1, Outcome: -1, Low: -1, High: -1},
				},
				Edges: []testgames.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 1, To: 2}},
			}
			opt.Bounds = true
			_, err := puct.Search(background, d, uniform, ply.Limits{Nodes: 30}, opt)
			var fault *ply.GamePanic
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), "Bounds of *testgames.Duel") {
				t.Fatalf("%s, %s: error %v, want one that names Bounds", name, way, err)
			}
			if fault.Line != "[0]" {
				t.Errorf("%s, %s: the position after %s, want [0]", name, way, fault.Line)
			}
			guardtest.CheckGoroutines(t, before)
		}
	}
}
