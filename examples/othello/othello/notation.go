package othello

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/internal/cli/textfile"
)

// String returns the square, as in "D3", or "pass".
func (m Move) String() string {
	if m == Pass {
		return "pass"
	}
	return string([]byte{'A' + byte(m%size), '1' + byte(m/size)})
}

// ParseMove parses a square, as in "D3" or "d3", or "pass" or "PA".
func ParseMove(text string) (Move, error) {
	lower := strings.ToLower(text)
	if lower == "pass" || lower == "pa" {
		return Pass, nil
	}
	if len(lower) != 2 || lower[0] < 'a' || lower[0] > 'h' || lower[1] < '1' || lower[1] > '8' {
		return 0, fmt.Errorf("move %.20q: want a square, as in D3, or pass", text)
	}
	return Move(lower[1]-'1')*size + Move(lower[0]-'a'), nil
}

func (g *Game) AppendMove(dst []byte, m Move) []byte { return append(dst, m.String()...) }

// ParseMove parses a legal move, as the function ParseMove does.
func (g *Game) ParseMove(text string) (Move, error) {
	m, err := ParseMove(text)
	if err == nil && !g.IsLegal(m) {
		err = fmt.Errorf("move %v is illegal", m)
	}
	return m, err
}

// ParseBoard parses a position: 64 squares from A1 to H1, A2 to H2 and so on, X for black discs, O for white discs and - or .
// for none, and X or O for the side to move.
func ParseBoard(board, side string) (*Game, error) {
	if n := len(board); n != squares {
		return nil, fmt.Errorf("a board of %d squares: want %d", n, squares)
	}
	var discs [2]bitboard
	for i, c := range []byte(board) {
		switch c {
		case 'X', 'x', '*':
			discs[Black] |= 1 << i
		case 'O', 'o':
			discs[White] |= 1 << i
		case '-', '.':
		default:
			return nil, fmt.Errorf("square %v is %q: want X, O or -", Move(i), c)
		}
	}
	if (start.own|start.other)&^(discs[Black]|discs[White]) != 0 {
		return nil, fmt.Errorf("%d black and %d white discs, and an empty square among the four in the centre, which have discs from the start",
			discs[Black].count(), discs[White].count())
	}
	sign := strings.Index("XxOo*", side)
	if len(side) != 1 || sign < 0 {
		return nil, fmt.Errorf("side to move %.20q: want X or O", side)
	}
	mover := sign / 2 % 2
	return &Game{position: position{own: discs[mover], other: discs[1-mover], side: uint8(mover)}}, nil
}

func (g *position) discsOf(side int) bitboard {
	if side == int(g.side) {
		return g.own
	}
	return g.other
}

// Board returns the 64 squares as ParseBoard reads them.
func (g *Game) Board() string {
	var board [squares]byte
	black, white := g.discsOf(Black), g.discsOf(White)
	for i := range board {
		board[i] = "-XO"[black>>i&1|white>>i&1<<1]
	}
	return string(board[:])
}

// String draws the board, with * where the side to move can play.
func (g *Game) String() string {
	var b strings.Builder
	board, places := []byte(strings.ReplaceAll(g.Board(), "-", ".")), placesFor(g.own, g.other)
	for ; places != 0; places &= places - 1 {
		board[places.first()] = '*'
	}
	b.WriteString("  A B C D E F G H\n")
	for y := range size {
		fmt.Fprintf(&b, "%d %s\n", y+1, strings.Join(strings.Split(string(board[y*size:(y+1)*size]), ""), " "))
	}
	fmt.Fprintf(&b, "X %d, O %d, %c to move\n", g.Discs(Black), g.Discs(White), "XO"[g.side])
	return b.String()
}

// A Record is a game: its first position and its moves.
type Record struct {
	Board, Side string // of the first position, as for ParseBoard
	Moves       []Move
}

func NewRecord() Record { return New().recordFrom() }

func (g *Game) recordFrom() Record { return Record{Board: g.Board(), Side: "XO"[g.side : g.side+1]} }

// Position returns the position after the first n moves. Its error names the first illegal move.
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

func (g *Game) IsLegal(m Move) bool {
	places := placesFor(g.own, g.other)
	if m == Pass {
		return places == 0 && placesFor(g.other, g.own) != 0
	}
	return m < squares && places>>m&1 != 0
}

// String writes the moves in a line, as in "D3 C5 F6".
func (r *Record) String() string { return strings.Trim(fmt.Sprint(r.Moves), "[]") }

// ParseRecord parses the moves of a game from the start, with or without white space and move numbers (1. or 1). Its error
// names the move that is malformed or illegal.
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

// ReadRecords reads games, one a line, as ParseRecord or ParseGGF does. As in the archives of servers, a line may begin with
// the number of its games. Empty lines are skipped. Errors name the line.
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

// ParseGGF parses a game in the Generic Game Format of servers and boards: BO[8 squares side] is the first position, with *
// for black discs, and B[move/...] and W[move/...] are the moves, with PA for a pass.
func ParseGGF(text string) (Record, error) {
	r, _, err := parseGGF(text)
	return r, err
}

var errForeign = errors.New("a game that does not begin with (;GM[Othello]")

// parseGGF parses a game, and returns the text after it.
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

// A Problem is a position of an endgame suite with the known values of its moves.
type Problem struct {
	*Game
	Line   int   // in the file
	Scores []int // of the moves in the file, exact, in discs for the side that plays them
}

// ReadProblems reads positions, one a line: the 64 squares and the side to move as for [ParseBoard], a semicolon, and then,
// if known, moves with scores, as in "A2:+38; C7:-2;". It skips other operations of an extended position description, such
// as id "FFO 40";, comments after %, empty lines, and lines that begin with # or %. Errors name the line.
func ReadProblems(r io.Reader) ([]Problem, error) {
	var problems []Problem
	err := textfile.Each(r, func(line int, text string) error {
		if text == "" || text[0] == '#' || text[0] == '%' {
			return nil
		}
		problems = append(problems, Problem{Line: line})
		return problems[len(problems)-1].parse(text)
	})
	return problems, err
}

func (p *Problem) parse(text string) (err error) {
	position, rest, _ := strings.Cut(text, ";")
	fields := strings.Fields(position)
	if len(fields) != 2 {
		return fmt.Errorf("position %.80q: want 64 squares, a space and the side to move", position)
	}
	if p.Game, err = ParseBoard(fields[0], fields[1]); err != nil {
		return err
	}
	operations, err := epd.Parse(rest)
	for _, o := range operations {
		if _, err := ParseMove(o.Code); err != nil && o.IsWord() && o.Operands != "" {
			continue
		}
		text := strings.TrimSpace(o.Code + " " + o.Operands)
		move, value, found := strings.Cut(text, ":")
		score, err := strconv.Atoi(value)
		if !found || err != nil || score < -squares || score > squares {
			return fmt.Errorf("score %.40q: want a move, a colon and a number from -64 to +64", text)
		}
		m, err := ParseMove(move)
		if err != nil {
			return err
		}
		if !p.IsLegal(m) {
			return fmt.Errorf("score %.40q: move %v is illegal", text, m)
		}
		p.Scores = append(p.Scores, score)
	}
	return err
}
