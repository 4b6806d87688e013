package havannah

import (
	"encoding/binary"
	"errors"

	"github.com/ply-search/ply/transposition"
)

// MaxFolded is the size of the largest board of a [Folded] or [Solving] game, whose cells fit into a word.
const MaxFolded = 5

// fits returns an error if the game is nil, or its board larger than MaxFolded.
func (g *Game) fits() error {
	switch {
	case g == nil:
		return errors.New("havannah: no game given")
	case g.size > MaxFolded:
		return errors.New("havannah: the board has more than 5 cells along an edge")
	}
	return nil
}

// Folded is a game whose positions have the same identity and hash as their images. It shares the position of another game.
type Folded struct {
	game   *Game
	images [12][]uint8 // of each place under each symmetry
}

// NewFolded returns a game that shares the position of g.
func NewFolded(g *Game) (*Folded, error) {
	if err := g.fits(); err != nil {
		return nil, err
	}
	f := &Folded{game: g}
	for s, image := range g.images {
		f.images[s] = make([]uint8, len(g.cells))
		for p, c := range g.cells {
			f.images[s][p] = uint8(g.place[image[c]])
		}
	}
	return f, nil
}

// These methods call the game.
func (f *Folded) Moves(dst []Cell) []Cell { return f.game.Moves(dst) }
func (f *Folded) Play(c Cell)             { f.game.Play(c) }
func (f *Folded) Undo(c Cell)             { f.game.Undo(c) }
func (f *Folded) ToMove() int             { return f.game.ToMove() }
func (f *Folded) Outcome() int            { return f.game.Outcome() }
func (f *Folded) Acyclic() bool           { return true }
func (f *Folded) String() string          { return f.game.String() }

// least returns the places of the stones of both sides in the least image of the position.
func (f *Folded) least() (least [2]uint64) {
	for s := range f.images {
		image := &f.images[s]
		var stones [2]uint64
		for i, t := range f.game.played {
			stones[i&1] |= 1 << (*image)[f.game.place[t.cell]]
		}
		if s == 0 || stones[0] < least[0] || stones[0] == least[0] && stones[1] < least[1] {
			least = stones
		}
	}
	return least
}

// AppendBinary appends the identity that the position and its images share: the size and the places of the stones, 17 bytes.
func (f *Folded) AppendBinary(b []byte) ([]byte, error) {
	stones := f.least()
	b = append(b, byte(f.game.size))
	b = binary.LittleEndian.AppendUint64(b, stones[0])
	return binary.LittleEndian.AppendUint64(b, stones[1]), nil
}

// Hash returns the hash of the identity.
func (f *Folded) Hash() uint64 {
	stones := f.least()
	return transposition.Mix(transposition.Mix(transposition.Mix(stones[0])^stones[1]) ^ uint64(f.game.size))
}
