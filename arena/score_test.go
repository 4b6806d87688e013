package arena_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/long"
)

// add adds a game of these points, in halves, to a score.
func add(s *arena.Score, points int) {
	*[...]*int{&s.Losses, &s.Draws, &s.Wins}[points]++
}

// draw draws the points of a game: rate on average, with the given probability of a draw.
func draw(random *rand.Rand, rate, draws float64) int {
	switch x := random.Float64(); {
	case x < draws:
		return 1
	case x < draws/2+rate:
		return 2
	default:
		return 0
	}
}

// The interval at 95 % holds the true rate in 95 ± 2 % of simulated matches. (20 000 matches tell the part
// that it holds to within 0.6 % with a confidence of more than 99.9 %, and 1 500 to within 1.9 %.)
func TestIntervalCoversTheTrueRate(t *testing.T) {
	matches := long.Or(10_000, 1_500)
	for _, draws := range long.Or([]float64{0, 0.3, 0.5}, []float64{0, 0.5}) {
		for _, rate := range long.Or([]float64{0.5, 0.55, 0.7}, []float64{0.5, 0.7}) {
			for _, games := range []int{100, 400} {
				random := rand.New(rand.NewPCG(1, uint64(1000*draws+100*rate)))
				held := 0
				for range matches {
					var s arena.Score
					for range games {
						add(&s, draw(random, rate, draws))
					}
					if low, high := s.Interval(0.95); low <= rate && rate <= high {
						held++
					}
				}
				if part := float64(held) / float64(matches); part < 0.93 || part > 0.97 {
					t.Errorf("%d games, %v drawn, rate %v: held in %.4f of matches", games, draws, rate, part)
				}
			}
		}
	}
}

// The same where the games of a pair depend on one another, as those with an opening that is good for
// one side do: the interval of the pairs is smaller, and holds the rate as often.
func TestIntervalOfPairs(t *testing.T) {
	const pairs = 150
	matches := long.Or(8_000, 1_500)
	for _, draws := range long.Or([]float64{0, 0.3, 0.5}, []float64{0, 0.5}) {
		for _, rate := range []float64{0.5, 0.6} {
			for _, bias := range []float64{0, 0.15} {
				random := rand.New(rand.NewPCG(2, uint64(1000*draws+100*rate+bias)))
				held, width, widthOfGames := 0, 0.0, 0.0
				for range matches {
					var s arena.Score
					for range pairs {
						opening := bias * (2*float64(random.IntN(2)) - 1) // good for the one who begins, or bad
						a := draw(random, rate+opening, draws)
						b := draw(random, rate-opening, draws)
						add(&s, a)
						add(&s, b)
						s.Pairs[a+b]++
					}
					low, high := s.Interval(0.95)
					if low <= rate && rate <= high {
						held++
					}
					width += high - low
					s.Pairs = [5]int{}
					low, high = s.Interval(0.95)
					widthOfGames += high - low
				}
				if part := float64(held) / float64(matches); part < 0.93 || part > 0.97 {
					t.Errorf("%v drawn, rate %v, openings ±%v: held in %.4f of matches", draws, rate, bias, part)
				}
				if bias > 0 && width > 0.97*widthOfGames {
					t.Errorf("%v drawn, rate %v, openings ±%v: width %v, %v without pairs", draws, rate, bias, width/float64(matches), widthOfGames/float64(matches))
				}
			}
		}
	}
}

// Without draws the interval is Wilson's, with a correction by a quarter of a point: the rates x from 0.1 - 1/400 up and
// 0.1 + 1/400 down whose square distance from these is 1.96² x (1-x) / 100.
func TestIntervalIsWilsons(t *testing.T) {
	low, high := arena.Score{Wins: 10, Losses: 90}.Interval(0.95)
	if math.Abs(low-0.0534) > 1e-4 || math.Abs(high-0.1774) > 1e-4 {
		t.Errorf("%v to %v, want 0.0534 to 0.1774", low, high)
	}
}

func TestScoresAreInTheirRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 50)
		s := arena.Score{Wins: n.Draw(t, "wins"), Draws: n.Draw(t, "draws"), Losses: n.Draw(t, "losses")}
		if rapid.Bool().Draw(t, "in pairs") {
			s = arena.Score{}
			for range n.Draw(t, "pairs") {
				a, b := rapid.IntRange(0, 2).Draw(t, "points"), rapid.IntRange(0, 2).Draw(t, "points")
				add(&s, a)
				add(&s, b)
				s.Pairs[a+b]++
			}
		}
		level := rapid.Float64Range(0, 1).Draw(t, "level")
		low, high := s.Interval(level)
		const tiny = 1e-6
		if !(0 <= low && low <= s.Rate()+tiny && s.Rate() <= high+tiny && high <= 1) {
			t.Fatalf("%+v: rate %v, interval %v to %v", s, s.Rate(), low, high)
		}
		difference, eloLow, eloHigh := s.Elo(level)
		if math.IsNaN(difference) || math.IsNaN(eloLow) || math.IsNaN(eloHigh) || eloLow > eloHigh {
			t.Fatalf("%+v: Elo %v, %v to %v", s, difference, eloLow, eloHigh)
		}
		mirrored := arena.Score{Wins: s.Losses, Draws: s.Draws, Losses: s.Wins}
		for i, n := range s.Pairs {
			mirrored.Pairs[4-i] = n
		}
		otherLow, otherHigh := mirrored.Interval(level)
		if math.Abs(low-(1-otherHigh)) > tiny || math.Abs(high-(1-otherLow)) > tiny {
			t.Fatalf("%v to %v, seen from the other side %v to %v", low, high, otherLow, otherHigh)
		}
		better := s.Superiority()
		if !(0 <= better && better <= 1) || math.Abs(better+mirrored.Superiority()-1) > tiny {
			t.Fatalf("superiority %v, of the other %v", better, mirrored.Superiority())
		}
		if twice := s.Add(s); twice.Games() != 2*s.Games() || twice.Rate() != s.Rate() {
			t.Fatalf("%+v twice is %+v", s, twice)
		}
	})
}

func TestEloAndRateAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.Float64Range(-1000, 1000).Draw(t, "elo")
		if got := arena.EloOf(arena.RateOf(elo)); math.Abs(got-elo) > 1e-6 {
			t.Fatalf("%v became %v", elo, got)
		}
	})
	if got := arena.EloOf(0.75); math.Abs(got-190.85) > 0.01 {
		t.Errorf("¾ is %v Elo, want 190.85", got)
	}
}

// For few results close to the mean, the exact test is close to the normal distribution: n (s1-s0) (2m-s0-s1) / 2σ².
func TestSequentialTestNearTheNormalDistribution(t *testing.T) {
	test := arena.SequentialTest{Elo0: 0, Elo1: 5}
	s := arena.Score{Wins: 3100, Draws: 4000, Losses: 2900}
	got, _, err := test.Judge(s)
	if err != nil {
		t.Fatal(err)
	}
	s0, s1, m := arena.RateOf(0), arena.RateOf(5), s.Rate()
	variance := m*(1-m) - 0.4/4
	want := 10_000 * (s1 - s0) * (2*m - s0 - s1) / (2 * variance)
	if math.Abs(got-want) > 0.02*math.Abs(want) {
		t.Errorf("logarithm of the likelihood ratio %v, want about %v", got, want)
	}
}

// A test decides wrongly no more often than it was told to: of 400 matches, 5 % with a margin of three
// standard errors.
func TestSequentialTestErrs(t *testing.T) {
	const matches, pairsAtOnce = 400, 8
	for _, draws := range []float64{0, 0.5} {
		for _, truth := range []arena.Verdict{-1, 1} {
			test := arena.SequentialTest{Elo0: 0, Elo1: 40}
			rate := arena.RateOf(test.Elo0)
			if truth > 0 {
				rate = arena.RateOf(test.Elo1)
			}
			random := rand.New(rand.NewPCG(3, uint64(truth)))
			wrong, games := 0, 0
			for range matches {
				var s arena.Score
				var verdict arena.Verdict
				for verdict == 0 {
					for range pairsAtOnce {
						a, b := draw(random, rate, draws), draw(random, rate, draws)
						add(&s, a)
						add(&s, b)
						s.Pairs[a+b]++
					}
					_, verdict, _ = test.Judge(s)
				}
				games += s.Games()
				if verdict != truth {
					wrong++
				}
			}
			if limit := 0.05 + 3*math.Sqrt(0.05*0.95/matches); float64(wrong)/matches > limit {
				t.Errorf("%v drawn, truth %v: wrong in %d of %d matches", draws, truth, wrong, matches)
			}
			if games/matches > 1500 {
				t.Errorf("%v drawn, truth %v: %d games a match", draws, truth, games/matches)
			}
		}
	}
}

