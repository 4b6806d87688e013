package epd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/epd"
)

func TestCut(t *testing.T) {
	for line, want := range map[string]string{
		"4/l2l/4/L1L1 w":   "4/l2l/4/L1L1 w []",
		"a w - - 0 1":      "a w - - 0 1 []",
		"a w - - bm a1a2;": "a w - - [{bm a1a2}]",
		"a b KQkq e3 bm a1a2 b1;  id \"x;  y\"; hmvc 3": "a b KQkq e3 [{bm a1a2 b1} {id \"x; y\"} {hmvc 3}]",
		"a w bm a1a2;":                  "a w [{bm a1a2}]",
		"a w;":                          "a w []",
		"a\tw -  - ; noop;% comment; x": "a w - - [{noop }]",
		"a w - - id \"x":                "",
		"a w - - id \"x;":               "error",
	} {
		position, operations, err := epd.Cut(line)
		got := fmt.Sprint(position, " ", operations)
		if want == "" {
			want = line + " []"
		}
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
	for code, want := range map[string]bool{"bm": true, "c0": true, "a_b": true, "": false, "0a": false, "A2:+3": false} {
		if (epd.Operation{Code: code}).IsWord() != want {
			t.Errorf("%q: want %v", code, want)
		}
	}
	if _, err := epd.Parse(strings.Repeat("\"", 3)); err == nil {
		t.Error("no error for an open quote")
	}
}
