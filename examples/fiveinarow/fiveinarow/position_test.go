package fiveinarow

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		text := p.String()
		if rapid.Bool().Draw(t, "other line ends") {
			text = strings.ReplaceAll(text, "\n", "\r\n") + "\r\n\n"
		}
		back, err := Parse(strings.NewReader(text))
		if err != nil || *back != *p {
			t.Fatalf("%v, error %v", back, err)
		}
	})
}

func TestParseRefuses(t *testing.T) {
	lines := make([]string, Size)
	for i := range lines {
		lines[i] = "......X.O......"
	}
	with := func(line int, text string) string {
		all := append([]string{}, lines...)
		all[line-1] = text
		return strings.Join(all, "\n")
	}
	for text, want := range map[string]string{
		"":                               "line 1, column 1: the position ends",
		strings.Join(lines[:14], "\n"):   "line 15, column 1: the position ends, want 15 lines",
		with(3, "..."):                   "line 3, column 4: the line ends, want 15 signs",
		with(4, "................"):      "line 4, column 16: '.', want the line to end after 15 signs",
		with(5, "..x............"):       "line 5, column 3: 'x', want . X or O",
		with(5, "é.............."):       "line 5, column 1: 'é', want . X or O",
		with(15, lines[0]+"\n\nX to mo"): "line 17, column 1: want nothing after 15 lines",
		with(15, lines[0]+"\n\n"+strings.Repeat(" ", 2<<20)): "line 17: longer than 1048576 bytes",
	} {
		if _, err := Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := Parse(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(strings.Repeat(strings.Repeat(".", Size)+"\n", Size))
	f.Add(strings.Repeat(strings.Repeat("XO.", Size/3)+"\r\n", Size))
	f.Add("X")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("%q names no line", err)
			}
			return
		}
		if back, err := Parse(strings.NewReader(p.String())); err != nil || *back != *p {
			t.Errorf("%v, error %v", back, err)
		}
	})
}