func TestSequentialTestRefusesHypotheses(t *testing.T) {
	for _, test := range []arena.SequentialTest{
		{Elo0: 5, Elo1: 5},
		{Elo0: 5, Elo1: 0},
		{Elo1: math.NaN()},
		{Elo1: math.Inf(1)},
		{Elo1: 5, Alpha: 0.5},
		{Elo1: 5, Beta: -0.1},
	} {
		if _, _, err := test.Judge(arena.Score{Wins: 1}); err == nil {
			t.Errorf("%+v is accepted", test)
		}
	}
}

// Of no games, of draws alone, of wins alone and of as many games as there can be, all figures are numbers where they
// should be, and go the right way.
func TestExtremeScores(t *testing.T) {
	const most = math.MaxInt
	for _, test := range []struct {
		score       arena.Score
		games       int
		rate        float64
		superiority float64 // -1 for above ½, -2 for below
		elo         float64
	}{
		{arena.Score{}, 0, 0.5, 0.5, 0},
		{arena.Score{Draws: 1}, 1, 0.5, 0.5, 0},
		{arena.Score{Draws: 1000, Pairs: [5]int{2: 500}}, 1000, 0.5, 0.5, 0},
		{arena.Score{Wins: 1}, 1, 1, -1, math.Inf(1)},
		{arena.Score{Wins: 1000, Pairs: [5]int{4: 500}}, 1000, 1, -1, math.Inf(1)},
		{arena.Score{Losses: 1000, Pairs: [5]int{0: 500}}, 1000, 0, -2, math.Inf(-1)},
		{arena.Score{Wins: most, Draws: most, Losses: most, Pairs: [5]int{most, most, most, most, most}}, most, 0.5, 0.5, 0},
		{arena.Score{Wins: most, Losses: 1}, most, 1, -1, math.NaN()}, // almost infinite
		{arena.Score{Wins: most - 1}.Add(arena.Score{Wins: 2, Pairs: [5]int{4: 1}}), most, 1, -1, math.Inf(1)},
	} {
		s := test.score
		if s.Games() != test.games || math.Abs(s.Rate()-test.rate) > 1e-9 {
			t.Errorf("%v: %d games, rate %v, want %d and %v", s, s.Games(), s.Rate(), test.games, test.rate)
		}
		switch p := s.Superiority(); {
		case test.superiority == -1 && p > 0.5 && p <= 1, test.superiority == -2 && p < 0.5 && p >= 0, p == test.superiority:
		default:
			t.Errorf("%v: superiority %v", s, p)
		}
		for _, level := range []float64{-1, 0, 0.95, 1, math.NaN()} {
			low, high := s.Interval(level)
			if !(0 <= low && low <= s.Rate()+1e-9 && s.Rate()-1e-9 <= high && high <= 1) {
				t.Errorf("%v: from %v to %v at level %v", s, low, high, level)
			}
			elo, lowElo, highElo := s.Elo(level)
			if math.IsNaN(test.elo) {
				test.elo = arena.EloOf(s.Rate())
			}
			if !(lowElo <= elo+1e-6 && elo-1e-6 <= highElo) || elo != test.elo && math.Abs(elo-test.elo) > 1e-9 {
				t.Errorf("%v: %v Elo points, from %v to %v, want %v", s, elo, lowElo, highElo, test.elo)
			}
		}
		for _, sequential := range []arena.SequentialTest{{Elo0: -4000, Elo1: 4000}, {Elo0: 3999, Elo1: 4000}, {Elo0: 0, Elo1: 5}, {Elo0: -5, Elo1: 5e-324},
			{Elo1: 10, Alpha: 5e-324, Beta: 5e-324}} {
			ratio, verdict, err := sequential.Judge(s)
			if err != nil || math.IsNaN(ratio) {
				t.Errorf("%v: %+v says %v, %v, error %v", s, sequential, ratio, verdict, err)
			}
			if verdict > 0 && s.Rate() < 0.5 || verdict < 0 && s.Rate() > 0.5 && sequential.Elo1 < 100 {
				t.Errorf("%v: %+v says %v", s, sequential, verdict)
			}
		}
	}
}
