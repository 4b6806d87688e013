package othello_test

import (
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/othello/othello"
)

// TestArchives reads lines of archives and transcripts as servers and boards write them.
func TestArchives(t *testing.T) {
	const board = "BO[8 ---------------------------O*------*O--------------------------- *]"
	const one = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a (b)]PW[c]RE[+2]TI[15:00//02:00]TY[8]" + board + "B[d3//0.01]W[c3//0.01]B[C4//1];)"
	const other = "(;GM[Othello]" + board + "B[F5];)"
	for text, want := range map[string]string{
		one:                "D3 C3 C4",
		"1 " + one:         "D3 C3 C4",
		"2 " + one + other: "D3 C3 C4|F5",
		"\ufeff2 " + one + " " + other + "\r\n\r\n1 " + other: "D3 C3 C4|F5|F5",
		"f5d6c3":         "F5 D6 C3",
		"F5 D6 c3d3":     "F5 D6 C3 D3",
		"1. f5 d6 2. c3": "F5 D6 C3",
		"1.f5 2.d6":      "F5 D6",
		"12 f5 d6":       "F5 D6",
	} {
		records, err := othello.ReadRecords(strings.NewReader(text))
		var got []string
		for _, r := range records {
			got = append(got, r.String())
		}
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%.30q: %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"\n2 " + one + "(;GM[Othello]" + board + "B[A1];)": "line 2: game 2: move 1: A1 is illegal",
		"1 (;GM[Chess]B[d3];)":                             "line 1: a game that does not begin with (;GM[Othello]",
		"1 (;GM[Othello]BO[10 x *];)":                      "line 1: board",
		"f5d":                                              `line 1: move 2: move "d"`,
		"1. f5 2. f5":                                      "line 1: move 2: F5 is illegal",
		"\n1 " + one + "rest":                              "line 2: game 2: a game that does not begin",
	} {
		if _, err := othello.ReadRecords(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
}

// TestOperations reads positions with the operations of an extended position description after them.
func TestOperations(t *testing.T) {
	const position = "---------------------------OX------XO--------------------------- X;"
	for rest, want := range map[string]int{
		"": 0, " D3:+2;": 1, ` id "a; b"; D3:+2; bm D3; C4:-2; c0 "x"; % A1:+9;`: 2, " % comment": 0, ";;": 0, " acd 3; ce +38": 0,
	} {
		p, err := othello.ReadProblems(strings.NewReader(position + rest + "\n"))
		if err != nil || len(p) != 1 || len(p[0].Scores) != want {
			t.Errorf("%q: %v, %v, want %d scores", rest, p, err, want)
		}
	}
	for rest, want := range map[string]string{
		" D3 +2;": "line 1: score", " D3:+99;": "line 1: score", ` id "x;`: "line 1: operation", " A1:+2;": "line 1: score", " D3=2": "line 1: score",
	} {
		if _, err := othello.ReadProblems(strings.NewReader(position + rest)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", rest, err, want)
		}
	}
}
