package mcts

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/ply-search/ply"
)

// A team shares the playouts of each simulation of one tree: the first worker grows the tree, the others
// help it, each on a game of its own.
type team[M comparable] struct {
	run     *run
	workers []*worker[M]
	wake    []chan struct{} // of each helper
	pending sync.WaitGroup  // helpers that have not yet played
	line    []M             // to the position to be played out
	err     []error         // of each helper
}

// newTeam starts the helpers of the first worker. disband ends them and returns their errors.
func newTeam[M comparable](r *run, workers []*worker[M]) (disband func() error) {
	t := &team[M]{run: r, workers: workers, err: make([]error, len(workers))}
	var group sync.WaitGroup
	for i := 1; i < len(workers); i++ {
		wake := make(chan struct{})
		t.wake = append(t.wake, wake)
		group.Go(func() {
			for range wake {
				t.help(i)
			}
		})
	}
	workers[0].team = t
	return func() error {
		for _, wake := range t.wake {
			close(wake)
		}
		group.Wait()
		workers[0].team = nil
		return errors.Join(t.err...)
	}
}

// together plays the playouts of a simulation. Worker i of n plays number i, i+n, i+2n and so on.
func (t *team[M]) together() (moves int) {
	w := t.workers[0]
	t.line = t.line[:0]
	for _, step := range w.path {
		t.line = append(t.line, w.store.arcs.at(step.arc).move)
	}
	t.pending.Add(len(t.wake))
	for _, wake := range t.wake {
		wake <- struct{}{}
	}
	moves = w.share(0, len(t.workers))
	t.pending.Wait()
	for _, helper := range t.workers[1:] {
		for p := range w.results {
			w.results[p] = append(w.results[p], helper.results[p]...)
		}
		for p := range w.lines {
			w.lines[p] = append(w.lines[p], helper.lines[p]...)
		}
	}
	return moves
}

// help plays the share of a helper.
func (t *team[M]) help(i int) {
	w := t.workers[i]
	defer t.pending.Done()
	defer func() {
		if fault := recover(); fault != nil {
			t.err[i] = &ply.GamePanic{Value: fault, Line: fmt.Sprint(t.line), Stack: debug.Stack()}
			t.run.end(ply.Failed)
		}
	}()
	for p := range w.results {
		w.results[p] = w.results[p][:0]
	}
	if t.err[i] != nil {
		return // its game is in no position known
	}
	w.clearLines()
	for _, m := range t.line {
		w.game.Play(m)
	}
	w.share(i, len(t.workers))
	for _, m := range slices.Backward(t.line) {
		w.game.Undo(m)
	}
}
