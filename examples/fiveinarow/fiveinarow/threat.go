package fiveinarow

import (
	"slices"
	"strings"

	"github.com/ply-search/ply"
)

// Kind is what a threat threatens.
type Kind uint8

const (
	Five  Kind = iota // wins
	Four              // threatens to make five on one square
	Three             // threatens to make a straight four: four stones that can become five on either side
)

// String returns the kind in words.
func (k Kind) String() string {
	return [...]string{"five", "four", "three"}[k]
}

// A Threat is a move of the attacker, with all answers of the defender that take away what it threatens,
// as if all of them were played at once: a meta-operator in the sense of Allis. What holds against all
// answers holds against each.
type Threat struct {
	pattern   uint16
	direction uint8
	start     Square // of the pattern
}

// A pattern is a threat anywhere: what must be on some squares in a row. Each has one of these signs:
//
//	A  a stone of the attacker (a rest square, as Allis calls it)
//	G  empty, where the attacker plays (the gain square)
//	C  empty, an answer of the defender (a cost square)
//	E  empty
//	D  a stone of the defender
//	B  beyond the border
type pattern struct {
	kind  Kind
	signs string
}

// patterns are the patterns of each rule.
var patterns = [...][]pattern{FiveOrMore: makePatterns(FiveOrMore), Exact: makePatterns(Exact)}

// makePatterns makes the patterns from their outlines, in which x stands for the attacker's stones, one of
// them to be played. By rule [Exact], no stone of the attacker may be beyond a five.
func makePatterns(rule Rule) []pattern {
	outlines := []pattern{{Five, "xxxxx"}}
	for i := range 5 {
		outlines = append(outlines, pattern{Four, "xxxxx"[:i] + "C" + "xxxxx"[i+1:]})
	}
	// A three with room on both sides has two answers, beside it. Any other has the three squares that
	// its straight four would leave empty or fill.
	outlines = append(outlines, pattern{Three, "ECxxxCE"})
	for i := range 4 {
		outlines = append(outlines, pattern{Three, "C" + "xxxx"[:i] + "C" + "xxxx"[i+1:] + "C"})
	}
	var all []pattern
	for _, o := range outlines {
		for i, sign := range o.signs {
			if sign != 'x' {
				continue
			}
			signs := strings.ReplaceAll(o.signs[:i]+"G"+o.signs[i+1:], "x", "A")
			if rule == FiveOrMore {
				all = append(all, pattern{o.kind, signs})
				continue
			}
			for _, before := range "EDB" {
				for _, after := range "EDB" {
					all = append(all, pattern{o.kind, string(before) + signs + string(after)})
				}
			}
		}
	}
	return all
}

// rules are what threats there are, and what they need and change. They make the rules of a game from
// package dependency, whose cells are the squares, and after them one that holds 1 once the attacker has
// won. A square holds the values below.
type rules struct {
	rule   Rule
	threes bool // look for threes too, not only for fours
}

// The values of the cells.
const (
	empty = iota
	attacker
	defender
)

const won = squares // the cell that says whether the attacker has won

func (r rules) pattern(t Threat) pattern { return patterns[r.rule][t.pattern] }

// squaresOf calls f for the squares of a threat, with their signs.
func (r rules) squaresOf(t Threat, f func(sign byte, s Square)) {
	signs := r.pattern(t).signs
	for i := range len(signs) {
		if s, on := along(t.start, int(t.direction), i-before(signs)); on {
			f(signs[i], s)
		}
	}
}

// before returns how many signs of a pattern stand for what is beyond the border before its first square.
func before(signs string) int {
	if signs[0] == 'B' {
		return 1
	}
	return 0
}

// Footprint appends what a threat needs and changes.
func (r rules) Footprint(t Threat, dst ply.Footprint) ply.Footprint {
	r.squaresOf(t, func(sign byte, s Square) {
		value, _ := valueOf(sign)
		dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: int32(s), Value: value})
		switch sign {
		case 'G':
			dst.Modifications = append(dst.Modifications, ply.Condition{Cell: int32(s), Value: attacker})
		case 'C':
			dst.Modifications = append(dst.Modifications, ply.Condition{Cell: int32(s), Value: defender})
		}
	})
	if r.pattern(t).kind == Five {
		dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: won, Value: 0})
		dst.Modifications = append(dst.Modifications, ply.Condition{Cell: won, Value: 1})
	}
	return dst
}

// valueOf returns the value that a sign wants of its square, if it stands for a square.
func valueOf(sign byte) (value int32, onBoard bool) {
	switch sign {
	case 'A':
		return attacker, true
	case 'D':
		return defender, true
	case 'B':
		return 0, false
	default:
		return empty, true
	}
}

// Candidates appends the threats that can be made: each needs its gain square empty, and is looked for
// there.
func (r rules) Candidates(cells []int32, dst []Threat) []Threat {
	for s := range Square(squares) {
		if cells[s] == empty {
			dst = r.through(s, func(sign byte) bool { return sign == 'G' }, cells, dst)
		}
	}
	return dst
}

// Needing appends the threats that need a condition.
func (r rules) Needing(c ply.Condition, dst []Threat) []Threat {
	if c.Cell < won {
		return r.through(Square(c.Cell), func(sign byte) bool {
			value, onBoard := valueOf(sign)
			return onBoard && value == c.Value
		}, nil, dst)
	}
	if c.Value == 0 {
		for s := range Square(squares) {
			dst = r.through(s, func(sign byte) bool { return sign == 'G' }, nil, dst)
		}
		dst = slices.DeleteFunc(dst, func(t Threat) bool { return r.pattern(t).kind != Five })
	}
	return dst
}

// through appends the threats in which a square has a sign that is wanted, in a position or, if cells are
// nil, in any.
func (r rules) through(s Square, wanted func(sign byte) bool, cells []int32, dst []Threat) []Threat {
	for d := range directions {
		if cells != nil && !promising(s, d, cells) {
			continue
		}
		for number, p := range patterns[r.rule] {
			if p.kind == Three && !r.threes {
				continue
			}
			for i := range len(p.signs) {
				if wanted(p.signs[i]) && fits(p.signs, s, d, i, cells) {
					start, _ := along(s, d, before(p.signs)-i)
					dst = append(dst, Threat{uint16(number), uint8(d), start})
				}
			}
		}
	}
	return dst
}

// promising reports whether a square has two stones of the attacker in line with it that are near enough
// for a threat.
func promising(s Square, direction int, cells []int32) bool {
	stones := 0
	for steps := -4; steps <= 4; steps++ {
		if t, on := along(s, direction, steps); on && cells[t] == attacker {
			stones++
		}
	}
	return stones >= 2
}

// fits reports whether a pattern fits on the board, and into a position unless cells are nil, where its
// sign number i comes to a square.
func fits(signs string, s Square, direction, i int, cells []int32) bool {
	for j := range len(signs) {
		square, on := along(s, direction, j-i)
		value, onBoard := valueOf(signs[j])
		if on != onBoard || on && cells != nil && cells[square] != value {
			return false
		}
	}
	return true
}
