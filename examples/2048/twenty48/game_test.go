package twenty48_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/expectation"
)

func TestLaws(t *testing.T) {
	gametest.Check(t, func() *twenty48.Game { return new(twenty48.Game) }, gametest.Options{Length: 60})
}

// slid moves tiles as the rules say, one cell and one row or column at a time.
func slid(b [4][4]int, m twenty48.Move) [4][4]int {
	var result [4][4]int
	for line := range 4 {
		cell := func(b *[4][4]int, i int) *int { // of the line, in the order in which tiles come to rest
			switch m {
			case twenty48.Up:
				return &b[i][line]
			case twenty48.Down:
				return &b[3-i][line]
			case twenty48.Left:
				return &b[line][i]
			default:
				return &b[line][3-i]
			}
		}
		n, merged := 0, false
		for i := range 4 {
			tile := *cell(&b, i)
			switch {
			case tile == 0:
			case n > 0 && !merged && tile < 32768 && *cell(&result, n-1) == tile:
				*cell(&result, n-1) *= 2
				merged = true
			default:
				*cell(&result, n) = tile
				n++
				merged = false
			}
		}
	}
	return result
}

func tiles(b twenty48.Board) (t [4][4]int) {
	for cell := range twenty48.Cells {
		t[cell/4][cell%4] = b.Tile(cell)
	}
	return t
}

// Slides are those of the rules, on random boards.
func TestSlides(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 20_000 {
		var b twenty48.Board
		most := 2 + random.IntN(14)
		for cell := range twenty48.Cells {
			b |= twenty48.Board(random.IntN(most+1)) << (4 * cell)
		}
		g := twenty48.From(b)
		legal := map[twenty48.Move]bool{}
		for _, m := range g.Moves(nil) {
			legal[m] = true
		}
		greatest, points, empty := 0, 0, 0
		for _, row := range tiles(b) {
			for _, tile := range row {
				greatest = max(greatest, tile)
				if tile == 0 {
					empty++
				}
				for n := tile; n > 2; n /= 2 {
					points += tile // two of n/2, made tile/n times
				}
			}
		}
		if b.Greatest() != greatest || b.Points() != points || b.Empty() != empty {
			t.Fatalf("%vgreatest %d, points %d, empty %d; want %d, %d, %d", b, b.Greatest(), b.Points(), b.Empty(), greatest, points, empty)
		}
		for m := twenty48.Up; m <= twenty48.Right; m++ {
			want := slid(tiles(b), m)
			if legal[m] != (want != tiles(b)) {
				t.Fatalf("%v%v: legal %v", b, m, legal[m])
			}
			if !legal[m] {
				continue
			}
			g.Play(m)
			if tiles(g.Board()) != want || g.ToMove() != ply.Chance {
				t.Fatalf("%v%v:\n%v", b, m, g)
			}
			g.Undo(m)
		}
	}
}

func TestParseBoard(t *testing.T) {
	b, err := twenty48.ParseBoard("0,2,4,8 16,32,64,128\n256,512,1024,2048 4096 8192 16384 32768")
	if err != nil || b != 0xfedcba9876543210 {
		t.Errorf("%x, %v", uint64(b), err)
	}
	for _, text := range []string{"", "2 2", "1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "6 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
		"65536 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "-2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "x 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"} {
		if b, err := twenty48.ParseBoard(text); err == nil {
			t.Errorf("%q is %v", text, b)
		}
	}
}

// play plays a game with a number of nodes for each move, and returns its last board.
func play(t testing.TB, nodes int, seed uint64) twenty48.Board {
	t.Helper()
	player, err := twenty48.NewPlayer(ply.Limits{Nodes: nodes}, 0)
	if err != nil {
		t.Fatal(err)
	}
	g, err := twenty48.PlayOut(context.Background(), player, rand.New(rand.NewPCG(seed, 0)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.Board()
}

// A little thought makes a 512 at least; that takes some hundred moves.
func TestPlayer(t *testing.T) {
	if b := play(t, 300, 1); b.Greatest() < 512 {
		t.Errorf("\n%v", b)
	}
	if _, err := twenty48.NewPlayer(ply.Limits{}, 0); err == nil {
		t.Error("a player without limits")
	}
}

// judged is a game that evaluates its positions as players do.
type judged struct{ *twenty48.Game }

func (g judged) evaluation() fast.SuccessorExpectations[twenty48.Move] {
	return twenty48.Evaluate(g.Game).(fast.SuccessorExpectations[twenty48.Move])
}

func (g judged) Clone() judged { return judged{g.Game.Clone()} }

func (g judged) Expectation() float64 { return g.evaluation().Expectation() }

func (g judged) EvaluateSuccessors(moves []twenty48.Move, dst []float64) []float64 {
	return g.evaluation().EvaluateSuccessors(moves, dst)
}

func (g judged) EvaluateReplies(outcomes []twenty48.Move, dst []fast.Reply) []fast.Reply {
	return g.evaluation().(fast.ReplyExpectations[twenty48.Move]).EvaluateReplies(outcomes, dst)
}

// The evaluations of successors and replies are those of positions, from the first tile to the end of games.
func TestEvaluationLaws(t *testing.T) {
	gametest.Check(t, func() judged { return judged{new(twenty48.Game)} }, gametest.Options{Length: 60})
	// Full boards, before their last tile and after.
	random := rand.New(rand.NewPCG(1, 0))
	ends := 0
	for range 10_000 {
		var b twenty48.Board
		for cell := range twenty48.Cells {
			b |= twenty48.Board(1+random.IntN(11)) << (4 * cell)
		}
		b &^= 15 << (4 * random.IntN(twenty48.Cells))
		g := twenty48.From(b)
		e := judged{g}.evaluation()
		slow := expectation.Successors(g, e)
		for _, slide := range g.Moves(nil) {
			compare := func() {
				moves := g.Moves(nil)
				got, want := e.EvaluateSuccessors(moves, nil), slow.EvaluateSuccessors(moves, nil)
				if !slices.Equal(got, want) {
					t.Fatalf("%v%v: %v, want %v", g, moves, got, want)
				}
				ends += bytes.Count([]byte(fmt.Sprint(got)), []byte(" 0"))
			}
			compare()
			g.Play(slide)
			compare()
			moves := g.Moves(nil)
			replies := expectation.Replies(g, e).EvaluateReplies(moves, nil)
			if got := (judged{g}).EvaluateReplies(moves, nil); !slices.Equal(got, replies) {
				t.Fatalf("%v%v: %v, want %v", g, moves, got, replies)
			}
			g.Undo(slide)
		}
	}
	if ends == 0 {
		t.Error("no game has ended")
	}
}
