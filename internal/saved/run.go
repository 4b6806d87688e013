package saved

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/ply-search/ply/internal/lockfile"
)

// A Store is a checkpoint.Store.
type Store interface {
	Load(read func(io.Reader) error) error
	Save(write func(io.Writer) error) error
}

// FileOf returns the name and the interval of a store that is a checkpoint.File. Package checkpoint sets it.
var FileOf func(Store) (name string, every time.Duration, ok bool)

const (
	firstSave    = time.Second
	defaultEvery = 10 * time.Second
	costFactor   = 40 // saving takes at most a fortieth of the time
)

// A Run is the use of a store by one search. All methods of a nil Run do nothing.
type Run struct {
	store  Store
	header Header
	every  time.Duration
	lock   *lockfile.Lock // nil if the store is not a file
	due    time.Time
}

// Begin locks a store and, if it has a state, calls load. It returns a nil Run for a nil store. Call [Run.End] after the search.
func Begin(store Store, h Header, load func(*Reader)) (*Run, error) {
	if store == nil {
		return nil, nil
	}
	r := &Run{store: store, header: h, every: defaultEvery}
	if name, every, ok := FileOf(store); ok {
		switch {
		case name == "":
			return nil, nil
		case every < 0:
			return nil, fmt.Errorf("checkpoint: Every is %v, want a positive time, or 0 for %v", every, defaultEvery)
		}
		r.every = cmp.Or(every, defaultEvery)
		var err error
		if r.lock, err = lockfile.Beside(name + ".lock"); err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
	}
	err := store.Load(func(from io.Reader) error { return Read(from, h, load) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.End()
		return nil, err
	}
	r.due = time.Now().Add(min(firstSave, r.every))
	return r, nil
}

// Due reports whether it is time to save the state.
func (r *Run) Due(now time.Time) bool { return r != nil && !now.Before(r.due) }

// Save saves the state that write writes.
func (r *Run) Save(write func(*Writer)) error {
	if r == nil {
		return nil
	}
	begun := time.Now()
	err := r.store.Save(func(to io.Writer) error { return Write(to, r.header, write) })
	now := time.Now()
	r.due = now.Add(max(r.every, costFactor*now.Sub(begun)))
	return err
}

// End unlocks the store.
func (r *Run) End() {
	if r != nil && r.lock != nil {
		r.lock.Release()
	}
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
