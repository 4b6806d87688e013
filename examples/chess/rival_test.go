package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine/uci"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// stockfish returns the name of the program Stockfish.
func stockfish(t *testing.T) string {
	long.Only(t)
	name, err := exec.LookPath("stockfish")
	if err != nil {
		name = "/usr/games/stockfish"
		if _, err := os.Stat(name); err != nil {
			t.Skip("Stockfish is not installed (package stockfish)")
		}
	}
	return name
}

// Stockfish counts the same lines of play in the positions of random games.
func TestStockfishPerft(t *testing.T) {
	client, err := uci.Start(stockfish(t))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 0))
	for range 20 {
		g := chess.New()
		for moves := g.Moves(nil); len(moves) > 0 && g.Drawn() == ""; moves = g.Moves(moves[:0]) {
			if random.IntN(5) == 0 {
				want, err := search.Perft(t.Context(), g, 3, search.PerftOptions{})
				if err != nil {
					t.Fatal(err)
				}
				for _, command := range []string{"position fen " + g.FEN(), "go perft 3"} {
					if err := client.Send(t.Context(), command); err != nil {
						t.Fatal(err)
					}
				}
				said, err := client.Until(t.Context(), "Nodes")
				if err != nil || strings.TrimPrefix(said, "searched: ") != strconv.Itoa(want.Leaves) {
					t.Errorf("%s: %d lines, Stockfish %q, error %v", g.FEN(), want.Leaves, said, err)
				}
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	}
}

// Both programs know the rules and write moves in the same way, so no game is forfeited.
func TestStockfishMatch(t *testing.T) {
	out := clitest.Output(t, root, "against", "-engine", stockfish(t), "-go", "nodes 500", "-option", "UCI_LimitStrength=true", "-option", "UCI_Elo=1350",
		"-player", "alphabeta,nodes=2000", "-games", "6", "-timeout", "1m")
	if strings.Contains(out, "loses") {
		t.Error(out)
	}
	t.Log(out)
}
