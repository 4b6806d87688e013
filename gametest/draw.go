package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
)

// looksOf returns all data that tell a position of a game that hides something from others.
func looksOf(g *subject) string {
	var looks []string
	if key, ok := keyOf(g); ok {
		looks = append(looks, fmt.Sprintf("%x", key))
	}
	looks = append(looks, fmt.Sprintf("player %d to move", toMoveOf(g)))
	drawing := draw(g)
	if drawing != "" {
		looks = append(looks, drawing)
	}
	for player := range playersOf(g) {
		looks = append(looks, fmt.Sprintf("player %d has information %x", player, informationOf(g, player)))
	}
	if _, ok := keyOf(g); !ok && drawing == "" {
		looks = append(looks, futureOf(g))
	}
	return strings.Join(looks, ", ")
}

// futureOf tells a position by its future: the outcomes after a few lines that are the same in all positions with the same
// legal moves.
func futureOf(g *subject) string {
	const (
		lines  = 3
		length = 40
	)
	var outcomes []string
	for choice := range lines {
		var line []move
		for len(line) < length {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			line = append(line, moves[choice%len(moves)])
			g.Play(line[len(line)-1])
		}
		if len(g.Moves(nil)) == 0 && playersOf(g) > 1 {
			outcomes = append(outcomes, fmt.Sprint(outcomesOf(g)))
		}
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
	}
	return "outcomes of some lines " + strings.Join(outcomes, " ")
}

// A belief is a player's belief about the position: the probabilities of the positions consistent with the player's observations.
type belief map[string]float64

// belief returns the positions that the player to move cannot tell from this one, if it takes at most a number of moves
// to list them. Players other than this one choose all moves with the same probability.
func (p *place) belief(most int) (b belief, ok bool) {
	player := toMoveOf(p.game)
	var keys []string
	var own []move
	g := p.newGame()
	for _, m := range p.line {
		if toMoveOf(g) == player {
			keys, own = append(keys, informationOf(g, player)), append(own, m)
		}
		g.Play(m)
	}
	keys = append(keys, informationOf(g, player))
	b = belief{}
	played, total := 0, 0.0
	g = p.newGame()
	var visit func(decisions int, probability float64) bool
	visit = func(decisions int, probability float64) bool {
		moves := g.Moves(nil)
		mover := toMoveOf(g)
		if mover == player && len(moves) > 0 {
			if informationOf(g, player) != keys[decisions] {
				return true
			}
			if decisions == len(own) {
				b[looksOf(g)] += probability
				total += probability
				return true
			}
			moves = []move{own[decisions]}
			decisions++
		}
		chances := slices.Repeat([]float64{1}, len(moves))
		switch s, stochastic := g.Stochastic, g.Stochastic != nil; {
		case mover == ply.Chance && stochastic && len(moves) > 0:
			chances = s.Probabilities(moves, chances[:0])
		case mover != player:
			for i := range chances {
				chances[i] = 1 / float64(len(moves))
			}
		}
		for i, m := range moves {
			if played++; played > most {
				return false
			}
			if i >= len(chances) || !(chances[i] > 0) {
				continue
			}
			g.Play(m)
			ok := visit(decisions, probability*chances[i])
			g.Undo(m)
			if !ok {
				return false
			}
		}
		return true
	}
	if !visit(0, 1) || total == 0 {
		return nil, false
	}
	for looks := range b {
		b[looks] /= total
	}
	return b, true
}

// The bounds of beliefs and draws.
const (
	beliefMoves      = 4000   // played to list the positions of a belief
	surveyBelief     = 60_000 // in a survey
	surveyDecisions  = 6      // of each player, in a survey
	consistentTimes  = 8
	surveyConsistent = 100
)

// drawable reports whether to draw here: where a player is to move and, as it takes long, seldom.
func (p *place) drawable() bool {
	return len(p.moves) > 0 && toMoveOf(p.game) >= 0 && (p.last || p.seldom())
}

// decisions calls look at some positions of random lines in which a player is to move: for each player, those after
// which most has happened, all with other information keys.
func (p *place) decisions(look func(at *place) *finding) *finding {
	const lines = 60
	random := surveyChance()
	var found [][]move
	seen := map[string]bool{}
	s := p.stepper()
	for range lines {
		for range p.opt.Length {
			n := s.legal()
			if n == 0 {
				break
			}
			if player := toMoveOf(s.g); player >= 0 {
				if id := fmt.Sprint(player, informationOf(s.g, player)); !seen[id] {
					seen[id] = true
					found = append(found, slices.Clone(s.line))
				}
			}
			s.play(random.IntN(n))
		}
		backTo(s, 0)
	}
	slices.SortStableFunc(found, func(a, b []move) int { return len(b) - len(a) })
	// The longest lines and the shortest ones take turns.
	var order [][]move
	for i, j := 0, len(found)-1; i <= j; i, j = i+1, j-1 {
		order = append(order, found[i])
		if i < j {
			order = append(order, found[j])
		}
	}
	looked := map[int]int{}
	for _, line := range order {
		g := p.newGame()
		for _, m := range line {
			g.Play(m)
		}
		player := toMoveOf(g)
		if looked[player]++; looked[player] > surveyDecisions {
			continue
		}
		p.at = line
		if f := look(p.run.place(g, line, g.Moves(nil), true)); f != nil {
			return f
		}
	}
	p.at = p.line
	return nil
}

