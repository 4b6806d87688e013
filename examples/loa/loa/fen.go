package loa

import (
	"fmt"
	"strings"

	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/examples/internal/ranks"
)

// StartFEN is the start on 8 × 8 squares.
const StartFEN = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"

// FEN writes the position in Forsyth-Edwards notation: the ranks from the last, L for Black, who moves first and is
// written w, and l for White, who is written b. The number of the move is counted from the start of the line known.
func (g *Game) FEN() string {
	return fmt.Sprintf("%s %c - - %d %d", ranks.Write(g.size, g.size, g.man("Ll")), "wb"[g.toMove], g.now.reversible, 1+len(g.history)/2)
}

// man returns the letters on squares, given those of Black and White.
func (g *Game) man(letters string) func(square int) byte {
	return func(at int) byte {
		for side := range letters {
			if g.now.men[side]&bit(square(at%g.size, at/g.size)) != 0 {
				return letters[side]
			}
		}
		return '.'
	}
}

// ParseFEN reads a position in Forsyth-Edwards notation, on a board of as many ranks as it has. If the rules have a size, it
// must be that. The fields after the side to move may be missing; they are not kept, nor are the operations of an extended
// position description, such as bm a1a2; which may follow.
func ParseFEN(text string, rules Rules) (*Game, error) {
	if err := rules.Check(); err != nil {
		return nil, err
	}
	text, _, err := epd.Cut(text)
	if err != nil {
		return nil, fmt.Errorf("loa: %w", err)
	}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 6 {
		return nil, fmt.Errorf("loa: FEN of %d fields, want 2 to 6: ranks, side to move, and up to four that are not used", len(fields))
	}
	least, most := MinSize, MaxSize
	if rules.Size != 0 {
		least, most = rules.Size, rules.Size
	}
	size := 1 + strings.Count(fields[0], "/")
	if size < least || size > most {
		return nil, fmt.Errorf("loa: FEN of %d ranks, want %d to %d", size, least, most)
	}
	rules.Size = size
	var men [2]uint64
	put := func(at, side int) { men[side] |= bit(square(at%size, at/size)) }
	if err := ranks.Parse(fields[0], size, size, "Ll", "piece", put); err != nil {
		return nil, fmt.Errorf("loa: FEN: %w", err)
	}
	for side, m := range men {
		if m == 0 {
			return nil, fmt.Errorf("loa: FEN without men of %s", SideName(side))
		}
	}
	switch fields[1] {
	case "w":
		return newGame(rules, men, Black), nil
	case "b":
		return newGame(rules, men, White), nil
	}
	return nil, fmt.Errorf("loa: FEN with %.20q to move, want w for Black, who moves first, or b for White", fields[1])
}
