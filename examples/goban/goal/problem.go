package goal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli/textfile"
)

// A Problem asks whether two strings can be connected or disconnected by the colour that moves first. Files have one
// JSON object a line.
type Problem struct {
	Number int      `json:"problem"`
	Source string   `json:"source"`
	Size   int      `json:"size"`
	Black  []string `json:"black"` // points such as Q4
	White  []string `json:"white"`
	Goal   string   `json:"goal"` // "connect" or "disconnect"
	Stones []string `json:"stones"`

	// The settled answer, if any: whether the goal can be reached, and the moves that reach it. Moves is also empty if
	// any move will do.
	Achievable *bool    `json:"achievable"`
	Moves      []string `json:"moves"`
	Disputed   bool     `json:"disputed"` // experts do not agree on the answer
}

// The goals of a Problem.
const (
	ToConnect    = "connect"
	ToDisconnect = "disconnect"
)

// Position returns the board of the problem, with the colour to move that wants to reach the goal, and the two stones.
func (p *Problem) Position() (b *goban.Board, stones [2]Point, err error) {
	if b, err = goban.New(p.Size, goban.Rules{}); err != nil {
		return nil, stones, err
	}
	for i, names := range [2][]string{p.Black, p.White} {
		for _, name := range names {
			at, err := b.Parse(name)
			if err == nil {
				err = b.Place(goban.Color(i+1), at)
			}
			if err != nil {
				return nil, stones, err
			}
		}
	}
	if len(p.Stones) != 2 {
		return nil, stones, fmt.Errorf("%d stones, want the 2 to %s", len(p.Stones), ToConnect)
	}
	for i, name := range p.Stones {
		if stones[i], err = b.Parse(name); err != nil {
			return nil, stones, err
		}
	}
	switch color := b.At(stones[0]); p.Goal {
	case ToConnect:
		b.SetToMove(color)
	case ToDisconnect:
		b.SetToMove(color.Opponent())
	default:
		return nil, stones, fmt.Errorf("goal %.20q, want %s or %s", p.Goal, ToConnect, ToDisconnect)
	}
	for _, s := range stones {
		if err := stone(b, s); err != nil {
			return nil, stones, err
		}
	}
	if b.At(stones[0]) != b.At(stones[1]) {
		return nil, stones, fmt.Errorf("%s and %s are of different colours", p.Stones[0], p.Stones[1])
	}
	return b, stones, nil
}

// Right reports whether an answer, with the move that reaches the goal, is the settled one.
func (p *Problem) Right(achievable bool, move string) bool {
	return p.Achievable != nil && *p.Achievable == achievable &&
		(!achievable || len(p.Moves) == 0 || slices.ContainsFunc(p.Moves, func(m string) bool { return strings.EqualFold(m, move) }))
}

// ReadProblems reads a file of problems and skips empty lines. An error names the line.
func ReadProblems(r io.Reader) ([]Problem, error) {
	var problems []Problem
	err := textfile.Each(r, func(_ int, text string) error {
		if text == "" {
			return nil
		}
		var p Problem
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			return err
		}
		if _, _, err := p.Position(); err != nil {
			return fmt.Errorf("problem %d: %w", p.Number, err)
		}
		problems = append(problems, p)
		return nil
	})
	if err == nil && len(problems) == 0 {
		err = errors.New("no problems")
	}
	return problems, err
}
