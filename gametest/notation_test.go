//go:build long

package gametest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ply-search/ply"
)

// lettered is a game of nine cells, which are taken one after the other. Its moves are written a1 to c3, in small or in capital
// letters.
type lettered struct{ taken [9]bool }

func (g *lettered) Play(m int) { g.taken[m] = true }
func (g *lettered) Undo(m int) { g.taken[m] = false }
func (g *lettered) Moves(dst []int) []int {
	for m, taken := range g.taken {
		if !taken {
			dst = append(dst, m)
		}
	}
	return dst
}

func (g *lettered) AppendMove(dst []byte, m int) []byte {
	return fmt.Appendf(dst, "%c%d", 'a'+m%3, 1+m/3)
}

func (g *lettered) ParseMove(text string) (int, error) {
	for _, m := range g.Moves(nil) {
		if strings.EqualFold(text, string(g.AppendMove(nil, m))) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%q is no move", text)
}

func TestNotationsAreLawful(t *testing.T) {
	Check(t, func() *lettered { return new(lettered) }, Options{Require: []string{"text of a move", "texts differ", "other texts"}})
}

// Each type here is that game with one fault.
type (
	textOverwrites struct{ lettered }
	textOfColumn   struct{ lettered }
	textEmpty      struct{ lettered }
	textSpaced     struct{ lettered }
	textPlays      struct{ lettered }
	parsesOther    struct{ lettered }
	parsesNothing  struct{ lettered }
	parsesAll      struct{ lettered }
	parsesEmpty    struct{ lettered }
	parsesStart    struct{ lettered }
	parsesEnd      struct{ lettered }
	parsesTaken    struct{ lettered }
	parsesShort    struct{ lettered }
	parsesPlays    struct{ lettered }
)

func (g *textOverwrites) AppendMove(dst []byte, m int) []byte {
	return g.lettered.AppendMove(dst[:0], m)
}

// parse reads a move that is written in another way.
func (g *lettered) parse(text string, write func(m int) string) (int, error) {
	for _, m := range g.Moves(nil) {
		if text == write(m) {
			return m, nil
		}
	}
	return 0, fmt.Errorf("%q is no move", text)
}

func (g *textOfColumn) text(m int) string                   { return "abc"[m%3 : m%3+1] }
func (g *textOfColumn) AppendMove(dst []byte, m int) []byte { return append(dst, g.text(m)...) }
func (g *textOfColumn) ParseMove(text string) (int, error)  { return g.parse(text, g.text) }

func (g *textEmpty) text(m int) string {
	if m == 4 {
		return ""
	}
	return fmt.Sprint(m)
}
func (g *textEmpty) AppendMove(dst []byte, m int) []byte { return append(dst, g.text(m)...) }
func (g *textEmpty) ParseMove(text string) (int, error)  { return g.parse(text, g.text) }

func (g *textSpaced) text(m int) string                   { return fmt.Sprintf("cell %d", m) }
func (g *textSpaced) AppendMove(dst []byte, m int) []byte { return append(dst, g.text(m)...) }
func (g *textSpaced) ParseMove(text string) (int, error)  { return g.parse(text, g.text) }

func (g *textPlays) AppendMove(dst []byte, m int) []byte {
	g.Play(m)
	return g.lettered.AppendMove(dst, m)
}

func (g *parsesOther) ParseMove(text string) (int, error) {
	m, err := g.lettered.ParseMove(text)
	if m == 7 && err == nil {
		return g.Moves(nil)[0], nil
	}
	return m, err
}

func (g *parsesNothing) ParseMove(text string) (int, error) {
	if text == "b2" {
		return 0, fmt.Errorf("the middle cannot be read")
	}
	return g.lettered.ParseMove(text)
}

func (g *parsesAll) ParseMove(text string) (int, error) {
	m, err := g.lettered.ParseMove(text)
	if moves := g.Moves(nil); err != nil && len(moves) > 0 {
		return moves[0], nil
	}
	return m, err
}

func (g *parsesEmpty) ParseMove(text string) (int, error) {
	if moves := g.Moves(nil); text == "" && len(moves) > 0 {
		return moves[0], nil
	}
	return g.lettered.ParseMove(text)
}

func (g *parsesStart) ParseMove(text string) (int, error) {
	return g.lettered.ParseMove(text[:min(len(text), 2)])
}

func (g *parsesEnd) ParseMove(text string) (int, error) {
	return g.lettered.ParseMove(text[max(len(text)-2, 0):])
}

func (g *parsesTaken) ParseMove(text string) (int, error) {
	return new(lettered).ParseMove(text)
}

// ParseMove takes a row alone for the first cell of it, which may be taken.
func (g *parsesShort) ParseMove(text string) (int, error) {
	if len(text) == 1 && text >= "1" && text <= "3" {
		return 3 * int(text[0]-'1'), nil
	}
	return g.lettered.ParseMove(text)
}

func (g *parsesPlays) ParseMove(text string) (int, error) {
	m, err := g.lettered.ParseMove(text)
	if moves := g.Moves(nil); err != nil && len(moves) > 0 {
		g.Play(moves[0])
	}
	return m, err
}

func TestFaultsOfNotationsAreFound(t *testing.T) {
	eachIsFound(t, notationLaws, []fault{
		{"AppendMove overwrites", judgeLaw(func() *textOverwrites { return new(textOverwrites) }), "text of a move"},
		{"a text of two moves", judgeLaw(func() *textOfColumn { return new(textOfColumn) }), "text of a move"},
		{"a text that is empty", judgeLaw(func() *textEmpty { return new(textEmpty) }), "texts differ"},
		{"a text with white space", judgeLaw(func() *textSpaced { return new(textSpaced) }), "texts differ"},
		{"AppendMove plays", judgeLaw(func() *textPlays { return new(textPlays) }), "text of a move"},
		{"a move read as another", judgeLaw(func() *parsesOther { return new(parsesOther) }), "text of a move"},
		{"a move that cannot be read", judgeLaw(func() *parsesNothing { return new(parsesNothing) }), "text of a move"},
		{"anything is a move", judgeLaw(func() *parsesAll { return new(parsesAll) }), "other texts"},
		{"no text is a move", judgeLaw(func() *parsesEmpty { return new(parsesEmpty) }), "other texts"},
		{"the end of a text is not read", judgeLaw(func() *parsesStart { return new(parsesStart) }), "other texts"},
		{"the start of a text is not read", judgeLaw(func() *parsesEnd { return new(parsesEnd) }), "other texts"},
		{"a cell that is taken", judgeLaw(func() *parsesTaken { return new(parsesTaken) }), "other texts"},
		{"a short text of a cell that is taken", judgeLaw(func() *parsesShort { return new(parsesShort) }), "other texts"},
		{"ParseMove plays", judgeLaw(func() *parsesPlays { return new(parsesPlays) }), "other texts"},
	})
}

var _ ply.Notation[int] = (*lettered)(nil)
