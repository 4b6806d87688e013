package montecarlo

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
)

// A state is a sequence of numbers and byte strings. Moves are written by their index in Moves, without an encoding.

type stateWriter struct{ bytes []byte }

func (w *stateWriter) int(n int)       { w.long(int64(n)) }
func (w *stateWriter) long(n int64)    { w.bytes = binary.AppendVarint(w.bytes, n) }
func (w *stateWriter) word(n uint64)   { w.bytes = binary.BigEndian.AppendUint64(w.bytes, n) }
func (w *stateWriter) float(x float64) { w.word(math.Float64bits(x)) }
func (w *stateWriter) string(s []byte) { w.int(len(s)); w.bytes = append(w.bytes, s...) }
func (w *stateWriter) floats(x []float64) {
	w.int(len(x))
	for _, x := range x {
		w.float(x)
	}
}

func (w *stateWriter) bool(b bool) {
	if b {
		w.int(1)
	} else {
		w.int(0)
	}
}

// A stateReader reads the output of a stateWriter. After an error it returns zeros.
type stateReader struct {
	rest []byte
	err  error
}

var errState = errors.New("the state is damaged or cut off")

func (r *stateReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

func (r *stateReader) int() int {
	n := r.long()
	if int64(int(n)) != n {
		r.fail(errors.New("the state has a number that is too great for this machine"))
		return 0
	}
	return int(n)
}

func (r *stateReader) long() int64 {
	n, size := binary.Varint(r.rest)
	if size <= 0 {
		r.fail(errState)
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *stateReader) count() int { return r.number(math.MaxInt) }

// length reads the length of a list of elements of at least bytes bytes each.
func (r *stateReader) length(bytes int) int {
	n := r.int()
	if n < 0 || n > len(r.rest)/bytes {
		r.fail(errState)
		return 0
	}
	return n
}

func (r *stateReader) number(n int) int {
	i := r.int()
	if i < 0 || i >= n {
		r.fail(errState)
		return 0
	}
	return i
}

func (r *stateReader) bool() bool { return r.number(2) == 1 }

func (r *stateReader) word() uint64 {
	if len(r.rest) < 8 {
		r.fail(errState)
		return 0
	}
	n := binary.BigEndian.Uint64(r.rest)
	r.rest = r.rest[8:]
	return n
}

func (r *stateReader) float() float64 { return math.Float64frombits(r.word()) }

func (r *stateReader) string() []byte {
	n := r.length(1)
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *stateReader) floats() []float64 {
	x := make([]float64, r.length(8))
	for i := range x {
		x[i] = r.float()
	}
	return x
}

func (r *stateReader) end() error {
	if r.err == nil && len(r.rest) > 0 {
		return errState
	}
	return r.err
}

// appendLine writes a line, and leaves the sampler at the start.
func (p *sampler[M]) appendLine(w *stateWriter, line []M) {
	p.back(0)
	w.int(len(line))
	for _, m := range line {
		p.next = p.game.Moves(p.next[:0])
		w.int(slices.Index(p.next, m))
		p.play(m)
	}
	p.back(0)
}

// readLine reads a line, and leaves the sampler at the start.
func (p *sampler[M]) readLine(r *stateReader) []M {
	p.back(0)
	line := make([]M, 0, r.length(1))
	for range cap(line) {
		p.next = p.game.Moves(p.next[:0])
		i := r.number(len(p.next))
		if r.err != nil {
			break
		}
		line = append(line, p.next[i])
		p.play(p.next[i])
	}
	p.back(0)
	return line
}

func (w *worker[M]) appendState(s *stateWriter) {
	random, _ := w.random.MarshalBinary() // it never fails
	s.string(random)
	w.appendRecord(s, &w.record)
}

func (w *worker[M]) readState(s *stateReader) {
	random := s.string()
	w.record = w.readRecord(s)
	if err := w.random.UnmarshalBinary(random); err != nil && s.err == nil {
		s.fail(errState)
	}
}

func (p *sampler[M]) appendRecord(s *stateWriter, r *record[M]) {
	s.int(r.playouts)
	s.long(r.moves)
	s.bool(r.solved)
	s.int(len(r.improvements))
	for i := range r.improvements {
		f := &r.improvements[i]
		s.int(f.playouts)
		s.float(f.score)
		s.bool(f.solved)
		p.appendLine(s, f.line)
	}
}

func (p *sampler[M]) readRecord(s *stateReader) record[M] {
	r := record[M]{playouts: s.count(), moves: s.long(), solved: s.bool()}
	for range s.length(11) {
		f := improvement[M]{playouts: s.count(), score: s.float(), solved: s.bool()}
		f.line = p.readLine(s)
		r.improvements = append(r.improvements, f)
	}
	// A run ends with its first solution: otherwise the search would continue without counting.
	for i := range r.improvements {
		f := &r.improvements[i]
		if last := i == len(r.improvements)-1; f.solved != (last && r.solved) || f.playouts > r.playouts {
			s.fail(errState)
		}
	}
	if r.solved && len(r.improvements) == 0 || r.moves < 0 {
		s.fail(errState)
	}
	return r
}

func (w *worker[M]) save() {
	if w.runs.opt.Checkpoint == nil {
		return
	}
	here := slices.Clone(w.line)
	var s stateWriter
	w.appendState(&s)
	w.follow(here)
	w.method.appendState(&s)
	w.follow(here)
	w.saved = s.bytes
}

func (w *worker[M]) checkpoint() {
	r := w.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	w.epoch = r.epoch.Load()
	w.save()
	r.gather(w.sampler)
}

// gather assembles the state of the search, for the caller's goroutine, once all runs have saved theirs.
func (r *runs[M]) gather(p *sampler[M]) {
	due := r.epoch.Load()
	if r.passed == due || slices.ContainsFunc(r.active, func(w *worker[M]) bool { return w.epoch < due }) {
		return
	}
	here := slices.Clone(p.line)
	r.state, r.passed = r.appendState(p), due
	p.follow(here)
}

func (r *runs[M]) appendState(p *sampler[M]) []byte {
	w := new(stateWriter)
	w.string([]byte(r.name))
	w.long(int64(time.Since(r.start)))
	w.word(r.seed[0])
	w.word(r.seed[1])
	w.int(r.next)
	w.int(r.folded)
	w.int(r.ended)
	w.int(r.result.Runs)
	w.int(r.result.Nodes)
	w.bool(r.result.Found)
	w.bool(r.result.Status == ply.Solved)
	w.float(r.result.Score)
	p.appendLine(w, r.result.Line)
	w.int(len(r.finished))
	for _, number := range slices.Sorted(maps.Keys(r.finished)) {
		w.int(number)
		p.appendRecord(w, &r.finished[number].record)
	}
	w.int(len(r.active))
	for _, a := range r.active {
		w.int(a.run)
		w.string(a.saved)
	}
	return w.bytes
}

// resume restores the state of an earlier search. The sampler is at the start.
func (r *runs[M]) resume(state []byte, p *sampler[M]) error {
	s := &stateReader{rest: state}
	name := string(s.string())
	if s.err == nil && name != r.name {
		return fmt.Errorf("the state is that of %s, want %s", limited(name), limited(r.name))
	}
	r.start = time.Now().Add(-time.Duration(s.long()))
	r.seed = [2]uint64{s.word(), s.word()}
	r.next, r.folded, r.ended = s.count(), s.count(), s.count()
	r.result.Runs, r.result.Nodes, r.result.Found = s.count(), s.count(), s.bool()
	if s.bool() {
		r.result.Status, r.solvedAt = ply.Solved, 0
	}
	r.result.Score = s.float()
	if line := p.readLine(s); r.result.Found {
		r.result.Line = line
		r.best = &improvement[M]{score: r.result.Score, solved: r.result.Status == ply.Solved, line: line}
	}
	r.total.Store(int64(r.result.Nodes))
	for range s.length(4) {
		number := s.count()
		o := &outcome[M]{p.readRecord(s), true}
		r.finished[number] = o
		r.total.Add(int64(o.playouts))
		if o.solved {
			r.solvedAt = min(r.solvedAt, number)
		}
	}
	for range s.length(2) {
		w := &worker[M]{run: s.count(), saved: s.string(), epoch: math.MaxInt64, sampler: new(sampler[M])}
		if len(w.saved) > 0 {
			// The results of the run follow its random stream.
			inner := &stateReader{rest: w.saved}
			inner.string()
			if w.record = p.readRecord(inner); inner.err != nil {
				return inner.err
			}
		}
		w.done.Store(int64(w.playouts))
		r.total.Add(int64(w.playouts))
		r.active, r.resumed = append(r.active, w), append(r.resumed, w)
	}
	if err := s.end(); err != nil {
		return err
	}
	for number := r.folded; number < r.next; number++ {
		active := slices.ContainsFunc(r.active, func(w *worker[M]) bool { return w.run == number })
		if finished := r.finished[number] != nil; active == finished {
			return errState
		}
	}
	if r.folded < 0 || r.next-r.folded != len(r.active)+len(r.finished) {
		return errState
	}
	r.foldFinished()
	return nil
}
