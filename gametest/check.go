package gametest

import (
	"flag"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// Options set how thoroughly a game is checked. The zero value has defaults that suit most games.
type Options struct {
	// Length is the greatest number of moves in a line of play. 0 means 40.
	Length int

	// Lines is the number of lines of play in each check. Every second line plays the moves of the preceding line in a
	// random order. Where none of these moves is legal, it plays a random legal move. 0 means 2.
	Lines int

	// Width is the number of moves that the check of a law tries in a position. If the position has more moves, the check
	// tries randomly chosen moves. 0 means 4.
	Width int

	// Ignore names methods of the game that share their name with a method of a capability, but have another purpose,
	// such as "Rank" or "Clone". For these methods, Check neither reports a wrong signature nor checks the laws of the
	// capability.
	//
	// Ignore can also name doubts. A doubt, such as "outcomes of one side", is a suspected mistake: random games have
	// an unlikely result. A doubt that Ignore names is not reported. The documentation of the package lists all doubts.
	Ignore []string

	// Require names laws, such as "admissible", that must be tried. The test fails if the game lacks the capability of a
	// named law, or if no position visited allows Check to try the law. Other laws that could not be tried are only
	// logged.
	Require []string

	// Laws are additional laws, which Check checks in some positions only, after the laws of this package. Packages
	// threattest and flattest have such laws for the games of packages threat and flat.
	Laws []Law
}

// A Law is a law of a game that [Check] checks in addition to the laws of this package.
type Law struct {
	// Name is the name of the law in reports, and Text the statement of the law.
	Name, Text string

	// This Check is a function that checks the law in the present position of the argument game. It returns nil if the
	// game obeys the law, and otherwise an error that says how the game breaks it. The game has the type that the
	// argument newGame of the function [Check] returns. Moves that are played for the test must be taken back.
	Check func(game any, random *rand.Rand) error
}

func (l Law) law() *law {
	return &law{name: l.Name, text: l.Text, rarely: true, check: func(p *place) {
		if err := l.Check(p.game.raw, p.random); err != nil {
			p.fail("", "the law to hold", err.Error())
		}
		p.unchanged("after checking it")
	}}
}

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

// effort returns the share of its usual work that a survey does, below 1 if options ask for less than the default.
func (o Options) effort() float64 {
	o, usual := o.withDefaults(), Options{}.withDefaults()
	work := func(o Options) float64 { return float64(o.Length * o.Lines * o.Width) }
	return min(1, work(o)/work(usual))
}

const usualChecks = 100

// checksAsked returns the number in rapid's flag as a share of the default, at most 1.
func checksAsked() float64 {
	if f := flag.Lookup("rapid.checks"); f != nil {
		if n, err := strconv.Atoi(f.Value.String()); err == nil {
			return min(1, float64(n)/usualChecks)
		}
	}
	return 1
}

// Check checks the laws of a game and of its capabilities on random lines of play, and reports the first broken law as
// an error of t. Check also logs the capabilities of the game. It reports each method that has the name of a method of
// a capability but another signature.
//
// newGame must return a new game in the same start position each time. It must handle errors itself, for example with
// t.Fatal. The number of checks is the value of the flag -rapid.checks, 100 by default. At most one Options may be
// given.
func Check[G ply.Game[M], M comparable](t *testing.T, newGame func() G, opt ...Options) {
	t.Helper()
	m := makerOf(newGame)
	checkDrawn(t, func(*rapid.T) maker { return m }, onlyOptions(opt), 0)
}

func onlyOptions(opt []Options) Options {
	switch len(opt) {
	case 0:
		return Options{}
	case 1:
		return opt[0]
	}
	panic("gametest: more than one Options given")
}

// CheckEach is [Check] for games that are drawn at random: deals, boards of different sizes, games with random
// parameters. draw draws the parameters, and returns a function that makes a new game from these parameters. All games
// that the function makes must be equal. For a [ply.Cloner], the function can be the method Clone of a game.
//
// A report shows the drawn parameters. Before CheckEach reports, it searches for a smaller game that breaks the same
// law, for about a second.
func CheckEach[G ply.Game[M], M comparable](t *testing.T, draw func(t *rapid.T) (newGame func() G), opt ...Options) {
	t.Helper()
	checkDrawn(t, func(t *rapid.T) maker { return makerOf(draw(t)) }, onlyOptions(opt), shrinkTime())
}

// shrinkTime returns how long a drawn game is made smaller: one second, or the value of rapid's flag if that is set.
func shrinkTime() time.Duration {
	const usual, rapids = time.Second, 30 * time.Second
	if f := flag.Lookup("rapid.shrinktime"); f != nil {
		if d, err := time.ParseDuration(f.Value.String()); err == nil && d != rapids {
			return d
		}
	}
	return usual
}

type maker struct {
	newGame  func() *subject
	declared reflect.Type // the type G of games
	cloner   reflect.Type // ply.Cloner[G]
	copier   reflect.Type // fast.Copier[G]
}

func makerOf[G ply.Game[M], M comparable](newGame func() G) maker {
	return maker{
		newGame:  func() *subject { return subjectOf[M](newGame()) },
		declared: reflect.TypeFor[G](),
		cloner:   reflect.TypeFor[ply.Cloner[G]](),
		copier:   reflect.TypeFor[fast.Copier[G]](),
	}
}

func checkDrawn(t *testing.T, draw func(t *rapid.T) maker, opt Options, shrinkTime time.Duration) {
	t.Helper()
	var failed *failure
	var on *run
	var methods *survey
	tried := newExercises()
	surveyed := map[[2]uint64]bool{} // by what they were drawn with, for rapid to find the same again
	list := listed(opt.Laws)
	doubts := map[string]bool{} // of games that were drawn
	games := 1                  // to survey
	if shrinkTime > 0 {
		games = mostSurveys
	}
	rec := &recorder{T: t}
	tries := attempts{shrinkTime: shrinkTime}
	rapid.Check(rec, func(rt *rapid.T) {
		m := draw(rt)
		seed1, seed2 := rapid.Uint64().Draw(rt, ownDraw), rapid.Uint64().Draw(rt, ownDraw)
		if methods == nil {
			methods = surveyOf(m)
		}
		if tries.skip() {
			return
		}
		r := newRun(m, opt, seed1, seed2)
		r.exercises = tried
		r.effort *= checksAsked()
		f := r.find()
		if seeds := [2]uint64{seed1, seed2}; f == nil && (len(surveyed) < games || surveyed[seeds] || on != nil && on.surveys) {
			surveyed[seeds] = true
			f = r.survey()
		}
		if f != nil && f.law.doubt && shrinkTime > 0 {
			doubts[f.law.name] = true // many a game that is drawn favours a side
			f = nil
		}
		// A smaller game must break the same law.
		broken := f != nil && (failed == nil || failed.law.name == f.law.name)
		tries.ended(broken)
		if broken {
			failed, on = f, r
			rt.Fatalf("law %q is broken", f.law.name)
		}
	})
	if methods != nil {
		t.Log(methods.found(opt.Ignore))
		if misses := methods.misses(list.methods(opt.Ignore)); misses != "" {
			t.Errorf("%s", misses)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(doubts)) {
		t.Logf("gametest: doubt %q about a game that was drawn, which is no failure there", name)
	}
	if wrong := list.wrongNames(opt); wrong != "" {
		t.Errorf("%s", wrong)
	}
	switch {
	case failed != nil:
		explained, shortest := on.explain(failed)
		t.Errorf("%s", on.report(explained, shortest)+rec.drawn()+rec.reproduce())
	case rec.failed:
		t.Errorf("%s", rec.everything())
	default:
		if untried := tried.untried(list); untried != "" {
			t.Log(untried)
		}
		if lacking := tried.lacking(opt.Require, list); lacking != "" {
			t.Errorf("%s", lacking)
		}
	}
}

// attempts limit the time for a smaller failing game. Rapid repeats failing attempts, and considers passing ones too small.
type attempts struct {
	shrinkTime time.Duration
	until      time.Time // when to stop, once an attempt has failed
	repeated   bool      // the next attempt repeats the one before, which failed
}

func (a *attempts) skip() bool {
	return !a.until.IsZero() && !a.repeated && !time.Now().Before(a.until)
}

func (a *attempts) ended(failed bool) {
	if failed && a.until.IsZero() {
		a.until = time.Now().Add(a.shrinkTime)
	}
	a.repeated = failed && !a.repeated
}

// newRun returns a run on a game, with the seeds of its random numbers.
func newRun(m maker, opt Options, seed1, seed2 uint64) *run {
	return &run{
		maker:   m,
		random:  rand.New(rand.NewPCG(seed1, seed2)),
		opt:     opt.withDefaults(),
		effort:  opt.effort(),
		race:    raceDetector,
		ignored: ignoredLaws(table(m.cloner, m.copier), opt.Ignore),
	}
}
