package search

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// A traveller takes a game from one node of a search tree to another by the shortest way: it goes
// back to where their lines part, and on from there. Searches that jump about keep no positions, only
// moves: a node is its number, and a parent and a move lead to it.
//
// A step from a node to its child takes constant time, any other as long as the way is.
type traveller[M comparable] struct {
	game ply.Game[M]
	line []step[M] // from the start to where the game is
	way  []step[M] // scratch

	// places tells where on the line a node is. It is true only if line[places[node]] has that node: what it
	// tells of nodes that have left the line is old.
	places []uint32
}

// A step is a node and the move that leads to it from the node before.
type step[M comparable] struct {
	node int
	move M
}

// noNode stands for a position that has no number yet.
const noNode = -1

// travel takes the game to a node. parent returns the node before another and the move between them, which must
// not change while the node is on the line. It is not called for the start, which is node 0.
func (t *traveller[M]) travel(node int, parent func(int) (int, M)) {
	t.way = t.way[:0]
	common := t.placeAfter(node)
	for common < 0 {
		before, m := parent(node)
		t.way = append(t.way, step[M]{node, m})
		node = before
		common = t.placeAfter(node)
	}
	for len(t.line) > common {
		t.undo()
	}
	for _, s := range slices.Backward(t.way) {
		t.play(s.node, s.move)
	}
}

// placeAfter returns the number of moves of the line up to a node, or -1 if the node is not on the line.
func (t *traveller[M]) placeAfter(node int) int {
	if node == 0 {
		return 0
	}
	if node < len(t.places) {
		if place := int(t.places[node]); place < len(t.line) && t.line[place].node == node {
			return place + 1
		}
	}
	return -1
}

// play plays the move that leads to a node.
func (t *traveller[M]) play(node int, m M) {
	if node >= len(t.places) {
		t.places = append(t.places, make([]uint32, node+1-len(t.places))...)
	}
	if node != noNode {
		t.places[node] = uint32(len(t.line))
	}
	t.line = append(t.line, step[M]{node, m})
	t.game.Play(m)
}

// undo takes the last move back.
func (t *traveller[M]) undo() {
	last := len(t.line) - 1
	t.game.Undo(t.line[last].move)
	t.line = t.line[:last]
}

// playing returns the moves that are played, or being played or taken back.
func (t *traveller[M]) playing() string {
	moves := []M{}
	for _, s := range t.line {
		moves = append(moves, s.move)
	}
	return fmt.Sprint(moves)
}

// lineTo returns the moves from the start to a node.
func lineTo[M comparable](node int, parent func(int) (int, M)) []M {
	line := []M{}
	for node != 0 {
		before, m := parent(node)
		line = append(line, m)
		node = before
	}
	slices.Reverse(line)
	return line
}
