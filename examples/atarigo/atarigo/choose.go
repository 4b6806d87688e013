package atarigo

import (
	"context"

	"github.com/ply-search/ply"
)

// Choose returns a move to play: one that wins, if it is found within the limits; otherwise, of the moves that do not lose by a
// sequence of ataris, the one after which the model of positions gives the enemy the worst odds. value is 1 if the move wins, -1 if
// all moves lose, and 0 if neither is known. The position must not be finished. A context that ends gives some legal move.
func Choose(ctx context.Context, g *Game, limits ply.Limits) (m Point, value int, err error) {
	moves := g.Moves(nil)
	if len(moves) == 1 {
		return moves[0], 0, nil
	}
	r, err := Solve(ctx, g, limits, SolverOptions{TableEntries: 1 << 20, Memory: 1 << 18})
	if err != nil {
		return noMove, 0, err
	}
	if r.HasMove() {
		return r.Move, 1, nil
	}
	if r.Winner == 1-g.side {
		value = -1
	}
	look := NewRelevant(g.Clone(), 1<<12)
	best := -1
	m = moves[0]
	for _, move := range moves {
		if g.captures(1 << move) {
			return move, 1, nil
		}
		look.Play(move)
		mine, theirs := look.FirstNumbers()
		look.Undo(move)
		// What the enemy finds easy to prove is bad; a settled loss is the worst.
		score := 1<<20 + mine - theirs
		if mine == 0 {
			score = 0
		}
		if score > best {
			best, m = score, move
		}
	}
	return m, value, nil
}
