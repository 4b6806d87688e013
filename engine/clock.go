package engine

import (
	"cmp"
	"fmt"
	"time"
)

// A Clock is the time of the player to move. The zero value is no limit.
//
//	Clock{Left: 5 * time.Minute}                                   sudden death
//	Clock{Left: 5 * time.Minute, Increment: 3 * time.Second}       with an increment
//	Clock{Left: 2 * time.Hour, Moves: 40}                          40 moves to go
//	Clock{Left: 10 * time.Minute, Period: 30 * time.Second}        byo-yomi
//	Clock{Period: 2 * time.Second}                                 2 seconds for each move
type Clock struct {
	// Left is the time left until the player has made Moves moves or, if that is 0, for the rest of the game.
	Left  time.Duration
	Moves int

	// Increment is added to Left after each move.
	Increment time.Duration

	// Period is the time for each move after Left is used up. A move that takes less loses nothing.
	Period time.Duration
}

// check returns an error that names the field that is negative, or nil.
func (c Clock) check() error {
	for _, f := range []struct {
		name  string
		value int64
	}{{"Left", int64(c.Left)}, {"Moves", int64(c.Moves)}, {"Increment", int64(c.Increment)}, {"Period", int64(c.Period)}} {
		if f.value < 0 {
			return fmt.Errorf("engine: Clock.%s is %d, want 0 or more", f.name, f.value)
		}
	}
	return nil
}

// An allotment is the time for one move.
type allotment struct {
	usual time.Duration // after which nothing new is begun, such as another depth, if nothing speaks for more or less
	most  time.Duration // at which the search is cut off
	keeps bool          // what is not used is kept for later moves
}

// Shares of the time left.
const (
	mostShare = 5 // the greatest part of the time left for one move is one over this
	mostUsual = 4 // times the usual time
)

// allot returns the time for the next move, if reserve is the time lost between the clock and the player. It returns false if
// there is no limit. moves is the number of moves that the time is to suffice for.
func (c Clock) allot(reserve time.Duration, moves int) (allotment, bool) {
	if c == (Clock{}) {
		return allotment{}, false
	}
	if c.Left <= reserve && c.Period > 0 { // for this move alone
		d := atLeast(c.Period - reserve)
		return allotment{usual: d, most: d}, true
	}
	if c.Moves > 0 {
		moves = min(moves, c.Moves)
	}
	left := atLeast(c.Left - reserve)
	usual := left/time.Duration(moves) + c.Increment*3/4
	most := left / mostShare
	if moves < mostShare {
		most = left / time.Duration(moves)
		if moves > 1 {
			most = left * 2 / time.Duration(moves+1) // two thirds with two moves to go
		}
	}
	most = max(most, min(c.Increment, left))
	if c.Period > 0 { // after the time left there is as much again and again
		usual = max(usual, c.Period*9/10)
		most = max(most, min(left+atLeast(c.Period-reserve), usual*2))
	} else {
		most = min(most, left)
	}
	most = atLeast(min(most, usual*mostUsual))
	return allotment{usual: min(atLeast(usual), most), most: most, keeps: true}, true
}

// atLeast returns a duration in which some search can be done, however little is left.
func atLeast(d time.Duration) time.Duration { return max(d, time.Millisecond) }

// toCome returns the number of moves to divide the time left by. It is greater than the number that is expected to come, since
// games may last longer, and since a move may take several times its share.
func (p *Player[M]) toCome() int {
	const usualMoves, more = 20, 1.5
	all := more * float64(cmp.Or(p.opt.Moves, usualMoves))
	return int(max(all-float64(len(p.played)/2), all/4))
}
