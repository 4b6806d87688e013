package alphabeta

import (
	"github.com/ply-search/ply/transposition"
)

// In a search to a depth, what was found of a position holds on another line if nothing that was visited for it is on that
// line, nor was on the line on which it was found. For the former, a search notes when it last visited each position, by the
// number of its nodes: what was found in the meantime from one node to another, by entries of no earlier time, holds on all
// lines with no position that was visited in that time. For the latter, it notes how far back repetitions went. (The rule is
// cautious: what was visited in that time need not have been visited for this position, and several positions share a note.)
//
// In Los Alamos chess that saves all the nodes that keys by line cost, in endgames with few pieces half of them.

// The memory for that, 900 kB, is worth while from a number of nodes on. (These are variables for the tests.)
var (
	independentFrom = 1000
	noteBits        = 16 // of the number of notes of visits
	recordBits      = 14 // of the number of records
)

// An independence is what a search has found that holds on all lines but some. It is for one goroutine.
type independence struct {
	dependence
	visits  []int    // when positions were last visited, by their hashes
	records []record // by their keys
	begun   int      // the number of nodes when notes began
}

// A dependence tells what was found depends on.
type dependence struct {
	since int // visits from this time on; 0 means not known
	first int // how many moves from the start the first position is that was repeated; -1 if before the start
}

// A record is an entry that holds on all lines without a position that was visited since that time.
type record struct {
	key   uint64
	entry transposition.Entry
	since int
}

// lastVisit returns when a position was last visited, or another.
func (d *independence) lastVisit(key uint64) int {
	if d.visits == nil {
		return 0
	}
	return d.visits[key*0x9e3779b97f4a7c15>>(64-noteBits)]
}

// visit notes that the present position, at moves from the start, is visited.
func (s *negamax[M]) visit(at int) {
	if s.visits == nil {
		if s.table == nil || s.stats.Nodes < independentFrom || s.begun < 0 {
			return
		}
		s.visits, s.records, s.begun = make([]int, 1<<noteBits), make([]record, 1<<recordBits), s.stats.Nodes
	}
	s.visits[s.levels[at].here.key*0x9e3779b97f4a7c15>>(64-noteBits)] = s.stats.Nodes
}

// repeats notes that the position at first moves from the start is repeated, or for -1 one before the start. Then what the
// game calls a draw may be one by another rule, such as the fifty-move rule, that depends on more than the positions before.
func (s *negamax[M]) repeats(first int) {
	s.first = min(s.first, first)
	if first < 0 {
		s.visits, s.records, s.begun = nil, nil, -1
	}
}

// recordOf returns the record of a position that holds on the present line, or nil.
func (s *negamax[M]) recordOf(v *visit) *record {
	if s.records == nil || v.at == 0 || s.unbounded {
		return nil
	}
	r := &s.records[v.anyLine>>(64-recordBits)]
	if r.key != v.anyLine || r.since <= s.levels[v.at-1].here.seen {
		return nil
	}
	return r
}

// record keeps what was found of a position whose moves were searched, if it holds on other lines, too.
func (s *negamax[M]) record(v *visit, entry transposition.Entry) {
	d := s.dependence
	s.since, s.first = min(v.outer.since, d.since), min(v.outer.first, d.first)
	if s.records != nil && d.since >= s.begun && d.first >= v.at && s.images == nil {
		s.records[v.anyLine>>(64-recordBits)] = record{v.anyLine, entry, d.since}
	}
}
