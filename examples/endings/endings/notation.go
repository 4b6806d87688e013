package endings

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/examples/internal/ranks"
)

// A Move is an origin, a destination, the kind of man captured and the kind that a pawn becomes on the last rank.
type Move uint32

const (
	toShift      = 6
	takeShift    = 12
	promoteShift = 15
)

func newMove(from, to int, take, promotion kind) Move {
	return Move(from) | Move(to)<<toShift | Move(take)<<takeShift | Move(promotion)<<promoteShift
}

func (m Move) from() int { return int(m & (squares - 1)) }
func (m Move) to() int   { return int(m >> toShift & (squares - 1)) }

// take returns the kind of man captured, or none.
func (m Move) take() kind { return kind(m >> takeShift & 7) }

// promotion returns the kind that a pawn becomes, or none.
func (m Move) promotion() kind { return kind(m >> promoteShift & 7) }

// String returns the two squares and the letter of a promotion, as in "e2e4" and "e7e8q".
func (m Move) String() string {
	text := ranks.Name(m.from(), size) + ranks.Name(m.to(), size)
	if p := m.promotion(); p < none {
		text += letters[kinds+p:][:1]
	}
	return text
}

// ParseLegal parses a move, as String writes it, that must be legal in the present position.
func (g *Game) ParseLegal(text string) (Move, error) {
	return ranks.FindMove(g.Moves(nil), text, "two squares, as in e2e4, and q, r, b or n after them for a promotion")
}

const letters = "KQRBNPkqrbnp"

// New returns a game of some material, at the position with the least index in which White is to move and has a move.
func New(m Material) *Game {
	g := &Game{family: newFamily(m)}
	c := &g.family.classes[g.family.of[m].class]
	for i := range c.half {
		if g.SetIndex(c.first+i) && len(g.Moves(nil)) > 0 {
			break
		}
	}
	return g
}

const example = "8/8/8/8/8/2k5/8/K6R w - - 0 1"

// ParseFEN parses a position in Forsyth-Edwards notation, as in "8/8/8/8/8/2k5/8/K6R w - - 0 1": the ranks from the last to the
// first, the side to move, castling, which must be -, and the square of a capture in passing, the moves since the last capture
// or pawn move and the number of the full move, which are checked and ignored. The fields after the side to move may be missing.
func ParseFEN(fen string) (*Game, error) {
	fields, side, err := ranks.Fields(fen, example)
	if err != nil {
		return nil, err
	}
	g := &Game{toMove: uint8(side)}
	put := func(square, letter int) { g.men[letter/int(kinds)][letter%int(kinds)] |= chess.At(square) }
	if err := ranks.Parse(fields[0], size, size, letters, "man", put); err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	if fields[2] != "-" {
		return nil, fmt.Errorf("FEN: castling %.10q: want -, nobody can castle with so few men", fields[2])
	}
	if s := fields[3]; s != "-" && (len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] != '3' && s[1] != '6') {
		return nil, fmt.Errorf("FEN: capture in passing %.10q: want - or a square", s)
	}
	for i, what := range []string{4: "moves since the last capture or move of a pawn", 5: "number of the move"} {
		if what == "" {
			continue
		}
		if _, err := strconv.ParseUint(fields[i], 10, 31); err != nil {
			return nil, fmt.Errorf("FEN: %s %.20q: want a number", what, fields[i])
		}
	}
	if err := g.check(); err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	m, _ := g.material().strong()
	g.family = newFamily(m)
	return g, nil
}

// ParseFEN parses a position of g's material, or of material that follows from it, for the tables of g.
func (g *Game) ParseFEN(fen string) (*Game, error) {
	other, err := ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	if _, ok := g.family.of[other.material()]; !ok {
		return nil, fmt.Errorf("FEN: men %v: want %v, or what they can come to", other.Material(), g.Material())
	}
	other.family = g.family
	return other, nil
}

// check returns an error if the rules do not allow the position.
func (g *Game) check() error {
	if err := g.material().check(); err != nil {
		return err
	}
	if err := chess.CheckMen([2]chess.Set{g.men[White][king], g.men[Black][king]}, g.men[White][pawn]|g.men[Black][pawn]); err != nil {
		return err
	}
	if g.checked(g.toMove ^ 1) {
		return fmt.Errorf("%s is in check, but it is not its turn", chess.SideName(int(g.toMove^1)))
	}
	return nil
}

// Material returns the material of the position, with the stronger side first.
func (g *Game) Material() Material {
	m, _ := g.material().strong()
	return m
}

// Indices returns the range of indices of the present material: from first to before end.
func (g *Game) Indices() (first, end uint64) {
	c := &g.family.classes[g.family.of[g.material()].class]
	return c.first, c.first + c.size()
}

// Position returns [Game.FEN].
func (g *Game) Position() string { return g.FEN() }

// FEN returns the position in Forsyth-Edwards notation, with the counts of moves at a new game's.
func (g *Game) FEN() string {
	return fmt.Sprintf("%s %c - - 0 1", ranks.Write(size, size, g.letterOn), "wb"[g.toMove])
}

func (g *Game) letterOn(square int) byte {
	return ranks.Letter(square, letters, slices.Concat(g.men[White][:], g.men[Black][:])...)
}

// String draws the board and says who is to move.
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\n", ranks.Draw(size, size, g.letterOn), chess.SideName(g.ToMove()))
}
