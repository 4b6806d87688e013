package sampling

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/ply-search/ply/internal/saved"
)

// A Kept is how a tree is saved, with the counts of its last search, which another search can continue.
type Kept struct {
	Package string // for errors
	Header  func() (saved.Header, error)
	Save    func(*saved.Writer)
	Load    func(*saved.Reader)
	Reset   func() error   // makes the present position the root, after a failed Load
	Spent   *time.Duration // by the last search
}

// HeaderOf returns the header of a tree of nodes and arcs, whose moves must be without pointers.
func HeaderOf[N, A any](name, options string) (saved.Header, error) {
	nodes, err := saved.Layout[N]()
	if err != nil {
		return saved.Header{}, fmt.Errorf("%s: %w", name, err)
	}
	arcs, err := saved.Layout[A]()
	if err != nil {
		return saved.Header{}, fmt.Errorf("%s: %w", name, err)
	}
	return saved.Header{Kind: "tree of " + name, Options: options, Layout: fmt.Sprintf("%s%s int%d", nodes, arcs, strconv.IntSize)}, nil
}

// To writes the tree.
func (k *Kept) To(w io.Writer) error {
	header, err := k.Header()
	if err != nil {
		return err
	}
	return k.wrapped(saved.Write(w, header, k.Save))
}

// From replaces the tree by one that To or a search has written. After an error the tree is reset.
func (k *Kept) From(r io.Reader) error {
	header, err := k.Header()
	if err != nil {
		return err
	}
	if err := saved.Read(r, header, k.Load); err != nil {
		return errors.Join(k.wrapped(err), k.Reset())
	}
	return nil
}

func (k *Kept) wrapped(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", k.Package, err)
	}
	return err
}

// A Keeper keeps the tree of a search in a store. A nil Keeper keeps nothing.
type Keeper struct {
	Start time.Time // of the search, less the time of earlier runs

	kept  *Kept
	run   *saved.Run
	fault error // of the store, the first
}

// Begin begins to keep the tree in a store, and loads it if the store has a state. Call [Keeper.End] after the search. If the store
// is off, the Keeper is nil.
func (k *Kept) Begin(store saved.Store) (*Keeper, error) {
	if saved.IsOff(store) {
		return nil, nil
	}
	header, err := k.Header()
	if err != nil {
		return nil, err
	}
	run, err := saved.Begin(store, header, k.Load)
	if err != nil {
		return nil, k.wrapped(err)
	}
	return &Keeper{kept: k, run: run}, nil
}

// Poll saves the tree if it is time to, in parts by several calls: see [saved.Run.Poll]. Nothing may change the tree at the same
// time. It returns false after an error of the store.
func (k *Keeper) Poll(now time.Time) bool { return k == nil || k.poll(now, true) }

// Finish encodes the rest of a tree that is being saved.
func (k *Keeper) Finish() bool { return k == nil || k.poll(time.Now(), false) }

func (k *Keeper) poll(now time.Time, pieces bool) bool {
	*k.kept.Spent = now.Sub(k.Start)
	if k.fault == nil {
		k.fault = k.run.Poll(now, pieces, k.kept.Save)
	}
	return k.fault == nil
}

// Ready reports whether Poll would read the tree.
func (k *Keeper) Ready(now time.Time) bool { return k != nil && k.run.Ready(now) }

// Save saves the tree at the end of a search. It returns the first error of the store.
func (k *Keeper) Save() error {
	if k == nil {
		return nil
	}
	if *k.kept.Spent = time.Since(k.Start); k.fault == nil {
		k.fault = k.run.Save(k.kept.Save)
	}
	return k.kept.wrapped(k.fault)
}

// Fault returns the first error of the store.
func (k *Keeper) Fault() error {
	if k == nil {
		return nil
	}
	return k.kept.wrapped(k.fault)
}

// End unlocks the store.
func (k *Keeper) End() {
	if k != nil {
		k.run.End()
	}
}
