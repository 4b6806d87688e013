package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

func TestSolveCommand(t *testing.T) {
	found := clitest.Object[hidden.Solved](t, command, "solve", "-json", "-iterations", "2000")
	if math.Abs(found.Value+1./18) > 1e-4 || found.Exploitability > 1e-4 || found.Iterations != 2000 || found.Positions != 58 {
		t.Errorf("%+v", found)
	}
	found = clitest.Object[hidden.Solved](t, command, "solve", "-json", "-rules", "leduc", "-exploitability", "0.01")
	if math.Abs(found.Value+0.0856) > 0.01 || found.Exploitability > 0.01 || found.Iterations == 10_000 {
		t.Errorf("%+v", found)
	}
	found = clitest.Object[hidden.Solved](t, command, "solve", "-json", "-rules", "leduc", "-ranks", "4", "-suits", "3", "-raises", "1", "-iterations", "10")
	if found.Information != 4*4+4*3*4*4 {
		t.Errorf("%+v", found)
	}
	sampled := clitest.Object[hidden.Solved](t, command, "solve", "-json", "-method", "sampling", "-seed", "3")
	if math.Abs(sampled.Value+1./18) > 0.05 || sampled.Exploitability > 0.05 {
		t.Errorf("%+v", sampled)
	}
	clitest.Check(t, command, clitest.Case{Args: "solve -strategy -iterations 100", Out: "player 1: J raise"})
	if lines := strings.Count(clitest.Output(t, command, "solve", "-strategy", "-json", "-iterations", "10"), "\n"); lines != 13 {
		t.Errorf("%d lines, want a result and 12 information sets", lines)
	}
}

func TestPlayCommand(t *testing.T) {
	r := clitest.Run(t, command, strings.Repeat("nothing\nc\nfold\n", 100), "play", "-rules", "leduc", "-deals", "4")
	if r.Status != cli.Success || !strings.Contains(r.Out, "in 4 deals") || !strings.Contains(r.Out, `"nothing" is no move`) {
		t.Errorf("%+v", r)
	}
	clitest.Sessions(t, command, "play", "c\nr\nc\nquit\n")
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, command, "solve -iterations 10 -strategy -json", "solve -iterations 10 -strategy", "solve -method sampling -iterations 10")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "solve -rules omaha", Status: cli.Misuse, Err: "want kuhn or leduc"},
		clitest.Case{Args: "solve -iterations 0", Status: cli.Misuse, Err: "-iterations"},
		clitest.Case{Args: "solve -ranks 1 -suits 1", Status: cli.Misuse, Err: "1 cards are too few"},
		clitest.Case{Args: "play -raises 13", Status: cli.Misuse, Err: "want 0 to 12"},
	)
}

// An equilibrium that is looked for by processes that are killed again and again is the same, bit by bit.
func TestSolveInterrupted(t *testing.T) {
	for _, test := range []struct {
		args, other string
		iterations  int // in about two seconds
		kills       int
	}{
		{"-rules kuhn", "-rules leduc", 2_000_000, 3},
		{"-rules leduc", "-rules kuhn", 100_000, 6},
		{"-rules leduc -method sampling", "-rules kuhn -method sampling", 700_000, 4},
		{"-rules leduc -ranks 6 -suits 4 -raises 4", "-rules leduc -ranks 6 -suits 3 -raises 4", 4000, 4}, // 3300 information sets
	} {
		if !long.Enabled {
			if test.args != "-rules leduc" {
				continue
			}
			test.iterations, test.kills = 20_000, 1
		}
		t.Run(test.args, func(t *testing.T) {
			with := fmt.Sprintf("solve -json -iterations %d ", test.iterations)
			clitest.Interrupted(t, command, test.kills, []string{"seconds"}, with+test.args, with+test.other)
		})
	}
}

func TestMain(m *testing.M) {
	clitest.Main(command)
	os.Exit(m.Run())
}
