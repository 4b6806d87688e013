package learn

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
)

func TestNothingLearnedIsAnError(t *testing.T) {
	set, ctx := games(60), context.Background()
	r := train(t, someModel(t), set, Options[int]{Epochs: 200, Validation: 0.2})
	good, opt := r.Model, Options[int]{Optimizer: SGD{Rate: 1000}, Epochs: 50, Validation: 0.2, Patience: 5}
	r, err := Train(ctx, newRace, good, set, opt)
	if !errors.Is(err, ErrNothingLearned) || !strings.HasPrefix(err.Error(), "learn: after 5 epochs: nothing was learned") || strings.Contains(err.Error(), "\n") {
		t.Fatalf("%v", err)
	}
	if r.Status != ply.Failed || r.Best != 0 || len(r.Epochs) != 5 || !(r.Epochs[4].Validation > 0) || !reflect.DeepEqual(r.Model.Weights, good.Weights) {
		t.Errorf("%v, best %d, epochs %+v, model %+v", r.Status, r.Best, r.Epochs, r.Model)
	}
	for name, change := range map[string]func(*Options[int]){
		"all epochs":  func(o *Options[int]) { o.Epochs, o.Patience = 3, 0 },
		"no held out": func(o *Options[int]) { o.Epochs, o.Validation, o.Patience = 3, 0, 0 },
	} {
		o := opt
		change(&o)
		r, err := Train(ctx, newRace, good, set, o)
		want := o.Validation > 0 && len(r.Epochs) > 0
		if errors.Is(err, ErrNothingLearned) != want || !want && err != nil {
			t.Errorf("%s: %d epochs, %v", name, len(r.Epochs), err)
		}
	}
	// Nor does a training whose time is over learn anything.
	late := &clock{Context: ctx}
	o := opt
	o.Progress = func(Epoch) { late.passed = true }
	if r, err := Train(late, newRace, good, set, o); !errors.Is(err, ErrNothingLearned) || len(r.Epochs) != 1 {
		t.Errorf("time: %d epochs, %v", len(r.Epochs), err)
	}
	late.passed, o.Validation, o.Patience = false, 0, 0
	if r, err := Train(late, newRace, good, set, o); err != nil || r.Status != ply.OutOfTime || len(r.Epochs) != 1 {
		t.Errorf("time, no held out: %v, %d epochs, %v", r.Status, len(r.Epochs), err)
	}
	// A caller that cancels the training knows that it has not ended.
	ctx, cancel := context.WithCancel(ctx)
	opt.Progress = func(Epoch) { cancel() }
	if r, err := Train(ctx, newRace, good, set, opt); err != nil || r.Status != ply.Cancelled || r.Best != 0 || len(r.Epochs) != 1 {
		t.Errorf("cancelled: %v, %v, %d epochs", r.Status, err, len(r.Epochs))
	}
}

// A clock is a context whose deadline passes when a test says so.
type clock struct {
	context.Context
	passed bool
}

func (c *clock) Err() error {
	if c.passed {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}

// Sets of any size move weights by about as much in an epoch.
func TestDefaultRateGoesByTheSet(t *testing.T) {
	first := func(set *Set[int], o Optimizer) float64 {
		r := train(t, someModel(t), set, Options[int]{Epochs: 1, Optimizer: o})
		return math.Abs(r.Model.Weights[0])
	}
	for _, n := range []int{160, 1600} {
		if moved := first(games(n), nil); !(moved > 0.01 && moved < 0.031) {
			t.Errorf("%d games: a weight has moved by %v in an epoch, want about 0.03", n, moved)
		}
	}
	if moved := first(games(16), nil); math.Abs(moved-0.01) > 1e-6 {
		t.Errorf("one batch: a weight has moved by %v, want 0.01", moved)
	}
	if moved := first(games(160), Adam{Rate: 0.01}); !(moved > 0.031) {
		t.Errorf("rate 0.01: a weight has moved by %v in ten steps", moved)
	}
}

// The losses of a model that takes all positions for even, with a third of the games drawn and without draws.
func TestLossOfGuessing(t *testing.T) {
	all := games(90)
	drawn := &Set[int]{Game: all.Game}
	for _, r := range all.Records {
		r.Moves = r.Moves[:5] // so that all games have as many positions
		drawn.Records = append(drawn.Records, r)
	}
	for i := 0; i < 90; i += 3 {
		drawn.Records[i].Outcome = 0
	}
	none := SGD{Rate: 1e-300}
	for _, test := range []struct {
		set     *Set[int]
		squared bool
		want    float64
	}{{all, false, math.Ln2}, {all, true, 0.5}, {drawn, false, math.Ln2}, {drawn, true, 1. / 3}} {
		r := train(t, someModel(t), test.set, Options[int]{Epochs: 1, Squared: test.squared, Optimizer: none})
		if got := r.Epochs[0].Loss; math.Abs(got-test.want) > 1e-12 {
			t.Errorf("squared %v: loss %v, want %v", test.squared, got, test.want)
		}
	}
}

func TestNamesOfGames(t *testing.T) {
	set := games(10)
	for name, fits := range map[string]bool{
		"race": true, "race, features 2": true, "race, 12, features 2": true,
		"race 2": false, "races": false, "race,": false, "rac": false, "chess, race": false, "": false,
	} {
		m := someModel(t)
		m.Game = name
		r, err := Train(context.Background(), newRace, m, set, Options[int]{Epochs: 1})
		if fits && (err != nil || r.Model.Game != name) || !fits && !errors.Is(err, ErrOtherGame) {
			t.Errorf("model of %q: %v", name, err)
		}
	}
}

// A told has a method Finished, but is no Finisher, since the method returns two values.
type told struct{ race }

func (t *told) Finished() (bool, int) { return t.race.Finished(), 0 }

func TestCheckFeaturesReportsAForeignFinished(t *testing.T) {
	newTold := func() (*told, error) { return &told{race{piles: [2]int{5, 5}}}, nil }
	want := "method Finished of *learn.told is a func() (bool, int), want a func() bool (learn.Finisher)"
	if err := CheckFeatures(newTold, 1, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
