package mcts

import (
	"slices"

	"github.com/ply-search/ply/transposition"
)

// mostReplies is the most moves that a reply can depend on.
const mostReplies = 2

// replies remember, after one move or two, the reply that a player last won with, and forget it when it loses (last
// good reply with forgetting, Drake 2009; Baier and Drake 2010). Replies that a playout cannot play are left to the
// rest of the policy.
type replies[M comparable] struct {
	tables [][]answer[M] // after one move, after two
}

// An answer is a reply to the moves of a key; none if that is 0.
type answer[M comparable] struct {
	key  uint64
	move M
}

// replyEntries is the number of replies in a table, a power of two. Where two have the same place, the later one stays.
const replyEntries = 1 << 14

func newReplies[M comparable](moves int) *replies[M] {
	r := &replies[M]{}
	for range moves {
		r.tables = append(r.tables, make([]answer[M], replyEntries))
	}
	return r
}

// keyAfter returns a key that is not 0 for a player's reply to the last n moves of a line.
func keyAfter[M comparable](line []playedMove[M], player, n int) uint64 {
	key := uint64(player + 1)
	for _, l := range line[len(line)-n:] {
		key = transposition.Mix(key ^ uint64(uint32(l.number+2))<<8)
	}
	return key | 1
}

func (r *replies[M]) pick(line []playedMove[M], player int, moves []M) int {
	for n := min(len(r.tables), len(line)); n > 0; n-- {
		key := keyAfter(line, player, n)
		if a := &r.tables[n-1][key>>32&(replyEntries-1)]; a.key == key {
			if i := slices.Index(moves, a.move); i >= 0 {
				return i
			}
		}
	}
	return -1
}

// learn remembers the replies of players that have won, and forgets the replies of players that have lost.
func (r *replies[M]) learn(line []playedMove[M], results []float32) {
	for i, l := range line {
		if l.player < 0 {
			continue
		}
		result := results[l.player]
		for n := 1; n <= min(len(r.tables), i); n++ {
			key := keyAfter(line[:i], int(l.player), n)
			a := &r.tables[n-1][key>>32&(replyEntries-1)]
			switch {
			case result > 0.5:
				*a = answer[M]{key, l.move}
			case result < 0.5 && a.key == key && a.move == l.move:
				a.key = 0
			}
		}
	}
}
