package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
)

// looksOf describes a position of a game of imperfect information by all that distinguishes it from others.
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

// futureOf describes a position by the outcomes of a few lines, which are equal in positions with equal legal moves.
func futureOf(g *subject) string {
	const lines, length = 3, 40
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
		takeBack(g, line)
	}
	return "outcomes of some lines " + strings.Join(outcomes, " ")
}

// A belief maps the positions consistent with a player's observations to their probabilities.
type belief map[string]float64

// belief returns the positions that the player to move cannot distinguish from this one, if at most most moves
// enumerate them. The other players are assumed to choose uniformly.
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
		switch {
		case mover == ply.Chance && g.Stochastic != nil && len(moves) > 0:
			chances = g.Stochastic.Probabilities(moves, chances[:0])
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
			if !playing(g, m, func() bool { return visit(decisions, probability*chances[i]) }) {
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

const (
	beliefMoves      = 4000   // played to list the positions of a belief
	surveyBelief     = 60_000 // in a survey
	surveyDecisions  = 6      // of each player, in a survey
	consistentTimes  = 8
	surveyConsistent = 100
)

// drawable reports whether to draw here: rarely, and only if a player is to move.
func (p *place) drawable() bool {
	return len(p.moves) > 0 && toMoveOf(p.game) >= 0 && (p.last || p.seldom())
}

// decisions calls look for some decisions on random lines: for each player, the latest ones with different
// information keys.
func (p *place) decisions(look func(at *place)) {
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
	// Long and short lines alternate.
	var order [][]move
	for i, j := 0, len(found)-1; i <= j; i, j = i+1, j-1 {
		order = append(order, found[i])
		if i < j {
			order = append(order, found[j])
		}
	}
	looked := map[int]int{}
	for _, line := range order {
		g := p.gameAfter(line)
		player := toMoveOf(g)
		if looked[player]++; looked[player] > surveyDecisions {
			continue
		}
		p.at = line
		look(p.run.place(g, line, g.Moves(nil), true))
	}
	p.at = p.line
}

var consistentDraws = law{
	name:  "consistent draws",
	text:  "A position that is drawn can be reached, and the player cannot tell it from the present one. The weight is positive. Moves can be played and taken back.",
	needs: "ply.Imperfect, ply.Determinizer",
	tries: "position was met whose draws could be compared with all positions that the player cannot tell from it",
	check: func(p *place) {
		if p.survey {
			p.decisions(func(at *place) { at.consistent(surveyConsistent, p.part(surveyBelief)) })
		} else if p.drawable() {
			p.consistent(consistentTimes, beliefMoves)
		}
	},
}

// consistent draws a number of times, each time from the position drawn before.
func (p *place) consistent(times, moves int) {
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
			p.fail(did, "a weight that is positive and finite", weight)
		}
		mover := toMoveOf(g)
		if got := fmt.Sprintf("player %d to move with information %x and moves %v", mover, informationOf(g, player), g.Moves(nil)); got != want {
			p.fail(did, want, got)
		}
		before := looksOf(g)
		if known && b[before] == 0 {
			p.fail(did, fmt.Sprintf("one of the %d positions that are consistent with what the player has observed", len(b)), before)
		}
		p.thereAndBack(g, did, before)
	}
}

// thereAndBack plays random moves on a drawn game, and takes them back.
func (p *place) thereAndBack(g *subject, did, before string) {
	line := p.playRandom(g, p.opt.Length)
	takeBack(g, line)
	if after := looksOf(g); after != before {
		p.fail(did+fmt.Sprintf("; playing %v and taking these back", line), before, after)
	}
}

// weightsOfDraws compares frequencies with known probabilities, tolerating far more than the sampling error.
var weightsOfDraws = law{
	name:  "weights of draws",
	text:  "The frequency of a position times its weight is in proportion to its probability, where other players choose all moves with the same probability.",
	needs: "ply.Imperfect, ply.Determinizer",
	tries: "position was met whose draws show how frequent each of the positions is that the player cannot tell from it",
	check: func(p *place) {
		if p.survey {
			p.decisions(func(at *place) { at.weighed(p.part(surveyBelief)) })
		} else if p.drawable() && p.seldom() {
			p.weighed(beliefMoves)
		}
	},
}

func (p *place) weighed(moves int) {
	const (
		draws   = 4000
		most    = 200  // positions
		enough  = 1000 // the effective sample size
		allowed = 0.1  // the greatest difference of the probabilities of an event, besides chance
	)
	b, known := p.belief(moves)
	if !known || len(b) < 2 || len(b) > most {
		return
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
		return
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
	// The expected half sum of differences if all positions are equally probable; it is less otherwise.
	byChance := math.Sqrt(float64(len(b)) / (2 * math.Pi * worth))
	if difference > allowed+byChance {
		p.fail(fmt.Sprintf("drawing %d times for player %d", draws, player),
			fmt.Sprintf("the probability %.3f of %s", b[worst], worst), fmt.Sprintf("%.3f by frequencies and weights", seen[worst]/sum))
	}
}

// drawsThatDiffer is a doubt about a game that never draws another position: a search would see hidden information.
var drawsThatDiffer = law{
	name:  "draws that differ",
	text:  "Determinize draws what is hidden from the player. A search sees it if the position that is drawn is always the present one.",
	doubt: true,
	needs: "ply.Imperfect, ply.Determinizer",
	check: func(p *place) {
		const times = 20
		if !p.survey {
			return
		}
		drawn, same := 0, 0
		p.decisions(func(at *place) {
			if b, known := at.belief(beliefMoves); known && len(b) == 1 {
				return // there is nothing to draw
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
		})
		if drawn > 0 && drawn == same {
			p.fail(fmt.Sprintf("drawing %d times, in several positions", drawn), "a position that differs from the one in which it is drawn", "none")
		}
	},
}
