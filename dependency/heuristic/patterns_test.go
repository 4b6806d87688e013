package heuristic_test

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

func withPatterns(t testing.TB, p *priced, opt heuristic.PatternOptions) *heuristic.Game[int] {
	return withKind(t, p, heuristic.PatternDatabases, opt)
}

func withKind(t testing.TB, p *priced, k heuristic.Kind, opt heuristic.PatternOptions) *heuristic.Game[int] {
	g, err := heuristic.New(t.Context(), p.game(t), heuristic.Options[int]{Kind: k, Cost: p.cost}.With(opt))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// visit calls look in all reachable positions, in depth-first order: a lookup then follows moves and undone moves.
func visit(games []*heuristic.Game[int], look func(position string)) {
	seen := make(map[string]bool)
	var from func()
	from = func() {
		position := games[0].String()
		seen[position] = true
		look(position)
		for _, m := range games[0].Moves(nil) {
			for _, g := range games {
				g.Play(m)
			}
			if !seen[games[0].String()] {
				from()
			}
			for _, g := range games {
				g.Undo(m)
			}
		}
	}
	from()
}

// randomPatterns draws a few patterns of some cells each.
func randomPatterns(random *rand.Rand, cells int) [][]int {
	patterns := make([][]int, 1+random.IntN(5))
	for i := range patterns {
		patterns[i] = random.Perm(cells)[:1+random.IntN(cells)]
	}
	return patterns
}

// additive reports whether no move modifies a cell of both patterns.
func (p *priced) additive(a, b []int) bool {
	modifies := func(f ply.Footprint, pattern []int) bool {
		return slices.ContainsFunc(f.Modifications, func(c ply.Condition) bool { return slices.Contains(pattern, int(c.Cell)) })
	}
	return !slices.ContainsFunc(p.moves, func(f ply.Footprint) bool { return modifies(f, a) && modifies(f, b) })
}

// In all positions of random games: the database of all cells holds the true costs; the canonical combination of databases
// is, by its definition, the greatest sum of those that can be added up, or greater, as moves that have no part in solutions
// forbid no sum; estimates never exceed the true cost, by cost partitioning neither; and they are consistent. The searches
// find cheapest solutions.
func TestRandomPatterns(t *testing.T) {
	var exact, better, summed, infinite, divided int
	for seed := range uint64(long.Or(300, 60)) {
		random := rand.New(rand.NewPCG(seed, 3))
		p := randomStatement(random)
		costs := p.exact()
		patterns := randomPatterns(random, len(p.start))
		games := []*heuristic.Game[int]{
			withPatterns(t, p, heuristic.PatternOptions{}),
			withPatterns(t, p, heuristic.PatternOptions{Cells: patterns}),
			withPatterns(t, p, heuristic.PatternOptions{Cells: [][]int{random.Perm(len(p.start))}}),
			withKind(t, p, heuristic.CostPartitioning, heuristic.PatternOptions{MaxEntries: 100}),
			withKind(t, p, heuristic.CostPartitioning, heuristic.PatternOptions{Cells: patterns, MaxOrders: 1 + random.IntN(3)}),
		}
		singles := make([]*heuristic.Game[int], len(patterns))
		for i, pattern := range patterns {
			singles[i] = withPatterns(t, p, heuristic.PatternOptions{Cells: [][]int{pattern}})
		}
		var sets []uint // of patterns that can be added up
		for set := range uint(1) << len(patterns) {
			ok := true
			for i := range patterns {
				for j := range i {
					ok = ok && (set>>i&1 == 0 || set>>j&1 == 0 || p.additive(patterns[i], patterns[j]))
				}
			}
			if ok {
				sets = append(sets, set)
			}
		}
		visit(append(games, singles...), func(position string) {
			climbed, given, all, cost := games[0].Estimate(), games[1].Estimate(), games[2].Estimate(), costs[position]
			chosen, partition := games[3].Estimate(), games[4].Estimate()
			want := 0
			for _, set := range sets {
				sum := 0
				for i, g := range singles {
					if e := g.Estimate(); e == math.MaxInt {
						want = e
					} else if set>>i&1 != 0 {
						sum += e
					}
				}
				if want = max(want, sum); bits.OnesCount(set) > 1 && sum == want && 0 < sum {
					summed++
				}
			}
			switch {
			case all != cost:
				t.Fatalf("seed %d, %s: the database of all cells holds %d, want %d", seed, position, all, cost)
			case given < want || given > cost || climbed > cost:
				t.Fatalf("seed %d, %s: %d by %v and %d by %v, want at least %d and at most %d", seed, position, given, patterns, climbed, games[0].Patterns(), want, cost)
			case chosen > cost || partition > cost || given == math.MaxInt && partition < given:
				t.Fatalf("seed %d, %s: by cost partitioning %d and %d by %v, want at most %d", seed, position, chosen, partition, patterns, cost)
			case given == math.MaxInt:
				infinite++
			case partition > given:
				divided++
			case climbed > given:
				better++
			case climbed == cost:
				exact++
			}
			for _, m := range games[0].Moves(nil) {
				for i, g := range games {
					before := g.Estimate()
					g.Play(m)
					after := g.Estimate()
					if anew := g.Clone().Estimate(); after != anew {
						t.Fatalf("seed %d, %s, move %d: game %d estimates %d, a clone %d", seed, position, m, i, after, anew)
					}
					if g.Undo(m); after < math.MaxInt && before > after+p.costs[m] {
						t.Fatalf("seed %d, %s, move %d: game %d estimates %d and then %d, which is not consistent", seed, position, m, i, before, after)
					}
				}
			}
		})
		want := costs[games[0].String()]
		for _, g := range games {
			r, err := search.AStar(t.Context(), g, ply.Limits{}, search.PathOptions[int]{})
			if err != nil || r.Found != (want < math.MaxInt) || r.Found && r.Cost != want {
				t.Fatalf("seed %d: found %v, cost %d, error %v, want %d", seed, r.Found, r.Cost, err, want)
			}
		}
	}
	if exact < 50 || better < 10 || summed < 1 || infinite < 10 {
		t.Errorf("%d exact estimates, %d better than by random patterns, %d sums, %d infinite (%d better by cost partitioning)", exact, better, summed, infinite, divided)
	}
}

// In gripper, a ball has its own pattern at first, as nothing but the balls are in the goal. Together with the robot and the
// grippers, which all balls depend on, nothing can be added up any more.
func TestPatternsAreFound(t *testing.T) {
	s := gripper(3)
	for _, test := range []struct {
		opt  heuristic.PatternOptions
		want [][]int
		h    int
	}{
		{heuristic.PatternOptions{MaxEntries: 4}, [][]int{{3}, {4}, {5}}, 6},
		{heuristic.PatternOptions{MaxEntries: 1}, [][]int{}, 0},
		{heuristic.PatternOptions{MaxTotal: 2000}, [][]int{{3}, {4}}, 4},
		{heuristic.PatternOptions{MaxTime: 1}, [][]int{}, 0},
		{heuristic.PatternOptions{Cells: [][]int{{5, 3}, {0, 4, 0}}}, [][]int{{0, 4}, {3, 5}}, 7},
		{heuristic.PatternOptions{Cells: [][]int{{0, 1, 2, 3, 4, 5}, {0}, {3, 4, 5}}}, [][]int{{0, 1, 2, 3, 4, 5}}, 9},
		{heuristic.PatternOptions{Cells: [][]int{{}}}, [][]int{}, 0},
	} {
		g := withPatterns(t, &priced{*s, slices.Repeat([]int{1}, len(s.moves))}, test.opt)
		got := g.Patterns()
		slices.SortFunc(got, slices.Compare)
		if !reflect.DeepEqual(got, test.want) || g.Estimate() != test.h {
			t.Errorf("%+v: %v and %d, want %v and %d", test.opt, got, g.Estimate(), test.want, test.h)
		}
	}
}

// The same seed finds the same patterns, and what limits the work limits the databases.
func TestHillClimbingIsReproducible(t *testing.T) {
	s := blocks("cgeab fd", "cbdfaeg")
	patterns := func(opt heuristic.PatternOptions) [][]int {
		g, err := heuristic.New(t.Context(), s.game(t), heuristic.Options[int]{Kind: heuristic.PatternDatabases}.With(opt))
		if err != nil {
			t.Fatal(err)
		}
		return g.Patterns()
	}
	opt := func(seed uint64) heuristic.PatternOptions {
		return heuristic.PatternOptions{MaxEntries: 1000, MaxTotal: 100_000, Random: rand.NewPCG(seed, 0)}
	}
	for seed := range uint64(2) {
		if a, b := patterns(opt(seed)), patterns(opt(seed)); !reflect.DeepEqual(a, b) || len(a) == 0 {
			t.Errorf("seed %d: %v and %v", seed, a, b)
		}
	}
	if a, b := patterns(heuristic.PatternOptions{MaxEntries: 1000, MaxTotal: 100_000}), patterns(opt(0)); !reflect.DeepEqual(a, b) {
		t.Errorf("no source: %v, seed 0: %v", a, b)
	}
	few := opt(0)
	few.MaxSteps = 2
	for _, pattern := range patterns(few) {
		if len(pattern) > 3 {
			t.Errorf("pattern %v after two steps", pattern)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	for _, test := range []struct {
		kind heuristic.Kind
		opt  heuristic.PatternOptions
		want string
	}{
		{heuristic.PatternDatabases, heuristic.PatternOptions{MaxSteps: -1}, "MaxSteps is -1"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{MaxEntries: -1}, "MaxEntries is -1"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{MaxTotal: -1}, "Entries is -1"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{MaxTime: -time.Second}, "MaxTime is -1s"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{Random: (*rand.PCG)(nil)}, "Random"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{Cells: [][]int{{0, 5}}}, "pattern [0 5]: want cells from 0 to 4"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{Cells: [][]int{{-1}}}, "pattern [-1]"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{Cells: [][]int{{3, 4}}, MaxEntries: 15}, "pattern [3 4] has more than 15 entries"},
		{heuristic.PatternDatabases, heuristic.PatternOptions{Cells: [][]int{{3}, {4}}, MaxTotal: 7}, "more than 7 entries"},
	} {
		_, err := heuristic.New(t.Context(), gripper(2).game(t), heuristic.Options[int]{Kind: test.kind}.With(test.opt))
		if err == nil || !strings.HasPrefix(err.Error(), "heuristic: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, %+v: error %v, want %q", test.kind, test.opt, err, test.want)
		}
	}
}

// In the 15-puzzle, the databases of single tiles add up to the Manhattan distance, as no move moves two of them: 28, 35, …
// at the start of instances of Korf 1985 (table 1).
func TestManhattanDistance(t *testing.T) {
	opt := heuristic.PatternOptions{}
	for tile := 1; tile < 16; tile++ {
		opt.Cells = append(opt.Cells, []int{tile})
	}
	for _, instance := range []struct {
		digits   string
		estimate int
	}{
		{"0197bd53ec4286af", 28}, {"e19648c57230abdf", 35}, {"45729ecd036b81fa", 30}, {"d8e39107f54ac26b", 29}, {"ed4bf86907312ac5", 46},
	} {
		s := tiles(4, instance.digits)
		g := withPatterns(t, &priced{*s, slices.Repeat([]int{1}, len(s.moves))}, opt)
		if got := g.Estimate(); got != instance.estimate {
			t.Errorf("%s: %d, want %d", instance.digits, got, instance.estimate)
		}
	}
	// They are found.
	s := tiles(3, "867254301")
	for _, k := range []heuristic.Kind{heuristic.PatternDatabases, heuristic.CostPartitioning} {
		g := withKind(t, &priced{*s, slices.Repeat([]int{1}, len(s.moves))}, k, heuristic.PatternOptions{MaxEntries: 81, MaxTotal: 20_000, MaxOrders: 1})
		if patterns := g.Patterns(); len(patterns) < 8 || g.Estimate() != 19 {
			t.Errorf("%v: %v, estimate %d, want the 8 tiles, and 19", k, patterns, g.Estimate())
		}
	}
}

// A countdown is a context that is cancelled after its error was asked for a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Whenever a context is cancelled, New returns its error, and soon: the databases not begun yet take a look at it each.
func TestNewCancelled(t *testing.T) {
	for _, k := range []heuristic.Kind{heuristic.LandmarkCut, heuristic.PatternDatabases, heuristic.CostPartitioning} {
		for left := 0; ; left = 2*left + 1 {
			ctx := &countdown{t.Context(), left}
			opt := heuristic.Options[int]{Kind: k}
			if k != heuristic.LandmarkCut {
				opt.Entries = 5_000
			}
			_, err := heuristic.New(ctx, blocks("cgea b", "cbaeg").game(t), opt)
			if err == nil {
				if left < 50 || ctx.left < 0 {
					t.Errorf("%v: cancelled when %d looks at the context were left, without an error", k, left)
				}
				break
			}
			if !errors.Is(err, context.Canceled) || ctx.left < -1000 {
				t.Errorf("%v: error %v, %d looks after it was cancelled", k, err, -ctx.left)
			}
		}
	}
}
