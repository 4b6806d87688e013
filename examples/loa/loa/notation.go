package loa

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/internal/cli/textfile"
)

// A Move is the origin of a man plus 64 times its destination, or [Pass].
type Move uint16

// Pass is the move of a side that has no other.
const Pass Move = 0

func newMove(from, to int) Move { return Move(from + squares*to) }

func (m Move) from() int { return int(m) % squares }
func (m Move) to() int   { return int(m) / squares % squares }

// Squares returns the origin and the destination, 8·rank + file.
func (m Move) Squares() (from, to int) { return m.from(), m.to() }

// String writes the move as two squares, as in b1b3, and a pass as 0000.
func (m Move) String() string {
	if m == Pass {
		return "0000"
	}
	return ranks.Name(m.from(), stride) + ranks.Name(m.to(), stride)
}

func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove reads a legal move as String writes it. Capitals, and a sign between the squares such as the x of a capture, are
// allowed; "pass" is a pass.
func (g *Game) ParseMove(text string) (Move, error) {
	word := text
	switch {
	case strings.EqualFold(word, "pass"):
		word = Pass.String()
	case len(word) == 5 && strings.ContainsRune("-xX:", rune(word[2])):
		word = word[:2] + word[3:]
	}
	m, err := ranks.FindMove(g.Moves(nil), word, "two squares, as in b1b3")
	if err != nil {
		err = fmt.Errorf("loa: %w", err)
	}
	return m, err
}

func SideName(side int) string { return [...]string{"Black", "White"}[side] }

// String draws the board, with Black's men as X and White's as O, and writes the side to move and the [Game.FEN].
func (g *Game) String() string {
	return fmt.Sprintf("%s%s to move\nFen: %s\n", ranks.Draw(g.size, g.size, g.man("XO")), SideName(g.ToMove()), g.FEN())
}

// StartFEN is the start on 8 × 8 squares.
const StartFEN = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"

// FEN writes the position in Forsyth-Edwards notation: the ranks from the last, with L for Black, who moves first and is written w,
// and l for White, who is written b. Moves are numbered from the first position of the game's line.
func (g *Game) FEN() string {
	return fmt.Sprintf("%s %c - - %d %d", ranks.Write(g.size, g.size, g.man("Ll")), "wb"[g.toMove], g.now.reversible, 1+len(g.history)/2)
}

// man returns a function for the letters on squares, given the letters of Black and White.
func (g *Game) man(letters string) func(square int) byte {
	return func(at int) byte { return ranks.Letter(square(at%g.size, at/g.size), letters, g.now.men[:]...) }
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
	err := textfile.Each(r, func(line int, text string) error {
		text, _, _ = strings.Cut(text, "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			return nil
		}
		records = append(records, Record{Line: line})
		return records[len(records)-1].read(words, rules)
	})
	return records, err
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
	if g.Finished() {
		value = g.Outcome() * (1 - 2*int(g.toMove)) // for Black
	} else if !g.Repeated() {
		return ""
	}
	return [...]string{"0-1", "1/2-1/2", "1-0"}[1+cmp.Compare(value, 0)]
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
