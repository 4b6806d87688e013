package fiveinarow

import (
	"context"
	"errors"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// Options define which threat sequences win. The zero value allows fours and threes, and five or more in a row.
type Options struct {
	Rule      Rule // which rows win
	FoursOnly bool // no threes
}

// A Step is a threat of a sequence.
type Step struct {
	Kind    Kind
	Move    Square
	Answers []Square // of the defender: each of them stops the threat
}

// A Result is the result of [Solve].
type Result struct {
	Status ply.Status // Solved with a sequence, Complete if there is none, otherwise the limit that ended the search

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
		steps[i].Kind = g.rules.pattern(t).kind
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
