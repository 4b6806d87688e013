package uci_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/internal/long"
)

// program starts a program of Debian's packages, which lie in a folder of their own.
func program(t *testing.T, name string, args ...string) *uci.Client {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path = "/usr/games/" + name
		if _, err := os.Stat(path); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	c, err := uci.Start(path, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestPrograms has Stockfish and GNU Chess play 30 plies of chess against each other. Stockfish counts the moves: it stops at one that
// is not legal.
func TestPrograms(t *testing.T) {
	long.Only(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	engines := []*uci.Client{program(t, "stockfish"), program(t, "gnuchess", "--uci")}
	for _, e := range engines {
		if err := e.Begin(ctx); err != nil {
			t.Fatal(err)
		}
	}
	position := "startpos moves"
	for ply := range 30 {
		move, err := engines[ply%2].Best(ctx, strings.TrimSuffix(position, " moves"), "depth 4")
		if err != nil || len(move) < 4 || len(move) > 5 {
			t.Fatalf("%s: %q, %v", position, move, err)
		}
		position += " " + move
	}
	if err := engines[0].Send(ctx, "position "+position+"\nd"); err != nil {
		t.Fatal(err)
	}
	fen, err := engines[0].Until(ctx, "Fen:")
	if want := fmt.Sprintf(" %d", 1+30/2); err != nil || !strings.HasSuffix(fen, want) || !strings.Contains(fen, " w ") {
		t.Errorf("after %s: %q, %v, want move%s", position, fen, err, want)
	}
}
