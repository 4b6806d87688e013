package goban_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/long"
)

// TestFastBoard plays random games on a Board and a FastBoard and compares them after each move: which moves are legal,
// and where they lead.
func TestFastBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	games := 2
	if long.Enabled {
		games = 30
	}
	for _, rules := range allRules {
		rules.Komi = 6.5
		for size := goban.MinSize; size <= 6; size++ {
			for range games {
				compareBoards(t, size, rules, random)
			}
		}
	}
}

func compareBoards(t *testing.T, size int, rules goban.Rules, random *rand.Rand) {
	g, err := goban.NewGame(size, rules)
	if err != nil {
		t.Fatal(err)
	}
	b := g.Board
	var along, at goban.FastBoard
	along.Load(b)
	for range 4 * size * size {
		at.Load(b)
		var choice []goban.Point
		for _, p := range b.Points() {
			want := b.Legal(p) && b.LibertiesAfter(b.ToMove(), p) > 0
			for _, fast := range []goban.FastBoard{along, at} {
				if got := fast.Play(p); got != want {
					t.Fatalf("%v%s: Play is %v, want %v", b, b.Name(p), got, want)
				}
			}
			for _, c := range []goban.Color{goban.Black, goban.White} {
				if along.Eye(c, p) != b.Eye(c, p) {
					t.Fatalf("%v%s: Eye of %v is %v", b, b.Name(p), c, along.Eye(c, p))
				}
				if b.At(p) == goban.Empty && along.SelfAtari(c, p) != selfAtari(b, c, p) {
					t.Fatalf("%v%s: SelfAtari of %v is %v", b, b.Name(p), c, along.SelfAtari(c, p))
				}
			}
			if want && (!b.Eye(b.ToMove(), p) || random.IntN(8) == 0) {
				choice = append(choice, p)
			}
		}
		move := goban.Pass
		if len(choice) > 0 && random.IntN(30) > 0 {
			move = choice[random.IntN(len(choice))]
		}
		if !along.Play(move) || !at.Play(move) {
			t.Fatalf("%v%s could not be played", b, b.Name(move))
		}
		b.Play(move)
		want := int(2 * b.Score())
		for _, fast := range []*goban.FastBoard{&along, &at} {
			for p := range goban.Point(500) {
				if fast.At(p) != b.At(p) {
					t.Fatalf("%v%s is %v", b, b.Name(p), fast.At(p))
				}
			}
			if fast.Outcome() != want || fast.ToMove() != b.ToMove() || fast.Passes() != b.Passes() {
				t.Fatalf("%voutcome %d, want %d; %v to move after %d passes", b, fast.Outcome(), want, fast.ToMove(), fast.Passes())
			}
		}
	}
}

// selfAtari is what FastBoard.SelfAtari says, by exact liberties.
func selfAtari(b *goban.Board, c goban.Color, p goban.Point) bool {
	for _, q := range b.Neighbors(p) {
		if b.At(q) == c.Opponent() && b.LibertyCount(q) == 1 {
			return false
		}
	}
	return b.LibertiesAfter(c, p) < 2
}

// TestLightIsUniform counts the first moves of a position with a known number of choices.
func TestLightIsUniform(t *testing.T) {
	b, err := goban.New(3, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	// Black has eyes in two corners, which it does not fill; the other three points are open.
	for _, name := range []string{"B1", "A2", "B2", "C2"} {
		p, err := b.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Place(goban.Black, p); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.NewPCG(1, 2)
	seen := map[goban.Point]int{}
	const games = 30000
	for range games {
		var fast goban.FastBoard
		fast.Load(b)
		seen[fast.Light(random)]++
	}
	if len(seen) != 3 {
		t.Fatalf("%d moves, want 3", len(seen))
	}
	for p, n := range seen {
		if n < games/3-600 || n > games/3+600 {
			t.Errorf("%s: %d of %d", b.Name(p), n, games)
		}
	}
}

// TestFastPlayoutAllocates checks that playouts allocate nothing.
func TestFastPlayoutAllocates(t *testing.T) {
	b, err := goban.New(9, goban.Rules{Superko: true})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.NewPCG(1, 2)
	fast := new(goban.FastBoard)
	play := func() {
		fast.Load(b)
		fast.LightPlayout(random, nil)
	}
	for range 100 {
		play()
	}
	if n := testing.AllocsPerRun(100, play); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
