package gametest

import (
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
)

var adversarialLaws = []*law{
	&sideToMove, &outcome, &evaluation, &expectations, &expectedSuccessors, &bestSuccessor, &bounds, &firstNumbers,
	&rank, &numbers, &pass, &noisyMoves, &extensions, &repeated, &traceOfOutcome,
}

// ofPosition returns a law: the value that ask returns is within its range, depends on the position alone, and is
// restored by Undo. ask also describes a value out of range.
//
//go:noinline
func ofPosition[V comparable](name, text string, needs string, ask func(g *subject) (value V, wrong string)) law {
	return law{name: name, text: text, needs: needs, begin: func() check {
		met := memory{}
		return func(p *place) {
			if p.survey {
				p.grove(func(line []move) {
					value, wrong := ask(p.game)
					if wrong != "" {
						failAt(line, "", text, wrong)
					}
					met.same(p.game, fmt.Sprint(value), line)
				})
				return
			}
			if len(p.moves) == 0 {
				p.tried()
			}
			before, wrong := ask(p.game)
			if wrong != "" {
				p.fail("", text, wrong)
			}
			p.unchanged("after asking for it")
			for _, m := range p.sample(p.moves) {
				p.game.Play(m)
				p.game.Undo(m)
				if after, _ := ask(p.game); after != before {
					p.fail(fmt.Sprintf("after playing %v and taking it back", m), before, after)
				}
			}
			met.same(p.game, fmt.Sprint(before), p.line)
		}
	}}
}

func atEnds(l law) law {
	l.tries = "finished position was met"
	return l
}

var sideToMove = ofPosition("side to move", "ToMove is 0 or 1 or, in a position of chance, ply.Chance; a function of the position, and restored by Undo.", "ply.Adversarial",
	func(g *subject) (int, string) {
		side := g.Adversarial.ToMove()
		if side != 0 && side != 1 && !byChance(g) {
			return side, wrongTurn(g, "side", side)
		}
		return side, ""
	})

func wrongTurn(g *subject, who string, turn int) string {
	if turn == ply.Chance && g.Stochastic == nil {
		return "ply.Chance, in a game that is not a ply.Stochastic"
	}
	return fmt.Sprintf("%s %d", who, turn)
}

func beyondValues(what string, value int) string {
	if value < -ply.MaxValue || value > ply.MaxValue {
		return fmt.Sprintf("%s %d", what, value)
	}
	return ""
}

var outcome = atEnds(ofPosition("outcome", "Outcome is a function of the position, and within the range of values.", "ply.Adversarial",
	func(g *subject) (int, string) {
		if len(g.Moves(nil)) > 0 {
			return 0, ""
		}
		value := g.Adversarial.Outcome()
		return value, beyondValues("outcome", value)
	}))

var evaluation = ofPosition("evaluation", "Evaluate is a function of the position, within the range of values, and where the game is finished equal to Outcome.",
	"ply.Adversarial, ply.Evaluator",
	func(g *subject) (int, string) {
		value := g.Evaluator.Evaluate()
		if len(g.Moves(nil)) == 0 {
			if end := g.Adversarial.Outcome(); end != value {
				return value, fmt.Sprintf("evaluation %d of a finished position with outcome %d", value, end)
			}
		}
		return value, beyondValues("evaluation", value)
	})

var expectations = ofPosition("expectation", "Expectation is a finite number, a function of the position, and changes nothing.",
	"ply.Adversarial, expectimax.Evaluator",
	func(g *subject) (float64, string) {
		value := g.Expecter.Expectation() + 0 // which is not -0
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return value, fmt.Sprintf("expectation %v", value)
		}
		return value, ""
	})

// bestSuccessor compares with evaluations after each move, for windows that end the call early and that do not.
var bestSuccessor = law{
	name:  "best successor",
	text:  "BestSuccessor finds the move that leads to the best evaluation, or to the first that is good enough, and changes nothing.",
	needs: "ply.Adversarial, ply.Evaluator, fast.SuccessorEvaluator",
	when:  decided,
	check: func(p *place) {
		values := successorValues(p)
		compare := func(g *subject, enough int) {
			var want, got successor
			for i, v := range values {
				if i == 0 || v > want.value {
					want.move, want.value = p.moves[i], v
				}
				if want.evaluated++; v >= enough {
					break
				}
			}
			got.move, got.value, got.evaluated = g.SuccessorEvaluator.BestSuccessor(enough)
			if got == want || want.evaluated == 0 && got.evaluated == 0 {
				return
			}
			p.fail(fmt.Sprintf("calling BestSuccessor(%d)", enough), want.String(), got.String())
		}
		for _, enough := range append([]int{ply.MaxValue + 1, -ply.MaxValue}, values...) {
			compare(p.game, enough)
		}
		p.unchanged("after calling BestSuccessor")
		if p.seldom() {
			compare(p.silent(), ply.MaxValue+1)
		}
	},
}

