package main

import (
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestPerft(t *testing.T) {
	all := clitest.Objects[cli.Counted](t, command, "perft", "-depth", "3", "-json")
	if len(all) != 4 || all[1].Leaves != 4 || all[2].Leaves != 17 || all[3].Leaves != 100 {
		t.Errorf("%+v", all)
	}
}

func TestFlags(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "solve -memory 0.001", Status: 1, Err: "memory"},
		clitest.Case{Args: "value -position x", Status: 2, Err: "-position"},
		clitest.Case{Args: "verify", Status: 2, Err: "-db"})
	clitest.Streams(t, command, "perft -depth 3 -json")
}
