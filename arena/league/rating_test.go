package league_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/league"
	"github.com/ply-search/ply/internal/long"
)

// games returns n games between two players of which the first has the value, and the second its negative.
func games(n int, a, b string, value int) []league.Game {
	return slices.Repeat([]league.Game{{Players: []string{a, b}, Values: []int{value, -value}}}, n)
}

// named returns a rating by its name.
func named(t testing.TB, ratings []league.Rating, name string) league.Rating {
	t.Helper()
	i := slices.IndexFunc(ratings, func(r league.Rating) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("no rating of %q in %v", name, ratings)
	}
	return ratings[i]
}

const perLog = 400 / math.Ln10 // Elo points for each unit of the logarithm of a strength

// Of two players, the strengths are in proportion to wins and losses, and ν is d/√(wl). The information on half the difference, and
// the scale, follow.
func TestRateOfTwo(t *testing.T) {
	for _, c := range [][3]float64{{60, 20, 20}, {10, 0, 30}, {1, 100, 2}, {5, 5, 5}, {4000, 10, 3}} {
		w, d, l := c[0], c[1], c[2]
		all := slices.Concat(games(int(w), "a", "b", 3), games(int(d), "b", "a", 0), games(int(l), "b", "a", 1))
		ratings, err := league.Rate(all, 0)
		if err != nil {
			t.Fatal(err)
		}
		n, nu := w+d+l, d/math.Sqrt(w*l)
		scale := perLog * 2 / (2 + nu)
		elo := scale * math.Log(w/l) / 2
		// ln(w/l) has the variance 1/w + 1/l (delta method for a multinomial distribution).
		deviation := scale / 2 * math.Sqrt(1/w+1/l)
		a, b := named(t, ratings, "a"), named(t, ratings, "b")
		if math.Abs(a.Elo-elo) > 1e-6 || math.Abs(a.Elo+b.Elo) > 1e-6 || math.Abs(a.Error-deviation) > 1e-6 || math.Abs(b.Error-deviation) > 1e-6 {
			t.Errorf("%v: %+v and %+v, want Elo %v ± %v", c, a, b, elo, deviation)
		}
		if a.Games != int(n) || a.Points != w+d/2 || b.Points != l+d/2 || ratings[0].Elo < ratings[1].Elo {
			t.Errorf("%v: %+v", c, ratings)
		}
	}
	// For nearly equal players, a difference of ratings equals Score.Elo.
	all := slices.Concat(games(520, "a", "b", 1), games(1000, "a", "b", 0), games(480, "a", "b", -1))
	ratings, err := league.Rate(all, 0)
	want, low, _ := arena.Score{Wins: 520, Draws: 1000, Losses: 480}.Elo(0.95)
	if err != nil || math.Abs(ratings[0].Elo-ratings[1].Elo-want) > 0.1 {
		t.Errorf("%v, error %v, want a difference of %v", ratings, err, want)
	}
	if at, _ := ratings[0].Interval(0.95); math.Abs(2*at-low) > 0.3 {
		t.Errorf("the difference is at least %v, want about %v", 2*at, low)
	}
}

