package gametest

import (
	"fmt"

	"github.com/ply-search/ply"
)

var multiplayerLaws = []*law{&players, &playerToMove, &outcomes, &evaluations}

var players = law{
	name:  "players",
	text:  "Players is at least 1, the same in all positions, and 2 if the game is adversarial as well.",
	needs: "ply.Multiplayer",
	begin: func() check {
		var count constant[int]
		return func(p *place) {
			n := p.game.Multiplayer.Players()
			count.check(p.line, "the number of players", n)
			switch {
			case n < 1:
				p.fail("", "1 player or more", n)
			case n != 2 && p.game.Adversarial != nil:
				p.fail("", "2 players of an adversarial game", n)
			}
		}
	},
}

var playerToMove = ofPosition("player to move", "ToMove is at least 0 and less than Players or, in a position of chance, ply.Chance; a function of the position, and restored by Undo.", "ply.Multiplayer",
	func(g *subject) (int, string) {
		players := g.Multiplayer
		player := players.ToMove()
		if (player < 0 || player >= players.Players()) && !byChance(g) {
			return player, wrongTurn(g, fmt.Sprintf("of %d players, player", players.Players()), player)
		}
		return player, ""
	})

// valuesOf returns the values that set stores, or their fault.
func valuesOf(g *subject, what string, set func(values []int)) (values []int, wrong string) {
	values = make([]int, g.Multiplayer.Players())
	for p := range values {
		values[p] = ply.MaxValue + 1 // to see whether it is set
	}
	set(values)
	for p, value := range values {
		if wrong := beyondValues(fmt.Sprintf("%s for player %d, if set at all:", what, p), value); wrong != "" {
			return values, wrong
		}
	}
	return values, ""
}

var outcomes = atEnds(ofPosition("outcomes", "Outcomes sets all values, within the range, changes nothing, is a function of the position, and says what Outcome says.",
	"ply.Multiplayer",
	func(g *subject) (string, string) {
		if len(g.Moves(nil)) > 0 {
			return "", ""
		}
		values, wrong := valuesOf(g, "outcome", g.Multiplayer.Outcomes)
		if sides := g.Adversarial; sides != nil && wrong == "" {
			if side, value := sides.ToMove(), sides.Outcome(); values[side] != value || values[1-side] != -value {
				wrong = fmt.Sprintf("outcomes %v where Outcome is %d for side %d", values, value, side)
			}
		}
		return fmt.Sprint(values), wrong
	}))

var evaluations = ofPosition("evaluations", "Evaluations sets all values, within the range, changes nothing, is a function of the position, and where the game is finished equals Outcomes.",
	"ply.Multiplayer, ply.MultiplayerEvaluator",
	func(g *subject) (string, string) {
		values, wrong := valuesOf(g, "evaluation", g.MultiplayerEvaluator.Evaluations)
		if wrong == "" && len(g.Moves(nil)) == 0 {
			if end, _ := valuesOf(g, "outcome", g.Multiplayer.Outcomes); fmt.Sprint(end) != fmt.Sprint(values) {
				wrong = fmt.Sprintf("evaluations %v of a finished position with outcomes %v", values, end)
			}
		}
		return fmt.Sprint(values), wrong
	})
