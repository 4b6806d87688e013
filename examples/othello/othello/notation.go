package othello

import (
	"fmt"
	"strings"
)

// String returns the square of the move, as in "D3", or "pass".
func (m Move) String() string {
	switch {
	case m < squares:
		return string([]byte{'A' + byte(m%size), '1' + byte(m/size)})
	case m == Pass:
		return "pass"
	default:
		return fmt.Sprintf("Move(%d)", uint8(m))
	}
}

// ParseMove parses a square, as in "D3" or "d3", or "pass".
func ParseMove(text string) (Move, error) {
	lower := strings.ToLower(text)
	if lower == "pass" {
		return Pass, nil
	}
	if len(lower) != 2 || lower[0] < 'a' || lower[0] > 'h' || lower[1] < '1' || lower[1] > '8' {
		return 0, fmt.Errorf("move %.20q: want a square, as in D3, or pass", text)
	}
	return Move(lower[1]-'1')*size + Move(lower[0]-'a'), nil
}

// SideName returns the name of a side.
func SideName(side int) string {
	if side == Black {
		return "Black"
	}
	return "White"
}

// ParseBoard parses a position: 64 squares from A1 to H1, A2 to H2 and so on, X for a black disc, O for a white
// one and - or . for none, and X or O for the side to move.
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
	const centre bitboard = 1<<27 | 1<<28 | 1<<35 | 1<<36
	if centre&^(discs[Black]|discs[White]) != 0 {
		return nil, fmt.Errorf("%d black and %d white discs, and an empty square among the four in the centre, which have discs from the start",
			discs[Black].count(), discs[White].count())
	}
	switch side {
	case "X", "x", "*":
		return &Game{position: position{own: discs[Black], other: discs[White], side: Black}}, nil
	case "O", "o":
		return &Game{position: position{own: discs[White], other: discs[Black], side: White}}, nil
	default:
		return nil, fmt.Errorf("side to move %.20q: want X or O", side)
	}
}

// discsOf returns the discs of a side.
func (g *Game) discsOf(side int) bitboard {
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
		switch bit := bitboard(1) << i; {
		case black&bit != 0:
			board[i] = 'X'
		case white&bit != 0:
			board[i] = 'O'
		default:
			board[i] = '-'
		}
	}
	return string(board[:])
}

// String draws the board, with * where the side to move can play.
func (g *Game) String() string {
	var b strings.Builder
	board, places := g.Board(), placesFor(g.own, g.other)
	b.WriteString("  A B C D E F G H\n")
	for y := range size {
		fmt.Fprint(&b, y+1)
		for x := range size {
			i := y*size + x
			c := board[i]
			switch {
			case places>>i&1 != 0:
				c = '*'
			case c == '-':
				c = '.'
			}
			b.WriteByte(' ')
			b.WriteByte(c)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "X %d, O %d, %c to move\n", g.Discs(Black), g.Discs(White), "XO"[g.side])
	return b.String()
}
