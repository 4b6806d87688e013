package main

import (
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestRun(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "", Out: "solution: aaccadd bccadd bbadd bbae aae ee d\n"},
		clitest.Case{Args: "-goal c", Out: "solution: none\n"},
		clitest.Case{Args: "-word aabbccddeeaabb -max-nodes 5", Out: "solution: not known\n"},
		clitest.Case{Args: "-goal cd", Status: cli.Misuse, Err: `-goal "cd"`},
		clitest.Case{Args: "-goal f", Status: cli.Misuse, Err: `goal 'f': want a letter from a to e`},
		clitest.Case{Args: "-alphabet 2", Status: cli.Misuse, Err: "-alphabet: want 3 to 26"},
		clitest.Case{Args: "-word aaCc", Status: cli.Misuse, Err: "letter 3 of the word is 'C'"},
		clitest.Case{Args: "-word=", Status: cli.Misuse, Err: "a word of 0 letters"},
	)
}

func TestJSON(t *testing.T) {
	a := clitest.Object[answer](t, command, "-word", "aabb", "-goal", "a", "-json")
	if a.Solvable == nil || *a.Solvable || a.Solution != nil || a.DBS.Nodes == 0 || a.Breadth.Nodes == 0 {
		t.Errorf("%+v", a)
	}
	clitest.Streams(t, command, "-word aabb", "-word aabb -json")
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, command, "-word aabbccddeeaabb")
}
