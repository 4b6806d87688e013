package othello

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/internal/cli/textfile"
)

// A Problem is a position of an endgame suite with what is known of its moves.
type Problem struct {
	*Game
	Line   int // in the file
	Scores []MoveScore
}

// A MoveScore is the exact value of the position for the side to move if it plays a move.
type MoveScore struct {
	Move  Move
	Score int
}

// Best returns the greatest of the scores, and whether there are any.
func (p *Problem) Best() (score int, known bool) {
	score = -squares
	for _, s := range p.Scores {
		score = max(score, s.Score)
	}
	return score, len(p.Scores) > 0
}

// ReadProblems reads positions, a line each: the 64 squares and the side to move as [ParseBoard] reads them, then
// a semicolon, and after it, if known, moves with their scores, as in "A2:+38; C7:-2;". Operations of an extended
// position description, such as id "FFO 40"; and what follows % are skipped, and so are empty lines and those that
// begin with # or %. Errors name the line.
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
		p.Scores = append(p.Scores, MoveScore{m, score})
	}
	return err
}
