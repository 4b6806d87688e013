package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

func TestSession(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.txt")
	var out bytes.Buffer
	s := session{out: &out, level: "medium"}
	commands := []struct{ command, want string }{
		{"game D3", "there is no game"},
		{"help", "take back the last move"},
		{"new impossible", "want easy, medium or hard"},
		{"new easy", "You are Black, and to move."},
		{"game A1", "move A1 is illegal"},
		{"game Z9", `move "Z9"`},
		{"game D3", "White plays "},
		{"undo", "You are Black; the program (easy) is to move"},
		{"undo", "X 2, O 2, X to move"},
		{"undo", "nothing was played"},
		{"redo", "X 4, O 1, O to move"},
		{"redo", "You are Black, and to move."},
		{"redo", "nothing was taken back"},
		{"save " + file, ""},
		{"color", "You are White"},
		{"game", "Black plays "},
		{"save", "want a file"},
		{"game D3 E3", "too many words"},
		{"load " + file, "You are White; the program (easy) is to move"},
		{"load " + file + "x", "no such file"},
		{"jump", `unknown command "jump"`},
		{"break", ""},
		{"undo", "there is no game"},
	}
	var in strings.Builder
	for _, c := range commands {
		in.WriteString(c.command + "\n\n")
	}
	in.WriteString("exit\nnew\n")
	if err := s.run(t.Context(), strings.NewReader(in.String())); err != nil {
		t.Fatal(err)
	}
	replies := strings.Split(out.String(), "> ")[1:]
	for i, c := range commands {
		if reply := replies[2*i]; !strings.Contains(reply, c.want) {
			t.Errorf("%s: %q, want %q", c.command, reply, c.want)
		}
	}
	if len(replies) != 2*len(commands)+1 {
		t.Errorf("%d replies to %d lines", len(replies), 2*len(commands)+1)
	}
	if text, err := os.ReadFile(file); err != nil || len(strings.Fields(string(text))) != 2 || !strings.HasPrefix(string(text), "D3 ") {
		t.Errorf("saved %q, error %v", text, err)
	}
	if err := os.WriteFile(file, []byte("D3 D3"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.do(t.Context(), "load", []string{file}); err == nil || !strings.Contains(err.Error(), "game.txt: move 2: D3 is illegal") {
		t.Errorf("error %v", err)
	}
}

func TestNBoard(t *testing.T) {
	var out bytes.Buffer
	e := nboard{out: &out, depth: 2, record: othello.NewRecord()}
	in := `nboard 2
set depth 3
set game (;GM[Othello]PC[ply]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[D3//1.5]W[C3];)
move C4/1.0/2
move A1
ping 7
hint 2
go
set game nonsense
set depth many
something else
learn
quit
ping 8
`
	if err := e.run(t.Context(), strings.NewReader(in)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{"set myname ply", "status error: move A1 is illegal", "pong 7", "search ", "search ", "status", "=== ",
		"status error: set game: ", "status error: set depth many", "learned"}
	// The game so far has White to move.
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), out.String())
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("line %d: %q, want %q", i+1, line, want[i])
		}
	}
}

// position has 14 empty squares.
const position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;"

// ahead has 16, so that the search to the end begins with one of two moves: number 19 of the FFO suite.
const ahead = "--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X;"

// nearEnd has 2 empty squares.
const nearEnd = "XXXXXXXXXOOOOOOXXOXXXXOXXOXXXXOXXOXXXXOXXOXXXXOXXOOOOOOXXXXXXX-- O;"

func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSolveCommand(t *testing.T) {
	file := write(t, "suite.obf", position+" G8:+18;\n")
	for _, c := range []struct {
		file string
		want solved
	}{
		{file, solved{Score: 18, Best: "G8", Empties: 14}},
		{write(t, "ahead.obf", ahead+"\n"), solved{Score: 8, Best: "B6", Empties: 16}},
	} {
		for _, workers := range []string{"1", "2"} {
			got := clitest.Object[solved](t, root, "solve", "-positions", c.file, "-table-entries", "65536", "-workers", workers, "-json")
			if got.Score != c.want.Score || got.Best != c.want.Best || got.Empties != c.want.Empties || got.Position != 1 || got.Nodes < 10_000 {
				t.Errorf("%s workers: %+v, want %+v", workers, got, c.want)
			}
		}
	}
	wrong := write(t, "wrong.obf", position+" G8:+20;\n")
	empty := write(t, "empty.obf", "# nothing\n")
	clitest.Check(t, root,
		clitest.Case{Args: "solve -table-entries 65536 -positions " + wrong, Status: cli.Failure, Out: "the file has +20", Err: "1 scores differ"},
		clitest.Case{Args: "solve", Status: cli.Misuse, Err: "-positions: want a file"},
		clitest.Case{Args: "solve -positions " + empty, Status: cli.Failure, Err: empty + ": no positions"},
		clitest.Case{Args: "solve -positions -", Status: cli.Failure, Err: "standard input: no positions"},
		clitest.Case{Args: "solve -positions " + file + "x", Status: cli.Failure, Err: "suite.obfx: "},
		clitest.Case{Args: "solve -first 2 -last 3 -positions " + file, Status: cli.Misuse, Err: "has 1 positions"},
		clitest.Case{Args: "solve -workers 2147483648", Status: cli.Misuse, Err: "-workers: want 0 to 1024"},
	)
	small := write(t, "small.obf", nearEnd+"\n"+nearEnd+" H8:+0;\n")
	clitest.Files(t, root, "solve -table-entries 1024 -positions FILE", small)
	clitest.LongLines(t, root, "solve -table-entries 1024 -positions FILE", small)
}

