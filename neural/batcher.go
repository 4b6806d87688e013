package neural

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/ply-search/ply/mcts/puct"
)

// A batcher lets several synchronous searches, each on a goroutine, share batches: it waits until all of them request
// evaluations, and makes one call. Results of searches do not depend on scheduling.
type batcher[G, M any] struct {
	mu       sync.Mutex
	evaluate puct.Evaluator[G, M]
	live     int
	waiting  []*call[G, M]
	leaves   []*puct.Leaf[G, M]
}

type call[G, M any] struct {
	number int
	leaves []*puct.Leaf[G, M]
	done   chan error // with room for one; each search has its own, so that searches that go on need no lock
}

func newBatcher[G, M any](evaluate puct.Evaluator[G, M], searches int) *batcher[G, M] {
	return &batcher[G, M]{evaluate: evaluate, live: searches}
}

// Search returns the evaluator for one search of the batcher. Each search must have a different number. A batch
// contains the positions of all searches, in the order of the numbers of the searches.
func (b *batcher[G, M]) Search(number int) puct.Evaluator[G, M] {
	c := &call[G, M]{number: number, done: make(chan error, 1)}
	return func(ctx context.Context, leaves []*puct.Leaf[G, M]) error {
		b.ask(ctx, c, leaves)
		return <-c.done
	}
}

func (b *batcher[G, M]) ask(ctx context.Context, c *call[G, M], leaves []*puct.Leaf[G, M]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-c.done: // of a call that panicked
	default:
	}
	c.leaves = leaves
	b.waiting = append(b.waiting, c)
	b.run(ctx)
}

// Leave announces that one of the searches has ended: later batches do not wait for it.
func (b *batcher[G, M]) Leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.live--
	b.run(context.Background())
}

func (b *batcher[G, M]) run(ctx context.Context) {
	if len(b.waiting) == 0 || len(b.waiting) < b.live {
		return
	}
	slices.SortFunc(b.waiting, func(x, y *call[G, M]) int { return cmp.Compare(x.number, y.number) })
	b.leaves = b.leaves[:0]
	for _, c := range b.waiting {
		b.leaves = append(b.leaves, c.leaves...)
	}
	err := errors.New("neural: the evaluator has panicked in a batch with other positions")
	defer func() {
		for _, c := range b.waiting {
			c.leaves = nil
			c.done <- err
		}
		b.waiting = b.waiting[:0]
		clear(b.leaves)
	}()
	err = b.evaluate(context.WithoutCancel(ctx), b.leaves) // the end of one search does not end the others
}
