package backgammon

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A path is the route of one checker in a play.
type path struct {
	points []int8 // the first point, the points of hits on the way, and the last point
	hits   []bool // whether the checker hits on each of the points
}

// AppendMove appends the text of a throw or a play. The text of a throw is its two numbers, such as 61. The text of a play is
// pass or the routes of the checkers, separated by commas: 8/5 moves a checker from point 8 to point 5, bar/22* enters a checker
// from the bar and hits, 6/off bears a checker off, 13/11(2) moves two checkers, and 24/20*/16 hits on the way.
func (g *Game) AppendMove(dst []byte, m Move) []byte {
	p := g.now
	return appendMove(dst, m, &p)
}

// appendMove plays m on p, or marks no hits if p is nil.
func appendMove(dst []byte, m Move, p *position) []byte {
	switch {
	case m.throw():
		return append(dst, '0'+byte(m.die(0)), '0'+byte(m.die(1)))
	case m == Pass:
		return append(dst, "pass"...)
	}
	paths := m.paths(p)
	for i, from := 0, len(dst); i < len(paths); {
		n := 1
		for i+n < len(paths) && paths[i+n].follows(paths[i]) {
			n++
		}
		if len(dst) > from {
			dst = append(dst, ',')
		}
		dst = paths[i].append(dst)
		if n > 1 {
			dst = fmt.Appendf(dst, "(%d)", n)
		}
		i += n
	}
	return dst
}

// paths returns the routes of the checkers of a play, in descending order of their points.
func (m Move) paths(p *position) []path {
	var all []path
	for i := range m.movements() {
		from, to := m.movement(i)
		hit := p != nil && p.move(from, to)
		at := slices.IndexFunc(all, func(w path) bool { return int(w.points[len(w.points)-1]) == from })
		if at < 0 {
			all = append(all, path{[]int8{int8(from), int8(to)}, []bool{false, hit}})
			continue
		}
		w, last := &all[at], len(all[at].points)-1
		if w.hits[last] {
			last++
		}
		w.points, w.hits = append(w.points[:last], int8(to)), append(w.hits[:last], hit)
	}
	slices.SortStableFunc(all, func(a, b path) int { return slices.Compare(b.points, a.points) })
	return all
}

// follows reports whether the path has no hits and the points of an earlier path.
func (w path) follows(first path) bool {
	return slices.Equal(w.points, first.points) && !slices.Contains(w.hits, true)
}

func (w path) append(dst []byte) []byte {
	for i, p := range w.points {
		if i > 0 {
			dst = append(dst, '/')
		}
		dst = append(dst, pointName(int(p))...)
		if w.hits[i] {
			dst = append(dst, '*')
		}
	}
	return dst
}

func pointName(p int) string {
	switch p {
	case Off:
		return "off"
	case Bar:
		return "bar"
	}
	return strconv.Itoa(p)
}

// ParseMove reads a throw such as 61, or a play in the notation of [Game.AppendMove]. Spaces may replace the commas, the checkers
// may be in any order, and a route may be divided: 8/5,5/4 and 8/5/4 and 8/4 are the same play, and so are 6/5,6/5 and 6/5(2).
// The numbers 0 and 25 mean off and bar. The marks of hits may be missing if only one legal play fits the text.
func (g *Game) ParseMove(text string) (Move, error) {
	legal := g.Moves(nil)
	a, b := g.Dice()
	switch {
	case g.Finished():
		return 0, fmt.Errorf("%q is no move: the game is over", text)
	case a == 0:
		for _, m := range legal {
			if text == m.String() {
				return m, nil
			}
		}
		return 0, fmt.Errorf("%q is no throw: want the numbers of the dice, the greater one first, such as %v", text, legal[len(legal)-1])
	case legal[0] == Pass:
		if text == Pass.String() {
			return Pass, nil
		}
		return 0, fmt.Errorf("%q is no legal play: %d%d cannot be played; want %v", text, a, b, Pass)
	}
	want, err := readPlay(text)
	if err != nil {
		return 0, fmt.Errorf("%q is no play: %w", text, err)
	}
	var found []effect
	for _, m := range legal {
		if e := g.now.effect(m); e.change == want.change && e.hits&want.hits == want.hits {
			found = append(found, e)
		}
	}
	// Of several plays with the same change, the text means the play with exactly its hits, or the play that visits its points.
	for _, fits := range []func(e effect) bool{
		func(e effect) bool { return e.hits == want.hits },
		func(e effect) bool { return true },
		func(e effect) bool { return e.visited&want.visited == want.visited },
	} {
		if only := slices.DeleteFunc(slices.Clone(found), func(e effect) bool { return !fits(e) }); len(only) == 1 {
			return only[0].move, nil
		}
	}
	if len(found) == 0 {
		return 0, fmt.Errorf("%q is no legal play of %d%d", text, a, b)
	}
	return 0, fmt.Errorf("%q can be played in %d ways: name the points where checkers hit", text, len(found))
}

// An effect is the change of the board by a play, or the change that a text states.
type effect struct {
	change  [26]int8 // of the number of checkers on each point
	hits    uint32   // the points of hits
	visited uint32   // the points of the routes
	move    Move
}

func (p *position) effect(m Move) effect {
	e := effect{move: m}
	others := flip(p.occupied[1-p.side])
	for i := range m.movements() {
		from, to := m.movement(i)
		e.change[from]--
		e.change[to]++
		e.visited |= 1<<from | 1<<to
		e.hits |= others & (1 << to)
	}
	return e
}

// readPlay reads the routes of checkers.
func readPlay(text string) (e effect, err error) {
	for _, field := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		way, times, counted := strings.Cut(field, "(")
		n := 1
		if counted {
			digit, end, ok := strings.Cut(times, ")")
			if n, err = strconv.Atoi(digit); err != nil || !ok || end != "" || n < 1 || n > 4 {
				return e, fmt.Errorf("%q: want a number from 1 to 4 in parentheses", field)
			}
		}
		names := strings.Split(way, "/")
		if len(names) < 2 || len(names) > 5 {
			return e, fmt.Errorf("%q: want two points, such as 8/5", field)
		}
		last := -1
		for i, name := range names {
			name, hit := strings.CutSuffix(name, "*")
			point, err := readPoint(name)
			if err != nil {
				return e, err
			}
			if i > 0 && point >= last {
				return e, fmt.Errorf("%q: a checker moves to a lower point", field)
			}
			switch {
			case i == 0:
				e.change[point] -= int8(n)
			case i == len(names)-1:
				e.change[point] += int8(n)
			}
			e.visited |= 1 << point
			if hit {
				e.hits |= 1 << point
			}
			last = point
		}
	}
	return e, nil
}

func readPoint(name string) (int, error) {
	switch name {
	case "off":
		return Off, nil
	case "bar":
		return Bar, nil
	}
	point, err := strconv.Atoi(name)
	if err != nil || point < Off || point > Bar {
		return 0, fmt.Errorf("%q is no point: want 1 to 24, bar or off", cmp.Or(name, " "))
	}
	return point, nil
}
