package infoset

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// simulation makes and undoes one simulation, or returns why the search must end.
func (w *worker[M]) simulation(budget *stop.Budget) (ply.Status, error) {
	if w.draw = &w.draws[w.simulations%len(w.draws)]; w.opt.View != Determinized {
		if err := w.determinize(); err != nil {
			return ply.Failed, err
		}
	}
	w.setUnit()
	status, err := w.simulate(budget)
	for i := len(w.line) - 1; i >= 0; i-- {
		w.game.Undo(w.line[i])
	}
	w.line = w.line[:0]
	if err == nil && status == ply.Complete {
		w.simulations++
	}
	return status, err
}

// setUnit sets the weight of the simulation relative to the mean. In separate trees the tree has the weight instead.
func (w *worker[M]) setUnit() {
	if w.unit = 1; w.opt.View != Determinized {
		w.mean += (w.weight - w.mean) / float64(w.simulations+1) // of which no sum overflows
		w.unit = w.weight / w.mean
	}
}

func (w *worker[M]) play(m M) {
	w.line = append(w.line, m)
	w.game.Play(m)
}

// simulate makes one simulation, unless the search must end before, without undoing it.
func (w *worker[M]) simulate(budget *stop.Budget) (ply.Status, error) {
	w.path, w.trail = w.path[:0], w.trail[:0]
	for grows := true; ; {
		if w.moves = w.game.Moves(w.moves[:0]); len(w.moves) == 0 {
			if len(w.line) == 0 {
				return ply.Failed, w.inconsistent("it led to a finished position")
			}
			w.rules.Outcomes(w.values)
			for player, value := range w.values {
				w.results[player] = sampling.Score(value, w.opt.Scale)
			}
			break
		}
		if len(w.line) >= w.length {
			for player := range w.results {
				w.results[player] = 0.5
			}
			break
		}
		if len(w.line)%sampling.Often == sampling.Often-1 {
			if status := budget.Status(); status != ply.Complete {
				return status, nil
			}
		}
		i, err := w.choose(&grows)
		if err != nil {
			return ply.Failed, err
		}
		if grows && w.opt.View == Determinized {
			w.trail = binary.AppendUvarint(w.trail, uint64(i))
		}
		w.play(w.moves[i])
	}
	for _, at := range w.path {
		n := w.nodes.At(uint32(at.node))
		a := &n.arms[at.arm]
		a.tried += w.unit
		a.sum += w.unit * w.results[n.player]
	}
	return ply.Complete, nil
}

// choose returns the index of the move to play: by the tree while grows is set, and at random below.
func (w *worker[M]) choose(grows *bool) (int, error) {
	mover := w.game.ToMove()
	drawn := len(w.line) == 0 && w.opt.View != Determinized
	if drawn && mover != w.player {
		return 0, w.checkDraw(mover, nil)
	}
	switch {
	case mover == ply.Chance && w.dealer != nil:
		var err error
		if w.odds, err = chance.Odds(w.dealer, w.moves, w.odds[:0]); err != nil {
			return 0, fmt.Errorf("infoset: after %v: %w", w.line, err)
		}
		return chance.Pick(w.odds, w.random.Float64()), nil
	case mover < 0 || mover >= w.players:
		return 0, fmt.Errorf("infoset: %w", sides.Error(w.game, mover, w.players))
	case !*grows:
		return w.random.IntN(len(w.moves)), nil
	}
	w.name(mover)
	if drawn {
		if err := w.checkDraw(mover, w.key); err != nil {
			return 0, err
		}
	}
	if w.opt.only != nil && len(w.line) == 0 {
		w.moves = append(w.moves[:0], w.opt.only...)
	}
	id, known := w.ids[string(w.key)]
	if !known {
		*grows = false
		if w.memory <= 0 || w.count == math.MaxInt32 {
			return w.random.IntN(len(w.moves)), nil
		}
		id = w.add(mover)
	}
	return w.best(id), nil
}

// best returns the move with the best upper bound, or a random untried one, and adds a step to the path.
func (w *worker[M]) best(id int32) (choice int) {
	n := w.nodes.At(uint32(id))
	before := cap(n.arms)
	most, untried, arm := math.Inf(-1), 0, 0
	for i, m := range w.moves {
		at := n.find(m, i)
		a := &n.arms[at]
		a.available += w.unit
		if a.tried == 0 {
			if untried++; w.random.IntN(untried) == 0 {
				choice, arm = i, at
			}
			continue
		}
		if untried > 0 {
			continue
		}
		// Weights may be small: Log1p keeps the logarithm positive.
		bound := a.sum/a.tried + w.opt.Exploration*math.Sqrt(math.Log1p(a.available)/a.tried)
		if bound > most {
			most, choice, arm = bound, i, at
		}
	}
	w.memory -= (cap(n.arms) - before) * armSize[M]()
	w.path = append(w.path, step{id, int32(arm)})
	return choice
}
