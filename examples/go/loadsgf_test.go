package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLoadSGF loads games before each of their moves, and tells why others are refused.
func TestLoadSGF(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	midgame := file("a b.sgf", "(;SZ[5]KM[1.5];B[cc];AW[aa];B[dd])") // with a set-up between two moves
	root := file("root.sgf", "(;SZ[5]B[cc];W[dd])")
	var commands []string
	var wants [][2]string
	for _, c := range [][3]string{
		{"loadsgf " + midgame + " 1", "= black", ""}, {"loadsgf " + midgame + " 2", "= white", "XO"}, {"loadsgf " + midgame, "= white", "XOX"},
		{"loadsgf " + midgame + " 99", "= white", "XOX"}, {"loadsgf " + root + " 1", "= black", ""}, {"loadsgf " + root + " 2", "= white", "X"},
		{"loadsgf " + file("bad.sgf", "\n(;SZ[5];B[zz])"), "? cannot load file: " + filepath.Join(dir, "bad.sgf") + `: line 2: B: "zz" is no point`, "X"},
		{"loadsgf " + file("none.sgf", "no game"), "? cannot load file: " + filepath.Join(dir, "none.sgf") + ": line 1: no game: want (;", "X"},
		{"loadsgf " + filepath.Join(dir, "missing"), "? cannot load file: open ", "X"},
		{"loadsgf " + file("other.sgf", "(;CA[ISO-2022-JP])"), `? cannot load file: ` + filepath.Join(dir, "other.sgf") + `: line 1: CA: the encoding "ISO-2022-JP"`, "X"},
	} {
		commands = append(commands, c[0], "showboard")
		wants = append(wants, [2]string{c[1], c[2]})
	}
	got := talk(t, quick, strings.Join(commands, "\n"))
	for i, want := range wants {
		board := got[2*i+1]
		if !strings.HasPrefix(got[2*i], want[0]) || strings.Count(board, "X") != strings.Count(want[1], "X") || strings.Count(board, "O") != strings.Count(want[1], "O") {
			t.Errorf("%s: %q and %s, want %q and %q", commands[2*i], got[2*i], got[2*i+1], want[0], want[1])
		}
	}
}