func TestPerftCommand(t *testing.T) {
	for _, entries := range []string{"0", "4096"} {
		all := clitest.Objects[cli.Counted](t, root, "perft", "-depth", "6", "-table-entries", entries, "-json")
		if len(all) != 7 || all[6].Depth != 6 || all[6].Leaves != 8200 {
			t.Errorf("%+v", all)
		}
	}
}

func TestStreams(t *testing.T) {
	file := write(t, "suite.obf", nearEnd+"\n"+nearEnd+"\n")
	training := filepath.Join(t.TempDir(), "training")
	for _, args := range []string{"perft -depth 3", "solve -table-entries 1024 -positions " + file, "match -a easy -b easy -games 2",
		"train -rounds 1 -games 10 -generations 0 -depth 1 -exact 1 -o " + training} {
		clitest.Streams(t, root, args, args+" -json")
	}
	clitest.Streams(t, root, "enhancements -depth 1 -json")
}

func TestSessions(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder) // damaged commands may save files
	clitest.Sessions(t, root, "play", "new easy\ngame D3\nundo\nredo\ncolor\ngame\nsave game.txt\nload game.txt\nbreak\nhelp\n")
	clitest.Sessions(t, root, "nboard", "nboard 2\nset depth 1\n"+
		"set game (;GM[Othello]PC[ply]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[D3//1.5]W[C3];)\n"+
		"move C4/1.0/2\nping 7\nset depth 1\nhint 2\ngo\nlearn\n")
	if runtime.GOOS == "linux" {
		r := clitest.Run(t, root, "new easy\nload /dev/zero\nsave /dev/full\nsave "+folder+"\nundo\nexit\n", "play")
		for _, want := range []string{"/dev/zero: longer than 65536 bytes", "/dev/full: no space left", "is a folder", "nothing was played"} {
			if !strings.Contains(r.Out, want) {
				t.Errorf("%+v, want %q", r, want)
			}
		}
	}
}

// TestSearchEnds checks that a search ends with its context, and that what it has not found is not told.
func TestSearchEnds(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	e := nboard{out: &out, depth: 60, record: othello.NewRecord()}
	if err := e.run(cancelled, strings.NewReader("hint 3")); !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("hint: %q, error %v", out.String(), err)
	}
	if err := e.run(cancelled, strings.NewReader("go")); !errors.Is(err, context.Canceled) || out.Len() > 0 && !strings.HasPrefix(out.String(), "=== ") {
		t.Errorf("go: %q, error %v", out.String(), err)
	}
	s := session{out: io.Discard, level: "hard", playing: true, record: othello.NewRecord()}
	if err := s.reply(cancelled); !errors.Is(err, context.Canceled) && err != nil {
		t.Errorf("error %v", err)
	}
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, root)
	clitest.Check(t, root,
		clitest.Case{Args: "enhancements -depth 0", Status: cli.Misuse, Err: "-depth: want 1 to 20"},
		clitest.Case{Args: "match -a x", Status: cli.Misuse, Err: `-a: player "x": unknown kind "x"`},
		clitest.Case{Args: "match -b x", Status: cli.Misuse, Err: `-b: player "x": unknown kind "x"`},
		clitest.Case{Args: "match -games 3", Status: cli.Misuse, Err: "-games 3: want an even number"},
		clitest.Case{Args: "match -opening -1", Status: cli.Misuse, Err: "-opening: want 0 to 10000"},
		clitest.Case{Args: "train", Status: cli.Misuse, Err: "-o: want a file"},
		clitest.Case{Args: "train -population 5 -o x", Status: cli.Misuse, Err: "-population 5: want an even number"},
		clitest.Case{Args: "train -rounds 9223372036854775807 -o x", Status: cli.Misuse, Err: "-rounds: want 0 to 1000000"},
		clitest.Case{Args: "train -o none/training", Status: cli.Failure, Err: "none/training"},
		clitest.Case{Args: "play -eval none.bin", Status: cli.Failure, Err: "none.bin"},
	)
}

