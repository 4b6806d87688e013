package backgammon

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// The laws hold from the start of a game and from positions near its end: of a race, and of sides that can still hit.
func TestLaws(t *testing.T) {
	long.Checks(t, 8, 5)
	for _, c := range []struct {
		name     string
		start    func() *Game
		required []string
	}{
		{"start", New, nil},
		{"race", func() *Game { return place(t, map[int]int{6: 1, 4: 2, 1: 3}, map[int]int{5: 3, 2: 2}) }, []string{"outcome"}},
		{"gammon", func() *Game { return place(t, map[int]int{3: 2}, map[int]int{24: 1, Bar: 1, 6: 13}) }, []string{"outcome"}},
	} {
		opt := gametest.Options{Require: c.required}
		t.Run(c.name, func(t *testing.T) { gametest.Check(t, c.start, opt) })
		t.Run("millipoints "+c.name, func(t *testing.T) {
			gametest.Check(t, func() Millipoints { return Millipoints{c.start()} }, opt)
		})
	}
}

func TestPerft(t *testing.T) {
	for depth, want := range []int{1, 15, 190, 3990, 89153, 1872213} {
		r, err := search.Perft(t.Context(), New(), depth, search.PerftOptions{})
		if err != nil || r.Leaves != want {
			t.Errorf("depth %d: %d leaves, %v; want %d", depth, r.Leaves, err, want)
		}
	}
}

// walk calls visit in the positions of a random game in which a side is to play.
func walk(t testing.TB, random *rand.Rand, visit func(g *Game)) {
	t.Helper()
	g := New()
	for !g.Finished() {
		if g.ToMove() == ply.Chance {
			m, err := ply.DrawOutcome[Move](g, random)
			if err != nil {
				t.Fatal(err)
			}
			g.Play(m)
			continue
		}
		visit(g)
		moves := g.Moves(nil)
		g.Play(moves[random.IntN(len(moves))])
	}
}

// The plays of random positions are those of a generator that tries all movements one by one.
func TestPlays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	positions, none, one := 0, 0, 0
	for range long.Or(100, 15) {
		walk(t, random, func(g *Game) {
			us := g.Turn()
			n := naive{g.now.checkers[us], g.now.checkers[1-us]}
			a, b := g.Dice()
			want := n.results(a, b)
			moves := g.Moves(nil)
			positions++
			switch moves[0].movements() {
			case 0:
				none++
			case 1:
				one++
			}
			for _, m := range moves {
				g.Play(m)
				after := naive{g.now.checkers[us], g.now.checkers[1-us]}
				g.Undo(m)
				if !want[after] {
					t.Fatalf("%v%v is no play, or occurs twice", g, m)
				}
				delete(want, after)
			}
			for after := range want {
				t.Fatalf("%vno play leads to %v", g, after)
			}
		})
	}
	t.Logf("%d positions, %d without a play, %d with plays of one movement", positions, none, one)
	if none == 0 || one == 0 {
		t.Errorf("%d positions without a play, %d with plays of one movement", none, one)
	}
}

// The points of a win by the rules: one if the loser has borne off a checker, three if it has a checker on the bar or in the
// winner's home board, and otherwise two.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		black map[int]int
		want  int
		text  string
	}{
		{map[int]int{23: 14}, 1, "White wins"},
		{map[int]int{18: 2, 1: 13}, 2, "White wins a gammon"},
		{map[int]int{19: 1, 1: 14}, 3, "White wins a backgammon"},
		{map[int]int{Bar: 1, 1: 14}, 3, "White wins a backgammon"},
		{map[int]int{Bar: 1, 1: 13}, 1, "White wins"},
	} {
		g := place(t, map[int]int{1: 1}, c.black)
		if text := g.Ending(); text != "" {
			t.Errorf("%v%s", g, text)
		}
		g.Play(Throw(2, 1))
		moves := g.Moves(nil)
		g.Play(moves[0])
		if len(moves) != 1 || !g.Finished() || g.ToMove() != 1 || g.Outcome() != -c.want || g.Expectation() != float64(-c.want) || g.Ending() != c.text {
			t.Errorf("%v%v %d, %d, %s; want %d", g, moves, g.ToMove(), g.Outcome(), g.Ending(), c.want)
		}
	}
}

func TestProbabilities(t *testing.T) {
	for _, c := range []struct {
		g      *Game
		throws int
	}{{New(), 15}, {place(t, map[int]int{1: 1}, map[int]int{1: 1}), 21}} {
		throws := c.g.Moves(nil)
		sum := 0.0
		for i, p := range c.g.Probabilities(throws, nil) {
			sum += p
			if a, b := throws[i].die(0), throws[i].die(1); a == b && p != 1./36 {
				t.Errorf("%v: %v", throws[i], p)
			}
		}
		if len(throws) != c.throws || math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d throws with a sum of %v", len(throws), sum)
		}
	}
}

// Moves, Play and Undo allocate nothing once their slices have grown.
func TestAllocations(t *testing.T) {
	g := thrown(New(), 3, 1)
	moves := g.Moves(nil)
	if n := testing.AllocsPerRun(100, func() {
		moves = g.Moves(moves[:0])
		for _, m := range moves {
			g.Play(m)
			g.Undo(m)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	double := thrown(place(t, map[int]int{24: 2, 13: 5, 8: 3, 6: 5}, map[int]int{4: 2}), 1, 1)
	moves = double.Moves(nil)
	if n := testing.AllocsPerRun(100, func() { moves = double.Moves(moves[:0]) }); n != 0 {
		t.Errorf("%v allocations for a double", n)
	}
}
