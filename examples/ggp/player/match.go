package player

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/examples/ggp/gdl"
)

// A match is a match in progress. Its brains are used under the lock; the screen has its own lock.
type match struct {
	opt         Options
	id          string
	role        int
	description *gdl.Description // as received, for the spelling of moves
	fixed       *gdl.Description
	hidden      bool
	playClock   time.Duration
	seed        uint64
	compiler    chan struct{} // full while a game is compiled
	sources     uint64

	ctx  context.Context // ends with the match
	stop context.CancelFunc

	lock    sync.Mutex
	history []turn
	answer  string // to the last message
	fast    chan brain
	slow    chan brain
	brain   brain // nil until one is ready

	cut      sync.Mutex
	thinking context.CancelFunc // ends the last search; guarded by cut

	failures int
	stalls   int
	rules    *atomic.Pointer[game.Rules] // nil until compiled
	busy     chan struct{}               // closed after the last search

	*screen
}

// begin makes a match from a message and starts to prepare.
func begin(m message, opt Options, seed uint64, compiler chan struct{}) (*match, error) {
	d, err := gdl.DescriptionOf(m.rules)
	if err != nil {
		return nil, err
	}
	fixed, err := d.Playable()
	if err != nil {
		return nil, err
	}
	x := &match{opt: opt, id: m.match, description: d, fixed: fixed, hidden: d.Imperfect(), seed: seed, compiler: compiler,
		playClock: time.Duration(m.play) * time.Second,
		screen:    &screen{page: View{Match: m.match, Role: m.role, Roles: d.Roles(), State: "preparing"}}}
	if x.role = slices.Index(d.Roles(), m.role); x.role < 0 {
		return nil, fmt.Errorf("START: %.100s is not a role of this game", m.role)
	}
	x.ctx, x.stop = context.WithCancel(context.Background())
	x.prepareAll()
	return x, nil
}

func (x *match) prepareAll() {
	x.brain, x.rules = nil, new(atomic.Pointer[game.Rules])
	x.prepareFast()
	x.prepareSlow()
}

func (x *match) prepareFast() {
	hidden, compiled := x.hidden, x.rules
	x.fast = x.prepare(func(random *rand.Rand) (brain, error) {
		if x.opt.Slow || x.uniform() {
			return nil, errNotGrounded
		}
		if rules := compiled.Load(); rules != nil {
			return newBrain(rules, x.role, hidden, x.opt, random)
		}
		// A circuit that is no longer wanted is compiled to its end, before any other.
		select {
		case x.compiler <- struct{}{}:
		case <-x.ctx.Done():
			return nil, x.ctx.Err()
		}
		defer func() { <-x.compiler }()
		rules, err := game.Load(x.ctx, x.fixed, x.opt.MaxMemory, game.Options{})
		if err != nil {
			return nil, err
		}
		compiled.Store(rules)
		return newBrain(rules, x.role, hidden, x.opt, random)
	})
}

var errNotGrounded = errors.New("the rules are not grounded")

func (x *match) prepareSlow() {
	hidden := x.hidden
	x.slow = x.prepare(func(random *rand.Rand) (brain, error) {
		return newReasoningBrain(x.ctx, x.fixed, x.role, hidden, x.uniform(), x.opt.MaxMemory, random)
	})
}

func (x *match) uniform() bool { return x.opt.Random || x.description.Roles()[x.role] == gdl.Random }

// prepare begins to build a brain, nil if that fails.
func (x *match) prepare(build func(*rand.Rand) (brain, error)) chan brain {
	x.sources++
	random, to := rand.New(rand.NewPCG(x.seed, x.sources)), make(chan brain, 1)
	go func() {
		var b brain
		err := guard(func() (err error) {
			b, err = build(random)
			return err
		})
		if err != nil {
			if b = nil; !errors.Is(err, errNotGrounded) {
				x.note(err)
			}
		}
		to <- b
	}()
	return to
}

// guard turns a panic into an error, since rules come from strangers and a player must go on with its other brain.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("player: a panic: %v", p)
		}
	}()
	return f()
}

// ready makes the best prepared brain the present one. It waits for one until a channel is closed; if patient, for the
// better one. The lock must be held.
func (x *match) ready(until <-chan struct{}, patient bool) {
	for x.fast != nil || x.brain == nil && x.slow != nil {
		slow, end := x.slow, until
		switch {
		case len(x.fast) > 0: // a select takes any ready channel
			slow, end = nil, nil
		case x.brain != nil && !patient:
			return
		case x.brain != nil:
			slow = nil
		}
		select {
		case b := <-x.fast:
			x.fast = nil
			x.take(b)
		case b := <-slow:
			x.slow = nil
			x.take(b)
		case <-end:
			return
		}
	}
}

// mostFailures is the number of searches of a match that may fail before it waits for the next turn.
const mostFailures = 10

// mostStalls is the number of searches of a match that may fail to stop before it goes on by the reasoner alone.
const mostStalls = 5

