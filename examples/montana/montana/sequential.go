package montana

import "fmt"

// Sequential is a game of variant Base as a [block.Sequential]. Each gap is a sub-game, since only one card can fill it
// (Helmstetter 2007, section 3.3), unlike gaps in the first column of variant Common. Moves played on one are played on
// the other.
type Sequential struct{ *Game }

// Sequential returns the game with its gaps as sub-games, or an error unless its variant is Base.
func (g *Game) Sequential() (Sequential, error) {
	if g.variant != Base {
		return Sequential{}, fmt.Errorf("montana: in variant %v gaps are not sub-games, want %v", g.variant, Base)
	}
	return Sequential{g}, nil
}

// Clone returns a copy with a separate position.
func (s Sequential) Clone() Sequential { return Sequential{s.Game.Clone()} }

// CopyFrom makes s a copy of another.
func (s Sequential) CopyFrom(other Sequential) { s.Game.CopyFrom(other.Game) }

// Subgames returns the number of gaps.
func (s Sequential) Subgames() int { return len(s.gaps) }

// Next returns the move that fills gap x.
func (s Sequential) Next(x int) (m Move, ok bool) {
	to := s.where[s.gaps[x]]
	card := s.board[to-1] + 1
	from := s.where[card]
	return makeMove(card, from, to), from != 0
}

// Watched appends the cell on the left of gap x. The card that fills the gap needs no watch: no other gap can take it.
func (s Sequential) Watched(x int, dst []int32) []int32 {
	return append(dst, int32(s.where[s.gaps[x]])-1)
}

// Changed appends the two cells that m changes.
func (s Sequential) Changed(m Move, dst []int32) []int32 {
	return append(dst, int32(m.from()), int32(m.to()))
}

// HashChange returns the difference that m makes to the hash.
func (s Sequential) HashChange(m Move) uint64 { return s.change(m) }
