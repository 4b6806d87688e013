package connectfour_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
)

var background = context.Background()

func TestLaws(t *testing.T) {
	gametest.Check(t, func() *connectfour.Game { return new(connectfour.Game) })
}

// The numbers of different positions after each number of moves are those of Tromp's table
// (A212693 of the On-Line Encyclopedia of Integer Sequences).
func TestPositionsPerPly(t *testing.T) {
	want := []int{1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623}
	want = want[:long.Or(len(want), 9)]
	space := search.Graph(new(connectfour.Game), nil).MaxDepth(len(want) - 1)
	levels := make([]int, len(want))
	_, err := search.BreadthFirst(background, space, ply.Limits{}, search.Options[connectfour.Drop]{Visit: func(depth int) { levels[depth]++ }})
	if err != nil || !slices.Equal(levels, want) {
		t.Fatalf("%d positions per ply, error %v, want %d", levels, err, want)
	}
}

// draw draws a position of a game, after at most this number of moves.
func draw(t *rapid.T, most int) *connectfour.Game {
	g := new(connectfour.Game)
	for range rapid.IntRange(0, most).Draw(t, "moves") {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		g.Play(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return g
}

// drawLate draws a position with at most this number of empty cells, mostly one that is not finished.
func drawLate(t *rapid.T, empty int) *connectfour.Game {
	return late(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), empty)
}

func late(random *rand.Rand, empty int) *connectfour.Game {
	g := new(connectfour.Game)
	empty -= random.IntN(empty / 2)
	for moves := g.Moves(nil); len(moves) > 0 && g.Empty() > empty; moves = g.Moves(nil) {
		for i, j := range random.Perm(len(moves)) {
			g.Play(moves[j])
			if !g.Finished() || i == len(moves)-1 {
				break
			}
			g.Undo(moves[j])
		}
	}
	return g
}

// What the game knows of the value of a position is true: compared with searches that do not ask it, in
// many positions, since what following up brings is wrong in few if it is wrong.
func TestBoundsHold(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range long.Or(20_000, 1_500) {
		g := late(random, 16)
		result, err := alphabeta.AlphaBeta(background, g, ply.Limits{}, alphabeta.Options[connectfour.Drop]{})
		if err != nil {
			t.Fatal(err)
		}
		if low, high := g.Bounds(-2000, 2000); result.Value < low || result.Value > high {
			t.Fatalf("%v\nvalue %d, bounds %d to %d", g, result.Value, low, high)
		}
	}
}

var (
	_ ply.Game[connectfour.Drop]         = (*connectfour.Game)(nil)
	_ fast.Advancer[connectfour.Drop]    = (*connectfour.Game)(nil)
	_ ply.Adversarial                    = (*connectfour.Game)(nil)
	_ ply.Evaluator                      = (*connectfour.Game)(nil)
	_ ply.Bounder                        = (*connectfour.Game)(nil)
	_ alphabeta.Ranker[connectfour.Drop] = (*connectfour.Game)(nil)
	_ ply.Symmetric[connectfour.Drop]    = (*connectfour.Game)(nil)
)
