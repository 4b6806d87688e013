package gametest

import (
	"testing"

	"github.com/ply-search/ply"
)

// A verdict is the result of checking a game.
type verdict struct {
	law      string
	moves    int
	shortest bool
	report   string
}

// judgeLaw returns a function that finds only the broken law, on any line.
func judgeLaw[G ply.Game[M], M comparable](newGame func() G) func() verdict {
	return judgeBy(newGame, func(r *run, f *failure) (*failure, bool) { return r.inFull().firstBroken(f), false })
}

// judge returns what makes the verdict on a game.
func judge[G ply.Game[M], M comparable](newGame func() G) func() verdict {
	return judgeBy(newGame, (*run).explain)
}

// judgeBy returns what makes the verdict on a game from what explain makes of the first failure, on lines drawn with seeds
// from 0 on or, if these show none, in a survey.
func judgeBy[G ply.Game[M], M comparable](newGame func() G, explain func(*run, *failure) (*failure, bool)) func() verdict {
	m := makerOf(newGame)
	return func() verdict {
		const seeds = 100
		for seed := range uint64(seeds + 1) {
			r := newRun(m, Options{}, seed, 0)
			r.race = false // which the race detector would find, and fail the test
			find := r.find
			if seed == seeds {
				find = r.survey
			}
			if f := find(); f != nil {
				f, shortest := explain(r, f)
				return verdict{f.law.name, len(f.line), shortest, r.report(f, shortest)}
			}
		}
		return verdict{law: "none"}
	}
}

// A fault is a faulty game, with the verdict on it and the broken law.
type fault struct {
	name  string
	judge func() verdict
	law   string
}

// eachIsFound checks that faults are found, and that each of some laws is broken by one of them.
func eachIsFound(t *testing.T, laws []*law, faults []fault) {
	t.Helper()
	covered := map[string]bool{}
	for _, f := range faults {
		covered[f.law] = true
		t.Run(f.name, func(t *testing.T) {
			if v := f.judge(); v.law != f.law {
				t.Errorf("law %q, want %q\n%s", v.law, f.law, v.report)
			}
		})
	}
	for _, l := range laws {
		if !covered[l.name] {
			t.Errorf("no game breaks law %q", l.name)
		}
	}
}
