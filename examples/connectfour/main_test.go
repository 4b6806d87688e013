package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/examples/internal/cli"
)

func TestSolveCommand(t *testing.T) {
	var out bytes.Buffer
	if err := (&solving{moves: "444444", entries: 1 << 18, json: true}).run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	var found solved
	if err := json.Unmarshal(out.Bytes(), &found); err != nil || found.Result != "win" || found.Best != "3" || found.Stones != nil {
		t.Errorf("%s, error %v", out.String(), err)
	}
	out.Reset()
	if err := (&solving{moves: "112233", entries: 1 << 10, exact: true}).run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if want := "side 0 to move: win, with 7 stones on the board, column 4"; !strings.Contains(out.String(), want) {
		t.Errorf("%s\nwant %q", out.String(), want)
	}
}

func TestCountCommand(t *testing.T) {
	var out bytes.Buffer
	if err := (&counting{depth: 4}).count(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if want := "  0 1\n  1 7\n  2 49\n  3 238\n  4 1120\n"; out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
	out.Reset()
	if err := (&counting{depth: 4, json: true}).perft(t.Context(), &out); err != nil || !strings.Contains(out.String(), `"depth":4,"leaves":2401`) {
		t.Errorf("%s, error %v", out.String(), err)
	}
}

func TestBenchCommand(t *testing.T) {
	var out bytes.Buffer
	if err := (bench{depth: 4, json: true}).run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(contenders) {
		t.Fatalf("%d lines for %d searches", len(lines), len(contenders))
	}
	values := map[int]bool{}
	for _, l := range lines {
		var b benched
		if err := json.Unmarshal([]byte(l), &b); err != nil || b.Nodes == 0 {
			t.Errorf("%s, error %v", l, err)
		}
		values[b.Value] = true
	}
	if len(values) != 1 {
		t.Errorf("values %v, want one", values)
	}
}

func TestPlayCommand(t *testing.T) {
	var out bytes.Buffer
	p := playing{moves: "112233", side: 0, time: time.Millisecond}
	if err := p.run(t.Context(), strings.NewReader("9\nundo\n4\n"), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"9" is no move`, "X X X X", "you win"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s\nwant %q", out.String(), want)
		}
	}
	out.Reset()
	p.side = 1
	if err := p.run(t.Context(), strings.NewReader(""), &out); err != nil || !strings.Contains(out.String(), "you lose") {
		t.Errorf("%s, error %v", out.String(), err)
	}
}

func TestWrongInput(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		err   error
		want  string
		usage bool
	}{
		"column":     {(&solving{moves: "48", entries: 1}).run(ctx, nil), "column from 1 to 7", false},
		"table":      {(&solving{entries: -1}).run(ctx, nil), "table", false},
		"time":       {(&solving{entries: 1, time: -1}).run(ctx, nil), "-time", true},
		"depth":      {(bench{}).run(ctx, nil), "-depth 0", true},
		"perft":      {(&counting{depth: -1}).perft(ctx, nil), "-depth -1", true},
		"side":       {(&playing{side: 2, time: 1}).run(ctx, nil, nil), "-side 2", true},
		"no time":    {(&playing{}).run(ctx, nil, nil), "-time 0s", true},
		"after that": {(&counting{moves: "1212121212"}).count(ctx, nil), "end of the game", false},
	} {
		var usage cli.UsageError
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) || errors.As(c.err, &usage) != c.usage {
			t.Errorf("%s: error %v, want one with %q", name, c.err, c.want)
		}
	}
}
