package fiveinarow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

// load returns the positions in files, by their names.
func load(t testing.TB, pattern string) map[string]*Position {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	positions := make(map[string]*Position)
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if positions[name], err = Parse(file); err != nil {
			t.Fatal(name, err)
		}
	}
	return positions
}

// check reports whether a sequence wins against all defences.
func check(p *Position, side Stone, rule Rule, sequence []Step) error {
	n := newNaive(p, side, rule)
	n.plan = []Square{}
	for _, step := range sequence {
		n.plan = append(n.plan, step.Move)
	}
	if !n.wins(1) {
		return fmt.Errorf("%v does not win", sequence)
	}
	for i, step := range sequence {
		if n.stones[step.Move] != Empty {
			return fmt.Errorf("step %d: %v is taken", i, step.Move)
		}
		if (step.Kind == Five) != n.winsOn(int(step.Move), int(side)) || (step.Kind == Five) != (i == len(sequence)-1) {
			return fmt.Errorf("step %d: %v is no %v", i, step.Move, step.Kind)
		}
		n.stones[step.Move] = side
		if step.Kind == Four && len(n.fives(int(side))) == 0 || step.Kind == Three && !n.forks() {
			return fmt.Errorf("step %d: %v is no %v", i, step.Move, step.Kind)
		}
		for _, a := range step.Answers {
			if n.stones[a] != Empty {
				return fmt.Errorf("step %d: %v is taken", i, a)
			}
			n.stones[a] = X + O - side
		}
		if step.Kind != Five && (len(n.fives(int(side))) > 0 || step.Kind == Three && n.forks()) && len(step.Answers) == 0 {
			return fmt.Errorf("step %d: %v has more answers", i, step.Move)
		}
	}
	return nil
}

