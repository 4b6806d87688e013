package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/montecarlo"
)

// search is a search as the flags have it by default, but for a few.
func newHunt(method string, playouts int) *hunt {
	return &hunt{
		variant: "4D", method: method, playouts: playouts, seed: 1, workers: 1, every: time.Minute, statistic: "maximum", json: true,
		nested:     montecarlo.NestedOptions{Level: 2},
		adaptation: montecarlo.IteratedOptions{AdaptationOptions: montecarlo.AdaptationOptions{Level: 3, Iterations: 30, Rate: 0.5}},
		beam:       montecarlo.BeamOptions{Width: 3, Evaluation: montecarlo.Evaluation{Simulations: 5}},
		evolving:   montecarlo.EvolvingOptions{Population: 20},
	}
}

func hunting(t *testing.T, h *hunt) hunted {
	t.Helper()
	var out bytes.Buffer
	if err := h.run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	var found hunted
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		t.Fatal(err)
	}
	found.Seconds = 0
	return found
}

// What a method finds is a record that replay accepts. The longest game of 4D has 35 moves.
func TestSearch(t *testing.T) {
	for method, least := range map[string]int{nested: 33, adaptation: 34, beam: 31, evolving: 32} {
		h := newHunt(method, 20_000)
		h.output = filepath.Join(t.TempDir(), "best.psol")
		h.history = filepath.Join(t.TempDir(), "history.csv")
		found := hunting(t, h)
		if found.Moves < least || found.Moves > 35 || found.Playouts != 20_000 {
			t.Errorf("%+v, want %d moves", found, least)
		}
		var out bytes.Buffer
		if err := (&replay{record: recordFile{h.output, "4D"}}).run(&out); err != nil || !strings.Contains(out.String(), ", no move is left") {
			t.Errorf("%s: %s, error %v", method, out.String(), err)
		}
		plot := filepath.Join(t.TempDir(), "growth.svg")
		if err := (&growth{histories: []string{h.history, h.history}, output: plot}).run(); err != nil {
			t.Error(err)
		}
		checkXML(t, plot)
	}
}

// A search in parts ends as one in one part.
func TestResume(t *testing.T) {
	for i, method := range []string{nested, adaptation, adaptation, beam, evolving} {
		whole, parts := newHunt(method, 10_000), newHunt(method, 0)
		if i == 2 {
			whole.adaptation.Forbidden, parts.adaptation.Forbidden = 2, 2
		}
		want := hunting(t, whole)
		parts.checkpoint = filepath.Join(t.TempDir(), "state")
		for _, parts.playouts = range []int{10, 3_000, 3_001, 7_000, 10_000} {
			if got := hunting(t, parts); parts.playouts == 10_000 && got != want {
				t.Errorf("%s: %+v, want %+v", method, got, want)
			}
		}
	}
}

func TestSearchErrors(t *testing.T) {
	folder := t.TempDir()
	state := filepath.Join(folder, "state")
	h := newHunt(adaptation, 1000)
	h.checkpoint = state
	hunting(t, h)
	data, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	truncated := write("truncated", data[:len(data)-100])
	newer := write("newer", bytes.Replace(data, []byte("checkpoint 2\n"), []byte("checkpoint 9\n"), 1))
	for want, change := range map[string]func(*hunt){
		`unknown variant "6T"`:       func(h *hunt) { h.variant = "6T" },
		`unknown method "mcts"`:      func(h *hunt) { h.method = "mcts" },
		"-budget -1ns":               func(h *hunt) { h.budget = -1 },
		"-playouts -1":               func(h *hunt) { h.playouts = -1 },
		"-workers -1":                func(h *hunt) { h.workers = -1 },
		"-every 0s":                  func(h *hunt) { h.every = 0 },
		"-share: method beam cannot": func(h *hunt) { h.method, h.share = beam, true },
		`unknown statistic "mode"`:   func(h *hunt) { h.statistic = "mode" },
		"Iterations is -1":           func(h *hunt) { h.adaptation.Iterations = -1 },
		`state: a checkpoint of "Morpion solitaire 4D, nrpa, seed 1"`: func(h *hunt) { h.checkpoint, h.variant = state, "5T" },
		"the state is that of nested rollout policy adaptation":       func(h *hunt) { h.checkpoint, h.adaptation.Level = state, 2 },
		"truncated: a damaged or truncated checkpoint":                func(h *hunt) { h.checkpoint = truncated },
		`newer: a checkpoint of version "9", want 2`:                  func(h *hunt) { h.checkpoint = newer },
		"no such file":   func(h *hunt) { h.checkpoint = filepath.Join(folder, "none", "state") },
		"none/best.psol": func(h *hunt) { h.output = filepath.Join(folder, "none", "best.psol") },
		"none/history":   func(h *hunt) { h.history = filepath.Join(folder, "none", "history") },
	} {
		h := newHunt(adaptation, 100)
		change(h)
		var out bytes.Buffer
		if err := h.run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), want) || out.Len() != 0 {
			t.Errorf("error %v, output %q, want %s", err, out.String(), want)
		}
	}
}

