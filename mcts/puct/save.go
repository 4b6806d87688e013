package puct

import (
	"errors"
	"fmt"
	"io"

	"github.com/ply-search/ply/internal/saved"
)

// Save writes the tree with the state of its random numbers, for [Tree.Load]. It takes about as many bytes as the tree uses, and a
// second for a gigabyte or so. Moves must be without pointers. The evaluator is not saved.
func (t *Tree[G, M]) Save(w io.Writer) error {
	header, err := t.header()
	if err != nil {
		return err
	}
	if err := saved.Write(w, header, t.save); err != nil {
		return fmt.Errorf("puct: %w", err)
	}
	return nil
}

// Load replaces the tree by one that Save has written in the same position of the same game, with the same options, except Progress
// and Random, and with the same evaluator, which is not checked. A synchronous search after Load has the result of a search after
// Save, bit by bit. If the data are damaged or of another tree, Load returns an error, and the tree has the present position
// alone.
func (t *Tree[G, M]) Load(r io.Reader) error {
	header, err := t.header()
	if err != nil {
		return err
	}
	if err := saved.Read(r, header, t.load); err != nil {
		return errors.Join(fmt.Errorf("puct: %w", err), t.Reset())
	}
	return nil
}

// header returns the header of the tree in its present position.
func (t *Tree[G, M]) header() (h saved.Header, err error) {
	arcs, err := saved.Layout[arc[M]]()
	if err != nil {
		return h, fmt.Errorf("puct: %w", err)
	}
	nodes, err := saved.Layout[node]()
	if err != nil {
		return h, fmt.Errorf("puct: %w", err)
	}
	o := &t.opt
	h = saved.Header{Kind: "tree of puct", Layout: nodes + arcs}
	h.Options = fmt.Sprintf("Selection %T%+v, NoSolver %t, Bounds %t, Scale %d, Batch %d, InFlight %d, Memory %d",
		o.Selection, o.Selection, o.NoSolver, o.Bounds, o.Scale, o.Batch, o.InFlight, o.memory)
	err = t.change(func() error {
		h.Fingerprint = saved.Fingerprint[M](t.slots[0].leaf.Position)
		return nil
	})
	return h, err
}

func (t *Tree[G, M]) save(w *saved.Writer) {
	random, err := t.source.MarshalBinary()
	if err != nil {
		w.Fail(err)
	}
	w.Bytes(random)
	saved.WriteImage(w, []bool{t.store.full, t.proved})
	t.store.Save(w)
}

func (t *Tree[G, M]) load(r *saved.Reader) {
	if random := r.Bytes(); r.Err() == nil {
		if err := t.source.UnmarshalBinary(random); err != nil {
			r.Fail("a source of random numbers: %w", err)
		}
	}
	var flags [2]bool
	saved.ReadImage(r, flags[:])
	t.store.full, t.proved = flags[0], flags[1]
	t.store.Load(r)
}
