// Package epd reads the operations after a position in a line of an Extended Position Description (Edwards 1994), as in
// `bm a1a2; id "first; hard";`.
package epd

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// An Operation is a statement about a position: a word, such as bm for the best moves, and its operands.
type Operation struct {
	Code, Operands string
}

// Cut splits a line into the position and its operations, which begin after the fourth word, or earlier at a word that
// cannot belong to a position. A line without semicolons has no operations.
func Cut(line string) (position string, operations []Operation, err error) {
	before, _, found := strings.Cut(line, ";")
	if !found {
		return line, nil, nil
	}
	words := strings.Fields(before)
	n := min(len(words), 2)
	for n < min(len(words), 4) && (words[n] == "-" || strings.Trim(words[n], "KQkq") == "" || len(words[n]) == 2 && words[n][1] >= '1' && words[n][1] <= '8') {
		n++
	}
	rest := line
	for _, w := range words[:n] {
		rest = strings.TrimLeft(rest, " \t")[len(w):]
	}
	operations, err = Parse(rest)
	return strings.Join(words[:n], " "), operations, err
}

// Parse reads operations that end with semicolons; the last semicolon may be missing. A semicolon between quotes belongs to
// the operand. A comment begins with %.
func Parse(text string) ([]Operation, error) {
	var operations []Operation
	for text = strings.TrimSpace(text); text != "" && text[0] != '%'; text = strings.TrimSpace(text) {
		quoted := false
		end := strings.IndexFunc(text, func(r rune) bool {
			if r == '"' {
				quoted = !quoted
			}
			return !quoted && r == ';'
		})
		if quoted {
			return nil, fmt.Errorf("operation %.40q: a quote without an end", text)
		}
		operation := text
		if text = ""; end >= 0 {
			operation, text = operation[:end], operation[end+1:]
		}
		code, operands, _ := strings.Cut(strings.Join(strings.Fields(operation), " "), " ")
		if code != "" {
			operations = append(operations, Operation{code, operands})
		}
	}
	return operations, nil
}

var word = regexp.MustCompile("^[A-Za-z][A-Za-z0-9_]*$")

// IsWord reports whether the code is a name: a letter, and then letters, digits and underscores.
func (o Operation) IsWord() bool { return word.MatchString(o.Code) }

// Fields is [ranks.Fields] for a position in Forsyth-Edwards notation that may end with operations in place of the last two
// fields: hmvc and fmvn then give these fields.
func Fields(fen, example string) (fields []string, side int, err error) {
	fen, operations, err := Cut(fen)
	if err != nil {
		return nil, 0, fmt.Errorf("FEN: %w", err)
	}
	if fields, side, err = ranks.Fields(fen, example); err != nil {
		return nil, 0, err
	}
	for _, o := range operations {
		switch o.Code {
		case "hmvc":
			fields[4] = o.Operands
		case "fmvn":
			fields[5] = o.Operands
		}
	}
	return fields, side, nil
}
