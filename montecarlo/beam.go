package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// BeamOptions are the options of [BeamSearch]. The zero value evaluates positions by the mean of 10 playouts.
type BeamOptions[M comparable] struct {
	Options[M]

	// Width is the number of positions kept at each depth, up to 2²⁰. 0 means 10.
	Width int

	// Simulations is the number of simulations that evaluate a position. 0 means 10.
	Simulations int

	// Quantile defines the value of a position by the scores of its simulations. 0 means the mean of the scores. A number
	// above 0, up to 1, means this quantile of the scores: 0.5 is the median, and 1 the maximum.
	Quantile float64

	// Climb, if not 0, replaces each playout by a hill climb. In each position of the hill climb, Climb playouts are
	// played after each legal move. The hill climb continues with the move of the playout with the highest score.
	Climb int

	// Static evaluates a position without simulations. The value of a position is its Score or, if the game is no
	// [ply.Scorer], its Estimate ([ply.Estimator]); a lower Estimate is better. Each line that reaches the end of the
	// game counts as one playout ([ply.Limits].Nodes). Because all runs are the same, the search makes one run if
	// MaxRuns is 0, even if it has limits.
	Static bool
}

func (o *BeamOptions[M]) check() error {
	if err := checkSize("Width", o.Width, maxSize, 10); err != nil {
		return err
	}
	switch {
	case o.Simulations < 0:
		return fmt.Errorf("montecarlo: Simulations is %d, want a number from 1, or 0 for 10", o.Simulations)
	case o.Climb < 0:
		return fmt.Errorf("montecarlo: Climb is %d, want a number of playouts, or 0", o.Climb)
	}
	o.Width = cmp.Or(o.Width, 10)
	o.Simulations = cmp.Or(o.Simulations, 10)
	if o.Static { // another run would be the same
		o.MaxRuns = cmp.Or(o.MaxRuns, 1)
	}
	return checkQuantile(o.Quantile)
}

// BeamSearch searches depth by depth (Helmstetter 2007, section 5.2). It plays each legal move in each position kept,
// evaluates the positions reached, and keeps the Width positions with the best evaluations for the next depth. If the
// game is a [ply.Hasher], equal positions are kept only once. A run is one beam search from the position of g to the
// end of the game. The result is the best line of all simulations, including the simulations of positions that were
// not kept. With Static, the result is the best of all lines that reached the end of the game.
//
// With Width 1, BeamSearch is hill climbing: each move leads to the position with the best evaluation. With a limit
// on playouts or time, the hill climbing restarts until the limit is reached (random restarts).
func BeamSearch[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt BeamOptions[M]) (Result[M], error) {
	if err := opt.check(); err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	by := evaluation{opt.Simulations, opt.Quantile, opt.Climb, opt.Static}
	name := fmt.Sprintf("beam search of width %d by %s", opt.Width, by.describe())
	return search(ctx, g, limits, opt.Options, kind{name: name}, func(w *worker[M]) (method, error) {
		e, err := w.evaluator(by)
		if err != nil {
			return nil, err
		}
		b := &beam[M]{
			sampler:   w.sampler,
			evaluator: e,
			width:     opt.Width,
			kept:      make([]beamNode[M], 1),
		}
		b.hasher, _ = w.game.(ply.Hasher)
		b.legal = w.game.Moves(nil)
		return b, nil
	})
}

type beam[M comparable] struct {
	*sampler[M]
	evaluator *evaluator[M]
	hasher    ply.Hasher // nil if the game is not one
	width     int

	kept   []beamNode[M] // the positions of the beam
	at     int           // of these, the one whose moves are evaluated
	legal  []M           // in that position
	tried  int           // of these
	next   []beamNode[M] // the best after one more move, in descending order
	hashes map[uint64]struct{}
}

type beamNode[M comparable] struct {
	line  []M
	value float64
}

// step evaluates the position after one move, or proceeds to the next position of the beam.
func (b *beam[M]) step() bool {
	if len(b.legal) == 0 && b.playouts == 0 { // the game is finished at the start
		b.From(b.legal)
		return false
	}
	if b.tried == len(b.legal) {
		return b.advance()
	}
	b.play(b.legal[b.tried])
	b.tried++
	if b.fresh() {
		if value := b.evaluator.evaluate(); !b.halted {
			b.keep(value)
		} else {
			b.tried--
			b.forget()
		}
	}
	b.back(len(b.line) - 1)
	return true
}

// forget removes the present position from those met.
func (b *beam[M]) forget() {
	if b.hasher != nil {
		delete(b.hashes, b.hasher.Hash())
	}
}

func (b *beam[M]) fresh() bool {
	if b.hasher == nil {
		return true
	}
	if b.hashes == nil {
		b.hashes = make(map[uint64]struct{})
	}
	before := len(b.hashes)
	b.hashes[b.hasher.Hash()] = struct{}{}
	return len(b.hashes) > before
}

// keep adds the present position to the next beam, if it is good enough.
func (b *beam[M]) keep(value float64) {
	at, _ := slices.BinarySearchFunc(b.next, value, func(n beamNode[M], v float64) int {
		if n.value >= v {
			return -1
		}
		return 1
	})
	if at == b.width {
		return
	}
	if len(b.next) == b.width {
		b.next = b.next[:b.width-1]
	}
	b.next = slices.Insert(b.next, at, beamNode[M]{slices.Clone(b.line), value})
}

func (b *beam[M]) advance() bool {
	if b.at++; b.at == len(b.kept) {
		b.kept, b.next, b.at = b.next, b.kept[:0], 0
		clear(b.hashes)
	}
	if len(b.kept) == 0 || len(b.kept[b.at].line) >= b.maxLength {
		return false
	}
	b.follow(b.kept[b.at].line)
	b.legal, b.tried = b.game.Moves(b.legal[:0]), 0
	return true
}

func (b *beam[M]) appendState(s *saved.Writer) {
	for _, nodes := range [][]beamNode[M]{b.kept, b.next} {
		s.Int(len(nodes))
		for _, n := range nodes {
			s.Float(n.value)
			b.appendLine(s, n.line)
		}
	}
	s.Int(b.at)
	s.Int(b.tried)
	s.Int(len(b.hashes))
	for _, hash := range slices.Sorted(maps.Keys(b.hashes)) { // the same state is the same bytes
		s.Uint(hash)
	}
}

func (b *beam[M]) readState(s *saved.Reader) {
	for _, nodes := range []*[]beamNode[M]{&b.kept, &b.next} {
		*nodes = nil
		for range items(s) {
			*nodes = append(*nodes, beamNode[M]{value: s.Float(), line: b.readLine(s)})
		}
	}
	b.at, b.tried = s.Count(max(1, len(b.kept))-1), s.Int()
	b.hashes = make(map[uint64]struct{})
	for range items(s) {
		b.hashes[s.Uint()] = struct{}{}
	}
	if s.Err() != nil || len(b.kept) == 0 {
		s.Fail("%w", errState)
		return
	}
	b.follow(b.kept[b.at].line)
	if b.legal = b.game.Moves(b.legal[:0]); b.tried < 0 || b.tried > len(b.legal) {
		s.Fail("%w", errState)
	}
}
