package league

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/ply-search/ply/internal/interval"
)

// A Rating is the strength of a player relative to the other players.
type Rating struct {
	// Name is the name of the player.
	Name string

	// Elo is the difference between the player and the mean of all players, in Elo points. Error is its standard error.
	Elo, Error float64

	// Games is the number of games of the player. In each game, the player gets 1 point for each opponent who did worse
	// and ½ point for each opponent who did equally well. Points is the sum of these points.
	Games  int
	Points float64
}

// Interval returns a confidence interval for Elo, at a level between 0 and 1, such as 0.95.
func (r Rating) Interval(level float64) (low, high float64) {
	half := r.Error * interval.Normal(max(0, min(level, 1)))
	if r.Error == 0 {
		half = 0
	}
	return r.Elo - half, r.Elo + half
}

// String returns a text such as "a: Elo +35 (95 %: +10 to +60), 61.5 points in 100 games".
func (r Rating) String() string {
	low, high := r.Interval(0.95)
	return fmt.Sprintf("%s: Elo %+.0f (95 %%: %+.0f to %+.0f), %v points in %d games", r.Name, r.Elo, low, high, r.Points, r.Games)
}

// ErrNoRatings is wrapped by the error that [Rate] returns if the likelihood of the games has no maximum at finite
// ratings.
var ErrNoRatings = errors.New("league: no ratings without more games or a prior")

// Rate returns the ratings of all players who occur in the argument games, in descending order. The games may be in
// any order, and come from a league or from elsewhere: Rate uses only their Players and Values.
//
// The model is from Bradley and Terry 1952, with draws as in Davidson 1970. If players of strengths p and q meet,
// the probabilities that the first player wins, draws and loses are proportional to p, ν√(pq) and q. The number ν is
// the same for all players. Rate finds the strengths and the ν that make the games most likely, by Newton's method, and
// computes the standard errors from the information matrix. The time is proportional to the number of games and to the
// cube of the number of players; for 100 players it is some milliseconds.
//
// A rating is 400·log₁₀ of the strength, times 2/(2+ν) (Coulom 2005). With the factor 2/(2+ν), a small difference
// between two ratings means the same points per game as an equal difference in [arena.Score].Elo, for any share of
// draws.
//
// A game of n > 2 players counts as a game between each two of them, with the weight 2/n.
//
// Rate treats all games as independent. In truth, games with the same opening and exchanged sides depend on each other:
// the sum of their results usually varies less than the sum of independent results. If each opening is played from all
// sides, the standard errors are therefore usually too great. They are also somewhat too great if games of more than
// two players have no ties.
//
// prior is a number of imaginary games that are added for each player: half of them won and half lost, against a player
// whose rating is 0. These games move the ratings of players with few games towards 0. A usual prior is 1. If prior is
// 0, Rate returns an error that wraps [ErrNoRatings] in two cases:
//   - A group of players has scored no point in games against the other players. The error names a player of the group
//     and a player outside the group.
//   - The likelihood increases with ν without limit, because draws alone explain the results.
func Rate(games []Game, prior float64) ([]Rating, error) {
	if !(prior >= 0) || math.IsInf(prior, 1) {
		return nil, fmt.Errorf("league: a prior of %v games, want 0 or more", prior)
	}
	t, err := tableOf(games, prior)
	if err != nil {
		return nil, err
	}
	if prior == 0 {
		if err := t.check(); err != nil {
			return nil, err
		}
	}
	if err := t.fit(); err != nil {
		return nil, err
	}
	ratings := t.rate()
	slices.SortFunc(ratings, func(a, b Rating) int {
		return cmp.Or(cmp.Compare(b.Elo, a.Elo), cmp.Compare(a.Name, b.Name))
	})
	return ratings, nil
}

type crossTable struct {
	players  []Rating // without Elo and Error
	meetings []meeting
	drawn    float64 // the weight of all draws

	// theta are the logarithms of the strengths, and then of ν if there are draws. A player of the prior has 0.
	theta []float64
}

// A meeting holds two players' results: the weights of wins of a, draws and wins of b.
type meeting struct {
	a, b    int // players; b is -1 for the player of the prior
	results [3]float64
}

