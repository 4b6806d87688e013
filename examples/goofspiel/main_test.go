package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestSolveCommand(t *testing.T) {
	all := clitest.Objects[solved](t, command, "solve", "-json", "-cards", "4")
	if len(all) != 4 {
		t.Fatalf("%d first prizes of 4", len(all))
	}
	for i, found := range all {
		sum := 0.0
		for _, p := range found.Probabilities {
			sum += p
		}
		if math.Abs(found.Value) > 1e-6 || int(found.Prize) != i+1 || math.Abs(sum-1) > 1e-6 || len(found.Bids) != 4 {
			t.Errorf("%+v", found)
		}
	}
	clitest.Check(t, command, clitest.Case{Args: "solve -order descending -cards 3", Out: "prize 3: value +0.000000"})
	clitest.Check(t, command, clitest.Case{Args: "solve -cards 9 -time 1ms", Status: cli.Failure, Err: "out of time"})
}

func TestPlotCommand(t *testing.T) {
	all := clitest.Objects[measured](t, command, "plot", "-json", "-cards", "3", "-simulations", "3000", "-runs", "2")
	last := map[string]measured{}
	for _, m := range all {
		last[m.Selection] = m
	}
	if len(last) != 3 || last["regret matching"].Exploitability > 0.1 || last["UCT"].Simulations != 3000 {
		t.Errorf("%+v", last)
	}
	name := filepath.Join(t.TempDir(), "plot.svg")
	clitest.Output(t, command, "plot", "-cards", "2", "-simulations", "100", "-runs", "1", "-o", name)
	if picture, err := os.ReadFile(name); err != nil || !strings.Contains(string(picture), "regret matching") {
		t.Error(err)
	}
	clitest.Check(t, command, clitest.Case{Args: "plot -o plot.txt", Status: cli.Misuse, Err: ".svg, .png, .pdf"})
}

func TestPlayCommand(t *testing.T) {
	r := clitest.Run(t, command, "7\n1\n2\n3\n", "play", "-cards", "3", "-time", "1ms")
	if r.Status != cli.Success || !strings.Contains(r.Out, `"7" is no bid`) || !strings.Contains(r.Out, "points") {
		t.Errorf("%+v", r)
	}
	if r := clitest.Run(t, command, "1\n", "play", "-cards", "1", "-time", "24h"); !strings.Contains(r.Out, "I bid 1") {
		t.Errorf("the only card: %+v", r)
	}
	clitest.Sessions(t, command, "play -cards 3 -time 1ms", "1\n2\nquit\n")
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, command, "solve -cards 3 -json", "solve -cards 2", "plot -cards 2 -simulations 20 -runs 1", "plot -cards 2 -simulations 20 -runs 1 -json")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "solve -cards 10", Status: cli.Misuse, Err: "-cards: want 1 to 9"},
		clitest.Case{Args: "solve -order sorted", Status: cli.Misuse, Err: "want random, descending or ascending"},
	)
}
