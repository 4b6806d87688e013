package puct

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/saved"
)

// Save writes the tree and the state of its random numbers, for [Tree.Load]. The data have about as many bytes as the
// tree; writing takes about a second for each gigabyte. Moves must not contain pointers. The evaluator is not saved.
func (t *Tree[G, M]) Save(w io.Writer) error { return t.kept().To(w) }

// Load replaces the tree with a tree that Save has written in the same position of the same game, with the same options
// except Progress and Random. The evaluator must be the same, too, which is not checked. A synchronous search of the
// loaded tree returns the same result, bit by bit, as a search of the tree that was saved. If the data are damaged or
// belong to another tree, Load returns an error, and the tree then contains only the present position.
func (t *Tree[G, M]) Load(r io.Reader) error { return t.kept().From(r) }

func (t *Tree[G, M]) kept() *sampling.Kept {
	return &sampling.Kept{Package: "puct", Header: t.header, Save: t.save, Load: t.load, Reset: t.Reset, Spent: &t.last.spent}
}

// header returns the header of the tree in its present position.
func (t *Tree[G, M]) header() (saved.Header, error) {
	o := &t.opt
	options := fmt.Sprintf("Selection %T%+v, NoSolver %t, Bounds %t, Transpositions %t, OpenLoop %t, Scale %d, Batch %d, "+
		"InFlight %d, Memory %d", o.Selection, o.Selection, o.NoSolver, o.Bounds, o.Transpositions, o.OpenLoop, o.Scale,
		o.Batch, o.InFlight, o.memory)
	h, err := sampling.HeaderOf[node, arc[M]]("puct", options)
	if err != nil {
		return h, err
	}
	err = t.change(func() error {
		h.Fingerprint = saved.Fingerprint[M](t.slots[0].leaf.Position)
		return nil
	})
	return h, err
}

// save writes the tree. Simulations may go on while w waits: keep then copies what they change, except for pending simulations,
// which load withdraws.
func (t *Tree[G, M]) save(w *saved.Writer) {
	head, err := saved.Encode(t.saveHead)
	if err != nil {
		w.Fail(err)
	}
	t.store.Freeze()
	defer t.store.Thaw()
	w.Bytes(head)
	t.store.Save(w)
}

// keep must be called in a frozen store before the path of a simulation changes, except for the counts of pending simulations.
func (t *Tree[G, M]) keep(s *slot[G, M]) {
	for _, step := range s.path {
		t.store.Keep(step.node)
	}
}

// saveHead writes all but the positions and their moves.
func (t *Tree[G, M]) saveHead(w *saved.Writer) {
	random, err := t.source.MarshalBinary()
	if err != nil {
		w.Fail(err)
	}
	w.Bytes(random)
	saved.WriteImage(w, []bool{t.store.full, t.proved, t.evaluated, t.last.begun})
	saved.WriteImage(w, t.total)
	w.Uint(uint64(t.last.before))
	w.Int(t.last.evaluations)
	w.Uint(uint64(t.last.spent))
	top := &t.top
	saved.WriteList(w, top.priors)
	saved.WriteList(w, top.gumbel)
	saved.WriteList(w, top.scores)
	saved.WriteList(w, top.alive)
	added, assigned := slices.Clone(top.added), top.assigned
	if root := t.store.Root; root != noNode && t.last.begun {
		for i, a := range t.store.arcsOf(t.store.Nodes.At(root))[:len(added)] {
			added[i] -= a.flight
			assigned -= int(a.flight)
		}
	}
	saved.WriteList(w, added)
	w.Int(assigned)
	saved.WriteImage(w, []schedule{top.schedule})
}

func (t *Tree[G, M]) load(r *saved.Reader) {
	head := r.Bytes()
	if t.store.Load(r); r.Err() != nil {
		return
	}
	if err := t.loadHead(head); err != nil {
		r.Fail("%w", err)
	}
	for id := uint32(firstNode); int(id) < t.store.NodesUsed; id++ {
		n := t.store.Nodes.At(id)
		n.flight = 0
		arcs := t.store.arcsOf(n)
		for i := range arcs {
			a := &arcs[i]
			if a.flight = 0; a.node == claimed {
				a.node = noNode
			}
		}
	}
}

func (t *Tree[G, M]) loadHead(head []byte) error {
	r, err := saved.Decode(head)
	if err != nil {
		return err
	}
	if random := r.Bytes(); r.Err() == nil {
		if err := t.source.UnmarshalBinary(random); err != nil {
			r.Fail("a source of random numbers: %w", err)
		}
	}
	var flags [4]bool
	saved.ReadImage(r, flags[:])
	t.store.full, t.proved, t.evaluated = flags[0], flags[1], flags[2]
	saved.ReadImage(r, t.total)
	t.last = last{begun: flags[3], before: uint32(r.Uint()), evaluations: r.Int(), spent: time.Duration(r.Uint())}
	t.top = top{
		priors: saved.ReadList[float64](r), gumbel: saved.ReadList[float64](r), scores: saved.ReadList[float64](r), alive: saved.ReadList[int](r),
		added: saved.ReadList[uint32](r), assigned: r.Int(),
	}
	var s [1]schedule
	saved.ReadImage(r, s[:])
	t.top.schedule = s[0]
	return r.Close()
}
