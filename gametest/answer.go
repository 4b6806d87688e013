package gametest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
)

// sameAnswers asks for everything, here, after detours, and on a new game.
func sameAnswers[M comparable]() law[M] {
	return law[M]{
		name: "same answers",
		text: "What the methods of all capabilities return depends on nothing but the moves played from the start to here: not on moves that were taken back, nor on " +
			"what was asked before.",
		begin: stateless(func(p *place[M]) *finding[M] {
			if !p.last && !p.seldom() {
				return nil
			}
			want := p.answers(p.game)
			for _, m := range p.sample(p.moves) {
				detour(p.run, p.game, m)
				if f := p.answersAs(want, p.game, fmt.Sprintf("after playing %v and another, and taking them back", m)); f != nil {
					return f
				}
			}
			return p.answersAs(want, p.silent(), "and on a new game")
		}),
	}
}

// answersAs compares the answers of a game in this position with others.
func (p *place[M]) answersAs(want []string, g ply.Game[M], did string) *finding[M] {
	got := p.answers(g)
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return p.found(did, want[i], got[i])
		}
	}
	return nil
}

// answers returns all answers of a game in this position, in words.
func (p *place[M]) answers(g ply.Game[M]) []string {
	var answers []string
	answersOf(g, p.moves, func(method string, results ...any) {
		answers = append(answers, method+" to return "+strings.TrimSpace(fmt.Sprintln(results...)))
	})
	return answers
}

// answersOf asks a game everything about its present position and its moves, as they were listed before.
func answersOf[M comparable](g ply.Game[M], moves []M, answer func(method string, results ...any)) {
	answersOfPosition(g, len(moves) == 0, byChance(g), answer)
	const most = 8
	some := moves[:min(len(moves), most)]
	if c, ok := g.(ply.Coster[M]); ok {
		answerEach("Cost", some, c.Cost, answer)
	}
	if n, ok := g.(ply.Numberer[M]); ok {
		answerEach("Number", some, n.Number, answer)
	}
	if h, ok := g.(fast.AfterHasher[M]); ok {
		answerEach("HashAfter", some, h.HashAfter, answer)
	}
	if i, ok := g.(inverter[M]); ok {
		for _, m := range some {
			back, ok := i.Inverse(m)
			answer(fmt.Sprintf("Inverse(%v)", m), back, ok)
		}
	}
	if f, ok := g.(ply.Footprinter[M]); ok {
		for _, m := range some {
			answer(fmt.Sprintf("Footprint(%v)", m), f.Footprint(m, ply.Footprint{}))
		}
	}
	if c, ok := g.(ply.Commuter[M]); ok && len(some) > 1 {
		answerEach(fmt.Sprintf("Commute(%v, …)", some[0]), some[1:], func(m M) bool { return c.Commute(some[0], m) }, answer)
	}
	if e, ok := g.(preferrer[M]); ok {
		estimates, preferred := e.EstimateAndPrefer(nil, nil)
		answer("EstimateAndPrefer", estimates, preferred)
	}
	switch s, chance := g.(ply.Stochastic[M]); {
	case len(moves) == 0:
	case chance && byChance(g):
		answer("Probabilities", s.Probabilities(moves, nil))
	default:
		answersOfSearch(g, moves, answer)
	}
}

func answerEach[M, V any](method string, moves []M, ask func(M) V, answer func(method string, results ...any)) {
	var results []any
	for _, m := range moves {
		results = append(results, ask(m))
	}
	answer(method+" of the moves", results...)
}

// answersOfSearch asks for the answers that guide a search among the moves.
func answersOfSearch[M comparable](g ply.Game[M], moves []M, answer func(method string, results ...any)) {
	if r, ok := g.(ranker[M]); ok {
		for stage := range mostStages {
			ranks := make([]int32, len(moves))
			more := r.Rank(stage, slices.Clone(moves), ranks)
			if answer(fmt.Sprintf("Rank, stage %d,", stage), ranks, more); !more {
				break
			}
		}
	}
	if e, ok := g.(extender[M]); ok {
		const depth = 2
		for i, m := range moves[:min(len(moves), mostStages)] {
			answer(fmt.Sprintf("Extend(%v, %d, %d)", m, depth, i), e.Extend(m, depth, i))
		}
	}
	if q, ok := g.(quiescer[M]); ok {
		answer("NoisyMoves", q.NoisyMoves(nil))
	}
	if d, ok := g.(decider[M]); ok {
		answer("Decisive", d.Decisive(nil))
	}
	if r, ok := g.(reducer[M]); ok {
		answer("Reduce", r.Reduce(nil))
	}
	numbers := func() (a, b []float32) { return make([]float32, len(moves)), make([]float32, len(moves)) }
	if e, ok := g.(ply.Guide[M]); ok {
		priors, _ := numbers()
		e.Priors(slices.Clone(moves), priors)
		answer("Priors", priors)
	}
	if e, ok := g.(expert[M]); ok {
		wins, simulations := numbers()
		e.PriorResults(slices.Clone(moves), wins, simulations)
		answer("PriorResults", wins, simulations)
	}
}

// answersOfPosition asks for the answers that do not depend on the type of moves.
func answersOfPosition(g any, end, chance bool, answer func(method string, results ...any)) {
	sides, adversarial := g.(ply.Adversarial)
	if adversarial {
		if end {
			answer("Outcome", sides.Outcome())
		}
		if e, ok := g.(ply.Evaluator); ok {
			answer("Evaluate", e.Evaluate())
		}
		if e, ok := g.(expectation.Evaluator); ok {
			answer("Expectation", e.Expectation())
		}
		if b, ok := g.(ply.Bounder); ok {
			low, high := b.Bounds(-ply.MaxValue, ply.MaxValue)
			answer("Bounds", low, high)
		}
		if i, ok := g.(initializer); ok && !chance {
			yes, no := i.FirstNumbers()
			answer("FirstNumbers", yes, no)
		}
	}
	if players, ok := g.(ply.Multiplayer); ok {
		values := make([]int, max(0, players.Players()))
		if end {
			players.Outcomes(values)
			answer("Outcomes", values)
		}
		if e, ok := g.(ply.MultiplayerEvaluator); ok {
			e.Evaluations(values)
			answer("Evaluations", values)
		}
	}
	if r, ok := g.(ply.Repeater); ok {
		answer("Repeated", r.Repeated())
	}
	if s, ok := g.(ply.Scorer); ok {
		if score := s.Score(); !math.IsNaN(score) {
			answer("Score", score)
		}
	}
	if c, ok := g.(fast.SuccessorCounter); ok {
		moves, replies, ended := c.CountSuccessors()
		answer("CountSuccessors", moves, replies, ended)
	}
}
