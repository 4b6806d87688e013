package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
)

// A match is what all types of games have in common: the states so far, the present one last, and the moves made in the
// present round.
type match struct {
	*Rules
	machine circuit.Walker
	keeper  *circuit.Machine // the machine, if it can keep the values of a state
	lineage *lineage         // shared with clones
	present *Rules           // of the machine and the lanes
	ignored circuit.State    // facts that the hash leaves out, or nil
	first   bool             // the first player is to move even without a choice

	states []uint64 // of the start and after each joint move
	hashes []uint64 // of these states
	chosen []Move   // in the present round
	counts []int32  // the number of moves chosen in each earlier round
	past   []Move   // these moves
	watch  watch    // the information of players, none if nothing is hidden

	levels []level // of states before the present one, by number

	loaded bool // the machine is in the present state
	listed bool // listing and over belong to the present state
	over   bool // the state is final
	listing
	joint  []int32
	drawn  []int32        // scratch
	lanes  *circuit.Lanes // nil until needed
	random rand.PCG       // of lanes
	values []uint8        // goals by lane and role
}

// A level keeps the listing of a state to which a search came back, in case it comes back again.
type level struct {
	back    bool    // a joint move was taken back to this state
	known   bool    // another joint move was made, and the rest is set
	machine []uint8 // by [circuit.Machine.Keep]
	listing
}

// A listing is the legal moves in a state.
type listing struct {
	legal []Move // of all roles
	ends  []int  // where the moves of each role end
	turns []int  // the roles that have a choice
}

func (l *listing) set(from *listing) {
	l.legal, l.ends, l.turns = append(l.legal[:0], from.legal...), append(l.ends[:0], from.ends...), append(l.turns[:0], from.turns...)
}

// mostKept is the maximum number of bytes for the levels of a position.
const mostKept = 1 << 20

func newMatch(r *Rules, first bool) *match {
	p := &match{Rules: r, lineage: &lineage{rules: r}, first: first}
	p.adopt()
	p.joint, p.ends = make([]int32, len(r.Roles)), make([]int, len(r.Roles))
	p.reset()
	return p
}

func (p *match) reset() {
	if p.lineage.base > 0 {
		p.lineage = &lineage{rules: p.Rules}
	}
	p.begin(p.Initial)
	p.chosen, p.counts, p.past = p.chosen[:0], p.counts[:0], p.past[:0]
	p.watch.reset()
}

// begin makes a state the start. It is always the same one, so its level remains valid.
func (p *match) begin(s circuit.State) {
	p.states, p.hashes = append(p.states[:0], s...), p.hashes[:0]
	hash := uint64(0)
	for fact := range p.Facts {
		if s.Has(fact) && (p.ignored == nil || !p.ignored.Has(fact)) {
			hash ^= factKey(fact)
		}
	}
	p.hashes = append(p.hashes, hash)
	p.loaded, p.listed = false, false
}

func (p *match) state() circuit.State { return p.states[len(p.states)-p.Words():] }

// A lineage is a position and all its clones, which go over to another circuit together.
type lineage struct {
	rules *Rules
	base  int // the number of the first state for which the rules were made
}

// adopt makes the machine for the circuit of the lineage. The listing of the present state remains valid.
func (p *match) adopt() {
	p.present = p.lineage.rules
	p.machine, p.lanes, p.levels = p.present.newMachine(), nil, nil
	p.keeper, _ = p.machine.(*circuit.Machine)
	p.loaded = false
}

// State returns a copy of the facts that hold, for [Rules.From].
func (p *match) State() circuit.State { return slices.Clone(p.state()) }

// Continue goes over to the circuit of rules that [Rules.From] made for the present or an earlier state of this match. All
// clones of the position and the position that it was cloned from do so, too; they must have come through that state.
// Taking back a move from before that state panics afterwards. No search may use the position during the call; trees of
// the position remain valid.
//
// Continue returns an error, and changes nothing, if the match did not come through the state.
func (p *match) Continue(later *Rules) error {
	if later == p.Rules {
		return nil
	}
	words := p.Words()
	for base := len(p.hashes) - 1; base >= p.lineage.base && later.Words() == words && later.Numbers() == p.Numbers(); base-- {
		if slices.Equal(p.states[base*words:(base+1)*words], later.Initial) {
			p.lineage.rules, p.lineage.base = later, base
			return nil
		}
	}
	return errors.New("game: the match did not come to the state for which the rules were made")
}

// level returns the level of the present state, nil if it is not known.
func (p *match) level() *level {
	if at := len(p.hashes) - 1; at < len(p.levels) && p.levels[at].known {
		return &p.levels[at]
	}
	return nil
}

// keep keeps the listing of the present state before a joint move, unless it is the first from there: in most states of a
// tree that grows by sampling only one is made.
func (p *match) keep() {
	at := len(p.hashes) - 1
	if p.list(); p.over || at >= len(p.levels) || !p.levels[at].back || p.levels[at].known {
		return
	}
	p.load()
	if at >= len(p.levels) {
		return // another machine was made
	}
	l := &p.levels[at]
	l.known = true
	if p.keeper != nil {
		l.machine = p.keeper.Keep(l.machine)
	}
	l.set(&p.listing)
}

