package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// A match that is shared through a queue is that of one process, and a sequential test ends it with the same game.
func TestMatchWithQueue(t *testing.T) {
	queue := filepath.Join(t.TempDir(), "queue.db")
	for _, test := range []string{"-games 12", "-games 200 -elo0 0 -elo1 200"} {
		line := strings.Fields("match -a uct,sims=50 -b random -size 4 -json " + test)
		want := clitest.Object[matched](t, root, line...)
		got := clitest.Object[matched](t, root, append(line, "-queue", queue)...)
		again := clitest.Object[matched](t, root, "result", "-json", "-queue", queue)
		got.Seconds, again.Seconds, want.Seconds = 0, 0, 0
		if got != want || again != want {
			t.Errorf("%+v, then %+v, want %+v", got, again, want)
		}
	}
	clitest.Check(t, root,
		clitest.Case{Args: "match -a random -b random -elo0 7", Status: cli.Misuse, Err: "-elo0 and -elo1"},
		clitest.Case{Args: "result -queue " + queue + " -run 9", Status: cli.Failure, Err: "no such run: 9"},
	)
}