var expectedSuccessors = law{
	name:  "expected successors",
	text:  "EvaluateSuccessors(moves, dst) appends to dst the Expectation after each of moves for side 0, and changes nothing.",
	needs: "ply.Adversarial, fast.SuccessorExpectations",
	check: func(p *place) {
		slow := expectation.Successors(p.game.AdversarialGame, p.game.Expecter)
		appendsAs(p, "EvaluateSuccessors", 1, slow.EvaluateSuccessors, func(g *subject, moves []move, dst []float64) []float64 {
			return g.SuccessorExpectations.EvaluateSuccessors(moves, dst)
		})
	},
}

// expectedReplies compares with the default that plays each outcome and each reply, unless nothing is appended.
var expectedReplies = law{
	name: "expected replies",
	text: "EvaluateReplies(outcomes, dst) appends to dst the Expectation after the best reply to each of outcomes for side 0, and the number of replies, " +
		"or nothing; and it changes nothing.",
	needs: "ply.Stochastic, ply.Adversarial, fast.ReplyExpectations",
	when:  byChance,
	check: func(p *place) {
		slow := expectation.Replies(p.game.AdversarialGame, p.game.Expecter).EvaluateReplies
		before := fast.Reply{Value: 1, Moves: 1}
		appendsAs(p, "EvaluateReplies", before, slow, func(g *subject, moves []move, dst []fast.Reply) []fast.Reply {
			got := g.ReplyExpectations.EvaluateReplies(moves, dst)
			if len(got) == 1 && got[0] == before {
				return slow(moves, dst)
			}
			return got
		})
	},
}

// appendsAs compares a method that appends with its default for a sample of moves, and checks that it changes nothing.
//
//go:noinline
func appendsAs[V comparable](p *place, name string, before V, slow func([]move, []V) []V,
	fast func(*subject, []move, []V) []V) {
	moves := p.sample(p.moves)
	did := fmt.Sprintf("calling %s(%v, [%v])", name, moves, before)
	want := slow(moves, []V{before})
	compare := func(g *subject, where string) {
		if got := fast(g, moves, []V{before}); !slices.Equal(got, want) {
			p.fail(did+where, want, got)
		}
	}
	compare(p.game, "")
	p.unchanged("after %s", did)
	if p.seldom() {
		compare(p.silent(), " on a new game on which only Play was called")
	}
}

type successor struct {
	move             move
	value, evaluated int
}

func (s successor) String() string {
	return fmt.Sprintf("move %v of value %d, %d evaluated", s.move, s.value, s.evaluated)
}

// successorValues returns the evaluation after each move, for the side to move before it.
func successorValues(p *place) []int {
	side := viewOf(p.game.Adversarial.ToMove())
	var values []int
	for _, m := range p.moves {
		p.game.Play(m)
		v := p.game.Evaluator.Evaluate()
		if viewOf(p.game.Adversarial.ToMove()) != side {
			v = -v
		}
		p.game.Undo(m)
		values = append(values, v)
	}
	return values
}

const mostPlayedOut = 300

var bounds = law{
	name:  "bounds",
	text:  "Bounds returns values in the range, low at most high, that the value of the position lies between, for whatever window.",
	tries: "position was met whose value is found by a small search",
	needs: "ply.Adversarial, ply.Bounder",
	check: func(p *place) {
		value, known := p.value()
		if known {
			p.tried()
		}
		for _, window := range [][2]int{{-ply.MaxValue - 1, ply.MaxValue + 1}, {-1, 0}, {0, 1}, {-1, 1}} {
			low, high := p.game.Bounder.Bounds(window[0], window[1])
			did, got := fmt.Sprintf("calling Bounds(%d, %d)", window[0], window[1]), fmt.Sprintf("%d to %d", low, high)
			switch {
			case low > high || beyondValues("", low) != "" || beyondValues("", high) != "":
				p.fail(did, fmt.Sprintf("low at most high, within ±%d", ply.MaxValue), got)
			case known && (value < low || value > high):
				p.fail(did, fmt.Sprintf("bounds of the value, which is %d", value), got)
			}
		}
		p.unchanged("after calling Bounds")
	},
}