// comeBack notes that a joint move was taken back to the present state. If lines are long and circuits big, only the first
// states have levels.
func (p *match) comeBack() {
	at := len(p.hashes) - 1
	for len(p.levels) <= at && (len(p.levels)+1)*p.present.KeptBytes() <= mostKept {
		p.levels = append(p.levels, level{})
	}
	if at < len(p.levels) {
		p.levels[at].back = true
	}
}

func (p *match) load() circuit.Walker {
	if p.present != p.lineage.rules {
		p.adopt()
	}
	if !p.loaded {
		if l := p.level(); l != nil && p.keeper != nil {
			p.keeper.Restore(l.machine)
		} else {
			p.machine.Load(p.state())
		}
		p.loaded = true
	}
	return p.machine
}

// list finds the legal moves and the turns of the present state.
func (p *match) list() {
	if p.listed {
		return
	}
	p.listed = true
	m := p.load()
	if l := p.level(); l != nil {
		p.over = false
		p.set(&l.listing)
		for role := range p.Roles {
			p.joint[role] = p.number(p.legalOf(role)[0], role)
		}
		return
	}
	p.legal, p.turns = p.legal[:0], p.turns[:0]
	if p.over = m.Terminal(); p.over {
		return
	}
	for role := range p.Roles {
		begin := len(p.legal)
		p.drawn = m.Legal(role, p.drawn[:0])
		for _, number := range p.drawn {
			p.legal = append(p.legal, p.Move(role, number))
		}
		p.ends[role] = len(p.legal)
		p.over = p.over || begin == len(p.legal)
		p.joint[role] = 0
		if begin < len(p.legal) {
			p.joint[role] = p.number(p.legal[begin], role)
		}
		if role != p.Random && (len(p.legal)-begin > 1 || p.first && role == p.roles[0]) {
			p.turns = append(p.turns, role)
		}
	}
	if p.over {
		p.turns = p.turns[:0]
		return
	}
	if p.Random >= 0 && len(p.legalOf(p.Random)) > 1 {
		p.turns = append(p.turns, p.Random)
	}
	if len(p.turns) == 0 {
		p.turns = append(p.turns, p.roles[0])
	}
}

func (p *match) legalOf(role int) []Move {
	begin := 0
	if role > 0 {
		begin = p.ends[role-1]
	}
	return p.legal[begin:p.ends[role]]
}

func (p *match) finished() bool {
	p.list()
	return p.over
}

func (p *match) turn() int {
	p.list()
	return p.turns[len(p.chosen)]
}

// A position is a match in which one player moves after the other.
type position struct{ *match }

func newPosition(r *Rules, first bool) position { return position{newMatch(r, first)} }

// Moves appends the legal moves of the role to move.
func (p position) Moves(dst []Move) []Move {
	if p.finished() {
		return dst
	}
	return append(dst, p.legalOf(p.turn())...)
}

// Play makes the move of the role to move. The last move of a round makes the joint move.
func (p position) Play(m Move) { p.play(m) }

// Undo takes back the last move.
func (p position) Undo(Move) { p.undo() }

// Hash returns the exclusive or of random keys of the facts and of the moves made in the present round (Zobrist 1970).
func (p position) Hash() uint64 { return p.hash() }

// Rehash computes the hash from scratch.
func (p position) Rehash() uint64 {
	fresh := match{Rules: p.Rules, ignored: p.ignored, chosen: p.chosen}
	fresh.begin(p.state())
	return fresh.hash()
}

func (p position) clone() position { return position{p.copy()} }

func (p *match) play(m Move) {
	p.list()
	if p.chosen = append(p.chosen, m); len(p.chosen) < len(p.turns) {
		return
	}
	for i, m := range p.chosen {
		p.joint[p.turns[i]] = p.number(m, p.turns[i])
	}
	p.round()
}

func (p *match) round() {
	p.keep()
	p.counts, p.past = append(p.counts, int32(len(p.chosen))), append(p.past, p.chosen...)
	p.chosen = p.chosen[:0]
	m := p.load()
	if err := m.Play(p.joint); err != nil {
		panic(err) // illegal moves
	}
	p.watch.note(p)
	words := p.Words()
	before := len(p.states) - words
	p.states = slices.Grow(p.states, words)[:len(p.states)+words]
	m.Save(p.state())
	hash := p.hashes[len(p.hashes)-1]
	for i, w := range p.state() {
		changed := w ^ p.states[before+i]
		if p.ignored != nil {
			changed &^= p.ignored[i]
		}
		for ; changed != 0; changed &= changed - 1 {
			hash ^= factKey(i<<6 + bits.TrailingZeros64(changed))
		}
	}
	p.hashes = append(p.hashes, hash)
	p.listed = false
	if at := len(p.hashes) - 1; at < len(p.levels) {
		p.levels[at].back, p.levels[at].known = false, false
	}
}

