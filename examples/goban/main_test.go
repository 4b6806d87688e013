package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

const (
	koText = ".XO.\nX+XO\n.XO.\n....\nwhite to move\n"
	koGame = "(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb]C[a game\nof two lines]\n;B[cb];W[dd]LB[aa:a][zz:b][bd]TR[bd](;B[ad])(;B[bb]MA[bb]\n;W[cd]))(;SZ[9])"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestDraw(t *testing.T) {
	position, game := write(t, "ko.txt", koText), write(t, "ko.sgf", koGame)
	const ko = " 4 . X O . 4\n 3 X + X O 3\n 2 . X O . 2\n 1 . . . . 1\n   A B C D\nwhite to move\n"
	clitest.Check(t, command,
		clitest.Case{Args: "draw -position " + position, Out: ko},
		clitest.Case{Args: "draw -position -", In: koText, Out: ko},
		clitest.Case{Args: "draw -to-move 1 -game " + game, Out: ko},
		clitest.Case{Args: "draw -to-move 0 -game " + game, Out: " 3 X O . O 3\n"},
		clitest.Case{Args: "draw -game " + game, Out: " 2 . X O . 2\n 1 X . . O 1\n"},
		clitest.Case{Args: "draw -variation 2 -game -", In: koGame, Out: " 3 X X X O 3\n"},
		clitest.Case{Args: "draw -variation 2 -to-move 3 -game -", In: koGame, Out: " 1 . . . O 1\n   A B C D\nwhite"},
		clitest.Case{Args: "draw -number 2 -game " + game, Out: " 9 . . . ."},
		clitest.Case{Args: "draw -number 3 -game " + game, Status: cli.Failure, Err: game + ": it has 2 games"},
		clitest.Case{Args: "draw -variation 3 -game " + game, Status: cli.Failure, Err: "choice 1: variation 3 of 2"},
		clitest.Case{Args: "draw -variation 1,1 -game " + game, Status: cli.Failure, Err: "the line has only 1 branch"},
		clitest.Case{Args: "draw -variation x -game " + game, Status: cli.Misuse, Err: "want numbers"},
		clitest.Case{Args: "draw", Status: cli.Misuse, Err: "want either -position or -game"},
		clitest.Case{Args: "draw -position - -game -", Status: cli.Misuse, Err: "want either -position or -game"},
		clitest.Case{Args: "draw -position -", In: "X.\n..\n..\n", Status: cli.Failure, Err: "standard input: line 3: 3 rows of 2 points"},
		clitest.Case{Args: "draw -position " + position + "x", Status: cli.Failure, Err: "ko.txtx"},
		clitest.Case{Args: "draw -game -", In: "(;SZ[3]\n;B[aa]\n;W[aa])", Out: "3 O . . 3"},
		clitest.Case{Args: "draw -game -", In: "(;SZ[3]AB[aa][ba][ca];SZ[4])", Status: cli.Failure, Err: "the game began with"},
		clitest.Case{Args: "draw -game -", In: "(;CA[HZ-GB-2312]SZ[3])", Status: cli.Failure, Err: "standard input: line 1: CA: the encoding \"HZ-GB-2312\" cannot be read"},
		clitest.Case{Args: "draw -o " + filepath.Join(t.TempDir(), "no", "x.svg") + " -position " + position, Status: cli.Failure, Err: "x.svg"},
	)
	clitest.Files(t, command, "draw -position FILE", position)
	clitest.LongLines(t, command, "draw -position FILE", position)
	clitest.Files(t, command, "draw -game FILE", game)
	clitest.Files(t, command, "draw -o - -numbers -variation 2 -game FILE", game)
	clitest.Streams(t, command, "draw -position "+position, "draw -o - -position "+position)
}

// TestPicture checks that pictures are XML, with what they should show.
func TestPicture(t *testing.T) {
	name := filepath.Join(t.TempDir(), "picture.svg")
	game := write(t, "ko.sgf", koGame)
	for _, test := range []struct {
		args  []string
		wants []string
	}{
		{nil, []string{">●<", ">D<", ">4<", "fill:white"}},
		{[]string{"-numbers"}, []string{">1<", ">2<", ">3<"}},
		{[]string{"-to-move", "1"}, []string{">□<", "white to move"}},
		{[]string{"-to-move", "2"}, []string{">△<", ">a<"}},
		{[]string{"-variation", "2", "-to-move", "3"}, []string{">×<"}},
		{[]string{"-number", "2"}, []string{">J<"}},
	} {
		clitest.Output(t, command, append([]string{"draw", "-game", game, "-o", name}, test.args...)...)
		picture, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range test.wants {
			if !strings.Contains(string(picture), want) {
				t.Errorf("%q: no %s", test.args, want)
			}
		}
		for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%q: %v", test.args, err)
			}
		}
	}
	clitest.Replaces(t, command, "", "draw -game "+game+" -o FILE", name)
}

