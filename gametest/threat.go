package gametest

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/threat"
)

// threatLaws are the laws of games with a goal.
func threatLaws[M comparable]() []law[M] {
	return []law[M]{
		attacker[M](),
		standing[M](),
		attacks[M](),
		traceOfMove[M](),
		traceOfWin[M](),
		replies[M](),
	}
}

// goaling are the methods of a [threat.Game] that belong to no other capability.
type goaling[M comparable] interface {
	Attacking() bool
	Standing(changes int, trace *dependency.Trace) threat.Standing
	Attacks(order int, dst []M) []M
}

// attacker is also the law of passes, for games that need not be adversarial.
func attacker[M comparable]() law[M] {
	return law[M]{
		name:  "attacker",
		text:  "Attacking is a function of the position; Pass gives the turn to the other side, or refuses and changes nothing, and Unpass takes it back.",
		needs: has[threat.Game[M], M],
		begin: func() check[M] {
			met := map[string]bool{}
			return func(p *place[M]) *finding[M] {
				g := p.game.(threat.Game[M])
				attacking := g.Attacking()
				passed := g.Pass()
				if now := g.Attacking(); passed != (now != attacking) {
					return p.found("calling Pass", fmt.Sprintf("true and attacking: %v, or false and attacking: %v", !attacking, attacking), fmt.Sprintf("%v and attacking: %v", passed, now))
				}
				if passed {
					for _, m := range p.sample(g.Moves(nil)) {
						g.Play(m)
						g.Undo(m)
					}
					g.Unpass()
				}
				if f := p.unchanged("after Pass and, if it was true, Unpass"); f != nil {
					return f
				}
				if again := g.Attacking(); again != attacking {
					return p.found("after Pass and, if it was true, Unpass", fmt.Sprintf("attacking: %v", attacking), fmt.Sprint(again))
				}
				key, ok := keyOf(p.game)
				if !ok {
					return nil
				}
				if before, again := met[key]; again && before != attacking {
					return p.found("", fmt.Sprintf("attacking: %v, as when the position was met before", before), fmt.Sprint(attacking))
				}
				met[key] = attacking
				return nil
			}
		},
	}
}

// mostChanges is up to how many changes elsewhere goals are asked about.
const mostChanges = 2

func standing[M comparable]() law[M] {
	return law[M]{
		name:  "standing of the goal",
		text:  "Standing is Won, Lost or Open, whoever is to move; it adds cells of the game to the trace, and changes nothing else.",
		needs: has[threat.Game[M], M],
		begin: stateless(func(p *place[M]) *finding[M] {
			g := p.game.(threat.Game[M])
			for changes := range mostChanges + 1 {
				did := fmt.Sprintf("calling Standing(%d, trace)", changes)
				var trace dependency.Trace
				trace.Add(0)
				first := g.Standing(changes, &trace)
				switch {
				case first != threat.Won && first != threat.Lost && first != threat.Open:
					return p.found(did, "won, lost or open", fmt.Sprint(first))
				case !trace.Has(0):
					return p.found(did+" with a trace that holds cell 0", "cell 0 in it", traceText(trace))
				}
				if c, ok := p.game.(ply.Celled); ok {
					if list := slices.Collect(trace.Cells()); int(list[len(list)-1]) >= c.Cells() {
						return p.found(did, fmt.Sprintf("cells from 0 to %d", c.Cells()-1), traceText(trace))
					}
				}
				if f := p.unchanged("after %s", did); f != nil {
					return f
				}
				if !g.Pass() {
					continue
				}
				other := g.Standing(changes, new(dependency.Trace))
				g.Unpass()
				if other != first {
					return p.found(did+" after a pass", fmt.Sprintf("%v, as before the pass", first), fmt.Sprint(other))
				}
			}
			return nil
		}),
	}
}

func traceText(t dependency.Trace) string { return fmt.Sprint("cells ", slices.Collect(t.Cells())) }

func attacks[M comparable]() law[M] {
	return law[M]{
		name:  "attacks",
		text:  "Attacks appends legal moves of the attacker to its argument, none twice, and changes nothing.",
		needs: has[threat.Game[M], M],
		begin: stateless(func(p *place[M]) *finding[M] {
			g := p.game.(threat.Game[M])
			if !g.Attacking() || g.Standing(0, new(dependency.Trace)) != threat.Open {
				return nil
			}
			const orders = 3
			for order := 1; order <= orders; order++ {
				list := func(dst []M) []M { return g.Attacks(order, dst) }
				if _, f := someOfTheMoves(p, fmt.Sprintf("Attacks of order %d", order), list); f != nil {
					return f
				}
			}
			return nil
		}),
	}
}

