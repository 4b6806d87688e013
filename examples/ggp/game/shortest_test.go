package game

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// switches is a puzzle of some lights in a row: each move toggles a light, if its left neighbour is on. rest says what
// ends it and what is won. The counter goes to 6.
func switches(lights int, rest string) string {
	text := "(role r) (init (step 0)) (init (on 0))\n(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n" +
		"(<= (next (on ?x)) (true (on ?x)) (not (does r (toggle ?x))))\n" +
		"(<= (next (on ?x)) (does r (toggle ?x)) (not (true (on ?x))))\n" +
		"(<= (legal r (toggle ?y)) (true (on ?x)) (left ?x ?y))\n"
	for i := range lights {
		text += fmt.Sprintf("(left %d %d)\n", i, (i+1)%lights)
	}
	for i := range 6 {
		text += fmt.Sprintf("(succ %d %d)\n", i, i+1)
	}
	return text + rest
}

func plainly(t *testing.T, s *Solo) search.Result[Move] {
	t.Helper()
	r, err := search.BreadthFirst(context.Background(), search.Graph(s, nil), ply.Limits{},
		search.Options[Move]{StopAtSolution: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// compareShortest compares the search with the plain one.
func compareShortest(t *testing.T, s *Solo) (nodes, plain int) {
	t.Helper()
	before := s.String()
	want := plainly(t, s)
	got, err := Shortest(context.Background(), s, ply.Limits{}, search.Options[Move]{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Found != want.Found || len(got.Line) != len(want.Line) || got.Status != want.Status {
		t.Errorf("%t, %v, %v; want %t, %v, %v", got.Found, got.Line, got.Status, want.Found, want.Line, want.Status)
	}
	if got.Found && !s.solves(got.Line) {
		t.Errorf("%v is no solution", got.Line)
	}
	if s.String() != before {
		t.Errorf("the puzzle is left in %v, want %v", s, before)
	}
	return got.Nodes, want.Nodes
}

// compareInMiddle is compareShortest after two more moves.
func compareInMiddle(t *testing.T, s *Solo) {
	t.Helper()
	for range 2 {
		if moves := s.Moves(nil); len(moves) > 0 {
			s.Play(moves[len(moves)-1])
		}
	}
	compareShortest(t, s)
}

// TestShortest compares the search with the plain one, in puzzles whose counter can be left out and in others.
func TestShortest(t *testing.T) {
	const goals = "(<= (goal r 100) (true (on 3)))\n(<= (goal r 0) (not (true (on 3))))\n"
	for _, c := range []struct {
		name, rules string
		clock       int  // the facts that are left out
		fewer       bool // that saves positions
	}{
		{"buttons", "buttons", 7, true},
		{"goal ends", switches(5, goals+"(<= terminal (true (on 3)))\n(<= terminal (true (step 6)))"), 7, true},
		{"never", switches(5, "(<= (goal r 100) (true (on 7)))\n(goal r 50)\n(<= terminal (true (step 6)))"), 7, false},
		{"unsolvable", switches(4, "(<= (goal r 100) (true (on 1)) (true (on 3)) (not (true (on 0))) (not (true (on 2))))\n"+
			"(<= terminal (true (on 1)) (true (on 3)) (not (true (on 0))) (not (true (on 2))))\n(<= terminal (true (step 3)))"), 7, true},
		{"only the clock ends", switches(5, goals+"(<= terminal (true (step 6)))"), 7, false},
		{"goal by step", switches(5, "(<= (goal r 100) (true (on 3)) (true (step 5)))\n(<= terminal (true (step 6)))\n"+
			"(<= terminal (true (on 3)) (true (step 5)))"), 1, false},
		{"both together end", switches(5, goals+"(<= terminal (true (on 3)) (true (step 4)))\n(<= terminal (true (step 6)))"), 0, false},
		{"moves by step", switches(5, goals+"(<= terminal (true (on 3)))\n(<= terminal (true (step 6)))\n"+
			"(<= (legal r (toggle 3)) (true (step 4)))"), 2, false},
		{"facts by step", switches(5, goals+"(<= terminal (true (on 3)))\n(<= terminal (true (step 6)))\n"+
			"(<= (next (on 4)) (true (step 2)))"), 4, false},
		{"no counter", switches(5, goals+"(<= terminal (true (on 3)))"), 7, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := first(NewSolo(load(t, c.rules, Options{})))
			if clock := s.graph.Clock(); len(clock) != c.clock || (newTimeless(s) != nil) != (c.clock > 0) {
				t.Errorf("a clock of %d facts, want %d", len(clock), c.clock)
			}
			if nodes, plain := compareShortest(t, s); c.fewer != (nodes < plain) {
				t.Errorf("%d nodes, and plainly %d", nodes, plain)
			}
			compareInMiddle(t, s)
		})
	}
}

// TestShortestRandom compares the searches on random puzzles.
func TestShortestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	timeless, fewer, solved := 0, 0, 0
	for range long.Or(1000, 60) {
		lights := 3 + random.IntN(3)
		literal := func() string {
			text := fmt.Sprintf("(true (on %d))", random.IntN(lights))
			switch random.IntN(8) {
			case 0:
				return fmt.Sprintf("(true (step %d))", random.IntN(7))
			case 1, 2:
				return "(not " + text + ")"
			}
			return text
		}
		var rest []string
		for _, head := range []string{"terminal", "terminal", "(goal r 100)", "(goal r 50)", "(legal r wait)", "(next (on 1))"} {
			if n := random.IntN(4); n > 0 {
				text := "(<= " + head
				for range n {
					text += " " + literal()
				}
				rest = append(rest, text+")")
			}
		}
		rest = append(rest, "(<= terminal (true (step 6)))")
		s := first(NewSolo(load(t, switches(lights, strings.Join(rest, "\n")), Options{})))
		if newTimeless(s) != nil {
			timeless++
		}
		nodes, plain := compareShortest(t, s)
		if t.Failed() {
			t.Fatal(rest)
		}
		if nodes < plain {
			fewer++
		}
		if plainly(t, s).Found {
			solved++
		}
	}
	if n := long.Or(1000, 60); timeless < n/10 || timeless > n*9/10 || fewer < n/20 || solved < n/20 {
		t.Errorf("%d without the counter, %d with fewer nodes, %d solved", timeless, fewer, solved)
	}
}

// TestShortestLater solves a puzzle that goes on with a circuit for the rest of the match.
func TestShortestLater(t *testing.T) {
	r := load(t, "threebuttons", Options{})
	s := first(NewSolo(r))
	for range 12 {
		s.Play(s.Moves(nil)[0])
	}
	g, err := r.graph.From(s.State())
	if err != nil {
		t.Fatal(err)
	}
	g.Simplify(circuit.AllPasses)
	later, err := compile(g, r.opt) // though it saves little
	if err == nil {
		err = s.Continue(later)
	}
	if err != nil {
		t.Fatal(err)
	}
	compareShortest(t, s)
	timelessly := newTimeless(s)
	if timelessly == nil {
		t.Fatal("no clock was found")
	}
	m := timelessly.Moves(nil)[0]
	timelessly.Play(m)
	timelessly.Undo(m)
}

// TestShortestBudget checks that limits hold for both searches together.
func TestShortestBudget(t *testing.T) {
	s := first(NewSolo(load(t, "eightpuzzle", Options{})))
	for _, most := range []int{1, 100} {
		if r, err := Shortest(context.Background(), s, ply.Limits{Nodes: most}, search.Options[Move]{}); err != nil || r.Nodes > most || r.Found {
			t.Errorf("%d nodes of %d: %v", r.Nodes, most, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := Shortest(ctx, s, ply.Limits{}, search.Options[Move]{}); err != nil || r.Status.Conclusive() {
		t.Errorf("%v, %v", r.Status, err)
	}
}

// rows is a puzzle of some rows of lights, each as in switches, whose last light but one is to be on in each row. ends
// tells when the match is over besides.
func rows(count, lights, steps int, ends string) string {
	text := "(role r) (init (step 0))\n(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n" +
		"(<= (next (on ?r ?x)) (true (on ?r ?x)) (not (does r (toggle ?r ?x))))\n" +
		"(<= (next (on ?r ?x)) (does r (toggle ?r ?x)) (not (true (on ?r ?x))))\n" +
		"(<= (legal r (toggle ?r ?y)) (true (on ?r ?x)) (left ?x ?y))\n" +
		"(<= (goal r 100) reached)\n(<= (goal r 0) (not reached))\n" +
		fmt.Sprintf("(<= terminal reached)\n(<= terminal (true (step %d)))\n", steps)
	reached := "(<= reached"
	for row := range count {
		text += fmt.Sprintf("(init (on %d 0))\n", row)
		reached += fmt.Sprintf(" (true (on %d %d)) (not (true (on %d 1)))", row, max(2, lights-1-row), row)
	}
	for i := range lights {
		text += fmt.Sprintf("(left %d %d)\n", i, (i+1)%lights)
	}
	for i := range steps {
		text += fmt.Sprintf("(succ %d %d)\n", i, i+1)
	}
	return text + reached + ")\n" + ends
}

// TestShortestParts solves puzzles part by part, and compares that with a search of the whole puzzle.
func TestShortestParts(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		parts       int
	}{
		{"one", rows(1, 4, 9, ""), 0},
		{"two", rows(2, 4, 9, ""), 2},
		{"three", rows(3, 4, 12, ""), 3},
		{"too few steps", rows(2, 4, 5, ""), 2},
		{"ends with the first", rows(2, 4, 9, "(<= terminal (true (on 0 3)) (not (true (on 0 1))))"), 2},
		{"ends with the second", rows(2, 4, 9, "(<= terminal (true (on 1 2)) (not (true (on 1 1))))"), 2},
		{"unsolvable", rows(2, 4, 9, "(<= (goal r 100) never) (<= never (true (on 7 7)))"), 2},
		{"one is unsolvable", strings.Replace(rows(2, 4, 9, ""), "(init (on 1 0))", "", 1), 0},
		{"changes by itself", rows(2, 4, 9, "(<= (next (on 1 2)) (true (on 1 3)))"), 0},
		{"changed by the other", rows(2, 4, 9, "(<= (next (on 1 2)) (does r (toggle 0 2)))"), 0},
		{"moves of the other", rows(2, 4, 9, "(<= (legal r (toggle 1 2)) (true (on 0 2)))"), 0},
		{"by the step", rows(2, 4, 9, "(<= (next (on 1 2)) (true (step 2)))"), 0},
		{"several ways", rows(2, 4, 9, "(<= reached (true (on 0 3)) (true (on 1 3)))"), 0},
		{"both together", strings.Replace(rows(2, 4, 9, "(<= both (true (on 0 2))) (<= both (true (on 1 3)))"), "(<= reached", "(<= reached both", 1), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := first(NewSolo(load(t, c.rules, Options{})))
			g := s.plain.Clone()
			g.Simplify(circuit.AllPasses &^ circuit.Exclusive)
			if parts := g.Separate(); len(parts) != c.parts {
				t.Errorf("%d parts, want %d", len(parts), c.parts)
			}
			if nodes, plain := compareShortest(t, s); nodes >= plain {
				t.Errorf("%d nodes, and plainly %d", nodes, plain)
			}
			compareInMiddle(t, s)
		})
	}
}

// TestShortestPartsRandom compares them on random puzzles.
func TestShortestPartsRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 34))
	separate, solved := 0, 0
	n := long.Or(1000, 60)
	for range n {
		literal := func() string {
			text := fmt.Sprintf("(true (on %d %d))", random.IntN(2), random.IntN(4))
			if random.IntN(3) == 0 {
				return "(not " + text + ")"
			}
			return text
		}
		var rest []string
		for _, head := range []string{"terminal", "(goal r 100)", "(legal r (toggle 0 3))", "(next (on 1 1))", "reached"} {
			if random.IntN(4) == 0 {
				rest = append(rest, fmt.Sprintf("(<= %s %s %s)", head, literal(), literal()))
			}
		}
		s := first(NewSolo(load(t, rows(2, 4, 4+random.IntN(6), strings.Join(rest, "\n")), Options{})))
		g := s.plain.Clone()
		g.Simplify(circuit.AllPasses &^ circuit.Exclusive)
		if g.Separate() != nil {
			separate++
		}
		if compareShortest(t, s); t.Failed() {
			t.Fatal(rest)
		}
		if plainly(t, s).Found {
			solved++
		}
	}
	if separate < n/10 || separate > n*9/10 || solved < n/10 || solved > n*9/10 {
		t.Errorf("%d of separate parts, %d solved", separate, solved)
	}
}
