package engine

import (
	"cmp"
	"fmt"
	"time"
)

// A Clock is the time of the player to move. The zero value means that time is unlimited.
//
//	Clock{Left: 5 * time.Minute}                                   sudden death
//	Clock{Left: 5 * time.Minute, Increment: 3 * time.Second}       with an increment
//	Clock{Left: 2 * time.Hour, Moves: 40}                          40 moves to go
//	Clock{Left: 10 * time.Minute, Period: 30 * time.Second}        byo-yomi
//	Clock{Period: 2 * time.Second}                                 2 seconds for each move
type Clock struct {
	// Left is the time left for the next Moves moves of the player. If Moves is 0, Left is the time left for the rest
	// of the game.
	Left  time.Duration
	Moves int

	// Increment is added to Left after each move.
	Increment time.Duration

	// Period is the time for each move after Left is used up, as in byo-yomi. If a move takes less than Period, the
	// rest of Period is not saved for later moves. A player who completes each move within Period does not lose on
	// time.
	Period time.Duration
}

// check returns an error that names a negative field, or nil.
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
	usual time.Duration // begin nothing new after it, such as another depth, unless the timer decides otherwise
	most  time.Duration // cut the search off
	keeps bool          // whether unused time is kept for later moves
}

// Limits on the time of one move.
const (
	mostShare = 5 // most is at most 1/mostShare of the time left
	mostUsual = 4 // most is at most mostUsual times usual
)

// allot returns the time for the next of a number of moves, or false without a limit. reserve is the time lost in
// transmission.
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
	if c.Period > 0 { // a period follows each time
		usual = max(usual, c.Period*9/10)
		most = max(most, min(left+atLeast(c.Period-reserve), usual*2))
	} else {
		most = min(most, left)
	}
	most = atLeast(min(most, usual*mostUsual))
	return allotment{usual: min(atLeast(usual), most), most: most, keeps: true}, true
}

// atLeast leaves time for some search.
func atLeast(d time.Duration) time.Duration { return max(d, time.Millisecond) }

// toCome returns the number of moves among which the time left is divided. It exceeds the expected number, because
// games may be long and a move may take several times its share.
func (p *Player[M]) toCome() int {
	const usualMoves, more = 20, 1.5
	all := more * float64(cmp.Or(p.opt.Moves, usualMoves))
	return int(max(all-float64(len(p.played)/2), all/4))
}
