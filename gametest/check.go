package gametest

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
)

// Options say how much is checked. The zero value means the defaults.
type Options struct {
	// Length is the greatest number of moves in a line of play. 0 means 40.
	Length int

	// Lines is the number of lines that are played on each game that is drawn. Every other one
	// plays the moves of the one before in another order. 0 means 2.
	Lines int

	// Width is the number of moves that a law looks at in one position. Of more a random sample
	// is taken. 0 means 4.
	Width int
}

// withDefaults returns the options with defaults where they are not positive.
func (o Options) withDefaults() Options {
	for _, field := range []struct {
		value *int
		usual int
	}{{&o.Length, 40}, {&o.Lines, 2}, {&o.Width, 4}} {
		if *field.value <= 0 {
			*field.value = field.usual
		}
	}
	return o
}

// Check plays random lines of a game and reports the first law that it breaks, as an error of t.
// newGame makes the game in its start position, always the same and each time a new one.
//
// The number of checks is that of rapid: 100, or what the flag -rapid.checks says.
func Check[M comparable, G ply.Game[M]](t *testing.T, newGame func() G) {
	t.Helper()
	CheckWith(t, newGame, Options{})
}

// CheckWith is [Check] with options.
func CheckWith[M comparable, G ply.Game[M]](t *testing.T, newGame func() G, opt Options) {
	t.Helper()
	CheckEachWith(t, func(*rapid.T) func() G { return newGame }, opt)
}

// CheckEach is [Check] for games that are drawn: deals, boards of different sizes, the parameters of
// a random game. draw draws what the game is made of and returns what makes it from that, without
// drawing again, so that the laws can have the same game many times. For a game that makes copies of
// itself, its method Clone will do.
//
// A report shows what draw has drawn, made as small as rapid can.
func CheckEach[M comparable, G ply.Game[M]](t *testing.T, draw func(t *rapid.T) (newGame func() G)) {
	t.Helper()
	CheckEachWith(t, draw, Options{})
}

// CheckEachWith is [CheckEach] with options.
func CheckEachWith[M comparable, G ply.Game[M]](t *testing.T, draw func(t *rapid.T) (newGame func() G), opt Options) {
	t.Helper()
	var failed *failure[M]
	var on *run[M]
	rec := &recorder{T: t}
	rapid.Check(rec, func(rt *rapid.T) {
		r := newRun(draw(rt), opt, rapid.Uint64().Draw(rt, ownDraw), rapid.Uint64().Draw(rt, ownDraw))
		f := r.find()
		// While rapid makes the game smaller, it is to break the same law.
		if f == nil || failed != nil && f.law.name != failed.law.name {
			return
		}
		failed, on = f, r
		rt.Fatalf("law %q is broken", f.law.name)
	})
	switch {
	case failed != nil:
		explained, shortest := on.explain(failed)
		t.Errorf("%s", on.report(explained, shortest)+rec.drawn()+rec.reproduce())
	case rec.failed:
		t.Errorf("%s", rec.everything())
	}
}

// newRun returns a run on a game, whose chances follow from two numbers.
func newRun[M comparable, G ply.Game[M]](newGame func() G, opt Options, seed1, seed2 uint64) *run[M] {
	return &run[M]{
		newGame: func() ply.Game[M] { return newGame() },
		clone: func(g ply.Game[M]) (ply.Game[M], bool) {
			if c, ok := g.(ply.Cloner[G]); ok {
				return c.Clone(), true
			}
			return nil, false
		},
		random: rand.New(rand.NewPCG(seed1, seed2)),
		opt:    opt.withDefaults(),
	}
}
