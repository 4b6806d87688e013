package main

import (
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestBenchCommand(t *testing.T) {
	out := clitest.Output(t, command, "bench", "-games", "3", "-nodes", "50", "-workers", "2", "-seed", "5", "-json")
	if n := strings.Count(out, "\n"); n != 4 {
		t.Errorf("%d lines, want one for each game and one for all:\n%s", n, out)
	}
	// The number of workers changes nothing but the time.
	human := clitest.Output(t, command, "bench", "-games", "3", "-nodes", "50", "-seed", "5")
	again := clitest.Output(t, command, "bench", "-games", "3", "-nodes", "50", "-seed", "5", "-workers", "3")
	if first, _, _ := strings.Cut(human, "\n"); !strings.HasPrefix(again, first) || !strings.HasPrefix(first, "3 games") {
		t.Errorf("%s\nand\n%s", human, again)
	}
}

func TestPlayCommand(t *testing.T) {
	r := clitest.Run(t, command, "jump\nup\nundo\nhint\nleft\nd\nr\nu\nquit\n", "play", "-nodes", "100")
	if r.Status != cli.Success || !strings.Contains(r.Out, `"jump" is no move`) {
		t.Errorf("%+v", r)
	}
	r = clitest.Run(t, command, "", "play", "-watch", "-depth", "1")
	if r.Status != cli.Success || !strings.Contains(r.Out, "the game is over with a tile of") {
		t.Errorf("%+v", r)
	}
}

func TestAdviseCommand(t *testing.T) {
	found := clitest.Object[advised](t, command, "advise", "-depth", "3", "-json", "-board", "2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0")
	if found.Slide == "" || found.Nodes == 0 {
		t.Errorf("%+v", found)
	}
	clitest.Check(t, command, clitest.Case{Args: "advise -depth 1 -board 2,4,2,4,4,2,4,2,2,4,2,4,4,2,4,2", Out: "no tile can slide"})
}

func TestMisuse(t *testing.T) {
	for _, args := range []string{"", "advise", "advise -board 1,2", "bench -games 0", "play -nodes -1", "slide"} {
		if r := clitest.Run(t, command, "", strings.Fields(args)...); r.Status != cli.Misuse || r.Err == "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
}
