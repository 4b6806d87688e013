//go:build long

package gametest

import (
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/transposition"
)

// More games with one fault each, for laws that have several sides.

type identityOverwrites struct{ ring }

func (g *identityOverwrites) AppendBinary(b []byte) ([]byte, error) {
	return g.ring.AppendBinary(b[:0])
}

type hashAfterPlays struct{ ring }

func (g *hashAfterPlays) HashAfter(m raise) uint64 {
	g.Play(m)
	return g.hash
}

// xorHashMixes has hashes that are no exclusive or, since they are mixed.
type xorHashMixes struct{ plain }

func (g *xorHashMixes) Hash() uint64 { return transposition.Mix(g.ring.Hash()) }
func (g *xorHashMixes) XorHashes(hash uint64, moves []raise, dst []uint64) []uint64 {
	for _, m := range moves {
		g.Play(m)
		dst = append(dst, hash^transposition.Mix(g.ring.Hash()))
		g.Undo(m)
	}
	for i := range moves {
		dst[len(dst)-1-i] ^= g.Hash()
	}
	return dst
}

// xorHashesAnew ignores the given hash.
type xorHashesAnew struct{ ring }

func (g *xorHashesAnew) XorHashes(_ uint64, moves []raise, dst []uint64) []uint64 {
	return g.HashSuccessors(moves, dst)
}

// hashLate stores its hash at the first call, but not in HashAfter.
type hashLate struct {
	ring
	asked bool
}

func (g *hashLate) Hash() uint64 {
	g.asked = true
	return g.ring.Hash()
}

func (g *hashLate) HashAfter(m raise) uint64 {
	if !g.asked {
		return 0
	}
	return g.ring.HashAfter(m)
}

// solvedHasLine is not solved where the last move was in one of the last cells.
type solvedHasLine struct{ lined }

func (g *solvedHasLine) Solved() bool { return g.ring.Solved() && g.last() < 3 }

type cellsNone struct{ ring }

func (g *cellsNone) Cells() int { return 0 }

type cellsGrow struct{ ring }

func (g *cellsGrow) Cells() int { return ringCells - g.tops() }

// footprintWrong changes lawful footprints.
type footprintWrong struct {
	ring
	change func(f *ply.Footprint)
}

func (g *footprintWrong) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	f := g.ring.Footprint(m, ply.Footprint{})
	g.change(&f)
	return ply.Footprint{
		Preconditions: append(dst.Preconditions, f.Preconditions...),
		Modifications: append(dst.Modifications, f.Modifications...),
	}
}

func newFootprintWrong(change func(f *ply.Footprint)) func() *footprintWrong {
	return func() *footprintWrong { return &footprintWrong{*newRing(), change} }
}

func preconditionTwice(f *ply.Footprint) {
	f.Preconditions = append(f.Preconditions, f.Preconditions[0])
}
func modificationTwice(f *ply.Footprint) {
	f.Modifications = append(f.Modifications, f.Modifications[0])
}
func modificationNone(f *ply.Footprint) { f.Modifications[0] = f.Preconditions[0] }
func valueNegative(f *ply.Footprint)    { f.Modifications[0].Value = -1 }
func cellTooGreat(f *ply.Footprint)     { f.Preconditions[1].Cell = ringCells }

type footprintOverwrites struct{ ring }

func (g *footprintOverwrites) Footprint(m raise, _ ply.Footprint) ply.Footprint {
	return g.ring.Footprint(m, ply.Footprint{})
}

// commutesAround says that the last cell and the first are apart.
type commutesAround struct{ ring }

func (g *commutesAround) Commute(a, b raise) bool {
	return max(a.cell(), b.cell())-min(a.cell(), b.cell()) == ringCells-1 || g.ring.Commute(a, b)
}

type advanceOverwrites struct{ ring }

func (g *advanceOverwrites) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	return g.ring.Advance(prev, i, t, dst[:0])
}

type advanceLosesHash struct{ ring }

func (g *advanceLosesHash) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	next, commuting := g.ring.Advance(prev, i, t, dst)
	g.hash ^= g.change(prev[i])
	return next, commuting
}

// advanceSorts takes prev to be in the order of Moves.
type advanceSorts struct{ ring }

func (g *advanceSorts) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	base := len(dst)
	dst, commuting := g.ring.Advance(prev, i, t, dst)
	slices.SortFunc(dst[base:base+commuting], func(a, b raise) int { return int(a.cell() - b.cell()) })
	return dst, commuting
}

// advanceHashes relies on the hash having been asked for.
type advanceHashes struct {
	ring
	asked bool
}

func (g *advanceHashes) Hash() uint64 {
	g.asked = true
	return g.ring.Hash()
}

func (g *advanceHashes) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	if !g.asked {
		return dst, 0
	}
	return g.ring.Advance(prev, i, t, dst)
}

// cloneLate is not copied before it plays.
type cloneLate struct {
	*ring
	copied bool
}

func (g *cloneLate) Clone() *cloneLate { return &cloneLate{ring: g.ring} }

