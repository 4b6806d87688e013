package threat

import "github.com/ply-search/ply"

// infinite is the proof number of the unprovable. All others are at most infinite-1.
const infinite = 1 << 30

// numbers are the proof and disproof number of a position, for the proof that the attacker wins.
type numbers struct{ proof, disproof uint32 }

var (
	unknown   = numbers{1, 1}
	proved    = numbers{0, infinite}
	disproved = numbers{infinite, 0}
)

// as returns the numbers as they are, or exchanged for the defender.
func (n numbers) as(attacking bool) numbers {
	if attacking {
		return n
	}
	return numbers{n.disproof, n.proof}
}

func (n numbers) known() bool { return n.proof == 0 || n.disproof == 0 }

func (n numbers) within(limit numbers) bool {
	return n.proof < limit.proof && n.disproof < limit.disproof
}

// A prover searches by proof numbers; its searcher finds the traces of proofs.
type prover[M comparable] struct {
	*searcher[M]
	children []child[M] // of all positions on the line
	replies  replyCache[M]
}

type child[M comparable] struct {
	move  M
	order int // of a move of the attacker
	left  counts
	numbers
}

// attack is [searcher.attack] by proof numbers: it searches until a number of the position reaches its limit.
func (p *prover[M]) attack(c counts, limit, changes int, until numbers) numbers {
	if p.depth >= p.edge {
		return p.attackAfresh(c, limit, changes, until)
	}
	if n := p.begin(changes); n != unknown || p.status != ply.Complete {
		return n
	}
	nodes := p.nodes
	c &= 1<<(8*limit) - 1
	key := p.key(c, limit, limit, changes)
	start := len(p.children)
	defer func() { p.children = p.children[:start] }()
	for order := 1; order <= limit+1; order++ {
		left := c
		if order > 1 && !left.spend(order-1) {
			continue
		}
		first := len(p.stack)
		p.stack = p.game.Attacks(order, p.stack)
		for _, m := range p.stack[first:] {
			p.children = append(p.children, child[M]{move: m, order: order, left: left})
		}
		p.stack = p.stack[:first]
	}
	for i := start; i < len(p.children); i++ {
		ch := &p.children[i]
		p.play(step[M]{move: ch.move})
		ch.numbers = p.lookup(ch.left, ch.order-1, limit, changes, hope(ch.order))
		p.undo()
	}
	for {
		best, n, next := p.choose(start, true, until)
		if !n.within(until) || n.known() || p.status != ply.Complete {
			e := entry[M]{proof: n.proof, disproof: n.disproof}
			if n.proof == 0 {
				e.move, e.order = p.children[best].move, uint8(p.children[best].order)
				p.decide(e.move)
			}
			p.store(key, e, nodes)
			return n
		}
		ch := p.children[best]
		p.play(step[M]{move: ch.move})
		found := p.defend(ch.left, ch.order-1, limit, changes, next)
		p.undo()
		p.children[best].numbers = found
	}
}

func (p *prover[M]) begin(changes int) numbers {
	scrap := p.borrow()
	standing, decided := p.enter(changes, scrap)
	p.giveBack()
	switch {
	case p.status != ply.Complete || !decided:
		return unknown
	case standing == Won:
		return proved
	}
	return disproved
}

// hope returns the initial numbers after a move of an order. A move that wins by fewer moves in a row is so much more
// likely to win that it should be searched deeply before other orders: with the order itself in place of a power of 4,
// 41 problems of connection in Go took 1.3 times the nodes, and with 1 they took 1.4 times.
func hope(order int) numbers { return numbers{1 << (2 * (order - 1)), 1} }

// choose returns the child to search next, the numbers of the position, and the limits of the child: until it is no
// longer the best, or the position reaches its own limits. attacking tells the side to move.
func (p *prover[M]) choose(start int, attacking bool, until numbers) (best int, n, next numbers) {
	best, n = start, numbers{infinite, 0} // all for the side to move
	second, unsolved := uint32(infinite), uint32(0)
	for i := start; i < len(p.children); i++ {
		ch := p.children[i].as(attacking)
		switch {
		case ch.proof < n.proof:
			best, n.proof, second = i, ch.proof, n.proof
		case ch.proof < second:
			second = ch.proof
		}
		if ch.disproof > 0 {
			n.disproof = max(n.disproof, ch.disproof)
			unsolved++
		}
	}
	switch {
	case n.proof == 0:
		return best, proved.as(attacking), next
	case unsolved == 0:
		return best, disproved.as(attacking), next
	}
	n.disproof = min(n.disproof+unsolved-1, infinite-1)
	until = until.as(attacking)
	next = numbers{
		proof:    min(until.proof, second+1+second/4),
		disproof: share(until.disproof, n.disproof, p.children[best].as(attacking).disproof),
	}
	return best, n.as(attacking), next.as(attacking)
}

// share returns the number that one child must reach for the sum of all to reach limit.
func share(limit, sum, child uint32) uint32 {
	if limit == infinite {
		return infinite
	}
	return limit - sum + child
}

