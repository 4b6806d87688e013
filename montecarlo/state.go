package montecarlo

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// Moves are saved by their index in Moves, without an encoding. Only goroutines that play on a game can encode states, and only
// the caller's saves them: so a state is encoded in memory first.

// mostItems is the most elements of a list in a state.
const mostItems = saved.Many

var errState = errors.New("the state is damaged")

// encode returns what write writes, for saved.Decode.
func encode(write func(*saved.Writer)) []byte {
	data, err := saved.Encode(write)
	if err != nil {
		panic(err) // writing to memory never fails, nor does write
	}
	return data
}

func writeBool(w *saved.Writer, b bool) {
	n := 0
	if b {
		n = 1
	}
	w.Int(n)
}

func readBool(r *saved.Reader) bool { return r.Count(1) == 1 }

func count(r *saved.Reader) int { return r.Count(math.MaxInt) }

// items yields as often as a list in the state has elements, until an error.
func items(r *saved.Reader) iter.Seq[int] {
	return func(yield func(int) bool) {
		n := r.Count(mostItems)
		for i := 0; i < n && r.Err() == nil && yield(i); i++ {
		}
	}
}

// keep begins to keep the state, and goes on from it if there is one. The samplers are at the start.
func (r *runs[M]) keep(g ply.Game[M]) (err error) {
	if saved.IsOff(r.opt.Checkpoint) {
		return nil
	}
	header := saved.Header{Kind: "Monte-Carlo search", Fingerprint: saved.Fingerprint(g), Options: r.name}
	var state []byte
	r.kept, err = saved.Begin(r.opt.Checkpoint, header, func(r *saved.Reader) { state = r.Bytes() })
	if err != nil {
		return fmt.Errorf("montecarlo: %w", err)
	}
	if state != nil {
		if err := r.resume(state, r.workers[0].sampler); err != nil {
			return fmt.Errorf("montecarlo: cannot resume: %w", err)
		}
	}
	return nil
}

func (r *runs[M]) store(state []byte) error {
	if err := r.kept.Save(func(w *saved.Writer) { w.Bytes(state) }); err != nil {
		return fmt.Errorf("montecarlo: %w", err)
	}
	return nil
}

// appendLine writes a line, and leaves the sampler at the start.
func (p *sampler[M]) appendLine(w *saved.Writer, line []M) {
	p.back(0)
	w.Int(len(line))
	for _, m := range line {
		p.next = p.game.Moves(p.next[:0])
		w.Int(slices.Index(p.next, m))
		p.play(m)
	}
	p.back(0)
}

// readLine reads a line, and leaves the sampler at the start.
func (p *sampler[M]) readLine(r *saved.Reader) []M {
	p.back(0)
	line := []M{}
	for range items(r) {
		p.next = p.game.Moves(p.next[:0])
		i := r.Count(len(p.next) - 1)
		if r.Err() != nil {
			break
		}
		line = append(line, p.next[i])
		p.play(p.next[i])
	}
	p.back(0)
	return line
}

func (w *worker[M]) appendState(s *saved.Writer) {
	random, _ := w.random.MarshalBinary() // it never fails
	s.Bytes(random)
	w.appendRecord(s, &w.record)
}

func (w *worker[M]) readState(s *saved.Reader) {
	random := s.Bytes()
	w.record = w.readRecord(s)
	if err := w.random.UnmarshalBinary(random); err != nil && s.Err() == nil {
		s.Fail("%w", errState)
	}
}

func (p *sampler[M]) appendRecord(s *saved.Writer, r *record[M]) {
	s.Int(r.playouts)
	s.Int(int(r.moves))
	writeBool(s, r.solved)
	s.Int(len(r.improvements))
	for i := range r.improvements {
		f := &r.improvements[i]
		s.Int(f.playouts)
		s.Float(f.score)
		writeBool(s, f.solved)
		p.appendLine(s, f.line)
	}
}

func (p *sampler[M]) readRecord(s *saved.Reader) record[M] {
	r := record[M]{playouts: count(s), moves: int64(s.Int()), solved: readBool(s)}
	for range items(s) {
		f := improvement[M]{playouts: count(s), score: s.Float(), solved: readBool(s)}
		f.line = p.readLine(s)
		r.improvements = append(r.improvements, f)
	}
	// A run ends with its first solution: otherwise the search would continue without counting.
	for i := range r.improvements {
		f := &r.improvements[i]
		if last := i == len(r.improvements)-1; f.solved != (last && r.solved) || f.playouts > r.playouts {
			s.Fail("%w", errState)
		}
	}
	if r.solved && len(r.improvements) == 0 || r.moves < 0 {
		s.Fail("%w", errState)
	}
	return r
}

func (w *worker[M]) save() {
	if w.runs.kept == nil {
		return
	}
	here := slices.Clone(w.line)
	w.saved = encode(func(s *saved.Writer) {
		w.appendState(s)
		w.follow(here)
		w.method.appendState(s)
	})
	w.follow(here)
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
	return encode(func(w *saved.Writer) { r.write(w, p) })
}

func (r *runs[M]) write(w *saved.Writer, p *sampler[M]) {
	w.Uint(uint64(time.Since(r.start)))
	w.Int(r.next)
	w.Int(r.folded)
	w.Int(r.ended)
	w.Int(r.result.Runs)
	w.Int(r.result.Nodes)
	writeBool(w, r.result.Found)
	writeBool(w, r.result.Status == ply.Solved)
	w.Float(r.result.Score)
	p.appendLine(w, r.result.Line)
	w.Int(len(r.finished))
	for _, number := range slices.Sorted(maps.Keys(r.finished)) {
		w.Int(number)
		p.appendRecord(w, &r.finished[number].record)
	}
	w.Int(len(r.active))
	for _, a := range r.active {
		w.Int(a.run)
		w.Bytes(a.saved)
	}
}

// resume restores the state of an earlier search. The sampler is at the start.
func (r *runs[M]) resume(state []byte, p *sampler[M]) error {
	s, err := saved.Decode(state)
	if err != nil {
		return err
	}
	r.start = time.Now().Add(-time.Duration(s.Uint()))
	r.next, r.folded, r.ended = count(s), count(s), count(s)
	r.result.Runs, r.result.Nodes, r.result.Found = count(s), count(s), readBool(s)
	if readBool(s) {
		r.result.Status, r.solvedAt = ply.Solved, 0
	}
	r.result.Score = s.Float()
	if line := p.readLine(s); r.result.Found {
		r.result.Line = line
		r.best = &improvement[M]{score: r.result.Score, solved: r.result.Status == ply.Solved, line: line}
	}
	r.total.Store(int64(r.result.Nodes))
	for range items(s) {
		number := count(s)
		o := &outcome[M]{p.readRecord(s), true}
		r.finished[number] = o
		r.total.Add(int64(o.playouts))
		if o.solved {
			r.solvedAt = min(r.solvedAt, number)
		}
	}
	for range items(s) {
		w := &worker[M]{run: count(s), saved: s.Bytes(), epoch: math.MaxInt64, sampler: new(sampler[M])}
		if len(w.saved) > 0 {
			// The results of the run follow its random stream.
			inner, err := saved.Decode(w.saved)
			if err != nil {
				return err
			}
			inner.Bytes()
			if w.record = p.readRecord(inner); inner.Err() != nil {
				return inner.Err()
			}
		}
		w.done.Store(int64(w.playouts))
		r.total.Add(int64(w.playouts))
		r.active, r.resumed = append(r.active, w), append(r.resumed, w)
	}
	if err := s.Close(); err != nil {
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