// take goes over to a prepared brain that can follow the match.
func (x *match) take(b brain) {
	if b == nil {
		return
	}
	for _, t := range x.history {
		if err := guard(func() error { return b.advance(t) }); err != nil {
			x.note(err)
			return
		}
	}
	x.brain = b
}

// idle ends the last search. If it does not stop soon, as can happen on a busy machine, its brain is given up and other
// brains are made.
func (x *match) idle(deadline time.Time) {
	if x.busy == nil {
		return
	}
	x.interrupt()
	timer := time.NewTimer(time.Until(deadline) / 4)
	defer timer.Stop()
	select {
	case <-x.busy:
	case <-timer.C:
	}
	if !closed(x.busy) {
		x.brain = nil
		if x.stalls++; x.stalls <= mostStalls && x.fast == nil {
			x.prepareFast()
		}
		if x.slow == nil {
			x.prepareSlow()
		}
	}
	x.busy = nil
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// think searches until a deadline, or less, and returns the best move. The lock must be held.
func (x *match) think(deadline time.Time) Decision {
	ctx, cancel := context.WithDeadline(x.ctx, deadline)
	defer cancel()
	x.ready(ctx.Done(), false)
	if x.brain == nil {
		return Decision{}
	}
	short, stop := context.WithTimeout(ctx, x.opt.think())
	x.cut.Lock()
	x.thinking = stop
	x.cut.Unlock()
	b, done := x.brain, make(chan struct{})
	x.busy = done
	var last atomic.Pointer[Decision]
	var failure error // to be read after done is closed
	go func() {
		defer close(done)
		defer stop()
		failure = guard(func() error {
			return b.think(short, func(d Decision) {
				if last.Store(&d); ctx.Err() == nil {
					x.show(d)
				}
			})
		})
		if short.Err() != nil {
			failure = nil
		}
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	var best Decision
	if d := last.Load(); d != nil {
		best = *d
		x.show(best)
	}
	if !closed(done) {
		return best
	}
	if x.hidden {
		x.showFacts() // imagined ones
	}
	if failure != nil {
		x.note(failure)
		// The brain is given up: the reasoner takes over, if it can, in the rest of the time.
		x.brain, x.busy = nil, nil
		if x.slow == nil {
			x.prepareSlow()
		}
		if best.Move == "" && ctx.Err() == nil && x.failures < mostFailures {
			x.failures++
			return x.think(deadline)
		}
	}
	return best
}

// play follows a turn, unless it is the first, and returns the answer.
func (x *match) play(m message, deadline time.Time) (string, error) {
	x.idle(deadline)
	if m.kind == "PLAY" && x.repeated(m) {
		return x.answer, nil
	}
	ctx, cancel := context.WithDeadline(x.ctx, deadline)
	defer cancel()
	if m.kind == "PLAY" && m.hidden != x.hidden && len(x.history) == 0 {
		// A manager may send all moves although the rules say what roles see, or the other way round.
		x.hidden = m.hidden
		x.prepareAll()
	}
	x.ready(ctx.Done(), false)
	if err := x.follow(m); err != nil {
		return "", err
	}
	if m.kind == "STOP" {
		return "DONE", nil
	}
	d := x.think(deadline)
	if d.Move == "" {
		// No brain is ready yet. The manager replaces this by a legal move.
		x.answer = "NIL"
		return x.answer, nil
	}
	t, err := gdl.ParseTerm(d.Move)
	if err != nil {
		return "", err
	}
	x.answer = x.description.Spell(t)
	x.show(d)
	x.say("waiting")
	return x.answer, nil
}

// repeated reports whether a message was answered before. A joint move equal to the last one is a repetition unless it
// contains the move that was answered since.
func (x *match) repeated(m message) bool {
	switch {
	case x.answer == "":
		return false
	case m.hidden:
		return m.number <= len(x.history)
	case len(x.history) == 0:
		return m.moves == nil
	}
	last := x.history[len(x.history)-1].moves
	if !slices.Equal(last, m.moves) || x.role >= len(m.moves) {
		return false
	}
	t, err := gdl.ParseTerm(x.answer)
	return err == nil && t.String() != m.moves[x.role]
}

func (x *match) follow(m message) error {
	first := m.moves == nil && m.last == ""
	switch {
	case m.hidden != x.hidden && len(x.history) > 0:
		return fmt.Errorf("%s: the form of the message has changed", m.kind)
	case first && len(x.history) == 0, m.kind == "STOP" && first:
		return nil
	case first:
		return fmt.Errorf("%s: no moves after %d turns", m.kind, len(x.history))
	case m.hidden && m.number != len(x.history)+1:
		return fmt.Errorf("%s: turn %d, after %d", m.kind, m.number, len(x.history))
	}
	if x.brain != nil {
		if err := guard(func() error { return x.brain.advance(m.turn) }); err != nil {
			if m.kind == "STOP" {
				return nil // the match is over anyway
			}
			return fmt.Errorf("%s: %w", m.kind, err)
		}
	}
	x.history = append(x.history, m.turn)
	x.showTurn(m.turn)
	return nil
}
