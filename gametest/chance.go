package gametest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// chanceLaws come before the laws of sides and players, whose values mean nothing if these are broken.
var chanceLaws = []*law{&chanceMoves, &probabilities, &probabilitiesOfPosition, &expectedReplies}

func byChance(g *subject) bool {
	return g.Turn != nil && g.Stochastic != nil && g.Turn.ToMove() == ply.Chance
}

// decided reports whether a side or a player is to move. Searches do not use some capabilities in chance positions.
func decided(g *subject) bool { return !byChance(g) }

// viewOf returns the side whose perspective values take if ToMove returns side.
func viewOf(side int) int { return max(side, 0) }

var chanceMoves = law{
	name:  "moves of chance",
	text:  "A position where ToMove returns ply.Chance has at least one move.",
	needs: "ply.Stochastic",
	check: func(p *place) {
		if byChance(p.game) && len(p.moves) == 0 {
			p.fail("", "an outcome at least", "no moves in a position of chance")
		}
	},
}

var probabilities = law{
	name: "probabilities",
	text: "Probabilities appends one number for each move, none negative or NaN, whose sum is 1; it leaves what was there, returns the same each time, " +
		"and changes nothing.",
	needs: "ply.Stochastic",
	tries: "position of chance was met",
	check: func(p *place) {
		if !byChance(p.game) {
			return
		}
		p.tried()
		g := p.game.Stochastic
		given := slices.Clone(p.moves)
		did := fmt.Sprintf("calling Probabilities(%v, nil)", p.moves)
		first := g.Probabilities(given, nil)
		if err := chance.Check(first, len(p.moves)); err != nil {
			p.fail(did, "one probability for each move, with the sum 1", fmt.Sprintf("%v: %v", first, err))
		}
		if !slices.Equal(given, p.moves) {
			p.fail(did, "the moves as they were", given)
		}
		appended(p, fmt.Sprintf("Probabilities(%v, dst)", p.moves), []float64{2.5}, func(dst []float64) []float64 { return g.Probabilities(given, dst) })
		p.unchanged("after calling Probabilities")
	},
}

// probabilitiesOfPosition remembers the probabilities in all chance positions, and compares them after detours too.
var probabilitiesOfPosition = law{
	name:  "probabilities of the position",
	text:  "The probabilities of the outcomes are a function of the position.",
	needs: "ply.Stochastic",
	begin: func() check {
		met := memory{}
		return nearby(func(p *place, line []move) {
			if !byChance(p.game) {
				return
			}
			odds := oddsOf(p.game)
			for _, m := range p.sample(p.game.Moves(nil)) {
				detour(p.run, p.game, m)
				if again := oddsOf(p.game); !maps.Equal(again, odds) {
					failAt(line, fmt.Sprintf("after playing %v and another, and taking them back", m), fmt.Sprintf("probabilities %v", odds),
						again)
				}
			}
			met.same(p.game, fmt.Sprintf("probabilities %v", odds), line)
		})
	},
}

func oddsOf(g *subject) map[move]float64 {
	moves := g.Moves(nil)
	odds := make(map[move]float64, len(moves))
	for i, p := range g.Stochastic.Probabilities(moves, nil) {
		if i < len(moves) {
			odds[moves[i]] = p + 0 // which is not -0
		}
	}
	return odds
}
