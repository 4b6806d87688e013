package gametest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
)

// cloneOf returns a clone of a game that is a Cloner of its declared or its dynamic type.
func (m maker) cloneOf(g *subject) (clone *subject, ok bool) {
	own := reflect.TypeOf(g.raw)
	if is := g.methods["Clone"]; is == nil || is != typeOfClone(own) && is != typeOfClone(m.declared) {
		return nil, false
	}
	return g.wrap(g.call("Clone")[0].Interface())
}

func typeOfClone(game reflect.Type) reflect.Type {
	return reflect.FuncOf(nil, []reflect.Type{game}, false)
}

var cloneLooks = law{
	name:   "clone",
	text:   "A clone looks like the original.",
	rarely: true,
	check: func(p *place) {
		if c, ok := p.cloneOf(p.game); ok {
			p.deepLike(c, "and on a clone")
		}
	},
}

var cloneApart = law{
	name:   "clone apart",
	text:   "No move played on a clone or taken back there changes the original, nor the reverse.",
	rarely: true,
	check: func(p *place) {
		c, ok := p.cloneOf(p.game)
		if !ok {
			return
		}
		p.interleaveWith("its clone", func(*subject) {})
		p.retreat(c)
		if p.race {
			wanderTogether(p, c)
		}
	},
}

type track struct {
	name string
	game *subject
	line []move         // played since
	seen []*observation // before each move of the line, and now
}

// interleaveWith calls interleave with new, prepared clones, since a clone that was played on may no longer share data.
func (p *place) interleaveWith(name string, prepare func(clone *subject)) {
	times := 1
	if p.full {
		times = 12
	}
	for range times {
		c, _ := p.cloneOf(p.game)
		prepare(c)
		p.interleave(c, name)
	}
}

// interleave alternately plays a few moves on the game and on another game in the same position, and takes them back.
// If possible, the first moves differ, so that neither game can undo with data kept by the other.
func (p *place) interleave(c *subject, name string) {
	const most = 3
	tracks := []*track{{name: "the game", game: p.game}, {name: name, game: c}}
	if p.random.IntN(2) == 0 {
		slices.Reverse(tracks)
	}
	did := ""
	for _, t := range tracks {
		t.seen = append(t.seen, p.lookDeep(t.game))
	}
	compare := func() {
		for _, t := range tracks {
			if wanted, seen, differs := t.seen[len(t.seen)-1].differs(p.lookDeep(t.game)); differs {
				p.fail(did, fmt.Sprintf("on %s: %s", t.name, wanted), seen)
			}
		}
	}
	for range most {
		for i, t := range tracks {
			moves := t.game.Moves(nil)
			if other := tracks[1-i].line; len(moves) > 1 && len(t.line) < len(other) {
				moves = slices.DeleteFunc(moves, func(m move) bool { return m == other[len(t.line)] })
			}
			if len(moves) == 0 {
				continue
			}
			m := moves[p.random.IntN(len(moves))]
			t.game.Play(m)
			did += fmt.Sprintf("playing %v on %s; ", m, t.name)
			t.line, t.seen = append(t.line, m), append(t.seen, p.lookDeep(t.game))
			compare()
		}
	}
	for len(tracks[0].line)+len(tracks[1].line) > 0 {
		for _, t := range tracks {
			last := len(t.line) - 1
			if last < 0 {
				continue
			}
			m := t.line[last]
			t.game.Undo(m)
			did += fmt.Sprintf("taking %v back on %s; ", m, t.name)
			t.line, t.seen = t.line[:last], t.seen[:last+1]
			compare()
		}
	}
}

// retreat replaces the last move of the line by another one, and compares a clone made before.
func (p *place) retreat(c *subject) {
	if len(p.line) == 0 {
		return
	}
	want := p.lookDeep(c)
	last := p.line[len(p.line)-1]
	p.game.Undo(last)
	others := p.game.Moves(nil)
	m := others[p.random.IntN(len(others))]
	p.game.Play(m)
	p.compare(want, p.lookDeep(c), "taking back %v, playing %v instead, and looking at a clone made before", last, m)
	p.game.Undo(m)
	p.game.Play(last)
}

// wanderTogether plays on a game and its clone concurrently, for the race detector.
func wanderTogether(p *place, c *subject) {
	var group sync.WaitGroup
	for _, g := range []*subject{p.game, c} {
		random := rand.New(rand.NewPCG(p.random.Uint64(), 0))
		group.Go(func() {
			defer func() { _ = recover() }() // what panics here panics on one goroutine too
			p.wander(g, random)
		})
	}
	group.Wait()
}

// wander plays a few random moves, observing each position, and takes them back.
func (p *place) wander(g *subject, random *rand.Rand) {
	takeBack(g, p.roam(g, random, 4))
}

// roam plays up to most random moves, observing each position, and returns them.
func (p *place) roam(g *subject, random *rand.Rand, most int) (line []move) {
	for len(line) < most {
		p.lookDeep(g)
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		g.Play(m)
		line = append(line, m)
	}
	return line
}
