package heuristic_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

var (
	relaxed = []heuristic.Kind{heuristic.LandmarkCut, heuristic.Max, heuristic.Add, heuristic.FF}
	kinds   = append(relaxed[:4:4], heuristic.GoalCount, heuristic.LandmarkCount, heuristic.PatternDatabases, heuristic.CostPartitioning)
)

func hasDatabases(k heuristic.Kind) bool { return k >= heuristic.PatternDatabases }

// A priced statement has costs by move.
type priced struct {
	statement
	costs []int
}

func (p *priced) cost(m int) int { return p.costs[m] }

// randomStatement draws a game of up to 243 positions. In some all moves cost the same, in others they may cost nothing.
func randomStatement(random *rand.Rand) *priced {
	cells, values := 1+random.IntN(5), int32(2+random.IntN(2))
	p := new(priced)
	for range cells {
		p.start = append(p.start, random.Int32N(values))
	}
	least, most := random.IntN(2), 1+random.IntN(5)
	for range 1 + random.IntN(10*cells) {
		var changes []change
		for _, c := range random.Perm(cells)[:1+random.IntN(min(4, cells))] {
			to := change{int32(c), random.Int32N(values), random.Int32N(values)}
			if random.IntN(2) == 0 {
				to.to = to.from
			}
			changes = append(changes, to)
		}
		p.add(fmt.Sprint(changes), changes...)
		p.costs = append(p.costs, least+random.IntN(most))
	}
	end := slices.Clone(p.start)
	for range 100 { // a position that can be reached, and mostly is far away
		if f := p.moves[random.IntN(len(p.moves))]; allHold(end, f.Preconditions) {
			for _, m := range f.Modifications {
				end[m.Cell] = m.Value
			}
		}
	}
	for c, v := range end {
		if random.IntN(10) == 0 {
			v = random.Int32N(values)
		}
		if c == 0 || random.IntN(3) > 0 {
			p.goal = append(p.goal, ply.Condition{Cell: int32(c), Value: v})
		}
	}
	return p
}

func allHold(cells []int32, conditions []ply.Condition) bool {
	return !slices.ContainsFunc(conditions, func(c ply.Condition) bool { return cells[c.Cell] != c.Value })
}

// relaxed returns the relaxed cost of the goal by definition, where combine returns the cost of several conditions
// from the cost of each.
func (p *priced) relaxed(cells []int32, combine func(a, b int) int) int {
	var values [5][3]int
	for c := range values {
		for v := range values[c] {
			values[c][v] = math.MaxInt
		}
	}
	for c, v := range cells {
		values[c][v] = 0
	}
	all := func(conditions []ply.Condition) (cost int) {
		for _, c := range conditions {
			v := values[c.Cell][c.Value]
			if v == math.MaxInt {
				return v
			}
			cost = combine(cost, v)
		}
		return cost
	}
	for changed := true; changed; {
		changed = false
		for i, f := range p.moves {
			cost := all(f.Preconditions)
			if cost == math.MaxInt {
				continue
			}
			for _, m := range f.Modifications {
				if v := &values[m.Cell][m.Value]; cost+p.costs[i] < *v {
					*v, changed = cost+p.costs[i], true
				}
			}
		}
	}
	return all(p.goal)
}

// exact returns the cost of a cheapest solution from each position that can be reached, or math.MaxInt, by brute force.
func (p *priced) exact() map[string]int {
	type edge struct {
		from, to string
		cost     int
	}
	var edges []edge
	costs := map[string]int{fmt.Sprint(p.start): math.MaxInt}
	for open := [][]int32{p.start}; len(open) > 0; {
		cells := open[0]
		open = open[1:]
		from := fmt.Sprint(cells)
		if allHold(cells, p.goal) {
			costs[from] = 0
			continue
		}
		for i, f := range p.moves {
			if !allHold(cells, f.Preconditions) {
				continue
			}
			after := slices.Clone(cells)
			for _, m := range f.Modifications {
				after[m.Cell] = m.Value
			}
			to := fmt.Sprint(after)
			if _, known := costs[to]; !known {
				costs[to] = math.MaxInt
				open = append(open, after)
			}
			edges = append(edges, edge{from, to, p.costs[i]})
		}
	}
	for changed := true; changed; {
		changed = false
		for _, e := range edges {
			if after := costs[e.to]; after < math.MaxInt && after+e.cost < costs[e.from] {
				costs[e.from], changed = after+e.cost, true
			}
		}
	}
	return costs
}

// A commuting game counts the moves that commute with one before.
type commuting struct {
	*heuristic.Game[int]
	moves *int
}

func (c commuting) Commute(a, b int) bool {
	commute := c.Game.Commute(a, b)
	if commute {
		*c.moves++
	}
	return commute
}

