package threat_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/threat"
)

// A Shore is a row of points on which two sides place stones.
type Shore struct {
	stones []byte // '.' for none, 'x' of the attacker, 'o' of the defender
	side   int
}

func (s *Shore) Moves(dst []int) []int {
	for p, stone := range s.stones {
		if stone == '.' {
			dst = append(dst, p)
		}
	}
	return dst
}

func (s *Shore) Play(p int)      { s.stones[p] = "xo"[s.side]; s.side = 1 - s.side }
func (s *Shore) Undo(p int)      { s.stones[p] = '.'; s.side = 1 - s.side }
func (s *Shore) Pass() bool      { s.side = 1 - s.side; return true }
func (s *Shore) Unpass()         { s.side = 1 - s.side }
func (s *Shore) Attacking() bool { return s.side == 0 }
func (s *Shore) Acyclic() bool   { return true }

func (s *Shore) Hash() uint64 {
	h := uint64(s.side)
	for _, stone := range s.stones {
		h = h*31 + uint64(stone)
	}
	return h
}

func (s *Shore) TraceMove(p, _ int, trace *dependency.Trace) { trace.Add(int32(p)) }

func (s *Shore) Replies(_ int, trace *dependency.Trace, dst []int) []int {
	for _, p := range s.Moves(nil) {
		if trace.Has(int32(p)) {
			dst = append(dst, p)
		}
	}
	return dst
}

// A Landing is the goal of a stone on one of two points of a shore.
type Landing struct {
	*Shore
	points [2]int
}

func (l Landing) Standing(_ int, trace *dependency.Trace) threat.Standing {
	standing := threat.Lost
	for _, p := range l.points {
		switch l.stones[p] {
		case 'x':
			trace.Add(int32(p))
			return threat.Won
		case '.':
			standing = threat.Open
		}
	}
	return standing
}

func (l Landing) Attacks(_ int, dst []int) []int {
	for _, p := range l.points {
		if l.stones[p] == '.' {
			dst = append(dst, p)
		}
	}
	return dst
}

// Each landing is won by itself: if one of its points is taken, the other is left. Together they are won only if they
// do not share a point.
func ExamplePair() {
	ctx := context.Background()
	for _, second := range [][2]int{{2, 3}, {1, 2}} {
		shore := &Shore{stones: []byte("...."), side: 1}
		pair, err := threat.NewPair(Landing{shore, [2]int{0, 1}}, Landing{shore, second}, ply.Limits{}, threat.PairOptions{Threat: threat.Threat{1}})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := alphabeta.AlphaBeta(ctx, pair, ply.Limits{}, alphabeta.Options[int]{Window: [2]int{-1, 1}})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(pair.Known(), result.Value, result.Line)
	}
	// Output:
	// won -1 []
	// open 1 [1]
}
