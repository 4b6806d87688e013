package loa

import (
	"fmt"
	"strings"

	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/examples/internal/ranks"
)

// StartFEN is the start on 8 × 8 squares.
const StartFEN = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"

// FEN writes the position in Forsyth-Edwards notation: the ranks from the last, with L for Black, who moves first and is written w,
// and l for White, who is written b. Moves are numbered from the first position of the game's line.
func (g *Game) FEN() string {
	return fmt.Sprintf("%s %c - - %d %d", ranks.Write(g.size, g.size, g.man("Ll")), "wb"[g.toMove], g.now.reversible, 1+len(g.history)/2)
}

// man returns a function for the letters on squares, given the letters of Black and White.
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

// ParseFEN reads a position in Forsyth-Edwards notation. The size of the board is the number of ranks, which must be the size of
// the rules if these have one. The fields after the side to move may be missing and are ignored. So are operations of an extended
// position description, such as bm a1a2;
func ParseFEN(text string, rules Rules) (*Game, error) {
	if err := rules.Check(); err != nil {
		return nil, err
	}
	text, _, err := epd.Cut(text)
	if err != nil {
		return nil, fmt.Errorf("loa: %w", err)
	}
	fields, toMove, err := ranks.Fields(text, StartFEN)
	if err != nil {
		return nil, fmt.Errorf("loa: %w", err)
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
	return newGame(rules, men, uint8(toMove)), nil
}
