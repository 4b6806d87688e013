package joint

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"unsafe"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

// A grower grows the tree of one worker, on a game of its own.
type grower[M comparable] struct {
	opt     *Options[M]
	game    ply.Joint[M]
	dealer  ply.Stochastic[M] // nil for none
	random  *rand.Rand
	players int
	length  int // the most joint moves of a line
	nodes   []node[M]
	memory  int // of the nodes, in bytes

	simulations int
	path        []step
	line        []M // the joint moves on the line, side by side
	sizes       []int
	moves       []M // scratch
	values      []int
	results     []float64
	numbers     []float64 // scratch: probabilities of outcomes
}

// A node is a position: one of chance has outcomes and no shares, a finished one neither.
type node[M comparable] struct {
	moves    []M // of all shares, or outcomes
	shares   []share
	outcomes []float64 // the probabilities of outcomes
	next     []int32   // by joint moves or outcomes: the node after it, 0 for none yet
	sums     []float64 // by joint moves and players: the sums of results
	counts   []int32   // by joint moves
	tried    int       // how many of these are not 0
	visits   int
}

// A step is what was chosen in a node on the path.
type step struct {
	node int32
	cell int32 // the joint move or the outcome
}

// newNode returns a node for the present position.
func (w *grower[M]) newNode() (n node[M], err error) {
	if n.moves = w.game.MovesOf(ply.Chance, nil); len(n.moves) > 0 {
		if n.outcomes, err = w.probabilities(n.moves, nil); err != nil {
			return n, err
		}
		n.next = make([]int32, len(n.moves))
		return n, nil
	}
	cells := 1
	for player := range w.players {
		base := len(n.moves)
		n.moves = w.game.MovesOf(player, n.moves)
		if count := len(n.moves) - base; count > 0 {
			if cells > math.MaxInt32/count {
				return n, fmt.Errorf("joint: after %v, more than %d joint moves", w.line, math.MaxInt32)
			}
			cells *= count
			numbers := statistics * count
			if w.opt.SeenChoices {
				numbers = statistics * cells
			}
			n.shares = append(n.shares, share{player: int32(player), moves: int32(count), statistics: make([]float64, numbers)})
		}
	}
	if len(n.shares) > 0 {
		n.next, n.counts, n.sums = make([]int32, cells), make([]int32, cells), make([]float64, cells*w.players)
	}
	return n, nil
}

// size returns about how many bytes a node takes.
func (n *node[M]) size() int {
	var m M
	var s share
	size := int(unsafe.Sizeof(*n)) + len(n.moves)*int(unsafe.Sizeof(m)) + len(n.shares)*int(unsafe.Sizeof(s))
	for i := range n.shares {
		size += 8 * len(n.shares[i].statistics)
	}
	return size + 8*(len(n.outcomes)+len(n.sums)) + 4*(len(n.next)+len(n.counts))
}

// probabilities appends those of outcomes.
func (w *grower[M]) probabilities(outcomes []M, dst []float64) ([]float64, error) {
	if w.dealer == nil {
		return nil, fmt.Errorf("joint: chance makes a move, and %T is not a ply.Stochastic", w.game)
	}
	dst = w.dealer.Probabilities(outcomes, dst)
	if err := chance.Check(dst, len(outcomes)); err != nil {
		return nil, fmt.Errorf("joint: after %v: %w", w.line, err)
	}
	return dst, nil
}

// begin makes the root.
func (w *grower[M]) begin() error {
	w.players = w.game.Players()
	w.values, w.results = make([]int, w.players), make([]float64, w.players)
	n, err := w.newNode()
	w.nodes = append(w.nodes, n)
	if err == nil && len(n.shares) == 0 {
		err = errors.New("joint: nobody moves in the position: it is finished, or one of chance")
	}
	return err
}

