package goban

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/internal/cli/textfile"
)

// ReadText reads a position as [Board.String] draws it, or simpler: a line for each row, from the top, of X for black
// stones, O for white stones, . for empty points and + for a point forbidden by the ko rule. Blanks, numbers of rows
// and letters of columns are optional. A line "black to move" or "white to move" can follow; the default is Black.
// Empty lines and lines that begin with # are skipped. Errors begin with the line.
func ReadText(r io.Reader, rules Rules) (*Board, error) {
	var rows []string
	var numbers []int // of the lines of the rows
	next, ended := Black, false
	err := textfile.Each(r, func(number int, text string) error {
		if text == "" || text[0] == '#' || isHeader(text) {
			return nil
		}
		c, over := toMoves[strings.ToLower(text)]
		switch {
		case ended:
			return fmt.Errorf("%.20q after the side to move", text)
		case over:
			next, ended = c, true
			return nil
		case len(rows) == MaxSize:
			return fmt.Errorf("more than %d rows", MaxSize)
		}
		row, err := readRow(text)
		if err == nil && len(rows) > 0 && len(row) != len(rows[0]) {
			err = fmt.Errorf("%d points in a row, but %d in the first", len(row), len(rows[0]))
		}
		rows, numbers = append(rows, row), append(numbers, number)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0:
		return nil, errors.New("no rows: want X, O and . for points")
	case len(rows) != len(rows[0]):
		return nil, fmt.Errorf("line %d: %d rows of %d points: want a square board", numbers[len(numbers)-1], len(rows), len(rows[0]))
	}
	b, err := New(len(rows), rules)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", numbers[0], err)
	}
	ko, koLine := NoPoint, 0
	for i, row := range rows {
		for x, c := range []byte(row) {
			p := b.Point(x, len(rows)-1-i)
			switch {
			case c == '+' && ko != NoPoint:
				err = errors.New("a second ko")
			case c == '+':
				ko, koLine = p, numbers[i]
			case c != '.':
				err = b.Place(Color(strings.IndexByte(".XO", c)), p)
			}
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", numbers[i], err)
			}
		}
	}
	b.SetToMove(next)
	if ko != NoPoint && !b.canBeKo(ko) {
		return nil, fmt.Errorf("line %d: %s is no ko: %v would not capture a single stone that has just captured there", koLine, b.Name(ko), next)
	}
	b.ko = ko
	return b, nil
}

var toMoves = map[string]Color{
	"black to move": Black, "x to move": Black,
	"white to move": White, "o to move": White,
}

func isHeader(text string) bool {
	names := strings.Join(strings.Fields(text), "")
	return strings.HasPrefix(strings.ToUpper(names), "AB") && strings.HasPrefix(letters, strings.ToUpper(names))
}

// readRow returns the points of a row without its number.
func readRow(text string) (string, error) {
	const digits = "0123456789"
	fields, number := strings.Fields(strings.ToUpper(text)), ""
	if strings.Trim(fields[0], digits) == "" {
		number, fields = fields[0], fields[1:]
	}
	if end := len(fields) - 1; end >= 0 && strings.Trim(fields[end], digits) == "" && (number == "" || number == fields[end]) {
		fields = fields[:end]
	}
	row := strings.Join(fields, "")
	if row == "" || strings.ContainsAny(row, digits) {
		return "", fmt.Errorf("%.20q: want X, O and . for points, and at most the number of the row before and after them", text)
	}
	for _, c := range row {
		if !strings.ContainsRune("XO.+", c) {
			return "", fmt.Errorf("%q: want X, O or . for a point", c)
		}
	}
	return row, nil
}

// canBeKo reports whether p is surrounded by stones of the opponent, and the colour to move would capture exactly one
// stone there.
func (b *Board) canBeKo(p Point) bool {
	captures := 0
	for _, step := range b.steps {
		switch q := &b.cell[p+step]; {
		case q.color == Empty || q.color == b.toMove:
			return false
		case q.color != Border && b.chain[q.head].liberties == 1:
			captures += int(b.chain[q.head].stones)
		}
	}
	return captures == 1
}