func tableOf(games []Game, prior float64) (*crossTable, error) {
	t := new(crossTable)
	numbers := map[string]int{}
	for _, g := range games {
		for _, name := range g.Players {
			numbers[name] = 0
		}
	}
	for i, name := range slices.Sorted(maps.Keys(numbers)) { // independent of the order of the games
		numbers[name] = i
		t.players = append(t.players, Rating{Name: name})
	}
	meetings := map[[2]int]*meeting{}
	for i, g := range games {
		n := len(g.Players)
		if n < 2 || n != len(g.Values) {
			return nil, fmt.Errorf("league: games[%d] has %d Players and %d Values, want 2 or more, and as many", i, n, len(g.Values))
		}
		var seated []int
		for _, name := range g.Players {
			p := numbers[name]
			if slices.Contains(seated, p) {
				return nil, fmt.Errorf("league: games[%d] has the player %q twice", i, name)
			}
			seated = append(seated, p)
			t.players[p].Games++
		}
		for x, p := range seated {
			for y, q := range seated {
				if x == y {
					continue
				}
				result := 1 + cmp.Compare(g.Values[x], g.Values[y])
				t.players[p].Points += float64(result) / 2
				if p > q {
					continue
				}
				m := meetings[[2]int{p, q}]
				if m == nil {
					m = &meeting{a: p, b: q}
					meetings[[2]int{p, q}] = m
				}
				m.results[2-result] += 2 / float64(n)
			}
		}
	}
	if len(games) == 0 {
		return nil, errors.New("league: no games to rate")
	}
	for p := range t.players {
		for q := p + 1; q < len(t.players); q++ { // in an order that does not depend on a map
			if m := meetings[[2]int{p, q}]; m != nil {
				t.meetings = append(t.meetings, *m)
				t.drawn += m.results[1]
			}
		}
		if prior > 0 {
			t.meetings = append(t.meetings, meeting{p, -1, [3]float64{prior / 2, 0, prior / 2}})
		}
	}
	return t, nil
}

// check returns an error if the likelihood has no maximum. Its logarithm is concave, and has a maximum unless the
// strengths and ν can change for ever and make no result less likely. In logarithms, this is a direction u of the
// strengths and v of ν in which u[winner] - u[loser] is at least 0 and 2v for all wins, and |u[a] - u[b]| is at most
// 2v for all draws.
func (t *crossTable) check() error {
	// With v = 0, u grows along wins and is constant along draws: it is constant if each player reaches every other.
	var reach func(from int, forward bool, seen []bool)
	reach = func(from int, forward bool, seen []bool) {
		seen[from] = true
		for _, m := range t.meetings {
			aOverB, bOverA := m.results[0]+m.results[1] > 0, m.results[2]+m.results[1] > 0
			if m.a == from && !seen[m.b] && (forward && aOverB || !forward && bOverA) {
				reach(m.b, forward, seen)
			}
			if m.b == from && !seen[m.a] && (forward && bOverA || !forward && aOverB) {
				reach(m.a, forward, seen)
			}
		}
	}
	for _, forward := range []bool{true, false} {
		seen := make([]bool, len(t.players))
		reach(0, forward, seen)
		for p, reached := range seen {
			if !reached {
				a, b := t.players[0].Name, t.players[p].Name
				if !forward {
					a, b = b, a
				}
				return fmt.Errorf("%w: no chain of points leads from %q to %q", ErrNoRatings, a, b)
			}
		}
	}
	if t.drawn == 0 {
		return nil
	}
	// With v = ½, u[winner] is at least 1 more than u[loser], and draws are within 1. Such u exist unless there is a
	// cycle with more wins than draws (Bellman 1958).
	u := make([]float64, len(t.players))
	for range t.players {
		changed := false
		lower := func(p, q int, by float64) { // u[p] must be at most u[q] + by
			if u[p] > u[q]+by {
				u[p], changed = u[q]+by, true
			}
		}
		for _, m := range t.meetings {
			if m.results[0] > 0 {
				lower(m.b, m.a, -1)
			}
			if m.results[2] > 0 {
				lower(m.a, m.b, -1)
			}
			if m.results[1] > 0 {
				lower(m.a, m.b, 1)
				lower(m.b, m.a, 1)
			}
		}
		if !changed {
			return fmt.Errorf("%w: the more games are drawn by themselves, the better it explains them", ErrNoRatings)
		}
	}
	return nil
}

// fit finds the maximum by Newton's method, with steps halved until the likelihood grows.
func (t *crossTable) fit() error {
	n := len(t.players)
	if t.drawn > 0 {
		n++
	}
	t.theta = make([]float64, n)
	const most = 200
	value := t.likelihood(t.theta)
	for range most {
		gradient, information := t.derivatives()
		factor, ok := factorize(information)
		if !ok {
			break
		}
		step := solve(factor, slices.Clone(gradient))
		gain := 0.0
		for i, g := range gradient {
			gain += g * step[i]
		}
		if gain < 1e-20*(1+t.weight()) {
			return nil
		}
		next := make([]float64, n)
		improved := false
		for part := 1.0; part > 1e-9 && !improved; part /= 2 {
			for i := range next {
				next[i] = t.theta[i] + part*step[i]
			}
			if now := t.likelihood(next); now > value || part == 1 && gain < 1e-9 {
				value, improved = now, true
			}
		}
		if !improved {
			return nil // as near to the maximum as rounding allows
		}
		copy(t.theta, next)
	}
	return fmt.Errorf("%w: no maximum was found", ErrNoRatings)
}

func (t *crossTable) weight() (sum float64) {
	for _, m := range t.meetings {
		sum += m.results[0] + m.results[1] + m.results[2]
	}
	return sum
}

