package endings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/examples/internal/ranks"
)

const (
	size    = board.Size
	squares = board.Squares
)

// A Game is a position of chess with few men, and a [ply.AdversarialGame]. Playing allocates memory only for the line. [New]
// and [ParseFEN] make games; the zero value is not valid.
type Game struct {
	family *family
	chess  *chess.Game
}

// New returns a game of some material, at the position with the least index in which White is to move and has a move.
func New(m Material) *Game {
	g := &Game{newFamily(m), chess.New()}
	c := &g.family.classes[g.family.of[m].class]
	for i := range c.half {
		if g.SetIndex(c.first+i) && len(g.Moves(nil)) > 0 {
			break
		}
	}
	return g
}

func (g *Game) Moves(dst []chess.Move) []chess.Move { return g.chess.Moves(dst) }

func (g *Game) Play(m chess.Move) { g.chess.Play(m) }

func (g *Game) Undo(m chess.Move) { g.chess.Undo(m) }

func (g *Game) ToMove() int { return g.chess.ToMove() }

func (g *Game) InCheck() bool { return g.chess.InCheck() }

// Outcome returns -[ply.MaxValue] for checkmate, or 0 for stalemate.
func (g *Game) Outcome() int { return g.chess.Outcome() }

func (g *Game) Hash() uint64 { return g.chess.Hash() }

// AppendBinary appends the identity of the position; see [chess.Game.AppendBinary].
func (g *Game) AppendBinary(b []byte) ([]byte, error) { return g.chess.AppendBinary(b) }

func (g *Game) Clone() *Game { return &Game{g.family, g.chess.Clone()} }

// String draws the board and says who is to move.
func (g *Game) String() string { return g.chess.String() }

// men returns the squares of the men, White's first.
func (g *Game) men() placement { return placement(g.chess.Placed()) }

// Material returns the material of the position, with the stronger side first.
func (g *Game) Material() Material {
	m, _ := g.men().material().strong()
	return m
}

// Position returns [Game.FEN].
func (g *Game) Position() string { return g.FEN() }

// FEN returns the position in Forsyth-Edwards notation, with the counts of moves at a new game's.
func (g *Game) FEN() string { return position(g.chess) + " 0 1" }

// position returns the fields of a FEN without the counts of moves.
func position(g *chess.Game) string { return strings.Join(strings.Fields(g.FEN())[:4], " ") }

const example = "8/8/8/8/8/2k5/8/K6R w - - 0 1"

// ParseFEN parses a position in Forsyth-Edwards notation, as in "8/8/8/8/8/2k5/8/K6R w - - 0 1": see [chess.ParseFEN].
// Nobody may have a right to castle. The moves since the last capture or pawn move and the number of the full move are
// checked and ignored.
func ParseFEN(fen string) (*Game, error) {
	fields, _, err := ranks.Fields(fen, example)
	if err != nil {
		return nil, err
	}
	for i, what := range []string{4: "moves since the last capture or move of a pawn", 5: "number of the move"} {
		if what == "" {
			continue
		}
		if _, err := strconv.ParseUint(fields[i], 10, 31); err != nil {
			return nil, fmt.Errorf("FEN: %s %.20q: want a number", what, fields[i])
		}
	}
	parsed, err := chess.ParseFEN(strings.Join(fields[:4], " "))
	if err != nil {
		return nil, err
	}
	if rights := strings.Fields(parsed.FEN())[2]; rights != "-" {
		return nil, fmt.Errorf("FEN: castling %q: want -", rights)
	}
	g := &Game{chess: parsed}
	if err := g.men().material().check(); err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	g.family = newFamily(g.Material())
	return g, nil
}

// ParseFEN parses a position of g's material, or of material that follows from it, for the tables of g.
func (g *Game) ParseFEN(fen string) (*Game, error) {
	other, err := ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	if _, ok := g.family.of[other.men().material()]; !ok {
		return nil, fmt.Errorf("FEN: men %v: want %v, or what they can come to", other.Material(), g.Material())
	}
	other.family = g.family
	return other, nil
}

// Become becomes the position of a game of chess, for its value in the tables of g. It returns false if they lack the
// position: somebody may castle, or the men are others than g's and what these can come to.
func (g *Game) Become(c *chess.Game) bool {
	men := c.Placed()
	_, ok := g.family.of[placement(men).material()]
	return ok && g.chess.Set(&men, c.ToMove()) && g.Hash() == c.Hash()
}

// Indices returns the range of indices of the present material: from first to before end.
func (g *Game) Indices() (first, end uint64) {
	c := &g.family.classes[g.family.of[g.men().material()].class]
	return c.first, c.first + c.size()
}
