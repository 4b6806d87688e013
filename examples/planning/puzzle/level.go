package puzzle

import (
	"errors"
	"fmt"
	"strings"
)

// The signs of a level of Sokoban: floors are all floor, and letters, which some programs write, stand for pieces in order.
const (
	floors  = " -_"
	pieces  = "$*.@+"
	letters = "bBopP"
)

// level returns the rows of the first level of a text, with spaces for floor. Other text may precede and follow it.
// Rows can have run lengths, as 3# for ###, and several can share a line, separated by |. An error names the line and
// the column.
func level(text string) ([]string, error) {
	lines := split(text)
	var rows []string
	for i, line := range lines {
		if !isRow(line, len(rows) > 0) {
			if len(rows) == 0 {
				continue
			}
			if within(lines, i) {
				return nil, fmt.Errorf("%d:1: %.20q within a level: want rows of %q", i+1, line, "#"+pieces+floors)
			}
			break
		}
		more, column, err := expand(line)
		if err != nil {
			return nil, fmt.Errorf("%d:%d: %w", i+1, column, err)
		}
		rows = append(rows, more...)
		if len(rows) > mostSquares {
			return nil, errTooLarge
		}
	}
	if len(rows) == 0 {
		return nil, errors.New("there is no level: want rows with # for walls")
	}
	return rows, nil
}

var errTooLarge = fmt.Errorf("the board has more than %d squares", mostSquares)

// isRow reports whether a line is a row: it has only signs, or a wall as its first sign besides floor, so errors in it
// are reported. A line of floor alone is a row only after another row.
func isRow(line string, after bool) bool {
	begin := strings.TrimLeft(line, floors+"0123456789|")
	if begin == "" {
		return after && strings.ContainsAny(line, "-_")
	}
	return begin[0] == '#' || strings.ContainsAny(begin, pieces) && strings.Trim(begin, floors+pieces+"#0123456789|") == ""
}

// within reports whether a line that is no row and no title precedes a row.
func within(lines []string, i int) bool {
	title := strings.HasPrefix(lines[i], ";") || strings.Contains(lines[i], ":") || strings.TrimSpace(lines[i]) == ""
	return !title && i+1 < len(lines) && isRow(lines[i+1], true)
}

// expand returns the rows of a line, or an error with its column.
func expand(line string) (rows []string, column int, err error) {
	var row strings.Builder
	count, counted := 0, false
	line = strings.TrimRight(line, " \t")
	for i, c := range line {
		n := 1
		if counted {
			n = count
		}
		switch {
		case c >= '0' && c <= '9':
			if count, counted = 10*count+int(c-'0'), true; count > mostSquares {
				return nil, i + 1, errTooLarge
			}
			continue
		case c == '|':
			for range n { // 2| ends a row, and leaves one of floor
				rows = append(rows, row.String())
				row.Reset()
			}
		case strings.ContainsRune(floors, c):
			row.WriteString(strings.Repeat(" ", n))
		case c == '#' || strings.ContainsRune(pieces, c):
			row.WriteString(strings.Repeat(string(c), n))
		case strings.ContainsRune(letters, c):
			row.WriteString(strings.Repeat(pieces[strings.IndexRune(letters, c):][:1], n))
		default:
			return nil, i + 1, fmt.Errorf("want one of %q, not %q", "#"+pieces+floors, c)
		}
		if count, counted = 0, false; row.Len() > mostSquares || len(rows) > mostSquares {
			return nil, i + 1, errTooLarge
		}
	}
	if counted {
		return nil, len(line), errors.New("a number without a sign after it")
	}
	if row.Len() > 0 {
		rows = append(rows, row.String())
	}
	return rows, 0, nil
}
