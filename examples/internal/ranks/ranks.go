// Package ranks reads and writes boards of squares as text: positions in Forsyth-Edwards notation, drawings, squares, moves and symmetries.
// Square 0 is a1, square 1 is b1. An empty square has the letter '.'.
package ranks

import (
	"fmt"
	"strconv"
	"strings"
)

// Fields splits a position in Forsyth-Edwards notation into its six fields, and returns the side to move: 0 for w, 1 for b. The
// fields after the side to move may be missing; they are "-", "-", "0" and "1" then. example is shown in an error.
func Fields(fen, example string) (fields []string, side int, err error) {
	fields = strings.Fields(fen)
	if len(fields) < 2 || len(fields) > 6 {
		return nil, 0, fmt.Errorf("FEN of %d fields: want 2 to 6, as in %q", len(fields), example)
	}
	if fields[1] != "w" && fields[1] != "b" {
		return nil, 0, fmt.Errorf("FEN: side to move %.20q: want w or b", fields[1])
	}
	return append(fields, []string{"-", "-", "0", "1"}[len(fields)-2:]...), strings.Index("wb", fields[1]), nil
}

// mostMoves is the greatest number of a full move in a FEN.
const mostMoves = 1_000_000

// Counts reads the last two of the fields of a FEN: the moves since the last capture or pawn move, at most mostClock, and the
// number of the full move.
func Counts(fields []string, mostClock uint64) (clock int32, move int, err error) {
	since, err := strconv.ParseUint(fields[4], 10, 31)
	if err != nil || since > mostClock {
		return 0, 0, fmt.Errorf("moves since the last capture or move of a pawn %q: want 0 to %d", fields[4], mostClock)
	}
	number, err := strconv.ParseUint(fields[5], 10, 31)
	if err != nil || number < 1 || number > mostMoves {
		return 0, 0, fmt.Errorf("number of the move %q: want 1 to %d", fields[5], mostMoves)
	}
	return int32(since), int(number), nil
}

// Write writes the ranks from the last to the first, with numbers for empty squares, as in "5/1B3/2W2/5/5".
func Write(width, height int, letter func(square int) byte) string {
	var all []string
	for rank := height - 1; rank >= 0; rank-- {
		text := ""
		for file := range width {
			text += string(letter(rank*width + file))
		}
		for n := width; n > 0; n-- {
			text = strings.ReplaceAll(text, strings.Repeat(".", n), strconv.Itoa(n))
		}
		all = append(all, text)
	}
	return strings.Join(all, "/")
}

// Parse reads ranks, and calls put with each square and the index of its letter. piece names the pieces in errors.
func Parse(text string, width, height int, letters, piece string, put func(square, letter int)) error {
	ranks := strings.Split(text, "/")
	if len(ranks) != height {
		return fmt.Errorf("a board of %d ranks: want %d", len(ranks), height)
	}
	for i, rank := range ranks {
		number, file := height-i, 0
		for _, c := range []byte(rank) {
			letter := strings.IndexByte(letters, c)
			switch {
			case c >= '1' && int(c) <= '0'+width:
				file += int(c - '1')
			case letter < 0:
				return fmt.Errorf("rank %d: %q is no %s and no number of empty squares", number, c, piece)
			case file < width:
				put((number-1)*width+file, letter)
			}
			file++
		}
		if file != width {
			return fmt.Errorf("rank %d has %d squares: want %d", number, file, width)
		}
	}
	return nil
}

// Letter returns the letter of the first set that holds a square, or '.'.
func Letter[S ~uint16 | ~uint32 | ~uint64](square int, letters string, sets ...S) byte {
	for i, set := range sets {
		if set>>square&1 != 0 {
			return letters[i]
		}
	}
	return '.'
}

// Side parses the side to move, which is one of two letters.
func Side(text, letters string) (uint8, error) {
	side := strings.Index(letters, text)
	if len(text) != 1 || side < 0 {
		return 0, fmt.Errorf("side to move %.10q: want %c or %c", text, letters[0], letters[1])
	}
	return uint8(side), nil
}

// Draw draws the board with the names of ranks and files. The texts in beside follow the ranks, from the uppermost down.
func Draw(width, height int, letter func(square int) byte, beside ...string) string {
	var b strings.Builder
	for rank := height - 1; rank >= 0; rank-- {
		fmt.Fprint(&b, rank+1)
		for file := range width {
			fmt.Fprintf(&b, " %c", letter(rank*width+file))
		}
		if i := height - 1 - rank; i < len(beside) {
			b.WriteString(beside[i])
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for file := range width {
		fmt.Fprintf(&b, " %c", 'a'+file)
	}
	b.WriteByte('\n')
	return b.String()
}

// Name returns the name of a square, such as b3.
func Name(square, width int) string {
	return string([]byte{'a' + byte(square%width), '1' + byte(square/width)})
}

// Under returns the image of a column and a row of a square board, at most last, under one of its eight symmetries: bit 0 of s mirrors
// columns, bit 1 rows, and then bit 2 exchanges both.
func Under(s, x, y, last int) (int, int) {
	if s&1 != 0 {
		x = last - x
	}
	if s&2 != 0 {
		y = last - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return x, y
}

// FindMove returns the legal move whose String is text, in small letters or capitals. form says in an error how moves are written.
func FindMove[M fmt.Stringer](legal []M, text, form string) (m M, err error) {
	for _, m := range legal {
		if strings.EqualFold(m.String(), text) {
			return m, nil
		}
	}
	return m, fmt.Errorf("move %.20q is not legal here: want %s", text, form)
}
