package engine

import (
	"context"

	"github.com/ply-search/ply"
)

// A pondering is a search in the background.
type pondering struct {
	cancel context.CancelFunc
	done   chan struct{}
	err    error
	panics any
}

// Ponder starts a search of the present position, usually with the opponent to move, and returns at once. The tree or
// table of the search keeps the results for all replies. The search ends when ctx ends, when its result is final, or at
// the next call of a method of p, except UseBook and Limits. That method returns the error of the search, if any.
// Ponder does nothing in a finished position, or if the player has a Level.
func (p *Player[M]) Ponder(ctx context.Context) error {
	if err := p.rest(); err != nil {
		return err
	}
	if p.opt.Level > 0 || len(p.searcher.Game().Moves(nil)) == 0 {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &pondering{cancel: cancel, done: make(chan struct{})}
	p.ponder = w
	go func() {
		defer close(w.done)
		defer func() { w.panics = recover() }()
		_, w.err = p.searcher.Analyze(ctx, ply.Limits{}, Question[M]{})
	}()
	return nil
}

// rest ends pondering and returns its error.
func (p *Player[M]) rest() error {
	w := p.ponder
	p.ponder = nil
	return w.stop()
}

// stop ends the search and returns its error. A panic of the search continues on the caller's goroutine.
func (w *pondering) stop() error {
	if w == nil {
		return nil
	}
	w.cancel()
	<-w.done
	if w.panics != nil {
		panic(w.panics)
	}
	return w.err
}
