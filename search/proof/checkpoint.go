package proof

import (
	"fmt"
	"time"

	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
)

// A checkpoint of a depth-first search has the counts, the answer once it is found, and the table. A resumed search begins at the
// start again, with this table. A checkpoint of a best-first search has the counts and the tree. A resumed search goes from the
// root to the most-proving node.

// A keeper saves the state of a depth-first search. The zero keeper saves nothing.
type keeper[M comparable] struct {
	run    *saved.Run
	layout hashtable.Layout
	budget *stop.Budget
	nodes  func() int // of all workers

	answer numbers // unknown if the search goes on
	first  []M     // a move that proves the start
	before int     // nodes of the runs before
}

// keep begins to save the state of a search whose table is open, and loads it if there is one.
func (p *prover[M]) keep(opt *Options[M], nodes func() int) (*keeper[M], error) {
	k := &keeper[M]{budget: &p.Budget, nodes: nodes, layout: hashtable.LayoutOf(opt.Table), answer: unknown}
	options := fmt.Sprintf("Above %d, Sum %v, Widen %v, Mobility %t, Workers %t", opt.Above, opt.Sum, opt.Widen, opt.Mobility, opt.Workers > 1)
	var err error
	if k.run, err = saved.BeginMoves(opt.Checkpoint, "proof-number search", p.game, options, k.load); err != nil {
		return k, fmt.Errorf("proof: %w", err)
	}
	if k.run != nil {
		p.nodes = k.before
		p.Save = func(now time.Time) error { return k.run.Poll(now, true, k.save) }
	}
	return k, nil
}

// end saves the state at the end of the search, with the answer if there is one.
func (k *keeper[M]) end(n numbers, first []M) error {
	if k.answer, k.first = n, first; n.answer() == Unknown {
		k.answer, k.first = unknown, nil
	}
	return saveEnd(k.run, k.save)
}

// saveEnd saves the state at the end of a search.
func saveEnd(run *saved.Run, save func(*saved.Writer)) error {
	if err := run.Save(save); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

func (k *keeper[M]) save(w *saved.Writer) {
	w.Int(k.nodes())
	w.Uint(uint64(k.budget.Elapsed()))
	saved.WriteImage(w, []numbers{k.answer})
	saved.WriteMoves(w, k.first)
	hashtable.WriteImage(w, k.layout)
}

func (k *keeper[M]) load(r *saved.Reader) {
	var answer [1]numbers
	nodes, elapsed := r.Int(), time.Duration(r.Uint())
	saved.ReadImage(r, answer[:])
	first := saved.ReadMoves[M](r)
	hashtable.ReadImage(r, k.layout)
	if r.Err() == nil {
		k.before, k.answer, k.first = nodes, answer[0], first
		k.budget.Resume(elapsed)
	}
}

// keep begins to save the tree, and loads it if there is one.
func (t *proofTree[M]) keep(opt *Options[M]) (*saved.Run, error) {
	if saved.IsOff(opt.Checkpoint) {
		return nil, nil
	}
	layout, err := saved.Layout[proofNode[M]]()
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	h := saved.Header{Kind: "proof-number tree", Fingerprint: saved.Fingerprint(t.game), Layout: layout}
	h.Options = fmt.Sprintf("Above %d, Sum %v", opt.Above, opt.Sum)
	run, err := saved.Begin(opt.Checkpoint, h, t.load)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	t.Save = func(now time.Time) error { return run.Poll(now, true, t.save) }
	return run, nil
}

// save writes the tree. The search may go on while w waits: it then keeps the nodes that it changes.
func (t *proofTree[M]) save(w *saved.Writer) {
	t.frozen = saved.NewSnapshot(len(t.nodes), func(first, count int) []proofNode[M] { return t.nodes[first:][:count] })
	defer func() { t.frozen = nil }()
	w.Int(t.prover.nodes)
	w.Uint(uint64(t.Elapsed()))
	w.Int(len(t.nodes))
	t.frozen.Write(w)
}

func (t *proofTree[M]) load(r *saved.Reader) {
	count, elapsed, nodes := r.Int(), time.Duration(r.Uint()), saved.ReadList[proofNode[M]](r)
	if len(nodes) == 0 || len(nodes) > mostNodes {
		r.Fail("a tree of %d nodes", len(nodes))
	}
	if r.Err() == nil {
		t.prover.nodes, t.nodes = count, nodes
		t.Resume(elapsed)
	}
}
