package main

import (
	"errors"
	"math"

	"github.com/ply-search/ply/arena"
)

// A level is the score of a player in games against an opponent of a known rating.
type level struct {
	rating float64
	score  arena.Score
}

// rate returns the rating with the greatest likelihood, if the expected score of a game follows from the difference of
// the ratings by the logistic curve of Elo, and half the width of its 95 % confidence interval (Huber's sandwich
// estimator, which takes account of draws). It returns an error if all games were won, all were lost, or none was
// played.
func rate(levels []level) (rating, half float64, err error) {
	var all arena.Score
	for _, l := range levels {
		all = all.Add(l.score)
	}
	if all.Draws == 0 && (all.Wins == 0 || all.Losses == 0) {
		return 0, 0, errors.New("no rating: no game was drawn, and all were won or all were lost")
	}
	low, high := -20_000.0, 20_000.0
	for high-low > 1e-6 {
		rating = (low + high) / 2
		surplus := 0.0 // of the score over the expected score
		for _, l := range levels {
			surplus += float64(l.score.Wins) + float64(l.score.Draws)/2 - float64(l.score.Games())*expected(rating-l.rating)
		}
		if surplus > 0 {
			low = rating
		} else {
			high = rating
		}
	}
	slope, variance := 0.0, 0.0
	for _, l := range levels {
		p, s := expected(rating-l.rating), l.score
		slope += float64(s.Games()) * p * (1 - p) * math.Ln10 / 400
		variance += float64(s.Wins)*(1-p)*(1-p) + float64(s.Draws)*(0.5-p)*(0.5-p) + float64(s.Losses)*p*p
	}
	return rating, 1.96 * math.Sqrt(variance) / slope, nil
}

// expected returns the expected score of a game against an opponent whose rating is lower by difference.
func expected(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }
