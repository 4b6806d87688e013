package atarigo

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func filesOf(t *testing.T, m *Model) (weights, windows []byte) {
	t.Helper()
	var a, b bytes.Buffer
	if err := errors.Join(m.WriteNumbers(&a), m.WriteWindows(&b)); err != nil {
		t.Fatal(err)
	}
	return a.Bytes(), b.Bytes()
}

// The files of the package are what its model writes.
func TestModelFiles(t *testing.T) {
	weights, windows := filesOf(t, prior)
	if !bytes.Equal(weights, weightsText) || !bytes.Equal(windows, windowsData) {
		t.Errorf("%d and %d bytes, want the %d and %d of the files", len(weights), len(windows), len(weightsText), len(windowsData))
	}
	for text, want := range map[string]string{
		"": "1 lines", strings.Replace(string(weights), "odd", "even", 1): `"even", want "odd"`, strings.Replace(string(weights), "odd: -1", "odd: x", 1): "invalid syntax",
	} {
		if err := new(Model).parseNumbers([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A model that is trained knows more than nothing about positions that it has not seen, is the same for the same
// seed, and gives images of a position the same odds.
func TestTrain(t *testing.T) {
	train := func() (*Model, Training) {
		starts := 0
		m, r, err := Train(t.Context(), TrainingOptions{
			Size: 4, Starts: 30, Positions: 40, MaxNodes: 1000, Passes: 8, Source: rand.NewPCG(1, 2), Progress: func(n, _ int) { starts = n },
		})
		if err != nil || starts != 30 {
			t.Fatalf("%d starts, error %v", starts, err)
		}
		return m, r
	}
	m, r := train()
	if r.Positions < 200 || r.HeldOut < 20 || r.Loss > 0.6 {
		t.Errorf("%+v", r)
	}
	weights, windows := filesOf(t, m)
	again, _ := train()
	if a, b := filesOf(t, again); !bytes.Equal(a, weights) || !bytes.Equal(b, windows) {
		t.Error("another model for the same seed")
	}
	read := new(Model)
	if err := read.parseNumbers(weights); err != nil {
		t.Fatal(err)
	}
	read.parseWindows(windows)
	random := rand.New(rand.NewPCG(3, 4))
	for g := range randomPositions(random, 200, 5, 8) {
		own, enemies := g.stones[g.side], g.stones[1-g.side]
		x := m.logit(g.board, g.size, own, enemies, 7, false)
		if y := read.logit(g.board, g.size, own, enemies, 7, false); math.Abs(x-y) > 1 {
			t.Fatalf("%.3f, from files %.3f\n%v", x, y, g)
		}
		image := least(g.zobrist, own, enemies)
		if y := m.logit(g.board, g.size, image[0], image[1], 7, false); math.Abs(x-y) > 1e-4 {
			t.Fatalf("%.6f, of an image %.6f\n%v", x, y, g)
		}
	}
}

func TestTrainErrors(t *testing.T) {
	for want, change := range map[string]func(*TrainingOptions){
		"want 4 to 8":      func(o *TrainingOptions) { o.Size = 3 },
		"want at least 2":  func(o *TrainingOptions) { o.Starts = 1 },
		"0 positions":      func(o *TrainingOptions) { o.Positions = 0 },
		"0 nodes":          func(o *TrainingOptions) { o.MaxNodes = 0 },
		"0 passes":         func(o *TrainingOptions) { o.Passes = 0 },
		"no Source given":  func(o *TrainingOptions) { o.Source = nil },
		"too few starts":   func(o *TrainingOptions) { o.Source = rand.NewPCG(3, 0) },
		"context canceled": func(o *TrainingOptions) { o.Size = 6 },
	} {
		opt := TrainingOptions{Size: 4, Starts: 2, Positions: 1, MaxNodes: 1, Passes: 1, Source: rand.NewPCG(1, 1)}
		change(&opt)
		ctx, cancel := context.WithCancel(t.Context())
		if want == "context canceled" {
			cancel()
		}
		if _, _, err := Train(ctx, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		cancel()
	}
}
