package endings

import (
	"fmt"
	"strconv"
	"strings"
)

// letters are the men by kind, as those of White are written.
const letters = "KQRBNP"

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
	if err := g.parseBoard(fields[0]); err != nil {
		return nil, err
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

// parseBoard puts the men on an empty board.
func (g *Game) parseBoard(text string) error {
	ranks := strings.Split(text, "/")
	if len(ranks) != size {
		return fmt.Errorf("FEN: a board of %d ranks: want %d", len(ranks), size)
	}
	for i, rank := range ranks {
		number, file := size-i, 0
		for _, c := range []byte(rank) {
			if c >= '1' && c <= '0'+size {
				file += int(c - '0')
				continue
			}
			side, k := White, strings.IndexByte(letters, c)
			if k < 0 && c >= 'a' {
				side, k = Black, strings.IndexByte(letters, c-'a'+'A')
			}
			if k < 0 {
				return fmt.Errorf("FEN: rank %d: %q is no man and no number of empty squares", number, c)
			}
			if file < size {
				g.men[side][k] |= at((number-1)*size + file)
			}
			file++
		}
		if file != size {
			return fmt.Errorf("FEN: rank %d has %d squares: want %d", number, file, size)
		}
	}
	return nil
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
	var b strings.Builder
	for rank := size - 1; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			empty = 0
		}
		for file := range size {
			c := g.letterOn(rank*size + file)
			if c == '.' {
				empty++
				continue
			}
			flush()
			b.WriteByte(c)
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return fmt.Sprintf("%s %c - - 0 1", b.String(), "wb"[g.toMove])
}

func (g *Game) letterOn(square int) byte {
	if k := g.kindOn(White, square); k != none {
		return letters[k]
	}
	if k := g.kindOn(Black, square); k != none {
		return letters[k] - 'A' + 'a'
	}
	return '.'
}

// String draws the board and says who is to move.
func (g *Game) String() string {
	var b strings.Builder
	for rank := size - 1; rank >= 0; rank-- {
		fmt.Fprint(&b, rank+1)
		for file := range size {
			b.WriteByte(' ')
			b.WriteByte(g.letterOn(rank*size + file))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "  a b c d e f g h\n%s to move\n", SideName(g.ToMove()))
	return b.String()
}
