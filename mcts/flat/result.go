package flat

import (
	"slices"
	"time"

	"github.com/ply-search/ply"
)

// result adds up what the workers have found.
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
	r := Result[M]{Status: status, Goal: -1, Nodes: int(sum.all.count), Moves: make([]Choice[M], len(s.moves))}
	most := rare * sum.all.count
	if !s.opt.allAsFirst {
		most = 0
	}
	s.compare(&sum, r.Moves, most)
	for i := range s.openings {
		if m := &r.Moves[s.openings[i].move]; s.opt.pruning.on() {
			m.Pruned = !slices.Contains(s.alive, int32(i))
		}
	}
	best := bestOf(r.Moves, most, nil)
	r.Value = r.Moves[best].Value
	for i, goal := range s.listed {
		var t tally
		if i < len(sum.goals) {
			t = sum.goals[i]
		}
		low, high := t.interval()
		r.Goals = append(r.Goals, GoalChoice[M]{goal, t.mean(), low, high, int(t.count)})
		if t.count < max(1, most) || t.mean() <= r.Value {
			continue
		}
		if settles := bestOf(r.Moves, most, goal.Moves); settles >= 0 {
			best, r.Value, r.Goal = settles, t.mean(), i
		}
	}
	r.Move = r.Moves[best].Move
	r.Line = append(r.Line, r.Move)
	if r.Moves[best].Replied {
		r.Line = append(r.Line, r.Moves[best].Reply)
	}
	r.Elapsed = time.Since(s.start)
	return r
}

// bestOf returns the move with the best mean among those with enough playouts or, if there are none, with any, or
// without; of all moves if among is nil. It returns -1 if none is among them.
func bestOf[M comparable](moves []Choice[M], enough float64, among []M) int {
	best, class := -1, 0
	for i := range moves {
		m := &moves[i]
		if m.Pruned || among != nil && !slices.Contains(among, m.Move) {
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

// compare fills in what is known of the moves. Replies with fewer playouts than most do not count.
func (s *search[M]) compare(sum *table, moves []Choice[M], most float64) {
	w := s.workers[0]
	for i := range moves {
		var t tally
		if s.opt.allAsFirst {
			t = *at(&sum.first[s.side], w.choices[i])
		}
		moves[i].Move = s.moves[i]
		moves[i].set(t)
	}
	if s.opt.allAsFirst {
		if s.opt.replies {
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
		case !s.opt.replies || c.reply < 0:
			m.set(t)
		case !m.Replied || (t.mean() > m.Value) == (s.after[c.move] == s.side) && t.mean() != m.Value:
			m.set(t)
			m.Reply, m.Replied = s.replies[c.reply], true
		}
		m.Visits = before + int(t.count)
	}
}

// compareReplies judges moves by pairs with all moves as first. Only legal replies count: in some playouts the other side
// plays where it cannot play yet, since something else went well for it before, so that such pairs look worst.
func (s *search[M]) compareReplies(sum *table, moves []Choice[M], most float64) {
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
		if m := &moves[c.move]; !m.Replied || pairs[number].mean() < m.Value {
			count := m.Visits
			m.set(pairs[number])
			m.Reply, m.Replied, m.Visits = s.replies[c.reply], true, count
		}
	}
}

func (m *Choice[M]) set(t tally) {
	m.Value, m.Visits = t.mean(), int(t.count)
	m.Low, m.High = t.interval()
}

// A Result is what a search found.
type Result[M comparable] struct {
	// Status is [ply.Complete] if all playouts of the Judge were made, [ply.Decided] if Pruning left one move or equal
	// ones, [ply.OutOfNodes] if all playouts of [ply.Limits] were made, [ply.OutOfTime], [ply.Cancelled], or [ply.Failed] with an error.
	Status ply.Status

	// Move is the best move, the first if there are several. It is meaningless if the status is Failed.
	Move M

	// Line is Move, followed by the best reply if Replies is set and one was seen.
	Line []M

	// Mean is the mean of Move, or of the goal that it is played for.
	Value float64

	// Moves are the moves that were compared, in the order of the game or of Options.Moves.
	Moves []Choice[M]

	// Goals are the goals of the game if they were asked for, and Goal is the number of the one that Move is played for,
	// or -1.
	Goals []GoalChoice[M]
	Goal  int

	// Simulations is the number of playouts.
	Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// A Choice is a move and what was found out about it.
type Choice[M comparable] struct {
	Move M

	// Mean is the mean outcome for the side to move, and Low and High are its 95 % interval by the normal approximation,
	// infinite with fewer than two playouts. With Replies, they are those of the pair with the best reply.
	Value, Low, High float64

	// Simulations is the number of playouts that count for the move, and with Replies for all pairs with it.
	Visits int

	// Pruned reports whether Pruning gave the move up.
	Pruned bool

	// Reply is the best reply if Replied is true.
	Reply   M
	Replied bool
}

// A GoalChoice is a goal and what was found out about it, as in a [Choice].
type GoalChoice[M comparable] struct {
	Goal[M]
	Mean, Low, High float64
	Simulations     int
}