func TestPlay(t *testing.T) {
	first := clitest.Output(t, command, "play", "-seed", "7", "-sgf", "-size", "13")
	if second := clitest.Output(t, command, "play", "-seed", "7", "-sgf", "-size", "13"); first != second {
		t.Error("the same seed gives another game")
	}
	// What was written is read again, and has the same last position.
	text := clitest.Output(t, command, "play", "-seed", "7", "-size", "13")
	again := clitest.Run(t, command, first, "draw", "-game", "-")
	if again.Status != cli.Success || !strings.HasPrefix(text, again.Out) {
		t.Errorf("%s\nwas read as\n%s%s", text, again.Out, again.Err)
	}
	r := clitest.Object[played](t, command, "play", "-size", "5", "-komi", "0.5", "-json", "-superko", "-suicide")
	if r.Size != 5 || len(r.Moves) < 20 || r.Black+r.White > 25 || r.Score != float64(r.Black-r.White)-0.5 || !r.Ended {
		t.Errorf("%+v", r)
	}
	clitest.Check(t, command,
		clitest.Case{Args: "play -sgf -json", Status: cli.Misuse, Err: "-sgf and -json together"},
		clitest.Case{Args: "play -komi 0.3", Status: cli.Misuse, Err: "komi 0.3: want a multiple of 0.5"},
		clitest.Case{Args: "play -size 20", Status: cli.Misuse, Err: "want 2 to 19"},
	)
}

// TestPerft checks counts that can be made by hand: 4 points and a pass; then, for each stone, 3 points and a pass, and
// 4 points and a pass after a pass.
func TestPerft(t *testing.T) {
	got := clitest.Objects[cli.Counted](t, command, "perft", "-size", "2", "-depth", "2", "-json")
	for depth, want := range []int{1, 5, 4*4 + 5} {
		if got[depth].Leaves != want || got[depth].Depth != depth {
			t.Errorf("depth %d: %+v, want %d", depth, got[depth], want)
		}
	}
	if out := clitest.Output(t, command, "perft", "-depth", "1"); !strings.Contains(out, "    1              26") {
		t.Error(out)
	}
}

func TestBench(t *testing.T) {
	r := clitest.Object[benched](t, command, "bench", "-size", "9", "-seconds", "0.02", "-json")
	if r.MovesPerSecond <= 0 || r.GamesPerSecond <= 0 || r.MovesPerGame < 80 || r.MovesPerGame > 243 {
		t.Errorf("%+v", r)
	}
	for _, args := range []string{"bench -size 2 -seconds 0.001", "bench -size 19 -superko -seconds 0.001"} {
		clitest.Output(t, command, strings.Fields(args)...)
	}
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Streams(t, command, "play -json", "perft -depth 2 -json", "bench -size 5 -seconds 0.01 -json")
	clitest.Bounds(t, command, "play", "perft", "bench -seconds 0.001")
}
