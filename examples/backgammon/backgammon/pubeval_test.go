package backgammon

import (
	"errors"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
)

// weightsIn writes files of weights.
func weightsIn(t *testing.T, race, contact string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"WT.race": race, "WT.cntc": contact} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPubevalInputs(t *testing.T) {
	input := func(point, kind int) int { return 5*(24-point) + kind }
	for _, c := range []struct {
		moves string
		want  map[int]float64 // the inputs that are not 0, for the side that has played
	}{
		{"31 8/5,6/5", map[int]float64{
			input(24, 2): 1, input(13, 2): 1, input(13, 4): 1, input(8, 2): 1, input(6, 2): 1, input(6, 4): 0.5, input(5, 2): 1,
		}},
		{"31 6/5,6/3 42 24/20*,13/11", map[int]float64{ // White has a blot on its point 3, and a checker on the bar
			input(24, 1): 1, input(20, 1): 1, input(13, 2): 1, input(13, 4): 0.5, input(11, 1): 1, input(8, 2): 1, input(8, 3): 1,
			input(6, 2): 1, input(6, 4): 1, input(22, 0): 1, pubevalBar: 0.5,
		}},
	} {
		g := New()
		for _, text := range strings.Fields(c.moves) {
			m, err := g.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			g.Play(m)
		}
		got := map[int]float64{}
		for i := range pubevalInputs {
			var w Pubeval
			w.contact[i] = 1
			v := w.Evaluator(g).Expectation()
			if g.Turn() == 0 {
				v = -v // Black has played, and the value is for White
			}
			if v != 0 {
				got[i] = v
			}
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.moves, got, c.want)
		}
	}
	g, err := FromID("IAAABAAAAAAAAA") // each side has one checker
	if err != nil {
		t.Fatal(err)
	}
	var w Pubeval
	w.race[pubevalOff] = 1
	if v := w.Evaluator(g).Expectation(); v != -14./15 {
		t.Errorf("14 checkers borne off: %v", v)
	}
}

// A search chooses the play with the greatest value, by the weights for the position before the play, and ends the game
// if it can.
func TestPubevalSearch(t *testing.T) {
	var w Pubeval
	random := rand.New(rand.NewPCG(6, 0))
	for i := range pubevalInputs {
		w.race[i], w.contact[i] = random.NormFloat64(), random.NormFloat64()
	}
	races := 0
	for _, g := range positions(t, 4) {
		weights := &w.contact
		if g.now.passed() {
			weights = &w.race
			races++
		}
		us := g.Turn()
		best, want := math.Inf(-1), Pass
		for _, m := range g.Moves(nil) {
			g.Play(m)
			v := g.now.pubeval(us, weights)
			if g.Finished() {
				v = math.MaxFloat64
			}
			g.Undo(m)
			if v > best {
				best, want = v, m
			}
		}
		r, err := expectimax.Search(t.Context(), g, ply.Limits{}, expectimax.Options[Move]{Depth: 1, Evaluator: w.Evaluator})
		if err != nil || r.Move != want {
			t.Fatalf("%v%s, %v; want %s", g, g.AppendMove(nil, r.Move), err, g.AppendMove(nil, want))
		}
	}
	if races == 0 {
		t.Error("no races")
	}
}

func TestReadPubeval(t *testing.T) {
	good := "1.0\n-.5 " + strings.Repeat(" .25\n", 120)
	w, err := ReadPubeval(weightsIn(t, strings.Replace(good, "1.0", "-9", 1), good))
	if err != nil || w.race[0] != -9 || w.contact[0] != 1 || w.race[1] != -0.5 || w.contact[121] != 0.25 {
		t.Errorf("%+v, %v", w, err)
	}
	for _, c := range []struct{ race, contact, says string }{
		{good, strings.Repeat("1 ", 121), "121 numbers"},
		{good + " 0", good, "123 numbers"},
		{"", good, "0 numbers"},
		{strings.Replace(good, "1.0", "NaN", 1), good, "NaN"},
		{good, strings.Replace(good, "1.0", "1e300", 1), "1e300"},
		{good, "weights of a program", "weights"},
		{strings.Repeat("1", 1<<17), good, "token too long"},
	} {
		if _, err := ReadPubeval(weightsIn(t, c.race, c.contact)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
	if _, err := ReadPubeval(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no files: %v", err)
	}
}
