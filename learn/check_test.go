package learn

import (
	"math"
	"strings"
	"testing"
)

// late is a game whose Finished is wrong.
type late struct{ race }

func (l *late) Finished() bool { return l.piles[l.side] <= -1 }

func TestCheckFeatures(t *testing.T) {
	if err := CheckFeatures(newRace, 20, nil); err != nil {
		t.Error(err)
	}
	if err := CheckFeatures(newDice, 20, nil); err != nil {
		t.Error(err)
	}
	calls := 0.0
	for want, fault := range map[string]func(x []float64) []float64{
		"features, want 2": func(x []float64) []float64 { return append(x, make([]float64, max(0, 9-int(x[len(x)-2])))...) },
		"is NaN":           func(x []float64) []float64 { x[len(x)-1] = math.NaN(); return x },
		"no features":      func(x []float64) []float64 { return nil },
		"appended to [1 2], the features": func(x []float64) []float64 {
			return x[len(x)-2:]
		},
		"was played and taken back": func(x []float64) []float64 {
			calls++
			x[len(x)-1] += math.Floor(calls / 3)
			return x
		},
		"panicked": func(x []float64) []float64 { panic("oh") },
	} {
		spoilt := func() (*race, error) { g, err := newRace(); g.fault = fault; return g, err }
		if err := CheckFeatures(spoilt, 20, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	newLate := func() (*late, error) { return &late{race{piles: [2]int{5, 5}}}, nil }
	if err := CheckFeatures(newLate, 20, nil); err == nil || !strings.Contains(err.Error(), "Finished of *learn.late is false in a position with 0 moves") {
		t.Error(err)
	}
}
