package search

import "github.com/ply-search/ply"

// A traveller takes a game from one node of a search tree to another by the shortest way: it goes
// back to where their lines part, and on from there. Searches that jump about keep no positions, only
// moves: a node is its number, and a parent and a move lead to it.
type traveller[M comparable] struct {
	game ply.Game[M]
	line []step[M] // from the start to where the game is
	way  []step[M] // scratch
}

// A step is a node and the move that leads to it from the node before.
type step[M comparable] struct {
	node int
	move M
}

// travel takes the game to a node. parent returns the node before another and the move between them,
// and is not asked for the start, which is node 0.
func (t *traveller[M]) travel(node int, parent func(int) (int, M)) {
	t.way = t.way[:0]
	for node != 0 {
		before, m := parent(node)
		t.way = append(t.way, step[M]{node, m})
		node = before
	}
	common := 0
	for common < min(len(t.line), len(t.way)) && t.line[common] == t.way[len(t.way)-1-common] {
		common++
	}
	for i := len(t.line) - 1; i >= common; i-- {
		t.game.Undo(t.line[i].move)
	}
	t.line = t.line[:common]
	for i := len(t.way) - 1 - common; i >= 0; i-- {
		t.game.Play(t.way[i].move)
		t.line = append(t.line, t.way[i])
	}
}

// moves appends the moves from the start to where the game is.
func (t *traveller[M]) moves(dst []M) []M {
	for _, s := range t.line {
		dst = append(dst, s.move)
	}
	return dst
}
