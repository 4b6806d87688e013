package gametest

import (
	"fmt"
	"slices"
)

type place struct {
	*run
	game   *subject
	line   []move // from the start to here
	moves  []move // legal here, as listed when the game came here
	last   bool   // the line ends here: the place for checks that take the time of a whole line
	survey bool   // it is the start, and the time to look at the game as a whole
	whole  bool   // all cells and the drawing are looked at here, though the identity may tell all

	before *observation // the first observation here; nil if nobody has looked
}

func (r *run) place(g *subject, line, moves []move, ends bool) *place {
	p := &place{run: r, game: g, line: line, moves: moves, last: r.full || ends, survey: r.surveys && len(line) == 0}
	// Slow observations that seldom differ from the identity are rarer: the drawing and, if there are many, the cells.
	const manyCells = 1000
	rarely := 1
	if c := g.Celled; c != nil {
		rarely += c.Cells() / manyCells
	}
	p.whole = r.full || g.BinaryAppender == nil || (ends || p.seldom()) && p.random.IntN(rarely) == 0
	return p
}

// look observes a game. All observations at one place can be compared.
//
//go:noinline
func (p *place) look(g *subject) *observation { return observe(g, p.whole) }

func (p *place) here() *observation {
	if p.before == nil {
		p.before = p.look(p.game)
	}
	return p.before
}

// unchanged compares the game with its first observation. did describes the calls since then.
//
//go:noinline
func (p *place) unchanged(did string, args ...any) { p.like(p.game, did, args...) }

// like compares another game, which should be in this position.
//
//go:noinline
func (p *place) like(g *subject, did string, args ...any) {
	p.compare(p.here(), p.look(g), did, args...)
}

func (p *place) deepLike(g *subject, did string, args ...any) {
	p.compare(p.lookDeep(p.game), p.lookDeep(g), did, args...)
}

// compare compares two observations after the same line.
//
//go:noinline
func (p *place) compare(want, got *observation, did string, args ...any) {
	if wanted, seen, differs := want.differs(got); differs {
		p.fail(fmt.Sprintf(did, args...), wanted, seen)
	}
}

// samePosition compares all that depends on the position alone. how ends the description of the expected observation.
func (p *place) samePosition(want, got *observation, did, how string) {
	if wanted, seen, differs := want.differsAsPosition(got); differs {
		p.fail(did, wanted+how, seen)
	}
}

// fail ends the check with a finding here: the calls made, if any, the expected observation and the actual one.
//
//go:noinline
func (p *place) fail(did string, want, got any) { failAt(p.line, did, want, got) }

//go:noinline
func failAt(line []move, did string, want, got any) {
	panic(&finding{line: slices.Clone(line), did: did, want: fmt.Sprint(want), got: fmt.Sprint(got)})
}

// check checks a law here, if it applies.
func (p *place) check(l *law, c check) {
	p.checking, p.at = l, p.line
	if !l.concerns(p.game) {
		return
	}
	p.exercises.met(l.name, l.tries == "")
	p.here()
	if !l.rarely || p.last || p.seldom() {
		c(p)
	}
}

func (p *place) after(m move) []move {
	return append(slices.Clip(p.line), m)
}

// silent returns a new game in this position on which only Play was called.
func (p *place) silent() *subject { return p.gameAfter(p.line) }

// around calls look here and after a sample of moves, or in all positions of a survey's grove. line leads to the position.
func (p *place) around(look func(line []move)) {
	if p.survey {
		p.grove(look)
		return
	}
	look(p.line)
	for _, m := range p.sample(p.moves) {
		p.at = p.after(m)
		p.game.Play(m)
		look(p.at)
		p.game.Undo(m)
		p.at = p.line
	}
}

// nearby returns a check that calls look here and around (see around).
func nearby(look func(p *place, line []move)) check {
	return func(p *place) { p.around(func(line []move) { look(p, line) }) }
}

// pairs calls look for a sample of pairs of different legal moves.
func (p *place) pairs(look func(a, b move)) {
	moves := p.sample(p.moves)
	for i, a := range moves {
		for _, b := range moves[:i] {
			if a != b {
				look(a, b)
			}
		}
	}
}

// A memory maps keys of positions to the results of a law, as text.
type memory map[string]remembered

type remembered struct {
	words string
	line  []move // to the position where it was asked first
}

// meet adds the text of a position, and fails if its key has another text.
func (m memory) meet(key, words string, line []move, did string) {
	before, again := m[key]
	if !again {
		m[key] = remembered{words, slices.Clone(line)}
	} else if before.words != words {
		failAt(line, did, fmt.Sprintf("%s, as in the same position after %v", before.words, before.line), words)
	}
}

// same is meet with the key of the present position, if it has one.
func (m memory) same(g *subject, words string, line []move) {
	if key, ok := keyOf(g); ok {
		m.meet(key, words, line, "")
	}
}

// A constant is a value that is the same in all positions.
type constant[V comparable] struct {
	known bool
	value V
}

// check compares with the value in earlier positions.
func (c *constant[V]) check(line []move, what string, value V) {
	if c.known && value != c.value {
		failAt(line, "", fmt.Sprintf("%s %v, as in other positions", what, c.value), value)
	}
	c.known, c.value = true, value
}

// movesMet holds a result for each move, in the order of meeting.
type movesMet[V any] struct {
	moves []move
	of    map[move]V
	lines map[move][]move
}

func (met *movesMet[V]) meet(p *place, ask func(g *subject, m move) V) {
	if met.of == nil {
		met.of, met.lines = map[move]V{}, map[move][]move{}
	}
	for _, m := range p.moves {
		if _, again := met.of[m]; !again {
			met.of[m], met.lines[m], met.moves = ask(p.game, m), slices.Clone(p.line), append(met.moves, m)
		}
	}
}

// fixed returns a law: ask returns the same for a move in all positions, even if it is not legal.
//
//go:noinline
func fixed[V any](name, text, needs, what string, ask func(g *subject, m move) V, equal func(a, b V) bool) law {
	return law{name: name, text: text, needs: needs, begin: func() check {
		var met movesMet[V]
		return func(p *place) {
			met.meet(p, ask)
			p.around(func(line []move) {
				for _, m := range slices.Concat(p.sample(p.moves), p.sample(met.moves)) {
					if want, got := met.of[m], ask(p.game, m); !equal(want, got) {
						failAt(line, "", fmt.Sprintf("%s %+v of %v, as after %v", what, want, m, met.lines[m]), fmt.Sprintf("%s %+v", what, got))
					}
				}
			})
		}
	}}
}

// appended returns the elements that a method appends to nil, and checks that it appends the same to a slice with and
// without room.
//
//go:noinline
func appended[E comparable](p *place, call string, before []E, method func(dst []E) []E) []E {
	verb := "%v"
	if _, bytes := any(before).([]byte); bytes {
		verb = "%x"
	}
	got := method(nil)
	want := slices.Concat(before, got)
	for _, room := range []int{0, len(got) + 1} {
		if again := method(slices.Grow(slices.Clip(before), room)); !slices.Equal(again, want) {
			p.fail(fmt.Sprintf("calling %s with dst "+verb, call, before), fmt.Sprintf(verb, want), fmt.Sprintf(verb, again))
		}
	}
	return got
}
