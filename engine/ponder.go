package engine

import (
	"context"

	"github.com/ply-search/ply"
)

// A pondering is a search on a goroutine of its own, whose findings stay in the Searcher.
type pondering struct {
	cancel context.CancelFunc
	done   chan struct{}
	err    error
	panics any
}

// Ponder begins to search the present position, usually one of the opponent, and returns at once. What is found about the
// replies stays in the tree or table of the search, so it does not matter which of them is played. The search ends when
// more would change nothing, when the context ends, or at the next call of a method of p, which returns its error if it
// failed. In a finished position there is nothing to ponder, and a player with a Level
// does not.
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

// stop ends the search and returns its error. A panic of it goes on here, on the goroutine of the caller.
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
