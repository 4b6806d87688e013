package atarigo

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// Heuristics are the parts of the alpha-beta search of Boissac and Cazenave, under the names of their tables.
type Heuristics uint8

const (
	Table         Heuristics = 1 << iota // tt: a transposition table
	Sort                                 // tri: moves that leave an enemy string few liberties come first
	QuickWins                            // ab1: a secondary search looks for a quick win
	Threats                              // ab2: moves that do not threaten a quick win are searched last
	Killers                              // cqt: the last move that cut off at a depth comes first
	BestReply                            // mra: the move that the opponent answered with is tried next
	LimitedMoves                         // ncoups: the attacker gives up after some moves
	AllHeuristics = 1<<iota - 1
)

var heuristicNames = []string{"tt", "tri", "ab1", "ab2", "cqt", "mra", "ncoups"}

// ParseHeuristics returns the heuristics of a list of names with commas between them.
func ParseHeuristics(list string) (Heuristics, error) {
	h := Heuristics(0)
	if list == "" {
		return h, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(heuristicNames, name)
		if i < 0 {
			return 0, fmt.Errorf("unknown heuristic %q, want some of %s", name, strings.Join(heuristicNames, ","))
		}
		h |= 1 << i
	}
	return h, nil
}

// AlphaBetaOptions are the options of [AlphaBeta]. The zero value uses all heuristics but LimitedMoves.
type AlphaBetaOptions struct {
	// Without has the heuristics to leave out.
	Without Heuristics

	// Moves is the number of moves that the attacker tries in a position. 0 means no limit.
	Moves int

	// Order, if not nil, breaks ties between moves at random. With nil, moves are tried row by row.
	Order rand.Source

	// Progress, if not nil, is called about every 100 ms with the work so far.
	Progress func(Result)
}

// AlphaBeta searches for a forced win of the side to move, the attacker, by the alpha-beta search of Boissac and
// Cazenave (chapter 7.3), with its seven heuristics. Every stone placed counts as played, also in the secondary search;
// limits.Nodes is a number of stones played. A win is certain. The absence of a win is certain only without a limit on
// the attacker's moves.
//
// The text leaves some points open. Here moves into atari are dropped, also in the secondary search. In atari the only
// reply is to extend, unless something can be captured. The secondary search attacks, and defends, strings with few
// liberties first. Moves that lose by the table are dropped. Distances to own stones are along rows and columns. The
// attacker tries Moves + 1 moves, like the pseudo-code, which compares after counting. The depth limits of the
// secondary search are the number of cells less 10 and less 14.
func AlphaBeta(ctx context.Context, g *Game, limits ply.Limits, opt AlphaBetaOptions) (Result, error) {
	if err := limits.Check(); err != nil {
		return Result{Status: ply.Failed}, fmt.Errorf("atarigo: %w", err)
	}
	if g.over {
		return Result{Winner: 1 - g.side, Move: noMove}, nil
	}
	s := &boissac{
		board: g.board, zobrist: g.zobrist, attacker: g.side, use: AllHeuristics &^ opt.Without,
		most: opt.Moves, root: noMove, maxDepth: g.size * g.size, table: map[uint64]bool{},
	}
	result := func(status ply.Status) Result {
		return Result{Status: status, Winner: NoWinner, Move: noMove, Played: s.played, Nodes: s.nodes, Elapsed: s.budget.Elapsed()}
	}
	bounds := stop.Limits{Limits: limits}
	if opt.Progress != nil {
		bounds.Report = func() { opt.Progress(result(ply.InProgress)) }
	}
	s.budget = stop.NewBudget(ctx, bounds)
	if opt.Moves == 0 {
		s.use &^= LimitedMoves
	}
	for cell := range s.order {
		s.order[cell] = uint8(cell)
	}
	if opt.Order != nil {
		rand.New(opt.Order).Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
	}
	for i := range s.killers {
		s.killers[i] = noMove
	}
	won := s.search(g.stones[g.side], g.stones[1-g.side], g.keys[0], g.side, 1)
	r := result(s.status)
	switch {
	case s.status != ply.Complete:
	case won:
		r.Winner, r.Move = g.side, s.root
	case s.use&LimitedMoves == 0:
		r.Winner = 1 - g.side
	}
	return r, nil
}

