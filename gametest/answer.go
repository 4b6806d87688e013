package gametest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ply-search/ply"
)

var sameAnswers = law{
	name: "same answers",
	text: "What the methods of all capabilities return depends on nothing but the moves played from the start to here: not on moves that were taken back, nor on " +
		"what was asked before.",
	rarely: true,
	check: func(p *place) {
		want := p.answers(p.game)
		for _, m := range p.sample(p.moves) {
			detour(p.run, p.game, m)
			p.answersAs(want, p.game, fmt.Sprintf("after playing %v and another, and taking them back", m))
		}
		p.answersAs(want, p.silent(), "and on a new game")
	},
}

func (p *place) answersAs(want []string, g *subject, did string) {
	got := p.answers(g)
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			p.fail(did, want[i], got[i])
		}
	}
}

func (p *place) answers(g *subject) []string {
	var answers []string
	answersOf(g, p.moves, func(method string, results ...any) {
		answers = append(answers, method+" to return "+strings.TrimSpace(fmt.Sprintln(results...)))
	})
	return answers
}

func answersOf(g *subject, moves []move, answer func(method string, results ...any)) {
	answersOfPosition(g, len(moves) == 0, byChance(g), answer)
	const most = 8
	some := moves[:min(len(moves), most)]
	if c := g.Coster; c != nil {
		answerEach("Cost", some, c.Cost, answer)
	}
	if n := g.Numberer; n != nil {
		answerEach("Number", some, n.Number, answer)
	}
	if h := g.AfterHasher; h != nil {
		answerEach("HashAfter", some, h.HashAfter, answer)
	}
	if i := g.Inverter; i != nil {
		for _, m := range some {
			back, ok := i.Inverse(m)
			answer(fmt.Sprintf("Inverse(%v)", m), back, ok)
		}
	}
	if f := g.Footprinter; f != nil {
		for _, m := range some {
			answer(fmt.Sprintf("Footprint(%v)", m), f.Footprint(m, ply.Footprint{}))
		}
	}
	if c := g.Commuter; c != nil && len(some) > 1 {
		answerEach(fmt.Sprintf("Commute(%v, …)", some[0]), some[1:], func(m move) bool { return c.Commute(some[0], m) }, answer)
	}
	if e := g.Preferrer; e != nil {
		estimates, preferred := e.EstimateAndPrefer(nil, nil)
		answer("EstimateAndPrefer", estimates, preferred)
	}
	switch {
	case len(moves) == 0:
	case byChance(g):
		answer("Probabilities", g.Stochastic.Probabilities(moves, nil))
	default:
		answersOfSearch(g, moves, answer)
	}
}

func answerEach[V any](method string, moves []move, ask func(move) V, answer func(method string, results ...any)) {
	var results []any
	for _, m := range moves {
		results = append(results, ask(m))
	}
	answer(method+" of the moves", results...)
}

func answersOfSearch(g *subject, moves []move, answer func(method string, results ...any)) {
	if r := g.Ranker; r != nil {
		for stage := range mostStages {
			ranks := make([]int32, len(moves))
			more := r.Rank(stage, slices.Clone(moves), ranks)
			if answer(fmt.Sprintf("Rank, stage %d,", stage), ranks, more); !more {
				break
			}
		}
	}
	if e := g.Extender; e != nil {
		const depth = 2
		for i, m := range moves[:min(len(moves), mostStages)] {
			answer(fmt.Sprintf("Extend(%v, %d, %d)", m, depth, i), e.Extend(m, depth, i))
		}
	}
	if q := g.Quiescer; q != nil {
		answer("NoisyMoves", q.NoisyMoves(nil))
	}
	if d := g.Decider; d != nil {
		answer("Decisive", d.Decisive(nil))
	}
	if r := g.Reducer; r != nil {
		answer("Reduce", r.Reduce(nil))
	}
	numbers := func() (a, b []float32) { return make([]float32, len(moves)), make([]float32, len(moves)) }
	if e := g.Guide; e != nil {
		priors, _ := numbers()
		e.Priors(slices.Clone(moves), priors)
		answer("Priors", priors)
	}
	if e := g.Expert; e != nil {
		wins, simulations := numbers()
		e.PriorResults(slices.Clone(moves), wins, simulations)
		answer("PriorResults", wins, simulations)
	}
}

func answersOfPosition(g *subject, end, chance bool, answer func(method string, results ...any)) {
	if sides := g.Adversarial; sides != nil {
		if end {
			answer("Outcome", sides.Outcome())
		}
		if e := g.Evaluator; e != nil {
			answer("Evaluate", e.Evaluate())
		}
		if e := g.Expecter; e != nil {
			answer("Expectation", e.Expectation())
		}
		if b := g.Bounder; b != nil {
			low, high := b.Bounds(-ply.MaxValue, ply.MaxValue)
			answer("Bounds", low, high)
		}
		if i := g.Initializer; i != nil && !chance {
			yes, no := i.FirstNumbers()
			answer("FirstNumbers", yes, no)
		}
	}
	if players := g.Multiplayer; players != nil {
		values := make([]int, max(0, players.Players()))
		if end {
			players.Outcomes(values)
			answer("Outcomes", values)
		}
		if e := g.MultiplayerEvaluator; e != nil {
			e.Evaluations(values)
			answer("Evaluations", values)
		}
	}
	if r := g.Repeater; r != nil {
		answer("Repeated", r.Repeated())
	}
	if s := g.Scorer; s != nil {
		if score := s.Score(); !math.IsNaN(score) {
			answer("Score", score)
		}
	}
	if c := g.SuccessorCounter; c != nil {
		moves, replies, ended := c.CountSuccessors()
		answer("CountSuccessors", moves, replies, ended)
	}
}
