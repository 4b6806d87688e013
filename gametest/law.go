package gametest

import (
	"slices"
)

// A law is one thing that must be true of a game. Laws are listed in the order in which they build
// on one another: of several that a game breaks, the first is reported.
type law struct {
	name string
	text string

	// needs names the capabilities that the law is about: "A, B or C" are A and one of B and C. when, if not nil, reports
	// whether the law holds in the present position of such a game.
	needs string
	when  func(g *subject) bool

	// doubt is whether a lawful game may break it.
	doubt bool

	// tries names the thing that a check must meet to try the law. If it is empty, the law is tried wherever it is checked.
	tries string

	// check checks the law. A law that remembers positions has begin instead, which returns a check whose memory is empty.
	check check
	begin func() check
}

// A check looks at one position after another and returns a fault, or nil. It leaves the game in
// the position that it was called in, unless it finds something.
type check func(p *place) *finding

// A finding is a fault in a position.
type finding struct {
	law       *law
	line      []move // from the start to the position
	did       string
	want, got string
}

// A checking is some laws, each with the memory of its check.
type checking struct {
	laws   []*law
	checks []check
}

// begun returns a checking of laws with empty memories.
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

// check checks the laws in their order, until one of them is broken.
func (c *checking) check(p *place) *finding {
	for i, check := range c.checks {
		if f := p.check(c.laws[i], check); f != nil {
			return f
		}
	}
	return nil
}

// concerns reports whether a game has the capabilities that the law is about, in a position where it is to hold.
func (l *law) concerns(g *subject) bool { return g.meets(l.needs) && (l.when == nil || l.when(g)) }

// laws returns all laws, and some in addition.
func laws(more ...Law) []*law {
	all := slices.Concat(gameLaws, positionLaws, cellLaws, costLaws, symmetryLaws, chanceLaws, adversarialLaws, threatLaws,
		multiplayerLaws, hiddenLaws, samplingLaws, indexLaws, notationLaws, []*law{&sameAnswers}, cloneLaws)
	for _, l := range more {
		all = append(all, l.law())
	}
	return append(all, doubts...)
}

// gameLaws are the laws of all games.
var gameLaws = []*law{
	&replay,
	&movesOrder,
	&sameStart,
	&movesUnique,
	&movesAppend,
	&undo,
	&deterministic,
	&sameLine,
	&solvedEnds,
	&countSuccessors,
}

// positionLaws are the laws of games that tell their positions apart.
var positionLaws = []*law{
	&identity,
	&rehash,
	&equalHashes,
	&differentHashes,
	&equalMoves,
	&score,
	&hashAfter,
	&hashSuccessors,
	&xorHash,
	&acyclic,
	&inverse,
}

// cellLaws are the laws of cells, of footprints and their consequences, and of moves that commute.
var cellLaws = []*law{
	&cells,
	&cellsTell,
	&footprintForm,
	&footprintFixed,
	&footprintLegal,
	&footprintPlay,
	&independent,
	&needing,
	&conflicts,
	&goal,
	&refuted,
	&monotony,
	&subGames,

	&commuteSymmetric,
	&commuteTrue,
	&commuteFootprint,
	&advance,
}

// costLaws are the laws of costs and of estimates.
var costLaws = []*law{
	&costNegative,
	&costFixed,
	&estimate,
	&admissible,
	&preferred,
}

var symmetryLaws = []*law{
	&symmetryZero,
	&moveImages,
	&symmetryGroup,
	&ownImage,
	&canonical,
}

// samplingLaws are the laws of the capabilities for packages mcts and montecarlo.
var samplingLaws = []*law{
	&decisive,
	&reduced,
	&priors,
	&virtualWins,
	&playouts,
	&randomMoves,
	&numbersAppended,
}

// cloneLaws come last, since they compare the subjects of all other laws.
var cloneLaws = []*law{
	&cloneLooks,
	&cloneApart,
	&copyLooks,
	&copyApart,
}
