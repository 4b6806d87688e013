package chess

import (
	"fmt"
	"strings"

	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/examples/internal/ranks"
)

// A Move is an origin, a destination and the piece that a pawn becomes on the last rank. A king that castles goes two
// squares.
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

func (g *Game) Numbers() int { return squares * squares }

// Number returns the number of a move. Promotions to different pieces have the same number.
func (g *Game) Number(m Move) int { return int(m) % (squares * squares) }

// String returns the two squares and the letter of a promotion, as in "g1f3" and "e7e8q".
func (m Move) String() string {
	if m.promotion() >= king {
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	text := ranks.Name(m.from(), size) + ranks.Name(m.to(), size)
	if p := m.promotion(); p != none {
		text += letters[Black][p:][:1]
	}
	return text
}

func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove parses a move that must be legal in the present position: two squares, as in "g1f3", or the standard
// notation of [Game.SAN], in which the marks + and # and the sign = may be missing. Two squares may also be in
// capitals.
func (g *Game) ParseMove(text string) (Move, error) {
	legal := g.Moves(nil)
	for _, m := range legal {
		if m.String() == text {
			return m, nil
		}
	}
	bare := func(san string) string { return strings.ReplaceAll(strings.TrimRight(san, "+#!?"), "=", "") }
	for _, m := range legal {
		if bare(g.SAN(m)) == bare(text) {
			return m, nil
		}
	}
	return ranks.FindMove(legal, text, "two squares, as in b1c3, with the letter of a promotion, or as in Nc3")
}

// SAN returns a legal move in standard algebraic notation, as in "Nbd2", "exd5", "O-O" and "e8=Q+".
func (g *Game) SAN(m Move) string {
	from, to := m.from(), m.to()
	moved := g.on[from]
	var text string
	switch {
	case castles(moved, from, to):
		if text = "O-O"; to < from {
			text = "O-O-O"
		}
	case moved == pawn:
		if g.on[g.victim(m)] != none {
			text = ranks.Name(from, size)[:1] + "x"
		}
		if text += ranks.Name(to, size); m.promotion() != none {
			text += "=" + letters[White][m.promotion():][:1]
		}
	default:
		text = letters[White][moved:][:1] + g.distinguish(m)
		if g.on[to] != none {
			text += "x"
		}
		text += ranks.Name(to, size)
	}
	g.Play(m)
	defer g.Undo(m)
	switch {
	case !g.InCheck():
		return text
	case g.canMove():
		return text + "+"
	default:
		return text + "#"
	}
}

// distinguish returns the file, the rank or the square that tells the moved piece from others of its kind that can go
// to the same square.
func (g *Game) distinguish(m Move) string {
	from, others, file, rank := m.from(), false, false, false
	for _, other := range g.Moves(nil) {
		if at := other.from(); at != from && other.to() == m.to() && g.on[at] == g.on[from] {
			others, file, rank = true, file || at%size == from%size, rank || at/size == from/size
		}
	}
	name := ranks.Name(from, size)
	switch {
	case !others:
		return ""
	case !file:
		return name[:1]
	case !rank:
		return name[1:]
	default:
		return name
	}
}

// ParseFEN parses a position in Forsyth-Edwards notation, as in [Start]: the ranks from the last to the first, the side
// to move, the rights to castle, the square behind a pawn that has just gone two steps, the moves since the last
// capture or pawn move, and the number of the full move. The fields after the side to move may be missing. Operations
// of an extended position description may stand in place of the last two; hmvc and fmvn then give the two numbers.
func ParseFEN(fen string) (*Game, error) { return Standard.ParseFEN(fen) }

// ParseFEN parses a position of the variant; see the function of this name.
func (v *Variant) ParseFEN(fen string) (*Game, error) {
	fields, side, err := epd.Fields(fen, v.start)
	if err != nil {
		return nil, err
	}
	g, err := v.parseFields(fields, side)
	if err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	return g, nil
}

func (v *Variant) parseFields(fields []string, side int) (*Game, error) {
	g := v.empty()
	put := func(n, letter int) { g.put(uint8(letter/len(v.pieces)), v.pieces[letter%len(v.pieces)], v.square(n)) }
	if err := ranks.Parse(fields[0], v.size, v.size, v.letters, "piece", put); err != nil {
		return nil, err
	}
	if side == Black {
		g.turn()
	}
	clock, move, err := ranks.Counts(fields, fiftyMoves)
	if err != nil {
		return nil, err
	}
	g.now.clock, g.firstMove, g.firstSide = clock, move, g.toMove
	if err := g.check(); err != nil {
		return nil, err
	}
	if !v.special && (fields[2] != "-" || fields[3] != "-") {
		return nil, fmt.Errorf("castling %.10q and capture in passing %.10q: want - and -, the game has no such moves", fields[2], fields[3])
	}
	if err := g.parseCastling(fields[2]); err != nil {
		return nil, err
	}
	return g, g.parsePassing(fields[3])
}

// check returns an error if the rules do not allow the men on their squares. A side has at most as many men as at the
// start. The sums of the evaluation have room for as many queens.
func (g *Game) check() error {
	v := g.variant
	for side, own := range g.sides {
		if n := (own & g.pieces[king]).Count(); n != 1 {
			return fmt.Errorf("%s has %d kings: want 1", board.SideName(side), n)
		}
	}
	if wrong := g.pieces[pawn] & v.ends; wrong != 0 {
		return fmt.Errorf("a pawn on %s: pawns are on ranks 2 to %d", ranks.Name(wrong.First(), size), v.size-1)
	}
	for side, men := range g.sides {
		if n := men.Count(); n > 2*v.size {
			return fmt.Errorf("%s has %d men: want at most %d", board.SideName(side), n, 2*v.size)
		}
	}
	if us := g.toMove; g.attackers(us, g.kingOf(us^1), g.occupied()) != 0 {
		return fmt.Errorf("%s is in check, but it is not its turn", board.SideName(int(us^1)))
	}
	return nil
}

func (g *Game) parseCastling(text string) error {
	var rights castling
	for _, letter := range strings.Trim(text, "-") {
		i := strings.IndexRune("KQkq", letter)
		if i < 0 || rights>>i&1 != 0 {
			return fmt.Errorf("rights to castle %.10q: want - or some of KQkq", text)
		}
		side, w := uint8(i/2), wings[i]
		if own := g.sides[side]; !(own & g.pieces[king]).Has(w.king) || !(own & g.pieces[rook]).Has(w.rook) {
			return fmt.Errorf("right to castle %c: want a king on %s and a rook on %s", letter, ranks.Name(w.king, size), ranks.Name(w.rook, size))
		}
		rights |= 1 << i
	}
	g.setCastling(rights)
	return nil
}

func (g *Game) parsePassing(text string) error {
	if text == "-" {
		return nil
	}
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] != "63"[g.toMove] {
		return fmt.Errorf("capture in passing %.10q: want - or a square of rank %c", text, "63"[g.toMove])
	}
	square := int(text[0]-'a') + size*int(text[1]-'1')
	from, to := square^(2*size)^size, square^size
	if them := g.toMove ^ 1; !(g.pieces[pawn] & g.sides[them]).Has(to) || g.on[square] != none || g.on[from] != none {
		return fmt.Errorf("capture in passing %q: no pawn can have gone from %s to %s", text, ranks.Name(from, size), ranks.Name(to, size))
	}
	g.allowPassing(square)
	return nil
}

