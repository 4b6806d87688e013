package main

import (
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// TestUCI has both players win at once, and look at two moves that do not.
func TestUCI(t *testing.T) {
	for _, player := range []string{"alphabeta", "mcts"} {
		in := "uci\nposition startpos moves 1 2 1 2 1 2\ngo nodes 5000\nposition fen 121212\ngo nodes 500 searchmoves 5 6\n" +
			"position startpos moves 1 2 1 2 1 2 1\nquery result\ngo nodes 1\n"
		r := clitest.Run(t, command, in, "uci", "-player", player)
		for _, want := range []string{"id name ply connectfour " + player + "\n", "uciok\n", "mate 1 ", "bestmove 1\n", "response p1win\n", "bestmove (none)\n"} {
			if !strings.Contains(r.Out, want) {
				t.Errorf("%s: no %q in\n%s", player, want, r.Out)
			}
		}
		if !strings.Contains(r.Out, "bestmove 5\n") && !strings.Contains(r.Out, "bestmove 6\n") {
			t.Errorf("%s: none of the two moves in\n%s", player, r.Out)
		}
	}
	clitest.Check(t, command, clitest.Case{Args: "uci -player nobody", Status: cli.Misuse, Err: "want alphabeta or mcts"})
}
