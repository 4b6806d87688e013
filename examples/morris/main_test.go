package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/solved"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestSolve(t *testing.T) {
	three := clitest.Object[solved.Summary](t, command, "solve", "-board", "three", "-json")
	if three.Positions != 540 || three.Value != 1 || three.Plies != 9 || three.Longest != 10 {
		t.Errorf("%+v", three)
	}
}

// TestWorkers compares the whole databases that one worker and two find.
func TestWorkers(t *testing.T) {
	clitest.Same(t, command, "solve -board three -workers 1 -db FILE", "solve -board three -workers 2 -db FILE")
}

func TestCommands(t *testing.T) {
	db := filepath.Join(t.TempDir(), "three")
	clitest.Output(t, command, "solve", "-board", "three", "-db", db)
	if out := clitest.Output(t, command, "verify", "-board", "three", "-db", db); !strings.Contains(out, "540 positions, all right") {
		t.Error(out)
	}
	line := clitest.Object[solved.Lined](t, command, "line", "-board", "three", "-db", db, "-json")
	if len(line.Line) != 9 || line.Line[0] != "b2" {
		t.Errorf("%+v", line)
	}
	if r := clitest.Run(t, command, "a1\na2\na3\nb1\nb3\nc1\nc2\nc3\n", "play", "-board", "three", "-db", db, "-side", "1"); r.Status != 0 || !strings.Contains(r.Out, "White plays b2 (win in 9)") {
		t.Errorf("%+v", r)
	}
	rows := clitest.Output(t, command, "solve", "-board", "three", "-table")
	if !strings.Contains(rows, "win in 9 ") || !strings.Contains(rows, "White wins in 9 plies") {
		t.Error(rows)
	}
	clitest.Files(t, command, "verify -board three -db FILE", db)
	clitest.Sessions(t, command, "play -board three -db "+db, "moves\nvalue\nb2\nundo\na1\nquit\n")
	clitest.Replaces(t, command, "", "solve -board three -db FILE", db)
	clitest.Streams(t, command, "solve -board three -json", "value -board three -json", "line -board three", "perft -depth 2 -json", "verify -board three -json -db "+db)
}

// TestUCI has moves of both phases as text.
func TestUCI(t *testing.T) {
	r := clitest.Run(t, command, "go\nposition startpos moves b2 a3 c2 a2 a1 c3 b2b1 a3b3\ngo\n", "uci", "-board", "three")
	if !strings.Contains(r.Out, "bestmove b2\n") || !strings.Contains(r.Out, "bestmove c2c1\n") {
		t.Errorf("%+v", r)
	}
}

func TestFlags(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "verify", Status: 2, Err: "-db"},
		clitest.Case{Args: "value -board three -position x", Status: 2, Err: "-position"},
		clitest.Case{Args: "solve -board three -db /none/there", Status: 1, Err: "/none"})
}