func (g *cloneLate) Play(m raise) {
	if !g.copied {
		g.ring, g.copied = g.ring.Clone(), true
	}
	g.ring.Play(m)
}

func (g *cloneLate) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	next, commuting := g.ring.Clone().Advance(prev, i, t, dst)
	g.Play(prev[i])
	return next, commuting
}

type symmetryNone struct{ ring }

func (g *symmetryNone) Symmetries() int { return 0 }

type moveUnder0 struct{ ring }

func (g *moveUnder0) MoveUnder(s int, m raise) raise { return g.ring.MoveUnder(s+1, m) }

// A distance is a counter without an end in reach, whose hash is wrong from far on.
type distance struct{ counter }

const distanceFar = 40

func (g *distance) Moves(dst []int) []int { return append(dst, 1, 2) }
func (g *distance) Solved() bool          { return false }
func (g *distance) Estimate() int         { return 0 }
func (g *distance) HashAfter(m int) uint64 {
	if g.value >= distanceFar {
		return 0
	}
	return g.counter.HashAfter(m)
}

func (g *distance) Advance(prev []int, i, _ int, dst []int) ([]int, int) {
	g.Play(prev[i])
	return g.Moves(dst), 0
}

// The rest are lawful, with few capabilities.

// plain is a ring that is nothing but a game.
type plain struct{ ring *ring }

func (g plain) Moves(dst []raise) []raise { return g.ring.Moves(dst) }
func (g plain) Play(m raise)              { g.ring.Play(m) }
func (g plain) Undo(m raise)              { g.ring.Undo(m) }

// celled also has cells.
type celled struct{ plain }

func (g celled) Cells() int       { return g.ring.Cells() }
func (g celled) Cell(i int) int32 { return g.ring.Cell(i) }

// hashing also has a hash and is, all the same, as acyclic as the ring.
type hashing struct{ plain }

func (g hashing) Hash() uint64   { return transposition.Mix(g.ring.Hash()) }
func (g hashing) Acyclic() bool  { return true }
func (g hashing) Score() float64 { return g.ring.Score() }

// scoreOfCell is not the same for images.
type scoreOfCell struct{ ring }

func (g *scoreOfCell) Score() float64 { return float64(g.cells[0]) }

// slides is the sliding puzzle, which knows which move takes one back.
type slides struct{ testgames.Tiles }

func newSlides() *slides { return &slides{*newTiles()} }

func (*slides) Inverse(m testgames.Slide) (testgames.Slide, bool) {
	return testgames.SlideOf(m.From(), m.Cell()), true
}

// Each type here knows it wrong.
type (
	inverseIllegal struct{ slides }
	inverseGoesOn  struct{ slides }
	inverseVaries  struct{ slides }
)

func (*inverseIllegal) Inverse(m testgames.Slide) (testgames.Slide, bool) { return m, true }

// Inverse returns a move that goes on, where there is one.
func (g *inverseGoesOn) Inverse(m testgames.Slide) (testgames.Slide, bool) {
	for _, to := range []int{m.From() - 3, m.From() + 3} {
		if to >= 0 && to < 9 && to != m.Cell() {
			return testgames.SlideOf(m.From(), to), true
		}
	}
	return 0, false
}

func (g *inverseVaries) Inverse(m testgames.Slide) (testgames.Slide, bool) {
	inverse, _ := g.slides.Inverse(m)
	return inverse, g.Cells[0] == 1
}

// Each type here prefers moves in a wrong way.
type (
	prefersIllegal struct{ ring }
	prefersTwice   struct{ ring }
	estimatesFewer struct{ ring }
	prefersByPlay  struct{ ring }
)

// Each type here counts replies in a wrong way.
type (
	countsFewer  struct{ ring }
	countsByPlay struct{ ring }
)

func (g *countsFewer) CountSuccessors() (moves, replies, ended int) {
	for _, m := range g.Moves(nil) {
		g.Play(m)
		moves, replies = moves+1, replies+max(0, len(g.Moves(nil))-1)
		g.Undo(m)
	}
	return moves, replies, ended
}

func (g *countsByPlay) CountSuccessors() (moves, replies, ended int) {
	moves, replies, _ = (&countsFewer{g.ring}).CountSuccessors()
	g.Play(g.Moves(nil)[0])
	return moves, replies + moves, 0
}

func (*prefersIllegal) EstimateAndPrefer(e []int, moves []raise) ([]int, []raise) {
	return append(e, 1), append(moves, raiseOf(0, 0))
}

func (g *prefersTwice) EstimateAndPrefer(e []int, moves []raise) ([]int, []raise) {
	return append(e, 1, 2), append(g.Moves(moves), g.Moves(nil)...)
}

func (g *estimatesFewer) EstimateAndPrefer(e []int, moves []raise) ([]int, []raise) {
	return append(e, make([]int, 3-g.tops())...), moves
}

func (g *prefersByPlay) EstimateAndPrefer(e []int, moves []raise) ([]int, []raise) {
	if moves = g.Moves(moves); len(moves) > 0 {
		g.Play(moves[0])
	}
	return append(e, 1), nil
}
