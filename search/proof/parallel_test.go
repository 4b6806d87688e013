package proof_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// A cloned guesser is a guesser for several workers.
type clonedGuesser struct{ guesser }

func (g clonedGuesser) Clone() clonedGuesser { return clonedGuesser{guesser{g.Duel.Clone()}} }

// Any number of workers agree with the values of the game, with forgetful tables and despite one another.
func TestParallelEqualsValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.RandomDuel(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
			rapid.IntRange(1, 60).Draw(t, "nodes"), rapid.IntRange(1, 6).Draw(t, "moves"),
			rapid.SampledFrom([]int{1, 3, 50, ply.MaxValue}).Draw(t, "most"), true)
		opt := proof.Options[int]{
			Above:   rapid.IntRange(-4, 4).Draw(t, "above"),
			Sum:     rapid.SampledFrom([]float64{0, 0.7, 1}).Draw(t, "sum"),
			Widen:   rapid.SampledFrom([]float64{0, 0.25}).Draw(t, "widen"),
			Workers: rapid.IntRange(0, 4).Draw(t, "workers"),
		}
		opt.Mobility = rapid.Bool().Draw(t, "mobility")
		opt.Table = newTable(rapid.IntRange(1, 60).Draw(t, "entries"))
		want := proof.Disproved
		if g.Values()[0] > opt.Above {
			want = proof.Proved
		}
		results := make([]proof.Result[int], 0, 3)
		for range 2 { // the second search uses the entries of the first
			r, err := proof.Search(background, g, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, r)
		}
		r, err := proof.Search(background, clonedGuesser{guesser{g}}, ply.Limits{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
		for _, got := range results {
			if got.Status != ply.Complete || got.Answer != want || got.Nodes < 1 {
				t.Fatalf("%+v, want %v", got, want)
			}
			if (len(got.Line) > 0) != (want == proof.Proved && len(g.Moves(nil)) > 0) {
				t.Fatalf("%+v: a line is wanted exactly if the answer is yes and there are moves", got)
			}
			if len(got.Line) > 0 && valueAfter(g, got.Line[0]) <= opt.Above {
				t.Fatalf("%+v: the move does not reach what was asked", got)
			}
		}
		if g.At != 0 {
			t.Fatalf("the game is left in node %d", g.At)
		}
	})
}

// bomb is a game that panics after a number of moves on any clone.
type bomb struct {
	*Dawson
	left int
}

func (b *bomb) Play(square int) {
	if b.left--; b.left < 0 {
		panic("bomb")
	}
	b.Dawson.Play(square)
}

func (b *bomb) Clone() *bomb {
	c := *b.Dawson
	return &bomb{&c, b.left}
}

func TestParallelStops(t *testing.T) {
	cancelled, cancel := context.WithCancel(background)
	cancel()
	for name, c := range map[string]struct {
		ctx    context.Context
		limits ply.Limits
		opt    proof.Options[int]
		want   ply.Status
	}{
		"cancelled": {cancelled, ply.Limits{}, proof.Options[int]{Workers: 3}, ply.Cancelled},
		"nodes":     {background, ply.Limits{Nodes: 1}, proof.Options[int]{Workers: 3}, ply.OutOfNodes},
		"time":      {background, ply.Limits{Time: 1}, proof.Options[int]{Workers: 3}, ply.OutOfTime},
	} {
		r, err := proof.Search(c.ctx, new(Dawson), c.limits, c.opt)
		if err != nil || r.Status != c.want || r.Answer != proof.Unknown {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
	var fault *ply.GamePanic
	for moves := range 20 {
		r, err := proof.Search(background, &bomb{new(Dawson), 7 * moves}, ply.Limits{}, proof.Options[int]{Workers: 3, Table: transposition.NewTable(1 << 20)})
		if !errors.As(err, &fault) || fault.Value != "bomb" || r.Status != ply.Failed {
			t.Errorf("panic after %d moves: %v, error %v", 7*moves, r.Status, err)
		}
	}
	calls := 0
	r, err := proof.Search(stop.ReportEach(background, time.Nanosecond), new(Dawson), ply.Limits{}, proof.Options[int]{
		Workers: 2, Progress: func(proof.Result[int]) { calls++ },
	})
	if err != nil || r.Answer != proof.Disproved || calls == 0 {
		t.Errorf("%+v, %d reports, error %v", r, calls, err)
	}
	func() {
		defer func() {
			if v := recover(); v != "callback" {
				t.Errorf("recovered %v", v)
			}
		}()
		_, _ = proof.Search(stop.ReportEach(background, time.Nanosecond), new(Dawson), ply.Limits{}, proof.Options[int]{
			Workers: 2, Progress: func(proof.Result[int]) { panic("callback") },
		})
	}()
}

// A nameless game is any that has a hash.
type nameless interface {
	ply.AdversarialGame[int]
	ply.Hasher
}

func TestNoGame(t *testing.T) {
	for _, workers := range []int{0, 2} {
		if r, err := proof.Search[nameless](background, nil, ply.Limits{}, proof.Options[int]{Workers: workers}); err == nil || r.Status != ply.Failed {
			t.Errorf("no game: %v", err)
		}
	}
}
