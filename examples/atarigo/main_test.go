package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

func TestSolveCommand(t *testing.T) {
	for _, test := range []struct{ args, winner, move string }{
		{"-size 3", "black", ""},
		{"-size 4", "white", ""},
		{"-size 6 -start cross", "black", ""},
		{"-size 6 -start cross -method alphabeta -n 5 -without cqt,mra", "black", "C2"},
		{"-size 4 -method alphabeta", "white", ""},
	} {
		found := clitest.Object[solved](t, root, append([]string{"solve", "-json", "-table-entries", "65536"}, strings.Fields(test.args)...)...)
		if found.Winner != test.winner || test.move != "" && found.Move != test.move || (found.Move == "") != (test.winner == "white") {
			t.Errorf("%s: %+v, want %s by %s", test.args, found, test.winner, test.move)
		}
		if found.Played == 0 || found.Nodes == 0 {
			t.Errorf("%s: %+v", test.args, found)
		}
	}
	clitest.Check(t, root,
		clitest.Case{Args: "solve -table-entries 1000 -size 3", Out: "black to move, winner: black, by "},
		clitest.Case{Args: "solve -size 6 -start cross -method alphabeta -n 1", Out: "winner: unknown\n"},
		clitest.Case{Args: "solve -size 9", Status: cli.Misuse, Err: "want 2 to 8"},
		clitest.Case{Args: "solve -size 7 -start cross", Status: cli.Misuse, Err: "want an even size"},
		clitest.Case{Args: "solve -size 6 -start cross-low", Status: cli.Misuse, Err: "want an odd size"},
		clitest.Case{Args: "solve -method alphabeta -without tt,lmr", Status: cli.Misuse, Err: `unknown heuristic "lmr"`},
		clitest.Case{Args: "solve -n 3", Status: cli.Misuse, Err: "-without and -n are for -method alphabeta"},
		clitest.Case{Args: "solve -method alphabeta -proof x", Status: cli.Misuse, Err: "-proof, -workers and -moves are for -method dfpn"},
		clitest.Case{Args: "solve -table-entries 1000 -size 4 -workers 2", Out: "winner: white"},
		clitest.Case{Args: "solve -table-entries 1000 -size 4 -method lambda", Out: "winner: unknown"},
		clitest.Case{Args: "solve -table-entries 1000 -size 4 -method threats -threat 1", Out: "winner: unknown"},
		clitest.Case{Args: "solve -method threats -threat 2,3,1", Status: cli.Misuse, Err: "its number 2 is greater"},
		clitest.Case{Args: "solve -method lambda -workers 2", Status: cli.Misuse, Err: "-proof, -workers and -moves are for -method dfpn"},
		clitest.Case{Args: "solve -workers 2 -proof x", Status: cli.Misuse, Err: "-proof needs one worker"},
		clitest.Case{Args: "solve -start nowhere.txt", Status: cli.Failure, Err: "nowhere.txt"},
	)
}

func TestStartFromFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "start.txt")
	for text, want := range map[string]clitest.Case{
		". . .\n. X .\n. . .\nO to move\n": {Out: "white to move, winner: "},
		"..\n..\nz.\n":                     {Status: cli.Failure, Err: "start.txt: line 3: 'Z': want X, O or ."},
		"...\n.X.\n":                       {Status: cli.Failure, Err: "start.txt: line 2: 2 rows of 3 points"},
		"OX\nX.\n":                         {Status: cli.Failure, Err: "start.txt: line 2: black A1: a string would have no liberties"},
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want.Args = "solve -table-entries 1000 -start " + name
		clitest.Check(t, root, want)
	}
	if err := os.WriteFile(name, []byte("..\n..\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.LongLines(t, root, "solve -table-entries 1000 -start FILE", name)
	clitest.Check(t, root, clitest.Case{Args: "solve -size 3 -start " + name, Status: cli.Failure, Err: "a board of size 2, but -size says 3"})
}

func TestVerifyCommand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "proof")
	clitest.Object[solved](t, root, "solve", "-json", "-size", "5", "-table-entries", "65536", "-proof", name)
	found := clitest.Object[verified](t, root, "verify", "-json", "-proof", name)
	if found.Winner != "black" || found.Move == "" || found.Moves == 0 || found.Played == 0 {
		t.Errorf("%+v", found)
	}
	clitest.Check(t, root,
		clitest.Case{Args: "verify -proof " + name, Out: "black wins by " + found.Move + ": verified"},
		clitest.Case{Args: "verify", Status: cli.Misuse, Err: "-proof is missing"},
		clitest.Case{Args: "verify -proof main.go", Status: cli.Failure, Err: "main.go: not a proof of Atari-Go"},
		clitest.Case{Args: "verify -proof " + name + "x", Status: cli.Failure, Err: "proofx"},
	)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, whole[:len(whole)-20], 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Check(t, root, clitest.Case{Args: "verify -proof " + name, Status: cli.Failure, Err: "proof: cut short"})
	whole[60] ^= 1
	if err := os.WriteFile(name, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Check(t, root, clitest.Case{Args: "verify -proof " + name, Status: cli.Failure, Err: "proof: damaged"})
}

