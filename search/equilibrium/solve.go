package equilibrium

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// Options are the options of [Solve].
type Options[M comparable] struct {
	// Memory is the approximate memory for the values of positions, in bytes; each value takes 100 bytes. 0 means 1 GB,
	// and -1 means that no values are stored. Values are stored only if the game is an [encoding.BinaryAppender].
	Memory int64

	// Progress, if not nil, is called about ten times a second with the counts so far, whose Status is
	// [ply.InProgress]. Unless Solve returns an error, it is called once more with the final result. It is called on
	// the goroutine that called Solve.
	Progress func(Result[M])
}

const (
	usualPositions = 10_000_000
	positionBytes  = 100
)

func (o *Options[M]) check() error {
	if o.Memory < -1 {
		return fmt.Errorf("option Memory is %d, want a number of bytes, 0, or -1 for none", o.Memory)
	}
	return nil
}

// A Result is the result of [Solve]. Nodes is the number of positions visited. Status is [ply.Complete] if the position
// was solved, and otherwise [ply.OutOfNodes], [ply.OutOfTime], [ply.Cancelled] or [ply.Failed].
type Result[M comparable] struct {
	ply.Report

	// Value is the expected outcome of player 0 in an equilibrium. The expected outcome of player 1 is -Value.
	Value float64

	// Moves[p] contains the moves of player p in the position given to Solve, and Probabilities[p] contains their
	// probabilities in an equilibrium. Moves[p] and Probabilities[p] are empty if player p does not take part in the
	// round, if chance is to move, or if the position is finished. If there are several equilibria, it is unspecified
	// which of them is returned.
	Moves         [2][]M
	Probabilities [2][]float64
}

