package expectimax

import (
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
)

// A checkpoint has the counts, the result of the last finished depth, and the table. A resumed search begins with the next depth.
// The table has the positions of that depth that were searched before.

// keep begins to save the state, and loads it if there is one.
func (s *searcher[M]) keep(opt *Options[M]) (err error) {
	if s.kept, err = saved.BeginMoves(opt.Checkpoint, "expectimax search", s.game, opt.question(), s.load); err != nil {
		return fmt.Errorf("expectimax: %w", err)
	}
	if s.kept != nil {
		s.Save = func(now time.Time) error { return s.kept.Poll(now, true, s.save) }
	}
	return nil
}

// question names the options that the state of a search depends on.
func (o *Options[M]) question() string {
	return fmt.Sprintf("Depth %d, Unlikely %v, Filter %v, Range %v, Evaluator %t, Table %t, EqualDepth %t",
		o.Depth, o.Unlikely, o.Filter, o.Range, o.Evaluator != nil, o.Table != nil, o.EqualDepth)
}

// saveEnd saves the state at the end of the search, unless that failed.
func (s *searcher[M]) saveEnd(err error) error {
	if err != nil {
		return err
	}
	if err = s.kept.Save(s.save); err != nil {
		err = fmt.Errorf("expectimax: %w", err)
	}
	return err
}

// close lets other searches use the store and the table. s is nil if the search never began.
func (s *searcher[M]) close(opt *Options[M]) {
	if s == nil {
		return
	}
	s.kept.End()
	if s.table != nil {
		hashtable.Close(opt.Table)
	}
}

func (s *searcher[M]) save(w *saved.Writer) {
	r := &s.result
	w.Int(s.nodes)
	w.Uint(uint64(s.Elapsed()))
	saved.WriteImage(w, []bool{s.searched, s.finished, r.Final})
	saved.WriteImage(w, []ply.Bound{r.Bound})
	w.Float(r.Value)
	w.Int(r.Depth)
	saved.WriteMoves(w, r.Line)
	if s.table != nil {
		hashtable.WriteImage(w, s.table)
	}
}

func (s *searcher[M]) load(r *saved.Reader) {
	var flags [3]bool
	var bound [1]ply.Bound
	nodes, elapsed := r.Int(), time.Duration(r.Uint())
	saved.ReadImage(r, flags[:])
	saved.ReadImage(r, bound[:])
	result := Result[M]{Value: r.Float(), Bound: bound[0], Final: flags[2], Depth: r.Count(mostDepth), Line: saved.ReadMoves[M](r)}
	if s.table != nil {
		hashtable.ReadImage(r, s.table)
	}
	if r.Err() != nil {
		return
	}
	if s.nodes = nodes; flags[0] {
		s.result, s.searched, s.finished = result, true, flags[1]
	}
	s.Resume(elapsed)
}
