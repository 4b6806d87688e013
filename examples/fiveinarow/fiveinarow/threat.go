package fiveinarow

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

type Kind uint8

const (
	Five  Kind = iota // wins
	Four              // threatens to make five on one square
	Three             // threatens to make a straight four: four stones that can become five on either side
)

func (k Kind) String() string { return [...]string{"five", "four", "three"}[k] }

// MarshalText returns the kind in words, as String does. It never fails.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A Threat is a move of the attacker together with all answers of the defender that stop it, as if they were played at once (a
// meta-operator of Allis). A line that wins against all answers at once wins against each.
type Threat struct {
	pattern   uint16
	direction uint8
	start     Square // of the pattern
}

// A pattern is a threat at any place: signs for some squares in a row.
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

var patterns = [...][]pattern{FiveOrMore: makePatterns(FiveOrMore), Exact: makePatterns(Exact)}

// makePatterns makes the patterns from outlines, in which x is a stone of the attacker or the square where it plays. By rule
// [Exact], no stone of the attacker may be beyond a five.
func makePatterns(rule Rule) []pattern {
	outlines := []pattern{{Five, "xxxxx"}}
	for i := range 5 {
		outlines = append(outlines, pattern{Four, "xxxxx"[:i] + "C" + "xxxxx"[i+1:]})
	}
	// A three with room on both sides has two answers next to it, any other the three squares of its straight four.
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

// rules are the rules of a game for package dependency: its threats, their conditions and their effects. A cell is a square
// and holds a value below; a last cell holds 1 once the attacker has won.
type rules struct {
	rule   Rule
	threes bool // look for threes too, not only for fours
}

const (
	empty = iota
	attacker
	defender
)

const won = squares // the last cell

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

// before returns the number of signs of a pattern before the first square of the board.
func before(signs string) int { return len(signs) - len(strings.TrimPrefix(signs, "B")) }

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

// valueOf returns the value that a sign requires, and whether the sign stands for a square of the board.
func valueOf(sign byte) (value int32, onBoard bool) {
	switch sign {
	case 'A':
		return attacker, true
	case 'D':
		return defender, true
	case 'B':
		return 0, false
	}
	return empty, true
}

// Candidates appends the possible threats, found at their gain squares.
func (r rules) Candidates(cells []int32, dst []Threat) []Threat {
	for s := range Square(squares) {
		if cells[s] == empty {
			dst = r.through(s, func(sign byte) bool { return sign == 'G' }, cells, dst)
		}
	}
	return dst
}

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

// through appends the threats in which a square has a wanted sign, in a position or, if cells are nil, in any.
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

// promising reports whether two stones of the attacker are in line with a square and near enough for a threat.
func promising(s Square, direction int, cells []int32) bool {
	stones := 0
	for steps := -4; steps <= 4; steps++ {
		if t, on := along(s, direction, steps); on && cells[t] == attacker {
			stones++
		}
	}
	return stones >= 2
}

// fits reports whether a pattern, with its sign i on a square, fits on the board and into a position (nil: any).
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

// Options define which threat sequences win. The zero value allows fours and threes, and five or more in a row.
type Options struct {
	Rule      Rule // which rows win
	FoursOnly bool // no threes
}

// A Step is a threat of a sequence.
type Step struct {
	Move    Square   `json:"move"`
	Kind    Kind     `json:"threat"`
	Answers []Square `json:"answers"` // of the defender: each of them stops the threat
}

type Result struct {
	Status ply.Status // Solved with a sequence, Complete without one, otherwise the limit that ended the search

	// Sequence is the winning threat sequence, which ends with five. Each threat comes after the threats that it needs; the
	// order of play among several possible ones can depend on the answers. There is no sequence if different answers require
	// different threats.
	Sequence []Step

	Nodes     int // of dependency-based search
	Refuted   int // sequences that the defender can defend against
	Positions int // searched for such defences
	Elapsed   time.Duration
}

// ErrOver is the error of [Solve] in a position in which a side has won.
var ErrOver = errors.New("the game is over")

// Solve looks for a winning threat sequence of a side that is to move: first of fours alone, then of fours and threes.
//
// It is dependency-based search with threats as moves, each together with all its answers. A sequence found that way can fail
// if the defender makes a four or five by an answer or instead of one. It is therefore checked by a search of the attacker's
// moves of the sequence, in any order, against all defences; if it fails, the search continues. A limit on time does not end
// such a check.
//
// A sequence that is returned wins. If none is returned there can still be a win, even by threats that depend on the answers.
func Solve(ctx context.Context, p *Position, side Stone, limits ply.Limits, opt Options) (Result, error) {
	if err := checkStart(p, side, opt.Rule); err != nil {
		return Result{Status: ply.Failed}, err
	}
	start := time.Now()
	var total Result
	for _, threes := range []bool{false, true} {
		if threes && opt.FoursOnly {
			break
		}
		g, err := newGame(p, side, rules{opt.Rule, threes})
		if err != nil {
			return Result{Status: ply.Failed}, err
		}
		r, err := dependency.Search(ctx, g, limits.After(total.Nodes, time.Since(start)), dependency.Options[Threat]{StopAtSolution: true})
		if err != nil {
			return Result{Status: ply.Failed}, err
		}
		total.Status = r.Status
		total.Nodes += r.Nodes
		total.Refuted += r.Refuted
		total.Positions += g.board.positions
		if r.Found {
			total.Sequence = g.steps(r.Line)
		}
		if r.Status != ply.Complete {
			break
		}
	}
	total.Elapsed = time.Since(start)
	return total, nil
}

// A game is a position for package dependency, with the threats of one side as moves.
type game struct {
	*dependency.Game[Threat]
	rules rules
	board *board
}

func newGame(p *Position, side Stone, r rules) (*game, error) {
	cells := make([]int32, squares+1)
	for s, stone := range p {
		cells[s] = int32(stone.seen(side))
	}
	g, err := dependency.New(cells, r, dependency.GameOptions{
		Goal:     []ply.Condition{{Cell: won, Value: 1}},
		Acyclic:  true,
		Monotone: true,
	})
	if err != nil {
		return nil, err
	}
	return &game{g, r, newBoard(p, side, r.rule)}, nil
}

func (g *game) steps(line []Threat) []Step {
	steps := make([]Step, len(line))
	for i, t := range line {
		steps[i].Kind, steps[i].Answers = g.rules.pattern(t).kind, []Square{}
		g.rules.squaresOf(t, func(sign byte, s Square) {
			switch sign {
			case 'G':
				steps[i].Move = s
			case 'C':
				steps[i].Answers = append(steps[i].Answers, s)
			}
		})
	}
	return steps
}

// Refuted reports whether a line fails against the best defence (see [dependency.Refuter]).
func (g *game) Refuted(line []Threat) bool {
	var plan []Square
	for _, step := range g.steps(line) {
		plan = append(plan, step.Move)
	}
	return !g.board.holds(plan)
}