var firstNumbers = law{
	name:  "first numbers",
	text:  "FirstNumbers returns the same numbers each time, neither negative and not both 0; 0 only where the value is greater, or less, than 0.",
	needs: "ply.Adversarial, proof.Initializer",
	when:  decided,
	check: func(p *place) {
		yes, no := p.game.Initializer.FirstNumbers()
		got := fmt.Sprintf("%d and %d", yes, no)
		if yes < 0 || no < 0 || yes == 0 && no == 0 {
			p.fail("calling FirstNumbers", "two numbers from 0 up, not both 0", got)
		}
		if yes2, no2 := p.game.Initializer.FirstNumbers(); yes2 != yes || no2 != no {
			p.fail("calling FirstNumbers again", got, fmt.Sprintf("%d and %d", yes2, no2))
		}
		if yes == 0 || no == 0 {
			if value, known := p.value(); known && (yes == 0 && value <= 0 || no == 0 && value >= 0) {
				p.fail("calling FirstNumbers", fmt.Sprintf("0 only for what fits the value, which is %d", value), got)
			}
		}
		p.unchanged("after calling FirstNumbers")
	},
}

func (p *place) small() bool {
	const few = 8
	return p.full || len(p.moves) <= few
}

// value returns the value of a position with few moves, and now and then of another, if a small search finds it.
func (p *place) value() (value int, known bool) {
	if !p.small() && !p.seldom() {
		return 0, false
	}
	left := mostPlayedOut
	return playedOut(p.game, &left)
}

// playedOut returns the value of a position, unless it takes too many positions or depends on chance.
func playedOut(g *subject, left *int) (value int, ok bool) {
	if *left--; *left < 0 {
		return 0, false
	}
	switch moves := g.Moves(nil); {
	case len(moves) == 0:
		return g.Adversarial.Outcome(), true
	case byChance(g):
		return 0, false
	default:
		return bestOf(g, moves, left)
	}
}

// bestOf returns the value of the best of some moves for the side to move, under the conditions of playedOut.
func bestOf(g *subject, moves []move, left *int) (best int, ok bool) {
	best, me := -ply.MaxValue, g.Adversarial.ToMove()
	for _, m := range moves {
		g.Play(m)
		value, ok := playedOut(g, left)
		if g.Adversarial.ToMove() != me {
			value = -value
		}
		g.Undo(m)
		if !ok {
			return 0, false
		}
		best = max(best, value)
	}
	return best, true
}

const mostStages = 16

var rank = law{
	name:  "rank",
	text:  "Rank changes nothing, says the same each time, and has at most 16 stages.",
	needs: "alphabeta.Ranker",
	when:  decided,
	check: func(p *place) {
		if len(p.moves) == 0 {
			return
		}
		moves := slices.Clone(p.moves)
		ranks := func(stage int) (ranks []int32, more bool) {
			ranks = make([]int32, len(moves)) // of 0, as a search gives them
			more = p.game.Ranker.Rank(stage, moves, ranks)
			return ranks, more
		}
		for stage := 0; ; stage++ {
			if stage == mostStages {
				p.fail("calling Rank stage by stage", "16 stages at most", "more")
			}
			first, more := ranks(stage)
			if again, still := ranks(stage); !slices.Equal(again, first) || still != more {
				p.fail(fmt.Sprintf("calling Rank for stage %d again", stage), fmt.Sprintf("ranks %v, %v", first, more), fmt.Sprintf("ranks %v, %v", again, still))
			}
			if !more {
				break
			}
		}
		if !slices.Equal(moves, p.moves) {
			p.fail("calling Rank", fmt.Sprintf("moves left as they were, %v", p.moves), moves)
		}
		p.unchanged("after calling Rank")
	},
}

var numbers = law{
	name:  "numbers of moves",
	text:  "Number is at least 0 and less than Numbers, and neither changes with the position.",
	needs: "ply.Numberer",
	begin: func() check {
		var count constant[int]
		var met movesMet[int]
		return func(p *place) {
			g := p.game.Numberer
			count.check(p.line, "the number of numbers", g.Numbers())
			met.meet(p, func(_ *subject, m move) int {
				n := g.Number(m)
				if n < 0 || n >= count.value {
					p.fail("", fmt.Sprintf("a number of move %v from 0 to %d", m, count.value-1), n)
				}
				return n
			})
			for _, m := range met.moves {
				if n, got := met.of[m], g.Number(m); got != n {
					p.fail("", fmt.Sprintf("number %d of move %v, as in other positions", n, m), got)
				}
			}
		}
	},
}

