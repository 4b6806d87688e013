// Package threattest has the laws of [threat.Game] that can be checked only with a search. Pass them to package
// gametest:
//
//	gametest.Check(t, newGame, gametest.Options{Laws: threattest.Laws[Move]()})
package threattest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/search/threat"
)

// Laws returns two laws of a [threat.Game], for [gametest.Options]:
//
//   - "trace of a win": if a small search finds that the attacker wins by threats, the attacker still wins after any
//     move of either side that changes no cell of the trace of this win. The law is checked only if the game is a
//     [ply.Celled].
//   - "replies": after a small search has found that the attacker wins although the defender is to move, the method
//     Replies gets the trace of this win. It appends only legal moves, none of them twice, and removes no cell from
//     this trace. The attacker also wins after each legal move that Replies does not append. The law is checked only if
//     the game is a [threat.Tracer].
func Laws[M comparable]() []gametest.Law {
	return []gametest.Law{{
		Name:  "trace of a win",
		Text:  "If the attacker wins by threats, it still does after a move of either side that changes no cell of the trace of the win.",
		Check: ofGoal(traceOfWin[M]),
	}, {
		Name: "replies",
		Text: "Replies appends legal moves of the defender to its argument, none twice, and takes no cell from the trace; if the attacker wins although " +
			"the defender is to move, it wins after all moves that Replies leaves out.",
		Check: ofGoal(replies[M]),
	}}
}

// Limits of the first search, and of the search before a law reports a lost win.
var (
	fewThreats  = threat.Threat{2, 1}
	manyThreats = threat.Threat{4, 3, 1}
)

const (
	fewNodes  = 300
	manyNodes = 20_000
	width     = 4 // moves tried in a position
)

func ofGoal[M comparable](check func(g threat.Game[M], random *rand.Rand) error) func(game any, random *rand.Rand) error {
	return func(game any, random *rand.Rand) error {
		g, ok := game.(threat.Game[M])
		if !ok {
			return fmt.Errorf("%T is no threat.Game for moves of this type", game)
		}
		return check(g, random)
	}
}

func search[M comparable](g threat.Game[M], of threat.Threat, nodes, changes int) (threat.Result[M], error) {
	return threat.Search(context.Background(), g, ply.Limits{Nodes: nodes}, threat.Options[M]{Threat: of, Changes: changes})
}

// traceOfWin finds a win by few threats, and plays moves of either side that change no cell of its trace.
func traceOfWin[M comparable](g threat.Game[M], random *rand.Rand) error {
	if _, celled := g.(ply.Celled); !celled {
		return nil
	}
	r, err := search(g, fewThreats, fewNodes, 1)
	if err != nil || !r.Won {
		return err
	}
	attacking, before := g.Attacking(), valuesOf(g, r.Trace)
	try := func(m M, did string) error {
		g.Play(m)
		defer g.Undo(m)
		if g.Attacking() != attacking {
			if !g.Pass() {
				return nil
			}
			defer g.Unpass()
		}
		if g.Attacking() == attacking && slices.Equal(valuesOf(g, r.Trace), before) && !stillWon(g) {
			return fmt.Errorf("no win by threats is found after %s %v, although its trace, cells %v, has not changed", did, m, slices.Collect(r.Trace.Cells()))
		}
		return nil
	}
	for _, m := range sample(g.Moves(nil), random) {
		if err := try(m, "playing (and passing, unless the same side is to move again)"); err != nil {
			return err
		}
	}
	if !g.Pass() {
		return nil
	}
	defer g.Unpass()
	for _, m := range sample(g.Moves(nil), random) {
		if err := try(m, "passing and playing"); err != nil {
			return err
		}
	}
	return nil
}

// replies finds wins of the attacker with the defender to move, and tries the moves missing from the replies.
func replies[M comparable](g threat.Game[M], _ *rand.Rand) error {
	tracer, ok := g.(threat.Tracer[M])
	if !ok || g.Attacking() {
		return nil
	}
	r, err := search(g, fewThreats, fewNodes, 1)
	if err != nil || !r.Won || g.Standing(0, new(dependency.Trace)) != threat.Open {
		return err
	}
	left := r.Trace.Clone()
	listed, moves := tracer.Replies(0, &left, nil), g.Moves(nil)
	for i, m := range listed {
		if !slices.Contains(moves, m) || slices.Contains(listed[:i], m) {
			return fmt.Errorf("method Replies lists %v: want some of the moves %v, none twice", listed, moves)
		}
	}
	for cell := range r.Trace.Cells() {
		if !left.Has(cell) {
			return fmt.Errorf("method Replies takes cell %d from the trace", cell)
		}
	}
	want := append(make([]M, 1), listed...)
	if got := tracer.Replies(0, &left, want[:1:1]); !slices.Equal(got, want) {
		return fmt.Errorf("method Replies appends to %v: want %v, got %v", want[:1], want, got)
	}
	for _, m := range moves {
		if slices.Contains(listed, m) {
			continue
		}
		g.Play(m)
		won := stillWon(g)
		g.Undo(m)
		if !won {
			return fmt.Errorf("no win by threats is found after %v, which is not among the replies %v to cells %v", m, listed, slices.Collect(r.Trace.Cells()))
		}
	}
	return nil
}

func stillWon[M comparable](g threat.Game[M]) bool {
	won := func(g threat.Game[M], of threat.Threat, nodes int) bool {
		r, err := search(g, of, nodes, 0)
		return err != nil || r.Won || r.Status != ply.Complete && nodes == manyNodes
	}
	return won(g, fewThreats, fewNodes) || won(g, manyThreats, manyNodes) || won(everyMoveOf(g), fewThreats, manyNodes)
}

// everyMoveOf returns a game whose attacks are all legal moves: g may leave out moves, and other ones than before.
func everyMoveOf[M comparable](g threat.Game[M]) threat.Game[M] {
	if t, ok := g.(threat.Tracer[M]); ok {
		return struct {
			everyMove[M]
			threat.Tracer[M]
		}{everyMove[M]{g}, t}
	}
	return struct {
		everyMove[M]
		ply.Footprinter[M]
	}{everyMove[M]{g}, g.(ply.Footprinter[M])}
}

type everyMove[M comparable] struct{ threat.Game[M] }

func (g everyMove[M]) Attacks(_ int, dst []M) []M { return g.Moves(dst) }

func valuesOf[M comparable](g threat.Game[M], trace dependency.Trace) (values []int32) {
	for cell := range trace.Cells() {
		values = append(values, g.(ply.Celled).Cell(int(cell)))
	}
	return values
}

func sample[M comparable](moves []M, random *rand.Rand) []M {
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves[:min(len(moves), width)]
}
