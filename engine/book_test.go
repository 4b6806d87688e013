package engine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
)

func (h *heap) ParseMove(text string) (int, error) {
	for _, n := range h.Moves(nil) {
		if fmt.Sprint(n) == text {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is not a number of stones that can be taken", text)
}
func (h *heap) AppendMove(dst []byte, n int) []byte { return fmt.Append(dst, n) }

const fewOpenings = `6 3
4 3 1
2 3 2
1 1
0 1 3
1 1 3 2
`

func TestBookFile(t *testing.T) {
	h := heap(9)
	b, err := engine.ReadBook(strings.NewReader("# counts\n\n"+fewOpenings), "few.book", &h)
	if err != nil || h != 9 {
		t.Fatal(err, h)
	}
	var out bytes.Buffer
	if err := b.Write(&out, &h); err != nil || out.String() != fewOpenings || h != 9 {
		t.Errorf("%q, error %v, %d stones, want %q", out.String(), err, h, fewOpenings)
	}
	want := []ply.Choice[int]{{Move: 1, Visits: 4}, {Move: 2, Visits: 2}}
	if got := b.Moves(3); !slices.Equal(got, want) || b.Moves(2) != nil || b.Moves(3, 1) != nil {
		t.Errorf("%v, %v and %v, want %v", got, b.Moves(2), b.Moves(3, 1), want)
	}
	for text, want := range map[string]string{
		"1 3\n2 1 4\n":                        `bad.book:2: move 2: "4" is not a number of stones that can be taken`,
		"\n-1 3":                              `bad.book:2: count "-1": want 0 to 1073741824`,
		"x 3":                                 `bad.book:1: count "x": want 0 to 1073741824`,
		"5":                                   "bad.book:1: count 5 without moves",
		"1 3 1\n1 2\n2 3 1":                   "bad.book:3: the line 3 1 is there twice",
		"1 3 " + strings.Repeat("1 ", 40_000): "bad.book:1: bufio.Scanner: token too long",
	} {
		if _, err := engine.ReadBook(strings.NewReader(text), "bad.book", &h); fmt.Sprint(err) != want || h != 9 {
			t.Errorf("%.20q: error %v, %d stones, want %s", text, err, h, want)
		}
	}
}

// FuzzReadBook has what was read be the same after it was written and read again.
func FuzzReadBook(f *testing.F) {
	f.Add(fewOpenings)
	f.Add("3 1 1 1 1\n# none\n2 2")
	f.Fuzz(func(t *testing.T, text string) {
		h := heap(20)
		b, err := engine.ReadBook(strings.NewReader(text), "fuzz.book", &h)
		if h != 20 {
			t.Fatalf("%d stones", h)
		}
		if err != nil {
			return
		}
		var out, again bytes.Buffer
		if err := b.Write(&out, &h); err != nil {
			t.Fatal(err)
		}
		written := out.String()
		if b, err = engine.ReadBook(&out, "again.book", &h); err != nil {
			t.Fatalf("%v in %q", err, written)
		}
		if err := b.Write(&again, &h); err != nil || again.String() != written {
			t.Fatalf("%q, then %q, error %v", written, again.String(), err)
		}
	})
}

// TestBookOfGames counts a win by 2, a draw by 1, and a loss by 0, also where a side moves twice.
func TestBookOfGames(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 3))
	for range 50 {
		g := testgames.RandomDuel(random, 30, 3, 1, true)
		var b engine.Book[int]
		want := map[string]int{}
		const depth = 3
		for range 10 {
			var line, sides []int
			for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
				m := moves[random.IntN(len(moves))]
				line, sides = append(line, m), append(sides, g.ToMove())
				g.Play(m)
			}
			last, outcome := g.ToMove(), g.Outcome()
			for _, m := range slices.Backward(line) {
				g.Undo(m)
			}
			if err := b.Add(g, line, depth); err != nil || g.At != 0 {
				t.Fatal(err)
			}
			for i := range min(depth, len(line)) {
				points := 1 + outcome
				if sides[i] != last {
					points = 1 - outcome
				}
				want[fmt.Sprint(line[:i+1])] += points
			}
		}
		got := map[string]int{}
		var walk func(line []int)
		walk = func(line []int) {
			for _, c := range b.Moves(line...) {
				longer := append(slices.Clone(line), c.Move)
				got[fmt.Sprint(longer)] = c.Visits
				walk(longer)
			}
		}
		walk(nil)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	g := &Stones{left: 4}
	for want, line := range map[string][]int{
		"engine: move 2 of the game, 3, is not legal": {2, 3},
		"engine: the game is not finished":            {2, 1},
	} {
		if err := new(engine.Book[int]).Add(g, line, 5); fmt.Sprint(err) != want || g.left != 4 {
			t.Errorf("%v with %d stones, want %s", err, g.left, want)
		}
	}
}

