package arena_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
)

type duelPlayer = arena.Player[*testgames.Duel, int]

// A side whose time is over loses, whatever its player returns. Side 0 moves first and waits for its end in all games.
func TestClockRunsOut(t *testing.T) {
	opening := func(int, *rand.Rand) (*testgames.Duel, error) {
		return testgames.Layers(rand.New(rand.NewPCG(1, 1)), 4, 2, 0), nil
	}
	waits := func() duelPlayer {
		return func(ctx context.Context, d *testgames.Duel, _ *rand.Rand) (int, error) {
			<-ctx.Done()
			if len(d.Moves(nil))%2 == 0 {
				return 0, ctx.Err()
			}
			return d.Moves(nil)[0], nil
		}
	}
	var forfeits []arena.Forfeit
	r, err := arena.Match(t.Context(), opening, waits, waits, arena.Options{
		Games: 4, Clock: engine.Clock{Left: time.Millisecond}, Forfeited: func(f arena.Forfeit) { forfeits = append(forfeits, f) },
	})
	if err != nil || r.Wins != 2 || r.Losses != 2 || len(forfeits) != 4 {
		t.Fatalf("%+v, error %v, forfeits %v", r.Score, err, forfeits)
	}
	for i, f := range forfeits {
		if f.Game != i || f.Player != i%2 || !strings.Contains(f.Error(), "out of time") {
			t.Errorf("%+v", f)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancels := func() duelPlayer {
		return func(ctx context.Context, _ *testgames.Duel, _ *rand.Rand) (int, error) {
			cancel()
			<-ctx.Done()
			return 0, ctx.Err()
		}
	}
	r, err = arena.Match(ctx, opening, cancels, cancels, arena.Options{Clock: engine.Clock{Left: time.Hour}})
	if err != nil || r.Status != ply.Cancelled || r.Games() != 0 {
		t.Errorf("canceled: %+v, error %v", r, err)
	}
	if _, err := arena.Match(t.Context(), opening, waits, waits, arena.Options{Clock: engine.Clock{Moves: 3}}); err == nil {
		t.Error("a clock without time")
	}
}

// Players are told the clocks of their game, and an engine's player divides its own.
func TestClocks(t *testing.T) {
	clock := engine.Clock{Left: time.Hour, Increment: time.Minute}
	asks := func() duelPlayer {
		seen := map[int]int{} // moves by game
		return func(ctx context.Context, d *testgames.Duel, _ *rand.Rand) (int, error) {
			clocks, own := arena.Clocks(ctx)
			game, _ := arena.Played[int](ctx)
			if len(clocks) != 2 || own != d.ToMove() {
				return 0, errors.New("other clocks")
			}
			most := clock.Left + time.Duration(seen[game])*clock.Increment
			if left := clocks[own].Left; left > most || seen[game] == 0 && left != clock.Left {
				t.Errorf("%v left after %d moves", left, seen[game])
			}
			seen[game]++
			arena.Pause(ctx, func() { time.Sleep(time.Millisecond) })
			return d.Moves(nil)[0], nil
		}
	}
	divides := arena.EnginePlayer(func(d *testgames.Duel, _ *rand.Rand) (*engine.Player[int], error) {
		return engine.New(engine.Stateless(d, func(ctx context.Context, own *testgames.Duel, _ ply.Limits, _ engine.Question[int]) (a engine.Analysis[int], _ error) {
			if end, ok := ctx.Deadline(); !ok || time.Until(end) > time.Hour/2 {
				t.Errorf("a move may take until %v", end)
			}
			a.Lines = []engine.Line[int]{{Choice: ply.Choice[int]{Move: own.Moves(nil)[0]}}}
			return a, nil
		}), engine.Options{})
	})
	if _, err := arena.Match(t.Context(), duels, asks, divides, arena.Options{Games: 20, Clock: clock}); err != nil {
		t.Fatal(err)
	}
	if clocks, own := arena.Clocks(t.Context()); len(clocks) != 0 || own != 0 {
		t.Errorf("without a match: %v, %d", clocks, own)
	}
}
