package morris

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

const letters = "WB"

func SideName(side int) string { return [...]string{White: "White", Black: "Black"}[side] }

func (g *Game) Board() *Board { return g.board }

// Position returns the position as [Parse] reads it, as in "six .WB............. 5 5 w": the name of the board, its points from
// the top left to the bottom right (W, B or . for none), the men that White and Black have to place, and the side to move.
func (g *Game) Position() string {
	points := make([]byte, g.board.points())
	for p := range points {
		points[p] = g.letterOn(p)
	}
	return fmt.Sprintf("%v %s %d %d %c", g.board, points, g.hand[White], g.hand[Black], "wb"[g.toMove])
}

// Parse parses a position written by [Game.Position].
func Parse(text string) (*Game, error) {
	fields := strings.Fields(text)
	if len(fields) != 5 {
		return nil, fmt.Errorf("position %.40q: want board, points, men to place of both sides and the side to move, as in \"six .WB............. 5 5 w\"", text)
	}
	b, err := ParseBoard(fields[0])
	if err != nil {
		return nil, err
	}
	g := &Game{board: b}
	if len(fields[1]) != b.points() {
		return nil, fmt.Errorf("%d points: want %d", len(fields[1]), b.points())
	}
	for p, c := range []byte(fields[1]) {
		side := strings.IndexByte(letters, c)
		switch {
		case side >= 0:
			g.men[side] |= 1 << p
		case c != '.':
			return nil, fmt.Errorf("point %s: %q: want '.', W or B", b.names[p], c)
		}
	}
	for side := range g.hand {
		n, err := strconv.Atoi(fields[2+side])
		if err != nil || n < 0 || n > b.men {
			return nil, fmt.Errorf("%.20q men of %s to place: want 0 to %d", fields[2+side], SideName(side), b.men)
		}
		g.hand[side] = uint8(n)
	}
	if g.toMove, err = ranks.Side(fields[4], "wb"); err != nil {
		return nil, err
	}
	return g, g.check()
}

func (g *Game) check() error {
	for side, set := range g.men {
		if n := bits.OnesCount32(set) + int(g.hand[side]); n > g.board.men {
			return fmt.Errorf("%d men of %s: want %d at most, those to place included", n, SideName(side), g.board.men)
		}
	}
	placing := g.hand[White] > 0 || g.hand[Black] > 0
	switch {
	case placing && int(g.hand[Black])-int(g.hand[White]) != int(g.toMove):
		return fmt.Errorf("%d and %d men to place with %s to move: the sides place in turn, White first", g.hand[White], g.hand[Black], SideName(g.ToMove()))
	case g.board.wins && bits.OnesCount32(g.men[0])+int(g.hand[0])+bits.OnesCount32(g.men[1])+int(g.hand[1]) < 2*g.board.men:
		return fmt.Errorf("men are missing: want %d of each side, those to place included", g.board.men)
	}
	return nil
}

func (g *Game) letterOn(point int) byte { return ranks.Letter(point, letters, g.men[:]...) }

func (g *Game) String() string {
	var b strings.Builder
	p := 0
	for _, c := range []byte(g.board.draw) {
		if c == '#' {
			c = g.letterOn(p)
			p++
		}
		b.WriteByte(c)
	}
	if g.hand[White]+g.hand[Black] > 0 {
		fmt.Fprintf(&b, "to place: White %d, Black %d\n", g.hand[White], g.hand[Black])
	}
	fmt.Fprintf(&b, "%s to move\n", SideName(g.ToMove()))
	return b.String()
}

// A Move places a man on a point or moves it to another point, and may take a man of the other side.
type Move uint16

const (
	toShift   = 5
	takeShift = 10
	hand      = 31 // the from of a man that is placed
	none      = 31 // the take of a move that takes no man
)

func newMove(from, to, take int) Move { return Move(from) | Move(to)<<toShift | Move(take)<<takeShift }

func (m Move) from() int { return int(m & 31) }
func (m Move) to() int   { return int(m >> toShift & 31) }
func (m Move) take() int { return int(m >> takeShift & 31) }

// Text returns a move as players write it: "c4" or "c4c5" and, if a man is taken, an x and its point, as in "c4xa3".
func (b *Board) Text(m Move) string {
	text := b.names[m.to()]
	if m.from() != hand {
		text = b.names[m.from()] + text
	}
	if m.take() != none {
		text += "x" + b.names[m.take()]
	}
	return text
}

// AppendMove appends a move as [Board.Text] returns it. With ParseMove it makes the game a [ply.Notation].
func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, g.board.Text(m)...) }

// ParseMove returns the legal move with a text.
func (g *Game) ParseMove(text string) (Move, error) {
	for _, m := range g.Moves(nil) {
		if g.board.Text(m) == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("move %.20q: not legal", text)
}
