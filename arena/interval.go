package arena

import (
	"math"

	"github.com/ply-search/ply/internal/interval"
)

// Interval returns a confidence interval for the true [Score.Rate] of the first player, at a level between 0 and 1,
// such as 0.95. The interval is approximate: at level 0.95, it contains the true rate in at least 94 % of matches, and
// in a greater percentage if the games are few or many games are drawn.
//
// The interval contains each rate that a test at this level would not reject (the score interval for three outcomes of
// Tango 1998). For each rate, the test computes the variance of the results from the distribution of wins, draws and
// losses that has this rate and makes the observed score most likely. This variance is positive even if all games have
// the same result. For games in pairs, the five possible sums of points of a pair take the place of wins, draws and
// losses.
//
// The difference between the observed and the expected points is reduced by a quarter of a point, because the points
// come in steps of ½ (continuity correction, Yates 1934).
func (s Score) Interval(level float64) (low, high float64) {
	if s.games() == 0 || !(level < 1) {
		return 0, 1
	}
	if level <= 0 {
		return s.Rate(), s.Rate()
	}
	z := interval.Normal(level)
	mirrored := Score{Wins: s.Losses, Draws: s.Draws, Losses: s.Wins}
	for i, n := range s.Pairs {
		mirrored.Pairs[4-i] = n
	}
	return s.lowest(z), 1 - mirrored.lowest(z)
}

// lowest returns the least rate that is at most z standard deviations below the observed one.
func (s Score) lowest(z float64) float64 {
	games, rate := s.games(), s.Rate()
	if rate == 0 {
		return 0
	}
	counts, trials := results(s.Losses, s.Draws, s.Wins), games
	paired := 0.0 // games
	for _, n := range s.Pairs {
		paired += 2 * float64(n)
	}
	if paired > 0 && games-paired <= 1 { // the last game of a match may be alone
		counts, trials = results(s.Pairs[:]...), games/2
	}
	const correction = 0.25
	lowest := rate
	low, high := -60.0, 0.0 // beyond the greatest counts, and the observed results
	for range 64 {
		middle := (low + high) / 2
		mean, variance := leaning(counts, middle)
		if rate-mean-correction/games <= z*math.Sqrt(variance/trials) {
			lowest, high = min(rate, mean), middle
		} else {
			low = middle
		}
	}
	return lowest
}

// results converts counts of results. Unseen results are not considered impossible.
func results(counts ...int) []float64 {
	const unseen = 1e-3
	numbers := make([]float64, len(counts))
	for i, n := range counts {
		numbers[i] = max(float64(n), unseen)
	}
	return numbers
}

// leaning returns the mean and the variance of the distribution of results, worth equal steps from 0 to 1, that makes
// the counts most likely given its mean. The mean is lower than the mean of the counts for negative lean, and higher for
// positive. These are the distributions of [tilt], with weights proportional to counts[i] / (1 + r worth[i]), r > -1.
func leaning(counts []float64, lean float64) (mean, variance float64) {
	least := 1 / (1 + math.Exp(-lean)) // ½ for the distribution of the counts
	sum, squares := 0.0, 0.0
	for i, n := range counts {
		worth := float64(i) / float64(len(counts)-1)
		weight := n / (least*(1-worth) + (1-least)*worth)
		sum += weight
		mean += weight * worth
		squares += weight * worth * worth
	}
	mean /= sum
	return mean, max(squares/sum-mean*mean, 0)
}
