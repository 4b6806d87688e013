package saved

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

var errAbandoned = errors.New("checkpoint: the state was abandoned")

// A queue takes blocks from the goroutine of a search to the goroutine of a store.
type queue struct {
	wait func() bool // called after each block; false ends the writing
	done chan error  // the error of the store, once

	wrote time.Duration // by the goroutine of the store, without the time for a disk to end its work; read it after done

	mu     sync.Mutex
	news   sync.Cond
	blocks [][]byte
	spare  [][]byte // blocks that the store has written
	closed bool
	err    error // why the stream has no end
	failed error // why the store takes no more
}

func newQueue() *queue {
	q := &queue{done: make(chan error, 1)}
	q.news.L = &q.mu
	return q
}

// Write adds a block to the queue.
func (q *queue) Write(data []byte) (int, error) {
	q.mu.Lock()
	err := q.failed
	var block []byte
	if last := len(q.spare) - 1; last >= 0 {
		block, q.spare = q.spare[last], q.spare[:last]
	}
	q.blocks = append(q.blocks, append(block[:0], data...))
	q.news.Signal()
	q.mu.Unlock()
	if err == nil && !q.wait() {
		err = errAbandoned
	}
	if err != nil {
		return 0, err
	}
	return len(data), nil
}

// close says that no block follows. The first call counts. If err is not nil, the stream is not whole.
func (q *queue) close(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.closed, q.err = true, err
		q.news.Signal()
	}
}

// len returns the number of blocks that the store has not taken.
func (q *queue) len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.blocks)
}

// save has a store save the blocks.
func (q *queue) save(store Store) {
	err := errors.New("checkpoint: the store has ended its goroutine")
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("checkpoint: the store has panicked: %v", value)
		}
		q.done <- err
	}()
	err = store.Save(q.drain)
}

// drain writes all blocks.
func (q *queue) drain(to io.Writer) error {
	var block []byte
	for {
		var err error
		if block, err = q.take(block); block == nil {
			return err
		}
		start := time.Now()
		_, err = to.Write(block)
		if q.wrote += time.Since(start); err != nil {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.failed = err
			return err
		}
	}
}

// take waits for a block and removes it from the queue. After the last it returns nil. The memory of the block before, which may be
// nil, is used again.
func (q *queue) take(before []byte) ([]byte, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if before != nil {
		q.spare = append(q.spare, before)
	}
	for len(q.blocks) == 0 && !q.closed {
		q.news.Wait()
	}
	if q.err != nil || len(q.blocks) == 0 {
		return nil, q.err
	}
	block := q.blocks[0]
	q.blocks[0] = nil
	q.blocks = q.blocks[1:]
	return block, nil
}