var letters = [2]string{White: board.Letters, Black: strings.ToLower(board.Letters)}

// FEN returns the position in Forsyth-Edwards notation. It names the square of a capture in passing only if such a
// capture is legal.
func (g *Game) FEN() string {
	rights := ""
	for i, w := range wings {
		if g.now.castling>>i&1 != 0 {
			rights += string(w.letter)
		}
	}
	if rights == "" {
		rights = "-"
	}
	passing := "-"
	if g.now.passing != 0 {
		passing = ranks.Name(int(g.now.passing), size)
	}
	played := len(g.history) + int(g.firstSide)
	return fmt.Sprintf("%s %c %s %s %d %d", ranks.Write(g.variant.size, g.variant.size, g.letter), "wb"[g.toMove], rights, passing, g.now.clock, g.firstMove+played/2)
}

// LetterOn returns the letter of the piece on a square of [Game.FEN], '.' for none. Squares are numbered a1, b1 to h1,
// a2 and so on, on smaller boards, too.
func (g *Game) LetterOn(square int) byte {
	return letters[g.sideOn(square)][g.on[square]]
}

// letter is LetterOn for the squares of a smaller board, numbered without those that it lacks.
func (g *Game) letter(n int) byte { return g.LetterOn(g.variant.square(n)) }

// String draws the board and says who is to move.
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\n", ranks.Draw(g.variant.size, g.variant.size, g.letter), board.SideName(g.ToMove()))
}
