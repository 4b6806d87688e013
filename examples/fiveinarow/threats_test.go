package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

const win = "fiveinarow/testdata/win/16.txt"

func TestThreats(t *testing.T) {
	wrong := filepath.Join(t.TempDir(), "wrong.txt")
	if err := os.WriteFile(wrong, []byte("...............\n....x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	position, err := os.ReadFile(win)
	if err != nil {
		t.Fatal(err)
	}
	const sequence = "O to move wins:\n  1. D8   four, answers C7\n"
	clitest.Check(t, command,
		clitest.Case{Args: "threats -position " + win, Out: sequence},
		clitest.Case{Args: "threats -position -", In: string(position), Out: sequence},
		clitest.Case{Args: "threats -fours -exact -position " + win, Out: "4. J8   five\n"},
		clitest.Case{Args: "threats -max-nodes 3 -position " + win, Out: "O to move: no winning threat sequence found, out of nodes\n"},
		clitest.Case{Args: "threats -position fiveinarow/testdata/none/11.txt", Out: "O to move: no winning threat sequence\n"},
		clitest.Case{Args: "threats -method dfpn -position " + win, Out: "O to move wins by D8, which depends on "},
		clitest.Case{Args: "threats -method threats -fours -exact -position " + win, Out: "O to move wins by "},
		clitest.Case{Args: "threats -method dfpn -max-nodes 3 -position " + win, Out: "O to move: no win by threats found, out of nodes\n"},
		clitest.Case{Args: "threats -method dfpn -position fiveinarow/testdata/none/11.txt -max-nodes 100000", Out: "O to move: no win by threats"},
		clitest.Case{Args: "threats -method x", Status: cli.Misuse, Err: "-method: want"},
		clitest.Case{Args: "threats", Status: cli.Misuse, Err: "-position is missing"},
		clitest.Case{Args: "threats -side x -position " + win, Status: cli.Misuse, Err: "-side: want X or O"},
		clitest.Case{Args: "threats -position " + wrong, Status: cli.Failure, Err: wrong + ": line 2, column 5: 'x'"},
		clitest.Case{Args: "threats -position -", Status: cli.Failure, Err: "standard input: line 1, column 1"},
		clitest.Case{Args: "threats -position " + wrong + "x", Status: cli.Failure, Err: wrong + "x: no such file"},
	)
	clitest.Misuse(t, command)
	clitest.Files(t, command, "threats -max-nodes 10000 -position FILE", win)
	clitest.Streams(t, command, "threats -json -position "+win, "threats -position "+win)
}

func TestJSON(t *testing.T) {
	for side, found := range map[string]bool{"O": true, "X": false} {
		a := clitest.Object[struct {
			Side     string
			Found    *bool
			Sequence []struct{ Move, Threat string }
			Nodes    int
		}](t, command, "threats", "-position", win, "-side", side, "-fours", "-json")
		if a.Side != side || a.Found == nil || *a.Found != found || (len(a.Sequence) > 0) != found || a.Nodes == 0 {
			t.Errorf("%+v", a)
		}
	}
}

func TestProofJSON(t *testing.T) {
	for side, found := range map[string]bool{"O": true, "X": false} {
		p := clitest.Object[struct {
			Side, Move string
			Found      *bool
			Trace      []string
			Nodes      int
		}](t, command, "threats", "-method", "dfpn", "-position", win, "-side", side, "-fours", "-json")
		if p.Side != side || p.Found == nil || *p.Found != found || (p.Move != "") != found || (len(p.Trace) > 0) != found || p.Nodes == 0 {
			t.Errorf("%+v", p)
		}
	}
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, command, "threats -position "+win)
}