// traceOfMove changes cells outside the trace of a move, and plays the move then.
func traceOfMove[M comparable]() law[M] {
	return law[M]{
		name:  "trace of a move",
		text:  "If a move of either side changes no cell that TraceMove adds, the traced move is still legal and leaves the same in those cells; TraceMove changes nothing but the trace.",
		needs: all(has[threat.Game[M], M], has[threat.Tracer[M], M], has[ply.Celled, M]),
		begin: stateless(func(p *place[M]) *finding[M] {
			g := p.game.(threat.Game[M])
			if !g.Attacking() || g.Standing(0, new(dependency.Trace)) != threat.Open || !p.last && !p.seldom() {
				return nil
			}
			for _, m := range p.sample(p.moves) {
				did := fmt.Sprintf("calling TraceMove(%v, 1, trace)", m)
				var trace dependency.Trace
				trace.Add(0)
				p.game.(threat.Tracer[M]).TraceMove(m, 1, &trace)
				if !trace.Has(0) {
					return p.found(did+" with a trace that holds cell 0", "cell 0 in it", traceText(trace))
				}
				if f := p.unchanged("after %s", did); f != nil {
					return f
				}
				g.Play(m)
				after := p.valuesOf(trace)
				g.Undo(m)
				f := p.aside(g, trace, func(did string) *finding[M] {
					if g.Standing(0, new(dependency.Trace)) != threat.Open {
						return nil
					}
					if !slices.Contains(g.Moves(nil), m) {
						return p.found(did, fmt.Sprintf("%v still legal, since the cells of its trace, %s, have not changed", m, traceText(trace)), "not legal")
					}
					g.Play(m)
					now := p.valuesOf(trace)
					g.Undo(m)
					if !slices.Equal(now, after) {
						return p.found(did+fmt.Sprintf(" and playing %v", m), fmt.Sprintf("%v in %s, as without the other move", after, traceText(trace)), fmt.Sprint(now))
					}
					return nil
				})
				if f != nil {
					return f
				}
			}
			return nil
		}),
	}
}

// traceOfWin looks for a win by few threats, and changes cells outside its trace.
func traceOfWin[M comparable]() law[M] {
	return law[M]{
		name: "trace of a win",
		text: "If the attacker wins by threats, it still does after a move of either side that changes no cell of the trace of the win.",
		needs: all(has[threat.Game[M], M], has[ply.Celled, M], func(g ply.Game[M]) bool {
			return has[threat.Tracer[M]](g) || has[ply.Footprinter[M]](g)
		}),
		begin: stateless(func(p *place[M]) *finding[M] {
			if !p.last && !p.seldom() {
				return nil
			}
			g := p.game.(threat.Game[M])
			r, err := threat.Search(context.Background(), g, ply.Limits{Nodes: fewNodes}, threat.Options[M]{Threat: fewThreats, Changes: 1})
			if err != nil {
				return p.found("calling threat.Search", "no error", err.Error())
			}
			if f := p.unchanged("after threat.Search"); f != nil {
				return f
			}
			if !r.Won {
				return nil
			}
			return p.elsewhere(g, r.Trace)
		}),
	}
}

