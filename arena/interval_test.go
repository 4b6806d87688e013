package arena_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/long"
)

// The matches for which the interval at 95 % must hold the true rate in at least 94 % of cases: the rates of wins among
// decisive games, the shares of draws, and the numbers of games.
var (
	winRates  = []float64{0, 0.05, 0.3, 0.5, 0.9}
	drawRates = []float64{0, 0.1, 0.4, 0.8, 0.95}
	lengths   = []int{10, 20, 50, 100, 400}
)

const leastCoverage = 0.94

// holds reports whether an interval contains a rate, up to rounding.
func holds(s arena.Score, rate float64) bool {
	low, high := s.Interval(0.95)
	return low <= rate+1e-12 && rate-1e-12 <= high
}

// TestIntervalHoldsByEnumeration adds up the probabilities of all scores whose interval contains the true rate. Figures
// with the interval that took the share of draws for known: 0.40 where no game is won and 95 % of 10 are drawn, 0.77 with
// 9 % of draws and 10 games; below 0.94 in 51 of the 125 cases.
func TestIntervalHoldsByEnumeration(t *testing.T) {
	long.Only(t)
	logFactorial := make([]float64, slices.Max(lengths)+1)
	for n := range logFactorial {
		logFactorial[n], _ = math.Lgamma(float64(n + 1))
	}
	logPower := func(p float64, n int) float64 {
		if n == 0 {
			return 0
		}
		return float64(n) * math.Log(p)
	}
	for _, games := range lengths {
		type interval struct{ low, high float64 }
		intervals := make(map[[2]int]interval)
		of := func(wins, draws int) interval {
			i, ok := intervals[[2]int{wins, draws}]
			if !ok {
				i.low, i.high = arena.Score{Wins: wins, Draws: draws, Losses: games - wins - draws}.Interval(0.95)
				intervals[[2]int{wins, draws}] = i
			}
			return i
		}
		worst, width := 1.0, 0.0
		for _, decisive := range winRates {
			for _, drawn := range drawRates {
				won, lost := (1-drawn)*decisive, (1-drawn)*(1-decisive)
				rate := won + drawn/2
				covered := 0.0
				for wins := range games + 1 {
					for draws := range games + 1 - wins {
						losses := games - wins - draws
						probability := math.Exp(logFactorial[games] - logFactorial[wins] - logFactorial[draws] - logFactorial[losses] +
							logPower(won, wins) + logPower(drawn, draws) + logPower(lost, losses))
						if probability < 1e-9 {
							continue
						}
						i := of(wins, draws)
						width += probability * (i.high - i.low) / float64(len(winRates)*len(drawRates))
						if i.low <= rate+1e-12 && rate-1e-12 <= i.high {
							covered += probability
						}
					}
				}
				if worst = min(worst, covered); covered < leastCoverage {
					t.Errorf("%d games, %v of them drawn, %v of the others won: holds in %.4f", games, drawn, decisive, covered)
				}
			}
		}
		t.Logf("%d games: holds in %.4f at least, is %.3f wide on average", games, worst, width)
	}
}

// TestIntervalHoldsOfMatches plays matches, of single games, of pairs, and of pairs whose openings favour one side.
func TestIntervalHoldsOfMatches(t *testing.T) {
	matches := long.Or(10_000, 100)
	// Of a few matches, some cases fall below by chance: five standard deviations are allowed for.
	least := leastCoverage - long.Or(0.0, 5)*math.Sqrt(0.05*0.95/float64(matches))
	for _, games := range lengths {
		for _, decisive := range winRates {
			for _, drawn := range drawRates {
				for _, kind := range []string{"single", "pairs", "openings"} {
					bias := 0.0
					if kind == "openings" {
						bias = min(0.3, decisive, 1-decisive)
					}
					random := rand.New(rand.NewPCG(uint64(games), uint64(1000*decisive+10*drawn)))
					rate := (1-drawn)*decisive + drawn/2
					held := 0
					intervals := make(map[arena.Score]bool)
					for range matches {
						var s arena.Score
						for range games / 2 {
							a := draw(random, rate+(1-drawn)*bias, drawn)
							b := draw(random, rate-(1-drawn)*bias, drawn)
							add(&s, a)
							add(&s, b)
							if kind != "single" {
								s.Pairs[a+b]++
							}
						}
						in, ok := intervals[s]
						if !ok {
							in = holds(s, rate)
							intervals[s] = in
						}
						if in {
							held++
						}
					}
					if part := float64(held) / float64(matches); part < least {
						t.Errorf("%s: %d games, %v of them drawn, %v of the others won: holds in %.4f of the matches",
							kind, games, drawn, decisive, part)
					}
				}
			}
		}
	}
}

// TestIntervalIsNeverAPoint: no score of any number of games makes a rate certain.
func TestIntervalIsNeverAPoint(t *testing.T) {
	for n := 1; n <= 1<<20; n *= 2 {
		for _, s := range []arena.Score{
			{Draws: n}, {Wins: n}, {Losses: n}, {Wins: n, Losses: n}, {Wins: n, Draws: n},
			{Draws: 2 * n, Pairs: [5]int{2: n}}, {Wins: 2 * n, Pairs: [5]int{4: n}}, {Wins: n, Losses: n, Pairs: [5]int{2: n}},
			{Wins: n, Draws: n, Pairs: [5]int{3: n}},
		} {
			low, high := s.Interval(0.95)
			// What never happened in n trials may happen in 3 of n (Hanley and Lippman-Hand 1983).
			if width, least := high-low, 0.5/float64(s.Games()); !(width > least) || !(low <= s.Rate() && s.Rate() <= high) {
				t.Errorf("%v: from %v to %v", s, low, high)
			}
		}
	}
	for score, want := range map[arena.Score]string{
		{Draws: 1}:           "+0 =1 -0, 50 % (95 %: 2.73 to 97.3)",
		{Draws: 19, Wins: 1}: "+1 =19 -0, 52.5 % (95 %: 42.1 to 63.5)",
	} {
		if got := score.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
