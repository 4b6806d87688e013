package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/othello/othello"
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
		{"game A1", "A1 is illegal here"},
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
	e := engine{out: &out, depth: 2, record: othello.NewRecord()}
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

func TestSolveCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "suite.obf")
	const position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;"
	if err := os.WriteFile(file, []byte(position+" G8:+18;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, workers := range []int{1, 2} {
		out.Reset()
		if err := (&solve{positions: file, first: 1, tableEntries: 1 << 16, workers: workers, json: true}).run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		var got solved
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || got.Score != 18 || got.Best != "G8" || got.Empties != 14 ||
			got.Position != 1 || got.Nodes < 10_000 {
			t.Errorf("%d workers: %s, error %v", workers, out.String(), err)
		}
	}
	if err := os.WriteFile(file, []byte(position+" G8:+20;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := (&solve{positions: file, first: 1, tableEntries: 1 << 16}).run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "1 scores differ") {
		t.Errorf("error %v", err)
	}
	for _, s := range []solve{
		{}, {positions: file + "x", first: 1}, {positions: file, first: 2, last: 3}, {positions: file, first: 1, tableEntries: -1},
		{positions: file, first: 1, tableEntries: 1 << 16, workers: -1},
	} {
		if err := s.run(t.Context(), &out); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
}

func TestPerftCommand(t *testing.T) {
	for _, entries := range []int{0, 1 << 12} {
		var out bytes.Buffer
		if err := (&perft{depth: 6, tableEntries: entries, json: true}).run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != 7 || !strings.HasPrefix(lines[6], `{"depth":6,"leaves":8200,`) {
			t.Errorf("%s", out.String())
		}
	}
	if err := (&perft{depth: -1}).run(t.Context(), new(bytes.Buffer)); err == nil {
		t.Error("no error for a negative depth")
	}
}

func TestParseSpec(t *testing.T) {
	for _, test := range []struct{ text, error string }{
		{"easy", ""}, {"hard,depth=3,time=10ms,exact=12", ""}, {"level=custom,depth=2", ""},
		{"level=custom", "want a depth or a time"}, {"expert", `unknown level "expert"`}, {"easy,depth=x", "depth=x"},
		{"easy,time=-1s", "time=-1s"}, {"easy,eval=nofile", "nofile"}, {"easy,what=1", "what=1"},
	} {
		_, err := parseSpec(test.text)
		if test.error == "" && err != nil || test.error != "" && (err == nil || !strings.Contains(err.Error(), test.error)) {
			t.Errorf("%s: error %v, want %q", test.text, err, test.error)
		}
	}
}

func TestTrainCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "training")
	tr := train{file: file, rounds: 1, games: 10, generations: 1, opt: othello.TrainingOptions{Population: 4, Games: 2, Depth: 1}, json: true}
	var out bytes.Buffer
	for range 2 {
		if err := tr.run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
	}
	training, err := loadTraining(file)
	if err != nil || training.Learnt != 20 || training.Generation != 2 {
		t.Fatalf("%+v, error %v", training, err)
	}
	if err := os.WriteFile(file, []byte("something else"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := tr.run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "not a file of an Othello training") {
		t.Errorf("error %v", err)
	}
	if text, _ := os.ReadFile(file); string(text) != "something else" {
		t.Error("a foreign file was overwritten")
	}
}

func TestEnhancements(t *testing.T) {
	var out bytes.Buffer
	if err := (&enhancements{depth: 3, json: true}).run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 16 || !strings.HasPrefix(lines[0], `{"without":"","nodes":`) {
		t.Errorf("%s", out.String())
	}
	if err := (&enhancements{}).run(t.Context(), &out); err == nil {
		t.Error("no error for depth 0")
	}
}

func TestMatchCommand(t *testing.T) {
	var out bytes.Buffer
	if err := (&match{a: "medium", b: "easy", games: 20, openingMoves: 8, seed: 1, json: true}).run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	var got matched
	if err := json.Unmarshal(out.Bytes(), &got); err != nil || got.Games != 20 || got.Rate < 0.5 {
		t.Errorf("%s, error %v", out.String(), err)
	}
	for _, m := range []match{{a: "x", b: "easy"}, {a: "easy", b: "x"}, {a: "easy", b: "easy"}, {a: "easy", b: "easy", games: 3, openingMoves: 8}} {
		if err := m.run(t.Context(), &out); err == nil {
			t.Errorf("%+v: no error", m)
		}
	}
}
