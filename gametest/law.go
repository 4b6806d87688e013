package gametest

import (
	"slices"
)

// A law is a property that every game must have. Later laws build on earlier ones; the first broken law is reported.
type law struct {
	name string
	text string

	// needs names the capabilities that the law is about: "A, B or C" are A and one of B and C. when, unless nil,
	// reports whether the law applies in the present position.
	needs string
	when  func(g *subject) bool

	// doubt means that a lawful game may break it.
	doubt bool

	// tries names the things that a check must meet to try the law. If empty, every check tries it.
	tries string

	rarely bool // checked at the end of lines and in few other positions, since it takes long

	// begin, instead of check, returns a check with an empty memory, for laws that remember positions.
	check check
	begin func() check
}

// A check examines one position after another. It restores the position, unless it ends by fail or failAt, which panic.
type check func(p *place)

type finding struct {
	law       *law
	line      []move // from the start to the position
	did       string
	want, got string
}

// A checking is a list of laws, each with the memory of its check.
type checking struct {
	laws   []*law
	checks []check
}

func begun(laws ...*law) *checking {
	c := &checking{laws: laws}
	for _, l := range laws {
		if l.begin != nil {
			c.checks = append(c.checks, l.begin())
		} else {
			c.checks = append(c.checks, l.check)
		}
	}
	return c
}

func (c *checking) check(p *place) {
	for i, check := range c.checks {
		p.check(c.laws[i], check)
	}
}

func (l *law) concerns(g *subject) bool { return g.meets(l.needs) && (l.when == nil || l.when(g)) }

func laws(more ...Law) []*law {
	all := slices.Concat(gameLaws, positionLaws, cellLaws, costLaws, symmetryLaws, chanceLaws, adversarialLaws, threatLaws,
		multiplayerLaws, hiddenLaws, samplingLaws, indexLaws, notationLaws, []*law{&sameAnswers}, cloneLaws)
	for _, l := range more {
		all = append(all, l.law())
	}
	return append(all, doubts...)
}

var gameLaws = []*law{
	&replay, &movesOrder, &sameStart, &movesUnique, &movesAppend, &undo, &deterministic, &sameLine, &solvedEnds,
	&countSuccessors,
}

var positionLaws = []*law{
	&identity, &rehash, &equalHashes, &differentHashes, &equalMoves, &score, &hashAfter, &hashSuccessors, &xorHash,
	&acyclic, &inverse,
}

var cellLaws = []*law{
	&cells, &cellsTell, &footprintForm, &footprintFixed, &footprintLegal, &footprintPlay, &independent, &needing,
	&conflicts, &goal, &refuted, &monotony, &subGames, &commuteSymmetric, &commuteTrue, &commuteFootprint, &advance,
}

var costLaws = []*law{&costNegative, &costFixed, &estimate, &admissible, &preferred}

var symmetryLaws = []*law{&symmetryZero, &moveImages, &symmetryGroup, &ownImage, &canonical}

var samplingLaws = []*law{&decisive, &reduced, &priors, &virtualWins, &playouts, &randomMoves, &numbersAppended}

// cloneLaws come last, since they observe everything that other laws check.
var cloneLaws = []*law{&cloneLooks, &cloneApart, &copyLooks, &copyApart}
