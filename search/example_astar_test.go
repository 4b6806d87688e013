package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Knight is a knight on a chessboard that wants to go from one corner to the opposite one.
type Knight struct{ x, y int }

// A Leap tells how far a move goes in both directions.
type Leap struct{ x, y int }

func (k *Knight) Moves(dst []Leap) []Leap {
	if k.Solved() {
		return dst
	}
	for _, leap := range []Leap{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		if x, y := k.x+leap.x, k.y+leap.y; 0 <= x && x < 8 && 0 <= y && y < 8 {
			dst = append(dst, leap)
		}
	}
	return dst
}

func (k *Knight) Play(leap Leap) { k.x, k.y = k.x+leap.x, k.y+leap.y }
func (k *Knight) Undo(leap Leap) { k.x, k.y = k.x-leap.x, k.y-leap.y }
func (k *Knight) Solved() bool   { return k.x == 7 && k.y == 7 }
func (k *Knight) Hash() uint64   { return transposition.Mix(uint64(k.x)<<8 | uint64(k.y)) }

// Estimate is a lower bound: a move comes nearer by at most three squares, in both directions together.
func (k *Knight) Estimate() int { return (7 - k.x + 7 - k.y + 2) / 3 }

func ExampleAStar() {
	result, err := search.AStar(context.Background(), new(Knight), ply.Limits{}, search.PathOptions[Leap]{})
	fmt.Println(result.Status, result.Cost, err)
	fmt.Println(result.Line)
	// Output:
	// solved 6 <nil>
	// [{2 1} {1 2} {1 2} {1 2} {1 -2} {1 2}]
}
