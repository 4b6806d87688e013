package retrograde_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/retrograde"
)

// Cells of two bits hold the outcomes, by all ways.
func TestTwoBits(t *testing.T) {
	for seed := range uint64(long.Or(4000, 300)) {
		random := rand.New(rand.NewPCG(seed, 2))
		r := randomRules(random, 80)
		r.missing[0], r.classes = false, []uint64{0}
		for i, o := range r.outcomes {
			r.outcomes[i] = min(1, max(-1, o))
		}
		want := brute(r, false)
		for i := range want {
			want[i].Plies = retrograde.Endless
		}
		b := board{rules: r}
		opt := retrograde.Options{Workers: 1 + random.IntN(3), OutcomesOnly: true}
		reachable := reachableFrom(r, 0)
		check(t, int(seed), "two bits", &indexed{b}, opt, want, reachable)
		check(t, int(seed), "two bits backwards", &backward{classed{indexed{b}}}, opt, want, reachable)
		opt.All = true
		check(t, int(seed), "two bits backwards, all", &backward{classed{indexed{b}}}, opt, want, nil)
		opt.Memory = 80/16*4 + 2*8 + 4
		check(t, int(seed), "two bits without memory for moves", &indexed{b}, opt, want, nil)
		if t.Failed() {
			return
		}
	}
}
