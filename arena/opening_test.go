package arena_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/testgames"
)

// Random moves are equally likely, and lines that end the game are drawn again.
func TestRandomOpening(t *testing.T) {
	const draws = 20_000
	opening := arena.RandomOpening(2, func() (*Heap, error) { return &Heap{stones: 4}, nil })
	random := rand.New(rand.NewPCG(1, 2))
	var left [4]float64
	for range draws {
		g, err := opening(0, random)
		if err != nil || g.taken != 2 || g.stones < 1 {
			t.Fatalf("%+v, %v", g, err)
		}
		left[g.stones]++
	}
	// 1, 1 leaves 2 stones with probability 1/9; 1, 2 and 2, 1 leave one with 1/9 and 1/6; all else ends the game.
	p := (1. / 9) / (1./9 + 1./9 + 1./6)
	if d := math.Abs(left[2]/draws - p); d > 5*math.Sqrt(p*(1-p)/draws) || left[1]+left[2] != draws {
		t.Errorf("stones left %v, want %.3f of 2, and else 1", left, p)
	}
}

// Outcomes of chance are moves of an opening, by their probabilities.
func TestRandomOpeningWithChance(t *testing.T) {
	const draws = 20_000
	opening := arena.RandomOpening(2, func() (*testgames.Pig, error) { return &testgames.Pig{Target: 20}, nil })
	random := rand.New(rand.NewPCG(1, 2))
	var rolled [7]float64
	for range draws {
		g, err := opening(0, random)
		if err != nil {
			t.Fatal(err)
		}
		rolled[max(1, g.Turn)]++
	}
	for n, count := range rolled {
		if d := math.Abs(count/draws - 1./6); n > 0 && d > 5*math.Sqrt(5./36/draws) {
			t.Errorf("%d was rolled %v times of %d", n, count, draws)
		}
	}
}

func TestRandomOpeningFails(t *testing.T) {
	none := errors.New("no game")
	pig := ply.AdversarialGame[int](&testgames.Pig{Target: 20})
	for _, c := range []struct {
		moves int
		game  func() (ply.AdversarialGame[int], error)
		says  string
	}{
		{-1, func() (ply.AdversarialGame[int], error) { return pig, nil }, "of -1 moves"},
		{1, nil, "makes games"},
		{1, func() (ply.AdversarialGame[int], error) { return nil, none }, "no game"},
		{0, func() (ply.AdversarialGame[int], error) { return &Heap{}, nil }, "1000 times"},
		{1, func() (ply.AdversarialGame[int], error) { return &Heap{stones: 1}, nil }, "1000 times"},
		{2, func() (ply.AdversarialGame[int], error) {
			return testgames.Loaded{AdversarialGame: &testgames.Pig{Target: 20}, Odds: 0.2}, nil
		}, "sum"},
		{2, func() (ply.AdversarialGame[int], error) {
			return testgames.Unsaid{AdversarialGame: &testgames.Pig{Target: 20}}, nil
		}, "chance"},
	} {
		_, err := arena.RandomOpening[ply.AdversarialGame[int], int](c.moves, c.game)(0, rand.New(rand.NewPCG(1, 2)))
		if err == nil || !strings.Contains(err.Error(), c.says) || c.says == "no game" && !errors.Is(err, none) {
			t.Errorf("%d moves: error %v, want %q", c.moves, err, c.says)
		}
	}
}