// result returns what the tree has at its root.
func (w *grower[M]) result() Result[M] {
	r := Result[M]{Status: ply.InProgress, Moves: make([][]M, w.players), Probabilities: make([][]float64, w.players),
		Means: make([]float64, w.players), Simulations: w.simulations, Nodes: len(w.nodes)}
	root := &w.nodes[0]
	base := 0
	for i := range root.shares {
		s := &root.shares[i]
		r.Moves[s.player] = append([]M(nil), root.moves[base:base+int(s.moves)]...)
		r.Probabilities[s.player] = w.appendStrategy(nil, s)
		base += int(s.moves)
	}
	count := 0
	for _, n := range root.counts {
		count += int(n)
	}
	for cell := range root.counts {
		for player := range w.players {
			r.Means[player] += root.sums[cell*w.players+player] / float64(max(count, 1))
		}
	}
	return r
}

// appendPolicy appends the strategy of a player in a node, if it has this number of moves there.
func (w *grower[M]) appendPolicy(dst []float64, n *node[M], player, moves int) []float64 {
	for i := range n.shares {
		if s := &n.shares[i]; int(s.player) == player && int(s.moves) == moves {
			return w.appendStrategy(dst, s)
		}
	}
	return dst
}

// play plays the last moves of the line as a joint move.
func (w *grower[M]) play(size int) {
	w.sizes = append(w.sizes, size)
	w.game.PlayJoint(w.line[len(w.line)-size:])
}

// simulate makes one simulation, unless the search must end before it does.
func (w *grower[M]) simulate(budget *stop.Budget) (ply.Status, error) {
	w.path = w.path[:0]
	at := int32(0)
	for {
		n := &w.nodes[at]
		if len(n.next) == 0 || len(w.sizes) >= w.length {
			break
		}
		cell := w.pick(n)
		w.path = append(w.path, step{at, int32(cell)})
		next := n.next[cell]
		if next == 0 || n.split() {
			if next == 0 && !n.split() && w.memory < w.opt.MaxMemory/w.opt.Workers && len(w.nodes) < math.MaxInt32 {
				fresh, err := w.newNode()
				if err != nil {
					w.takeBack()
					return ply.Failed, err
				}
				w.nodes[at].next[cell] = int32(len(w.nodes))
				w.nodes = append(w.nodes, fresh)
				w.memory += fresh.size()
			}
			break
		}
		at = next
	}
	status, err := w.playout(budget)
	w.takeBack()
	if err != nil || status != ply.Complete {
		return status, err
	}
	w.simulations++
	for _, s := range w.path {
		w.nodes[s.node].visits++
	}
	// What players explore below a position says nothing of what they would do there, so it does not count above.
	for _, s := range slices.Backward(w.path) {
		n := &w.nodes[s.node]
		if w.update(n, int(s.cell)); explorers(n) > 0 {
			break
		}
	}
	return ply.Complete, nil
}

func (w *grower[M]) takeBack() {
	for len(w.sizes) > 0 {
		last := len(w.sizes) - 1
		from := len(w.line) - w.sizes[last]
		w.game.UndoJoint(w.line[from:])
		w.line, w.sizes = w.line[:from], w.sizes[:last]
	}
}

// pick chooses and plays a joint move or an outcome in a node, and returns its number.
func (w *grower[M]) pick(n *node[M]) (cell int) {
	if n.outcomes != nil {
		cell = chance.Pick(n.outcomes, w.random.Float64())
		w.line = append(w.line, n.moves[cell])
		w.play(1)
		return cell
	}
	base, drawn := 0, -1
	if w.opt.WholeRounds && n.tried < len(n.counts) {
		drawn = w.untried(n)
	}
	left := len(n.counts) // joint moves of the players that have not chosen
	split := false
	for i := range n.shares {
		s := &n.shares[i]
		if w.opt.SeenChoices {
			s.seen = int32(cell)
		}
		left /= int(s.moves)
		var move int
		s.passive = split
		switch {
		case split:
			move = w.random.IntN(int(s.moves))
		case drawn >= 0:
			move = drawn / left % int(s.moves)
		default:
			move, s.explores = w.choose(s, n.visits)
			split = w.opt.SplitRounds && *s.at(move, first) == 0
		}
		cell = cell*int(s.moves) + move
		w.line = append(w.line, n.moves[base+move])
		base += int(s.moves)
	}
	w.play(len(n.shares))
	return cell
}

