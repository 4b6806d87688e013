package main

import (
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestPerftCommand(t *testing.T) {
	found := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "4", "-json")
	if last := found[len(found)-1]; last.Depth != 4 || last.Leaves != 89153 {
		t.Errorf("%+v", last)
	}
}

func TestMatchCommand(t *testing.T) {
	for _, player := range []string{"expectimax", "mcts,sims=30", "expectimax,depth=1"} {
		found := clitest.Object[cli.Matched](t, root, "match", "-games", "2", "-a", player, "-b", "random", "-json")
		if found.Games != 2 || found.Wins != 2 {
			t.Errorf("%s: %+v", player, found)
		}
	}
}

func TestPlayCommand(t *testing.T) {
	// A play may be written with spaces.
	r := clitest.Run(t, root, "dance\nmoves\nhint\n8/5 6/5\nundo\nquit\n", "play", "-moves", "31")
	for _, want := range []string{`"dance" is no play`, "13/10,6/5 ", "hint: 8/5,6/5\n", "chance: ", "Black plays "} {
		if !strings.Contains(r.Out, want) {
			t.Errorf("no %q in %+v", want, r)
		}
	}
	// White bears off its last checker.
	r = clitest.Run(t, root, "", "play", "-white", "expectimax", "-black", "random", "-id", "IAAABAAAAAAAAA", "-moves", "21")
	if r.Status != cli.Success || !strings.HasSuffix(r.Out, "White wins\n") {
		t.Errorf("%+v", r)
	}
}

func TestDrawCommand(t *testing.T) {
	out := clitest.Output(t, root, "draw", "-moves", "31 8/5,6/5")
	if !strings.Contains(out, "Black throws, position sGfwATDgc/ABMA") || strings.Count(out, "\n") != 16 {
		t.Errorf("%s", out)
	}
	picture := clitest.Output(t, root, "draw", "-moves", "31 8/5,6/5", "-o", "-")
	if !strings.Contains(picture, "<svg") || strings.Count(picture, "<circle") != 30 || strings.Count(picture, "<polygon") != 24 {
		t.Errorf("%s", picture)
	}
}

func TestMisuse(t *testing.T) {
	clitest.Check(t, root,
		clitest.Case{Args: "draw -id 4HPw", Status: cli.Misuse, Err: "14 characters"},
		clitest.Case{Args: "draw -moves 66", Status: cli.Misuse, Err: "no throw"},
		clitest.Case{Args: "play -id 4HPwATDgc/ABMB", Status: cli.Misuse, Err: "illegal base64"},
		clitest.Case{Args: "match -a perfect", Status: cli.Misuse, Err: "unknown kind"},
		clitest.Case{Args: "throw", Status: cli.Misuse},
	)
}