func (t *crossTable) strengths(m *meeting, theta []float64) [3]float64 {
	a, b, draw := theta[m.a], 0.0, math.Inf(-1)
	if m.b >= 0 {
		b = theta[m.b]
	}
	if t.drawn > 0 {
		draw = theta[len(t.players)] + (a+b)/2
	}
	return [3]float64{a, draw, b}
}

func (t *crossTable) likelihood(theta []float64) (sum float64) {
	for i := range t.meetings {
		m := &t.meetings[i]
		s := t.strengths(m, theta)
		most := max(s[0], s[1], s[2])
		all := most + math.Log(math.Exp(s[0]-most)+math.Exp(s[1]-most)+math.Exp(s[2]-most))
		for k, n := range m.results {
			if n > 0 {
				sum += n * (s[k] - all)
			}
		}
	}
	return sum
}

// derivatives returns the gradient of the log-likelihood and the information matrix, its negative second derivatives.
// Without a prior, it adds to the matrix a term that fixes the sum of the logarithms of the strengths.
func (t *crossTable) derivatives() (gradient []float64, information [][]float64) {
	n := len(t.theta)
	gradient, information = make([]float64, n), squareMatrix(n)
	anchored := false
	for i := range t.meetings {
		m := &t.meetings[i]
		s := t.strengths(m, t.theta)
		most, all := max(s[0], s[1], s[2]), 0.0
		var p [3]float64
		for k := range p {
			p[k] = math.Exp(s[k] - most)
			all += p[k]
		}
		// The results are an exponential family: each parameter has the points of a, of b, or the number of draws.
		places, features := []int{m.a}, [][3]float64{{1, 0.5, 0}}
		if m.b >= 0 {
			places, features = append(places, m.b), append(features, [3]float64{0, 0.5, 1})
		} else {
			anchored = true
		}
		if n > len(t.players) {
			places, features = append(places, n-1), append(features, [3]float64{0, 1, 0})
		}
		games := m.results[0] + m.results[1] + m.results[2]
		means := make([]float64, len(places))
		for x, f := range features {
			seen := 0.0
			for k := range p {
				means[x] += p[k] / all * f[k]
				seen += m.results[k] * f[k]
			}
			gradient[places[x]] += seen - games*means[x]
		}
		for x, f := range features {
			for y, g := range features {
				covariance := 0.0
				for k := range p {
					covariance += p[k] / all * (f[k] - means[x]) * (g[k] - means[y])
				}
				information[places[x]][places[y]] += games * covariance
			}
		}
	}
	if !anchored {
		scale := t.weight() / float64(len(t.players)*len(t.players))
		for x := range t.players {
			for y := range t.players {
				information[x][y] += scale
			}
		}
	}
	return gradient, information
}

func (t *crossTable) rate() []Rating {
	n := len(t.players)
	scale := 400 / math.Ln10
	if t.drawn > 0 {
		scale *= 2 / (2 + math.Exp(t.theta[n]))
	}
	mean := 0.0
	for _, x := range t.theta[:n] {
		mean += x / float64(n)
	}
	_, information := t.derivatives()
	factor, ok := factorize(information)
	ratings := slices.Clone(t.players)
	for i := range ratings {
		ratings[i].Elo = scale * (t.theta[i] - mean)
		ratings[i].Error = math.Inf(1)
		if ok {
			// The variance of this parameter minus the mean, a linear function of the parameters.
			f := make([]float64, len(t.theta))
			for k := range n {
				f[k] = -1 / float64(n)
			}
			f[i]++
			variance := 0.0
			for k, x := range solve(factor, slices.Clone(f)) {
				variance += f[k] * x
			}
			ratings[i].Error = scale * math.Sqrt(max(variance, 0))
		}
	}
	return ratings
}

func squareMatrix(n int) [][]float64 {
	cells, rows := make([]float64, n*n), make([][]float64, n)
	for i := range rows {
		rows[i] = cells[i*n : (i+1)*n]
	}
	return rows
}

// factorize returns the lower factor of a symmetric matrix (Cholesky), or false if it is not positive definite.
func factorize(a [][]float64) (lower [][]float64, ok bool) {
	lower = squareMatrix(len(a))
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= lower[i][k] * lower[j][k]
			}
			if i == j {
				if !(sum > 1e-14*a[i][i]) {
					return nil, false
				}
				lower[i][i] = math.Sqrt(sum)
			} else {
				lower[i][j] = sum / lower[j][j]
			}
		}
	}
	return lower, true
}

// solve solves a factorized system of equations, in place of its right side.
func solve(lower [][]float64, x []float64) []float64 {
	for i := range x {
		for k := range i {
			x[i] -= lower[i][k] * x[k]
		}
		x[i] /= lower[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= lower[k][i] * x[k]
		}
		x[i] /= lower[i][i]
	}
	return x
}
