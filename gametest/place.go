package gametest

import (
	"slices"

	"github.com/ply-search/ply"
)

// A place is a position that laws are checked in.
type place[M comparable] struct {
	*run[M]
	game  ply.Game[M]
	line  []M  // from the start to here
	moves []M  // legal here, as listed when the game came here
	last  bool // the line ends here: the place for checks that take the time of a whole line
}

// found returns a finding in this position: what was done there, or nothing, what was expected then,
// and what was seen.
func (p *place[M]) found(did, want, got string) *finding[M] {
	return foundAt(p.line, did, want, got)
}

func foundAt[M comparable](line []M, did, want, got string) *finding[M] {
	return &finding[M]{line: slices.Clone(line), did: did, want: want, got: got}
}

// check checks a law here, if the game has what it needs.
func (p *place[M]) check(l *law[M], c check[M]) *finding[M] {
	p.checking, p.at = l, p.line
	if l.needs != nil && !l.needs(p.game) {
		return nil
	}
	f := c(p)
	if f != nil {
		f.law = l
	}
	return f
}

// after returns the line here and one move more.
func (p *place[M]) after(m M) []M {
	return append(slices.Clip(p.line), m)
}

// silent returns a new game in this position that was asked nothing on the way.
func (p *place[M]) silent() ply.Game[M] {
	g := p.newGame()
	for _, m := range p.line {
		g.Play(m)
	}
	return g
}

// around calls look here and, of the positions one move on, in a sample. look gets the line there.
func (p *place[M]) around(look func(line []M) *finding[M]) *finding[M] {
	if f := look(p.line); f != nil {
		return f
	}
	for _, m := range p.sample(p.moves) {
		p.at = p.after(m)
		p.game.Play(m)
		f := look(p.at)
		p.game.Undo(m)
		p.at = p.line
		if f != nil {
			return f
		}
	}
	return nil
}

// pairs calls look for a sample of the pairs of different legal moves.
func (p *place[M]) pairs(look func(a, b M) *finding[M]) *finding[M] {
	moves := p.sample(p.moves)
	for i, a := range moves {
		for _, b := range moves[:i] {
			if a == b {
				continue
			}
			if f := look(a, b); f != nil {
				return f
			}
		}
	}
	return nil
}
