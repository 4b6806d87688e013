package flat

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
)

func (w *worker[M]) score() (float64, error) {
	outcome, side := 0, 0
	switch {
	case w.simulator != nil:
		side = sampling.View(w.game, w.dealer)
		outcome = w.simulator.Simulate(&w.simulated)
	case w.playouter != nil:
		outcome, side = w.delegate()
	default:
		var err error
		if outcome, side, err = w.playOut(); err != nil {
			return 0, err
		}
	}
	if side != w.side {
		outcome = -outcome
	}
	return float64(outcome), nil
}

// A playouter is an [github.com/ply-search/ply/mcts.Playouter], redeclared to avoid compiling package mcts.
type playouter[M comparable] interface {
	Playout(random *rand.PCG, decisive bool, lines *[2][]M) (outcome, moves int)
}

// delegate plays the game's own playout, and returns the outcome and its side.
func (w *worker[M]) delegate() (outcome, side int) {
	var lines *[2][]M
	if w.learns {
		w.lines[0], w.lines[1] = w.lines[0][:0], w.lines[1][:0]
		lines = &w.lines
	}
	side = sampling.View(w.game, w.dealer)
	outcome, _ = w.playouter.Playout(w.random, false, lines)
	if lines == nil {
		return outcome, side
	}
	for i := range max(len(lines[0]), len(lines[1])) {
		for _, s := range [2]int{side, 1 - side} {
			if i < len(lines[s]) {
				w.note(s, lines[s][i])
			}
		}
	}
	return outcome, side
}

// playOut plays a playout move by move, and returns the outcome and its side.
func (w *worker[M]) playOut() (outcome, side int, err error) {
	now, next := w.game.Moves(w.list[0][:0]), w.list[1]
	asks := w.learns || w.dealer != nil
	for len(now) > 0 && len(w.line) < w.length {
		i := 0
		if asks {
			side = w.game.ToMove()
		}
		switch {
		case uint(side) > 1 && asks:
			if i, w.odds, err = sides.DrawChance(w.game, w.dealer, side, now, w.odds, chance.Fraction(w.random)); err != nil {
				return 0, 0, fmt.Errorf("flat: after %v: %w", w.line, err)
			}
		case w.choose != nil:
			if i = w.chooseOr(side, now); i < 0 {
				return 0, 0, nil
			}
		default:
			if len(w.line)%sampling.Often == sampling.Often-1 && w.halted() {
				return 0, 0, nil
			}
			i = chance.Below(w.random, len(now))
		}
		m := now[i]
		w.note(side, m)
		w.line = append(w.line, m)
		if w.advancer != nil {
			next, _ = w.advancer.Advance(now, i, 0, next[:0])
		} else {
			w.game.Play(m)
			next = w.game.Moves(next[:0])
		}
		for goal := range w.reached {
			w.reached[goal] = w.reached[goal] || w.planner.Reached(goal)
		}
		now, next = next, now
	}
	w.list = [2][]M{now, next}
	switch side = w.game.ToMove(); {
	case len(now) > 0 && w.evaluator != nil:
		return w.evaluator.Evaluate(), sampling.View(w.game, w.dealer), nil
	case len(now) > 0:
		return 0, 0, nil
	case side < 0 || side > 1:
		return 0, 0, fmt.Errorf("flat: after %v, %w", w.line, sides.Error(w.game, side, 2))
	}
	return w.game.Outcome(), side, nil
}

func (w *worker[M]) halted() bool {
	w.status = w.budget.Status()
	return w.status != ply.Complete
}

// chooseOr chooses a move by the method of the options, or returns -1 if the playout must be cut short.
func (w *worker[M]) chooseOr(side int, moves []M) int {
	if w.status != ply.Complete {
		return -1
	}
	if w.asked++; w.asked%sampling.Often == 0 && w.halted() {
		return -1
	}
	return w.choose(side, moves)
}
