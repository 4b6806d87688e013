package saved

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/lockfile"
)

// A Store is a checkpoint.Store.
type Store interface {
	Load(read func(io.Reader) error) error
	Save(write func(io.Writer) error) error
}

// FileOf returns the name and the interval of a store that is a checkpoint.File. Package checkpoint sets it.
var FileOf func(Store) (name string, every time.Duration, ok bool)

// IsOff reports whether a store keeps nothing: it is nil, or a file without a name.
func IsOff(store Store) bool {
	if store == nil {
		return true
	}
	name, _, ok := FileOf(store)
	return ok && name == ""
}

const (
	firstSave    = time.Second
	defaultEvery = 10 * time.Second
	costFactor   = 40                    // saving takes at most a fortieth of the time, except in frequent stores,
	writeFactor  = 2                     // where writing is at most this many times encoding, since disks may be slow
	mostBlock    = 10 * time.Millisecond // for a block; more is time of other programs
	mostPause    = 50 * time.Millisecond // of a search while its state is written
	mostQueued   = 64                    // blocks that a store has not taken yet, before a search goes on
)

// A Run is the use of a store by one search. All methods of a nil Run do nothing.
//
// A search calls [Run.Poll] when it looks at the clock. The search pauses while its state is encoded, and goes on while the store
// writes it on another goroutine.
type Run struct {
	store  Store
	header Header
	every  time.Duration
	pause  time.Duration  // the longest of the search
	block  int            // the most bytes of a block
	factor time.Duration  // the time between two states is at least this many times the cost of one
	lock   *lockfile.Lock // nil if the store is not a file
	due    time.Time
	count  func() int // a part of the state, or nil

	// While a state is being saved:
	queue  *queue                               // of encoded blocks; nil if no state is being saved
	encode func() (encoded struct{}, more bool) // encodes the next block; nil if all are encoded
	halt   func()                               // ends encode early
	cost   time.Duration                        // of encoding
}

// A frequent store, in a test, saves more often, in small blocks, one in each pause.
type frequent interface{ SaveEvery() time.Duration }

const smallBlock = 1 << 12

