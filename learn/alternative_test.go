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

// A move that the model thinks bad is never played, so only Alternatives show that it is good.
func TestAlternatives(t *testing.T) {
	m := Linear("fork", 0, 0, 0, 1) // the side that replies to the move 1 wins
	for _, alternatives := range []float64{0, 0.5, 0.8} {
		r, err := TrainOnline(context.Background(), newFork, m, OnlineOptions{Games: 4000, Alternatives: alternatives, Optimizer: Adam{Rate: 0.01}})
		if err != nil {
			t.Fatal(err)
		}
		value, err := r.Model.Value([]float64{0, 0, 1})
		if err != nil {
			t.Fatal(err)
		}
		if tried := alternatives > math.Tanh(1); tried && value > -0.9 || !tried && r.Model.Weights[2] != 1 {
			t.Errorf("alternatives %v: the value after the move is %v", alternatives, value)
		}
	}
}

// Alternatives do not change the throws of the first games, and the weights are the same for any number of workers:
// with two sides and chance, with two sides, and with three players.
func TestAlternativesWorkers(t *testing.T) {
	check := func(name string, train func(opt OnlineOptions) (Result, error)) {
		var first Result
		for _, workers := range []int{1, 3} {
			opt := OnlineOptions{Games: 100, Lambda: 0.5, Opening: 1, Alternatives: 10, Workers: workers, Random: rand.NewPCG(5, 6)}
			r, err := train(opt)
			if err != nil || r.Status != ply.Complete {
				t.Fatalf("%s: %v, %v", name, r.Status, err)
			}
			if r.Elapsed = 0; workers == 1 {
				first = r
			} else if !reflect.DeepEqual(r, first) {
				t.Errorf("%s: another result with %d workers", name, workers)
			}
			opt.Alternatives, opt.Random = 0, rand.NewPCG(5, 6)
			if plain, err := train(opt); err != nil || plain.Nodes >= r.Nodes {
				t.Errorf("%s: %d positions, without alternatives %d: %v", name, r.Nodes, plain.Nodes, err)
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
