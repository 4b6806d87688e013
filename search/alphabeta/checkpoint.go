package alphabeta

import (
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
)

// A checkpoint has the counts, the results of finished depths, and the table. A resumed search begins with the next depth. The
// table has the positions of that depth that were searched before.

// A keeper saves the state of a search. The zero keeper saves nothing.
type keeper struct {
	run    *saved.Run
	layout hashtable.Layout // the table; nil for none
}

// keep begins to save the state, and loads it if there is one.
func (s *negamax[M]) keep(opt *Options[M]) (err error) {
	if opt.Table != nil {
		s.keeper.layout = hashtable.LayoutOf(opt.Table)
	}
	s.keeper.run, err = saved.BeginMoves(opt.Checkpoint, "alpha-beta search", ply.Game[M](s.path.game), opt.question(), s.load)
	if err != nil {
		return fmt.Errorf("alphabeta: %w", err)
	}
	if s.keeper.run != nil {
		s.control.Save = func(now time.Time) error { return s.keeper.run.Poll(now, true, s.save) }
	}
	return nil
}

// question names the options that the state of a search depends on.
func (o *Options[M]) question() string {
	return fmt.Sprintf("Depth %d, Window %d, Win %d, Workers %t, Evaluator %t, Table %t, EqualDepth %t, Tree %+v, only %v",
		o.Depth, o.Window, o.Win, o.Workers > 1, o.Evaluator != nil, o.Table != nil, o.EqualDepth, o.Tree, o.only)
}

// saveEnd saves the state at the end of the search, unless that failed.
func (s *negamax[M]) saveEnd(err error) error {
	if err != nil {
		return err
	}
	if err = s.keeper.run.Save(s.save); err != nil {
		err = fmt.Errorf("alphabeta: %w", err)
	}
	return err
}

// endKeeping lets other searches use the store, however this one ends. s is nil if it never began.
func (s *negamax[M]) endKeeping() {
	if s != nil {
		s.keeper.run.End()
	}
}

func (s *negamax[M]) save(w *saved.Writer) {
	r := s.reportOf(s.control.status)
	if s.control.Total != nil {
		r.Nodes = max(int(s.control.Total.Load()), s.root.before)
	}
	saved.WriteImage(w, []bool{s.root.finished})
	w.Int(s.root.guess)
	writeResult(w, &r)
	w.Int(len(r.Depths))
	for i := range r.Depths {
		writeResult(w, &r.Depths[i])
	}
	if s.keeper.layout != nil {
		hashtable.WriteImage(w, s.keeper.layout)
	}
}

func (s *negamax[M]) load(r *saved.Reader) {
	var finished [1]bool
	saved.ReadImage(r, finished[:])
	guess := r.Int()
	result := readResult[M](r)
	for range r.Count(mostDepth + 1) {
		one := readResult[M](r)
		one.stats = stats{}
		result.Depths = append(result.Depths, one)
	}
	if s.keeper.layout != nil {
		hashtable.ReadImage(r, s.keeper.layout)
	}
	if n := len(result.Depths); n == 0 || result.Depths[n-1].Status != ply.Complete { // no depth was finished
		result.Depths, result.Line = nil, nil
	}
	if r.Err() != nil {
		return
	}
	s.stats = result.stats
	result.stats, result.Cutoffs, result.FirstMove = stats{}, 0, 0
	s.root.resume(result, guess, finished[0])
	s.control.Resume(result.Elapsed)
}

func writeResult[M comparable](w *saved.Writer, r *Result[M]) {
	saved.WriteImage(w, []resultNumbers{{
		r.Status, r.Bound, r.Final, int32(r.Value), int32(r.Distance), int32(r.Depth), r.Elapsed, int64(r.Nodes),
		int64(r.stats.cutoffs), int64(r.stats.firstMove), int64(r.stats.repeated), int64(r.stats.splits),
	}})
	saved.WriteMoves(w, r.Line)
}

func readResult[M comparable](r *saved.Reader) Result[M] {
	var n [1]resultNumbers
	saved.ReadImage(r, n[:])
	result := Result[M]{
		Report: ply.Report{Status: n[0].status, Nodes: int(n[0].nodes), Elapsed: n[0].elapsed},
		Line:   saved.ReadMoves[M](r),
		Bound:  n[0].bound, Final: n[0].final,
		Value: int(n[0].value), Distance: int(n[0].distance), Depth: int(n[0].depth),
		Cutoffs: int(n[0].cutoffs), FirstMove: int(n[0].firstMove),
		stats: stats{
			Nodes: int(n[0].nodes), cutoffs: int(n[0].cutoffs), firstMove: int(n[0].firstMove),
			repeated: int(n[0].repeated), splits: int(n[0].splits),
		},
	}
	result.setMove()
	return result
}

// resultNumbers are the numbers of a result as they are saved.
type resultNumbers struct {
	status                                      ply.Status
	bound                                       ply.Bound
	final                                       bool
	value, distance, depth                      int32
	elapsed                                     time.Duration
	nodes, cutoffs, firstMove, repeated, splits int64
}
