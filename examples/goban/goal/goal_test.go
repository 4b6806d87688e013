package goal_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/search/threat/threattest"
)

type point = goban.Point

// randomBoard returns a board after random moves, some of which are passes.
func randomBoard(t testing.TB, random *rand.Rand, size, moves int) *goban.Board {
	t.Helper()
	b, err := goban.New(size, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for range moves {
		var legal []point
		for _, p := range b.Points() {
			if b.Legal(p) {
				legal = append(legal, p)
			}
		}
		if len(legal) == 0 || random.IntN(10) == 0 {
			b.Play(goban.Pass)
			continue
		}
		b.Play(legal[random.IntN(len(legal))])
	}
	return b
}

// heads returns a stone of each string of a colour.
func heads(b *goban.Board, c goban.Color) (heads []point) {
	for _, p := range b.Points() {
		if b.At(p) == c && b.Head(p) == p {
			heads = append(heads, p)
		}
	}
	return heads
}

// A local is a goal with what the tests look at.
type local interface {
	threat.Game[point]
	threat.Tracer[point]
	ply.Celled
	ply.Hasher
	fmt.Stringer
}

// randomCapture and randomConnect return goals on random positions, or nil.
func randomCapture(t testing.TB, random *rand.Rand, size, moves int) local {
	b := randomBoard(t, random, size, moves)
	strings := slices.Concat(heads(b, goban.Black), heads(b, goban.White))
	if len(strings) == 0 {
		return nil
	}
	g, err := goal.NewCapture(b, strings[random.IntN(len(strings))])
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func randomConnect(t testing.TB, random *rand.Rand, size, moves int) local {
	b := randomBoard(t, random, size, moves)
	strings := heads(b, goban.Color(1+random.IntN(2)))
	if len(strings) < 2 {
		return nil
	}
	a := strings[random.IntN(len(strings))]
	others := slices.DeleteFunc(strings, func(p point) bool { return p == a })
	if random.IntN(4) == 0 {
		others = b.EmptyPoints()
	}
	if len(others) == 0 {
		return nil
	}
	g, err := goal.NewConnect(b, a, others[random.IntN(len(others))])
	if err != nil {
		t.Fatal(err)
	}
	g.Escape = 2 * random.IntN(2)
	return g
}

var randomGoals = map[string]func(t testing.TB, random *rand.Rand, size, moves int) local{
	"capture": randomCapture,
	"connect": randomConnect,
}

func TestLaws(t *testing.T) {
	long.Checks(t, 50, 20)
	for name, newGoal := range randomGoals {
		t.Run(name, func(t *testing.T) {
			gametest.CheckEach(t, func(rt *rapid.T) func() local {
				size, seed := rapid.IntRange(3, 6).Draw(rt, "size"), rapid.Uint64().Draw(rt, "seed")
				moves := rapid.IntRange(size, 3*size*size/4).Draw(rt, "moves")
				return func() local {
					for more := 0; ; more++ {
						if g := newGoal(t, rand.New(rand.NewPCG(seed, 0)), size, moves+more); g != nil {
							return g
						}
					}
				}
			}, gametest.Options{Length: 30, Laws: threattest.Laws[point](), Ignore: []string{"Clone", "CopyFrom", "HashUnder", "Playout", "ToMove"}})
		})
	}
}

// TestTraces checks on random positions that a goal that is won by threats is still won after a move of either colour
// that changes no cell of the trace.
func TestTraces(t *testing.T) {
	for _, size := range []int{7, 9} {
		for name, newGoal := range randomGoals {
			for _, of := range []threat.Threat{{6}, {4, 2}, {2, 2, 1}} {
				t.Run(fmt.Sprintf("%s on %dx%d by %v", name, size, size, of), func(t *testing.T) {
					random := rand.New(rand.NewPCG(uint64(size), 1))
					wins, checked, bad := 0, 0, 0
					for range long.Or(800, 60) {
						g := newGoal(t, random, size, size*size/6+random.IntN(size*size*3/4))
						if g == nil {
							continue
						}
						won, checks, fault := checkTrace(t, g, of)
						checked += checks
						if won {
							wins++
						}
						if fault != "" {
							bad++
							t.Error(fault)
							if bad >= 5 {
								t.FailNow()
							}
						}
					}
					t.Logf("%d wins, %d moves elsewhere", wins, checked)
				})
			}
		}
	}
}

// checkTrace plays all moves outside the trace of a win.
func checkTrace(t *testing.T, g local, of threat.Threat) (won bool, checked int, fault string) {
	t.Helper()
	const nodes = 2000
	search := func(of threat.Threat, changes, nodes int) threat.Result[point] {
		r, err := threat.Search(context.Background(), threat.Game[point](g), ply.Limits{Nodes: nodes}, threat.Options[point]{Threat: of, Changes: changes})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := search(of, 1, nodes)
	if !r.Won {
		return false, 0, ""
	}
	cells := func() (values []int32) {
		for c := range r.Trace.Cells() {
			values = append(values, g.Cell(int(c)))
		}
		return values
	}
	before := cells()
	picture := func() string { return picture(g, r) }
	drawn := picture()
	for side := range 2 {
		if side == 1 {
			g.Pass()
		}
		for _, m := range g.Moves(nil) {
			g.Play(m)
			if side == 0 {
				g.Pass()
			}
			if slices.Equal(before, cells()) {
				checked++
				if !search(of, 0, 2*nodes).Won {
					larger := slices.Clone(of)
					for i := range larger {
						larger[i] += 2
					}
					larger = append(larger, 1)
					if again := search(larger, 0, 100_000); !again.Won && again.Status == ply.Complete && fault == "" {
						who := map[bool]string{true: "attacker", false: "defender"}[g.Attacking() == (side == 0)]
						fault = fmt.Sprintf("won by %v with %v; not after %v by the %s:\n%s\n%s", of, names(g, r.Moves), names(g, []point{m}), who, drawn, picture())
					}
				}
			}
			if side == 0 {
				g.Unpass()
			}
			g.Undo(m)
		}
	}
	g.Unpass()
	return true, checked, fault
}

func names(g local, moves []point) (names []string) {
	for _, m := range moves {
		names = append(names, g.(interface{ Name(point) string }).Name(m))
	}
	return names
}

// picture draws a position with its trace: # for empty points in it, x and o for stones that are not.
func picture(g local, r threat.Result[point]) string {
	b := g.(interface {
		Size() int
		Point(x, y int) point
		At(p point) goban.Color
		Ko() point
		Name(p point) string
	})
	s := fmt.Sprintf("attacking: %v, ko %v, trace has ko: %v\n", g.Attacking(), b.Ko(), r.Trace.Has(int32(g.Cells()-2)))
	for y := b.Size() - 1; y >= 0; y-- {
		for x := range b.Size() {
			p := b.Point(x, y)
			s += map[goban.Color]string{goban.Empty: ".#", goban.Black: "xX", goban.White: "oO"}[b.At(p)][map[bool]int{true: 1}[r.Trace.Has(int32(p))]:][:1] + " "
		}
		s += "\n"
	}
	return s
}

// TestTracesOfTwoChanges plays two moves outside a trace that is to withstand two.
func TestTracesOfTwoChanges(t *testing.T) {
	for name, newGoal := range randomGoals {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(2, 2))
			wins, checked := 0, 0
			for range long.Or(4000, 100) {
				g := newGoal(t, random, 7, 10+random.IntN(40))
				if g == nil {
					continue
				}
				search := func(of threat.Threat, changes, nodes int) threat.Result[point] {
					r, err := threat.Search(context.Background(), threat.Game[point](g), ply.Limits{Nodes: nodes}, threat.Options[point]{Threat: of, Changes: changes})
					if err != nil {
						t.Fatal(err)
					}
					return r
				}
				of := threat.Threat{3, 1}
				r := search(of, 2, 2000)
				if !r.Won {
					continue
				}
				wins++
				drawn := picture(g, r)
				for range 30 {
					twoElsewhere(g, r.Trace, random, func() {
						checked++
						if search(of, 0, 4000).Won {
							return
						}
						if again := search(threat.Threat{5, 3, 1}, 0, 100_000); !again.Won && again.Status == ply.Complete {
							t.Errorf("won by %v with %v; not after two moves elsewhere:\n%s\n%s", of, names(g, r.Moves), drawn, picture(g, r))
						}
					})
					if t.Failed() {
						return
					}
				}
			}
			t.Logf("%d wins, %d pairs of moves elsewhere", wins, checked)
		})
	}
}

// twoElsewhere plays two random moves, of either side each, and calls look if no cell of the trace has changed.
func twoElsewhere(g local, trace dependency.Trace, random *rand.Rand, look func()) {
	cells := func() (values []int32) {
		for c := range trace.Cells() {
			values = append(values, g.Cell(int(c)))
		}
		return values
	}
	before := cells()
	var change func(left int)
	change = func(left int) {
		if !slices.Equal(cells(), before) {
			return
		}
		if left == 0 {
			look()
			return
		}
		passFirst := random.IntN(2) == 0
		if passFirst {
			g.Pass()
		}
		if moves := g.Moves(nil); len(moves) > 0 {
			m := moves[random.IntN(len(moves))]
			g.Play(m)
			if !passFirst {
				g.Pass()
			}
			change(left - 1)
			if !passFirst {
				g.Unpass()
			}
			g.Undo(m)
		}
		if passFirst {
			g.Unpass()
		}
	}
	change(2)
}
