package backgammon

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// thrown returns g after a throw.
func thrown(g *Game, a, b int) *Game {
	g.Play(Throw(a, b))
	return g
}

func TestNotation(t *testing.T) {
	for _, c := range []struct {
		name         string
		white, black map[int]int
		a, b         int
		want         []string // all plays
	}{
		{"from the bar", map[int]int{Bar: 1, 6: 2}, map[int]int{3: 2, 4: 2, 5: 2, 6: 2, 2: 1}, 2, 3, []string{"bar/23*,6/3"}},
		{"no way in", map[int]int{Bar: 1, 6: 2}, map[int]int{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}, 6, 6, []string{"pass"}},
		{"bearing off", map[int]int{6: 1, 1: 1}, map[int]int{1: 2}, 6, 1, []string{"6/off,1/off", "6/off"}},
		{"by a greater number", map[int]int{4: 1, 2: 1}, map[int]int{1: 2}, 6, 5, []string{"4/off,2/off"}},
		{"two checkers on one way", map[int]int{8: 2, 20: 13}, map[int]int{1: 2, 7: 2, 8: 2, 9: 2, 6: 2, 10: 2, 11: 2}, 2, 2,
			[]string{"8/4(2)", "8/6,8/2"}},
		{"a hit by the first of two", map[int]int{3: 2}, map[int]int{24: 1, 20: 14}, 1, 1, []string{"3/1*(2)", "3/2,3/1*/off"}},
		{"the greater number only", map[int]int{24: 1}, map[int]int{8: 2}, 5, 2, []string{"24/19"}},
		{"the lesser number only", map[int]int{24: 1}, map[int]int{6: 2, 8: 2}, 5, 2, []string{"24/22"}},
		{"both numbers in one order", map[int]int{24: 1, 12: 2}, map[int]int{6: 2, 15: 2, 18: 2}, 5, 2, []string{"24/17"}},
		{"a hit on the way", map[int]int{10: 1}, map[int]int{19: 1, 16: 1}, 4, 1, []string{"10/6*/5", "10/9*/5"}},
		{"a hit on one of two ways", map[int]int{10: 1}, map[int]int{19: 1}, 4, 1, []string{"10/6*/5", "10/5"}},
	} {
		g := thrown(place(t, c.white, c.black), c.a, c.b)
		var got []string
		for _, m := range g.Moves(nil) {
			got = append(got, string(g.AppendMove(nil, m)))
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: %s%v want %v", c.name, g, got, c.want)
		}
	}
}

func TestParseMove(t *testing.T) {
	start := thrown(New(), 3, 1)
	double := thrown(place(t, map[int]int{24: 2, 13: 5, 8: 3, 6: 5}, map[int]int{24: 2, 13: 5, 8: 3, 6: 5}), 1, 1)
	hits := thrown(place(t, map[int]int{10: 1}, map[int]int{19: 1, 16: 1}), 4, 1)
	either := thrown(place(t, map[int]int{10: 1}, map[int]int{19: 1}), 4, 1)
	entering := thrown(place(t, map[int]int{Bar: 1, 6: 2}, map[int]int{3: 2, 4: 2, 5: 2, 6: 2, 2: 1}), 2, 3)
	last := thrown(place(t, map[int]int{4: 1, 2: 1}, map[int]int{1: 2}), 6, 5)
	for _, c := range []struct {
		g          *Game
		text, want string // want is a part of the error if it does not begin with a digit or with bar
	}{
		{New(), "61", "61"},
		{New(), "16", "want the numbers of the dice"},
		{New(), "66", "want the numbers of the dice"},
		{start, "8/5,6/5", "8/5,6/5"},
		{start, "6/5 8/5", "8/5,6/5"},
		{start, "24/23/20", "24/20"},
		{start, "24/21 21/20", "24/20"},
		{start, "8/5*,6/5", "no legal play of 31"},
		{start, "8/5", "no legal play of 31"},
		{start, "pass", "want two points"},
		{start, "", "no legal play of 31"},
		{start, "8-5", "want two points"},
		{start, "8/x", "is no point"},
		{start, "8/26", "is no point"},
		{start, "5/8", "to a lower point"},
		{start, "8//5", "is no point"},
		{start, "8/5(0)", "from 1 to 4"},
		{start, "8/5(2", "from 1 to 4"},
		{start, "8/5(2)x", "from 1 to 4"},
		{double, "8/7(2),6/5(2)", "8/7(2),6/5(2)"},
		{double, "8/7 8/7 6/5 6/5", "8/7(2),6/5(2)"},
		{double, "6/4(2)", "6/4(2)"},
		{double, "6/5/4 6/4", "6/4(2)"},
		{hits, "10/6*/5", "10/6*/5"},
		{hits, "10/6/5", "10/6*/5"},
		{hits, "10/9*,9/5", "10/9*/5"},
		{hits, "10/5", "in 2 ways"},
		{either, "10/5", "10/5"},
		{either, "10/6*/5", "10/6*/5"},
		{either, "10/5*", "no legal play of 41"},
		{entering, "Bar/23*,6/3", "bar/23*,6/3"},
		{entering, "25/23,6/3", "bar/23*,6/3"},
		{last, "4/0 2/0", "4/off,2/off"},
	} {
		m, err := c.g.ParseMove(c.text)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		case err == nil && string(c.g.AppendMove(nil, m)) != c.want:
			t.Errorf("%q: %s, want %s", c.text, c.g.AppendMove(nil, m), c.want)
		}
	}
}

// In random games, the movements of each play, written one by one, are read as this play, or as one of several.
func TestParseMovements(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	several := 0
	walk(t, random, func(g *Game) {
		for _, m := range g.Moves(nil) {
			if m == Pass {
				continue
			}
			p, text := g.now, ""
			for i := range m.movements() {
				from, to := m.movement(i)
				text += " " + pointName(from) + "/" + pointName(to)
				if p.move(from, to) {
					text += "*"
				}
			}
			if read, err := g.ParseMove(text); err != nil || read != m {
				several++
				t.Errorf("%v%s: %v, %v; want %v", g, text, read, err, m)
			}
		}
	})
}
