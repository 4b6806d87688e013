package arena_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
)

// A wheel turns by one or two of seven steps and never stops by itself.
type wheel struct {
	at   int
	line []int
}

func (w *wheel) Moves(dst []int) []int { return append(dst, 1, 2) }
func (w *wheel) Play(m int)            { w.line, w.at = append(w.line, w.at), (w.at+m)%7 }
func (w *wheel) Undo(int)              { w.at, w.line = w.line[len(w.line)-1], w.line[:len(w.line)-1] }
func (w *wheel) ToMove() int           { return len(w.line) % 2 }
func (w *wheel) Outcome() int          { return 0 }
func (w *wheel) Repeated() bool        { return slices.Contains(w.line, w.at) }

// still is a wheel without repetitions.
type still struct{ ply.AdversarialGame[int] }

// A match ends a game as a draw where the game says that a position came back.
func TestMatchEndsByRepetition(t *testing.T) {
	players := func() arena.Player[*wheel, int] {
		return func(_ context.Context, w *wheel, random *rand.Rand) (int, error) {
			if w.Repeated() {
				t.Error("a player is to move in a repeated position")
			}
			return 1 + random.IntN(2), nil
		}
	}
	open := func(int, *rand.Rand) (*wheel, error) { return new(wheel), nil }
	r, err := arena.Match(t.Context(), open, players, players, arena.Options{Games: 20, MaxMoves: 1000, Repetitions: true})
	if err != nil || r.Draws != 20 || r.Moves < 20*4 || r.Moves > 20*7 {
		t.Errorf("%+v, error %v", r, err)
	}
	player := func() arena.Player[still, int] {
		return func(context.Context, still, *rand.Rand) (int, error) { return 1, nil }
	}
	_, err = arena.Match(t.Context(), func(int, *rand.Rand) (still, error) { return still{new(wheel)}, nil },
		player, player, arena.Options{Repetitions: true})
	if err == nil || !strings.Contains(err.Error(), "Repetitions: arena_test.still is not a ply.Repeater") {
		t.Errorf("error %v", err)
	}
}
