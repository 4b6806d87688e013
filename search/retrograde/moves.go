package retrograde

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// A Rated is a legal move with its value: the value of the present position, for the side to move, if this move is
// played.
type Rated[M comparable] struct {
	Move M
	Value
}

// Moves returns the legal moves, each with its value for the side to move according to a table. The best moves come
// first, in the order of [Value.Compare]. Moves of equal value keep the order of the game. If a position after a move
// is not in the table, Moves returns an error.
func Moves[G ply.AdversarialGame[M], M comparable](g G, t Table) (rated []Rated[M], err error) {
	err = guard.Run(func() string { return "the start" }, func() error {
		rated, err = appendRated(g, t, nil)
		return err
	})
	return rated, err
}

func appendRated[M comparable](g ply.AdversarialGame[M], t Table, dst []Rated[M]) ([]Rated[M], error) {
	side := g.ToMove()
	for _, m := range g.Moves(nil) {
		g.Play(m)
		v, err := t.Value(g)
		same := g.ToMove() == side
		g.Undo(m)
		if err != nil {
			return nil, fmt.Errorf("after %v: %w", m, err)
		}
		dst = append(dst, Rated[M]{m, v.Before(same)})
	}
	slices.SortStableFunc(dst, func(a, b Rated[M]) int { return b.Compare(a.Value) })
	return dst, nil
}

// Line returns a line of best play by both sides from the present position, according to a table. The line ends at the
// end of the game, or earlier if it has as many moves as the argument most allows. If the position is a draw, the line
// is empty.
func Line[G ply.AdversarialGame[M], M comparable](g G, t Table, most int) (line []M, err error) {
	err = guard.Run(func() string { return fmt.Sprint(line) }, func() (err error) {
		defer func() {
			for i := len(line) - 1; i >= 0; i-- {
				g.Undo(line[i])
			}
		}()
		var rated []Rated[M]
		for len(line) < most {
			if rated, err = appendRated(g, t, rated[:0]); err != nil || len(rated) == 0 || rated[0].Outcome == 0 {
				return err
			}
			line = append(line, rated[0].Move)
			g.Play(rated[0].Move)
		}
		return nil
	})
	return line, err
}