// A boissac is the state of AlphaBeta.
type boissac struct {
	board    uint64
	zobrist  *zobrist
	attacker int // the side that searches for a win
	use      Heuristics
	most     int // moves of the attacker
	maxDepth int
	budget   stop.Budget // of stones played
	status   ply.Status
	order    [64]uint8       // of ties
	killers  [66]Point       // the last move that cut off at each depth
	table    map[uint64]bool // whether the side to move wins
	played   int
	nodes    int
	root     Point // the winning move found last, in the end of the root
}

type candidate struct {
	move    Point
	rank    uint16
	studied bool
	later   bool
}

func (s *boissac) stopped() bool {
	if s.status == ply.Complete && s.played >= s.budget.PollAt {
		s.status = s.budget.Poll(s.played)
	}
	return s.status != ply.Complete
}

// search reports whether the side with the stones own, which is to move, wins.
func (s *boissac) search(own, enemies, key uint64, side, depth int) bool {
	s.nodes++
	empty := s.board &^ (own | enemies)
	if won := inAtari(enemies, empty, s.board); won != 0 {
		s.root = Point(bits.TrailingZeros64(won))
		return true
	}
	must, cells := inAtari(own, empty, s.board), empty
	if must != 0 {
		if !atMostOne(must) {
			return false
		}
		cells = must
	}
	var buffer [64]candidate
	moves := buffer[:0]
	for _, c := range s.order {
		m := uint64(1) << c
		if cells&m != 0 && !s.selfAtari(own, empty, m) {
			moves = append(moves, candidate{move: Point(c)})
		}
	}
	if len(moves) == 0 {
		return false
	}
	if s.use&Sort != 0 {
		s.sort(moves, own, enemies, empty)
	}
	if s.use&Table != 0 {
		kept := moves[:0]
		for _, c := range moves {
			switch lost, known := s.table[s.after(key, side, c.move)]; {
			case !known:
				kept = append(kept, c)
			case !lost:
				s.root = c.move
				return true
			}
		}
		if moves = kept; len(moves) == 0 {
			return false
		}
	}
	if must == 0 && s.use&QuickWins != 0 && depth < s.maxDepth-10 {
		if m := s.quick(own, enemies, 7); m != noMove {
			s.root = m
			return true
		}
	}
	if s.use&Killers != 0 {
		advance(moves, 0, s.killers[depth])
	}
	tried := 0
	for pass := range 2 {
		again := false
		for i := 0; i < len(moves); i++ {
			c := &moves[i]
			if c.studied || c.later != (pass == 1) {
				continue
			}
			m := uint64(1) << c.move
			s.played++
			if s.stopped() {
				return false
			}
			if must == 0 && pass == 0 && s.use&Threats != 0 && depth < s.maxDepth-14 && s.quick(own|m, enemies, 5) == noMove {
				c.later, again = true, true
				continue
			}
			c.studied = true
			tried++
			move := c.move
			after := s.after(key, side, move)
			lost := s.search(enemies, own|m, after, 1-side, depth+1)
			if s.status != ply.Complete {
				return false
			}
			if s.use&Table != 0 {
				s.table[after] = lost
			}
			if !lost {
				s.killers[depth] = move
				s.root = move
				return true
			}
			if side == s.attacker && s.use&LimitedMoves != 0 && tried > s.most {
				return false
			}
			if s.use&BestReply != 0 {
				advance(moves, i+1, s.killers[depth+1])
			}
		}
		if !again {
			break
		}
	}
	return false
}