// split reports whether the present simulation has left the tree between two choices of a round in a node.
func (n *node[M]) split() bool {
	return len(n.shares) > 0 && n.shares[len(n.shares)-1].passive
}

// untried draws one of the joint moves of a node that were not tried.
func (w *grower[M]) untried(n *node[M]) int {
	i := w.random.IntN(len(n.counts) - n.tried)
	for cell, count := range n.counts {
		if count > 0 {
			continue
		}
		if i--; i < 0 {
			return cell
		}
	}
	panic("joint: a node has fewer joint moves than were counted")
}

// playout plays at random to the end and sets results, unless the search must end before.
func (w *grower[M]) playout(budget *stop.Budget) (ply.Status, error) {
	for len(w.sizes) < w.length {
		if len(w.sizes)%sampling.Often == sampling.Often-1 {
			if status := budget.Status(); status != ply.Complete {
				return status, nil
			}
		}
		size := 0
		if w.moves = w.game.MovesOf(ply.Chance, w.moves[:0]); len(w.moves) > 0 {
			var err error
			if w.numbers, err = w.probabilities(w.moves, w.numbers[:0]); err != nil {
				return ply.Failed, err
			}
			w.line, size = append(w.line, w.moves[chance.Pick(w.numbers, w.random.Float64())]), 1
		} else {
			for player := range w.players {
				if w.moves = w.game.MovesOf(player, w.moves[:0]); len(w.moves) > 0 {
					w.line, size = append(w.line, w.moves[w.random.IntN(len(w.moves))]), size+1
				}
			}
		}
		if size == 0 {
			w.game.Outcomes(w.values)
			for player, value := range w.values {
				w.results[player] = sampling.Score(value, w.opt.Scale)
			}
			return ply.Complete, nil
		}
		w.play(size)
	}
	for player := range w.results {
		w.results[player] = 0.5
	}
	return ply.Complete, nil
}

// explorers returns the number of players that have explored in a node in the present simulation.
func explorers[M comparable](n *node[M]) (count int) {
	for i := range n.shares {
		if n.shares[i].explores {
			count++
		}
	}
	return count
}

// update adds the results of a simulation to a node in which a joint move was chosen. A player learns from it unless
// another one has explored.
func (w *grower[M]) update(n *node[M], cell int) {
	if n.outcomes != nil {
		return
	}
	if n.counts[cell]++; n.counts[cell] == 1 {
		n.tried++
	}
	for player, x := range w.results {
		n.sums[cell*w.players+player] += x
	}
	exploring := explorers(n)
	stride := 1 // of the present player's moves in the numbers of joint moves
	for i := len(n.shares) - 1; i >= 0; i-- {
		s := &n.shares[i]
		if !s.passive && (exploring == 0 || exploring == 1 && s.explores) {
			move := cell / stride % int(s.moves)
			w.learn(s, move, w.results[s.player], func(m int) float64 {
				other := cell + (m-move)*stride
				if n.counts[other] == 0 {
					return 0.5
				}
				return n.sums[other*w.players+int(s.player)] / float64(n.counts[other])
			})
		}
		stride *= int(s.moves)
	}
}

// after returns the node after the rounds that a key of the serialized game lists, or nil if the tree has none.
func (w *grower[M]) after(key []byte) *node[M] {
	n := &w.nodes[0]
	for len(key) > 0 {
		cell := 0
		for i := range max(1, len(n.shares)) {
			choice, size := binary.Uvarint(key)
			if size <= 0 {
				return nil
			}
			radix := len(n.next)
			if key = key[size:]; i < len(n.shares) {
				radix = int(n.shares[i].moves)
			}
			if choice >= uint64(radix) {
				return nil
			}
			cell = cell*radix + int(choice)
		}
		if n.next[cell] == 0 {
			return nil
		}
		n = &w.nodes[n.next[cell]]
	}
	return n
}