// TestExpand expands a book of a game that a search solves: who is to leave a multiple of four stones does so, and other moves are
// in the book for the replies alone.
func TestExpand(t *testing.T) {
	g := &Stones{left: 15}
	s, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	var b engine.Book[int]
	for range 2 { // goes on where it was
		if err := b.Expand(t.Context(), s, ply.Limits{}, 60); err != nil || g.left != 15 {
			t.Fatalf("error %v with %d stones", err, g.left)
		}
	}
	positions := 0
	var check func(line []int)
	check = func(line []int) {
		moves := b.Moves(line...)
		if len(moves) == 0 || moves[0].Visits == 0 {
			return
		}
		positions++
		for _, m := range line {
			g.Play(m)
		}
		if right := g.left % 4; right != 0 && (moves[0].Move != right || len(moves) > 1 && moves[1].Visits > 0) {
			t.Errorf("after %v, %d stones: %v", line, g.left, moves)
		}
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
		for _, m := range moves {
			check(append(slices.Clone(line), m.Move))
		}
	}
	check(nil)
	if positions < 100 || len(b.Moves(3)) != 3 || len(b.Moves(1)) != 3 {
		t.Errorf("%d positions, then %v and %v", positions, b.Moves(3), b.Moves(1))
	}
	if text := (&bytes.Buffer{}); b.Write(text, g) != nil || g.left != 15 || strings.Count(text.String(), "\n") < 200 {
		t.Errorf("%d stones, %s", g.left, text)
	}
}

// TestUseBook has a player choose by counts, and search where the book ends.
func TestUseBook(t *testing.T) {
	h := heap(9)
	b, err := engine.ReadBook(strings.NewReader(fewOpenings), "few.book", &h)
	if err != nil {
		t.Fatal(err)
	}
	var s trial
	p := newPlayer(t, 9, &s, engine.Options{Limits: ply.Limits{Nodes: 1}})
	p.UseBook(b)
	chosen := map[int]int{}
	move := func() int {
		line, err := p.Move(t.Context(), engine.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		return line.Move
	}
	for range 700 {
		chosen[move()]++
	}
	if chosen[3] < 540 || chosen[3] > 660 || chosen[1] != 700-chosen[3] || s.searches > 0 {
		t.Errorf("chosen %v after %d searches, want 3 six times of seven and 1 once", chosen, s.searches)
	}
	for _, m := range []int{1, 3} {
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if m := move(); m != 2 || s.searches > 0 {
		t.Errorf("move %d after %d searches, want 2 of the book", m, s.searches)
	}
	if err := p.Undo(); err != nil {
		t.Fatal(err)
	}
	if move(); s.searches != 1 { // a move that has the count 0
		t.Errorf("%d searches, want one", s.searches)
	}
	p.UseBook(nil)
	if err := p.Undo(); err != nil {
		t.Fatal(err)
	}
	if move(); s.searches != 2 {
		t.Errorf("%d searches, want two", s.searches)
	}
}
