//go:build long

package gametest

import (
	"errors"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/transposition"
)

// Each type here is a game with one fault.

type undoForgetsCell struct{ ring }

func (g *undoForgetsCell) Undo(m raise) {
	g.ring.Undo(m)
	if m.cell() == 4 && m.from() == 1 {
		g.cells[4]++
	}
}

type undoForgetsHash struct{ ring }

func (g *undoForgetsHash) Undo(m raise) {
	g.cells[m.cell()]--
	if m.from() == 0 {
		g.hash ^= g.change(m)
	}
}

// undoOnce remembers one position to go back to.
type undoOnce struct {
	ring
	before *ring
}

func (g *undoOnce) Play(m raise) {
	g.before = g.ring.Clone()
	g.ring.Play(m)
}

func (g *undoOnce) Undo(raise) { g.ring = *g.before.Clone() }

type movesTwice struct{ ring }

func (g *movesTwice) Moves(dst []raise) []raise {
	dst = g.ring.Moves(dst)
	if g.cells[2] == 1 && len(dst) > 0 {
		dst = append(dst, dst[len(dst)-1])
	}
	return dst
}

type movesOverwrite struct{ ring }

func (g *movesOverwrite) Moves(dst []raise) []raise { return g.ring.Moves(dst[:0]) }

// movesRemembered tries the move first that was played last, taken back or not.
type movesRemembered struct {
	ring
	last *raise
}

func (g *movesRemembered) Moves(dst []raise) []raise {
	base := len(dst)
	dst = g.ring.Moves(dst)
	if i := slices.Index(dst[base:], *g.last); i >= 0 {
		dst[base], dst[base+i] = dst[base+i], dst[base]
	}
	return dst
}

func (g *movesRemembered) Play(m raise) {
	*g.last = m
	g.ring.Play(m)
}

// playAfterMoves relies on Moves having been called.
type playAfterMoves struct {
	ring
	listed *[]raise
}

func (g *playAfterMoves) Moves(dst []raise) []raise {
	*g.listed = g.ring.Moves(nil)
	return append(dst, *g.listed...)
}

func (g *playAfterMoves) Play(m raise) {
	if slices.Contains(*g.listed, m) {
		g.ring.Play(m)
	}
}

type identityFails struct{ ring }

func (g *identityFails) AppendBinary(b []byte) ([]byte, error) {
	if g.tops() == 1 {
		return nil, errors.New("no identity")
	}
	return g.ring.AppendBinary(b)
}

// lined is a ring that remembers the line, for games that must not look at it and do.
type lined struct {
	ring
	line []raise
}

func newLined() *lined { return &lined{ring: *newRing()} }

func (g *lined) Play(m raise) {
	g.line = append(g.line, m)
	g.ring.Play(m)
}

func (g *lined) Undo(m raise) {
	g.line = g.line[:len(g.line)-1]
	g.ring.Undo(m)
}

// last returns the cell of the last move, or ringCells at the start.
func (g *lined) last() int32 {
	if len(g.line) == 0 {
		return ringCells
	}
	return g.line[len(g.line)-1].cell()
}

type identityHasLine struct{ lined }

func (g *identityHasLine) AppendBinary(b []byte) ([]byte, error) {
	b, err := g.ring.AppendBinary(b)
	return append(b, byte(g.last())), err
}

// hashIgnoresCell forgets cell 4, in Rehash too.
type hashIgnoresCell struct{ ring }

func (g *hashIgnoresCell) Hash() uint64   { return g.hash ^ ringKey(4, 0) ^ ringKey(4, g.cells[4]) }
func (g *hashIgnoresCell) Rehash() uint64 { return g.Hash() }

type hashHasLine struct{ lined }

func (g *hashHasLine) Hash() uint64   { return g.hash + uint64(g.last()) }
func (g *hashHasLine) Rehash() uint64 { return g.Hash() }

// movesHaveLine forbids to raise the same cell twice in a row, which no position tells.
type movesHaveLine struct{ lined }

func (g *movesHaveLine) Moves(dst []raise) []raise {
	again := func(m raise) bool { return m.cell() == g.last() }
	return append(dst, slices.DeleteFunc(g.ring.Moves(nil), again)...)
}

type hashAfterWrong struct{ ring }

func (g *hashAfterWrong) HashAfter(m raise) uint64 {
	if m.from() > 0 {
		return g.hash
	}
	return g.ring.HashAfter(m)
}

type successorsForget struct{ ring }

func (g *successorsForget) HashSuccessors(moves []raise, _ []uint64) []uint64 {
	return g.ring.HashSuccessors(moves, nil)
}

type successorsWrong struct{ ring }

func (g *successorsWrong) HashSuccessors(moves []raise, dst []uint64) []uint64 {
	dst = g.ring.HashSuccessors(moves, dst)
	if n := len(moves); n > 1 {
		dst[len(dst)-1] = dst[len(dst)-2]
	}
	return dst
}

type cellNegative struct{ ring }

func (g *cellNegative) Cell(i int) int32 { return g.cells[i] - 1 }

type cellHidden struct{ ring }

func (g *cellHidden) Cell(i int) int32 {
	if i == 3 {
		return 0
	}
	return g.cells[i]
}

type footprintUnread struct{ ring }

func (g *footprintUnread) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	dst = g.ring.Footprint(m, dst)
	if m.from() == 1 {
		dst.Preconditions = slices.Delete(dst.Preconditions, len(dst.Preconditions)-2, len(dst.Preconditions)-1)
	}
	return dst
}

// footprintVaries names the preconditions in another order once cell 0 is raised.
type footprintVaries struct{ ring }

