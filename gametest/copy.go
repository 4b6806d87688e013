package gametest

import (
	"reflect"
	"slices"
)

// copied returns a clone that was moved elsewhere and then made a copy of the game.
func copied(p *place) (*subject, bool) {
	if !reflect.TypeOf(p.game.raw).Implements(p.copier) {
		return nil, false
	}
	c, ok := p.cloneOf(p.game)
	if ok {
		p.copyTo(c)
	}
	return c, ok
}

func (p *place) copyTo(c *subject) {
	p.roam(c, p.random, p.random.IntN(4))
	c.call("CopyFrom", p.game.raw)
}

var copyLooks = law{
	name:   "copy",
	text:   "After CopyFrom, a game looks like the other one, and so it does while moves are taken back on both.",
	rarely: true,
	check: func(p *place) {
		c, ok := copied(p)
		if !ok {
			return
		}
		p.deepLike(c, "and on a copy")
		const most = 3
		last := p.line[max(0, len(p.line)-most):]
		for i, m := range slices.Backward(last) {
			p.game.Undo(m)
			c.Undo(m)
			p.deepLike(c, "taking back %v, and on a copy", last[i:])
		}
		for _, m := range last {
			p.game.Play(m)
		}
	},
}

var copyApart = law{
	name:   "copy apart",
	text:   "After CopyFrom, no move played on one of the two games or taken back there changes the other.",
	rarely: true,
	check: func(p *place) {
		if _, ok := copied(p); ok {
			p.interleaveWith("its copy", p.copyTo)
		}
	},
}
