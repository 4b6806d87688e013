package search

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// A traveller takes a game from one node of a search tree to another by the shortest way: back to their last common
// node, and on from there. Nodes have numbers, parents and moves; positions are not stored.
//
// A step from a node to its child takes constant time, other ways time in proportion to their length.
type traveller[M comparable] struct {
	game ply.Game[M]
	line []step[M] // from the start to the present position
	way  []step[M] // scratch

	// places is the index on the line of a node. It is valid only if line[places[node]] has that node.
	places []uint32
}

type step[M comparable] struct {
	node int
	move M
}

const noNode = -1

// travel takes the game to a node. parent returns the parent of a node and the move between them, which must not change
// while the node is on the line. It is not called for the start, node 0.
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

func (t *traveller[M]) undo() {
	last := len(t.line) - 1
	t.game.Undo(t.line[last].move)
	t.line = t.line[:last]
}

func (t *traveller[M]) playing() string {
	moves := []M{}
	for _, s := range t.line {
		moves = append(moves, s.move)
	}
	return fmt.Sprint(moves)
}

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
