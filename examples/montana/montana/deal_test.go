package montana

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const small = "AS 2H 3S\n2S AH 3H\n"

func TestReadDeals(t *testing.T) {
	want := Deal{2, 3, []Card{{0, 0}, {1, 1}, {0, 2}, {0, 1}, {1, 0}, {1, 2}}}
	for name, text := range map[string]string{
		"as written":    small,
		"no spaces":     "AS2H3S\n2SAH3H",
		"other spaces":  "\n\n  AS  2H3S \r\n# a comment\n2S AH 3H\n\n\n",
		"comment first": "# one deal\n" + small,
	} {
		deals, err := ReadDeals(strings.NewReader(text), 2, 3)
		if err != nil || len(deals) != 1 || !reflect.DeepEqual(deals[0], want) {
			t.Errorf("%s: %v, error %v", name, deals, err)
		}
	}
	deals, err := ReadDeals(strings.NewReader(small+"\n"+small+"\n\n"+small), 2, 3)
	if err != nil || len(deals) != 3 {
		t.Errorf("three deals: %v, error %v", deals, err)
	}
}

func TestReadDealsNamesTheFault(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "no deals"},
		{"# nothing\n\n", "no deals"},
		{"AS 2H\n", "line 1: a row of 4 characters without spaces: want 3 cards of 2"},
		{"AS 2H 3S 4S\n", "line 1: a row of 8 characters"},
		{"AS 2H 3S\n2S AH 4H\n", `line 2: card "4H": want a rank of A23 and a suit of SH`},
		{"AS 2H 3D\n", `line 1: card "3D"`},
		{"AS 2H 3S\n2S AH 2H\n", "line 2: card 2H twice, first in line 1"},
		{"AS 2H AS\n", "line 1: card AS twice, first in line 1"},
		{"AS 2H 3S\n", "line 1: a deal of 1 rows ends: want 2"},
		{"AS 2H 3S\n\n2S AH 3H\n", "line 2: a deal of 1 rows ends: want 2"},
		{small + small, "line 3: a deal of more than 2 rows"},
		{"A♠ 2H 3S\n", "line 1: a row of 8 characters"},
	}
	for _, test := range tests {
		_, err := ReadDeals(strings.NewReader(test.text), 2, 3)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.want)
		}
	}
	for _, size := range [][2]int{{0, 3}, {-1, 3}, {27, 3}, {4, 1}, {4, 35}} {
		if _, err := ReadDeals(strings.NewReader(small), size[0], size[1]); err == nil {
			t.Errorf("%d × %d accepted", size[0], size[1])
		}
		if _, err := RandomDeal(size[0], size[1], rand.New(rand.NewPCG(0, 0))); err == nil {
			t.Errorf("%d × %d dealt", size[0], size[1])
		}
	}
}

func TestReadDeal(t *testing.T) {
	for seed, size := range [][2]int{{4, 4}, {1, 2}, {6, 13}, {MaxSuits, MaxRanks}} {
		want, err := RandomDeal(size[0], size[1], rand.New(rand.NewPCG(uint64(seed), 0)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadDeal(strings.NewReader("# a deal\n\n" + textOf(want) + "\n\n"))
		if err != nil || textOf(got) != textOf(want) {
			t.Errorf("got\n%v, error %v, want\n%v", got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                               "no deal",
		"\n# nothing\n":                  "no deal",
		"AS 2S\nAH 2H\n\nAS 2S\nAH 2H\n": "2 deals: want one",
		"AS 2S\nAH\n":                    "line 2: a row of 2 characters",
		"AS 2S\nAH 2S\n":                 "line 2: card 2S twice",
		"A\n":                            "0 ranks",
	} {
		if _, err := ReadDeal(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func FuzzReadDeal(f *testing.F) {
	for _, text := range []string{"AS 2S\nAH 2H\n", "#\n\nAS2S\n", "AS 2S\n\nAS 2S\n", "\r\nAS", "A"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		deal, err := ReadDeal(strings.NewReader(text))
		if err != nil {
			return
		}
		if _, err := New(deal, Base); err != nil {
			t.Errorf("%q is read as\n%v, of which there is no game: %v", text, deal, err)
		}
	})
}

func FuzzReadDeals(f *testing.F) {
	f.Add(small, 2, 3)
	f.Add("AS2H3S\n\n", 2, 3)
	f.Add("2C AC\n", 1, 2)
	f.Fuzz(func(t *testing.T, text string, suits, ranks int) {
		deals, err := ReadDeals(strings.NewReader(text), suits, ranks)
		if err != nil {
			return
		}
		for _, d := range deals {
			if _, err := New(d, Common); err != nil {
				t.Fatalf("a deal was read that cannot be played: %v", err)
			}
			again, err := ReadDeals(strings.NewReader(textOf(d)), suits, ranks)
			if err != nil || len(again) != 1 || !reflect.DeepEqual(again[0], d) {
				t.Fatalf("%v was written, %v read, error %v", d, again, err)
			}
		}
	})
}

func ExampleReadDeals() {
	deals, err := ReadDeals(strings.NewReader("2S AH 3H\nAS 2H 3S\n"), 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := New(deals[0], Base)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(game)
	for _, m := range game.Moves(nil) {
		fmt.Println(game.Describe(m))
	}
	// Output:
	// AS 2S -- 3H
	// AH -- 2H 3S
	// 3S 2,4 → 1,3
	// 2H 2,3 → 2,2
}

// Describe writes a move as the card, the place that it leaves and the one that it goes to, each as
// row and column from 1: "TS 2,13 → 1,4".
func (g *Game) Describe(m Move) string {
	place := func(cell uint16) string {
		return fmt.Sprintf("%d,%d", 1+int(cell-1)/g.columns, int(cell-1)%g.columns+g.firstColumn())
	}
	return fmt.Sprintf("%v %s → %s", g.card(m.thing()), place(m.from()), place(m.to()))
}

// firstColumn returns the number of the first column that is drawn, counted from that of the walls.
func (g *Game) firstColumn() int {
	if g.variant == Base {
		return 1
	}
	return 0
}

// textOf returns a deal as ReadDeals reads it.
func textOf(d Deal) string {
	var b strings.Builder
	for row := range slices.Chunk(d.Cards, max(1, d.Ranks)) {
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(row), "[]"))
	}
	return b.String()
}
