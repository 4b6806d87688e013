package othello

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/internal/cli/textfile"
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
	return strings.Trim(fmt.Sprint(r.Moves), "[]")
}

// ParseRecord parses the moves of a game from the start, separated by white space or not, with or without their numbers (1.
// or 1). Its error names the move that is none, or is illegal.
func ParseRecord(text string) (Record, error) {
	r := NewRecord()
	var moves []string
	for field := range strings.FieldsSeq(text) {
		if strings.Trim(strings.TrimSuffix(field, "."), "0123456789") == "" {
			continue // the number of a move
		}
		if i := strings.LastIndexByte(field, '.'); i >= 0 && strings.Trim(field[:i], "0123456789") == "" {
			field = field[i+1:]
		}
		for len(field) > 2 && !strings.EqualFold(field, "pass") {
			moves, field = append(moves, field[:2]), field[2:]
		}
		moves = append(moves, field)
	}
	return r, r.play(moves)
}

// play plays the moves of a record after its first position.
func (r *Record) play(moves []string) error {
	g, err := r.Position(0)
	if err != nil {
		return err
	}
	for i, text := range moves {
		m, err := ParseMove(text)
		if err == nil && !g.IsLegal(m) {
			err = fmt.Errorf("%v is illegal", m)
		}
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Play(m)
		r.Moves = append(r.Moves, m)
	}
	return nil
}

// ReadRecords reads games, a line each, as ParseRecord or ParseGGF reads it. As in the archives of servers, the number of
// games may stand before those of a line. Empty lines are skipped. Errors name the line.
func ReadRecords(r io.Reader) ([]Record, error) {
	var records []Record
	err := textfile.Each(r, func(_ int, text string) error {
		games := strings.TrimLeft(text, "0123456789 \t")
		if text != "" && !strings.HasPrefix(games, "(") {
			record, err := ParseRecord(text)
			records = append(records, record)
			return err
		}
		for number := 1; games != ""; number++ {
			record, rest, err := parseGGF(games)
			if err != nil && number > 1 {
				err = fmt.Errorf("game %d: %w", number, err)
			}
			if err != nil {
				return err
			}
			records, games = append(records, record), strings.TrimSpace(rest)
		}
		return nil
	})
	return records, err
}

// ParseGGF parses a game in the Generic Game Format, which servers and boards exchange: BO[8 squares side] is the
// position that it begins with, with * for black discs, and B[move/...] and W[move/...] are its moves, PA being a
// pass.
func ParseGGF(text string) (Record, error) {
	r, _, err := parseGGF(text)
	return r, err
}

var errForeign = errors.New("a game that does not begin with (;GM[Othello]")

// parseGGF parses a game, and returns what follows it.
func parseGGF(text string) (r Record, rest string, err error) {
	r = NewRecord()
	inner, ok := strings.CutPrefix(strings.TrimSpace(text), "(;")
	if !ok {
		return r, "", errForeign
	}
	var moves []string
	othello := false
	for {
		inner = strings.TrimLeft(inner, " \t\r\n;")
		if inner == "" || inner[0] == ')' {
			rest = strings.TrimPrefix(inner, ")")
			break
		}
		name, after, opened := strings.Cut(inner, "[")
		value, after, closed := strings.Cut(after, "]")
		if !opened || !closed {
			return r, "", fmt.Errorf("property %.40q: want NAME[value]", inner)
		}
		inner = after
		switch name {
		case "GM":
			othello = value == "Othello"
		case "BO":
			fields := strings.Fields(value)
			if len(fields) < 3 || fields[0] != "8" {
				return r, "", fmt.Errorf("board %.80q: want 8, the squares and the side to move", value)
			}
			r.Board, r.Side = strings.Join(fields[1:len(fields)-1], ""), fields[len(fields)-1]
		case "B", "W":
			move, _, _ := strings.Cut(value, "/")
			moves = append(moves, move)
		}
	}
	if !othello {
		return r, "", errForeign
	}
	return r, rest, r.play(moves)
}
