package flat

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/mcts"
)

// A worker plays playouts and keeps statistics.
type worker[M comparable] struct {
	*search[M]
	game      ply.AdversarialGame[M]
	numberer  ply.Numberer[M]
	numbered  bool                  // the game numbers its moves, so that all workers have the same numbers
	appender  ply.NumberAppender[M] // nil if the game is not one, and so on
	advancer  ply.Advancer[M]
	dealer    ply.Stochastic[M] //
	evaluator ply.Evaluator     //
	simulator Simulator[M]      //
	playouter mcts.Playouter[M] // also nil where it does not do
	planner   Planner[M]        // nil without goals
	random    *rand.PCG
	length    int // the most moves of a playout of this package
	index     int

	next int // number of the next playout in the phase
	made int // playouts

	learns bool // all moves of a playout count
	choose func(side int, moves []M) int
	gobble *gobble[M]
	budget *stop.Budget // of the present playout
	asked  int          // moves chosen in the present playout
	status ply.Status   // why the present playout was cut short, or ply.Complete

	table
	moveOf    []M     // by numbers
	choices   []int32 // the numbers of the moves to choose among
	root      []int32 // by numbers, which of these it is, from 1 on
	early     early
	seen      [2][]uint32 // by numbers, the last playout that had the move; of each side, with Retaken
	playout   uint32
	mine      []int32 // scratch: moves of a playout for pairs
	theirs    []int32
	weigher   weigher   // with K
	odds      []float64 // scratch
	numbers   []int32   // scratch
	reached   []bool
	steps     []Step[M] // of the present playout
	line      []M       // that is played
	lines     [2][]M    // scratch, of a playouter
	list      [2][]M    // scratch, of moves
	simulated Simulation[M]
}

// number returns the number of a move.
func (w *worker[M]) number(m M) int32 { return int32(w.numberer.Number(m)) }

// numbersOf returns the numbers of moves, in the slice for them.
func (w *worker[M]) numbersOf(moves []M) []int32 {
	if w.appender != nil {
		return w.appender.AppendNumbers(w.numbers[:0], moves)
	}
	numbers := w.numbers[:0]
	for _, m := range moves {
		numbers = append(numbers, w.number(m))
	}
	return numbers
}

// renumbered returns the statistics of a worker by the numbers of the first one, which differ if the game is no Numberer,
// and makes the moves that were played known to that.
func (w *worker[M]) renumbered(first *worker[M]) table {
	if w == first || !w.learns {
		return w.table
	}
	t := w.table
	translated := func(from []tally) (to []tally) {
		for n, t := range from {
			if t.count > 0 {
				number := int32(n)
				if !first.numbered {
					number = first.number(w.moveOf[n])
				}
				*at(&first.moveOf, number) = w.moveOf[n]
				*at(&to, number) = t
			}
		}
		return to
	}
	for side := range t.first {
		t.first[side] = translated(w.first[side])
	}
	t.pairs = make([][]tally, len(w.pairs))
	for i := range w.pairs {
		t.pairs[i] = translated(w.pairs[i])
	}
	return t
}

// describe returns the line that is played.
func (w *worker[M]) describe() string { return fmt.Sprint(w.line) }

func (w *worker[M]) play(m M) {
	w.line = append(w.line, m)
	w.game.Play(m)
}

func (w *worker[M]) undo(length int) {
	for i := len(w.line) - 1; i >= length; i-- {
		w.game.Undo(w.line[i])
	}
	w.line = w.line[:length]
}

// simulation makes one playout, or returns why the search must end.
func (w *worker[M]) simulation(budget *stop.Budget) (ply.Status, error) {
	w.budget, w.asked, w.status = budget, 0, ply.Complete
	w.steps = w.steps[:0]
	clear(w.reached)
	w.begin()
	w.playout++
	if w.playout == 0 {
		clear(w.seen[0])
		clear(w.seen[1])
		w.playout = 1
	}
	opening := int32(-1)
	if !w.opt.AllMovesAsFirst {
		opening = w.alive[w.next%len(w.alive)]
		w.open(w.openings[opening])
	}
	score, err := w.score()
	w.undo(0)
	if err != nil || w.status != ply.Complete {
		return w.status, err
	}
	w.next += w.opt.Workers
	w.made++
	w.record(opening, score)
	return ply.Complete, nil
}

