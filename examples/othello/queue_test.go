package main

import (
	"path/filepath"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// A count that is shared through a queue is that of one process.
func TestPerftWithQueue(t *testing.T) {
	queue := filepath.Join(t.TempDir(), "queue.db")
	want := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "7", "-json")
	got := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "7", "-json", "-queue", queue)
	again := clitest.Objects[cli.Counted](t, root, "result", "-json", "-queue", queue)
	for i := range want {
		if got[i].Depth != i || got[i].Leaves != want[i].Leaves || again[i] != got[i] {
			t.Errorf("%+v, then %+v, want %+v", got[i], again[i], want[i])
		}
	}
	clitest.Check(t, root,
		clitest.Case{Args: "perft -table-entries 1000 -queue " + queue, Status: cli.Misuse, Err: "-table-entries"},
		clitest.Case{Args: "perft -workers 2", Status: cli.Misuse, Err: "-workers: only with -queue"},
	)
}
