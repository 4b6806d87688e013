package gametest

import (
	"fmt"
	"math"

	"github.com/ply-search/ply"
)

// Views collect, over all games of a check, signs of values that take the view of one side instead of the side to
// move. These are only signs: a game that one side always wins is lawful.
type views struct {
	ends     [2][2]int // finished positions that are not even, by the side to move and the side that wins
	turns    int       // moves that give the turn to the other side, between evaluations other than 0
	products float64   // the sum of the products of the two evaluations
	greatest float64   // what it would be if all had the same sign
}

// lookAt adds a position.
func lookAt[M comparable](v *views, p *place[M]) {
	sides, ok := p.game.(ply.Adversarial)
	if !ok || byChance(p.game) {
		return
	}
	side := sides.ToMove()
	if len(p.moves) == 0 {
		switch value := sides.Outcome(); {
		case value > 0:
			v.ends[side][side]++
		case value < 0:
			v.ends[side][1-side]++
		}
		return
	}
	e, ok := p.game.(ply.Evaluator)
	if !ok {
		return
	}
	before := float64(e.Evaluate())
	m := p.moves[p.random.IntN(len(p.moves))]
	p.game.Play(m)
	if now := sides.ToMove(); now != side && now != ply.Chance {
		product := before * float64(e.Evaluate())
		if product != 0 {
			v.turns++
		}
		v.products += product
		v.greatest += math.Abs(product)
	}
	p.game.Undo(m)
}

// The signs that are worth a word: of that many cases, nearly all.
const (
	fewestEnds  = 20
	fewestTurns = 50
	nearlyAll   = 0.9
)

// doubts returns what looks as if a value took the view of one side.
func (v *views) doubts() []string {
	var doubts []string
	for winner := range 2 {
		often := true
		for side := range 2 {
			n := v.ends[side][0] + v.ends[side][1]
			often = often && n >= fewestEnds && float64(v.ends[side][winner]) >= nearlyAll*float64(n)
		}
		if often {
			doubts = append(doubts, fmt.Sprintf("gametest: by Outcome, side %d wins %d of %d finished positions with side 0 to move and %d of %d with side 1 to move. "+
				"If that is not so, Outcome takes the view of one side: it must take the view of the side that ToMove names.",
				winner, v.ends[0][winner], v.ends[0][0]+v.ends[0][1], v.ends[1][winner], v.ends[1][0]+v.ends[1][1]))
		}
	}
	if v.turns >= fewestTurns && v.products >= nearlyAll*v.greatest {
		doubts = append(doubts, "gametest: Evaluate hardly ever changes its sign when the turn goes to the other side. "+
			"If having the turn does not decide so much, Evaluate takes the view of one side: it must take the view of the side that ToMove names.")
	}
	return doubts
}
