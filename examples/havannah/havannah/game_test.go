package havannah_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 50, 30)
	gametest.CheckEach(t, func(t *rapid.T) func() *havannah.Game {
		size := rapid.IntRange(havannah.MinSize, 6).Draw(t, "size")
		return func() *havannah.Game {
			g, err := havannah.New(size)
			if err != nil {
				panic(err)
			}
			return g
		}
	}, gametest.Options{Length: 100, Ignore: []string{"Cells"}})
}

// play plays moves by their names.
func play(t testing.TB, size int, names ...string) *havannah.Game {
	t.Helper()
	g, err := havannah.New(size)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.PlayNames(names); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEndings(t *testing.T) {
	for _, test := range []struct {
		name  string
		moves []string
		want  havannah.Ending
	}{
		{"bridge", []string{"a1", "h8", "b1", "h7", "c1", "h6", "d1"}, havannah.Unfinished},
		{"bridge", []string{"a1", "h8", "b1", "h7", "c1", "h6", "d1", "g5", "e1"}, havannah.Bridge},
		{"corners are on no edge", []string{"a1", "h8", "b1", "h7", "a2", "h6", "b2", "g5"}, havannah.Unfinished},
		{"ring around nothing", []string{"c3", "a1", "d3", "b1", "e4", "c1", "e5", "a2", "d5", "g4", "c4"}, havannah.Ring},
		{"ring around a stone of the other side", []string{"c3", "d4", "d3", "b1", "e4", "c1", "e5", "a2", "d5", "g4", "c4"}, havannah.Ring},
		{"ring around an own stone", []string{"c3", "a1", "d3", "b1", "e4", "c1", "e5", "a2", "d5", "g4", "d4", "g7", "c4"}, havannah.Ring},
		{"a small triangle is no ring", []string{"c3", "a1", "d3", "b1", "d4", "c1"}, havannah.Unfinished},
	} {
		if g := play(t, 5, test.moves...); g.Ending() != test.want {
			t.Errorf("%s: %v, want %v\n%v", test.name, g.Ending(), test.want, g)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, size := range []int{-1, 0, 1, 21} {
		if _, err := havannah.New(size); err == nil {
			t.Errorf("no error for size %d", size)
		}
	}
	for size := havannah.MinSize; size <= havannah.MaxSize; size++ {
		g, err := havannah.New(size)
		if err != nil {
			t.Fatal(err)
		}
		if want := 3*size*size - 3*size + 1; g.Cells() != want || len(g.Moves(nil)) != want {
			t.Errorf("size %d: %d cells, want %d", size, g.Cells(), want)
		}
		for _, c := range g.Moves(nil) {
			if again, err := g.Parse(g.Name(c)); err != nil || again != c {
				t.Fatalf("size %d: %q is cell %d, want %d; error %v", size, g.Name(c), again, c, err)
			}
		}
	}
}

func TestParse(t *testing.T) {
	g := play(t, 4)
	for _, name := range []string{"", "a", "1", "a0", "a5", "h1", "z99", "a1b", "-1", "a-1", "aaaaaaaaaaaaaaaaaaaaaaaa1", "a99999999999999999999", "ä1", "e1"} {
		if c, err := g.Parse(name); err == nil {
			t.Errorf("%q is cell %d", name, c)
		}
	}
	if _, err := g.Parse("D7"); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a1")
	f.Add("zz99")
	f.Fuzz(func(t *testing.T, name string) {
		g, err := havannah.New(6)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := g.Parse(name); err == nil {
			if err := g.Legal(c); err != nil {
				t.Fatalf("%q: %v", name, err)
			}
		}
	})
}
