package fiveinarow

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/search/threat/threattest"
	"github.com/ply-search/ply/transposition"
)

var _ threat.Tracer[Square] = (*Goal)(nil)

// prove searches a position for a win by fours and threes.
func prove(t testing.TB, g *Goal, table *transposition.Table) threat.Result[Square] {
	t.Helper()
	r, err := threat.Search(t.Context(), g, ply.Limits{Nodes: 1_000_000}, threat.Options[Square]{
		Threat:       threat.Lambda(2),
		ProofNumbers: true,
		Widening:     true,
		Table:        table,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func newGoalTable() *transposition.Table { return transposition.NewTable(24 << 20) }

// The positions that are won by a sequence of threats are won by threats that are chosen by the answers, whatever the
// defender answers, here by chance in the trace of the win or elsewhere.
func TestGoalIsReached(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	table := newGoalTable()
	positions := load(t, long.Or("testdata/win/*.txt", "testdata/win/0*.txt"))
	for _, name := range slices.Sorted(maps.Keys(positions)) { // so that each has the same answers each time
		p := positions[name]
		for range long.Or(3, 1) {
			g, err := NewGoal(p, p.ToMove(), FiveOrMore)
			if err != nil {
				t.Fatal(err)
			}
			for g.Standing(0, new(dependency.Trace)) == threat.Open {
				r := prove(t, g, table)
				move, ok := r.Move()
				if r.Status != ply.Complete || !r.Won || !ok {
					t.Fatalf("%s: %v, won %v", name, r.Status, r.Won)
				}
				g.Play(move)
				if g.Standing(0, new(dependency.Trace)) == threat.Won {
					break
				}
				answers := g.Moves(nil)
				if random.IntN(4) > 0 {
					answers = g.Replies(0, &r.Trace, nil)
				}
				g.Play(answers[random.IntN(len(answers))])
			}
			if g.Standing(0, new(dependency.Trace)) != threat.Won {
				t.Fatalf("%s: the defender won", name)
			}
		}
	}
}

func TestGoalLaws(t *testing.T) {
	long.Checks(t, 50, 30)
	p := load(t, "testdata/win/01.txt")["testdata/win/01.txt"]
	gametest.Check(t, func() *Goal {
		g, err := NewGoal(p, p.ToMove(), FiveOrMore)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}, gametest.Options{Length: 12, Laws: threattest.Laws[Square]()})
}
