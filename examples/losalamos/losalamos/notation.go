package losalamos

import (
	"fmt"

	"github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/examples/internal/ranks"
)

// A Move is an origin, a destination and the piece that a pawn becomes on the last rank.
type Move uint16

const (
	toShift    = 6
	kindShift  = 12
	squareMask = 1<<toShift - 1
)

func newMove(from, to int, promotion kind) Move {
	return Move(from) | Move(to)<<toShift | Move(promotion)<<kindShift
}

func (m Move) from() int { return int(m & squareMask) }
func (m Move) to() int   { return int(m >> toShift & squareMask) }

// promotion returns the piece that a pawn becomes, or none.
func (m Move) promotion() kind { return kind(m >> kindShift) }

func (g *Game) Numbers() int { return squares * squares * int(king) }

// Number returns the number of a move. Different moves have different numbers.
func (g *Game) Number(m Move) int { return (int(m.promotion())*squares+m.from())*squares + m.to() }

// String returns the two squares and the letter of a promotion, as in "b2b3" and "c5c6q".
func (m Move) String() string {
	if m.from() >= squares || m.to() >= squares || m.promotion() >= king {
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	text := ranks.Name(m.from(), size) + ranks.Name(m.to(), size)
	if p := m.promotion(); p != none {
		text += letters[Black][p:][:1]
	}
	return text
}

func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove parses a move that must be legal in the present position, in small letters or capitals.
func (g *Game) ParseMove(text string) (Move, error) {
	return ranks.FindMove(g.Moves(nil), text, "two squares, as in b2b3, and q, r or n after them for a promotion")
}

// Start is the start of the game in Forsyth-Edwards notation.
const Start = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"

var letters = [2]string{White: ".PNRQK", Black: ".pnrqk"}

// ParseFEN parses a position in Forsyth-Edwards notation, as in [Start]: the ranks from the last to the first, the side to move,
// castling and capture in passing, both "-", the moves since the last capture or pawn move, and the number of the full move. The
// fields after the side to move may be missing. Operations of an extended position description may stand in place of the last
// two; hmvc and fmvn then give the two numbers.
func ParseFEN(fen string) (*Game, error) {
	fields, side, err := epd.Fields(fen, Start)
	if err != nil {
		return nil, err
	}
	g := new(Game)
	each := len(letters[White]) - 1
	put := func(square, letter int) { g.put(uint8(letter/each), kind(1+letter%each), square) }
	if err := ranks.Parse(fields[0], size, size, letters[White][1:]+letters[Black][1:], "piece", put); err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	if side == Black {
		g.turn()
	}
	for i, what := range []string{2: "castling", 3: "capture in passing"} {
		if what != "" && fields[i] != "-" {
			return nil, fmt.Errorf("FEN: %s %q: want -, the game has no such move", what, fields[i])
		}
	}
	clock, move, err := ranks.Counts(fields, fiftyMoves)
	if err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	g.now.clock, g.firstMove, g.firstSide = clock, move, g.toMove
	if err := g.check(); err != nil {
		return nil, err
	}
	return g, nil
}

// check returns an error if the rules do not allow the position.
func (g *Game) check() error {
	kings := [2]chess.Set{g.pieces[king] & g.sides[White], g.pieces[king] & g.sides[Black]}
	if err := chess.CheckMen(kings, g.pieces[pawn], size); err != nil {
		return fmt.Errorf("FEN: %w", err)
	}
	if us := g.toMove; g.attackers(us, g.kingOf(us^1), g.occupied()) != 0 {
		return fmt.Errorf("FEN: %s is in check, but it is not its turn", chess.SideName(int(us^1)))
	}
	return nil
}

// FEN returns the position in Forsyth-Edwards notation.
func (g *Game) FEN() string {
	played := len(g.history) + int(g.firstSide)
	return fmt.Sprintf("%s %c - - %d %d", ranks.Write(size, size, g.LetterOn), "wb"[g.toMove], g.now.clock, g.firstMove+played/2)
}

// LetterOn returns the letter of the piece on a square of [Game.FEN], '.' for none. Squares are numbered from a1, b1 on.
func (g *Game) LetterOn(square int) byte {
	return letters[g.sideOn(square)][g.board[square]]
}

// String draws the board and says who is to move.
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\n", ranks.Draw(size, size, g.LetterOn), chess.SideName(g.ToMove()))
}
