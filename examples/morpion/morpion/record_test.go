package morpion

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/iotest"
)

// The files of Records with their variants and numbers of moves.
var recordFiles = []struct {
	name  string
	v     Variant
	moves int
}{
	{"5t-170-bruneau-1976.psol", FiveT, 170},
	{"5t-178-rosin-2011.psol", FiveT, 178},
	{"5d-82-rosin-2010.psol", FiveD, 82},
}

func TestRecords(t *testing.T) {
	files, err := fs.Glob(Records(), "*")
	if err != nil || len(files) != len(recordFiles) {
		t.Fatalf("files %v, error %v", files, err)
	}
	for _, file := range recordFiles {
		moves := record(t, file.name, file.v)
		if len(moves) != file.moves {
			t.Errorf("%s: %d moves, want %d", file.name, len(moves), file.moves)
		}
		if g := after(file.v, moves); len(g.Moves(nil)) != 0 {
			t.Errorf("%s: the game is not over:\n%v", file.name, g)
		}
	}
	// A game of 5D is one of 5T, but not the other way around.
	record(t, "5d-82-rosin-2010.psol", FiveD)
	text, _ := fs.ReadFile(Records(), "5t-178-rosin-2011.psol")
	if _, err := ReadRecord(bytes.NewReader(text), FiveD); err == nil {
		t.Error("a game of 5T was accepted as one of 5D")
	}
}

func TestRecordRoundTrip(t *testing.T) {
	for _, file := range recordFiles {
		moves := record(t, file.name, file.v)
		var text strings.Builder
		if err := WriteRecord(&text, file.v, moves); err != nil {
			t.Fatal(err)
		}
		again, err := ReadRecord(strings.NewReader(text.String()), file.v)
		if err != nil || len(again) != len(moves) {
			t.Fatalf("%s: %d moves, error %v", file.name, len(again), err)
		}
		for i, m := range moves {
			if again[i] != m {
				t.Fatalf("%s: move %d is %v, want %v", file.name, i+1, again[i], m)
			}
		}
	}
}

// TestReferencePoint moves a record about on the paper, which changes nothing.
func TestReferencePoint(t *testing.T) {
	want, err := ReadRecord(strings.NewReader("(28,28)\n(28,29) | -2\n"), FiveT)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"(0,0)\n(0,1) | -2",
		"(-100,30000)\n(-100,30001) | -2",
		"# a comment\r\n\r\n(28,28)\r\n  (28,29)  |  -2  \r\n\r\n",
	} {
		moves, err := ReadRecord(strings.NewReader(text), FiveT)
		if err != nil || len(moves) != 1 || moves[0] != want[0] {
			t.Errorf("%q: moves %v, error %v, want %v", text, moves, err, want)
		}
	}
}

func TestReadRecordErrors(t *testing.T) {
	tests := []struct {
		text  string
		v     Variant
		error string
	}{
		{"", FiveT, "empty record"},
		{"# nothing\n\n", FiveT, "empty record"},
		{"28,28", FiveT, `line 1: point "28,28"`},
		{"(28;28)", FiveT, `line 1: point "(28;28)"`},
		{"(28,99999)", FiveT, `line 1: point "(28,99999)"`},
		{"(28,28)\n(28,29) |", FiveT, `line 2: move "(28,29) |": want a point, a direction and an offset`},
		{"(28,28)\n(28,29 | -2", FiveT, `line 2: point "(28,29"`},
		{"(28,28)\n(28,29) + -2", FiveT, `line 2: direction "+"`},
		{"(28,28)\n(28,29) -| -2", FiveT, `line 2: direction "-|"`},
		{"(28,28)\n(28,29) | -3", FiveT, `line 2: offset "-3": want a number from -2 to +2`},
		{"(28,28)\n(28,29) | up", FiveT, `line 2: offset "up"`},
		{"(28,28)\n(28,29) | -2", FourT, `line 2: offset "-2": want a number from -1 to +2`},
		{"(28,28)\n# ...\n(28,28) | -2", FiveT, `line 3: "(28,28) | -2" is illegal: its point is there already`},
		{"(28,28)\n(28,29) | +1", FiveT, "point number 3 of its line is not there"},
		{"(28,28)\n(28,29) | -2\n(28,30) | 0", FiveT, "line 3: \"(28,30) | 0\" is illegal: its line has a segment of a line drawn before"},
		{"(28,28)\n(28,29) | -2\n(28,30) | +1", FiveD, "its line has a point of a line drawn before in the same direction"},
		{"(28,28)\n(92,93) | -2", FiveT, "point number 1 of its line is not there"},
		{"(28,28)", variants, "unknown Variant(4)"},
	}
	for _, test := range tests {
		moves, err := ReadRecord(strings.NewReader(test.text), test.v)
		if err == nil || !strings.Contains(err.Error(), test.error) {
			t.Errorf("%q: error %v, moves %v, want %q", test.text, err, moves, test.error)
		}
	}
	broken := errors.New("broken")
	if _, err := ReadRecord(iotest.ErrReader(broken), FiveT); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestWriteRecordErrors(t *testing.T) {
	moves := record(t, "5t-170-bruneau-1976.psol", FiveT)
	var text strings.Builder
	for _, test := range []struct {
		v     Variant
		moves []Move
		error string
	}{
		{FiveT, moves[20:], "is illegal"},
		{FiveD, moves, "is illegal"},
		{FourT, moves, "is illegal"},
		{FiveT, []Move{moves[0], moves[0]}, "move 2"},
		{FiveT, []Move{^Move(0)}, "no move of this variant"},
		{variants, nil, "unknown"},
	} {
		if err := WriteRecord(&text, test.v, test.moves); err == nil || !strings.Contains(err.Error(), test.error) || text.Len() != 0 {
			t.Errorf("%v, %d moves: error %v, %q written, want %q and nothing", test.v, len(test.moves), err, text.String(), test.error)
		}
	}
}

func TestParseVariant(t *testing.T) {
	for _, v := range Variants() {
		if got, err := ParseVariant(v.String()); got != v || err != nil {
			t.Errorf("%v: %v, %v", v, got, err)
		}
	}
	if _, err := ParseVariant("5X"); err == nil || !strings.Contains(err.Error(), `"5X"`) {
		t.Errorf("5X: error %v", err)
	}
}

// FuzzReadRecord feeds the reader with whatever there is. What it accepts must be a game that can be
// written and read again.
func FuzzReadRecord(f *testing.F) {
	for _, file := range recordFiles {
		text, err := fs.ReadFile(Records(), file.name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(file.v))
	}
	f.Add([]byte("(0,0)\n(0,1) | -1\n"), uint8(FourD))
	f.Fuzz(func(t *testing.T, text []byte, variant uint8) {
		v := Variant(variant % uint8(variants))
		moves, err := ReadRecord(bytes.NewReader(text), v)
		if err != nil {
			return
		}
		g := New(v)
		for _, m := range moves {
			legal := false
			for _, other := range g.Moves(nil) {
				legal = legal || m == other
			}
			if !legal {
				t.Fatalf("%v was accepted and is illegal:\n%v", m, g)
			}
			g.Play(m)
		}
		var written bytes.Buffer
		if err := WriteRecord(&written, v, moves); err != nil {
			t.Fatal(err)
		}
		again, err := ReadRecord(&written, v)
		if err != nil || len(again) != len(moves) {
			t.Fatalf("%d moves, error %v, want %d", len(again), err, len(moves))
		}
	})
}
