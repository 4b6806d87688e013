//go:build long

package gametest

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
)

func newGamble() *testgames.Gamble {
	return testgames.RandomGamble(rand.New(rand.NewPCG(5, 0)), 40, 4, 9, true)
}

func TestGamblesAreLawful(t *testing.T) {
	long.Checks(t, 40, 40)
	CheckEach(t, func(t *rapid.T) func() *testgames.Gamble {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		return testgames.RandomGamble(random, rapid.IntRange(1, 60).Draw(t, "nodes"), 4, 9, rapid.Bool().Draw(t, "acyclic")).Clone
	})
	Check(t, func() *fairPig { return &fairPig{*newPig()} })
}

// fairPig is pig with chance in the place of its third player.
type fairPig struct{ pig }

func (g *fairPig) Players() int { return 2 }

func (g *fairPig) ToMove() int {
	if g.now.rolling {
		return ply.Chance
	}
	return g.now.player
}

func (g *fairPig) Outcomes(values []int) {
	var three [3]int
	g.pig.Outcomes(three[:])
	copy(values, three[:2])
}

func (g *fairPig) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

func (g *fairPig) Clone() *fairPig { return &fairPig{*g.pig.Clone()} }

// Each type here is a game with one fault.
type (
	noOutcomes      struct{ testgames.Gamble }
	oddsShort       struct{ testgames.Gamble }
	oddsSmall       struct{ testgames.Gamble }
	oddsNegative    struct{ testgames.Gamble }
	oddsNaN         struct{ testgames.Gamble }
	oddsOverwrite   struct{ testgames.Gamble }
	oddsPlay        struct{ testgames.Gamble }
	oddsSortMoves   struct{ testgames.Gamble }
	oddsRemember    struct{ gambled }
	repliesOfOther  struct{ judged }
	chanceUnknown   struct{ testgames.Duel }
	playersOfChance struct{ fairPig }
)

// gambled is a gamble that counts moves, those taken back included.
type gambled struct {
	testgames.Gamble
	played int
}

func (g *gambled) Play(m int) {
	g.played++
	g.Gamble.Play(m)
}

// A finished position claims to be a position of chance.
func (g *noOutcomes) ToMove() int {
	if len(g.Moves(nil)) == 0 {
		return ply.Chance
	}
	return g.Gamble.ToMove()
}

func (g *oddsShort) Probabilities(moves []int, dst []float64) []float64 {
	dst = g.Gamble.Probabilities(moves, dst)
	return dst[:len(dst)-1]
}

func (g *oddsSmall) Probabilities(moves []int, dst []float64) []float64 {
	dst = g.Gamble.Probabilities(moves, dst)
	dst[len(dst)-1] *= 0.999
	return dst
}

func (g *oddsNegative) Probabilities(moves []int, dst []float64) []float64 {
	for i := range moves {
		dst = append(dst, []float64{-1, 2, 0}[min(i, 2)])
	}
	return dst
}

func (g *oddsNaN) Probabilities(moves []int, dst []float64) []float64 {
	for range moves {
		dst = append(dst, math.NaN())
	}
	return dst
}

func (g *oddsOverwrite) Probabilities(moves []int, dst []float64) []float64 {
	return g.Gamble.Probabilities(moves, dst[:0])
}

func (g *oddsPlay) Probabilities(moves []int, dst []float64) []float64 {
	dst = g.Gamble.Probabilities(moves, dst)
	g.Play(moves[0])
	return dst
}

func (g *oddsSortMoves) Probabilities(moves []int, dst []float64) []float64 {
	dst = g.Gamble.Probabilities(moves, dst)
	moves[0] = moves[len(moves)-1] + 1
	return dst
}

func (g *oddsRemember) Probabilities(moves []int, dst []float64) []float64 {
	return testgames.Odds(rand.New(rand.NewPCG(uint64(g.played), 0)), len(moves), dst)
}

// judged is a gamble that is evaluated, replies included.
type judged struct{ testgames.Gamble }

func (g *judged) Expectation() float64 { return float64(g.Evaluate()) }

func (g *judged) EvaluateReplies(outcomes []int, dst []fast.Reply) []fast.Reply {
	return expectation.Replies(g, g).EvaluateReplies(outcomes, dst)
}

// EvaluateReplies takes the view of the other side.
func (g *repliesOfOther) EvaluateReplies(outcomes []int, dst []fast.Reply) []fast.Reply {
	n := len(dst)
	dst = g.judged.EvaluateReplies(outcomes, dst)
	for i := range dst[n:] {
		dst[n+i].Value *= -1
	}
	return dst
}

func TestRepliesAreLawful(t *testing.T) {
	long.Checks(t, 40, 40)
	Check(t, func() *judged { return &judged{*newGamble()} }, Options{Ignore: []string{"Clone", "CopyFrom"}})
}

func (g *chanceUnknown) ToMove() int { return ply.Chance }

func (g *playersOfChance) ToMove() int {
	if turn := g.fairPig.ToMove(); turn == ply.Chance {
		return -2
	}
	return g.fairPig.ToMove()
}

func TestEachLawOfChanceIsFoundBroken(t *testing.T) {
	faults := []fault{
		{"chance at the end", judgeLaw(func() *noOutcomes { return &noOutcomes{*newGamble()} }), "moves of chance"},
		{"a probability is missing", judgeLaw(func() *oddsShort { return &oddsShort{*newGamble()} }), "probabilities"},
		{"a sum below 1", judgeLaw(func() *oddsSmall { return &oddsSmall{*newGamble()} }), "probabilities"},
		{"a negative probability", judgeLaw(func() *oddsNegative { return &oddsNegative{*newGamble()} }), "probabilities"},
		{"not a number", judgeLaw(func() *oddsNaN { return &oddsNaN{*newGamble()} }), "probabilities"},
		{"Probabilities overwrites", judgeLaw(func() *oddsOverwrite { return &oddsOverwrite{*newGamble()} }), "probabilities"},
		{"Probabilities plays", judgeLaw(func() *oddsPlay { return &oddsPlay{*newGamble()} }), "probabilities"},
		{"Probabilities changes the moves", judgeLaw(func() *oddsSortMoves { return &oddsSortMoves{*newGamble()} }), "probabilities"},
		{"probabilities of the line", judgeLaw(func() *oddsRemember { return &oddsRemember{gambled{Gamble: *newGamble()}} }), "probabilities of the position"},
		{"EvaluateReplies of the other side", judgeLaw(func() *repliesOfOther { return &repliesOfOther{judged{*newGamble()}} }), "expected replies"},
		{"chance without probabilities", judgeLaw(func() *chanceUnknown { return &chanceUnknown{*newDuel()} }), "side to move"},
		{"a player of -2", judgeLaw(func() *playersOfChance { return &playersOfChance{fairPig{*newPig()}} }), "player to move"},
	}
	for i, f := range faults {
		faults[i].judge = func() verdict {
			start := time.Now()
			v := f.judge()
			t.Logf("%s: found after %v", f.name, time.Since(start))
			return v
		}
	}
	eachIsFound(t, chanceLaws, faults)
}