// begin prepares the choice of moves for a playout.
func (w *worker[M]) begin() {
	if k := w.opt.K; k > 0 {
		if w.opt.Annealed {
			k *= w.done()
		}
		w.weigher.begin(k, w.side, w.all.mean())
	}
	if w.gobble != nil {
		w.gobble.arrange(w.done())
	}
	if w.simulated.Urn != nil {
		w.simulated.Urn.Reset()
	}
}

// open plays the moves of an opening.
func (w *worker[M]) open(c opening) {
	w.note(w.side, w.moves[c.move])
	w.play(w.moves[c.move])
	if c.reply >= 0 {
		w.note(w.after[c.move], w.replies[c.reply])
		w.play(w.replies[c.reply])
	}
}

func (w *worker[M]) note(side int, m M) {
	if w.learns {
		w.steps = append(w.steps, Step[M]{m, side})
	}
}

// done returns the part of the search that is done, as far as K and Gobble are concerned.
func (w *worker[M]) done() float64 {
	if w.total > 0 {
		return min(1, float64(w.made)*float64(w.opt.Workers)/float64(w.total))
	}
	return min(1, float64(time.Since(w.start))/float64(w.limits.MaxTime))
}

// score plays a playout and returns its score for the side at the root.
func (w *worker[M]) score() (float64, error) {
	outcome, side := 0, 0
	switch {
	case w.simulator != nil:
		if side = w.game.ToMove(); side < 0 {
			side = 0
		}
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
	if w.opt.WinsOnly {
		outcome = min(1, max(-1, outcome))
	}
	return float64(outcome), nil
}

// delegate makes the game play a playout, as for package mcts. It returns the outcome and for which side it is.
func (w *worker[M]) delegate() (outcome, side int) {
	var lines *[2][]M
	if w.learns {
		w.lines[0], w.lines[1] = w.lines[0][:0], w.lines[1][:0]
		lines = &w.lines
	}
	side = max(0, w.game.ToMove())
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

// playOut plays a playout move by move. It returns the outcome and for which side it is.
func (w *worker[M]) playOut() (outcome, side int, err error) {
	now, next := w.game.Moves(w.list[0][:0]), w.list[1]
	asks := w.learns || w.dealer != nil
	for len(now) > 0 && len(w.line) < w.length {
		i := 0
		if asks {
			side = w.game.ToMove()
		}
		switch {
		case side < 0 && asks:
			if i, err = w.deal(now); err != nil {
				return 0, 0, err
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
		return w.evaluator.Evaluate(), max(0, side), nil
	case len(now) > 0:
		return 0, 0, nil
	case side < 0 || side > 1:
		return 0, 0, fmt.Errorf("flat: after %v, %w", w.line, sides.Error(w.game, side, 2))
	}
	return w.game.Outcome(), side, nil
}

// deal draws an outcome of chance.
func (w *worker[M]) deal(moves []M) (int, error) {
	if w.dealer == nil {
		return 0, fmt.Errorf("flat: after %v, ToMove is negative in %T, which is not a ply.Stochastic", w.line, w.game)
	}
	w.odds = w.dealer.Probabilities(moves, w.odds[:0])
	if err := chance.Check(w.odds, len(moves)); err != nil {
		return 0, fmt.Errorf("flat: %T after %v: %w", w.game, w.line, err)
	}
	return chance.Pick(w.odds, chance.Fraction(w.random)), nil
}

// halted reports whether the playout must be cut short.
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

// record counts a playout that began with an opening, or with none if that is -1.
func (w *worker[M]) record(opening int32, score float64) {
	w.all.add(score)
	if opening >= 0 {
		at(&w.cells, opening).add(score)
	}
	for goal, reached := range w.reached {
		if reached != w.listed[goal].Prevented {
			w.goals[goal].add(score)
		}
	}
	if !w.learns {
		return
	}
	w.mine, w.theirs = w.mine[:0], w.theirs[:0]
	for _, step := range w.steps {
		if step.Side < 0 {
			continue
		}
		n := w.number(step.Move)
		by := 0
		if w.opt.Retaken {
			by = step.Side
		}
		seen := at(&w.seen[by], n)
		if *seen == w.playout {
			continue
		}
		*seen = w.playout
		*at(&w.moveOf, n) = step.Move
		at(&w.first[step.Side], n).add(score)
		if w.pairs == nil {
			continue
		}
		if step.Side != w.side {
			w.theirs = append(w.theirs, n)
		} else if int(n) < len(w.root) && w.root[n] > 0 {
			w.mine = append(w.mine, w.root[n]-1)
		}
	}
	for _, mine := range w.mine {
		for _, reply := range w.theirs {
			at(&w.pairs[mine], reply).add(score)
		}
	}
}
