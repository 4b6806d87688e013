package alphabeta

import "math"

// In a search to a depth, an entry holds on every path that has none of the positions visited for it, if its own path
// had none either. The search therefore notes for each position the time of its last visit, as a number of nodes. The
// positions visited for an entry were visited between two times, or for older entries that it rests on. The entry
// therefore holds on a path whose positions were all last visited before the first of these times, or not at all before
// this path. This is conservative: other positions were visited in that time as well, and several positions share a
// note. The levels of the repetitions found after a position tell whether its own path had any of them.
//
// In Los Alamos chess keys by path alone cost 19 % of the nodes to depth 7, and these entries save most of that; in
// endgames with few pieces they save half of the nodes.

// These entries, of 3.7 MB, pay from a number of nodes on. (Variables for the tests.)
var (
	independentFrom = 10_000
	noteBits        = 18 // binary logarithm of the number of notes
	recordBits      = 16 // binary logarithm of the number of records
)

const unknownTime = 0

// An independence stores the entries that hold on all paths with few exceptions. It is for one goroutine.
type independence struct {
	dependence
	wanted  bool     // there is a table, and no position before the start was repeated
	visits  []int    // when positions were last visited, by their hashes
	records []record // by their keys
	begun   int      // the number of nodes when notes began
}

// A dependence tells on which visits and repetitions the values of positions depend.
type dependence struct {
	since int // visits from this time on, or unknownTime
	first int // the level of the first position that was repeated; -1 if before the start
}

// A record is an entry that holds on all paths without a position visited since a time.
type record struct {
	key   uint64
	entry entry
	since int
}

// note returns the note of the last visit of a position. Several positions share it.
func (d *independence) note(key uint64) *int { return &d.visits[key*0x9e3779b97f4a7c15>>(64-noteBits)] }

// visited returns when a position, or another with the same note, was last visited.
func (d *independence) visited(key uint64) int {
	if d.visits == nil {
		return unknownTime
	}
	return *d.note(key)
}

// visit notes a visit of the position at a level after this number of nodes.
func (h *history) visit(level, nodes int) {
	if !h.wanted || h.visits == nil && nodes < independentFrom {
		return
	}
	if h.visits == nil {
		h.visits, h.records, h.begun = make([]int, 1<<noteBits), make([]record, 1<<recordBits), nodes
	}
	*h.note(h.places[level].key) = nodes
}

// repeat notes that the position at level first is repeated; -1 means one before the start. Such a draw may follow from
// another rule, such as the fifty-move rule, that depends on more than the positions before.
func (d *independence) repeat(first int) {
	if d.first = min(d.first, first); first < 0 {
		d.visits, d.records, d.wanted = nil, nil, false
	}
}

func (d *independence) restOn(since int) { d.since = min(d.since, since) }

// begin begins the dependence of a position after this number of nodes, and returns the one before.
func (d *independence) begin(nodes int) (outer dependence) {
	outer, d.dependence = d.dependence, dependence{since: nodes, first: math.MaxInt}
	return outer
}

// recordOf returns the record of a position if it holds on the present path, or nil.
func (h *history) recordOf(v *node) *record {
	if h.records == nil {
		return nil
	}
	r := &h.records[v.anyPath>>(64-recordBits)]
	if r.key != v.anyPath || r.since <= h.places[v.level-1].lastVisit {
		return nil
	}
	return r
}

// record ends the dependence of a position, and keeps its entry if it holds on other paths under its own key.
func (h *history) record(v *node, e entry, ownKey bool) {
	d := h.dependence
	h.since, h.first = min(v.outer.since, d.since), min(v.outer.first, d.first)
	if h.records != nil && d.since >= h.begun && d.first >= v.level && ownKey {
		h.records[v.anyPath>>(64-recordBits)] = record{v.anyPath, e, d.since}
	}
}
