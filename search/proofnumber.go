package search

import (
	"context"
	"fmt"
	"time"

	"github.com/ply-search/ply"
)

// ProofOptions bound a search that answers a question with yes or no. The zero value asks whether the
// side to move wins.
type ProofOptions struct {
	// Above is the question: whether the value of the position, for the side to move, is more than
	// that.
	Above int

	// Bounds asks the game what it knows of the value of a position ([ply.Bounder]).
	Bounds bool

	// MaxNodes stops the search after so many nodes. 0 is no bound.
	MaxNodes int

	// MaxTime stops the search after about that time. 0 is no bound.
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

	// Line is a line of play that begins with a move by which the side to move reaches what was
	// asked, if the answer is yes.
	Line []M

	// Proof and Disproof are the numbers of positions that at least must still be proved for the
	// answer yes, and disproved for no.
	Proof, Disproof int

	// Nodes counts the positions whose moves were generated.
	Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// Proof numbers are counted up to this one, which stands for infinity.
const infiniteProof = 1 << 30

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

// either adds to the numbers of a position those after another move. If the choice is with the side that
// wants to prove, one move must be proved, or all disproved; else it is the other way round.
func (n numbers) either(choice bool, m numbers) numbers {
	if choice {
		return numbers{min(n.proof, m.proof), min(n.disproof+m.disproof, infiniteProof)}
	}
	return numbers{min(n.proof+m.proof, infiniteProof), min(n.disproof, m.disproof)}
}

// noMoves are the numbers to begin with.
func noMoves(choice bool) numbers {
	if choice {
		return disproved
	}
	return proved
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
	moves   []M
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

func (p *prover[M]) finish(n numbers, line []M) ProofResult[M] {
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
	if r.Answer == Proved {
		r.Line = line
	}
	return r
}

// ProofNumber answers whether the value of a position is more than some number, by proof-number search
// (Allis, van der Meulen and van den Herik 1994): it grows a tree, each time by the moves of the position
// that most can be gained from to prove the answer or to disprove it, which is where few moves are left
// to choose from. It keeps the tree, at about 40 bytes a position and as many for the moves; MaxNodes
// bounds that too. The game must be acyclic.
func ProofNumber[M comparable](ctx context.Context, g AdversarialGame[M], opt ProofOptions) (ProofResult[M], error) {
	p, err := newProver(ctx, g, &opt)
	if err != nil {
		return ProofResult[M]{Status: ply.Failed}, err
	}
	t := proofTree[M]{
		prover:    p,
		nodes:     []proofNode[M]{{numbers: unknown, choice: true}},
		traveller: traveller[M]{game: g},
	}
	for t.nodes[0].answer() == Unknown && t.grow() {
	}
	t.travel(0, t.parent)
	var line []M
	for n := 0; t.nodes[0].answer() == Proved; {
		next := t.most(n)
		if next < 0 {
			break
		}
		line = append(line, t.nodes[next].move)
		n = next
	}
	return p.finish(t.nodes[0].numbers, line), nil
}

type proofTree[M comparable] struct {
	*prover[M]
	traveller[M]
	nodes []proofNode[M]
}

type proofNode[M comparable] struct {
	numbers
	move        M // from the parent
	choice      bool
	parent      int32
	first, next int32 // child and sibling; 0 is none
}

func (t *proofTree[M]) parent(n int) (int, M) { return int(t.nodes[n].parent), t.nodes[n].move }

// most returns the child that decides: the one of least proof number if the choice is with the side that
// wants to prove, else of least disproof number. It is negative if there is none.
func (t *proofTree[M]) most(n int) int {
	best, least := -1, uint32(infiniteProof+1)
	for c := t.nodes[n].first; c != 0; c = t.nodes[c].next {
		number := t.nodes[c].disproof
		if t.nodes[n].choice {
			number = t.nodes[c].proof
		}
		if number < least {
			best, least = int(c), number
		}
	}
	return best
}

// grow adds the moves of the position that most is gained from. It reports false if the search must end.
func (t *proofTree[M]) grow() bool {
	n := 0
	for next := t.most(n); next >= 0; next = t.most(n) {
		n = next
	}
	if t.stopped() {
		return false
	}
	t.travel(n, t.parent)
	side := t.sides.ToMove()
	t.prover.moves = t.traveller.game.Moves(t.prover.moves[:0])
	switch known := t.known(side); {
	case len(t.prover.moves) == 0:
		value := t.sides.Outcome()
		t.nodes[n].numbers = t.judge(side, value, value)
	case known != unknown && n != 0:
		t.nodes[n].numbers = known
	default:
		for i := len(t.prover.moves) - 1; i >= 0; i-- {
			m := t.prover.moves[i]
			t.traveller.game.Play(m)
			choice := t.sides.ToMove() == t.side
			t.traveller.game.Undo(m)
			t.nodes = append(t.nodes, proofNode[M]{numbers: unknown, move: m, choice: choice, parent: int32(n), next: t.nodes[n].first})
			t.nodes[n].first = int32(len(t.nodes) - 1)
		}
		t.count(n)
	}
	for n != 0 {
		n = int(t.nodes[n].parent)
		before := t.nodes[n].numbers
		if t.count(n); t.nodes[n].numbers == before {
			break
		}
	}
	return true
}

// count makes the numbers of a position from those after its moves.
func (t *proofTree[M]) count(n int) {
	choice := t.nodes[n].choice
	sum := noMoves(choice)
	for c := t.nodes[n].first; c != 0; c = t.nodes[c].next {
		sum = sum.either(choice, t.nodes[c].numbers)
	}
	t.nodes[n].numbers = sum
}
