package atarigo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 50, 30)
	for _, test := range []struct {
		size  int
		start string
	}{{2, "empty"}, {3, "empty"}, {4, "empty"}, {5, "empty"}, {6, "cross"}, {7, "cross-low"}, {8, "stable"}} {
		t.Run(fmt.Sprint(test.size, test.start), func(t *testing.T) {
			gametest.Check(t, func() *atarigo.Game {
				g, err := atarigo.Start(test.size, test.start)
				if err != nil {
					t.Fatal(err)
				}
				return g
			})
		})
	}
}

func TestStart(t *testing.T) {
	for _, test := range []struct {
		size        int
		start, want string
	}{
		{2, "empty", ". .\n. .\n"},
		{4, "cross", ". . . .\n. O X .\n. X O .\n. . . .\n"},
		{4, "stable", ". . . .\n. X X .\n. O O .\n. . . .\n"},
		{5, "cross-high", ". . . . .\n. X O . .\n. O X . .\n. . . . .\n. . . . .\n"},
		{5, "cross-low", ". . . . .\n. O X . .\n. X O . .\n. . . . .\n. . . . .\n"},
		{9, "empty", "size 9, want 2 to 8"},
		{1, "empty", "size 1, want 2 to 8"},
		{5, "cross", "want an even size"},
		{6, "cross-low", "want an odd size"},
		{2, "cross", "would have stones in atari"},
		{6, "corner", "unknown start"},
	} {
		g, err := atarigo.Start(test.size, test.start)
		got := fmt.Sprint(err)
		if err == nil {
			got = g.String()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%d %s: %s, want %s", test.size, test.start, got, test.want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"..\n..":                            ". .\n. .\n",
		"# a corner\n\nX .\r\n. O":          "X .\n. O\n",
		"...\n.X.\n...\nO to move":          ". . .\n. X .\n. . .\n",
		"":                                  "no rows",
		"..\n.":                             "line 2: 1 points in a row, but 2",
		"...\n..":                           "line 2: 2 points in a row, but 3",
		"..":                                "1 rows of 2 points",
		"..\n..\n..":                        "line 3: 3 rows of 2 points",
		"..\n.?":                            "line 2: '?': want X, O or .",
		".........":                         "line 1: 1 rows of 9 points",
		"OX\nX.":                            "line 2: black A1: a string would have no liberties",
		"..\n..\nX to move\n..":             "line 4: \"..\" after the side to move",
		"..\nZ to move":                     "line 2: 'Z': want X, O or .",
		"...\nOX.\n+OX":                     "a ko at A1",
		strings.Repeat("........."+"\n", 9): "size 9, want 2 to 8",
		strings.Repeat(".", 1<<13):          "line 1: 1 rows of 8192 points",
		strings.Repeat(".", 1<<21):          "line 1: longer than 1048576 bytes",
	} {
		g, err := atarigo.Parse(strings.NewReader(text))
		got := fmt.Sprint(err)
		if err == nil {
			got = g.String()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%.30q: %s, want %s", text, got, want)
		}
		if err == nil && g.ToMove() != strings.Count(text, "O to move") {
			t.Errorf("%q: side %d to move", text, g.ToMove())
		}
	}
}

// What String draws can be parsed again, with the same hash.
func FuzzParse(f *testing.F) {
	f.Add("...\n.X.\nO..\nO to move")
	f.Add("# x\n. X\nO .")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := atarigo.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := atarigo.Parse(strings.NewReader(g.String() + [...]string{"X", "O"}[g.ToMove()] + " to move"))
		if err != nil || again.Hash() != g.Hash() || again.Rehash() != g.Rehash() || g.Hash() != g.Rehash() {
			t.Fatalf("error %v\n%v\n%v", err, g, again)
		}
	})
}

func Example() {
	g, err := atarigo.Start(5, "empty")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := atarigo.Solve(context.Background(), g, ply.Limits{}, atarigo.SolverOptions{TableEntries: 1 << 16})
	fmt.Println(atarigo.SideName(r.Winner), r.Move, err)
	// Output: black C3 <nil>
}

func ExampleAlphaBeta() {
	g, err := atarigo.Start(6, "cross")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := atarigo.AlphaBeta(context.Background(), g, ply.Limits{}, atarigo.AlphaBetaOptions{Moves: 5, Without: atarigo.Killers})
	fmt.Println(atarigo.SideName(r.Winner), r.Move, err)
	// Output: black C2 <nil>
}

// A choice is a legal move, and a win if there is one.
func TestChoose(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range long.Or(20, 6) {
		g, err := atarigo.New(3 + random.IntN(4))
		if err != nil {
			t.Fatal(err)
		}
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
			m := moves[random.IntN(len(moves))]
			if g.ToMove() == atarigo.White {
				if m, _, err = atarigo.Choose(context.Background(), g, ply.Limits{Time: 1e6}); err != nil || !g.Legal(m) {
					t.Fatalf("%v, error %v in\n%v", m, err, g)
				}
			}
			g.Play(m)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	g, err := atarigo.Start(5, "empty")
	if err != nil {
		b.Fatal(err)
	}
	var r atarigo.Result
	played := 0
	for b.Loop() {
		if r, err = atarigo.Solve(context.Background(), g, ply.Limits{}, atarigo.SolverOptions{TableEntries: 1 << 16, Memory: 1 << 16}); err != nil || r.Status != ply.Complete {
			b.Fatalf("%+v, error %v", r, err)
		}
		played += r.Played
	}
	b.ReportMetric(float64(played)/b.Elapsed().Seconds()/1e6, "Mplayed/s")
}