var consistentDraws = law{
	name:  "consistent draws",
	text:  "A position that is drawn can be reached, and the player cannot tell it from the present one. The weight is positive. Moves can be played and taken back.",
	needs: "ply.Imperfect, ply.Determinizer",
	tries: "position was met whose draws could be compared with all positions that the player cannot tell from it",
	check: func(p *place) *finding {
		if p.survey {
			return p.decisions(func(at *place) *finding { return at.consistent(surveyConsistent, p.part(surveyBelief)) })
		}
		if !p.drawable() {
			return nil
		}
		return p.consistent(consistentTimes, beliefMoves)
	},
}

// consistent draws a number of times from here, each time from the position drawn before.
func (p *place) consistent(times, moves int) *finding {
	player := toMoveOf(p.game)
	want := fmt.Sprintf("player %d to move with information %x and moves %v", player, informationOf(p.game, player), p.moves)
	b, known := p.belief(moves)
	if known && len(b) > 1 {
		p.tried()
	}
	g := p.silent()
	for n := range times {
		did := fmt.Sprintf("drawing for player %d", player)
		if n > 0 {
			did = fmt.Sprintf("drawing %d times for player %d", n+1, player)
		}
		weight := g.Determinizer.Determinize(player, p.random)
		if !(weight > 0) || math.IsInf(weight, 1) {
			return p.found(did, "a weight that is positive and finite", weight)
		}
		mover := toMoveOf(g)
		if got := fmt.Sprintf("player %d to move with information %x and moves %v", mover, informationOf(g, player), g.Moves(nil)); got != want {
			return p.found(did, want, got)
		}
		before := looksOf(g)
		if known && b[before] == 0 {
			return p.found(did, fmt.Sprintf("one of the %d positions that are consistent with what the player has observed", len(b)), before)
		}
		if f := p.thereAndBack(g, did, before); f != nil {
			return f
		}
	}
	return nil
}

// thereAndBack plays moves at random on a game that was drawn, and takes them back.
func (p *place) thereAndBack(g *subject, did, before string) *finding {
	var line []move
	for len(line) < p.opt.Length {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		line = append(line, moves[p.random.IntN(len(moves))])
		g.Play(line[len(line)-1])
	}
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	if after := looksOf(g); after != before {
		return p.found(did+fmt.Sprintf("; playing %v and taking these back", line), before, after)
	}
	return nil
}

// weightsOfDraws compares frequencies with probabilities, where both can be known. It asks for much less than many
// draws show, so that no lawful game is found to break it by bad luck.
var weightsOfDraws = law{
	name:  "weights of draws",
	text:  "The frequency of a position times its weight is in proportion to its probability, where other players choose all moves with the same probability.",
	needs: "ply.Imperfect, ply.Determinizer",
	tries: "position was met whose draws show how frequent each of the positions is that the player cannot tell from it",
	check: func(p *place) *finding {
		if p.survey {
			return p.decisions(func(at *place) *finding { return at.weighed(p.part(surveyBelief)) })
		}
		if !p.drawable() || !p.seldom() {
			return nil
		}
		return p.weighed(beliefMoves)
	},
}

// weighed draws many times from here.
func (p *place) weighed(moves int) *finding {
	const (
		draws   = 4000
		most    = 200  // positions
		enough  = 1000 // the effective sample size
		allowed = 0.1  // the greatest difference of the probabilities of an event, besides chance
	)
	b, known := p.belief(moves)
	if !known || len(b) < 2 || len(b) > most {
		return nil
	}
	player := toMoveOf(p.game)
	g := p.silent()
	seen, sum, squares := belief{}, 0.0, 0.0
	for range draws {
		weight := g.Determinizer.Determinize(player, p.random)
		seen[looksOf(g)] += weight
		sum += weight
		squares += weight * weight
	}
	worth := sum * sum / squares
	if worth < enough {
		return nil
	}
	p.tried()
	difference, worst := 0.0, ""
	for looks, probability := range b {
		if d := seen[looks]/sum - probability; d > 0 {
			difference += d
		} else if worst == "" || d < seen[worst]/sum-b[worst] || d == seen[worst]/sum-b[worst] && looks < worst {
			worst = looks
		}
	}
	// By chance alone, half the sum of the differences is about this, if all are equally probable, else less.
	byChance := math.Sqrt(float64(len(b)) / (2 * math.Pi * worth))
	if difference > allowed+byChance {
		return p.found(fmt.Sprintf("drawing %d times for player %d", draws, player),
			fmt.Sprintf("the probability %.3f of %s", b[worst], worst), fmt.Sprintf("%.3f by frequencies and weights", seen[worst]/sum))
	}
	return nil
}

// drawsThatDiffer is a doubt about a game that draws nothing, in which a search would see hidden information.
var drawsThatDiffer = law{
	name:  "draws that differ",
	text:  "Determinize draws what is hidden from the player. A search sees it if the position that is drawn is always the present one.",
	doubt: true,
	needs: "ply.Imperfect, ply.Determinizer",
	check: func(p *place) *finding {
		const times = 20
		if !p.survey {
			return nil
		}
		drawn, same := 0, 0
		if f := p.decisions(func(at *place) *finding {
			if b, known := at.belief(beliefMoves); known && len(b) == 1 {
				return nil // there is nothing to draw
			}
			before := looksOf(at.game)
			random := rand.New(rand.NewPCG(3, 4))
			for range times {
				g := at.silent()
				g.Determinizer.Determinize(toMoveOf(g), random)
				if drawn++; looksOf(g) == before {
					same++
				}
			}
			return nil
		}); f != nil {
			return f
		}
		if drawn > 0 && drawn == same {
			return p.found(fmt.Sprintf("drawing %d times, in several positions", drawn), "a position that differs from the one in which it is drawn", "none")
		}
		return nil
	},
}
