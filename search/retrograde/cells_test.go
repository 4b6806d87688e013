package retrograde_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/retrograde"
)

// Cells of two bits hold the outcomes, by all ways.
func TestTwoBits(t *testing.T) {
	for seed := range uint64(long.Or(10_000, 300)) {
		random := rand.New(rand.NewPCG(seed, 2))
		r := randomRules(random, 80)
		r.missing[0], r.classes = false, []uint64{0}
		for i, o := range r.outcomes {
			r.outcomes[i] = min(1, max(-1, o))
		}
		want := brute(r, retrograde.ToEnd)
		for i := range want {
			want[i].Plies = retrograde.Unmeasured
		}
		b := board{rules: r}
		opt := retrograde.Options{Workers: 1 + random.IntN(3), Cell: retrograde.TwoBits}
		reachable := reachableFrom(r, 0)
		check(t, int(seed), "two bits", &indexed{b}, opt, want, reachable)
		check(t, int(seed), "two bits backwards", &backward{classed{indexed{b}}}, opt, want, reachable)
		opt.All = true
		check(t, int(seed), "two bits backwards, all", &backward{classed{indexed{b}}}, opt, want, nil)
		opt.MaxMemory = 80/16*4 + 2*8 + 4
		check(t, int(seed), "two bits without memory for moves", &indexed{b}, opt, want, nil)
		if t.Failed() {
			return
		}
	}
}

// Cells of one byte hold what those of two do, in a game that fits.
func TestOneByte(t *testing.T) {
	h := newHunt(4)
	two, err := retrograde.Solve(context.Background(), &huntBack{huntIndex{*h}}, ply.Limits{}, retrograde.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []ply.AdversarialGame[int]{&huntBack{huntIndex{*h}}, &huntIndex{*h}} {
		one, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{Cell: retrograde.OneByte})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(one.Rows) != fmt.Sprint(two.Rows) {
			t.Errorf("%v, want %v", one.Rows, two.Rows)
		}
	}
	// Where a win is an even number of plies away, or an odd number to a loss, there is no code.
	r := &rules{next: [][]int{{1}, nil}, before: make([][]int, 2), side: []int{0, 0}, outcomes: []int{0, -1}, missing: make([]bool, 2)}
	for _, o := range []int{1, -1} {
		r.outcomes[1] = o
		if _, err := retrograde.Solve(context.Background(), &indexed{board{rules: r}}, ply.Limits{}, retrograde.Options{Cell: retrograde.OneByte}); err == nil {
			t.Errorf("outcome %d: no error", o)
		}
	}
}