func (p *match) undo() {
	if len(p.chosen) == 0 {
		n := p.counts[len(p.counts)-1]
		p.counts = p.counts[:len(p.counts)-1]
		p.chosen = append(p.chosen, p.past[len(p.past)-int(n):]...)
		p.past = p.past[:len(p.past)-int(n)]
		p.states, p.hashes = p.states[:len(p.states)-p.Words()], p.hashes[:len(p.hashes)-1]
		p.watch.forget()
		if len(p.hashes) <= p.lineage.base {
			panic("game: a move from before Continue is taken back")
		}
		p.loaded, p.listed = false, false
		p.comeBack()
	}
	p.chosen = p.chosen[:len(p.chosen)-1]
}

// toMove returns the player to move, [ply.Chance] for the role random, and player 0 in a final position.
func (p *match) toMove() int {
	if p.finished() {
		return 0
	}
	return p.player[p.turn()]
}

func (p *match) hash() uint64 {
	hash := p.hashes[len(p.hashes)-1]
	for _, m := range p.chosen {
		hash ^= moveKey(m)
	}
	return hash
}

// AppendBinary appends the facts and the moves made in the present round. It never returns an error.
func (p *match) AppendBinary(dst []byte) ([]byte, error) {
	for _, w := range p.state() {
		dst = binary.LittleEndian.AppendUint64(dst, w)
	}
	for _, m := range p.chosen {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(m))
	}
	return dst, nil
}

// goal returns the goal of a player, 0 if the description states none or several.
func (p *match) goal(player int) int {
	p.load()
	return p.goalThere(player)
}

// goalThere returns the goal of a player in the state of the machine.
func (p *match) goalThere(player int) int {
	value, _ := p.machine.Goal(p.roles[player])
	return value
}

// outcomes sets the value of each player: twice the goal, minus 100.
func (p *match) outcomes(values []int) {
	for player := range values {
		values[player] = 2*p.goal(player) - 100
	}
}

// uniform appends equal probabilities of moves.
func uniform(moves []Move, dst []float64) []float64 {
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

// Holding yields the facts that hold, in the order of their numbers.
func (p *match) Holding(yield func(string) bool) {
	for fact, text := range p.Facts {
		if p.state().Has(fact) && !yield(text) {
			return
		}
	}
}

// String returns the facts that hold and the moves of the present round.
func (p *match) String() string {
	text := strings.Join(slices.Collect(p.Holding), " ")
	for _, m := range p.chosen {
		text += fmt.Sprintf(" %s:%s", p.Roles[p.RoleOf(m)], p.Text(m))
	}
	return text
}

// Legal appends the legal moves of a player in the present state, whether it is to move or not, and none if the match is
// over.
func (p *match) Legal(player int, dst []Move) []Move {
	if p.finished() {
		return dst
	}
	return append(dst, p.legalOf(p.roles[player])...)
}

// PlayRound makes a joint move, given the moves of all roles in order. It returns an error, and changes nothing, if a move
// is illegal, the match is over or the round has begun.
func (p *match) PlayRound(joint []Move) error {
	switch {
	case p.finished():
		return fmt.Errorf("game: the match is over")
	case len(p.chosen) > 0:
		return fmt.Errorf("game: a joint move within a round")
	case len(joint) != len(p.Roles):
		return fmt.Errorf("game: %d moves for %d roles", len(joint), len(p.Roles))
	}
	for role, m := range joint {
		if !slices.Contains(p.legalOf(role), m) {
			return fmt.Errorf("game: a move of %s that is not legal", p.Roles[role])
		}
	}
	for _, role := range p.turns {
		p.play(joint[role])
	}
	return nil
}

// Asked appends the moves of a joint move that are played one after the other.
func (p *match) Asked(joint []Move, dst []Move) []Move {
	p.list()
	for _, role := range p.turns {
		dst = append(dst, joint[role])
	}
	return dst
}

// drawRound draws the remaining moves of the present round without making them.
func (p *match) drawRound(random *rand.PCG) {
	p.list()
	for i, role := range p.turns {
		m := Move(0)
		if i < len(p.chosen) {
			m = p.chosen[i]
		} else {
			m = circuit.Pick(random, p.legalOf(role))
		}
		p.joint[role] = p.number(m, role)
	}
}

func (p *match) copy() *match {
	q := *p
	q.states, q.hashes = slices.Clone(p.states), slices.Clone(p.hashes)
	q.chosen, q.counts, q.past = slices.Clone(p.chosen), slices.Clone(p.counts), slices.Clone(p.past)
	q.listing, q.joint = listing{ends: make([]int, len(p.Roles))}, make([]int32, len(p.Roles))
	q.drawn, q.lanes, q.values, q.levels = nil, nil, nil, nil
	q.watch = p.watch.clone()
	q.adopt()
	q.listed = false
	return &q
}

var _ ply.Game[Move] = position{}
