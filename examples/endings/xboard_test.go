package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

func TestMain(m *testing.M) {
	clitest.Main(command)
	os.Exit(m.Run())
}

// TestXBoard has XBoard, a board for chess, play endings of the engine against itself on a screen that nobody sees. Polyglot
// translates between UCI and XBoard's own protocol. XBoard is the referee: it says who has mated.
func TestXBoard(t *testing.T) {
	long.Only(t)
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games")
	for _, name := range []string{"xboard", "polyglot", "xvfb-run"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed (packages xboard, polyglot, xvfb, xauth)", name)
		}
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	clitest.StartsCommand(t)
	t.Setenv("LC_ALL", "C.UTF-8")
	for _, test := range []struct{ men, position, end string }{
		{"KRK", rooks, "16. R"},
		{"KPK", "8/8/8/1k6/8/8/K5P1/8 w - - 0 1", "28. Q"},
	} {
		home := t.TempDir()
		t.Setenv("HOME", home) // where polyglot keeps settings
		db, engine, game := filepath.Join(home, "db"), filepath.Join(home, "engine"), filepath.Join(home, "game.pgn")
		clitest.Output(t, command, "solve", "-men", test.men, "-db", db)
		for name, text := range map[string]string{
			engine:                               fmt.Sprintf("#!/bin/sh\nexec '%s' uci -men %s -db '%s'\n", program, test.men, db),
			filepath.Join(home, "positions.fen"): test.position + "\n",
		} {
			if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		// Both play without loss on time on the slowest of machines; timeout ends a board that hangs.
		cmd := exec.Command("xvfb-run", "-a", "-s", "-screen 0 1000x900x24", "timeout", "600", "xboard", "-saveSettingsFile", filepath.Join(home, "settings"),
			"-fcp", engine, "-fUCI", "-scp", engine, "-sUCI", "-mg", "1", "-lpf", filepath.Join(home, "positions.fen"), "-lpi", "1",
			"-sgf", game, "-tc", "600", "-soundProgram", "", "-xexit", "-xpopup")
		cmd.Dir = home
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", test.men, err, said)
		}
		pgn, err := os.ReadFile(game)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(pgn)), " ")
		if !strings.Contains(text, `[White "endings `+test.men+`"]`) || !strings.Contains(text, test.end) ||
			!strings.HasSuffix(text, "# {Xboard adjudication: Checkmate} 1-0") {
			t.Errorf("%s: %s", test.men, text)
		}
	}
}
