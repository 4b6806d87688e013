package goban_test

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
)

// firstMoves returns the moves that a policy plays first in many games from a position in which the last move has been
// played.
func firstMoves(t *testing.T, position, last string, policy goban.Policy) map[string]bool {
	t.Helper()
	b := read(t, position)
	p, err := b.Parse(last)
	if err != nil {
		t.Fatal(err)
	}
	b.Play(p)
	random := rand.NewPCG(1, 2)
	var fast goban.FastBoard
	seen := map[string]bool{}
	for range 200 {
		var lines [2][]goban.Point
		fast.Load(b)
		fast.Playout(random, policy, &lines)
		seen[b.Name(lines[b.ToMove()-1][0])] = true
	}
	return seen
}

func read(t *testing.T, position string) *goban.Board {
	t.Helper()
	b, err := goban.ReadText(strings.NewReader(position), goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPolicy(t *testing.T) {
	for _, test := range []struct {
		name, position, last string
		policy               goban.Policy
		want                 string
	}{
		{"take the string of the last move", ".....\n..O..\n.O.O.\n.....\n.....\n", "C3", goban.Policy{Ataris: true}, "C2"},
		{"save by extending", "......\n......\n.XO...\n..X...\n......\n......\n", "C5", goban.Policy{Ataris: true}, "D4"},
		{"save by capturing, or take", ".O....\nXOOX..\nOXX...\n......\n......\n......\n", "C6", goban.Policy{Ataris: true}, "A6 D6"},
	} {
		seen := firstMoves(t, test.position, test.last, test.policy)
		want := map[string]bool{}
		for _, move := range strings.Fields(test.want) {
			want[move] = true
		}
		if !maps.Equal(seen, want) {
			t.Errorf("%s: %v, want %v", test.name, seen, want)
		}
	}
}

// TestShape checks shapes by hand, under all symmetries and with the colours swapped.
func TestShape(t *testing.T) {
	swap := strings.NewReplacer("X", "O", "O", "X")
	for _, test := range []struct {
		position, point string
		want            bool
	}{
		{".....\n.XOX.\n.....\n.....\n.....\n", "C3", true},  // hane
		{".....\n.XO..\n.O...\n.....\n.....\n", "C3", true},  // cut
		{".....\n.....\n.....\n.....\n.....\n", "C3", false}, // nothing near
		{".....\n.XXX.\n.....\n.....\n.....\n", "C3", false}, // no enemy
		{".....\n.....\n.....\n.X...\n.O...\n", "C1", true},  // edge
		{".....\n.....\n..X..\n.....\n.....\n", "C3", false}, // occupied
	} {
		for _, position := range []string{test.position, swap.Replace(test.position)} {
			b := read(t, position)
			p, err := b.Parse(test.point)
			if err != nil {
				t.Fatal(err)
			}
			for s := range 8 {
				turned, err := goban.New(5, goban.Rules{})
				if err != nil {
					t.Fatal(err)
				}
				for _, q := range b.Points() {
					if c := b.At(q); c != goban.Empty {
						if err := turned.Place(c, b.PointUnder(s, q)); err != nil {
							t.Fatal(err)
						}
					}
				}
				if got := turned.Shape(b.PointUnder(s, p)); got != test.want {
					t.Errorf("%s%s under symmetry %d: %v", position, test.point, s, got)
				}
			}
		}
	}
}

// TestMercy checks that games end early, and that the stones decide then.
func TestMercy(t *testing.T) {
	b := read(t, "XXXXX\nX.X.X\nXXXXX\n.....\n.....\nwhite to move\n")
	random := rand.NewPCG(1, 2)
	var fast goban.FastBoard
	fast.Load(b)
	if moves := fast.Playout(random, goban.Policy{Mercy: 0.2}, nil); moves != 1 || fast.Outcome() != 2*(13-1) {
		t.Errorf("outcome %d after %d moves", fast.Outcome(), moves)
	}
}
