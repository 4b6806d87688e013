package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const records = "morpion/records/"

var bruneau = recordFile{name: records + "5t-170-bruneau-1976.psol", variant: "5T"}

func TestCount(t *testing.T) {
	for _, test := range []count{
		{algorithm: incremental},
		{algorithm: incremental, workers: 2},
		{algorithm: table},
		{algorithm: incrementalTable},
		{algorithm: incrementalTable, tableEntries: new(int)},
	} {
		if test.tableEntries != nil {
			*test.tableEntries = 1 << 16
		}
		test.record, test.from, test.json = bruneau, 140, true
		var out bytes.Buffer
		if err := test.run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		var got struct{ From, Positions, Longest, Nodes, Workers int }
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if got.From != 140 || got.Positions != 2936 || got.Longest != 170 || got.Nodes != 2936 || got.Workers != max(1, test.workers) {
			t.Errorf("%s: %s", test.algorithm, out.String())
		}
	}
	var out bytes.Buffer
	if err := (&count{record: bruneau, from: 150, algorithm: dependencyBased, json: true}).run(t.Context(), &out); err != nil ||
		!strings.Contains(out.String(), `{"from":150,"positions":null,"longest":null,"nodes":22,`) {
		t.Errorf("%s, error %v", out.String(), err)
	}
	out.Reset()
	if err := (&count{record: bruneau, from: 100, algorithm: tree, maxNodes: 5, json: true}).run(t.Context(), &out); err != nil ||
		!strings.Contains(out.String(), `"positions":null,"longest":104,"nodes":5,`) {
		t.Errorf("%s, error %v", out.String(), err)
	}
}

func TestErrors(t *testing.T) {
	illegal := filepath.Join(t.TempDir(), "illegal.psol")
	if err := os.WriteFile(illegal, []byte("(28,28)\n(0,0) | 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	none := 0
	for _, test := range []struct {
		count count
		error string
	}{
		{count{algorithm: incremental, record: bruneau, from: 171}, "-from 171: the game has 170 moves"},
		{count{algorithm: incremental, record: bruneau, from: -1}, "-from -1: "},
		{count{algorithm: "quick", record: bruneau}, `unknown algorithm "quick"`},
		{count{algorithm: table, record: bruneau, workers: 2}, "-workers: algorithm table"},
		{count{algorithm: table, record: bruneau, tableEntries: &none}, "a table of 0 entries"},
		{count{algorithm: incremental, record: bruneau, maxNodes: -1}, "-max-nodes -1"},
		{count{algorithm: incremental}, "-record: want a file"},
		{count{algorithm: incremental, record: recordFile{bruneau.name, "6T"}}, `unknown variant "6T"`},
		{count{algorithm: incremental, record: recordFile{bruneau.name, "5D"}}, "bruneau-1976.psol: line 5: "},
		{count{algorithm: incremental, record: recordFile{illegal, "5T"}}, `illegal.psol: line 2: "(0,0) | 0" is illegal`},
	} {
		var out bytes.Buffer
		if err := test.count.run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), test.error) || out.Len() != 0 {
			t.Errorf("error %v, output %q, want %q", err, out.String(), test.error)
		}
	}
}

func TestReplay(t *testing.T) {
	var out bytes.Buffer
	if err := (&replay{record: bruneau}).run(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	drawing, end, _ := strings.Cut(text, "\n\n")
	if strings.Count(drawing, "o") != 36 || strings.Count(drawing, "*") != 170 || end != "5T: 170 moves, no move is left\n" {
		t.Error(text)
	}
	// A line has 4 segments, and an X is two of them.
	segments := strings.Count(drawing, "-") + strings.Count(drawing, "|") + strings.Count(drawing, `\`) +
		strings.Count(drawing, "/") + 2*strings.Count(drawing, "X")
	if segments != 170*4 {
		t.Errorf("%d segments, want %d\n%s", segments, 170*4, drawing)
	}
	out.Reset()
	if err := (&replay{record: bruneau, json: true}).run(&out); err != nil || out.String() != `{"variant":"5T","moves":170,"next":0}`+"\n" {
		t.Errorf("%s, error %v", out.String(), err)
	}
}

func TestGraph(t *testing.T) {
	folder := t.TempDir()
	for algorithm, nodes := range map[string]int{dependencyBased: 22, depthFirst: 88} {
		name := filepath.Join(folder, algorithm+".dot")
		p := diagram{record: bruneau, from: 150, algorithm: algorithm, out: name, maxNodes: nodes}
		if err := p.draw(t.Context()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(string(text), "digraph {") {
			t.Errorf("%s: %.40q, error %v", algorithm, text, err)
		}
		p.maxNodes--
		if err := p.draw(t.Context()); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("has %d nodes", nodes)) {
			t.Errorf("%s: error %v", algorithm, err)
		}
	}
	if err := (&diagram{record: bruneau, algorithm: "x", out: "x.svg", maxNodes: 1}).draw(t.Context()); err == nil {
		t.Error("no error for an unknown algorithm")
	}
}