// In all positions of random games, Max ≤ LandmarkCut ≤ FF ≤ Add, the first two are at most the true cost, and the searches
// find cheapest solutions by these two.
func TestRandomGames(t *testing.T) {
	var solvable, inaccurate, better, cuts int
	for seed := range uint64(long.Or(8_000, 400)) {
		p := randomStatement(rand.New(rand.NewPCG(seed, 1)))
		costs := p.exact()
		games := make([]*heuristic.Game[int], len(relaxed))
		for i, k := range relaxed {
			g, err := heuristic.New(t.Context(), p.game(t), heuristic.Options[int]{Kind: k, Cost: p.cost})
			if err != nil {
				t.Fatal(err)
			}
			games[i] = g
		}
		seen := make(map[string]bool)
		var visit func(line []int)
		visit = func(line []int) {
			position := games[0].String()
			seen[position] = true
			cells := make([]int32, len(p.start))
			for i := range cells {
				cells[i] = games[0].Cell(i)
			}
			var got [4]int
			for i, g := range games {
				got[i] = g.Estimate()
			}
			lmcut, hmax, hadd, ff := got[0], got[1], got[2], got[3]
			wantMax := p.relaxed(cells, func(a, b int) int { return max(a, b) })
			wantAdd := p.relaxed(cells, func(a, b int) int { return a + b })
			switch exact := costs[position]; {
			case hmax != wantMax || hadd != wantAdd:
				t.Fatalf("seed %d, %s: hmax %d, hadd %d, want %d and %d", seed, position, hmax, hadd, wantMax, wantAdd)
			case (lmcut == math.MaxInt) != (wantMax == math.MaxInt) || (ff == math.MaxInt) != (wantMax == math.MaxInt):
				t.Fatalf("seed %d, %s: lmcut %d, ff %d, but hmax %d", seed, position, lmcut, ff, wantMax)
			case hmax > lmcut || lmcut > exact || lmcut > ff || ff > hadd:
				t.Fatalf("seed %d, %s: hmax %d ≤ lmcut %d ≤ cost %d, lmcut ≤ ff %d ≤ hadd %d is wrong", seed, position, hmax, lmcut, exact, ff, hadd)
			case lmcut > hmax:
				better++
			case lmcut < exact && exact < math.MaxInt:
				inaccurate++
			}
			for _, m := range games[0].Moves(nil) {
				for _, g := range games {
					g.Play(m)
				}
				if !seen[games[0].String()] {
					visit(append(line, m))
				}
				for _, g := range games {
					g.Undo(m)
				}
			}
		}
		visit(nil)
		if len(seen) != len(costs) {
			t.Fatalf("seed %d: %d positions, want %d", seed, len(seen), len(costs))
		}
		want := costs[fmt.Sprint(p.start)]
		if want < math.MaxInt {
			solvable++
		}
		// Without incremental transpositions, a bounded search of a game with cycles finds the shortest solutions, too.
		steps := &priced{p.statement, slices.Repeat([]int{1}, len(p.costs))}
		const most = 4
		fewest := steps.exact()[fmt.Sprint(p.start)]
		lines := search.Incremental(games[0].Game)
		if r, err := search.IterativeDeepening(t.Context(), lines.MaxDepth(most), ply.Limits{}, search.PathOptions[int]{}); err != nil || r.Found != (fewest <= most) || r.Found && len(r.Line) != fewest {
			t.Fatalf("seed %d: found %v, %d moves, error %v, want %d", seed, r.Found, len(r.Line), err, fewest)
		}
		for _, g := range games[:2] {
			searches := []func() (search.PathResult[int], error){
				func() (search.PathResult[int], error) {
					return search.AStar(t.Context(), g, ply.Limits{}, search.PathOptions[int]{})
				},
			}
			if want < math.MaxInt && !slices.Contains(p.costs, 0) { // an unsolvable game has too many lines
				searches = append(searches, func() (search.PathResult[int], error) {
					return search.IDAStar(t.Context(), commuting{g, &cuts}, ply.Limits{}, search.PathOptions[int]{})
				})
			}
			for _, s := range searches {
				r, err := s()
				if err != nil || r.Found != (want < math.MaxInt) || r.Found && r.Cost != want {
					t.Fatalf("seed %d: found %v, cost %d, error %v, want %d", seed, r.Found, r.Cost, err, want)
				}
			}
		}
	}
	if solvable < 50 || inaccurate < 50 || better < 50 || cuts < 50 {
		t.Errorf("%d games can be solved, %d estimates were too low, %d better than those by Max, %d moves commute with one before",
			solvable, inaccurate, better, cuts)
	}
}
