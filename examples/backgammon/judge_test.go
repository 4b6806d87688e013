package main

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/examples/backgammon/gnubg"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

// moody returns the evaluation of the position, changed at more than 0 plies by up to a tenth of a point.
func moody(_ context.Context, g *backgammon.Game, plies int) (float64, error) {
	points := g.Expectation()
	if g.Turn() == 1 {
		points = -points // before a throw, Expectation is for White
	}
	if plies > 0 {
		points += float64(g.Hash()>>54)/10240 - 0.05
	}
	return points, nil
}

func playerNamed(t *testing.T, name string) arena.Player[*backgammon.Game, backgammon.Move] {
	t.Helper()
	newPlayer, err := playerOf(cli.ParseSpec(name))
	if err != nil {
		t.Fatal(err)
	}
	return newPlayer()
}

// A player that chooses by the evaluation of the judge loses nothing. One that plays at random loses much.
func TestJudgeGame(t *testing.T) {
	for _, c := range []struct {
		player      string
		least, most float64 // points lost in a decision
	}{{"expectimax,depth=1", 0, 1e-9}, {"random", 0.1, 1}} {
		var games []losses
		for seed := range uint64(3) {
			l, err := judgeGame(t.Context(), moody, 0, playerNamed(t, c.player), rand.New(rand.NewPCG(seed, 0)))
			if err != nil || l.decisions < 20 {
				t.Fatalf("%s: %+v, %v", c.player, l, err)
			}
			games = append(games, l)
		}
		decisions, loss, interval := mean(games)
		if loss < 1000*c.least || loss > 1000*c.most || !(interval[0] <= loss && loss <= interval[1]) {
			t.Errorf("%s: loss %v in %d decisions, interval %v", c.player, loss, decisions, interval)
		}
	}
	failure := errors.New("no answer")
	failing := func(context.Context, *backgammon.Game, int) (float64, error) { return 0, failure }
	if _, err := judgeGame(t.Context(), failing, 0, playerNamed(t, "random"), rand.New(rand.NewPCG(1, 0))); !errors.Is(err, failure) {
		t.Errorf("a judge that fails: %v", err)
	}
	illegal := func(context.Context, *backgammon.Game, *rand.Rand) (backgammon.Move, error) {
		return backgammon.Throw(1, 1), nil
	}
	if _, err := judgeGame(t.Context(), moody, 0, illegal, rand.New(rand.NewPCG(1, 0))); err == nil {
		t.Error("no error after an illegal play")
	}
}

// The loss of each play is the one that its definition gives.
func TestLossOf(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	total := 0
	for range 60 {
		g := backgammon.New()
		for n := 1 + 2*random.IntN(40); n > 0 && !g.Finished(); n-- {
			moves := g.Moves(nil)
			g.Play(moves[random.IntN(len(moves))])
		}
		if g.Finished() || g.ToMove() == ply.Chance {
			continue
		}
		values := func(m backgammon.Move, plies int) float64 {
			g.Play(m)
			defer g.Undo(m)
			if g.Finished() {
				return -float64(g.Outcome())
			}
			points, _ := moody(t.Context(), g, plies)
			return -points
		}
		for _, plies := range []int{0, 2} {
			ranked := g.Moves(nil)
			slices.SortStableFunc(ranked, func(x, y backgammon.Move) int { return cmp.Compare(values(y, 0), values(x, 0)) })
			for _, m := range ranked {
				want := 0.0
				for i, other := range ranked {
					if i < 8 && values(other, 0) >= values(ranked[0], 0)-0.16 {
						want = max(want, values(other, plies)-values(m, plies))
					}
				}
				id := g.ID()
				got, err := lossOf(t.Context(), moody, plies, g, g.Moves(nil), m)
				if err != nil || math.Abs(got-want) > 1e-12 || g.ID() != id {
					t.Fatalf("%v%v: %v, %v; want %v", g, m, got, err, want)
				}
				if got > 0 {
					total++
				}
			}
		}
	}
	if total < 100 {
		t.Errorf("only %d losses", total)
	}
}

// The residuals of the two games are ±1/30 points.
func TestMeanLoss(t *testing.T) {
	decisions, loss, interval := mean([]losses{{10, 0.1}, {20, 0.1}})
	const half = 1.959964 * 1000 / 30 * 2 / 30
	wrong := math.Abs(interval[0]-(loss-half)) > 1e-4 || math.Abs(interval[1]-(loss+half)) > 1e-4
	if wrong || decisions != 30 || math.Abs(loss-20./3) > 1e-9 {
		t.Errorf("%d decisions, loss %v, interval %v", decisions, loss, interval)
	}
}

// GNU Backgammon at 0 plies loses nothing by its own judgement. At 2 plies, it loses little.
func TestJudgeCommand(t *testing.T) {
	long.Only(t)
	if _, err := gnubg.Find(gnubg.Name); err != nil {
		t.Skip("GNU Backgammon is not installed (package gnubg)")
	}
	found := clitest.Object[judged](t, root, "judge", "-player", "gnubg", "-plies", "0", "-games", "4", "-json")
	if found.Games != 4 || found.Decisions < 80 || found.Loss > 0.01 {
		t.Errorf("%+v", found)
	}
	found = clitest.Object[judged](t, root, "judge", "-player", "random", "-plies", "0", "-games", "4", "-json")
	if found.Loss < 50 || found.Interval[0] > found.Loss || found.Interval[1] < found.Loss {
		t.Errorf("%+v", found)
	}
}
