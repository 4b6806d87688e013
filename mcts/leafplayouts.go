package mcts

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ply-search/ply/internal/guard"
)

// A team shares the playouts of each simulation of one tree: the first worker grows the tree, and the others help.
type team[M comparable] struct {
	run     *run
	workers []*worker[M]
	wake    []chan struct{} // of each helper
	pending sync.WaitGroup  // helpers that have not yet played
	line    []M             // to the position to be played out
}

// newTeam starts the helpers of the first worker. disband ends them and returns an error of one.
func newTeam[M comparable](r *run, workers []*worker[M]) (disband func() error) {
	t := &team[M]{run: r, workers: workers}
	group := guard.Group{Stop: r.abandon}
	for i, w := range workers[1:] {
		wake := make(chan struct{})
		t.wake = append(t.wake, wake)
		w.watch.run = r
		line := func() string { return fmt.Sprint(append(slices.Clone(t.line), w.rest()...)) }
		group.Go(line, func() {
			for range wake {
				t.help(i + 1)
			}
		})
	}
	workers[0].team = t
	return func() (err error) {
		workers[0].team = nil
		for _, wake := range t.wake {
			close(wake)
		}
		guard.Callback(func() { err = group.Wait(0, nil) })
		return err
	}
}

// together plays the playouts of a simulation: worker i of n plays number i, i+n, i+2n and so on. It returns like playout.
func (t *team[M]) together() (over, ok bool) {
	w := t.workers[0]
	t.line = w.moved(t.line[:0])
	t.pending.Add(len(t.wake))
	for _, wake := range t.wake {
		wake <- struct{}{}
	}
	over, ok = w.share(0, len(t.workers), w.maxLength-len(t.line))
	t.pending.Wait()
	if !ok || t.run.breaks() {
		return false, false
	}
	for _, helper := range t.workers[1:] {
		for p := range w.results {
			w.results[p] = append(w.results[p], helper.results[p]...)
		}
		for p := range w.lines {
			w.lines[p] = append(w.lines[p], helper.lines[p]...)
		}
	}
	return over, true
}

func (t *team[M]) help(i int) {
	w := t.workers[i]
	w.lost = true // until this ends
	defer func() {
		if w.lost {
			t.run.abandon() // before the others go on
		}
		t.pending.Done()
	}()
	w.clearLines()
	for _, m := range t.line {
		w.game.Play(m)
	}
	w.share(i, len(t.workers), w.maxLength-len(t.line))
	for _, m := range slices.Backward(t.line) {
		w.game.Undo(m)
	}
	w.lost = false
}
