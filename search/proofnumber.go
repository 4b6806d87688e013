package search

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// ProofOptions are the question that a search answers with yes or no, and its limits. The zero value asks
// whether the side to move wins.
type ProofOptions struct {
	// Above is the question: whether the value of the position, for the side to move, is more than
	// Above.
	Above int

	// Bounds asks the game what it knows of the value of a position ([ply.Bounder]).
	Bounds bool

	// MaxNodes stops the search after this number of nodes. 0 means no limit.
	MaxNodes int

	// MaxTime stops the search after about this time. 0 means no limit.
	MaxTime time.Duration
}

// Answer is the answer to a question.
type Answer uint8

const (
	// Unknown: the search was cut short.
	Unknown Answer = iota

	// Disproved: the answer is no.
	Disproved

	// Proved: the answer is yes.
	Proved
)

// String returns the answer in words.
func (a Answer) String() string {
	names := [...]string{"unknown", "disproved", "proved"}
	if int(a) >= len(names) {
		return fmt.Sprintf("Answer(%d)", uint8(a))
	}
	return names[a]
}

// A ProofResult is the answer to a question and what it took to find it.
type ProofResult[M comparable] struct {
	// Status says why the search ended.
	Status ply.Status

	// Answer is the answer.
	Answer Answer

	// Line is a line of play whose first move answers the question with yes. It is empty if the
	// answer is not yes, and in a finished position.
	Line []M

	// Proof and Disproof estimate how many positions must still be proved for the answer yes, and
	// disproved for no. One is 0 if the answer is known; the other is then 1<<30, for infinity.
	Proof, Disproof int

	// Nodes counts the positions whose moves were generated.
	Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// infiniteProof is the proof number of a position that cannot be proved. All others are at most mostProof.
const (
	infiniteProof = 1 << 30
	mostProof     = infiniteProof - 1
)

// numbers are the proof and disproof number of a position.
type numbers struct{ proof, disproof uint32 }

var (
	unknown   = numbers{1, 1}
	proved    = numbers{0, infiniteProof}
	disproved = numbers{infiniteProof, 0}
)

func (n numbers) answer() Answer {
	switch {
	case n.proof == 0:
		return Proved
	case n.disproof == 0:
		return Disproved
	default:
		return Unknown
	}
}

// as returns the numbers as they are, or exchanged for the side that wants to disprove.
func (n numbers) as(prover bool) numbers {
	if prover {
		return n
	}
	return numbers{n.disproof, n.proof}
}

// A tally makes the numbers of a position from those after its moves, all as the side to move sees them: one move
// must be proved, or all disproved.
//
// The disproof number is the greatest of those after the moves, plus one for each other move that is not disproved:
// weak proof numbers (Ueda, Hashimoto, Hashimoto and Iida 2008). The sum, as first proposed, counts a position once
// for every line that leads to it, and so grows with the number of lines in a game that transposes.
type tally struct {
	least    uint32 // proof number
	most     uint32 // disproof number
	unsolved uint32 // moves not disproved
}

func newTally() tally { return tally{least: infiniteProof} }

func (t *tally) add(n numbers) {
	t.least, t.most = min(t.least, n.proof), max(t.most, n.disproof)
	if n.disproof > 0 {
		t.unsolved++
	}
}

func (t *tally) numbers() numbers {
	switch {
	case t.least == 0:
		return proved
	case t.unsolved == 0:
		return disproved
	}
	return numbers{t.least, min(t.most+t.unsolved-1, mostProof)}
}

// share returns the disproof number that a move must reach for the position to reach limit.
func (t *tally) share(limit uint32) uint32 {
	if limit == infiniteProof {
		return infiniteProof
	}
	return limit - (t.unsolved - 1)
}

// A prover is what the searches that prove have in common.
type prover[M comparable] struct {
	budget
	game    ply.Game[M]
	sides   ply.Adversarial
	bounder ply.Bounder
	side    int // that wants to prove
	above   int
	nodes   int
	status  ply.Status
	path    []M // the moves from the start to where the game is
}

func newProver[M comparable](ctx context.Context, g AdversarialGame[M], opt *ProofOptions) (*prover[M], error) {
	if g == nil {
		return nil, errNoGame
	}
	bounds := Options{MaxNodes: opt.MaxNodes, MaxTime: opt.MaxTime}
	if err := bounds.check(); err != nil {
		return nil, err
	}
	if opt.Above < -ply.MaxValue || opt.Above > ply.MaxValue {
		return nil, fmt.Errorf("search: Above is %d, want a value from %d to %d", opt.Above, -ply.MaxValue, ply.MaxValue)
	}
	if a, ok := g.(ply.Acyclic); !ok || !a.Acyclic() {
		return nil, ErrCyclic
	}
	p := &prover[M]{budget: newBudget(ctx, &bounds), game: g, sides: g, side: g.ToMove(), above: opt.Above}
	if opt.Bounds {
		var ok bool
		if p.bounder, ok = g.(ply.Bounder); !ok {
			return nil, fmt.Errorf("search: Bounds needs a ply.Bounder, which %T is not", g)
		}
	}
	return p, nil
}

// stopped counts a node and reports whether the search must end.
func (p *prover[M]) stopped() bool {
	if p.status == ply.Complete && p.nodes >= p.pollAt {
		p.status = p.poll(p.nodes, func() Progress { return Progress{} })
	}
	if p.status == ply.Complete {
		p.nodes++
	}
	return p.status != ply.Complete
}

// judge returns the numbers of a position that is worth from low to high to side.
func (p *prover[M]) judge(side, low, high int) numbers {
	if side != p.side {
		low, high = -high, -low
	}
	switch {
	case low > p.above:
		return proved
	case high <= p.above:
		return disproved
	default:
		return unknown
	}
}

// known returns the numbers of the present position before its moves are looked at.
func (p *prover[M]) known(side int) numbers {
	if p.bounder == nil {
		return unknown
	}
	alpha := p.above
	if side != p.side {
		alpha = -p.above - 1
	}
	low, high := p.bounder.Bounds(alpha, alpha+1)
	return p.judge(side, low, high)
}

// result returns what was found, given the numbers of the start.
func (p *prover[M]) result(n numbers) ProofResult[M] {
	r := ProofResult[M]{
		Status:   p.status,
		Answer:   n.answer(),
		Proof:    int(n.proof),
		Disproof: int(n.disproof),
		Nodes:    p.nodes,
		Elapsed:  p.elapsed(),
	}
	if r.Answer != Unknown {
		r.Status = ply.Complete
	}
	return r
}

// line describes the moves from the start to where the game is.
func (p *prover[M]) line() string {
	if p == nil {
		return noLine()
	}
	return fmt.Sprint(p.path)
}

func (p *prover[M]) play(m M) {
	p.path = append(p.path, m)
	p.game.Play(m)
}

func (p *prover[M]) undo() {
	last := len(p.path) - 1
	p.game.Undo(p.path[last])
	p.path = p.path[:last]
}

// prove has a search find the numbers of the start, and the line if they prove it.
func prove[M comparable](ctx context.Context, g AdversarialGame[M], opt *ProofOptions,
	search func(p *prover[M]) (n numbers, line []M)) (ProofResult[M], error) {
	var p *prover[M]
	n, line := unknown, []M(nil)
	err := guard.Run(func() string { return p.line() }, func() (err error) {
		if p, err = newProver(ctx, g, opt); err == nil {
			n, line = search(p)
		}
		return err
	})
	if p == nil {
		return ProofResult[M]{Status: ply.Failed}, err
	}
	r := p.result(n)
	switch {
	case err != nil:
		r.Status = ply.Failed
	case r.Answer == Proved:
		r.Line = line
	}
	return r, err
}

// ProofNumber answers whether the value of a position is more than some number, by proof-number search
// (Allis, van der Meulen and van den Herik 1994): it repeatedly expands the most-proving node, the leaf
// whose proof or disproof would contribute most to settling the root. The game must be acyclic.
//
// It keeps the whole tree: 24 bytes and a move for each move of each position expanded, and up to three times
// that while the memory grows. MaxNodes bounds it. A tree of more than 2³¹ moves ends the search with
// [ply.OutOfMemory].
func ProofNumber[M comparable](ctx context.Context, g AdversarialGame[M], opt ProofOptions) (ProofResult[M], error) {
	return prove(ctx, g, &opt, func(p *prover[M]) (numbers, []M) {
		t := proofTree[M]{prover: p, nodes: []proofNode[M]{{numbers: unknown}}}
		t.grow()
		root := t.nodes[0].numbers
		if root.answer() != Proved {
			return root, nil
		}
		var line []M
		for n := t.best(0); n >= 0; n = t.best(n) {
			line = append(line, t.nodes[n].move)
		}
		return root, line
	})
}

type proofTree[M comparable] struct {
	*prover[M]
	nodes []proofNode[M]
	moves []M // scratch
}

// A proofNode is a position of the tree. Its numbers are those of the side that wants to prove.
type proofNode[M comparable] struct {
	numbers
	move         M // from the parent
	parent       int32
	first, moves int32 // the first child, which the others follow, and their number
	choice       bool  // the side that wants to prove is to move
}

var mostProofNodes = math.MaxInt32 // to be changed by tests

// best returns the child that decides, the one of least proof number to the side to move, or -1 if there is none.
func (t *proofTree[M]) best(n int) int {
	here := &t.nodes[n]
	best, least := -1, uint32(infiniteProof+1)
	children := t.nodes[here.first:][:here.moves]
	for i := range children {
		if number := children[i].as(here.choice).proof; number < least {
			best, least = int(here.first)+i, number
		}
	}
	return best
}

// grow expands one position after another until the start is solved or the search must stop. The game is at node n.
func (t *proofTree[M]) grow() {
	n := 0
	for t.nodes[0].answer() == Unknown {
		for next := t.best(n); next >= 0; next = t.best(n) {
			t.play(t.nodes[next].move)
			n = next
		}
		before := t.nodes[n].numbers
		if t.stopped() || !t.expand(n) {
			break
		}
		// A position whose numbers stay the same leaves those before it as they are, and the most-proving node is
		// beneath it again.
		for t.nodes[n].numbers != before && n != 0 {
			t.undo()
			n = int(t.nodes[n].parent)
			before = t.nodes[n].numbers
			t.count(n)
		}
	}
	for n != 0 {
		t.undo()
		n = int(t.nodes[n].parent)
	}
}

// expand adds the moves of node n, where the game is. It reports false if there is no room for them.
func (t *proofTree[M]) expand(n int) bool {
	side := t.sides.ToMove()
	t.moves = t.game.Moves(t.moves[:0])
	if len(t.moves) == 0 {
		value := t.sides.Outcome()
		t.nodes[n].numbers = t.judge(side, value, value)
		return true
	}
	if known := t.known(side); known != unknown && n != 0 {
		t.nodes[n].numbers = known
		return true
	}
	if len(t.moves) > mostProofNodes-len(t.nodes) {
		t.status = ply.OutOfMemory
		return false
	}
	here := &t.nodes[n]
	here.choice, here.first, here.moves = side == t.side, int32(len(t.nodes)), int32(len(t.moves))
	for _, m := range t.moves {
		t.nodes = append(t.nodes, proofNode[M]{numbers: unknown, move: m, parent: int32(n)})
	}
	t.count(n)
	return true
}

// count makes the numbers of a position from those after its moves.
func (t *proofTree[M]) count(n int) {
	here := &t.nodes[n]
	sum := newTally()
	children := t.nodes[here.first:][:here.moves]
	for i := range children {
		sum.add(children[i].as(here.choice))
	}
	here.numbers = sum.numbers().as(here.choice)
}
