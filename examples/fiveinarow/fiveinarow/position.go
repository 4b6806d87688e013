// Package fiveinarow finds winning threat sequences in five-in-a-row (gomoku) on a board of 15 × 15, by threat-space search
// (Allis, van den Herik and Huntjens 1993; Allis 1994, chapter 5).
//
// X and O place stones on empty squares in turn. The first side with five stones in a row, straight or diagonal, wins; more
// than five win too, unless [Rule] is [Exact].
//
// A threat is a move that the other side must answer. A four threatens to make five and has one answer. A three threatens to
// make a straight four, which could become five on either side; it has two or three answers. A chain of threats wins if it
// ends in five against all answers.
package fiveinarow

import (
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/internal/cli/textfile"
)

const Size = 15

const squares = Size * Size

// A Square is a square of the board, counted along the rows from the upper left.
type Square uint8

// String returns the column as a letter from A on, and the row as a number counted from below.
func (s Square) String() string { return fmt.Sprintf("%c%d", 'A'+s%Size, Size-s/Size) }

// MarshalText returns the name of the square, as String does. It never fails.
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Stone is a stone of a side, or none.
type Stone uint8

const (
	Empty Stone = iota
	X
	O
)

func (s Stone) String() string { return ".XO"[s : s+1] }

// seen returns the value of a stone for the attacker side.
func (s Stone) seen(side Stone) uint8 {
	switch s {
	case Empty:
		return empty
	case side:
		return attacker
	}
	return defender
}

// A Position has the stones on all squares.
type Position [squares]Stone

// Parse reads a position: 15 lines of 15 signs, from the upper row on: . for an empty square, X and O. Only empty lines may
// follow. Errors name the line and the column.
func Parse(r io.Reader) (*Position, error) {
	var p Position
	scanner := textfile.Lines(r)
	for scanner.Scan() {
		n, signs := scanner.Line, []rune(scanner.Text())
		if n > Size {
			if strings.TrimSpace(string(signs)) != "" {
				return nil, fmt.Errorf("line %d, column 1: want nothing after %d lines", n, Size)
			}
			continue
		}
		for i, sign := range signs {
			stone := strings.IndexRune(".XO", sign)
			switch {
			case i >= Size:
				return nil, fmt.Errorf("line %d, column %d: %q, want the line to end after %d signs", n, i+1, sign, Size)
			case stone < 0:
				return nil, fmt.Errorf("line %d, column %d: %q, want . X or O", n, i+1, sign)
			}
			p[(n-1)*Size+i] = Stone(stone)
		}
		if len(signs) < Size {
			return nil, fmt.Errorf("line %d, column %d: the line ends, want %d signs", n, len(signs)+1, Size)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	if n := scanner.Line; n < Size {
		return nil, fmt.Errorf("line %d, column 1: the position ends, want %d lines", n+1, Size)
	}
	return &p, nil
}

// String writes the position as [Parse] reads it.
func (p *Position) String() string {
	var text strings.Builder
	for i, s := range p {
		text.WriteString(s.String())
		if i%Size == Size-1 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// ToMove returns the side with fewer stones, or X if both have as many.
func (p *Position) ToMove() Stone {
	text := p.String()
	if strings.Count(text, "X") > strings.Count(text, "O") {
		return O
	}
	return X
}

type Rule uint8

const (
	FiveOrMore Rule = iota // five stones in a row, or more
	Exact                  // five stones in a row, not more
)

// directions are the steps to the next square of a row, in columns and rows.
var directions = [...]struct{ x, y int }{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// along returns the square a number of steps from another in a direction, and whether it is on the board.
func along(from Square, direction, steps int) (Square, bool) {
	d := directions[direction]
	x, y := int(from)%Size+steps*d.x, int(from)/Size+steps*d.y
	return Square(y*Size + x), x >= 0 && x < Size && y >= 0 && y < Size
}
