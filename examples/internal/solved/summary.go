package solved

import (
	"fmt"

	"github.com/ply-search/ply/search/retrograde"
)

// A Summary is what solve says of a game. Wins, draws and losses are those of the side to move.
type Summary struct {
	Positions uint64  `json:"positions"`
	Value     int     `json:"value"` // of the start, for the first player
	Plies     int     `json:"plies"` // to the end, 0 in a draw
	Wins      uint64  `json:"wins"`
	Draws     uint64  `json:"draws"`
	Losses    uint64  `json:"losses"`
	Longest   int     `json:"longest"` // the most plies to a forced end
	Bytes     uint64  `json:"bytes"`   // of memory
	Seconds   float64 `json:"seconds"`
}

// Summarize sums up what was found.
func Summarize(s *retrograde.Solution) Summary {
	sum := Summary{s.Positions, Sign(s.Start), Plies(s.Start), s.Wins, s.Draws, s.Losses, 0, uint64(s.Memory), s.Elapsed.Seconds()}
	for _, r := range s.Rows {
		sum.Longest = max(sum.Longest, r.Plies)
	}
	return sum
}

// Add counts a number of positions with a value.
func (s *Summary) Add(v retrograde.Value, positions uint64) {
	s.Positions += positions
	switch Sign(v) {
	case 1:
		s.Wins += positions
	case 0:
		s.Draws += positions
	default:
		s.Losses += positions
	}
}

// Text writes the summary of a game, whose first player has a name.
func (s *Summary) Text(game, first string) string {
	result := "nobody can force a win"
	switch s.Value {
	case 1:
		result = fmt.Sprintf("%s wins in %s", first, plies(s.Plies))
	case -1:
		result = fmt.Sprintf("%s loses in %s", first, plies(s.Plies))
	}
	return fmt.Sprintf("%s: %s.\n%d positions: the side to move wins %d, loses %d, and %d are drawn. The longest win takes %s.",
		game, result, s.Positions, s.Wins, s.Losses, s.Draws, plies(s.Longest))
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// Each calls visit with each index that has a value.
func Each(t interface {
	Indices() uint64
	Read(first uint64, dst []retrograde.Value) error
}, visit func(index uint64, v retrograde.Value) error) error {
	return EachFrom(t, 0, t.Indices(), visit)
}

// EachFrom is [Each] for the indices from first to before end.
func EachFrom(t interface {
	Read(first uint64, dst []retrograde.Value) error
}, first, end uint64, visit func(index uint64, v retrograde.Value) error) error {
	block := make([]retrograde.Value, 1<<12)
	for first < end {
		part := block[:min(uint64(len(block)), end-first)]
		if err := t.Read(first, part); err != nil {
			return err
		}
		for i, v := range part {
			if v.Plies == retrograde.Absent {
				continue
			}
			if err := visit(first+uint64(i), v); err != nil {
				return err
			}
		}
		first += uint64(len(part))
	}
	return nil
}
