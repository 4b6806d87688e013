package chess

import (
	"slices"
	"strings"

	board "github.com/ply-search/ply/examples/internal/chess"
)

// A Variant is a set of rules. A smaller board is the part from a1 on of one of 8 × 8 squares, so moves are generated in
// the same way for all variants.
type Variant struct {
	start      string // in Forsyth-Edwards notation
	size       int    // number of ranks and of files
	pieces     []kind
	letters    string // of the pieces of White, then of Black
	promotions []kind
	special    bool // pawns may go two steps and capture in passing, and kings castle

	board   board.Set    // its squares
	ends    board.Set    // the first rank and the last
	doubles [2]board.Set // where the pawns of a side may go two steps
}

// Start is the start of chess in Forsyth-Edwards notation.
const Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// LosAlamosStart is the start of Los Alamos chess.
const LosAlamosStart = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"

var (
	// Standard is chess.
	Standard = newVariant(Start, 8, true, pawn, knight, bishop, rook, queen, king)

	// LosAlamos is Los Alamos chess (Kister, Stein, Ulam, Walden and Wells 1957). The board has 6 × 6 squares, a1 to f6, and
	// no bishops. Pawns move one step only, so there is no capture in passing; there is no castling; a pawn that reaches the
	// last rank becomes a queen, a rook or a knight. All other rules are as in chess.
	LosAlamos = newVariant(LosAlamosStart, 6, false, pawn, knight, rook, queen, king)
)

func newVariant(start string, side int, special bool, pieces ...kind) *Variant {
	v := &Variant{start: start, size: side, pieces: pieces, special: special}
	for _, k := range pieces {
		v.letters += board.Letters[k:][:1]
		if k != pawn && k != king {
			v.promotions = append(v.promotions, k)
		}
	}
	v.letters += strings.ToLower(v.letters)
	slices.Reverse(v.promotions) // queens are what one most often wants
	first := board.Set(1)<<side - 1
	last := first << (size * (side - 1))
	for rank := range side {
		v.board |= first << (size * rank)
	}
	if v.ends = first | last; special {
		v.doubles = [2]board.Set{first << size, last >> size}
	}
	return v
}

// square returns the number of a square on the board of 8 × 8 squares from that on the variant's own.
func (v *Variant) square(n int) int { return n/v.size*size + n%v.size }

// New returns the start of a game of chess.
func New() *Game { return Standard.New() }

// New returns the start of a game.
func (v *Variant) New() *Game {
	g, err := v.ParseFEN(v.start)
	if err != nil {
		panic(err)
	}
	return g
}

// empty returns a board without pieces.
func (v *Variant) empty() *Game {
	return &Game{variant: v, now: state{hash: castlingKeys[0]}}
}
