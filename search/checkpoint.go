package search

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/transposition"
)

// The state of a depth-first search has the findings, the line of play on which the search stands, and the memory of the space as it
// was then. The search goes on while a large memory is written: a recorder keeps what changes before it is written. A resumed
// search plays the line and goes on after each of its positions.

// A keeper saves the state of a depth-first search. The zero keeper saves nothing.
type keeper[M comparable] struct {
	run      *saved.Run         // nil for workers, which share one
	onStop   func()             // called at a limit, before the search goes back to the start
	recorder hashtable.Recorder // of the memory while a state is being written; nil if none is
	again    []M                // the line of a state, from its start until the search has gone back to its end
	round    int                // nodes before the present round of an iterative deepening
	ended    bool               // the search of the state had ended
	own      bool               // the memory is the search's, which does not need it at its end
}

// mostRecorded is the number of words that a recorder has when the search begins to wait for the store.
const mostRecorded = 1 << 20

// keep begins to save the state of a search whose space is open, and loads it if there is one.
func (w *walker[M]) keep(s *Space[M], kind, question string) (err error) {
	w.own = s.ownMemory()
	if w.run, err = saved.BeginMoves(w.opt.Checkpoint, kind, w.game, question, w.load); err != nil {
		if w.exact != nil {
			w.exact.Reset()
		}
		return fmt.Errorf("search: %w", err)
	}
	if w.run != nil {
		w.onStop = w.saveNow
		w.Save = func(now time.Time) error { return pollState(w.run, w.recorder, now, w.save) }
	}
	return nil
}

// pollState calls run.Poll. It first waits for the store if the recorder of a state that is being written has many words.
func pollState(run *saved.Run, recorder hashtable.Recorder, now time.Time, save func(*saved.Writer)) error {
	if recorder != nil && recorder.Len() >= mostRecorded {
		run.Wait(now)
	}
	return run.Poll(now, true, save)
}

// question names the options that the state of a search depends on.
func (o *Options[M]) question(s *Space[M]) string {
	return fmt.Sprintf("%s, MaxDepth %d, StopAtSolution %t, Longest %t, Workers %t", s.kind, s.maxDepth, o.StopAtSolution, o.Longest, o.Workers > 1)
}

// saveStopped saves the state of a search that has stopped at a limit, or takes over the error that has stopped it.
func (w *walker[M]) saveStopped() {
	switch {
	case w.onStop == nil:
	case w.Fault() != nil:
		w.err = fmt.Errorf("search: %w", w.Fault())
	default:
		w.onStop()
	}
}

// saveEnd saves the state of a search that is complete or solved.
func (w *walker[M]) saveEnd() error {
	if w.ended = w.result.Status == ply.Complete || w.result.Status == ply.Solved; w.ended && w.err == nil {
		w.saveNow()
	}
	return w.err
}

func (w *walker[M]) saveNow() {
	if err := w.run.Save(w.save); err != nil {
		w.err = fmt.Errorf("search: %w", err)
	}
}

// save writes the state. Its first part is copied, as the search may go on before it is written.
func (w *walker[M]) save(to *saved.Writer) {
	found := w.snapshot()
	found.Line = slices.Clone(found.Line)
	n := walkNumbers{int64(w.maxDepth), int64(w.round), int64(w.reach), int64(w.size), w.score, w.cutByDepth, w.ended}
	line := slices.Clone(w.standing())
	var parts []weighedPart
	if w.weights != nil {
		parts = slices.Clone(w.parts[:len(line)])
	}
	if !w.ended || !w.own {
		w.record()
		defer w.endRecord()
	}
	writeResult(to, &found)
	saved.WriteImage(to, []walkNumbers{n})
	saved.WriteMoves(to, line)
	for _, p := range parts {
		to.Int(p.reach)
		to.Int(p.size)
	}
	if w.recorder != nil {
		w.recorder.Write(to)
	}
}

// walkNumbers are the numbers of a walker that are saved.
type walkNumbers struct {
	maxDepth, round, reach, size int64
	score                        float64
	cutByDepth, ended            bool
}

// standing returns the moves played and the move about to be played.
func (w *walker[M]) standing() []M {
	switch {
	case w.again != nil:
		return w.again
	case w.ended || w.depth < 0:
		return nil
	}
	return w.path[:w.pollDepth+1]
}

// record begins to record the changes of the memory. Until endRecord, all go through remember and endPart.
func (w *walker[M]) record() {
	switch {
	case w.exact != nil:
		w.recorder = wholeKeys{w.exact, w.exact.Len()}
	case w.memory != nil:
		w.recorder = hashtable.Record(w.memory)
	}
	if w.bounded != nil {
		w.result.MemoryHits = int(w.bounded.Hits())
		w.bounded = nil
	}
}

func (w *walker[M]) endRecord() {
	if w.recorder = nil; w.line == nil {
		w.bounded = w.fetched
	}
}

