package main

import (
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestPerftCommand(t *testing.T) {
	clitest.Check(t, root,
		clitest.Case{Args: "perft -depth 3", Out: "11132"},
		clitest.Case{Args: "perft -depth 2 -json -columns 4 -rows 5", Out: `"leaves":10`},
	)
}

func TestMatchCommand(t *testing.T) {
	m := clitest.Object[cli.Matched](t, root, "match", "-json", "-games", "2", "-time", "1ms", "-columns", "4", "-rows", "5")
	if m.Games != 2 || m.Low > m.Rate || m.High < m.Rate {
		t.Errorf("%+v", m)
	}
}

func TestPapersCommand(t *testing.T) {
	c := clitest.Objects[compared](t, root, "papers", "-json", "-games", "2", "-playouts", "100", "-game", "connectfour")
	if len(c) != 3 {
		t.Fatalf("%d cells", len(c))
	}
	for _, c := range c {
		if c.Games != 2 || c.Game != "connectfour" || c.PaperLow >= c.Paper || c.PaperHigh <= c.Paper {
			t.Errorf("%+v", c)
		}
	}
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, root, "perft -depth 1", "perft -depth 1 -json", "match -games 2 -time 1ms -rows 4", "papers -games 2 -time 1ms -game connectfour")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "match -games 3", Status: cli.Misuse, Err: "want an even number"},
		clitest.Case{Args: "match -a chess", Status: cli.Misuse, Err: "want alphabeta, uct, random"},
		clitest.Case{Args: "papers -games 1", Status: cli.Misuse, Err: "want 2 to"},
	)
}
