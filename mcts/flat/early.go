package flat

import (
	"context"

	"github.com/ply-search/ply"
)

// listPlayable lists the moves that each side can play at first: its legal moves and, for the other side, the moves that
// are legal after at least half of them. It lists none for the other side if that is never to move next, or when ctx ends.
func (s *search[M]) listPlayable(ctx context.Context, g ply.AdversarialGame[M], legal []M) {
	s.playable[s.side] = legal
	after, counts := 0, map[M]int{}
	var replies, met []M
	for _, m := range legal {
		if ctx.Err() != nil {
			return
		}
		s.line = append(s.line, m)
		g.Play(m)
		if g.ToMove() == 1-s.side {
			replies = g.Moves(replies[:0])
			after += min(1, len(replies))
			for _, r := range replies {
				if counts[r]++; counts[r] == 1 {
					met = append(met, r)
				}
			}
		}
		g.Undo(m)
		s.line = s.line[:0]
	}
	for _, r := range met {
		if 2*counts[r] >= after {
			s.playable[1-s.side] = append(s.playable[1-s.side], r)
		}
	}
}

// early tells, for each side and by the numbers of moves, whether the side can play a move at first. Playouts must not be
// drawn to other moves by their means: a side could play them only where something else had gone well before, such as a
// capture, and the mean says more about the capture. If a side has none, they are not known, and all count.
type early [2][]bool

func (e *early) has(side, number int) bool {
	known := e[side]
	return len(known) == 0 || number < len(known) && known[number]
}
