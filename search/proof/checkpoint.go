package proof

import (
	"fmt"
	"time"

	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
)

// A checkpoint has the counts, the answer once it is found, and the table. A resumed search begins at the start
// again, with this table.

// A keeper saves the state of a search. The zero keeper saves nothing.
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
	if err := k.run.Save(k.save); err != nil {
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
