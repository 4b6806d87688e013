package puct

import (
	"fmt"

	"github.com/ply-search/ply"
)

// A slot holds the data of one simulation at a time: a replica of the game, and the path from the root.
type slot[G any, M comparable] struct {
	leaf    Leaf[G, M]
	game    ply.AdversarialGame[M] // the game of the leaf
	bounder ply.Bounder            // the same; nil unless Options.Bounds asks it
	path    []step[M]
	played  int   // moves of the path that are played on the game
	pending bool  // the evaluation of the leaf is awaited
	holds   bool  // the simulation holds the lock of the tree
	side    uint8 // to move in the leaf
	low     int16 // the game's bounds of the value of the leaf, on the scale of outcomes
	high    int16
	ahead   []outlook // of the first moves of the leaf, the ones looked at
	replies []M       // room
	priors  []float32 // room for the data of the leaf
}

// A step is a move chosen in the tree.
type step[M comparable] struct {
	node, arc uint32
	move      M
}

// An outlook is the game's knowledge about a move.
type outlook struct {
	low, high int16  // of its result
	node      uint32 // the entry that replaces a node for the position after the move
}

// undo takes back the moves played on the game.
func (s *slot[G, M]) undo() {
	for s.played > 0 {
		s.played--
		s.game.Undo(s.path[s.played].move)
	}
	s.path = s.path[:0]
}

// line returns the moves from the root on, to say where the game has panicked.
func (s *slot[G, M]) line() string {
	moves := make([]M, len(s.path))
	for i, step := range s.path {
		moves[i] = step.move
	}
	return fmt.Sprint(moves)
}
