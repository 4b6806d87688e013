package puct

import (
	"fmt"

	"github.com/ply-search/ply"
)

// A slot is what one simulation at a time uses: a replica of the game, and the path from the root.
type slot[G any, M comparable] struct {
	leaf    Leaf[G, M]
	game    ply.AdversarialGame[M] // that of the leaf
	bounder ply.Bounder            // the same; nil unless Options.Bounds asks it
	path    []step[M]
	played  int   // moves of the path that are played on the game
	pending bool  // the evaluation of the leaf is awaited
	holds   bool  // the simulation holds the lock of the tree
	side    uint8 // to move in the leaf
	low     int16 // what the game knows of the value of the leaf, on the scale of outcomes
	high    int16
	ahead   []outlook // of the first moves of the leaf, as far as they were looked at
	replies []M       // room
	priors  []float32 // room for those of the leaf
}

// A step is a move chosen in the tree.
type step[M comparable] struct {
	node, arc uint32
	move      M
}

// An outlook is what the game knows of a move.
type outlook struct {
	low, high int16  // of its result
	node      uint32 // what stands for the position that it leads to, in the place of a node
}

// undo takes back what is played on the game.
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
