package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/search/threat"
)

// A stone in atari.
const ladder = `. . . . . . .
. . . . . . .
. . . . . . .
. . X . . . .
. X O X . . .
. . . . . . .
. . . . . . .
`

const ladderGame = "(;SZ[7]AB[cd][be][de]AW[ce])"

func TestCapture(t *testing.T) {
	game := write(t, "ladder.sgf", ladderGame)
	broken := write(t, "broken.sgf", strings.Replace(ladderGame, "AW[ce]", "AW[ce][cg][dg]", 1))
	for _, test := range []struct {
		args   []string
		status threat.Standing
		move   string
		ladder bool
	}{
		{[]string{"-sgf", game, "-string", "C3"}, threat.Winnable, "C2", true},
		{[]string{"-sgf", game, "-string", "c3", "-threat", "0"}, threat.Winnable, "C2", true},
		{[]string{"-sgf", write(t, "won.sgf", "(;SZ[5]AB[ab][bb][ca]AW[aa])"), "-string", "A5"}, threat.Won, "", true},
		{[]string{"-sgf", broken, "-string", "B3", "-threat", "3"}, threat.Lost, "", false},
	} {
		r := clitest.Object[captured](t, command, append([]string{"capture", "-json", "-nodes", "20000"}, test.args...)...)
		if r.Status != test.status.String() || r.Move != test.move || r.Ladder != test.ladder || !r.Complete && r.Nodes < 1000 {
			t.Errorf("%q: %+v", test.args, r)
		}
	}
	clitest.Check(t, command,
		clitest.Case{Args: "capture -nodes 20000 -sgf " + game + " -string C3", Out: "winnable: the white stone at C3 captured at once by C2, saved by C2"},
		clitest.Case{Args: "capture -nodes 20000 -string C3 -sgf -", In: ladderGame, Out: "winnable"},
		clitest.Case{Args: "capture -threat 2 -string C4 -sgf " + game, Out: "lost: no threats capture the black stone at C4"},
		clitest.Case{Args: "capture -nodes 1 -string C4 -sgf " + game, Out: "open: too few nodes"},
		clitest.Case{Args: "capture -string C3", Status: cli.Misuse, Err: "-sgf: want a file"},
		clitest.Case{Args: "capture -sgf " + game, Status: cli.Misuse, Err: "-string: want a point"},
		clitest.Case{Args: "capture -string D4 -sgf " + game, Status: cli.Failure, Err: game + ": goal: capture: there is no stone on D4"},
		clitest.Case{Args: "capture -string H4 -sgf " + game, Status: cli.Failure, Err: game + ": -string: "},
		clitest.Case{Args: "capture -string Z99 -sgf " + game, Status: cli.Failure, Err: "Z99"},
		clitest.Case{Args: "capture -string C3 -threat 2,3,1 -sgf " + game, Status: cli.Misuse, Err: "threat 2,3,1: its number 2 is greater"},
		clitest.Case{Args: "capture -string C3 -threat many -sgf " + game, Status: cli.Misuse, Err: "not a number of threats"},
		clitest.Case{Args: "capture -string C3 -sgf " + game + "x", Status: cli.Failure, Err: "ladder.sgfx"},
		clitest.Case{Args: "capture -string C3 -sgf -", In: "(;SZ[7]\n;AB[cd", Status: cli.Failure, Err: "standard input: line 2: "},
		clitest.Case{Args: "capture -string C3 -sgf -", In: "(;SZ[7]\n;B[zz])", Status: cli.Failure, Err: "standard input: line 2: B: \"zz\" is no point"},
	)
	clitest.Files(t, command, "capture -threat 2 -string C3 -sgf FILE", game)
	clitest.Streams(t, command, "capture -threat 2 -json -string C3 -sgf "+game)
}

func TestThreats(t *testing.T) {
	position := write(t, "ladder.txt", ladder)
	r := clitest.Object[threatened](t, command, "threats", "-position", position, "-stones", "C4,B3", "-goal", "connect", "-json")
	if r.Status != threat.Won.String() || !slices.Contains(r.Moves, "B4") || len(r.Prevent) > 0 || !slices.Contains(r.Trace, "B4") || slices.Contains(r.Trace, "G7") {
		t.Errorf("%+v", r)
	}
	r = clitest.Object[threatened](t, command, "threats", "-position", position, "-stones", "C3", "-threat", "4", "-json")
	if r.Status != threat.Winnable.String() || !slices.Equal(r.Moves, []string{"C2"}) || !slices.Equal(r.Prevent, []string{"C2"}) || !r.Complete {
		t.Errorf("%+v", r)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "threats -threat 2 -stones C3 -position " + position, Out: "reached by C2\nprevented by C2\n 7 . . . . . . . 7\n 6 . . . . . . . 6\n 5 . . . . . . . 5\n 4 . . X . . . . 4\n 3 . X O X . . . 3\n 2 . . * . . . . 2\n"},
		clitest.Case{Args: "threats -threat 2 -stones c3 -position -", In: ladder, Out: "winnable: to capture C3, at once"},
		clitest.Case{Args: "threats -threat 2 -stones C3 -game -", In: ladderGame, Out: "winnable: to capture C3, at once"},
		clitest.Case{Args: "threats -threat 2 -stones C4 -position -", In: ladder, Out: "lost: to capture C4"},
		clitest.Case{Args: "threats -goal connect -stones C4,A1 -threat 1 -position -", In: ladder, Out: "lost: to connect C4 and A1"},
		clitest.Case{Args: "threats -stones C3", Status: cli.Misuse, Err: "want either -position or -game"},
		clitest.Case{Args: "threats -position " + position, Status: cli.Misuse, Err: `-stones "": want 1 to capture`},
		clitest.Case{Args: "threats -stones C3,D3 -position " + position, Status: cli.Misuse, Err: `-stones "C3,D3": want 1 to capture`},
		clitest.Case{Args: "threats -goal connect -stones C3 -position " + position, Status: cli.Misuse, Err: "want 2 to connect"},
		clitest.Case{Args: "threats -goal connect -stones C3,C4 -position " + position, Status: cli.Failure, Err: position + ": goal: connect: C3 is white and C4 is black"},
		clitest.Case{Args: "threats -goal connect -stones D4,C4 -position " + position, Status: cli.Failure, Err: "there is no stone on D4"},
		clitest.Case{Args: "threats -stones A1 -position " + position, Status: cli.Failure, Err: position + ": goal: capture: there is no stone on A1"},
		clitest.Case{Args: "threats -stones I1 -position " + position, Status: cli.Failure, Err: position + ": -stones: "},
		clitest.Case{Args: "threats -goal save -stones C3 -position " + position, Status: cli.Misuse, Err: "save"},
		clitest.Case{Args: "threats -threat 2,3,1 -stones C3 -position " + position, Status: cli.Misuse, Err: "threat 2,3,1: its number 2 is greater"},
		clitest.Case{Args: "threats -stones C3 -position -", In: "X.\n..\n..\n", Status: cli.Failure, Err: "standard input: line 3: 3 rows of 2 points"},
	)
	clitest.Files(t, command, "threats -threat 2 -stones C3 -position FILE", position)
	clitest.Streams(t, command, "threats -threat 2 -json -stones C3 -position "+position)
}
