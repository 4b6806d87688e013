package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A survey checks one game as a whole: all positions near its ends, its solutions however deep they lie, and statistics
// over many lines. The first games of a check are surveyed. A survey's random numbers, and therefore its findings, are
// the same in every run. It does less if the options or rapid's number of checks are less than the defaults.

// mostSurveys bounds the surveys of a check, if games are drawn at random.
const mostSurveys = 2

// A stepper is a game whose moves are indices into the list of Moves.
type stepper struct {
	run    *run
	g      *subject
	line   []move
	lists  [][]move // the moves in the positions of the line
	known  int      // how many of these are listed
	played int      // moves, in all
}

func (r *run) stepper() *stepper { return &stepper{run: r, g: r.newGame()} }

func (s *stepper) length() int { return len(s.line) }

func (s *stepper) moves() []move {
	at := len(s.line)
	if s.known <= at {
		if len(s.lists) == at {
			s.lists = append(s.lists, nil)
		}
		s.lists[at] = s.g.Moves(s.lists[at][:0])
		s.known = at + 1
	}
	return s.lists[at]
}

func (s *stepper) legal() int          { return len(s.moves()) }
func (s *stepper) cost(number int) int { return costOf(s.g, s.moves()[number]) }

func (s *stepper) play(number int) {
	m := s.moves()[number]
	s.line = append(s.line, m)
	s.played++
	s.run.at = s.line // for the report of a panic
	s.g.Play(m)
}

func (s *stepper) undo() {
	last := len(s.line) - 1
	s.g.Undo(s.line[last])
	s.line = s.line[:last]
	s.known = min(s.known, last+1)
}

func (s *stepper) key() string {
	if key, ok := keyOf(s.g); ok {
		return key
	}
	return fmt.Sprint(s.line)
}

func (r *run) part(moves int) int { return max(1, int(r.effort*float64(moves))) }

func surveyChance() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func backTo(b *stepper, length int) {
	for b.length() > length {
		b.undo()
	}
}

// toTheEnd plays random moves, and reports whether the game ends within most moves.
func toTheEnd(b *stepper, random *rand.Rand, most int) bool {
	for range most {
		n := b.legal()
		if n == 0 {
			return true
		}
		b.play(random.IntN(n))
	}
	return b.legal() == 0
}

const (
	groveStart  = 1000 // the moves played near the start
	groveLines  = 6    // the random lines at whose ends it stands
	groveLength = 300  // their greatest length
	groveEnd    = 150  // the moves played near one end
	groveDepth  = 6    // the greatest number of moves from there to the end
)

// grove calls look in all positions near the start and near the ends of a few lines, at each visit.
func (p *place) grove(look func(line []move)) {
	s := &stepper{run: p.run, g: p.game}
	random := surveyChance()
	start, end, lines := p.part(groveStart), p.part(groveEnd), p.part(groveLines)
	t := tree{stepper: s, look: func() {}}
	depth := 0
	for most := 64; depth < most && t.size(depth+1, start) < start; {
		depth++
	}
	here := func() {
		p.at = s.line
		look(s.line)
	}
	t.look = here
	t.begin(start)
	t.visit(depth)
	for _, path := range p.deepLines() {
		for _, m := range path[:max(0, len(path)-2)] {
			s.play(slices.Index(s.moves(), m))
		}
		t.begin(end)
		t.visit(2)
		backTo(s, 0)
	}
	for range lines {
		if toTheEnd(s, random, groveLength) {
			t.look = func() {}
			for n := 0; n < groveDepth && s.length() > 0; n++ {
				s.undo()
				if t.size(groveDepth, end) >= end {
					break
				}
			}
			t.look = here
			t.begin(end)
			t.visit(groveDepth)
		}
		backTo(s, 0)
	}
	p.at = p.line
}

// A tree visits the positions below a position. It looks at repeated positions again, but does not expand them.
type tree struct {
	*stepper
	look func()
	met  map[string]int // to what depth a position was gone on from, and 1
	left int            // moves that may be played
}

func (t *tree) begin(most int) { t.met, t.left = map[string]int{}, most }

// size returns the number of moves that visit plays to a depth, up to most.
func (t *tree) size(depth, most int) int {
	t.begin(most)
	t.visit(depth)
	return most - t.left
}

func (t *tree) visit(depth int) {
	t.look()
	if depth == 0 {
		return
	}
	key := t.key()
	if t.met[key] > depth {
		return
	}
	t.met[key] = depth + 1
	for i := range t.legal() {
		if t.left--; t.left <= 0 {
			t.left = 0
			return
		}
		t.play(i)
		t.visit(depth - 1)
		t.undo()
	}
}
