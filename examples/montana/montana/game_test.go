package montana

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

var background = context.Background()

func randomGame(t testing.TB, suits, ranks int, seed uint64, variant Variant) (*Game, Deal) {
	t.Helper()
	deal, err := RandomDeal(suits, ranks, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(deal, variant)
	if err != nil {
		t.Fatal(err)
	}
	return g, deal
}

// distinct searches a space and returns the result with the number of different positions visited.
func distinct(t testing.TB, g *Game, space search.Space[Move]) (search.Result[Move], int) {
	t.Helper()
	var seen transposition.Set
	var key []byte
	result, err := search.DepthFirst(background, space, ply.Limits{}, search.Options[Move]{
		Visit: func(int) {
			key, _ = g.AppendBinary(key[:0])
			seen.Visit(key)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return result, seen.Len()
}

// newTable returns a table for so many positions.
func newTable(positions int) *transposition.Table {
	return transposition.NewTable(8 * int64(positions))
}

func TestSmallDealsAgreeWithTheRules(t *testing.T) {
	tests := []struct {
		suits, ranks, deals int
		variant             Variant
	}{
		{4, 4, 60, Base}, {3, 5, 60, Base}, {2, 7, 60, Base}, {1, 6, 20, Base}, {5, 3, 40, Base}, {2, 2, 10, Base},
		{4, 3, 10, Common}, {3, 4, 30, Common}, {2, 5, 40, Common}, {1, 5, 20, Common}, {2, 2, 10, Common},
	}
	for _, test := range tests {
		for seed := range uint64(long.Or(test.deals, min(test.deals, 20))) {
			g, deal := randomGame(t, test.suits, test.ranks, seed, test.variant)
			want := newReference(deal, test.variant).explore()
			solvable := false
			for _, solved := range want {
				solvable = solvable || solved
			}
			spaces := map[string]search.Space[Move]{
				"exact":       search.ExactGraph(g, new(transposition.Set)),
				"table":       search.Graph(g, nil),
				"small table": search.Graph(g, newTable(1<<16)),
			}
			if test.variant == Base {
				spaces["ti"] = search.Incremental(g)
				spaces["ti+table"] = search.IncrementalGraph(g, nil)
				spaces["ti+small table"] = search.IncrementalGraph(g, newTable(16))
			}
			for name, space := range spaces {
				result, positions := distinct(t, g, space)
				if positions != len(want) || (result.Solutions > 0) != solvable {
					t.Errorf("%d × %d %v, seed %d, %s: %d positions, %d solutions, want %d, solvable %v\n%v",
						test.suits, test.ranks, test.variant, seed, name, positions, result.Solutions, len(want), solvable, deal)
				}
			}
		}
	}
}

func TestFullDealsAgreeInAllSpaces(t *testing.T) {
	seeds := long.Or([]uint64{0, 1, 3, 14}, []uint64{3, 14}) // these have few positions, and 3 can be won
	for _, seed := range seeds {
		g, _ := randomGame(t, 4, 13, seed, Base)
		exact, err := search.DepthFirst(background, search.ExactGraph(g, new(transposition.Set)), ply.Limits{}, search.Options[Move]{})
		if err != nil {
			t.Fatal(err)
		}
		memory := newTable(long.Or(16<<20, 1<<18))
		for name, space := range map[string]search.Space[Move]{
			"table":    search.Graph(g, memory),
			"ti+table": search.IncrementalGraph(g, memory),
		} {
			result, positions := distinct(t, g, space)
			if positions != exact.Nodes || (result.Solutions > 0) != (exact.Solutions > 0) || result.Depth > 312 {
				t.Errorf("seed %d, %s: %d positions, %d solutions, depth %d; exact set: %d, %d",
					seed, name, positions, result.Solutions, result.Depth, exact.Nodes, exact.Solutions)
			}
		}
	}
}

func TestSearchesFindTheShortestSolution(t *testing.T) {
	for seed := range uint64(30) {
		for _, variant := range []Variant{Base, Common} {
			g, _ := randomGame(t, 3, 5, seed, variant)
			breadth, err := search.BreadthFirst(background, search.Graph(g, nil), ply.Limits{}, search.Options[Move]{StopAtSolution: true})
			if err != nil {
				t.Fatal(err)
			}
			star, err := search.AStar(background, g, ply.Limits{}, search.PathOptions[Move]{})
			if err != nil {
				t.Fatal(err)
			}
			if star.Found != breadth.Found || len(star.Line) != len(breadth.Line) {
				t.Errorf("seed %d, %v: A* %d moves (%v), breadth first %d (%v)",
					seed, variant, len(star.Line), star.Found, len(breadth.Line), breadth.Found)
			}
			if variant == Base {
				ida, err := search.IDAStar(background, g, ply.Limits{}, search.PathOptions[Move]{})
				if err != nil || ida.Found != star.Found || len(ida.Line) != len(star.Line) {
					t.Errorf("seed %d: IDA* %d moves (%v), error %v, A* %d", seed, len(ida.Line), ida.Found, err, len(star.Line))
				}
			}
		}
	}
}

func TestTheGreatestBoard(t *testing.T) {
	g, _ := randomGame(t, MaxSuits, MaxRanks, 1, Base)
	result, err := search.DepthFirst(background, search.IncrementalGraph(g, nil), ply.Limits{Nodes: 20_000}, search.Options[Move]{})
	if err != nil || result.Nodes != 20_000 || g.Hash() != g.Rehash() {
		t.Errorf("%+v, error %v", result, err)
	}
}

func TestNewRefusesDeals(t *testing.T) {
	good, err := RandomDeal(2, 3, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		t.Fatal(err)
	}
	twice := Deal{2, 3, append([]Card(nil), good.Cards...)}
	twice.Cards[0] = twice.Cards[5]
	for name, deal := range map[string]Deal{
		"no size":      {},
		"missing card": {2, 3, good.Cards[:5]},
		"card twice":   twice,
		"foreign card": {2, 3, []Card{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 7}}},
		"too large":    {40, 2, make([]Card, 80)},
	} {
		if _, err := New(deal, Base); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := New(good, 7); err == nil {
		t.Error("variant 7 accepted")
	}
}
