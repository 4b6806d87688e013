package puzzle_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/planning/puzzle"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// An estimated puzzle has the bound written by hand, unless that is nil.
type estimated struct {
	*dependency.Game[int]
	cost  func(int) int
	bound func(func(int) int32) int
}

func (e *estimated) Cost(m int) int    { return e.cost(m) }
func (e *estimated) Clone() *estimated { return &estimated{e.Game.Clone(), e.cost, e.bound} }

func (e *estimated) Estimate() int {
	if e.bound == nil {
		return 0
	}
	return e.bound(e.Cell)
}

func game(t testing.TB, p *puzzle.Puzzle) *estimated {
	g, cost, err := p.Game()
	if err != nil {
		t.Fatal(err)
	}
	return &estimated{g, cost, p.Bound}
}

func read(t testing.TB, parse func(string) (*puzzle.Puzzle, error), text string) *puzzle.Puzzle {
	p, err := parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// solve returns the cost of a cheapest solution, or math.MaxInt, and its moves.
func solve(t testing.TB, g *estimated) (cost int, line []int) {
	r, err := search.AStar(t.Context(), g, ply.Limits{}, search.PathOptions[int]{})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Found {
		return math.MaxInt, nil
	}
	return r.Cost, r.Line
}

// Sokoban with boxes that are alike, and with numbered ones.
func alike(text string) (*puzzle.Puzzle, error)    { return puzzle.Sokoban(text, false) }
func numbered(text string) (*puzzle.Puzzle, error) { return puzzle.Sokoban(text, true) }

func TestByHand(t *testing.T) {
	for _, test := range []struct {
		name        string
		p           *puzzle.Puzzle
		bound, cost int
		last        string
	}{
		{"sokoban, two pushes to the right", read(t, alike, "######\n#@$ .#\n######"), 2, 2, "push right to 4,2"},
		{"sokoban, a step first", read(t, alike, "#####\n#@  #\n# $.#\n#   #\n#####"), 1, 1, "push right to 3,3"},
		{"sokoban, a corner", read(t, alike, "#####\n#$ .#\n#@  #\n#####"), math.MaxInt, math.MaxInt, ""},
		// Both boxes are nearest to the lower goal.
		{"sokoban, a matching", read(t, alike, "#####\n#  .#\n# $ #\n# $.#\n#@  #\n#####"), 3, 3, ""},
		{"solitaire", read(t, puzzle.Solitaire, "**.*o"), 3 - 1, 2, "right from 3,1"},
		{"solitaire, one jump", read(t, puzzle.Solitaire, "**o"), 1, 1, ""},
		{"solitaire, out of step", read(t, puzzle.Solitaire, "*.*o"), math.MaxInt, math.MaxInt, ""},
		{"solitaire, one peg", read(t, puzzle.Solitaire, "O"), 0, 0, ""},
	} {
		g := game(t, test.p)
		cost, line := solve(t, g)
		if bound := g.Estimate(); bound != test.bound || cost != test.cost {
			t.Errorf("%s: bound %d, cost %d, want %d and %d", test.name, bound, cost, test.bound, test.cost)
		}
		if test.last != "" && (len(line) == 0 || test.p.Names[line[len(line)-1]] != test.last) {
			t.Errorf("%s: the moves %v, want %q at last", test.name, line, test.last)
		}
	}
}

// TestSokoban compares costs with those of brute force on drawings.
func TestSokoban(t *testing.T) {
	solvable := 0
	for seed := range uint64(long.Or(1000, 100)) {
		random := rand.New(rand.NewPCG(seed, 0))
		const width, height = 7, 6
		drawing := []byte(strings.Repeat(strings.Repeat("#", width)+"\n", height))
		var free []int
		for y := 1; y < height-1; y++ {
			for x := 1; x < width-1; x++ {
				if random.IntN(12) > 0 {
					free = append(free, y*(width+1)+x)
					drawing[y*(width+1)+x] = ' '
				}
			}
		}
		if len(free) < 6 {
			continue
		}
		random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		for i, c := range "@$$.." {
			drawing[free[i]] = byte(c)
		}
		want := bruteForce(string(drawing), width+1)
		p := read(t, alike, string(drawing))
		g := game(t, p)
		bound := g.Estimate()
		cost, _ := solve(t, g)
		g.bound = nil
		blind, _ := solve(t, g)
		apart, _ := solve(t, game(t, read(t, numbered, string(drawing))))
		if cost != want || blind != want || apart != want || bound > want {
			t.Fatalf("seed %d: bound %d, cost %d, without it %d, numbered %d, want %d\n%s", seed, bound, cost, blind, apart, want, drawing)
		}
		if want < math.MaxInt {
			solvable++
		}
	}
	if solvable < 10 {
		t.Errorf("only %d levels can be solved", solvable)
	}
}

// bruteForce returns the fewest pushes that solve a drawn level, or math.MaxInt.
func bruteForce(drawing string, width int) int {
	goals := strings.NewReplacer("@", " ", "$", " ").Replace(drawing)
	open, later := []string{strings.ReplaceAll(drawing, ".", " ")}, []string(nil)
	seen := make(map[string]bool)
	for pushes := 0; len(open) > 0; pushes++ {
		for ; len(open) > 0; open = open[1:] {
			position := open[0]
			if seen[position] {
				continue
			}
			seen[position] = true
			solved := true
			for i := range goals {
				solved = solved && (goals[i] != '.' || position[i] == '$')
			}
			if solved {
				return pushes
			}
			at := strings.IndexByte(position, '@')
			for _, step := range []int{1, -1, width, -width} {
				next := []byte(position)
				next[at], next[at+step] = ' ', '@'
				switch position[at+step] {
				case ' ':
					open = append(open, string(next))
				case '$':
					if position[at+2*step] == ' ' {
						next[at+2*step] = '$'
						later = append(later, string(next))
					}
				}
			}
		}
		open, later = later, nil
	}
	return math.MaxInt
}

// TestMontana follows solutions on the cards.
func TestMontana(t *testing.T) {
	solvable := 0
	for seed := range uint64(40) {
		p := puzzle.Montana(2, 3, seed)
		if cards := slices.Sorted(slices.Values(p.Start)); !slices.Equal(cards, []int32{0, 0, 1, 2, 3, 4, 5, 6}) {
			t.Fatalf("seed %d: the cards are %d", seed, cards)
		}
		g := game(t, p)
		bound := g.Estimate()
		cost, line := solve(t, g)
		g.bound = nil
		if blind, _ := solve(t, g); blind != cost || bound > cost {
			t.Errorf("seed %d: bound %d, cost %d, without it %d", seed, bound, cost, blind)
		}
		if cost == math.MaxInt {
			continue
		}
		solvable++
		cells := slices.Clone(p.Start)
		for _, m := range line {
			from, to := p.Moves[m].Modifications[0].Cell, p.Moves[m].Modifications[1].Cell
			if cells[to] != 0 || to%4 == 0 && cells[from]%3 != 1 || to%4 > 0 && cells[to-1] != cells[from]-1 {
				t.Fatalf("seed %d: %s in %d", seed, p.Names[m], cells)
			}
			cells[to], cells[from] = cells[from], 0
		}
		if !slices.Equal(cells, []int32{1, 2, 3, 0, 4, 5, 6, 0}) {
			t.Errorf("seed %d: the end is %d", seed, cells)
		}
	}
	if solvable < 5 {
		t.Errorf("only %d deals can be solved", solvable)
	}
}

func TestLaws(t *testing.T) {
	long.Checks(t, 40, 40)
	for _, p := range []*puzzle.Puzzle{
		read(t, numbered, "######\n#.@  #\n# $$.#\n######"),
		read(t, puzzle.Solitaire, "  .  \n .*. \n.***.\n..o..\n..*.."),
		puzzle.Montana(2, 3, 1),
	} {
		gametest.Check(t, func() *estimated { return game(t, p) })
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		parse     func(string) (*puzzle.Puzzle, error)
		text, err string
	}{
		{alike, "#@x", `1:3: want one of`},
		{alike, "$.", "no player"},
		{alike, "@$.@", "4,1: a second player"},
		{alike, "@$$.", "2 boxes and 1 goals"},
		{alike, "@", "0 boxes"},
		{alike, "@" + strings.Repeat("*", 13), "at most 12"},
		{alike, strings.Repeat(" ", 401) + ".", "more than 400 squares"},
		{puzzle.Solitaire, "**.", "no hole"},
		{puzzle.Solitaire, "**oo", "4,1: a second end"},
		{puzzle.Solitaire, "#", "want one of"},
	} {
		if _, err := test.parse(test.text); err == nil || !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.err)
		}
	}
}