func (w *walker[M]) load(r *saved.Reader) {
	found := readResult[M](r)
	var n [1]walkNumbers
	saved.ReadImage(r, n[:])
	line := saved.ReadMoves[M](r)
	var parts []weighedPart
	if w.weights != nil {
		for range line {
			parts = append(parts, weighedPart{r.Int(), r.Int()})
		}
	}
	if !n[0].ended || !w.own {
		restore(r, w.memory, w.exact)
	}
	if n[0].maxDepth < 0 || len(line) > found.Depth+1 {
		r.Fail("a line of %d moves at depth %d", len(line), found.Depth)
	}
	if r.Err() != nil {
		return
	}
	w.Resume(found.Elapsed)
	if !n[0].ended {
		found.Status = ply.Complete
	}
	w.nodes, w.result, w.score, w.ended = found.Nodes, found, n[0].score, n[0].ended
	w.maxDepth, w.round, w.cutByDepth = int(n[0].maxDepth), int(n[0].round), n[0].cutByDepth
	w.reach, w.size, w.parts = int(n[0].reach), int(n[0].size), parts
	w.path = append(slices.Clone(line), make([]M, found.Depth+1-len(line))...)
	w.again = line
	if w.visit == nil && w.weights == nil && w.nodes > 0 {
		w.noteFrom = found.Depth + 1
	}
	w.setSpecial()
}

// restore reads a memory of hashes or a set of identities.
func restore(r *saved.Reader, hashes memory, exact *transposition.Set) {
	switch {
	case exact != nil:
		for range r.Count(saved.Many) {
			if key := r.Bytes(); r.Err() == nil {
				exact.Visit(key)
			} else {
				return
			}
		}
	case hashes != nil:
		hashtable.Restore(r, hashes)
	}
}

// goOn goes on with the part after a position of the line of a state. The position has the moves stack[start:end].
func (w *walker[M]) goOn(key uint64, start, end, known, depth int) {
	moves, m := w.stack[start:end], w.again[depth]
	i := slices.Index(moves, m)
	if i < known {
		w.again, w.err = nil, errOtherLine
		w.stop(ply.Failed)
		return
	}
	w.depth, w.path[depth] = depth, m
	if depth == len(w.again)-1 {
		if w.again = nil; w.mustStop(depth) {
			w.depth = depth - 1
			return
		}
	}
	var after uint64
	if w.hasher != nil {
		after = w.successorKeys(key, start+i, end)[0]
	}
	if w.line != nil {
		w.line.Visit(after)
	}
	t := 0
	if w.incremental {
		t = i
	}
	before := w.nodes
	next, commuting := w.advancer.Advance(moves, i, t, w.stack[:end])
	w.stack = next[:cap(next)]
	w.enter(after, end, len(next), commuting, depth+1)
	w.game.Undo(m)
	switch {
	case w.nodes-before > w.handAfter:
		if !w.stopped {
			w.handOver(moves, i+1, depth)
		}
		w.depth = depth - 1
	case i+1 == len(moves):
		w.depth = depth - 1
	case w.plain:
		w.goOnPlain(moves, i+1, end, depth)
	default:
		w.result.IncrementalCuts -= i + 1 // counted when the search arrived
		w.expand(key, moves, i+1, end, depth)
	}
}

// goOnPlain is expandPlain from a move on.
func (w *walker[M]) goOnPlain(moves []M, from, end, depth int) {
	w.depth = depth
	for i := from; i < len(moves); i++ {
		w.path[depth] = moves[i]
		if w.nodes >= w.PollAt && w.mustStop(depth) {
			break
		}
		next, _ := w.advancer.Advance(moves, i, 0, w.stack[:end])
		w.stack = next[:cap(next)]
		w.enter(0, end, len(next), 0, depth+1)
		w.game.Undo(moves[i])
	}
	w.depth = depth - 1
}

var errOtherLine = errors.New("search: the line of the state is not one of this game")

// wholeKeys writes the first keys of a set of identities.
type wholeKeys struct {
	set *transposition.Set
	n   int
}

func (wholeKeys) Keep(uint64) {}
func (wholeKeys) Len() int    { return 0 }

func (k wholeKeys) Write(w *saved.Writer) {
	w.Int(k.n)
	i := 0
	for key := range k.set.All() {
		if i++; i > k.n {
			return
		}
		w.Bytes(key)
	}
}

func writeResult[M comparable](w *saved.Writer, r *Result[M]) {
	saved.WriteImage(w, []resultNumbers{{
		r.Status, r.Found, r.Elapsed, int64(r.Nodes), int64(r.Leaves), int64(r.Solutions), int64(r.Depth), int64(r.MemoryHits), int64(r.IncrementalCuts),
	}})
	saved.WriteMoves(w, r.Line)
}

func readResult[M comparable](r *saved.Reader) Result[M] {
	var all [1]resultNumbers
	saved.ReadImage(r, all[:])
	n := all[0]
	return Result[M]{
		Report: ply.Report{Status: n.status, Nodes: int(n.nodes), Elapsed: n.elapsed},
		Line:   saved.ReadMoves[M](r), Found: n.found,
		Leaves: int(n.leaves), Solutions: int(n.solutions), Depth: int(n.depth), MemoryHits: int(n.memoryHits), IncrementalCuts: int(n.incrementalCuts),
	}
}

// resultNumbers are the numbers of a result as they are saved.
type resultNumbers struct {
	status                                                       ply.Status
	found                                                        bool
	elapsed                                                      time.Duration
	nodes, leaves, solutions, depth, memoryHits, incrementalCuts int64
}
