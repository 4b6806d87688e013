package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestSolveAndVerify(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proof")
	for _, test := range []struct{ args, winner, move string }{
		{"-size 2", "white", "a1"},
		{"-size 3", "white", "a1"},
		{"-size 3 -moves a1", "white", ""},
		{"-size 3 -moves c3", "black", "a1"},
	} {
		args := append([]string{"-json", "-table-entries", "5000", "-proof", file}, strings.Fields(test.args)...)
		found := clitest.Object[solved](t, root, append([]string{"solve"}, args...)...)
		if found.Winner != test.winner || found.Move != test.move || found.Nodes == 0 || found.Status != "complete" {
			t.Errorf("%s: %+v, want %s by %q", test.args, found, test.winner, test.move)
		}
		verified := clitest.Object[proved](t, root, "verify", "-json", "-proof", file)
		if verified.Seconds = found.Proof.Seconds; verified != *found.Proof || verified.Winner != test.winner {
			t.Errorf("%s: %+v, want %+v", test.args, verified, *found.Proof)
		}
	}
	none := filepath.Join(t.TempDir(), "none")
	clitest.Check(t, root,
		clitest.Case{Args: "solve -table-entries 5000", Out: "winner: white, by a1\n"},
		clitest.Case{Args: "solve -table-entries 5000 -moves c3,a1 -proof " + file, Out: "proof written: "},
		clitest.Case{Args: "verify -proof " + file, Out: "black wins\nverified: "},
		clitest.Case{Args: "solve -size 5 -time 10ms -table-entries 5000 -proof " + none, Status: cli.Failure, Out: "winner: unknown\n", Err: "no proof was written"},
		clitest.Case{Args: "solve -proof nowhere/proof", Status: cli.Failure, Err: "nowhere/proof cannot be written"},
		clitest.Case{Args: "solve -size 6", Status: cli.Misuse, Err: "-size: want 2 to 5"},
		clitest.Case{Args: "solve -moves a1,z9", Status: cli.Misuse, Err: `-moves: "z9" is not on a board of size 3`},
		clitest.Case{Args: "solve -moves a1,a1", Status: cli.Misuse, Err: "-moves: a1 is taken"},
		clitest.Case{Args: "verify", Status: cli.Misuse, Err: "-proof is missing"},
		clitest.Case{Args: "verify -proof main.go", Status: cli.Failure, Err: "main.go: proof: not a file of a strategy"},
		clitest.Case{Args: "verify -proof " + none, Status: cli.Failure, Err: "none"},
	)
	if _, err := os.Stat(none); err == nil {
		t.Error("a proof of nothing was written")
	}
	clitest.Files(t, root, "verify -proof FILE", file)
	clitest.Same(t, root, "solve -table-entries 5000 -proof FILE", "solve -table-entries 5000 -json -proof FILE")
}