// Begin locks a store and, if it has a state, calls load. It returns a nil Run for a store that is off. Call [Run.End] after the search.
func Begin(store Store, h Header, load func(*Reader)) (*Run, error) {
	if IsOff(store) {
		return nil, nil
	}
	r := &Run{store: store, header: h, every: defaultEvery, pause: mostPause, block: blockSize, factor: costFactor}
	if name, every, ok := FileOf(store); ok {
		if every < 0 {
			return nil, fmt.Errorf("checkpoint: Every is %v, want a positive time, or 0 for %v", every, defaultEvery)
		}
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("checkpoint: %s: not a regular file", name)
		}
		r.every = cmp.Or(every, defaultEvery)
		var err error
		if r.lock, err = lockfile.Beside(name + ".lock"); err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
	}
	if t, ok := store.(frequent); ok {
		r.every, r.pause, r.block, r.factor = t.SaveEvery(), 0, smallBlock, 0
	}
	begun := false
	defer func() { // also if load panics
		if !begun {
			r.End()
		}
	}()
	err := store.Load(func(from io.Reader) error { return Read(from, h, load) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r.due = time.Now().Add(min(firstSave, r.every))
	begun = true
	return r, nil
}

// A Counter is a game that counts its work, such as the moves of searches in its methods. [BeginMoves] makes the count a part of the
// state of a search, so it goes on in a resumed search.
type Counter interface {
	Count() int
	SetCount(n int)
}

// BeginMoves is Begin for a state that has moves of a game, and the count of a [Counter].
func BeginMoves[M comparable](store Store, kind string, g ply.Game[M], options string, load func(*Reader)) (*Run, error) {
	if IsOff(store) {
		return nil, nil
	}
	layout, err := MoveLayout[M]()
	if err != nil {
		return nil, err
	}
	h := Header{Kind: kind, Options: options, Layout: layout}
	counter, ok := g.(Counter)
	if !ok {
		h.Fingerprint = Fingerprint(g)
		return Begin(store, h, load)
	}
	n := counter.Count()
	h.Fingerprint = Fingerprint(g)
	r, err := Begin(store, h, func(r *Reader) {
		n = r.Int()
		load(r)
	})
	if err == nil {
		counter.SetCount(n)
		r.count = counter.Count
	}
	return r, err
}

// Poll saves the state that write writes, if it is time to. With pieces, a large state is encoded in several calls of Poll, between
// which the search may change it: write must then begin with the parts that belong together, in one block. Otherwise the search
// pauses for as long as write takes. Poll returns the error of the previous state.
func (r *Run) Poll(now time.Time, pieces bool, write func(*Writer)) error {
	switch {
	case r == nil:
	case r.encode != nil:
		r.step(now, pieces)
	case r.queue != nil:
		select {
		case err := <-r.queue.done:
			r.cost += min(r.queue.wrote, writeFactor*r.cost)
			r.rest(now)
			return err
		default:
		}
	case r.Due(now):
		r.start(write)
		r.step(now, pieces)
	}
	return nil
}

// Ready reports whether Poll would encode a part of the state.
func (r *Run) Ready(now time.Time) bool {
	return r.Begins(now) || r != nil && r.encode != nil
}

// start begins to save a state.
func (r *Run) start(write func(*Writer)) {
	q := newQueue()
	r.queue, r.cost = q, 0
	go q.save(r.store)
	r.encode, r.halt = iter.Pull(func(yield func(struct{}) bool) {
		q.wait = func() bool { return yield(struct{}{}) }
		q.close(r.write(q, write))
	})
}

// step encodes blocks until the search has paused for long enough.
func (r *Run) step(now time.Time, pieces bool) {
	more := true
	for more && (!pieces || r.queue.len() < mostQueued) {
		start := time.Now()
		if r.queue.len() >= mostQueued && len(r.queue.done) == 0 {
			time.Sleep(time.Millisecond) // rather than take up memory
			r.cost += time.Since(start)
			continue
		}
		_, more = r.encode()
		end := time.Now()
		if r.cost += min(end.Sub(start), mostBlock); pieces && end.Sub(now) >= r.pause {
			break
		}
	}
	if !more {
		r.encode, r.halt = nil, nil
	}
}

// Wait waits until the store has taken half of the blocks that it may leave, at most for one pause. A search calls it before
// [Run.Poll] if it has changed much since it began to write a state.
func (r *Run) Wait(now time.Time) {
	if r == nil || r.encode == nil {
		return
	}
	for r.queue.len() > mostQueued/2 && time.Since(now) < mostPause {
		time.Sleep(time.Millisecond)
	}
	r.cost += time.Since(now)
}

// rest sets the time of the next state.
func (r *Run) rest(now time.Time) {
	r.queue = nil
	r.due = now.Add(max(r.every, r.factor*r.cost))
}

// Every returns the time between two states, and a time without end for a nil Run.
func (r *Run) Every() time.Duration {
	if r == nil {
		return math.MaxInt64
	}
	return r.every
}

// Due reports whether it is time for the next state.
func (r *Run) Due(now time.Time) bool { return r != nil && !now.Before(r.due) }

// Begins reports whether Poll begins to save a state.
func (r *Run) Begins(now time.Time) bool { return r.Due(now) && r.queue == nil }

// Save saves the state that write writes, and returns once it is saved.
func (r *Run) Save(write func(*Writer)) error {
	if r == nil {
		return nil
	}
	r.abandon()
	start := time.Now()
	err := r.store.Save(func(to io.Writer) error { return r.write(to, write) })
	now := time.Now()
	r.cost = now.Sub(start)
	r.rest(now)
	return err
}

// abandon ends the saving of a state. The store keeps the state before.
func (r *Run) abandon() {
	if r.encode != nil {
		r.halt()
		r.encode, r.halt = nil, nil
	}
	if r.queue != nil {
		r.queue.close(errAbandoned)
		<-r.queue.done
		r.queue = nil
	}
}

// End abandons a state that is not saved yet, and unlocks the store.
func (r *Run) End() {
	if r == nil {
		return
	}
	r.abandon()
	if r.lock != nil {
		r.lock.Release()
		r.lock = nil
	}
}

// write writes the stream of a state.
func (r *Run) write(to io.Writer, write func(*Writer)) error {
	w := NewWriter(to, r.header)
	w.size = r.block
	if r.count != nil {
		w.Int(r.count())
	}
	write(w)
	return w.Close()
}

// Write writes a whole stream.
func Write(to io.Writer, h Header, write func(*Writer)) error {
	w := NewWriter(to, h)
	write(w)
	return w.Close()
}

// Read reads a whole stream. Believe what load has read only if the error is nil.
func Read(from io.Reader, want Header, load func(*Reader)) error {
	r, err := NewReader(from, want)
	if err != nil {
		return err
	}
	load(r)
	return r.Close()
}

// Encode returns a stream in memory, for [Decode]. Parts of a state that belong together can be encoded first, and written as bytes.
func Encode(write func(*Writer)) ([]byte, error) {
	var b bytes.Buffer
	err := Write(&b, Header{}, write)
	return b.Bytes(), err
}

// Decode returns a reader of a stream that Encode has returned.
func Decode(data []byte) (*Reader, error) { return NewReader(bytes.NewReader(data), Header{}) }
