package gametest

import (
	"math/rand/v2"
	"testing"
)

// rolls is noughts and crosses with a separate PlayRandom, which has the named fault, or none for the empty name.
type rolls struct {
	noughts
	fault string
}

func (g *rolls) PlayRandom(random *rand.PCG, most int, legal, line []int) (rest, played []int) {
	switch g.fault {
	case "overwrites":
		line = line[:0]
	case "other chances":
		random = rand.NewPCG(rand.Uint64(), 0)
	case "one more":
		most++
	}
	for ; len(legal) > 0 && most > 0; most-- {
		if g.fault == "stops" && len(legal) < 5 {
			break
		}
		m := legal[random.Uint64()>>32*uint64(len(legal))>>32]
		switch {
		case g.fault == "never the last" && len(legal) > 1:
			m = legal[random.Uint64()>>32*uint64(len(legal)-1)>>32]
		case g.fault == "illegal":
			m = g.line[0]
		}
		line = append(line, m)
		if g.fault != "does not play" || len(legal) > 4 {
			g.Play(m)
		}
		legal = g.Moves(legal[:0])
	}
	if g.fault == "too few are left" && len(legal) > 0 {
		legal = legal[1:]
	}
	return legal, line
}

// randomMoveFaults are games that break the law of random moves.
func randomMoveFaults(start func() *noughts) []fault {
	var faults []fault
	for _, f := range []string{"overwrites", "other chances", "one more", "stops", "never the last", "illegal", "does not play", "too few are left"} {
		faults = append(faults, fault{"PlayRandom: " + f, judgeLaw(func() *rolls { return &rolls{*start(), f} }), "random moves"})
	}
	return faults
}

func TestRandomMoves(t *testing.T) {
	if v := judgeLaw(func() *rolls { return &rolls{*new(noughts), ""} })(); v.law != "none" {
		t.Error(v.report)
	}
}