// Solve solves a zero-sum game of two players. The game must declare itself [ply.Acyclic]. If it has positions of
// chance, it must be a [ply.Stochastic]. If the game is an [encoding.BinaryAppender], Solve visits each position once,
// as long as there is memory to store values ([Options].Memory). Otherwise Solve visits a position once for every line
// that leads to the position.
//
// Solve returns an error if the outcomes of a finished position are not zero-sum, if the game breaks a law of
// [ply.Stochastic], or if the game is a [ply.Imperfect]. The only information that may be hidden from a player is the
// moves of the other player in the same round.
func Solve[M comparable](ctx context.Context, g ply.Joint[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	s := &solver[M]{game: g, known: map[string]float64{}, edge: freshStack}
	l := stop.Limits{Limits: limits}
	if opt.Progress != nil {
		l.Report = func() {
			r := Result[M]{Report: ply.Report{Status: ply.InProgress, Nodes: s.nodes, Elapsed: s.Elapsed()}}
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	s.Budget = stop.NewBudget(ctx, l)
	err := cmp.Or(limits.Check(), opt.check())
	if err != nil {
		err = fmt.Errorf("equilibrium: %w", err)
	} else {
		if s.most = int(opt.Memory / positionBytes); opt.Memory == 0 {
			s.most = usualPositions
		}
		err = guard.Run(func() string { return fmt.Sprint(s.line) }, s.solve)
	}
	r := s.result
	r.Report = ply.Report{Status: s.status, Nodes: s.nodes, Elapsed: s.Elapsed()}
	if err != nil {
		r.Status = ply.Failed
		return r, err
	}
	if opt.Progress != nil {
		opt.Progress(r)
	}
	return r, nil
}

// freshStack is the number of rounds after which a line continues on a fresh stack. (A variable for the tests.)
var freshStack = 1 << 13

type solver[M comparable] struct {
	stop.Budget
	game     ply.Joint[M]
	dealer   ply.Stochastic[M]       // or nil
	identity encoding.BinaryAppender // or nil
	most     int                     // positions to keep
	known    map[string]float64      // the values of positions
	result   Result[M]
	status   ply.Status
	fault    error
	nodes    int
	edge     int   // the depth where the line continues on a fresh stack
	line     [][]M // the joint moves from the start
}

func (s *solver[M]) solve() error {
	if guard.IsNil(s.game) {
		return errors.New("equilibrium: no game given")
	}
	if _, hides := s.game.(ply.Imperfect); hides {
		return fmt.Errorf("equilibrium: %w: %T", ply.ErrImperfect, s.game)
	}
	if n := s.game.Players(); n != 2 {
		return fmt.Errorf("equilibrium: %T has %d players, want 2", s.game, n)
	}
	if a, ok := s.game.(ply.Acyclic); !ok || !a.Acyclic() {
		return fmt.Errorf("equilibrium: %w", ply.ErrCyclic)
	}
	s.dealer, _ = s.game.(ply.Stochastic[M])
	if s.most > 0 {
		s.identity, _ = s.game.(encoding.BinaryAppender)
	}
	value := s.value(0)
	if s.status == ply.Complete {
		s.result.Value = value
	}
	return s.fault
}

func (s *solver[M]) fail(err error) float64 {
	s.status, s.fault = ply.Failed, fmt.Errorf("equilibrium: after %v: %w", s.line, err)
	return 0
}

func (s *solver[M]) value(depth int) (value float64) {
	if depth == s.edge {
		return s.afresh(depth)
	}
	if s.nodes >= s.PollAt {
		if s.status = s.Poll(s.nodes); s.status != ply.Complete {
			return 0
		}
	}
	s.nodes++
	key := ""
	if s.identity != nil && depth > 0 {
		b, err := s.identity.AppendBinary(nil)
		if err != nil {
			return s.fail(err)
		}
		if value, again := s.known[string(b)]; again {
			return value
		}
		key = string(b)
	}
	if outcomes := s.game.MovesOf(ply.Chance, nil); len(outcomes) > 0 {
		value = s.expected(outcomes, depth)
	} else {
		value = s.round(depth)
	}
	if s.identity != nil && depth > 0 && s.status == ply.Complete && len(s.known) < s.most {
		s.known[key] = value
	}
	return value
}

func (s *solver[M]) afresh(depth int) (value float64) {
	s.edge += freshStack
	guard.FreshStack(func() { value = s.value(depth) })
	s.edge -= freshStack
	return value
}

func (s *solver[M]) after(moves []M, depth int) float64 {
	s.line = append(s.line, moves)
	s.game.PlayJoint(moves)
	value := s.value(depth + 1)
	s.game.UndoJoint(moves)
	s.line = s.line[:len(s.line)-1]
	return value
}

func (s *solver[M]) expected(outcomes []M, depth int) (sum float64) {
	if s.dealer == nil {
		return s.fail(fmt.Errorf("chance makes a move, and %T is not a ply.Stochastic", s.game))
	}
	probabilities := s.dealer.Probabilities(outcomes, nil)
	if err := chance.Check(probabilities, len(outcomes)); err != nil {
		return s.fail(err)
	}
	for i, p := range probabilities {
		if p > 0 && s.status == ply.Complete {
			sum += p * s.after(outcomes[i:i+1:i+1], depth)
		}
	}
	return sum
}

func (s *solver[M]) round(depth int) float64 {
	moves := [2][]M{s.game.MovesOf(0, nil), s.game.MovesOf(1, nil)}
	rows, columns := len(moves[0]), len(moves[1])
	if rows == 0 && columns == 0 {
		var values [2]int
		if s.game.Outcomes(values[:]); values[0] != -values[1] {
			return s.fail(fmt.Errorf("outcomes %v: the game is not zero-sum", values))
		}
		return float64(values[0])
	}
	payoffs := make([][]float64, max(rows, 1))
	for r := range payoffs {
		payoffs[r] = make([]float64, max(columns, 1))
		for c := range payoffs[r] {
			joint := make([]M, 0, 2)
			if rows > 0 {
				joint = append(joint, moves[0][r])
			}
			if columns > 0 {
				joint = append(joint, moves[1][c])
			}
			if payoffs[r][c] = s.after(joint, depth); s.status != ply.Complete {
				return 0
			}
		}
	}
	value, row, column, err := Matrix(payoffs)
	if err != nil {
		return s.fail(err)
	}
	if depth == 0 {
		s.result.Moves = moves
		s.result.Probabilities = [2][]float64{row[:rows], column[:columns]}
	}
	return value
}
