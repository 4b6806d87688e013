package loa

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/internal/epd"
)

// StartFEN is the start on 8 × 8 squares.
const StartFEN = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"

// FEN writes the position in Forsyth-Edwards notation: the ranks from the last, L for Black, who moves first and is
// written w, and l for White, who is written b. The number of the move is counted from the start of the line known.
func (g *Game) FEN() string {
	var b strings.Builder
	for rank := g.size - 1; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
		}
		for file := range g.size {
			switch s := bit(square(file, rank)); {
			case g.now.men[Black]&s != 0:
				flush()
				b.WriteByte('L')
			case g.now.men[White]&s != 0:
				flush()
				b.WriteByte('l')
			default:
				empty++
			}
		}
		if flush(); rank > 0 {
			b.WriteByte('/')
		}
	}
	return fmt.Sprintf("%s %c - - %d %d", b.String(), "wb"[g.toMove], g.now.reversible, 1+len(g.history)/2)
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
	ranks := strings.Split(fields[0], "/")
	size := len(ranks)
	if size < MinSize || size > MaxSize || rules.Size != 0 && rules.Size != size {
		want := fmt.Sprintf("%d to %d", MinSize, MaxSize)
		if rules.Size != 0 {
			want = strconv.Itoa(rules.Size)
		}
		return nil, fmt.Errorf("loa: FEN of %d ranks, want %s", size, want)
	}
	rules.Size = size
	var men [2]uint64
	for i, text := range ranks {
		if err := parseRank(text, size-1-i, size, &men); err != nil {
			return nil, err
		}
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

// parseRank reads a rank of a FEN.
func parseRank(text string, rank, size int, men *[2]uint64) error {
	file := 0
	for _, c := range []byte(text) {
		switch {
		case c >= '1' && c <= '8':
			file += int(c - '0')
			continue
		case c != 'L' && c != 'l':
			return fmt.Errorf("loa: FEN with %q in rank %d, want L for Black, l for White, or a number of empty squares", c, rank+1)
		}
		if file < size {
			side := Black
			if c == 'l' {
				side = White
			}
			men[side] |= bit(square(file, rank))
		}
		file++
	}
	if file != size {
		return fmt.Errorf("loa: FEN with %d squares in rank %d, want %d", file, rank+1, size)
	}
	return nil
}
