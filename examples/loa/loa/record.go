package loa

import (
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/internal/cli/textfile"
)

// A Record is a recorded game.
type Record struct {
	Line   int // of the file
	Moves  []Move
	Result string // "1-0" if Black wins, who moves first, "0-1" if White does, "1/2-1/2" for a draw, or "" if not said
}

// ReadRecords reads games, one a line: the moves as [Game.ParseMove] reads them, separated by spaces, with or without numbers (1. or
// 1), and at the end the result if it is known. Empty lines and text after # are ignored. Each game is played from the start; an
// error names the line and the illegal move, or a result that contradicts the last position.
func ReadRecords(r io.Reader, rules Rules) ([]Record, error) {
	var records []Record
	scanner := textfile.Lines(r)
	for scanner.Scan() {
		text, _, _ := strings.Cut(scanner.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		record := Record{Line: scanner.Line}
		if err := record.read(words, rules); err != nil {
			return nil, fmt.Errorf("line %d: %w", scanner.Line, err)
		}
		records = append(records, record)
	}
	return records, scanner.Err()
}

func (r *Record) read(words []string, rules Rules) error {
	g, err := New(rules)
	if err != nil {
		return err
	}
	for _, word := range words {
		if r.Result != "" {
			return fmt.Errorf("%.20q after the result", word)
		}
		switch word {
		case "1-0", "0-1", "1/2-1/2", "½-½":
			r.Result = strings.ReplaceAll(word, "½", "1/2")
			continue
		case "*":
			continue
		}
		if strings.Trim(strings.TrimSuffix(word, "."), "0123456789") == "" && len(word) != len("0000") {
			continue // the number of a move
		}
		if i := strings.LastIndexByte(word, '.'); i >= 0 {
			word = word[i+1:]
		}
		m, err := g.ParseMove(word)
		if err != nil {
			return fmt.Errorf("move %d: %w", len(r.Moves)+1, err)
		}
		g.Play(m)
		r.Moves = append(r.Moves, m)
	}
	if len(r.Moves) == 0 {
		return fmt.Errorf("no moves")
	}
	if got := g.Result(); got != "" && r.Result != "" && got != r.Result {
		return fmt.Errorf("the result is said to be %s, but the last position is %s", r.Result, got)
	}
	return nil
}

// Result returns the result as in a [Record], or "" if the game is not over. A repetition is a draw.
func (g *Game) Result() string {
	value := 0
	switch {
	case g.Finished():
		value = g.Outcome()
	case !g.Repeated():
		return ""
	}
	switch {
	case value == 0:
		return "1/2-1/2"
	case (value > 0) == (g.toMove == Black):
		return "1-0"
	}
	return "0-1"
}

// Ending describes the end of the game, or returns "" if it is not over.
func (g *Game) Ending() string {
	result := g.Result()
	switch {
	case result == "":
		return ""
	case !g.Finished():
		return "a draw: the position has occurred before"
	case result == "1/2-1/2":
		return "a draw: both sides are connected"
	}
	winner := strings.IndexByte("10", result[0])
	why := "its men are connected"
	switch {
	case !g.over():
		why = SideName(1-winner) + " has no move"
	case g.now.connected[1-winner]:
		why = "it connected both sides"
	}
	return SideName(winner) + " wins: " + why
}
