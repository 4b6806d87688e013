package game

import "fmt"

// Solo is a game of one player without chance. It is a [ply.Puzzle], solved where a match ends with the best goal that
// the description has, usually 100, and a [ply.Scorer] by its goals.
type Solo struct{ position }

// NewSolo returns a game at its start, or an error if it has several players or a role random.
func NewSolo(r *Rules) (*Solo, error) {
	if len(r.roles) != 1 || r.Random >= 0 {
		return nil, fmt.Errorf("game: %d players and a role random: %t; want one player alone", len(r.roles), r.Random >= 0)
	}
	return &Solo{newPosition(r, false)}, nil
}

// Solved tells whether the match has ended with the best goal.
func (s *Solo) Solved() bool {
	return s.finished() && s.Rules.best[s.roles[0]] > 0 && s.goal(0) == s.Rules.best[s.roles[0]]
}

// Score returns the goal of the player in the present position, which is 0 where the description states none.
func (s *Solo) Score() float64 { return float64(s.goal(0)) }

// Clone returns a copy.
func (s *Solo) Clone() *Solo { return &Solo{s.clone()} }