// The results of baseball in the Eastern Division of the American League in 1987, and the abilities of maximum
// likelihood, relative to Baltimore, with their standard errors (Agresti 2002, section 10.6).
func TestRateOfBaseball(t *testing.T) {
	teams := []string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"}
	wins := [][]int{
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	}
	abilities := []float64{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0}
	var all []league.Game
	for i, row := range wins {
		for j, n := range row {
			all = append(all, games(n, teams[i], teams[j], 1)...)
		}
	}
	ratings, err := league.Rate(all, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := named(t, ratings, "Baltimore")
	sum := 0.0
	for i, team := range teams {
		r := named(t, ratings, team)
		if got := (r.Elo - last.Elo) / perLog; math.Abs(got-abilities[i]) > 1e-4 || ratings[i].Name != team {
			t.Errorf("%s: ability %.4f, want %v", team, got, abilities[i])
		}
		sum += r.Elo
	}
	if math.Abs(sum) > 1e-6 {
		t.Errorf("the sum of the ratings is %v", sum)
	}
}

// likelihood is the logarithm of the likelihood of games of two in the model, written anew. The last parameter is log ν.
func likelihood(all []league.Game, at map[string]int, theta []float64) (sum float64) {
	for _, g := range all {
		p, q, nu := math.Exp(theta[at[g.Players[0]]]), math.Exp(theta[at[g.Players[1]]]), math.Exp(theta[len(theta)-1])
		draw := nu * math.Sqrt(p*q)
		switch whole := p + q + draw; {
		case g.Values[0] > g.Values[1]:
			sum += math.Log(p / whole)
		case g.Values[0] == g.Values[1]:
			sum += math.Log(draw / whole)
		default:
			sum += math.Log(q / whole)
		}
	}
	return sum
}

// explainedBetter reports whether the strengths of the players can go apart, or ν grow, without making any of the games less likely:
// whether there are logarithms u of the strengths and v of ν that grow so. It tries all; whole numbers suffice for u.
func explainedBetter(all []league.Game, at map[string]int, n int, draws bool) bool {
	for v2 := range 2 { // 2v
		if v2 > 0 && !draws {
			break // ν is 0
		}
		for code := range int(math.Pow(7, float64(n))) {
			u, constant, ok := make([]int, n), true, true
			for i := range u {
				u[i], code = code%7-3, code/7
				constant = constant && u[i] == u[0]
			}
			for _, g := range all {
				d := u[at[g.Players[0]]] - u[at[g.Players[1]]]
				switch {
				case g.Values[0] == g.Values[1]:
					ok = ok && max(d, -d) <= v2
				case g.Values[0] > g.Values[1]:
					ok = ok && d >= v2
				default:
					ok = ok && -d >= v2
				}
			}
			if ok && (v2 > 0 || !constant) {
				return true
			}
		}
	}
	return false
}

// In small random leagues the slope of the likelihood is 0 at the ratings, which is its maximum, since its logarithm is concave; and
// ratings are refused exactly if there is no maximum.
func TestRateMaximizeTheLikelihood(t *testing.T) {
	refused, found := 0, 0
	for seed := range uint64(long.Or(800, 150)) {
		random := rand.New(rand.NewPCG(seed, 11))
		n := 2 + random.IntN(3)
		at, names := map[string]int{}, []string{}
		for i := range n {
			names = append(names, fmt.Sprint("p", i))
			at[names[i]] = i
		}
		var all []league.Game
		draws, met := false, map[string]bool{}
		for range 3 + random.IntN(20) {
			p, value := random.Perm(n), random.IntN(3)-1
			all = append(all, games(1, names[p[0]], names[p[1]], value)...)
			draws = draws || value == 0
			met[names[p[0]]], met[names[p[1]]] = true, true
		}
		if len(met) < n {
			continue
		}
		none := explainedBetter(all, at, n, draws)
		ratings, err := league.Rate(all, 0)
		if errors.Is(err, league.ErrNoRatings) != none {
			t.Fatalf("%v: error %v, want one: %v", all, err, none)
		}
		if err != nil {
			refused++
			continue
		}
		found++
		theta := make([]float64, n+1)
		of := func(logNu float64) float64 {
			for _, r := range ratings {
				theta[at[r.Name]] = r.Elo / perLog * (2 + math.Exp(logNu)) / 2
			}
			theta[n] = logNu
			return likelihood(all, at, theta)
		}
		low, high := -12.0, 12.0
		if !draws {
			low, high = -1000, -1000
		}
		for range 100 { // the greatest likelihood lies between
			a, b := low+(high-low)/3, high-(high-low)/3
			if of(a) < of(b) {
				low = a
			} else {
				high = b
			}
		}
		of((low + high) / 2)
		for i := range theta {
			const by = 1e-4
			old := theta[i]
			theta[i] = old + by
			up := likelihood(all, at, theta)
			theta[i] = old - by
			down := likelihood(all, at, theta)
			theta[i] = old
			if slope := (up - down) / (2 * by); math.Abs(slope) > 1e-4 && (draws || i < n) {
				t.Errorf("%v: %v, slope %v of parameter %d", all, ratings, slope, i)
			}
		}
	}
	if refused < 8 || found < 10 {
		t.Errorf("%d refused, %d found", refused, found)
	}
}

// played returns the games of a simulated league of players of these strengths in Elo, with the part of draws among even players.
func played(random *rand.Rand, elo []float64, each int, drawn float64) (all []league.Game) {
	nu := 2 * drawn / (1 - drawn)
	for i := range elo {
		for j := range i {
			diff := (elo[i] - elo[j]) / perLog * (2 + nu) / 2
			p, q := math.Exp(diff/2), math.Exp(-diff/2)
			for range each {
				value := 0
				switch x := random.Float64() * (p + q + nu); {
				case x < p:
					value = 1
				case x < p+q:
					value = -1
				}
				all = append(all, games(1, fmt.Sprint(i), fmt.Sprint(j), value)...)
			}
		}
	}
	return all
}

// The intervals hold the strengths of simulated players in 95 % of leagues, to within four standard errors and 1 %.
func TestRateCoverTheStrengths(t *testing.T) {
	elo := []float64{120, 40, 0, -30, -130}
	leagues := long.Or(600, 100)
	for _, drawn := range []float64{0, 0.4} {
		random := rand.New(rand.NewPCG(5, uint64(10*drawn)))
		held, all := 0, 0
		for range leagues {
			ratings, err := league.Rate(played(random, elo, 50, drawn), 0)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range elo {
				low, high := named(t, ratings, fmt.Sprint(i)).Interval(0.95)
				if all++; low <= want && want <= high {
					held++
				}
			}
		}
		part := float64(held) / float64(all)
		t.Logf("drawn %v: the intervals hold %.4f of strengths", drawn, part)
		if margin := 0.01 + 4*math.Sqrt(0.95*0.05/float64(leagues)); math.Abs(part-0.95) > margin {
			t.Errorf("drawn %v: the intervals hold %.4f of strengths", drawn, part)
		}
	}
}

// In games of four of which one player wins, with the strengths as odds, the ratings vary as much as their standard errors say; in
// full rankings (Plackett-Luce) they vary less. They have the order of the strengths.
func TestRateOfFour(t *testing.T) {
	logs := []float64{0.5, 0.2, 0, -0.2, -0.5}
	leagues := long.Or(600, 100)
	for _, full := range []bool{false, true} {
		random := rand.New(rand.NewPCG(6, 0))
		orders, sums, squares, errors := 0, make([]float64, len(logs)), 0.0, 0.0
		for range leagues {
			var games []league.Game
			for range 300 {
				games = append(games, race(random, logs, full))
			}
			ratings, err := league.Rate(games, 0)
			if err != nil {
				t.Fatal(err)
			}
			if ratings[0].Name == "0" && ratings[4].Name == "4" {
				orders++
			}
			for i := range logs {
				r := named(t, ratings, fmt.Sprint(i))
				sums[i] += r.Elo
				squares += r.Elo * r.Elo
				errors += r.Error * r.Error
			}
		}
		for _, sum := range sums {
			squares -= sum * sum / float64(leagues)
		}
		ratio := squares / errors
		t.Logf("full %v: variance over that of the errors %.3f, %d of %d in order", full, ratio, orders, leagues)
		low, high := 0.85, 1.15
		if full {
			low, high = 0.7, 0.95
		}
		if ratio < low || ratio > high || orders < leagues*8/10 {
			t.Errorf("full %v: the variance is %.3f of that of the errors, %d of %d leagues in order", full, ratio, orders, leagues)
		}
	}
}

// race returns a game of four random players, who are drawn for the first place, and for each further one if full, by their strengths.
func race(random *rand.Rand, logs []float64, full bool) league.Game {
	seats := random.Perm(len(logs))[:4]
	g := league.Game{Values: make([]int, 4)}
	for _, p := range seats {
		g.Players = append(g.Players, fmt.Sprint(p))
	}
	left := slices.Clone(seats)
	for place := 4; place > 0 && (full || place == 4); place-- {
		sum := 0.0
		for _, p := range left {
			sum += math.Exp(logs[p])
		}
		i, x := 0, random.Float64()*sum
		for x -= math.Exp(logs[left[0]]); x > 0 && i < len(left)-1; x -= math.Exp(logs[left[i]]) {
			i++
		}
		g.Values[slices.Index(seats, left[i])] = place
		left = slices.Delete(left, i, i+1)
	}
	return g
}

func TestRateWithPrior(t *testing.T) {
	// Ten wins alone: the prior keeps the difference finite, and a greater one makes it smaller.
	last := math.Inf(1)
	for _, prior := range []float64{0.01, 1, 10} {
		ratings, err := league.Rate(games(10, "a", "b", 1), prior)
		if err != nil || !(ratings[0].Elo < last) || ratings[0].Name != "a" || math.IsInf(ratings[0].Error, 0) {
			t.Errorf("prior %v: %v, error %v", prior, ratings, err)
		}
		last = ratings[0].Elo
	}
	// Draws alone, players who have not met, and a long chain.
	for _, all := range [][]league.Game{
		games(10, "a", "b", 0),
		slices.Concat(games(1, "a", "b", 0), games(1, "c", "d", 0)),
		slices.Concat(games(1000, "a", "b", 1), games(1000, "b", "c", 1), games(1000, "c", "d", 1), games(1, "a", "d", 0)),
	} {
		ratings, err := league.Rate(all, 1)
		if err != nil {
			t.Error(err)
		}
		for _, r := range ratings {
			if !(r.Error > 0 && r.Error < 1e4) || math.IsNaN(r.Elo) {
				t.Errorf("%v", r)
			}
		}
	}
}

func TestRateRefuse(t *testing.T) {
	for want, c := range map[string]struct {
		games []league.Game
		prior float64
	}{
		"no chain of points leads from":  {slices.Concat(games(3, "a", "b", 1), games(1, "c", "b", 1), games(1, "a", "c", 0)), 0},
		"more games are drawn":           {slices.Concat(games(1, "a", "b", 1), games(1, "a", "b", 0)), 0},
		"no games to rate":               {nil, 1},
		"games[0] has 1 Players":         {[]league.Game{{Players: []string{"a"}, Values: []int{1}}}, 0},
		"games[0] has 2 Players and 1":   {[]league.Game{{Players: []string{"a", "b"}, Values: []int{1}}}, 0},
		`games[1] has the player "a" tw`: {append(games(1, "a", "b", 1), games(1, "a", "a", 1)...), 0},
		"a prior of NaN games":           {games(1, "a", "b", 0), math.NaN()},
		"a prior of -1 games":            {games(1, "a", "b", 0), -1},
	} {
		ratings, err := league.Rate(c.games, c.prior)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, error %v, want %s", ratings, err, want)
		}
		if refuses := strings.Contains(want, "chain") || strings.Contains(want, "more games"); errors.Is(err, league.ErrNoRatings) != refuses {
			t.Errorf("error %v", err)
		}
	}
}
