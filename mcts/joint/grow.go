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
func (t *grower[M]) newNode() (n node[M], err error) {
	if n.moves = t.game.MovesOf(ply.Chance, nil); len(n.moves) > 0 {
		if n.outcomes, err = t.probabilities(n.moves, nil); err != nil {
			return n, err
		}
		n.next = make([]int32, len(n.moves))
		return n, nil
	}
	cells := 1
	for player := range t.players {
		base := len(n.moves)
		n.moves = t.game.MovesOf(player, n.moves)
		if count := len(n.moves) - base; count > 0 {
			if cells > math.MaxInt32/count {
				return n, fmt.Errorf("joint: after %v, more than %d joint moves", t.line, math.MaxInt32)
			}
			cells *= count
			numbers := statistics * count
			if t.opt.SeenChoices {
				numbers = statistics * cells
			}
			n.shares = append(n.shares, share{player: int32(player), moves: int32(count), statistics: make([]float64, numbers)})
		}
	}
	if len(n.shares) > 0 {
		n.next, n.counts, n.sums = make([]int32, cells), make([]int32, cells), make([]float64, cells*t.players)
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
func (t *grower[M]) probabilities(outcomes []M, dst []float64) ([]float64, error) {
	if t.dealer == nil {
		return nil, fmt.Errorf("joint: chance makes a move, and %T is not a ply.Stochastic", t.game)
	}
	dst = t.dealer.Probabilities(outcomes, dst)
	if err := chance.Check(dst, len(outcomes)); err != nil {
		return nil, fmt.Errorf("joint: after %v: %w", t.line, err)
	}
	return dst, nil
}

// begin makes the root.
func (t *grower[M]) begin() error {
	t.players = t.game.Players()
	t.values, t.results = make([]int, t.players), make([]float64, t.players)
	n, err := t.newNode()
	t.nodes = append(t.nodes, n)
	if err == nil && len(n.shares) == 0 {
		err = errors.New("joint: nobody moves in the position: it is finished, or one of chance")
	}
	return err
}

// result returns what the tree has at its root.
func (t *grower[M]) result() Result[M] {
	r := Result[M]{Status: ply.InProgress, Moves: make([][]M, t.players), Probabilities: make([][]float64, t.players),
		Means: make([]float64, t.players), Simulations: t.simulations, Nodes: len(t.nodes)}
	root := &t.nodes[0]
	base := 0
	for i := range root.shares {
		s := &root.shares[i]
		r.Moves[s.player] = append([]M(nil), root.moves[base:base+int(s.moves)]...)
		r.Probabilities[s.player] = t.appendStrategy(nil, s)
		base += int(s.moves)
	}
	count := 0
	for _, n := range root.counts {
		count += int(n)
	}
	for cell := range root.counts {
		for player := range t.players {
			r.Means[player] += root.sums[cell*t.players+player] / float64(max(count, 1))
		}
	}
	return r
}

// appendPolicy appends the strategy of a player in a node, if it has this number of moves there.
func (t *grower[M]) appendPolicy(dst []float64, n *node[M], player, moves int) []float64 {
	for i := range n.shares {
		if s := &n.shares[i]; int(s.player) == player && int(s.moves) == moves {
			return t.appendStrategy(dst, s)
		}
	}
	return dst
}

// play plays the last moves of the line as a joint move.
func (t *grower[M]) play(size int) {
	t.sizes = append(t.sizes, size)
	t.game.PlayJoint(t.line[len(t.line)-size:])
}

// simulate makes one simulation, unless the search must end before it does.
func (t *grower[M]) simulate(budget *stop.Budget) (ply.Status, error) {
	t.path = t.path[:0]
	at := int32(0)
	for {
		n := &t.nodes[at]
		if len(n.next) == 0 || len(t.sizes) >= t.length {
			break
		}
		cell := t.pick(n)
		t.path = append(t.path, step{at, int32(cell)})
		next := n.next[cell]
		if next == 0 || n.split() {
			if next == 0 && !n.split() && t.memory < t.opt.MaxMemory/t.opt.Workers && len(t.nodes) < math.MaxInt32 {
				fresh, err := t.newNode()
				if err != nil {
					t.takeBack()
					return ply.Failed, err
				}
				t.nodes[at].next[cell] = int32(len(t.nodes))
				t.nodes = append(t.nodes, fresh)
				t.memory += fresh.size()
			}
			break
		}
		at = next
	}
	status, err := t.playout(budget)
	t.takeBack()
	if err != nil || status != ply.Complete {
		return status, err
	}
	t.simulations++
	for _, s := range t.path {
		t.nodes[s.node].visits++
	}
	// What players explore below a position says nothing of what they would do there, so it does not count above.
	for _, s := range slices.Backward(t.path) {
		n := &t.nodes[s.node]
		if t.update(n, int(s.cell)); explorers(n) > 0 {
			break
		}
	}
	return ply.Complete, nil
}

func (t *grower[M]) takeBack() {
	for len(t.sizes) > 0 {
		last := len(t.sizes) - 1
		from := len(t.line) - t.sizes[last]
		t.game.UndoJoint(t.line[from:])
		t.line, t.sizes = t.line[:from], t.sizes[:last]
	}
}

// pick chooses and plays a joint move or an outcome in a node, and returns its number.
func (t *grower[M]) pick(n *node[M]) (cell int) {
	if n.outcomes != nil {
		cell = chance.Pick(n.outcomes, t.random.Float64())
		t.line = append(t.line, n.moves[cell])
		t.play(1)
		return cell
	}
	base, drawn := 0, -1
	if t.opt.WholeRounds && n.tried < len(n.counts) {
		drawn = t.untried(n)
	}
	left := len(n.counts) // joint moves of the players that have not chosen
	split := false
	for i := range n.shares {
		s := &n.shares[i]
		if t.opt.SeenChoices {
			s.seen = int32(cell)
		}
		left /= int(s.moves)
		var move int
		s.passive = split
		switch {
		case split:
			move = t.random.IntN(int(s.moves))
		case drawn >= 0:
			move = drawn / left % int(s.moves)
		default:
			move, s.explores = t.choose(s, n.visits)
			split = t.opt.SplitRounds && *s.at(move, first) == 0
		}
		cell = cell*int(s.moves) + move
		t.line = append(t.line, n.moves[base+move])
		base += int(s.moves)
	}
	t.play(len(n.shares))
	return cell
}

// split reports whether the present simulation has left the tree between two choices of a round in a node.
func (n *node[M]) split() bool {
	return len(n.shares) > 0 && n.shares[len(n.shares)-1].passive
}

// untried draws one of the joint moves of a node that were not tried.
func (t *grower[M]) untried(n *node[M]) int {
	i := t.random.IntN(len(n.counts) - n.tried)
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
func (t *grower[M]) playout(budget *stop.Budget) (ply.Status, error) {
	for len(t.sizes) < t.length {
		if len(t.sizes)%sampling.Often == sampling.Often-1 {
			if status := budget.Status(); status != ply.Complete {
				return status, nil
			}
		}
		size := 0
		if t.moves = t.game.MovesOf(ply.Chance, t.moves[:0]); len(t.moves) > 0 {
			var err error
			if t.numbers, err = t.probabilities(t.moves, t.numbers[:0]); err != nil {
				return ply.Failed, err
			}
			t.line, size = append(t.line, t.moves[chance.Pick(t.numbers, t.random.Float64())]), 1
		} else {
			for player := range t.players {
				if t.moves = t.game.MovesOf(player, t.moves[:0]); len(t.moves) > 0 {
					t.line, size = append(t.line, t.moves[t.random.IntN(len(t.moves))]), size+1
				}
			}
		}
		if size == 0 {
			t.game.Outcomes(t.values)
			for player, value := range t.values {
				t.results[player] = sampling.Score(value, t.opt.Scale)
			}
			return ply.Complete, nil
		}
		t.play(size)
	}
	for player := range t.results {
		t.results[player] = 0.5
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
func (t *grower[M]) update(n *node[M], cell int) {
	if n.outcomes != nil {
		return
	}
	if n.counts[cell]++; n.counts[cell] == 1 {
		n.tried++
	}
	for player, x := range t.results {
		n.sums[cell*t.players+player] += x
	}
	exploring := explorers(n)
	stride := 1 // of the present player's moves in the numbers of joint moves
	for i := len(n.shares) - 1; i >= 0; i-- {
		s := &n.shares[i]
		if !s.passive && (exploring == 0 || exploring == 1 && s.explores) {
			move := cell / stride % int(s.moves)
			t.learn(s, move, t.results[s.player], func(m int) float64 {
				other := cell + (m-move)*stride
				if n.counts[other] == 0 {
					return 0.5
				}
				return n.sums[other*t.players+int(s.player)] / float64(n.counts[other])
			})
		}
		stride *= int(s.moves)
	}
}

// after returns the node after the rounds that a key of the serialized game lists, or nil if the tree has none.
func (t *grower[M]) after(key []byte) *node[M] {
	n := &t.nodes[0]
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
		n = &t.nodes[n.next[cell]]
	}
	return n
}
