package arena_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// A tree that lives through the games beats random play, and the match does not depend on the number of workers.
func TestEnginePlayerPlaysAMatch(t *testing.T) {
	tree := arena.EnginePlayer(func(d *testgames.Duel, random *rand.Rand) (*engine.Player[int], error) {
		s, err := mcts.NewSearcher(d, mcts.Options[int]{Random: random})
		if err != nil {
			return nil, err
		}
		return engine.New(s, engine.Options{Limits: ply.Limits{Nodes: 200}})
	})
	one, err := arena.Match(t.Context(), duels, tree, of(chance), arena.Options{Games: 20})
	if err != nil || one.Wins < 12 {
		t.Fatalf("%+v, error %v", one, err)
	}
	two, err := arena.Match(t.Context(), duels, tree, of(chance), arena.Options{Games: 20, Workers: 3})
	if one.Elapsed = two.Elapsed; err != nil || one != two {
		t.Errorf("%+v with one worker, %+v with three, error %v", one, two, err)
	}
}

// follows plays the first move, by an engine's player whose game must be where the match is.
func follows(t *testing.T, made *atomic.Int64) func() arena.Player[*testgames.Duel, int] {
	return func() arena.Player[*testgames.Duel, int] {
		var position *testgames.Duel
		player := arena.EnginePlayer(func(d *testgames.Duel, _ *rand.Rand) (*engine.Player[int], error) {
			made.Add(1)
			s := engine.Stateless(d, func(_ context.Context, own *testgames.Duel, _ ply.Limits, _ engine.Question[int]) (a engine.Analysis[int], _ error) {
				if own == position || own.Hash() != position.Hash() || own.ToMove() != position.ToMove() {
					t.Error("the player is not where the match is")
				}
				m := own.Moves(nil)[0]
				a.Lines = []engine.Line[int]{{Choice: ply.Choice[int]{Move: m}}}
				return a, nil
			})
			return engine.New(s, engine.Options{})
		})()
		return func(ctx context.Context, d *testgames.Duel, random *rand.Rand) (int, error) {
			position = d
			return player(ctx, d, random)
		}
	}
}

// The player follows the game, whoever moves how often in a row, and there is one for each game. Where nobody tells the moves, there is
// one for each move.
func TestEnginePlayerFollowsTheGame(t *testing.T) {
	var made atomic.Int64
	if _, err := arena.Match(t.Context(), duels, follows(t, &made), of(chance), arena.Options{Games: 100, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	if n := made.Load(); n < 50 || n > 100 {
		t.Errorf("%d players for 100 games", n)
	}
	made.Store(0)
	player := follows(t, &made)()
	d, _ := duels(0, rand.New(rand.NewPCG(1, 2)))
	for calls := int64(1); len(d.Moves(nil)) > 0; calls++ {
		m, err := player(t.Context(), d, nil)
		if err != nil || made.Load() != calls {
			t.Fatalf("%d players for %d moves, error %v", made.Load(), calls, err)
		}
		d.Play(m)
	}
}

func TestEnginePlayerFails(t *testing.T) {
	fault := errors.New("no player")
	for want, made := range map[string]func(*testgames.Duel, *rand.Rand) (*engine.Player[int], error){
		"no player":              func(*testgames.Duel, *rand.Rand) (*engine.Player[int], error) { return nil, fault },
		"newPlayer returned nil": func(*testgames.Duel, *rand.Rand) (*engine.Player[int], error) { return nil, nil },
	} {
		_, err := arena.Match(t.Context(), duels, arena.EnginePlayer(made), of(chance), arena.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
