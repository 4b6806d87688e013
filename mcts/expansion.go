package mcts

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sides"
)

// expand adds the present position, after arc a, to the tree. It returns the node, noNode or claimed.
func (w *worker[M]) expand(a *arc[M]) uint32 {
	s := w.store
	if s.shared {
		if !atomic.CompareAndSwapUint32(&a.node, noNode, claimed) {
			return load32(&a.node)
		}
	}
	id := w.newNode()
	atomic.StoreUint32(&a.node, id)
	return id
}

// newNode returns the node of the present position, perhaps a shared one, or noNode without room or at the game's end.
func (w *worker[M]) newNode() uint32 {
	s := w.store
	var hash uint64
	if s.Hash != nil {
		hash = w.hasher.Hash()
		if id := s.find(hash); id != noNode {
			return id
		}
	}
	byChance := w.byChance()
	if byChance && s.raves.used {
		w.watch.run.refuse()
		return noNode
	}
	if !w.listMoves(byChance) && !byChance {
		return noNode
	}
	if byChance {
		w.odds = oddsOf(w.stochastic, w.moves, w.odds[:0])
	}
	id := s.allocate(len(w.moves))
	if id == noNode {
		return noNode
	}
	n := s.Nodes.At(id)
	n.hash, n.player, n.chance, n.bounds = hash, w.toMove(), byChance, boundsOf(-w.utility, w.utility)
	if byChance {
		odds := s.priors.of(n)
		for i, p := range w.odds {
			odds[i] = float32(p)
		}
	} else {
		w.orderMoves(n)
	}
	if s.priorResults.used {
		w.askExpert(n)
	}
	arcs := s.arcsOf(n)
	for i, m := range w.moves {
		arcs[i] = arc[M]{move: m, bounds: n.bounds}
	}
	if s.raves.used {
		clear(s.raves.of(n))
	}
	if s.numbers.used && byChance {
		clear(s.numbers.of(n))
	} else if s.numbers.used {
		of := s.numbers.of(n)
		for i, m := range w.moves {
			of[i] = uint32(w.numberer.Number(m))
		}
	}
	if s.Hash != nil {
		return s.enter(id)
	}
	return id
}

// listMoves sets w.moves to the moves or outcomes of the present position, and reports whether there are any. With
// Decisive these are the decisive moves, if any, and otherwise the moves of a [Reducer].
func (w *worker[M]) listMoves(byChance bool) bool {
	w.moves = w.moves[:0]
	if w.decider != nil && !byChance {
		w.moves = w.decider.Decisive(w.moves)
	}
	if w.reducer != nil && len(w.moves) == 0 && !byChance {
		w.moves = w.reducer.Reduce(w.moves)
	}
	if len(w.moves) == 0 {
		w.moves = w.game.Moves(w.moves)
	}
	return len(w.moves) > 0
}

func (w *worker[M]) orderMoves(n *node) {
	// Random order makes the search independent of the game's order.
	for i := len(w.moves) - 1; i > 0; i-- {
		j := chance.Below(w.random, i+1)
		w.moves[i], w.moves[j] = w.moves[j], w.moves[i]
	}
	switch {
	case w.guide != nil:
		w.order(w.store.priors.of(n))
	case w.store.priors.used:
		clear(w.store.priors.of(n))
	}
}

// toMove returns the player to move, or 0 for chance. A broken law is a panic, which becomes a [ply.GamePanic].
func (w *worker[M]) toMove() uint8 {
	player := w.game.ToMove()
	if player == ply.Chance {
		if w.stochastic == nil {
			panic(sides.ErrorOfChance(w.game))
		}
		return 0
	}
	if uint(player) >= uint(len(w.points)) {
		panic(sides.Error(w.game, player, len(w.points)))
	}
	return uint8(player)
}

func (w *worker[M]) byChance() bool {
	return w.stochastic != nil && w.game.ToMove() == ply.Chance
}

// oddsOf returns the probabilities of the outcomes in the present position. It panics at a broken law.
func oddsOf[M comparable](g ply.Stochastic[M], moves []M, dst []float64) []float64 {
	dst, err := chance.Odds(g, moves, dst)
	if err != nil {
		panic(err)
	}
	return dst
}

func (w *worker[M]) order(priors []float32) {
	w.guide.Priors(w.moves, priors)
	w.scale(priors)
	// Insertion sort, stable: there are not many moves.
	for i, prior := range priors {
		m, j := w.moves[i], i
		for ; j > 0 && priors[j-1] < prior; j-- {
			priors[j], w.moves[j] = priors[j-1], w.moves[j-1]
		}
		priors[j], w.moves[j] = prior, m
	}
}

func (w *worker[M]) scale(priors []float32) {
	sum := 0.0 // in float32 it might overflow
	for i, prior := range priors {
		if !(prior >= 0 && prior <= math.MaxFloat32) {
			panic(fmt.Sprintf("the prior of %v is %v, want a finite number of 0 or more", w.moves[i], prior))
		}
		sum += float64(prior)
	}
	for i := range priors {
		if sum > 0 {
			priors[i] = float32(float64(priors[i]) / sum)
		} else {
			priors[i] = 1 / float32(len(priors))
		}
	}
}