func TestWins(t *testing.T) {
	positions := load(t, "testdata/win/*.txt")
	if len(positions) < 20 {
		t.Errorf("%d positions", len(positions))
	}
	for name, p := range positions {
		r, err := Solve(t.Context(), p, p.ToMove(), ply.Limits{}, Options{})
		if err != nil || r.Status != ply.Solved {
			t.Errorf("%s: %v, error %v", name, r.Status, err)
			continue
		}
		if err := check(p, p.ToMove(), FiveOrMore, r.Sequence); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWinsKnown searches the same positions by the definition. Most are won by few threats.
func TestWinsKnown(t *testing.T) {
	most, unknown := long.Or(5, 2), long.Or(0, 10)
	for name, p := range load(t, long.Or("testdata/win/*.txt", "testdata/win/0*.txt")) {
		n, won := newNaive(p, p.ToMove(), FiveOrMore), false
		for depth := 1; depth <= most && !won; depth++ {
			won = n.wins(depth)
		}
		if won {
			continue
		}
		if unknown--; unknown < 0 {
			t.Errorf("%s is not won by %d threats", name, most)
		}
	}
}

func TestNone(t *testing.T) {
	positions := load(t, "testdata/none/*.txt")
	if len(positions) < 10 {
		t.Errorf("%d positions", len(positions))
	}
	complete := 0
	for name, p := range positions {
		r, err := Solve(t.Context(), p, p.ToMove(), ply.Limits{Nodes: long.Or(0, 4000)}, Options{})
		if r.Status == ply.Complete {
			complete++
		}
		if err != nil || r.Status == ply.Solved || r.Sequence != nil {
			t.Errorf("%s: %v, %v, error %v", name, r.Status, r.Sequence, err)
		}
		if threats := long.Or(3, 1); newNaive(p, p.ToMove(), FiveOrMore).wins(threats) {
			t.Errorf("%s is won by %d threats", name, threats)
		}
	}
	if want := long.Or(len(positions), 12); complete < want {
		t.Errorf("%d positions were searched to the end, want %d", complete, want)
	}
}

// drawPosition draws stones close to one another, none of which win.
func drawPosition(t *rapid.T) *Position {
	var p Position
	near := rapid.IntRange(3, 11)
	for i := range rapid.IntRange(6, 18).Draw(t, "stones") {
		s := near.Draw(t, "row")*Size + near.Draw(t, "column")
		stone := X + Stone(i%2)
		if p[s] == Empty && !newNaive(&p, stone, FiveOrMore).winsOn(s, int(stone)) {
			p[s] = stone
		}
	}
	return &p
}

// TestSequencesWin: whatever is found wins, by either rule, and fours alone or with threes.
func TestSequencesWin(t *testing.T) {
	long.Checks(t, 40, 15)
	solved := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		opt := Options{
			Rule:      rapid.SampledFrom([]Rule{FiveOrMore, Exact}).Draw(t, "rule"),
			FoursOnly: rapid.Bool().Draw(t, "fours only"),
		}
		side := rapid.SampledFrom([]Stone{X, O}).Draw(t, "side")
		r, err := Solve(t.Context(), p, side, ply.Limits{Nodes: long.Or(3000, 500)}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != ply.Solved {
			if won := newNaive(p, side, opt.Rule); len(won.fives(int(side))) > 0 && len(won.fives(int(X+O-side))) == 0 {
				t.Fatalf("%v, with five to be made", r.Status)
			}
			return
		}
		solved++
		if len(r.Sequence) > 3 {
			return // which takes long to check
		}
		if err := check(p, side, opt.Rule, r.Sequence); err != nil {
			t.Fatalf("%v in\n%v", err, p)
		}
	})
	t.Logf("%d positions solved", solved)
}

// position returns a position whose middle rows are given, from the left.
func position(t testing.TB, rows ...string) *Position {
	t.Helper()
	lines := make([]string, Size)
	for i := range lines {
		lines[i] = strings.Repeat(".", Size)
	}
	for i, row := range rows {
		lines[5+i] = row + lines[i][len(row):]
	}
	p, err := Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRules(t *testing.T) {
	for _, test := range []struct {
		name string
		rows []string
		rule Rule
		want int // steps, or -1 for no sequence
	}{
		{"five", []string{"....XXXX"}, FiveOrMore, 1},
		{"six wins", []string{"...OXXXX.XO"}, FiveOrMore, 1},
		{"six does not", []string{"...OXXXX.XO"}, Exact, -1},
		{"straight four", []string{".....XXX"}, FiveOrMore, 2},
		{"straight four, exact", []string{".....XXX"}, Exact, 2},
		{"no room", []string{"...OXXX.O"}, FiveOrMore, -1},
		{"no room at the border", []string{"XXX.O"}, FiveOrMore, -1},
		{"seven does not", []string{"...OXXX.XXXO"}, Exact, -1},
		{"two threes", []string{".....XX", ".......", ".......X", ".......X"}, FiveOrMore, 3},
		{"the other side makes five first", []string{".....XXX", "", "OOOO"}, FiveOrMore, -1},
		{"the other side must be stopped by a four", []string{".....XXX", "", "XOOO.O"}, FiveOrMore, -1},
	} {
		r, err := Solve(t.Context(), position(t, test.rows...), X, ply.Limits{}, Options{Rule: test.rule})
		if err != nil || len(r.Sequence) != max(test.want, 0) || (r.Status == ply.Solved) != (test.want > 0) {
			t.Errorf("%s: %+v, error %v, want %d steps", test.name, r, err, test.want)
		}
	}
}

func TestSolveRefuses(t *testing.T) {
	won := position(t, "....XXXXX")
	if _, err := Solve(t.Context(), won, O, ply.Limits{}, Options{}); !errors.Is(err, ErrOver) || !strings.Contains(err.Error(), "X has five in a row through E10") {
		t.Errorf("error %v", err)
	}
	six := position(t, "....XXXXXX")
	if _, err := Solve(t.Context(), six, O, ply.Limits{}, Options{Rule: Exact}); err != nil {
		t.Error(err)
	}
	if _, err := Solve(t.Context(), six, Empty, ply.Limits{}, Options{}); err == nil {
		t.Error("no error for no side")
	}
	if _, err := Solve(t.Context(), six, X, ply.Limits{}, Options{Rule: 2}); err == nil {
		t.Error("no error for an unknown rule")
	}
	if _, err := Solve(t.Context(), position(t), X, ply.Limits{Nodes: -1}, Options{}); err == nil {
		t.Error("no error for a bound below 0")
	}
}

func TestSolveBudgets(t *testing.T) {
	p := position(t, "....X.O", "....O.X", "....X.X", "......O")
	r, err := Solve(t.Context(), p, X, ply.Limits{Nodes: 20}, Options{})
	if err != nil || r.Status != ply.OutOfNodes || r.Nodes > 20 {
		t.Errorf("%+v, error %v", r, err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	if r, err := Solve(ctx, p, X, ply.Limits{}, Options{}); err != nil || r.Status != ply.OutOfTime {
		t.Errorf("%+v, error %v", r, err)
	}
}

// TestLaws looks at the game that the threats of one side make.
func TestLaws(t *testing.T) {
	long.Checks(t, 40, 10)
	gametest.CheckEach(t, func(t *rapid.T) func() *game {
		p := drawPosition(t)
		r := rules{rapid.SampledFrom([]Rule{FiveOrMore, Exact}).Draw(t, "rule"), true}
		return func() *game {
			g, err := newGame(p, X, r)
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
	}, gametest.Options{Length: 5, Lines: 1, Width: 2, Ignore: []string{"Clone"}})
}

func ExampleSolve() {
	p, err := Parse(strings.NewReader(`
...............
.........X.....
...............
..........X....
....O...XO.....
.....OXO.X.....
....OO.XO......
.....XOX.......
...XXO.........
.O..O..X.......
.....X.........
...............
...............
...............
...............`[1:]))
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := Solve(context.Background(), p, O, ply.Limits{}, Options{})
	fmt.Println(result.Status, err)
	for _, step := range result.Sequence {
		fmt.Println(step.Move, step.Kind, step.Answers)
	}
	// Output:
	// solved <nil>
	// D8 four [C7]
	// G11 four [H12]
	// F12 four [E13]
	// J8 five []
}
