package main

import (
	"math"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestSolveCommand(t *testing.T) {
	found := clitest.Object[solved](t, root, "solve", "-target", "20", "-own", "3", "-other", "5", "-turn", "4", "-json")
	if found.Best != "roll" || found.HoldAt < 5 || !(found.Wins > 0.5 && found.Wins < 0.8) || found.Positions == 0 {
		t.Errorf("%+v", found)
	}
	out := clitest.Output(t, root, "solve", "-target", "20", "-table")
	if !strings.Contains(out, "own \\ other") || strings.Count(out, "\n") != 13 {
		t.Errorf("%s", out)
	}
}

func TestMatchCommand(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		least, most float64 // of the rate of a
	}{
		{"optimal", "random", 0.7, 1},
		{"hold=8", "hold=8", 0.5, 0.5},
		{"optimal", "mcts=300", 0.4, 0.75},
		{"optimal", "open=300", 0.4, 0.75},
		{"star2=4", "random", 0.7, 1},
	} {
		found := clitest.Object[cli.Matched](t, root, "match", "-target", "20", "-games", "200", "-a", c.a, "-b", c.b, "-json")
		if found.Rate < c.least || found.Rate > c.most || found.Games != 200 || math.IsNaN(found.Low) {
			t.Errorf("%+v, want a rate from %v to %v", found, c.least, c.most)
		}
	}
}

// A player who holds at 8 in a game to 20 loses 0.47 points per game against optimal play. Luck by exact values explains more than
// four fifths of the variance.
func TestMatchCommandReportsPoints(t *testing.T) {
	found := clitest.Object[cli.Matched](t, root, strings.Fields("match -target 20 -games 1000 -a optimal -b hold=8 -points -json")...)
	if p := found.Points; p == nil || p.Adjusted == nil || p.AdjustedInterval == nil {
		t.Fatalf("%+v", found)
	}
	plain, adjusted := found.PointsInterval, *found.AdjustedInterval
	if math.Abs(*found.Adjusted-0.47) > 0.05 || math.Abs(found.Points.Points-(2*found.Rate-1)) > 1e-9 || 2*(adjusted[1]-adjusted[0]) > plain[1]-plain[0] {
		t.Errorf("%+v: %v to %v, adjusted %v in %v", found, plain, found.Points, *found.Adjusted, adjusted)
	}
	for _, args := range []string{"match -target 10 -games 2 -a hold -b random", "match -target 10 -games 2 -a hold -b random -json"} {
		if out := clitest.Output(t, root, strings.Fields(args)...); strings.Contains(out, "points") || strings.Contains(out, "adjusted") {
			t.Errorf("%s: %s", args, out)
		}
	}
	if out := clitest.Output(t, root, strings.Fields("match -target 10 -games 2 -a hold -b random -points")...); !strings.Contains(out, ", adjusted for luck\n") {
		t.Errorf("%s", out)
	}
}

func TestPlayCommand(t *testing.T) {
	for side, begins := range []string{"side 0:   0 of 10 and 0 in this turn", "first plays roll"} {
		input := "dance\nh\n" + strings.Repeat("r\nhold\n", 200)
		r := clitest.Run(t, root, input, "play", "-target", "10", "-side", string('0'+rune(side)))
		if r.Status != cli.Success || !strings.HasPrefix(r.Out, begins) || !strings.HasSuffix(r.Out, " wins\n") ||
			!strings.Contains(r.Out, `"dance" is no move`) {
			t.Errorf("%+v", r)
		}
	}
	if r := clitest.Run(t, root, "r\nquit\n", "play", "-target", "10", "-against", "random"); r.Status != cli.Success {
		t.Errorf("%+v", r)
	}
}

func TestMisuse(t *testing.T) {
	for _, args := range []string{"", "solve -target 1", "solve -target 20 -own 20", "match -a perfect", "match -a hold=0", "match -b optimal=3", "match -a mcts=0", "match -a open=0",
		"match -games 3", "play -against hold=0", "roll"} {
		if r := clitest.Run(t, root, "", strings.Fields(args)...); r.Status != cli.Misuse || r.Err == "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
}