// advance moves a move that has not been studied to place i, if it is behind.
func advance(moves []candidate, i int, m Point) {
	for j := i + 1; j < len(moves); j++ {
		if moves[j].move == m && !moves[j].studied {
			c := moves[j]
			copy(moves[i+1:j+1], moves[i:j])
			moves[i] = c
			return
		}
	}
}

func (s *boissac) after(key uint64, side int, m Point) uint64 {
	return key ^ s.zobrist.stone[side][m%64][0] ^ s.zobrist.side
}

// selfAtari reports whether a new stone on a cell would be in atari, if nothing can be captured.
func (s *boissac) selfAtari(own, empty, m uint64) bool {
	return atMostOne(around(stringOf(m, own|m), empty&^m))
}

// sort orders moves by the fewest liberties that they leave to an enemy string, then by the distance to an own stone.
func (s *boissac) sort(moves []candidate, own, enemies, empty uint64) {
	for i := range moves {
		m := uint64(1) << moves[i].move
		least := 63
		for _, liberties := range stringsOf(around(m, enemies), enemies, empty&^m) {
			least = min(least, count(liberties))
		}
		distance := 15
		row, column := int(moves[i].move/stride), int(moves[i].move%stride)
		for rest := own; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros64(rest)
			distance = min(distance, max(row-c/stride, c/stride-row)+max(column-c%stride, c%stride-column))
		}
		moves[i].rank = uint16(least*16 + distance)
	}
	slices.SortStableFunc(moves, func(a, b candidate) int { return int(a.rank) - int(b.rank) })
}

// quick returns a move by which the side with the stones own, which is to move, captures within plies moves, an odd
// number. It plays only on liberties of strings that have so few that each of its moves can matter.
func (s *boissac) quick(own, enemies uint64, plies int) Point {
	empty := s.board &^ (own | enemies)
	var attacks [5]uint64 // by the liberties of the string that is attacked
	all := uint64(0)
	for _, liberties := range stringsOf(enemies&around(empty, s.board), enemies, empty) {
		if atMostOne(liberties) {
			return Point(bits.TrailingZeros64(liberties))
		}
		if n := count(liberties); n <= (plies+1)/2 {
			attacks[n] |= liberties
			all |= liberties
		}
	}
	if plies < 3 || all == 0 {
		return noMove
	}
	if must := inAtari(own, empty, s.board); must != 0 {
		if !atMostOne(must) {
			return noMove
		}
		all &= must
	}
	for _, set := range attacks {
		set &= all
		all &^= set
		for _, c := range s.order {
			m := uint64(1) << c
			if set&m == 0 || s.selfAtari(own, empty, m) {
				continue
			}
			s.played++
			if s.stopped() {
				return noMove
			}
			if !s.holds(enemies, own|m, plies-1) {
				return Point(c)
			}
		}
	}
	return noMove
}

// holds reports whether the side with the stones own, which is to move, keeps its strings for plies moves.
func (s *boissac) holds(own, enemies uint64, plies int) bool {
	empty := s.board &^ (own | enemies)
	if inAtari(enemies, empty, s.board) != 0 {
		return true
	}
	cells := empty
	if must := inAtari(own, empty, s.board); must != 0 {
		if !atMostOne(must) {
			return false
		}
		cells = must
	} else if plies <= 2 {
		return true
	}
	first := cells
	if !atMostOne(cells) {
		// The liberties of the strings with the fewest.
		least := 64
		for _, l := range stringsOf(own&around(empty, s.board), own, empty) {
			switch {
			case count(l) < least:
				least, first = count(l), l
			case count(l) == least:
				first |= l
			}
		}
	}
	for _, set := range [...]uint64{first, cells &^ first} {
		for _, c := range s.order {
			m := uint64(1) << c
			if set&m == 0 || s.selfAtari(own, empty, m) {
				continue
			}
			s.played++
			if s.stopped() || s.quick(enemies, own|m, plies-1) == noMove {
				return true
			}
		}
	}
	return false
}
