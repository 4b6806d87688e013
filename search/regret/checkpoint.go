package regret

import (
	"encoding"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// Save writes the strategy to w, in the form that Load reads. The type of moves must contain no pointers, or have
// methods AppendBinary and UnmarshalBinary. fingerprint identifies the game: see [checkpoint.Fingerprint].
func (s *Strategy[M]) Save(w io.Writer, fingerprint uint64) error {
	header, err := header[M](fingerprint)
	if err != nil {
		return err
	}
	sets := s.sets
	if sets == nil {
		sets = newSets[M]()
	}
	if err := saved.Write(w, header, sets.save); err != nil {
		return fmt.Errorf("regret: %w", err)
	}
	return nil
}

// Load replaces the strategy by a strategy that Save has written. If the data are damaged, or were written with another
// fingerprint, Load returns an error and does not change the strategy.
func (s *Strategy[M]) Load(r io.Reader, fingerprint uint64) error {
	header, err := header[M](fingerprint)
	if err != nil {
		return err
	}
	sets := newSets[M]()
	if err := saved.Read(r, header, sets.load); err != nil {
		return fmt.Errorf("regret: %w", err)
	}
	s.sets = sets
	return nil
}

// header returns the header of a strategy.
func header[M comparable](fingerprint uint64) (saved.Header, error) {
	layout, err := saved.MoveLayout[M]()
	if err != nil {
		err = fmt.Errorf("regret: %w", err)
	}
	return saved.Header{Kind: "strategy", Fingerprint: fingerprint, Layout: layout}, err
}

// begin begins to keep the state of a search in the checkpoint of its options.
func (o *Options[M]) begin(kind string, g ply.Game[M], options string, load func(*saved.Reader)) (*saved.Run, error) {
	run, err := saved.BeginMoves(o.Checkpoint, kind, g, options, load)
	if err != nil {
		err = fmt.Errorf("regret: %w", err)
	}
	return run, err
}

// save writes the sets with their numbers.
func (s *sets[M]) save(w *saved.Writer) {
	w.Int(len(s.list))
	for i := range s.list {
		at := &s.list[i]
		w.Int(int(at.player))
		w.String(at.key)
		w.Int(int(at.moves))
	}
	saved.WriteMoves(w, s.moves)
	saved.WriteImage(w, s.regrets)
	saved.WriteImage(w, s.sums)
}

// load reads sets into an empty s.
func (s *sets[M]) load(r *saved.Reader) {
	total := 0
	for range r.Count(mostPositions) {
		at := set{player: int32(r.Int()), key: r.String(), first: int32(total), moves: int32(r.Count(mostPositions))}
		total += int(at.moves)
		if r.Err() != nil || total > mostPositions || at.player < 0 {
			r.Fail("information sets that cannot be")
			return
		}
		s.ids[string(keyOf(nil, int(at.player), []byte(at.key)))] = int32(len(s.list))
		s.list = append(s.list, at)
	}
	if s.moves = saved.ReadMoves[M](r); len(s.moves) != total || len(s.ids) != len(s.list) {
		r.Fail("information sets that cannot be")
		return
	}
	s.regrets, s.sums = make([]float64, total), make([]float64, total)
	saved.ReadImage(r, s.regrets)
	saved.ReadImage(r, s.sums)
}

// keep begins to save the state, and loads it if there is one. The tree must have been read.
func (s *plus[M]) keep(g ply.Game[M]) (err error) {
	s.kept, err = s.opt.begin("CFR+ search", g, "", s.load)
	if s.kept != nil {
		s.Save = func(now time.Time) error { return s.kept.Poll(now, false, s.save) }
	}
	return err
}

func (s *plus[M]) save(w *saved.Writer) {
	w.Int(s.iterations)
	w.Int(s.checkAt)
	w.Uint(uint64(s.Elapsed()))
	s.sets.save(w)
}

func (s *plus[M]) load(r *saved.Reader) {
	iterations, checkAt, elapsed, sets := r.Int(), r.Int(), time.Duration(r.Uint()), newSets[M]()
	if sets.load(r); len(sets.list) != len(s.list) || len(sets.moves) != len(s.moves) {
		r.Fail("information sets of another game")
	}
	if r.Err() != nil {
		return
	}
	s.iterations, s.checkAt = iterations, checkAt
	s.Resume(elapsed)
	copy(s.regrets, sets.regrets)
	copy(s.sums, sets.sums)
}

// keep begins to save the state, and loads it if there is one.
func (s *external[M]) keep(g ply.Game[M], source rand.Source) (err error) {
	if saved.IsOff(s.opt.Checkpoint) {
		return nil
	}
	var ok bool
	if s.source, ok = source.(marshaler); !ok {
		return fmt.Errorf("regret: a Checkpoint needs a source that can be marshaled, as rand.PCG; %T cannot", source)
	}
	start, err := s.source.MarshalBinary()
	if err != nil {
		return fmt.Errorf("regret: %w", err)
	}
	s.kept, err = s.opt.begin("external sampling", g, fmt.Sprintf("source %T %x", source, start), s.load)
	if s.kept != nil {
		s.Save = func(now time.Time) error { s.saveFrom = now; return nil }
	}
	return err
}

// A marshaler is a source of random numbers that can be saved.
type marshaler interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// poll saves the state between two iterations, if the clock was looked at in the last one.
func (s *external[M]) poll() error {
	if s.saveFrom.IsZero() {
		return nil
	}
	err := s.kept.Poll(s.saveFrom, false, s.save)
	s.saveFrom = time.Time{}
	return err
}

func (s *external[M]) save(w *saved.Writer) {
	w.Int(s.iterations)
	w.Int(s.nodes)
	w.Uint(uint64(s.Elapsed()))
	data, err := s.source.MarshalBinary()
	if err != nil {
		w.Fail(err)
	}
	w.Bytes(data)
	s.sets.save(w)
}

func (s *external[M]) load(r *saved.Reader) {
	iterations, nodes, elapsed, source, sets := r.Int(), r.Int(), time.Duration(r.Uint()), r.Bytes(), newSets[M]()
	if sets.load(r); r.Err() != nil {
		return
	}
	if err := s.source.UnmarshalBinary(source); err != nil {
		r.Fail("the source: %w", err)
		return
	}
	s.iterations, s.nodes, s.sets = iterations, nodes, sets
	s.Resume(elapsed)
}
