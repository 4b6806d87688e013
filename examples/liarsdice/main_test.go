package main

import (
	"math"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/examples/liarsdice/liarsdice"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/regret"
)

func TestSolveCommand(t *testing.T) {
	found := clitest.Object[hidden.Solved](t, command, "solve", "-json", "-sides", "3", "-iterations", "300")
	if math.Abs(found.Value+1./9) > 1e-2 || found.Exploitability > 1e-2 {
		t.Errorf("%+v", found)
	}
	clitest.Check(t, command, clitest.Case{Args: "solve -sides 2 -iterations 10 -strategy", Out: "player 1: 1: 1 of 1"})
}

func TestMatchCommand(t *testing.T) {
	found := clitest.Object[hidden.Matched](t, command, "match", "-json", "-games", "40", "-simulations", "100", "-sides", "4", "-joker", "1")
	if found.Games != 40 || found.Wins+found.Losses != 40 {
		t.Errorf("%+v", found)
	}
}

// Information-set search beats determinization, by more than chance.
func TestInformationSetsBeatDeterminization(t *testing.T) {
	long.Only(t)
	found := clitest.Object[hidden.Matched](t, command, "match", "-json", "-joker", "1", "-games", "800", "-simulations", "500")
	if found.Games != 800 || found.Low <= 0.5 {
		t.Errorf("%+v: want more than half with certainty", found)
	}
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, command, "solve -sides 2 -iterations 10 -json", "match -sides 2 -games 2 -simulations 20")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "solve -sides 3 -joker 4", Status: cli.Misuse, Err: "want a face of a die with 3 sides"},
		clitest.Case{Args: "match -games 3", Status: cli.Misuse, Err: "want an even number"},
	)
}

// BenchmarkCheckpoint measures the cost of checkpoints of CFR+ with 24,576 information sets.
func BenchmarkCheckpoint(b *testing.B) {
	clitest.Checkpoints(b, func(store checkpoint.Store) error {
		g, err := liarsdice.New(liarsdice.Rules{Sides: liarsdice.MostSides})
		if err != nil {
			return err
		}
		_, err = regret.CFRPlus(b.Context(), g, ply.Limits{Nodes: 200}, 0, regret.Options[liarsdice.Move]{Checkpoint: store})
		return err
	})
}