func (p *prover[M]) defend(c counts, order, limit, changes int, until numbers) numbers {
	switch n := p.begin(changes); {
	case n != unknown || p.status != ply.Complete:
		return n
	case order == 0:
		return disproved
	}
	nodes := p.nodes
	key := p.key(c, order, limit, changes)
	n := p.verify(c, order, changes, until)
	start := len(p.children)
	defer func() { p.children = p.children[:start] }()
	if n.proof == 0 {
		if !p.listReplies(key, c, order, changes) {
			return unknown
		}
		initial := unknown
		for i := start; i < len(p.children); i++ {
			ch := &p.children[i]
			p.play(step[M]{move: ch.move})
			ch.numbers = p.lookup(c, limit, limit, changes, initial)
			initial = numbers{1, 2}
			p.undo()
		}
		n = p.refute(c, limit, changes, start, until)
	}
	p.store(key, entry[M]{proof: n.proof, disproof: n.disproof}, nodes)
	return n
}

func (p *prover[M]) verify(c counts, order, changes int, until numbers) numbers {
	if !p.pass() {
		return disproved
	}
	n := p.lookup(c&(1<<(8*(order-1))-1), order-1, order-1, changes+1, unknown)
	if !n.known() {
		n = p.attack(c, order-1, changes+1, until)
	}
	p.unpass()
	return n
}

func (p *prover[M]) refute(c counts, limit, changes, start int, until numbers) numbers {
	for {
		best, n, next := p.choose(start, false, until)
		if n.disproof == 0 {
			p.decide(p.children[best].move)
		}
		if !n.within(until) || n.known() || p.status != ply.Complete {
			return n
		}
		p.play(step[M]{move: p.children[best].move})
		found := p.attack(c, limit, changes, next)
		p.undo()
		p.children[best].numbers = found
	}
}

// listReplies appends the replies to a verified threat to the children. It returns false if the search was cut short.
func (p *prover[M]) listReplies(key uint64, c counts, order, changes int) bool {
	first := len(p.stack)
	defer func() { p.stack = p.stack[:first] }()
	var ok bool
	if p.stack, ok = p.replies.get(key, p.stack); !ok {
		verified := p.borrow()
		ok = p.threatens(c, order, changes, verified)
		if ok {
			p.stack = p.tracer.Replies(changes, verified, p.stack)
			if p.wins {
				toFront(p.stack[first:], p.winner) // the attacker's winning move is often a good defence
			}
			p.replies.put(key, p.stack[first:])
		}
		p.giveBack()
		if !ok {
			return false
		}
	}
	for _, m := range p.stack[first:] {
		p.children = append(p.children, child[M]{move: m})
	}
	return true
}

func (p *prover[M]) lookup(c counts, order, limit, changes int, initial numbers) numbers {
	if e, ok := p.table.Lookup(p.key(c, order, limit, changes)); ok {
		return numbers{e.proof, e.disproof}
	}
	return initial
}

func (p *prover[M]) attackAfresh(c counts, limit, changes int, until numbers) (n numbers) {
	p.afresh(func() bool { n = p.attack(c, limit, changes, until); return true })
	return n
}

var noLimit = numbers{infinite, infinite}

func (p *prover[M]) proves(attacking bool, c counts, limit, changes int) bool {
	if attacking {
		return p.proved(p.attack(c, limit, changes, noLimit))
	}
	return p.proved(p.defend(c, limit, limit, changes, noLimit))
}

func (p *prover[M]) provesMove(m M, left counts, order, limit, changes int) bool {
	p.play(step[M]{move: m})
	n := p.defend(left, order-1, limit, changes, noLimit)
	p.undo()
	return p.proved(n)
}

// provesThreat reports whether the attacker wins by threats of lower orders if the defender, who is to move, passes.
func (p *prover[M]) provesThreat(c counts, order, changes int) bool {
	return order > 0 && p.proved(p.verify(c, order, changes, noLimit))
}

func (p *prover[M]) proved(n numbers) bool { return n.proof == 0 && p.status == ply.Complete }

// A replyCache stores the replies in some positions, since finding them takes a search. The latest are kept.
type replyCache[M comparable] struct {
	slots   []replySlot
	moves   []M // a ring
	written int // moves ever written
}

type replySlot struct {
	key   uint64
	start int // counted in moves ever written
	count int
}

const (
	replySlots = 1 << 12
	replyMoves = 1 << 16
)

func (r *replyCache[M]) get(key uint64, dst []M) ([]M, bool) {
	if r.slots == nil {
		return dst, false
	}
	s := r.slots[key%replySlots]
	if s.key != key || s.count < 0 || r.written-s.start > replyMoves {
		return dst, false
	}
	start := s.start % replyMoves
	return append(dst, r.moves[start:start+s.count]...), true
}

func (r *replyCache[M]) put(key uint64, moves []M) {
	if r.slots == nil {
		r.slots, r.moves = make([]replySlot, replySlots), make([]M, replyMoves)
		for i := range r.slots {
			r.slots[i].count = -1
		}
	}
	if len(moves) > replyMoves {
		return
	}
	if rest := replyMoves - r.written%replyMoves; rest < len(moves) {
		r.written += rest // none wraps around
	}
	copy(r.moves[r.written%replyMoves:], moves)
	r.slots[key%replySlots] = replySlot{key, r.written, len(moves)}
	r.written += len(moves)
}
