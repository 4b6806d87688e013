package mcts

import (
	"slices"

	"github.com/ply-search/ply/transposition"
)

const mostReplies = 2

// replies hold, after one move or two, the reply that a player last won with, until it loses (last good reply with
// forgetting, Drake 2009; Baier and Drake 2010). The rest of the policy replaces replies that cannot be played.
type replies[M comparable] struct {
	tables [][]answer[M] // after one move, after two
}

// An answer is the reply to the moves of a key, or none if key is 0.
type answer[M comparable] struct {
	key  uint64
	move M
}

// replyEntries is the size of a table, a power of two. A later reply replaces a colliding one.
const replyEntries = 1 << 14

func newReplies[M comparable](moves int) *replies[M] {
	r := &replies[M]{}
	for range moves {
		r.tables = append(r.tables, make([]answer[M], replyEntries))
	}
	return r
}

// keyAfter returns a nonzero key for a player's reply to the last n moves of a line.
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