var pass = law{
	name:  "pass",
	text:  "Pass gives the turn to the other side, which changes the hash and the identity, or refuses and changes nothing, and Unpass takes it back.",
	tries: "position was met in which Pass is not refused",
	needs: "ply.Adversarial, ply.Passer",
	when:  decided,
	check: func(p *place) {
		if len(p.moves) == 0 {
			return
		}
		before := p.here()
		p.passes(func() string { return fmt.Sprintf("side %d to move", p.game.Adversarial.ToMove()) }, func() {
			p.tried()
			p.passedFrom(before)
		})
	},
}

// passes calls Pass and, if it is true, after and Unpass. turn describes who is to move.
func (p *place) passes(turn func() string, after func()) {
	const did = "after Pass and, if it was true, Unpass"
	before, passed := turn(), p.game.Passer.Pass()
	if now := turn(); passed != (now != before) {
		p.fail("calling Pass", "true and another turn, or false and "+before, fmt.Sprintf("%v and %s", passed, now))
	}
	if passed {
		after()
		for _, m := range p.sample(p.game.Moves(nil)) {
			p.game.Play(m)
			p.game.Undo(m)
		}
		p.game.Passer.Unpass()
	}
	p.unchanged(did)
	if now := turn(); now != before {
		p.fail(did, before, now)
	}
}

// passedFrom checks after a pass that the hash, the identity and the like differ from before.
func (p *place) passedFrom(before *observation) {
	const did = "calling Pass"
	now := p.look(p.game)
	hasher := p.game.Hasher
	if hasher != nil && now.hash == before.hash {
		p.fail(did, "another hash, since the other side is to move", fmt.Sprintf("hash %016x before and after", now.hash))
	}
	if p.game.BinaryAppender != nil && now.identity == before.identity {
		p.fail(did, "another identity, since the other side is to move", fmt.Sprintf("%x before and after", now.identity))
	}
	if r := p.game.Rehasher; r != nil && hasher != nil && r.Rehash() != hasher.Hash() {
		p.fail(did, fmt.Sprintf("Hash like Rehash, %016x", r.Rehash()), fmt.Sprintf("%016x", hasher.Hash()))
	}
	if s := p.game.Symmetric; s != nil && hasher != nil && s.HashUnder(0) != hasher.Hash() {
		p.fail(did, fmt.Sprintf("HashUnder(0) like Hash, %016x", hasher.Hash()), fmt.Sprintf("%016x", s.HashUnder(0)))
	}
}

var noisyMoves = law{
	name:  "noisy moves",
	text:  "NoisyMoves appends legal moves to its argument, none twice, and changes nothing.",
	needs: "alphabeta.Quiescer",
	when:  decided,
	check: func(p *place) {
		someOfTheMoves(p, "NoisyMoves", p.game.Quiescer.NoisyMoves)
	},
}

// someOfTheMoves calls a method that appends some of the legal moves, checks them and returns them.
func someOfTheMoves(p *place, name string, method func(dst []move) []move) (some []move) {
	some = appended(p, name, []move{p.game.zero}, method)
	for i, m := range some {
		if !slices.Contains(p.moves, m) || slices.Contains(some[:i], m) {
			p.fail("calling "+name, fmt.Sprintf("some of the moves %v, none twice", p.moves), some)
		}
	}
	p.unchanged("after calling %s", name)
	return some
}

var extensions = law{
	name:  "extensions",
	text:  "Extend changes nothing, and says the same each time.",
	needs: "alphabeta.Extender",
	when:  decided,
	check: func(p *place) {
		for number, m := range p.sample(p.moves) {
			const depth = 2
			first, again := p.game.Extender.Extend(m, depth, number), p.game.Extender.Extend(m, depth, number)
			if again != first {
				p.fail(fmt.Sprintf("calling Extend(%v, %d, %d) again", m, depth, number), first, again)
			}
		}
		p.unchanged("after calling Extend")
	},
}

var repeated = law{
	name:  "repeated",
	text:  "Repeated depends on nothing but the moves played from the start to here, and changes nothing.",
	needs: "ply.Repeater",
	tries: "position was met that is repeated",
	check: func(p *place) {
		want := p.game.Repeater.Repeated()
		if want {
			p.tried()
		}
		p.unchanged("after calling Repeated")
		for _, m := range p.sample(p.moves) {
			detour(p.run, p.game, m)
			if got := p.game.Repeater.Repeated(); got != want {
				p.fail(fmt.Sprintf("after playing %v and another, and taking them back", m), fmt.Sprintf("repeated: %v", want), got)
			}
		}
		if !p.last {
			return
		}
		if got := p.silent().Repeater.Repeated(); got != want {
			p.fail("and on a new game, asked nothing on the way here", fmt.Sprintf("repeated: %v", want), got)
		}
	},
}
