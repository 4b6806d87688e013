package gametest

import (
	"strings"
	"testing"

	"github.com/ply-search/ply"
)

func TestPlaythrough(t *testing.T) {
	Playthrough(t, newRing, "ring.txt", 1)
	Playthrough(t, newTiles, "tiles.txt", 2)
}

func TestPlaythroughIsRewritten(t *testing.T) {
	before := *rewrite
	defer func() { *rewrite = before }()
	t.Chdir(t.TempDir())
	*rewrite = true
	Playthrough(t, newRing, "new/ring.txt", 3)
	*rewrite = false
	Playthrough(t, newRing, "new/ring.txt", 3)
}

func TestPlaythroughOfAChangedGame(t *testing.T) {
	play := func(newGame func() ply.Game[raise]) string {
		text, err := playThrough(makerOf(newGame).newGame, 1)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	want := play(func() ply.Game[raise] { return newRing() })
	if again := play(func() ply.Game[raise] { return newRing() }); again != want {
		t.Errorf("the same game:\n%s", firstDifference("ring.txt", want, again))
	}
	for _, c := range []struct {
		change string
		game   func() ply.Game[raise]
		report []string
	}{
		{"another estimate", func() ply.Game[raise] { return &estimateGreat{*newRing()} }, []string{"want: estimate: 3\n", "got:  estimate: 4\n"}},
		{"another order of moves", func() ply.Game[raise] { return &movesCounted{*newRing(), new(int)} }, []string{"want: moves: ["}},
		{"a longer game", func() ply.Game[raise] { return &solvedGoesOn{*newRing()} }, []string{"want: moves: []\n"}},
	} {
		t.Run(c.change, func(t *testing.T) {
			difference := firstDifference("ring.txt", want, play(c.game))
			for _, text := range append(c.report, "ring.txt:") {
				if !strings.Contains(difference, text) {
					t.Errorf("report lacks %q:\n%s", text, difference)
				}
			}
			if strings.Count(difference, "\n") > 7 {
				t.Errorf("long report:\n%s", difference)
			}
		})
	}
}

func TestPlaythroughOfAPanic(t *testing.T) {
	broken := func() ply.Game[raise] { return &panics{*newRing()} }
	for seed := range uint64(20) {
		if _, err := playThrough(makerOf(broken).newGame, seed); err != nil {
			if !strings.Contains(err.Error(), "after [{") || !strings.Contains(err.Error(), "no cell 1") {
				t.Error(err)
			}
			return
		}
	}
	t.Error("no error")
}

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct{ want, got, report string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", "f:2: the game plays otherwise now\nwant: b\nwant: \ngot:  c\ngot:  \n"},
		{"a\nb", "a", "f:2: the game plays otherwise now\nwant: b\ngot:  (end)\n"},
	} {
		if report := firstDifference("f", c.want, c.got); report != c.report {
			t.Errorf("%q and %q: %q", c.want, c.got, report)
		}
	}
	if how := howToRewrite("TestA/b c"); !strings.Contains(how, "-run '^TestA$/^b c$' -gametest.rewrite") {
		t.Error(how)
	}
}