// A picture is well-formed, and has a circle for each point and a line for each move.
func TestDraw(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.svg")
	if err := (&picture{record: bruneau, output: name}).run(nil); err != nil {
		t.Fatal(err)
	}
	counts := checkXML(t, name)
	if counts["circle"] != 36+170 || counts["text"] != 170 || counts["line"] < 170 {
		t.Errorf("%v", counts)
	}
	var out bytes.Buffer
	if err := (&picture{record: bruneau, output: "-"}).run(&out); err != nil {
		t.Fatal(err)
	}
	if file, _ := os.ReadFile(name); !bytes.Equal(file, out.Bytes()) {
		t.Error("the picture on standard output is another")
	}
	full := errors.New("the disk is full")
	if err := (&picture{record: bruneau, output: "-"}).run(fullDisk{full}); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if err := (&picture{record: bruneau}).run(nil); err == nil || !strings.Contains(err.Error(), "-o: want a file") {
		t.Errorf("error %v", err)
	}
}

type fullDisk struct{ error }

func (d fullDisk) Write([]byte) (int, error) { return 0, d.error }

// checkXML counts the elements of a file.
func checkXML(t *testing.T, name string) map[string]int {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	counts := make(map[string]int)
	for decoder := xml.NewDecoder(file); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			counts[start.Name.Local]++
		}
	}
}

// A plot of counts is made from what count writes.
func TestPlotCounts(t *testing.T) {
	var lines bytes.Buffer
	for from := 150; from <= 170; from++ {
		c := count{record: bruneau, from: from, algorithm: "ti", json: true}
		if err := c.run(t.Context(), &lines); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(t.TempDir(), "counts")
	if err := os.WriteFile(name, lines.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	plot := filepath.Join(t.TempDir(), "counts.svg")
	if err := (&growth{counts: []string{name}, output: plot}).run(); err != nil {
		t.Fatal(err)
	}
	if checkXML(t, plot)["path"] == 0 {
		t.Error("a plot without lines")
	}
}

func TestPlotErrors(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	wrong := filepath.Join(t.TempDir(), "wrong")
	zero := filepath.Join(t.TempDir(), "zero")
	if err := errors.Join(os.WriteFile(empty, nil, 0o666), os.WriteFile(wrong, []byte("1.0,5,50\n2.0,x,y\n"), 0o666),
		os.WriteFile(zero, []byte(`{"from":5,"nodes":0}`), 0o666)); err != nil {
		t.Fatal(err)
	}
	for want, g := range map[string]growth{
		"-counts: want a file":     {output: "x.svg"},
		"want one of the two":      {histories: []string{empty}, counts: []string{empty}, output: "x.svg"},
		"empty: no counts":         {counts: []string{empty}, output: "x.svg"},
		"zero: line 1: want an ob": {counts: []string{zero}, output: "x.svg"},
		"-o: want a file":          {histories: []string{empty}},
		"empty: an empty history":  {histories: []string{empty}, output: "x.svg"},
		"wrong: line 2: want seco": {histories: []string{wrong}, output: "x.svg"},
	} {
		if err := g.run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// The games that the searches have found are as long as the names of their files say, and finished.
func TestFound(t *testing.T) {
	names, err := filepath.Glob("found/*.psol")
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, error %v", names, err)
	}
	for _, name := range names {
		variant, moves, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".psol"), "-")
		var out bytes.Buffer
		want := `{"variant":"` + strings.ToUpper(variant) + `","moves":` + moves + `,"next":0}` + "\n"
		if err := (&replay{record: recordFile{name, strings.ToUpper(variant)}, json: true}).run(&out); err != nil || out.String() != want {
			t.Errorf("%s: %s, error %v, want %s", name, out.String(), err, want)
		}
	}
}
