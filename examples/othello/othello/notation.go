package othello

import (
	"fmt"
	"strings"
)

// String returns the square, as in "D3", or "pass".
func (m Move) String() string {
	if m == Pass {
		return "pass"
	}
	return string([]byte{'A' + byte(m%size), '1' + byte(m/size)})
}

// ParseMove parses a square, as in "D3" or "d3", or "pass" or "PA".
func ParseMove(text string) (Move, error) {
	lower := strings.ToLower(text)
	if lower == "pass" || lower == "pa" {
		return Pass, nil
	}
	if len(lower) != 2 || lower[0] < 'a' || lower[0] > 'h' || lower[1] < '1' || lower[1] > '8' {
		return 0, fmt.Errorf("move %.20q: want a square, as in D3, or pass", text)
	}
	return Move(lower[1]-'1')*size + Move(lower[0]-'a'), nil
}

// AppendMove appends a move as text (see [ply.Notation]).
func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove parses a legal move, as the function ParseMove does.
func (g *Game) ParseMove(text string) (Move, error) {
	m, err := ParseMove(text)
	if err == nil && !g.IsLegal(m) {
		err = fmt.Errorf("move %v is illegal", m)
	}
	return m, err
}

// ParseBoard parses a position: 64 squares from A1 to H1, A2 to H2 and so on, X for black discs, O for white discs and - or .
// for none, and X or O for the side to move.

func ParseBoard(board, side string) (*Game, error) {
	if n := len(board); n != squares {
		return nil, fmt.Errorf("a board of %d squares: want %d", n, squares)
	}
	var discs [2]bitboard
	for i, c := range []byte(board) {
		switch c {
		case 'X', 'x', '*':
			discs[Black] |= 1 << i
		case 'O', 'o':
			discs[White] |= 1 << i
		case '-', '.':
		default:
			return nil, fmt.Errorf("square %v is %q: want X, O or -", Move(i), c)
		}
	}
	if (start.own|start.other)&^(discs[Black]|discs[White]) != 0 {
		return nil, fmt.Errorf("%d black and %d white discs, and an empty square among the four in the centre, which have discs from the start",
			discs[Black].count(), discs[White].count())
	}
	sign := strings.Index("XxOo*", side)
	if len(side) != 1 || sign < 0 {
		return nil, fmt.Errorf("side to move %.20q: want X or O", side)
	}
	mover := sign / 2 % 2
	return &Game{position: position{own: discs[mover], other: discs[1-mover], side: uint8(mover)}}, nil
}

func (g *position) discsOf(side int) bitboard {
	if side == int(g.side) {
		return g.own
	}
	return g.other
}

// Board returns the 64 squares as ParseBoard reads them.
func (g *Game) Board() string {
	var board [squares]byte
	black, white := g.discsOf(Black), g.discsOf(White)
	for i := range board {
		board[i] = "-XO"[black>>i&1|white>>i&1<<1]
	}
	return string(board[:])
}

// String draws the board, with * where the side to move can play.
func (g *Game) String() string {
	var b strings.Builder
	board, places := []byte(strings.ReplaceAll(g.Board(), "-", ".")), placesFor(g.own, g.other)
	for ; places != 0; places &= places - 1 {
		board[places.first()] = '*'
	}
	b.WriteString("  A B C D E F G H\n")
	for y := range size {
		fmt.Fprintf(&b, "%d %s\n", y+1, strings.Join(strings.Split(string(board[y*size:(y+1)*size]), ""), " "))
	}
	fmt.Fprintf(&b, "X %d, O %d, %c to move\n", g.Discs(Black), g.Discs(White), "XO"[g.side])
	return b.String()
}
