package backgammon

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// place returns a game in which White is to throw, with these checkers: points of White and of Black, numbered by each side.
func place(t testing.TB, white, black map[int]int) *Game {
	t.Helper()
	g := new(Game)
	for side, stacks := range []map[int]int{white, black} {
		left := Checkers
		for point, n := range stacks {
			g.now.add(side, point, n)
			left -= n
		}
		g.now.add(side, Off, left)
	}
	if _, err := FromID(g.ID()); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestID(t *testing.T) {
	if id := New().ID(); id != "4HPwATDgc/ABMA" { // from the manual of GNU Backgammon
		t.Errorf("the start is %s", id)
	}
	g := thrown(New(), 3, 1)
	if m, err := g.ParseMove("8/5 6/5"); err != nil {
		t.Error(err)
	} else if g.Play(m); g.ID() != "sGfwATDgc/ABMA" { // as GNU Backgammon writes it, Black to throw
		t.Errorf("after 8/5 6/5, the position is %s", g.ID())
	}
	random := rand.New(rand.NewPCG(2, 0))
	for range 3 {
		walk(t, random, func(g *Game) {
			again, err := FromID(g.ID())
			if err != nil {
				t.Fatal(err)
			}
			us := g.Turn()
			if again.now.checkers != [2][26]int8{g.now.checkers[us], g.now.checkers[1-us]} || again.ID() != g.ID() {
				t.Fatalf("%v%v", g, again)
			}
		})
	}
}

func TestFromIDErrors(t *testing.T) {
	for _, c := range []struct{ id, reason string }{
		{"", "14 characters"},
		{"4HPwATDgc/ABM", "illegal base64"},
		{"4HPwATDgc/ABMAAA", "14 characters"},
		{"4HPwATDgc?ABMA", "illegal base64"},
		{"4HPwATDgc/ABMB", "illegal base64"},
		{"//////////////", "illegal base64"},
		{"/////////////w", "too many checkers"},
		{"AAAAAAAAAAAAAA", "has won"},
		{"AQAAAAAAAAAAAA", "has won"},
		{"AQAAAAAAAgAAAA", "both sides on one point"},
		{"AAAAAAAAAAAAgA", "bits after the last point"},
		{"27YBANC2bQAABA", "no side can move"}, // two checkers on each home point of both sides, one on each bar
	} {
		if g, err := FromID(c.id); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%q: %v, %v; want %q", c.id, g, err, c.reason)
		}
	}
}

// An ID with a changed character is refused, or is the ID of its position, in which games can be played.
func TestChangedIDs(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	random := rand.New(rand.NewPCG(6, 0))
	legal := 0
	walk(t, random, func(g *Game) {
		for range 20 {
			id := []byte(g.ID())
			id[random.IntN(len(id))] = alphabet[random.IntN(len(alphabet))]
			changed, err := FromID(string(id))
			if err != nil {
				continue
			}
			legal++
			if changed.ID() != string(id) {
				t.Fatalf("%s is read as\n%v", id, changed)
			}
			for range 3 { // a throw, a play, a throw
				if moves := changed.Moves(nil); len(moves) > 0 {
					changed.Play(moves[random.IntN(len(moves))])
				}
			}
		}
	})
	if legal < 100 {
		t.Errorf("%d changed IDs are legal", legal)
	}
}
