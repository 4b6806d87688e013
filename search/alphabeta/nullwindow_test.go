package alphabeta_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// advancing is a duel that plays a move and lists those after it in one call.
type advancing struct {
	*testgames.Duel
	calls *int
}

func (g advancing) Advance(prev []int, i, _ int, dst []int) ([]int, int) {
	*g.calls++
	g.Play(prev[i])
	return g.Moves(dst), 0
}

// swift is a duel with all that makes searches faster.
type swift struct {
	successors
	advanced *int
}

func (g swift) Advance(prev []int, i, t int, dst []int) ([]int, int) {
	return advancing{g.Duel, g.advanced}.Advance(prev, i, t, dst)
}

// fickle ranks moves otherwise at each of three stages.
type fickle struct{}

func (fickle) Rank(stage int, moves []int, ranks []int32) bool {
	for i, m := range moves {
		ranks[i] = int32((m+1)*(stage+2)*5%7) - 4
	}
	return stage < 2
}

// The games of these tests with fickle ranks.
type (
	fickleDuel       struct{ *testgames.Duel }
	fickleAdvancing  struct{ advancing }
	fickleSuccessors struct{ successors }
	fickleSwift      struct{ swift }
)

func (fickleDuel) Rank(s int, m []int, r []int32) bool       { return fickle{}.Rank(s, m, r) }
func (fickleAdvancing) Rank(s int, m []int, r []int32) bool  { return fickle{}.Rank(s, m, r) }
func (fickleSuccessors) Rank(s int, m []int, r []int32) bool { return fickle{}.Rank(s, m, r) }
func (fickleSwift) Rank(s int, m []int, r []int32) bool      { return fickle{}.Rank(s, m, r) }

// nullWindowOrderings are the orderings with which searchNull searches a duel, which is a Ranker.
var nullWindowOrderings = []alphabeta.Ordering{
	0, alphabeta.TableMove, alphabeta.Ranks, alphabeta.TableMove | alphabeta.Ranks, alphabeta.Unordered,
}

// searchNull finds and counts the same as searchAll, for all games and limits.
func TestNullWindowSearches(t *testing.T) {
	alphabeta.SetFreshSearch(t, 4)
	asked, advanced, useful := 0, 0, 0
	for seed := range uint64(long.Or(10_000, 2000)) {
		random := rand.New(rand.NewPCG(seed, 5))
		most := []int{1, 3, 50, ply.MaxValue}[random.IntN(4)]
		g := testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(6), most, random.IntN(2) == 0)
		evaluates := successors{g, &asked}
		advances, both := advancing{g, &advanced}, swift{evaluates, &advanced}
		kind := random.IntN(4)
		game := []ply.AdversarialGame[int]{g, advances, evaluates, both}[kind]
		opt := alphabeta.Options[int]{
			Depth:  1 + random.IntN(7),
			Direct: random.IntN(2) != 0,
			Order:  nullWindowOrderings[random.IntN(len(nullWindowOrderings))], OrderFrom: random.IntN(4),
		}
		limits := ply.Limits{Nodes: max(0, random.IntN(400)-200)}
		if g.NoCycle && opt.Depth == 7 {
			opt.Depth = 0
		}
		if random.IntN(2) == 0 {
			game = []ply.AdversarialGame[int]{fickleDuel{g}, fickleAdvancing{advances}, fickleSuccessors{evaluates}, fickleSwift{both}}[kind]
		}
		entries, scheme := random.IntN(500)-100, transposition.Scheme(random.IntN(8))
		if entries >= 0 {
			opt.EqualDepth, opt.TableFrom, opt.EnhancedFrom = random.IntN(2) == 0, random.IntN(4), random.IntN(5)
		}
		s := strategies[random.IntN(len(strategies))]
		find := func() alphabeta.Result[int] {
			switch {
			case entries >= 300:
				opt = alphabeta.WithTable(opt, remembersAll{map[uint64]alphabeta.Entry{}, map[uint64]bool{}, &useful})
			case entries > 0:
				table := transposition.NewTable(16 * int64(entries))
				table.Scheme = scheme
				opt.Table = table
			}
			if entries <= 0 {
				opt.Table = transposition.NewTable(0)
			}
			r, err := s.search(background, game, limits, opt)
			if err != nil {
				t.Fatal(err)
			}
			return untimed(r)
		}
		got := find()
		var want alphabeta.Result[int]
		alphabeta.WithoutNullWindows(func() { want = find() })
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d, %s, %T: %+v, want %+v", seed, s.name, game, got, want)
		}
	}
	if asked == 0 || advanced == 0 || useful == 0 {
		t.Errorf("%d evaluations of successors, %d moves advanced, %d entries fetched in time", asked, advanced, useful)
	}
}

// Workers share the positions of searchNull, too, and find what minimax does.
func TestNullWindowParallel(t *testing.T) {
	alphabeta.ShareAll(t)
	splits := 0
	for seed := range uint64(long.Or(2000, 200)) {
		random := rand.New(rand.NewPCG(seed, 6))
		g := testgames.RandomDuel(random, 20+random.IntN(60), 1+random.IntN(6), 50, true)
		opt := alphabeta.Options[int]{
			Depth:     2 + random.IntN(6),
			TableFrom: random.IntN(4), OrderFrom: random.IntN(4), EqualDepth: true,
			Order: nullWindowOrderings[random.IntN(len(nullWindowOrderings))], Direct: true,
		}
		want, got := besideMinimax(t, parallel, g, opt)
		if got.Value != want.Value || got.Bound != ply.Exact {
			t.Fatalf("seed %d: %+v, want value %d", seed, got, want.Value)
		}
		checkBestLine(t, g, got, opt.Depth)
		splits += alphabeta.CountsOf(got).Splits
	}
	if splits == 0 {
		t.Error("no position was shared")
	}
}
