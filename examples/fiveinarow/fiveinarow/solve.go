package fiveinarow

import (
	"context"
	"errors"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// Options say which threat sequences win. In the zero value these are fours and threes, and five or more win.
type Options struct {
	// Rule says which rows win.
	Rule Rule

	// FoursOnly leaves out threes.
	FoursOnly bool
}

// A Step is a threat of a sequence.
type Step struct {
	Kind    Kind
	Move    Square
	Answers []Square // of the defender, any of which takes away what is threatened
}

// A Result is what was found and what that took.
type Result struct {
	// Status says why the search ended: ply.Solved with a sequence, ply.Complete if
	// there is none.
	Status ply.Status

	// Sequence is the winning threat sequence, five at its end. The threats come in an order in which each
	// has what it needs; which of several is to be played first can depend on the answers. A
	// position that is won by threats that each answer leads on to different ones has none: in a
	// sequence the same threats win against all answers.
	Sequence []Step

	// Nodes are those of dependency-based search. Refuted counts the sequences that it found and that
	// the defender has a defence against, and Positions the positions looked at to find that out.
	Nodes, Refuted, Positions int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// ErrOver is the error of [Solve] in a position in which a side has won.
var ErrOver = errors.New("the game is over")

// Solve looks for a winning threat sequence of a side that is to move: first of fours alone, then of fours
// and threes.
//
// It is dependency-based search with threats as moves, each together with all of its answers. A sequence
// found that way may still fail, where the defender makes a four or five with an answer or in place of one.
// So it is checked by a search of the attacker's moves of the sequence, in any order, against all defences;
// if one holds, the search for others goes on. A limit on time does not end it while it checks a sequence.
//
// A sequence returned wins. That none is found does not mean that there is no win, nor that there is none
// by threats: one that needs to know which of several answers is played is not found.
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

// A game is a position as package dependency sees it, with the threats of one side as moves.
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

// Refuted makes the game a dependency.Refuter.
func (g *game) Refuted(line []Threat) bool {
	var plan []Square
	for _, step := range g.steps(line) {
		plan = append(plan, step.Move)
	}
	return !g.board.holds(plan)
}
