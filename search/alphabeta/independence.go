package alphabeta

// In a search to a depth, an entry holds on every line that has none of the positions visited for it, if its own line had none
// either. The search therefore notes, for each position, when it was last visited: the number of its nodes at that time. The
// positions visited for an entry were visited between two times, or are those of older entries that it rests on. So it holds
// on a line whose positions were all last visited before the first of these times, or not at all before this line. That is
// cautious: other positions were visited in that time as well, and several positions share a note. How far back the
// repetitions behind a position went tells whether its own line had any of them.
//
// In Los Alamos chess keys by line alone cost 19 % of the nodes to depth 7, and these entries save most of that; in endgames
// with few pieces they save half of the nodes.

// The memory for that, 3.7 MB, is worth while from a number of nodes on. (These are variables for the tests.)
var (
	independentFrom = 10_000
	noteBits        = 18 // of the number of notes of visits
	recordBits      = 16 // of the number of records
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
	entry entry
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
	if s.records == nil || v.at == 0 || s.root.unbounded {
		return nil
	}
	r := &s.records[v.anyLine>>(64-recordBits)]
	if r.key != v.anyLine || r.since <= s.levels[v.at-1].here.seen {
		return nil
	}
	return r
}

// record keeps what was found of a position whose moves were searched, if it holds on other lines, too.
func (s *negamax[M]) record(v *visit, e entry) {
	d := s.dependence
	s.since, s.first = min(v.outer.since, d.since), min(v.outer.first, d.first)
	if s.records != nil && d.since >= s.begun && d.first >= v.at && s.images == nil {
		s.records[v.anyLine>>(64-recordBits)] = record{v.anyLine, e, d.since}
	}
}
