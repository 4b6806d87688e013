package othello

import (
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/examples/internal/textfile"
)

// A Record is a game: where it began and what was played.
type Record struct {
	Board, Side string // of the first position, as ParseBoard reads them
	Moves       []Move
}

// NewRecord is an empty record of a game from the start.
func NewRecord() Record { return New().recordFrom() }

// recordFrom is an empty record of a game from here.
func (g *Game) recordFrom() Record { return Record{Board: g.Board(), Side: "XO"[g.side : g.side+1]} }

// Position returns the position after the first n moves. Its error names the first that is illegal.
func (r *Record) Position(n int) (*Game, error) {
	g, err := ParseBoard(r.Board, r.Side)
	if err != nil {
		return nil, err
	}
	for i, m := range r.Moves[:n] {
		if !g.IsLegal(m) {
			return nil, fmt.Errorf("move %d, %v, is illegal", i+1, m)
		}
		g.Play(m)
	}
	return g, nil
}

// IsLegal reports whether a move is legal in the present position.
func (g *Game) IsLegal(m Move) bool {
	places := placesFor(g.own, g.other)
	if m == Pass {
		return places == 0 && placesFor(g.other, g.own) != 0
	}
	return m < squares && places>>m&1 != 0
}

// String writes the moves in a line, as in "D3 C5 F6".
func (r *Record) String() string {
	var b strings.Builder
	for i, m := range r.Moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	return b.String()
}

// ParseRecord parses the moves of a game from the start, separated by white space. Its error names the move that
// is none, or is illegal.
func ParseRecord(text string) (Record, error) {
	r := NewRecord()
	g := New()
	for i, field := range strings.Fields(text) {
		m, err := ParseMove(field)
		if err != nil {
			return Record{}, fmt.Errorf("move %d: %w", i+1, err)
		}
		if !g.IsLegal(m) {
			return Record{}, fmt.Errorf("move %d: %v is illegal", i+1, m)
		}
		g.Play(m)
		r.Moves = append(r.Moves, m)
	}
	return r, nil
}

// ReadRecords reads games, a line each, as ParseRecord or ParseGGF reads it. Empty lines are skipped. Errors name
// the line.
func ReadRecords(r io.Reader) ([]Record, error) {
	var records []Record
	scanner := textfile.Lines(r)
	for scanner.Scan() {
		text := strings.TrimSpace(scanner.Text())
		if text == "" {
			continue
		}
		parse := ParseRecord
		if text[0] == '(' {
			parse = ParseGGF
		}
		record, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", scanner.Line, err)
		}
		records = append(records, record)
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	return records, nil
}

// ParseGGF parses a game in the Generic Game Format, which servers and boards exchange: BO[8 squares side] is the
// position that it begins with, with * for black discs, and B[move/...] and W[move/...] are its moves, PA being a
// pass.
func ParseGGF(text string) (Record, error) {
	r := NewRecord()
	inner, ok := strings.CutPrefix(strings.TrimSpace(text), "(;")
	if !ok || !strings.Contains(inner, "GM[Othello]") {
		return Record{}, fmt.Errorf("a game that does not begin with (;GM[Othello]")
	}
	var moves []string
	for {
		inner = strings.TrimLeft(inner, " \t\r\n;")
		if inner == "" || inner[0] == ')' {
			break
		}
		name, rest, opened := strings.Cut(inner, "[")
		value, after, closed := strings.Cut(rest, "]")
		if !opened || !closed {
			return Record{}, fmt.Errorf("property %.40q: want NAME[value]", inner)
		}
		inner = after
		switch name {
		case "BO":
			fields := strings.Fields(value)
			if len(fields) < 3 || fields[0] != "8" {
				return Record{}, fmt.Errorf("board %.80q: want 8, the squares and the side to move", value)
			}
			r.Board, r.Side = strings.Join(fields[1:len(fields)-1], ""), fields[len(fields)-1]
		case "B", "W":
			move, _, _ := strings.Cut(value, "/")
			moves = append(moves, move)
		}
	}
	g, err := ParseBoard(r.Board, r.Side)
	if err != nil {
		return Record{}, err
	}
	for i, text := range moves {
		m, err := ParseMove(text)
		if strings.EqualFold(text, "PA") {
			m, err = Pass, nil
		}
		if err != nil {
			return Record{}, fmt.Errorf("move %d: %w", i+1, err)
		}
		if !g.IsLegal(m) {
			return Record{}, fmt.Errorf("move %d: %v is illegal", i+1, m)
		}
		g.Play(m)
		r.Moves = append(r.Moves, m)
	}
	return r, nil
}
