package atarigo

import (
	"context"
	"time"

	"github.com/ply-search/ply"
)

// Choose returns a move to play: one that wins, if it is found in about the given time; otherwise, of the moves that do
// not lose by a sequence of ataris, the one after which the model of positions gives the enemy the worst odds. It also
// says why. The position must not be finished. A context that is cancelled gives some legal move.
func Choose(ctx context.Context, g *Game, limit time.Duration) (m Point, why string, err error) {
	moves := g.Moves(nil)
	if len(moves) == 1 {
		return moves[0], "it is the only move", nil
	}
	r, err := Solve(ctx, g, ply.Limits{Time: limit}, SolverOptions{TableEntries: 1 << 20, Memory: 1 << 18})
	if err != nil {
		return noMove, "", err
	}
	if r.HasMove() {
		return r.Move, "it wins", nil
	}
	why = "it looks best"
	if r.Winner == 1-g.side {
		why = "all moves lose"
	}
	look := NewRelevant(g.Clone(), 1<<12)
	best := -1
	m = moves[0]
	for _, move := range moves {
		if g.captures(1 << move) {
			return move, "it captures", nil
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
	return m, why, nil
}
