package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ply-search/ply"
)

// fork is a game of two moves: 0 makes a draw and 1 wins, after a reply without a choice.
type fork struct{ moves []int }

func newFork() (*fork, error) { return new(fork), nil }

func (f *fork) Moves(dst []int) []int {
	switch len(f.moves) {
	case 0:
		return append(dst, 0, 1)
	case 1:
		return append(dst, 0)
	}
	return dst
}

func (f *fork) Play(m int)    { f.moves = append(f.moves, m) }
func (f *fork) Undo(int)      { f.moves = f.moves[:len(f.moves)-1] }
func (f *fork) ToMove() int   { return len(f.moves) % 2 }
func (f *fork) Outcome() int  { return 1000 * f.moves[0] }
func (f *fork) Acyclic() bool { return true }

func (f *fork) AppendFeatures(dst []float64) []float64 {
	dst = append(dst, 0, 0, 0)
	if len(f.moves) == 0 {
		dst[len(dst)-3] = 1
	} else {
		dst[len(dst)-2+f.moves[0]] = 1
	}
	return dst
}

// A move that the model thinks bad is never played, so only Lookahead shows that it is good.
func TestLookahead(t *testing.T) {
	m := Linear("fork", 0, 0, 0, 1) // the side that replies to the move 1 wins
	for _, lookahead := range []*Lookahead{nil, {Margin: 0.5}, {Margin: 0.8}, {}, {Differences: 3}} {
		r, err := TrainOnline(context.Background(), newFork, m, OnlineOptions{Games: 4000, Lookahead: lookahead, Optimizer: Adam{Rate: 0.01}})
		if err != nil {
			t.Fatal(err)
		}
		value, err := r.Model.Value([]float64{0, 0, 1})
		if err != nil {
			t.Fatal(err)
		}
		if tried := lookahead != nil && lookahead.Margin != 0.5; tried && value > -0.8 || !tried && r.Model.Weights[2] != 1 {
			t.Errorf("lookahead %+v: the value after the move is %v", lookahead, value)
		}
	}
}

// The weights are the same for any number of workers: with two sides and chance, with two sides, and with three players.
func TestLookaheadWorkers(t *testing.T) {
	check := func(name string, train func(opt OnlineOptions) (Result, error)) {
		var first Result
		for _, workers := range []int{1, 3} {
			opt := OnlineOptions{
				Games: 100, Opening: 1, Explore: 0.1, Workers: workers, Lookahead: &Lookahead{Margin: 10, Differences: 2}, Random: rand.NewPCG(5, 6),
			}
			r, err := train(opt)
			if err != nil || r.Status != ply.Complete {
				t.Fatalf("%s: %v, %v", name, r.Status, err)
			}
			if r.Elapsed = 0; workers == 1 {
				first = r
			} else if !reflect.DeepEqual(r, first) {
				t.Errorf("%s: another result with %d workers", name, workers)
			}
		}
	}
	check("track", func(opt OnlineOptions) (Result, error) {
		return TrainOnline(context.Background(), newTrack, trackModel(t, 5), opt)
	})
	check("race", func(opt OnlineOptions) (Result, error) {
		return TrainOnline(context.Background(), newRace, someModel(t, 4), opt)
	})
	check("crown", func(opt OnlineOptions) (Result, error) {
		m, err := NewModel(Model{Game: "crown", Inputs: 24, Hidden: []int{4}, Players: 3}, nil)
		if err != nil {
			return Result{}, err
		}
		return TrainOnline(context.Background(), newCrown, m, opt)
	})
}

// The slopes of a value equal its differences.
func TestSlopes(t *testing.T) {
	outputs := []float32{0.3, -0.2, 0.5, 0.1}
	for _, test := range []struct {
		head       head
		side, view int
	}{
		{head{}, 0, 0},
		{head{}, 1, 0},
		{head{outcomes: []int{-2, -1, 1, 2}}, 1, 1},
		{head{outcomes: []int{-2, -1, 1, 2}}, 0, 1},
		{head{players: 3}, 1, 2},
		{head{players: 3}, 0, 0},
	} {
		n := max(len(test.head.outcomes), test.head.players, 1)
		value := func(outputs []float32) (float64, []float64) {
			estimate := make([]float64, n)
			test.head.estimate(outputs, estimate)
			return test.head.valueFor(test.side, estimate, test.view), estimate
		}
		_, estimate := value(outputs[:n])
		slopes := []float32{1, 1, 1, 1}
		test.head.addSlopes(slopes, estimate, test.side, test.view, 2)
		for i := range n {
			const step = 1e-2
			moved := append([]float32(nil), outputs[:n]...)
			moved[i] += step
			up, _ := value(moved)
			moved[i] -= 2 * step
			down, _ := value(moved)
			if want := 1 + 2*(up-down)/(2*step); math.Abs(float64(slopes[i])-want) > 1e-3 {
				t.Errorf("%+v: slope %d is %v, want %v", test, i, slopes[i], want)
			}
		}
	}
}