func TestPlayers(t *testing.T) {
	const many = "match -games 2 -b easy -a "
	clitest.Check(t, root,
		clitest.Case{Args: many + "hard,depth=3,time=10ms,exact=12"},
		clitest.Case{Args: many + "custom,depth=2,eval=none"},
		clitest.Case{Args: many + "custom -time 1ms"},
		clitest.Case{Args: many + "expert", Status: cli.Misuse, Err: `unknown kind "expert"`},
		clitest.Case{Args: many + "easy,depth=x", Status: cli.Misuse, Err: "depth=x"},
		clitest.Case{Args: many + "easy,depth=61", Status: cli.Misuse, Err: "want 0 to 60"},
		clitest.Case{Args: many + "easy,exact=-1", Status: cli.Misuse, Err: "exact=-1"},
		clitest.Case{Args: many + "easy,time=-1s", Status: cli.Misuse, Err: "time=-1s"},
		clitest.Case{Args: many + "easy,eval=nofile", Status: cli.Failure, Err: "nofile"},
		clitest.Case{Args: many + "easy,what=1", Status: cli.Misuse, Err: `"what"`},
	)
}

// finished returns a game that is played to its end.
func finished() *othello.Record {
	r, g := othello.NewRecord(), othello.New()
	for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
		g.Play(moves[0])
		r.Moves = append(r.Moves, moves[0])
	}
	return &r
}

func TestTrainCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "training")
	args := strings.Fields("train -rounds 1 -games 10 -generations 1 -population 4 -fitness-games 2 -depth 1 -json -o " + file)
	for range 2 {
		clitest.Output(t, root, args...)
	}
	training, err := loadTraining(file)
	if err != nil || training.Learnt != 20 || training.Generation != 2 {
		t.Fatalf("%+v, error %v", training, err)
	}
	if runtime.GOOS != "windows" { // where an open file cannot be replaced
		clitest.Replaces(t, root, "", "train -rounds 0 -generations 1 -population 4 -fitness-games 2 -depth 1 -o FILE", file)
	}
	clitest.Files(t, root, "match -a easy,eval=FILE -b easy -games 2", file)
	records, train := write(t, "records", strings.Repeat(finished().String()+"\n", 10)), "train -rounds 0 -generations 0 -o "+file+" -records "
	clitest.LongLines(t, root, "train -rounds 0 -generations 0 -o "+filepath.Join(t.TempDir(), "other")+" -records FILE", records)
	clitest.Check(t, root, clitest.Case{Args: train + records, Out: "30 games learnt"},
		clitest.Case{Args: train + "-", Status: cli.Failure, Err: "standard input: 0 games are too few"},
		clitest.Case{Args: train + "-", In: "D3 D3\n", Status: cli.Failure, Err: "standard input: line 1: move 2"})
	for text, want := range map[string]string{"something else": "not a file of an Othello training", "": "not a file of an Othello training"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if r := clitest.Run(t, root, "", args...); r.Status != cli.Failure || !strings.Contains(r.Err, want) {
			t.Errorf("%+v, want %q", r, want)
		}
		if kept, err := os.ReadFile(file); err != nil || string(kept) != text {
			t.Errorf("a foreign file was overwritten: error %v", err)
		}
	}
}

func TestEnhancements(t *testing.T) {
	all := clitest.Objects[enhanced](t, root, "enhancements", "-depth", "3", "-json")
	if len(all) != 16 || all[0].Without != "" || all[0].Nodes == 0 {
		t.Errorf("%+v", all)
	}
}

func TestMatchCommand(t *testing.T) {
	got := clitest.Object[cli.Matched](t, root, strings.Fields("match -a medium -b easy -games 20 -json")...)
	if got.Games != 20 || got.Rate < 0.5 || got.Elo < 0 || got.Superiority < 0.5 {
		t.Errorf("%+v", got)
	}
}

func TestBounds(t *testing.T) {
	clitest.Bounds(t, root, "perft", "match -a easy -b easy", "enhancements -depth 1", "solve -table-entries 1024 -positions "+write(t, "o.obf", position+"\n"),
		"train -rounds 1 -generations 1 -o "+filepath.Join(t.TempDir(), "training"))
}