// replies looks for wins of the attacker although the defender is to move, and tries the moves missing from the replies.
func replies[M comparable]() law[M] {
	return law[M]{
		name:  "replies",
		text:  "Replies appends legal moves of the defender to its argument, none twice, and takes no cell from the trace; if the attacker wins although the defender is to move, it wins after all moves that Replies leaves out.",
		needs: all(has[threat.Game[M], M], has[threat.Tracer[M], M]),
		begin: stateless(func(p *place[M]) *finding[M] {
			g := p.game.(threat.Game[M])
			if g.Attacking() || !p.last && !p.seldom() {
				return nil
			}
			r, err := threat.Search(context.Background(), g, ply.Limits{Nodes: fewNodes}, threat.Options[M]{Threat: fewThreats, Changes: 1})
			if err != nil {
				return p.found("calling threat.Search", "no error", err.Error())
			}
			if !r.Won || g.Standing(0, new(dependency.Trace)) != threat.Open {
				return nil
			}
			left := r.Trace.Clone()
			listed, f := someOfTheMoves(p, "Replies", func(dst []M) []M {
				left = r.Trace.Clone()
				return p.game.(threat.Tracer[M]).Replies(0, &left, dst)
			})
			if f != nil {
				return f
			}
			for cell := range r.Trace.Cells() {
				if !left.Has(cell) {
					return p.found("calling Replies", fmt.Sprintf("cell %d in the trace, as before", cell), traceText(left))
				}
			}
			for _, m := range p.moves {
				if slices.Contains(listed, m) {
					continue
				}
				g.Play(m)
				won := stillWon(g)
				g.Undo(m)
				if !won {
					return p.found(fmt.Sprintf("playing %v, which is not among the replies %v to %s", m, listed, traceText(r.Trace)), "a win by threats, as after the replies", "none")
				}
			}
			return nil
		}),
	}
}

// Bounds of the law of traces: of its first search, and of the search before it reports a lost win.
var (
	fewThreats  = threat.Threat{2, 1}
	manyThreats = threat.Threat{4, 3, 1}
)

const (
	fewNodes  = 300
	manyNodes = 20_000
)

// elsewhere plays moves of either side that change no cell of the trace of a win, and looks whether it is still won.
func (p *place[M]) elsewhere(g threat.Game[M], trace dependency.Trace) *finding[M] {
	return p.aside(g, trace, func(did string) *finding[M] {
		if stillWon(g) {
			return nil
		}
		return p.found(did, fmt.Sprintf("a win by threats, as before, since its trace, %s, has not changed", traceText(trace)), "none")
	})
}

// valuesOf returns the values of the cells of a trace.
func (p *place[M]) valuesOf(trace dependency.Trace) (values []int32) {
	for cell := range trace.Cells() {
		values = append(values, p.game.(ply.Celled).Cell(int(cell)))
	}
	return values
}

// aside calls look after each of some moves of either side that change no cell of a trace, with the same side to move
// as before.
func (p *place[M]) aside(g threat.Game[M], trace dependency.Trace, look func(did string) *finding[M]) *finding[M] {
	attacking := g.Attacking()
	before := p.valuesOf(trace)
	try := func(m M, did string) *finding[M] {
		g.Play(m)
		if passed := g.Attacking() != attacking; !passed || g.Pass() {
			if g.Attacking() == attacking && slices.Equal(p.valuesOf(trace), before) {
				if f := look(did); f != nil {
					return f
				}
			}
			if passed {
				g.Unpass()
			}
		}
		g.Undo(m)
		return nil
	}
	for _, m := range p.sample(p.moves) {
		if f := try(m, fmt.Sprintf("playing %v and, unless the same side is to move again, passing", m)); f != nil {
			return f
		}
	}
	if !g.Pass() {
		return nil
	}
	for _, m := range p.sample(g.Moves(nil)) {
		if f := try(m, fmt.Sprintf("passing and playing %v", m)); f != nil {
			return f
		}
	}
	g.Unpass()
	return nil
}

// stillWon reports whether searches of some size find a win of the attacker.
func stillWon[M comparable](g threat.Game[M]) bool {
	won := func(g threat.Game[M], of threat.Threat, nodes int) bool {
		r, err := threat.Search(context.Background(), g, ply.Limits{Nodes: nodes}, threat.Options[M]{Threat: of})
		return err != nil || r.Won || r.Status != ply.Complete && nodes == manyNodes
	}
	if won(g, fewThreats, fewNodes) || won(g, manyThreats, manyNodes) {
		return true
	}
	// The game may leave out moves, and other ones than before.
	var every threat.Game[M]
	if t, ok := g.(threat.Tracer[M]); ok {
		every = struct {
			everyMove[M]
			threat.Tracer[M]
		}{everyMove[M]{g}, t}
	} else {
		every = struct {
			everyMove[M]
			ply.Footprinter[M]
		}{everyMove[M]{g}, g.(ply.Footprinter[M])}
	}
	return won(every, fewThreats, manyNodes)
}

// everyMove is a game whose attacks are all legal moves.
type everyMove[M comparable] struct{ threat.Game[M] }

func (g everyMove[M]) Attacks(_ int, dst []M) []M { return g.Moves(dst) }
