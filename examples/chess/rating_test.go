package main

import (
	"math"
	"testing"

	"github.com/ply-search/ply/arena"
)

func TestRate(t *testing.T) {
	score := func(wins, draws, losses int) arena.Score {
		return arena.Score{Wins: wins, Draws: draws, Losses: losses}
	}
	for _, test := range []struct {
		levels       []level
		rating, half float64
	}{
		{[]level{{2000, score(50, 0, 50)}}, 2000, 68.1}, // 1.96 · 400 / ln 10 / √(100 / 4)
		{[]level{{2000, score(0, 100, 0)}}, 2000, 0},
		{[]level{{2000, score(75, 0, 25)}}, 2190.8, 78.6},
		{[]level{{1800, score(30, 0, 10)}, {2200, score(10, 0, 30)}}, 2000, 0},
	} {
		rating, half, err := rate(test.levels)
		if err != nil || math.Abs(rating-test.rating) > 0.1 || test.half > 0 && math.Abs(half-test.half) > 0.1 {
			t.Errorf("%+v: %.1f ± %.1f, error %v", test, rating, half, err)
		}
	}
	for _, levels := range [][]level{nil, {{2000, score(10, 0, 0)}}, {{2000, score(0, 0, 10)}, {1800, score(0, 0, 2)}}} {
		if rating, half, err := rate(levels); err == nil {
			t.Errorf("%+v: %.1f ± %.1f", levels, rating, half)
		}
	}
}