func (g *footprintVaries) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	dst = g.ring.Footprint(m, dst)
	if n := len(dst.Preconditions); g.cells[0] > 0 {
		dst.Preconditions[n-2], dst.Preconditions[n-1] = dst.Preconditions[n-1], dst.Preconditions[n-2]
	}
	return dst
}

// footprintForgets states no precondition on the left neighbour.
type footprintForgets struct{ ring }

func (g *footprintForgets) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	dst = g.ring.Footprint(m, dst)
	dst.Preconditions = dst.Preconditions[:len(dst.Preconditions)-1]
	return dst
}

// footprintInvents states a precondition that does not matter.
type footprintInvents struct{ ring }

func (g *footprintInvents) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	dst = g.ring.Footprint(m, dst)
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: (m.cell() + 2) % ringCells, Value: 0})
	return dst
}

// playsMore also writes a cell outside the ring, which is no modification.
type playsMore struct{ lined }

func (g *playsMore) Cells() int { return ringCells + 1 }

func (g *playsMore) Cell(i int) int32 {
	if i == ringCells {
		return int32(len(g.line))
	}
	return g.cells[i]
}

type commutesOneWay struct{ ring }

func (g *commutesOneWay) Commute(a, b raise) bool { return a.cell() < b.cell() && g.ring.Commute(a, b) }

type commutesAlways struct{ ring }

func (g *commutesAlways) Commute(_, _ raise) bool { return true }

type commutesNever struct{ ring }

func (g *commutesNever) Commute(_, _ raise) bool { return false }

// commutesToTheEnd says that a move commutes with one that solves the puzzle.
type commutesToTheEnd struct{ ring }

func (g *commutesToTheEnd) Commute(a, b raise) bool {
	return a.cell() != b.cell() && a.cell() != left(b.cell()) && b.cell() != left(a.cell())
}

// advanceForgets lists the other moves without those that commute being taken out.
type advanceForgets struct{ ring }

func (g *advanceForgets) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	g.Play(prev[i])
	return g.Moves(dst), 0
}

// advanceInPlace writes what commutes over prev.
type advanceInPlace struct{ ring }

func (g *advanceInPlace) Advance(prev []raise, i, t int, dst []raise) ([]raise, int) {
	dst, commuting := g.ring.Advance(prev, i, t, dst)
	copy(prev, dst[len(dst)-commuting:])
	if commuting > 1 {
		prev[0], prev[1] = prev[1], prev[0]
	}
	return dst, commuting
}

type cloneLosesHash struct{ ring }

func (g *cloneLosesHash) Clone() *cloneLosesHash {
	return &cloneLosesHash{ring{cells: slices.Clone(g.cells)}}
}

type cloneShares struct{ ring }

func (g *cloneShares) Clone() *cloneShares { return &cloneShares{ring{g.cells, g.hash}} }

type scoreHasLine struct{ lined }

func (g *scoreHasLine) Score() float64 { return float64(g.last()) }

type costNegativeOnce struct{ ring }

func (g *costNegativeOnce) Cost(m raise) int { return 1 - 2*int(m.from()) }

type costVaries struct{ ring }

func (g *costVaries) Cost(raise) int { return 1 + g.tops() }

type estimateNegative struct{ ring }

func (g *estimateNegative) Estimate() int { return 2 - g.tops()*3 }

type estimateAtEnd struct{ ring }

func (g *estimateAtEnd) Estimate() int { return 1 }

type hashUnder0 struct{ ring }

func (g *hashUnder0) HashUnder(s int) uint64 { return g.ring.HashUnder(s + 1) }

// imagesCollide has one image for all moves.
type imagesCollide struct{ ring }

func (g *imagesCollide) MoveUnder(s int, m raise) raise {
	if s == 2 {
		return raiseOf(0, 0)
	}
	return g.ring.MoveUnder(s, m)
}

type groupOpen struct{ ring }

func (g *groupOpen) Symmetries() int { return ringCells - 1 }

// turnsBack turns moves the other way than positions.
type turnsBack struct{ ring }

func (g *turnsBack) MoveUnder(s int, m raise) raise {
	return g.ring.MoveUnder((ringCells-s)%ringCells, m)
}

type hashUnderWrong struct{ ring }

func (g *hashUnderWrong) HashUnder(s int) uint64 {
	if s == 3 && g.tops() > 0 {
		return g.ring.HashUnder(0)
	}
	return g.ring.HashUnder(s)
}

// skipsInherits plays the moves of a counter otherwise and inherits HashAfter.
type skipsInherits struct{ counter }

func (g *skipsInherits) Moves(dst []int) []int {
	if g.value >= counterEnd {
		return dst
	}
	return append(dst, 1, 2)
}
func (g *skipsInherits) Play(m int)   { g.value += 3 * m }
func (g *skipsInherits) Undo(m int)   { g.value -= 3 * m }
func (g *skipsInherits) Solved() bool { return false }

// skipsHashes overrides HashAfter too, but inherits Advance.
type skipsHashes struct{ skipsInherits }

func (g *skipsHashes) HashAfter(m int) uint64 { return transposition.Mix(uint64(g.value + 3*m)) }

// counterMirrored claims that counting up from 0 is counting down from 11.
type counterMirrored struct{ counter }

func (g *counterMirrored) Symmetries() int            { return 2 }
func (g *counterMirrored) MoveUnder(_ int, m int) int { return m }
func (g *counterMirrored) HashUnder(s int) uint64 {
	if s == 1 {
		return transposition.Mix(uint64(counterEnd + 1 - g.value))
	}
	return g.Hash()
}

// counterFar overestimates only far from the end.
type counterFar struct{ counter }

func (g *counterFar) Estimate() int {
	if g.value == 0 {
		return counterEnd/2 + 1
	}
	return g.counter.Estimate()
}

type tilesAcyclic struct{ testgames.Tiles }

func (g *tilesAcyclic) Acyclic() bool { return true }
