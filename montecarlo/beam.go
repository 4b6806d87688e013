package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ply-search/ply"
)

// BeamOptions are the options of [BeamSearch].
type BeamOptions[M comparable] struct {
	// Options are the common options.
	Options Options[M]

	// Evaluation is the evaluation of positions.
	Evaluation Evaluation

	// Width is the number of positions that are kept at each depth, up to 2²⁰. 0 means 10.
	Width int
}

// BeamSearch goes through a game depth by depth. Of all positions that it reaches after the same number of moves, it
// keeps the Width best ones by the evaluation (Helmstetter 2007, section 5.2). If the game is a [ply.Hasher], it keeps
// only one of several positions with the same hash. A run is one beam. The result is the best line of all simulations,
// not only of the positions kept or, with [Evaluation.Static], of all positions that ended the game.
func BeamSearch[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt BeamOptions[M]) (Result[M], error) {
	if err := checkSize("Width", opt.Width, maxSize, 10); err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	if err := opt.Evaluation.check(); err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	opt.Width = cmp.Or(opt.Width, 10)
	return beamSearch(ctx, g, limits, &opt, fmt.Sprintf("beam search of width %d by %v", opt.Width, opt.Evaluation))
}

// ClimbingOptions are the options of [HillClimbing].
type ClimbingOptions[M comparable] struct {
	// Options are the common options.
	Options Options[M]

	// Evaluation is the evaluation of positions.
	Evaluation Evaluation
}

// HillClimbing plays games in which each move leads to the position with the best evaluation. It is a [BeamSearch] of
// width 1. A run is one game; with a limit on playouts or time, it restarts until the limit is reached (random
// restarts).
func HillClimbing[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt ClimbingOptions[M]) (Result[M], error) {
	if err := opt.Evaluation.check(); err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	return beamSearch(ctx, g, limits, &BeamOptions[M]{opt.Options, opt.Evaluation, 1}, fmt.Sprintf("hill climbing by %v", opt.Evaluation))
}

func beamSearch[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt *BeamOptions[M], name string) (Result[M], error) {
	if opt.Evaluation.Static { // another run would be the same
		opt.Options.MaxRuns = cmp.Or(opt.Options.MaxRuns, 1)
	}
	return search(ctx, g, limits, opt.Options, kind{name: name}, func(w *worker[M]) (method, error) {
		e, err := w.evaluator(opt.Evaluation)
		if err != nil {
			return nil, err
		}
		b := &beam[M]{
			Sampler:   w.Sampler,
			evaluator: e,
			width:     opt.Width,
			kept:      make([]beamNode[M], 1),
		}
		b.hasher, _ = w.game.(ply.Hasher)
		b.legal = w.game.Moves(nil)
		return b, nil
	})
}

// A beam is a run of beam search.
type beam[M comparable] struct {
	*Sampler[M]
	evaluator *Evaluator[M]
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

// step evaluates the position after one move, or goes on to the next position of the beam.
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
		if value := b.evaluator.Evaluate(); !b.halted {
			b.keep(value)
		} else {
			b.tried--
			b.forget()
		}
	}
	b.back(len(b.line) - 1)
	return true
}

// forget makes the present position one that was not met.
func (b *beam[M]) forget() {
	if b.hasher != nil {
		delete(b.hashes, b.hasher.Hash())
	}
}

// fresh reports whether the present position is the first with its hash after the same number of moves.
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

// keep adds the present position to the next ones, if it is good enough.
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

// advance goes to the next position of the beam, or to the first of the next beam, and reports whether
// there is one.
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

func (b *beam[M]) appendState(s *stateWriter) {
	for _, nodes := range [][]beamNode[M]{b.kept, b.next} {
		s.int(len(nodes))
		for _, n := range nodes {
			s.float(n.value)
			b.appendLine(s, n.line)
		}
	}
	s.int(b.at)
	s.int(b.tried)
	s.int(len(b.hashes))
	for _, hash := range slices.Sorted(maps.Keys(b.hashes)) { // the same state is the same bytes
		s.word(hash)
	}
}

func (b *beam[M]) readState(s *stateReader) {
	for _, nodes := range []*[]beamNode[M]{&b.kept, &b.next} {
		*nodes = nil
		for range s.length(9) {
			*nodes = append(*nodes, beamNode[M]{value: s.float(), line: b.readLine(s)})
		}
	}
	b.at, b.tried = s.number(max(1, len(b.kept))), s.int()
	b.hashes = make(map[uint64]struct{})
	for range s.length(8) {
		b.hashes[s.word()] = struct{}{}
	}
	if s.err != nil || len(b.kept) == 0 {
		s.fail(errState)
		return
	}
	b.follow(b.kept[b.at].line)
	if b.legal = b.game.Moves(b.legal[:0]); b.tried < 0 || b.tried > len(b.legal) {
		s.fail(errState)
	}
}
