package endings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// letters are the men by side and kind.
const letters = "KQRBNPkqrbnp"

// SideName returns the name of a side.
func SideName(side int) string { return [...]string{White: "White", Black: "Black"}[side] }

// New returns a game of some material: a position in which White is to move and has no mate in one, with all material
// that it can come to.
func New(m Material) *Game { return m.game(newFamily(m)) }

// game returns the first position of a material in which White is to move and can move.
func (m Material) game(f *family) *Game {
	g := &Game{family: f}
	c := &f.classes[f.of[m].class]
	for i := range c.half {
		if g.SetIndex(c.first+i) && len(g.Moves(nil)) > 0 {
			break
		}
	}
	return g
}

// ParseFEN parses a position in Forsyth-Edwards notation, as in "8/8/8/8/8/2k5/8/K6R w - - 0 1": the ranks from the last to
// the first, the side to move, castling, which must be -, the square of a capture in passing, which is never possible and is
// ignored, the number of moves since the last capture or move of a pawn, and the number of the full move, which are ignored,
// too. The fields after the side to move may be left out.
func ParseFEN(fen string) (*Game, error) {
	fields := strings.Fields(fen)
	if len(fields) < 2 || len(fields) > 6 {
		return nil, fmt.Errorf("FEN of %d fields: want 2 to 6, as in \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"", len(fields))
	}
	fields = append(fields, []string{"-", "-", "0", "1"}[len(fields)-2:]...)
	g := new(Game)
	put := func(square, letter int) { g.men[letter/int(kinds)][letter%int(kinds)] |= at(square) }
	if err := ranks.Parse(fields[0], size, size, letters, "man", put); err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	switch fields[1] {
	case "w":
	case "b":
		g.toMove = Black
	default:
		return nil, fmt.Errorf("FEN: side to move %.10q: want w or b", fields[1])
	}
	if fields[2] != "-" {
		return nil, fmt.Errorf("FEN: castling %.10q: want -, there is none with so few men", fields[2])
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

// ParseFEN parses a position of g's material, or of what that can come to, for tables of the same material.
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
	for side := range g.men {
		if n := g.men[side][king].count(); n != 1 {
			return fmt.Errorf("%s has %d kings: want 1", SideName(side), n)
		}
	}
	if err := g.material().check(); err != nil {
		return err
	}
	if pawns := (g.men[White][pawn] | g.men[Black][pawn]) & (firstRank | lastRank); pawns != 0 {
		return fmt.Errorf("a pawn on %s: pawns are on ranks 2 to 7", squareName(pawns.first()))
	}
	if g.checked(g.toMove ^ 1) {
		return fmt.Errorf("%s is in check, but it is not its turn", SideName(int(g.toMove^1)))
	}
	return nil
}

// Material returns the material of the position, with the stronger side first.
func (g *Game) Material() Material {
	m, _ := g.material().strong()
	return m
}

// Indices returns the indices of positions with the material of the present one: from first to before end.
func (g *Game) Indices() (first, end uint64) {
	c := &g.family.classes[g.family.of[g.material()].class]
	return c.first, c.first + c.size()
}

// Position returns the position in Forsyth-Edwards notation, as [Game.FEN] does.
func (g *Game) Position() string { return g.FEN() }

// FEN returns the position in Forsyth-Edwards notation, as if the game began here.
func (g *Game) FEN() string {
	return fmt.Sprintf("%s %c - - 0 1", ranks.Write(size, size, g.letterOn), "wb"[g.toMove])
}

func (g *Game) letterOn(square int) byte {
	for side := range uint8(2) {
		if k := g.kindOn(side, square); k != none {
			return letters[side*uint8(kinds)+uint8(k)]
		}
	}
	return '.'
}

// String draws the board and says who is to move.
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\n", ranks.Draw(size, size, g.letterOn), SideName(g.ToMove()))
}