func TestSolveMoves(t *testing.T) {
	name := filepath.Join(t.TempDir(), "proof")
	rows := clitest.Objects[movesSolved](t, root, "solve", "-json", "-size", "4", "-moves", "-table-entries", "65536", "-proof", name)
	images := 0
	for _, r := range rows {
		images += r.Images
		if r.Winner != "white" || r.Reply == "" || r.Played == 0 || r.Nodes == 0 {
			t.Errorf("%+v, want white to win", r)
		}
		clitest.Check(t, root, clitest.Case{Args: "verify -proof " + name + "." + r.Move, Out: "white to move, white wins"})
	}
	if len(rows) != 3 || images != 16 {
		t.Errorf("%+v, want 16 moves in 3 rows", rows)
	}
	clitest.Check(t, root,
		clitest.Case{Args: "solve -size 5 -moves -table-entries 1000 -time 1ns", Out: "unknown"},
		clitest.Case{Args: "solve -size 3 -moves -table-entries 1000 -workers 2", Out: "B2        1  black"},
		clitest.Case{Args: "solve -size 3 -moves -method lambda", Status: cli.Misuse, Err: "-proof, -workers and -moves are for -method dfpn"},
	)
	// A move that captures wins without a proof.
	start := filepath.Join(filepath.Dir(name), "start.txt")
	if err := os.WriteFile(start, []byte("...\n.X.\nOX.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	rows = clitest.Objects[movesSolved](t, root, "solve", "-json", "-moves", "-table-entries", "1000", "-start", start, "-proof", name)
	if i := slices.IndexFunc(rows, func(r movesSolved) bool { return r.Move == "A2" }); i < 0 || rows[i].Winner != "black" {
		t.Errorf("%+v, want black to win by A2", rows)
	}
	if _, err := os.Stat(name + ".A2"); err == nil {
		t.Error("a proof of a game that is over")
	}
}

func TestPapersCommand(t *testing.T) {
	rows := clitest.Objects[reproduced](t, root, "papers", "-table", "3", "-orders", "2", "-limit", "30000", "-json")
	if len(rows) != 8 {
		t.Fatalf("%d rows, want 8", len(rows))
	}
	for _, r := range rows {
		orders := 2
		if r.Method == "dfpn" {
			orders = 1
		}
		if r.Table != "7.3" || r.Won+r.NotFound+r.Cut != orders || (r.Won == orders) != (r.Most != nil) {
			t.Errorf("%+v", r)
		}
	}
	clitest.Check(t, root, clitest.Case{Args: "papers -table 7 -orders 1 -limit 1000", Out: "Table 7.7: 7×7 cross-high, n = 2"})
}

func TestTrainCommand(t *testing.T) {
	folder := t.TempDir()
	found := clitest.Object[atarigo.Training](t, root, strings.Fields("train -json -size 4 -starts 20 -positions 30 -nodes 1000 -passes 3 -o "+folder)...)
	if found.Positions == 0 || found.HeldOut == 0 || found.Loss == 0 {
		t.Errorf("%+v", found)
	}
	for _, name := range []string{weightsFile, windowsFile} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: error %v", name, err)
		}
	}
	clitest.Check(t, root,
		clitest.Case{Args: "train -starts 1", Status: cli.Misuse, Err: "-starts"},
		clitest.Case{Args: "train -o " + filepath.Join(folder, "none"), Status: cli.Failure, Err: "none"},
	)
}

func TestPlayCommand(t *testing.T) {
	for args, want := range map[string]string{"": "white plays ", " -side white": "your move: "} {
		r := clitest.Run(t, root, "B9\nundo\nB2\nB2\nC3\nquit\n", strings.Fields("play -size 3 -time 1ms"+args)...)
		if r.Status != cli.Success || !strings.Contains(r.Out, want) || !strings.Contains(r.Out, `"B9" is no cell`) {
			t.Errorf("%+v, want %q", r, want)
		}
	}
	clitest.Check(t, root,
		clitest.Case{Args: "gtp -size 6", In: "boardsize 3\ntime_settings 0 1 1\ngenmove b\nboardsize 9\n", Out: "= B2\n\n? unacceptable size"},
		clitest.Case{Args: "analyse -size 6 -start cross -player solver,time=10m", Out: "1  "},
		clitest.Case{Args: "play -start nowhere.txt", Status: cli.Misuse, Err: "nowhere.txt"})
	clitest.Check(t, root, clitest.Case{Args: "play -start -", Status: cli.Misuse, Err: "standard input has the moves"})
}

func TestCommands(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Streams(t, root, "solve -size 3 -table-entries 1000", "solve -size 3 -moves -table-entries 1000", "papers -table 7 -orders 1 -limit 1000")
}

// A proof that is looked for by processes that are killed again and again is found.
func TestSolveInterrupted(t *testing.T) {
	if !long.Enabled {
		t.Skip("see -tags long")
	}
	clitest.Interrupted(t, root, 5, []string{"nodes", "seconds", "played", "move"}, "solve -json -size 5 -table-entries 64",
		"solve -json -size 4 -table-entries 64")
}

func TestMain(m *testing.M) {
	clitest.Main(root)
	os.Exit(m.Run())
}
