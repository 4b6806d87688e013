package flat

import (
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

func (s *search[M]) result(status ply.Status) Result[M] {
	w := s.workers[0]
	sum := w.table
	if len(s.workers) > 1 {
		sum = table{}
		for _, other := range s.workers {
			t := other.renumbered(w)
			sum.merge(&t)
		}
	}
	r := Result[M]{Report: ply.Report{Status: status, Nodes: int(sum.all.count)}, Goal: -1, candidates: make([]candidate[M], len(s.moves))}
	most := rare * sum.all.count
	if !s.opt.allAsFirst {
		most = 0
	}
	r.enough = most
	s.compare(&sum, r.candidates, most)
	for i := range s.openings {
		if m := &r.candidates[s.openings[i].move]; s.opt.pruning.on() {
			m.pruned = !slices.Contains(s.alive, int32(i))
		}
	}
	best := bestOf(r.candidates, most, nil)
	for i := range r.candidates {
		r.Moves = append(r.Moves, r.candidates[i].Choice)
	}
	r.Value = r.Moves[best].Value
	for i, goal := range s.listed {
		var t tally
		if i < len(sum.goals) {
			t = sum.goals[i]
		}
		r.goals = append(r.goals, t)
		if t.count < max(1, most) || t.mean() <= r.Value {
			continue
		}
		if settles := bestOf(r.candidates, most, goal.Moves); settles >= 0 {
			best, r.Value, r.Goal = settles, t.mean(), i
		}
	}
	r.Move = r.Moves[best].Move
	r.Line = append(r.Line, r.Move)
	if c := &r.candidates[best]; c.replied {
		r.Line = append(r.Line, c.reply)
	}
	r.Elapsed = time.Since(s.start)
	return r
}

// bestOf returns the move of among (nil: all) with the best mean, preferably with enough playouts, or -1 without any.
func bestOf[M comparable](moves []candidate[M], enough float64, among []M) int {
	best, class := -1, 0
	for i := range moves {
		m := &moves[i]
		if m.pruned || among != nil && !slices.Contains(among, m.Move) {
			continue
		}
		c := 1
		switch {
		case m.Visits == 0:
		case float64(m.Visits) < enough:
			c = 2
		default:
			c = 3
		}
		if c > class || c == class && m.Value > moves[best].Value {
			best, class = i, c
		}
	}
	return best
}

// compare fills in the statistics of the moves. Replies with fewer playouts than most do not count.
func (s *search[M]) compare(sum *table, moves []candidate[M], most float64) {
	w := s.workers[0]
	for i := range moves {
		var t tally
		if s.opt.allAsFirst {
			t = *sampling.At(&sum.first[s.side], w.choices[i])
		}
		moves[i].Move = s.moves[i]
		moves[i].set(t)
	}
	if s.opt.allAsFirst {
		if s.opt.Replies {
			s.compareReplies(sum, moves, most)
		}
		return
	}
	for i, c := range s.openings {
		if i == len(sum.cells) {
			break // before the first playouts
		}
		m, t := &moves[c.move], sum.cells[i]
		if t.count == 0 {
			continue
		}
		before := m.Visits
		switch {
		case !s.opt.Replies || c.reply < 0:
			m.set(t)
		case !m.replied || (t.mean() > m.Value) == (s.after[c.move] == s.side) && t.mean() != m.Value:
			m.set(t)
			m.reply, m.replied = s.replies[c.reply], true
		}
		m.Visits = before + int(t.count)
	}
}

// compareReplies judges moves by pairs with all moves as first. Only legal replies count: others are played only after
// something went well for the other side, so such pairs would look worst.
func (s *search[M]) compareReplies(sum *table, moves []candidate[M], most float64) {
	w := s.workers[0]
	for _, c := range s.openings {
		root := w.root[w.choices[c.move]] - 1
		if c.reply < 0 || s.after[c.move] == s.side || int(root) >= len(sum.pairs) {
			continue
		}
		pairs := sum.pairs[root]
		number := w.number(s.replies[c.reply])
		if int(number) >= len(pairs) || pairs[number].count < max(1, most) {
			continue
		}
		if m := &moves[c.move]; !m.replied || pairs[number].mean() < m.Value {
			count := m.Visits
			m.set(pairs[number])
			m.reply, m.replied, m.Visits = s.replies[c.reply], true, count
		}
	}
}

func (m *candidate[M]) set(t tally) {
	m.Value, m.Visits = t.mean(), int(t.count)
	m.Low, m.High = t.interval()
}

// A Result is the result of a search.
type Result[M comparable] struct {
	// Nodes is the number of playouts. The Status is [ply.Complete] if all playouts of the Judge were made, [ply.Decided]
	// if all moves except one were pruned, [ply.OutOfNodes] at the limit of playouts, [ply.OutOfTime] or [ply.Cancelled]
	// if time or the context ended the search, or [ply.Failed] if the search returned an error.
	ply.Report

	// Move is the best move, the first one on ties. It has no meaning if the Status is Failed.
	Move M

	// Value is the mean outcome of Move or, if Move is played for a goal, of this goal. It is for the side to move, in the
	// units of the game's outcomes.
	Value float64

	// Line contains Move and, with [Options].Replies, the best reply found.
	Line []M

	// Moves are the legal moves, in the order of the game. Low and High are the 95 % confidence interval of the mean by
	// the normal approximation; the interval is infinite with fewer than two playouts. With [Options].Replies, Value,
	// Low and High belong to the pair of the move and its best reply, while Visits is the number of playouts that count
	// for the move with any reply.
	Moves []ply.Choice[M]

	// Goal is the index, in the list of the [Planner], of the goal that Move is played for, or -1 if it is played for no
	// goal.
	Goal int

	candidates []candidate[M] // for Moves
	enough     float64        // the playouts of moves that are chosen before others
	goals      []tally        // for the moves of the game
}

type candidate[M comparable] struct {
	ply.Choice[M]
	pruned  bool // was given up
	reply   M    // the best one, if replied
	replied bool
}
