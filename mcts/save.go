package mcts

import (
	"fmt"
	"io"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/saved"
)

// Save writes the tree and the state of its random numbers, for [Tree.Load]. The data have about as many bytes as the
// tree; writing takes about a second for each gigabyte. Moves must not contain pointers. With RAVE, History, Replies or
// Averages, the game must be a [ply.Numberer].
func (t *Tree[M]) Save(w io.Writer) error { return t.kept().To(w) }

// Load replaces the tree with a tree that Save has written in the same position of the same game, with the same options
// except Progress and Random. With one worker, a search of the loaded tree returns the same result, bit by bit, as a
// search of the tree that was saved. If the data are damaged or belong to another tree, Load returns an error, and the
// tree then contains only the present position.
func (t *Tree[M]) Load(r io.Reader) error { return t.kept().From(r) }

func (t *Tree[M]) kept() *sampling.Kept {
	return &sampling.Kept{Package: "mcts", Header: t.header, Save: t.save, Load: t.load, Reset: t.Reset, Spent: &t.spent}
}

// header returns the header of the tree in its present position.
func (t *Tree[M]) header() (saved.Header, error) {
	o := &t.opt
	options := fmt.Sprintf("Bandit %T%+v, FirstPlay %v, RAVE %v, Widening %v, History %v, Decisive %d, OpenLoop %t, Leaf %T%+v, MaxLength %d, Scale %d, "+
		"NoSolver %t, ExpandAfter %d, Transpositions %t, Memory %d, Prune %t, Workers %d, Sharing %d", o.Bandit, o.Bandit, o.FirstPlay, o.RAVE,
		o.Widening, o.History, o.Decisive, o.OpenLoop, o.Leaf, o.Leaf, o.MaxLength, o.Scale, o.NoSolver, o.ExpandAfter, o.Transpositions,
		o.memory, o.Prune, o.Workers, o.Sharing)
	h, err := sampling.HeaderOf[node, arc[M]]("mcts", options)
	if err != nil {
		return h, err
	}
	if _, ok := any(t.game).(ply.Numberer[M]); !ok && t.stores[0].numbers.used {
		return h, fmt.Errorf("mcts: a tree with RAVE or learned moves can only be saved for a ply.Numberer, which %T is not", t.game)
	}
	err = t.change(func() error {
		h.Fingerprint = saved.Fingerprint[M](t.game)
		return nil
	})
	return h, err
}

// save writes the tree. Simulations may go on while w waits: open then keeps what they change.
func (t *Tree[M]) save(w *saved.Writer) {
	head, err := saved.Encode(t.saveHead)
	if err != nil {
		w.Fail(err)
	}
	for _, s := range t.stores {
		s.Freeze()
		s.guarded = true
	}
	defer func() {
		for _, s := range t.stores {
			s.Thaw()
			s.guarded = s.shared
		}
	}()
	w.Bytes(head)
	for _, s := range t.stores {
		s.Store.Save(w)
	}
}

// saveHead writes all but the positions and their moves.
func (t *Tree[M]) saveHead(w *saved.Writer) {
	w.Uint(uint64(t.spent))
	for _, s := range t.stores {
		saved.WriteImage(w, []bool{s.closed, s.wanting.Load(), s.crowded.Load()})
		w.Int(s.pruned)
	}
	for _, worker := range t.workers {
		w.Int(int(worker.made))
		saved.WriteImage(w, worker.total)
		random, err := worker.random.MarshalBinary()
		if err != nil {
			w.Fail(err)
		}
		w.Bytes(random)
		w.Int(worker.deep)
		if m := worker.moveStats; m != nil {
			m.save(w)
		}
	}
}

func (t *Tree[M]) load(r *saved.Reader) {
	head := r.Bytes()
	for _, s := range t.stores {
		s.Store.Load(r)
	}
	if r.Err() != nil {
		return
	}
	if err := t.loadHead(head); err != nil {
		r.Fail("%w", err)
	}
}

func (t *Tree[M]) loadHead(head []byte) error {
	r, err := saved.Decode(head)
	if err != nil {
		return err
	}
	t.spent = time.Duration(r.Uint())
	for _, s := range t.stores {
		var flags [3]bool
		saved.ReadImage(r, flags[:])
		s.closed = flags[0]
		s.wanting.Store(flags[1])
		s.crowded.Store(flags[2])
		s.pruned = r.Int()
	}
	for _, worker := range t.workers {
		worker.made = int64(r.Int())
		saved.ReadImage(r, worker.total)
		if data := r.Bytes(); r.Err() == nil {
			if err := worker.random.UnmarshalBinary(data); err != nil {
				r.Fail("a source of random numbers: %w", err)
			}
		}
		worker.deep = r.Int()
		if m := worker.moveStats; m != nil {
			m.load(r)
		}
		clear(worker.refs)
	}
	return r.Close()
}

func (m *moveStats[M]) save(w *saved.Writer) {
	if m.replies != nil {
		for _, table := range m.replies.tables {
			saved.WriteImage(w, table)
		}
	}
	if m.averages != nil {
		saveAverages(w, m.averages.single)
		saved.WriteImage(w, m.averages.ngrams)
	}
	saveAverages(w, m.history)
}

func (m *moveStats[M]) load(r *saved.Reader) {
	if m.replies != nil {
		for _, table := range m.replies.tables {
			saved.ReadImage(r, table)
		}
	}
	if m.averages != nil {
		loadAverages(r, m.averages.single)
		saved.ReadImage(r, m.averages.ngrams)
	}
	loadAverages(r, m.history)
}

func saveAverages(w *saved.Writer, all [][]average) {
	for _, of := range all {
		saved.WriteList(w, of)
	}
}

func loadAverages(r *saved.Reader, all [][]average) {
	for i := range all {
		all[i] = saved.ReadList[average](r)
	}
}
