package alphabeta

import (
	"cmp"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// The rules are the options with the capabilities of the game that they need. Only newRules writes them.
type rules[M comparable] struct {
	sides     ply.Adversarial
	evaluator ply.Evaluator

	// The capabilities that the options need, or nil.
	bounder  ply.Bounder
	quiescer Quiescer[M]
	passer   ply.Passer
	extender Extender[M]
	still    ply.Passer // with Selective
	repeater ply.Repeater
	images   ply.Symmetric[M]
	hasher   ply.Hasher // if there is a table, or repetitions are found by hash

	tree      Tree // with unlimited for a Width of 0
	narrow    bool // a Width is limited
	scout     bool // search moves after the first with a null window
	lastDepth int  // of a search that deepens; 0 without a limit
	mostMoves int  // in a line
}

const (
	mostDepth    = 250     // greatest Depth
	deepest      = 253     // of a bounded search with extensions
	withoutBound = 1 << 30 // the depth of a search to the end of the game
	mostExtended = 1000    // moves in a line with extensions
	mostQuiet    = 1000    // moves beyond the depth
)

func newRules[M comparable](g ply.AdversarialGame[M], opt *Options[M], v variant) (rules[M], error) {
	tree := opt.Tree
	tree.Width = [2]int{cmp.Or(tree.Width[0], unlimited), cmp.Or(tree.Width[1], unlimited)}
	r := rules[M]{
		sides:     g,
		evaluator: evaluatorOf(g, opt),
		tree:      tree,
		narrow:    opt.Tree.Width != [2]int{},
		scout:     bool(v),
		lastDepth: opt.Depth,
		mostMoves: withoutBound,
	}
	if tree.Extend {
		r.mostMoves = mostExtended
	}
	var first error
	need := func(option, capability string, ok bool) {
		if !ok && first == nil {
			first = fmt.Errorf("alphabeta: %s needs %s, which %T is not", option, capability, g)
		}
	}
	need("Tree.Bounds", "a ply.Bounder", offers(g, tree.Bounds, &r.bounder))
	need("Tree.Quiescence", "an alphabeta.Quiescer", offers(g, tree.Quiescence > 0, &r.quiescer))
	need("Tree.NullMove", "a ply.Passer", offers(g, tree.NullMove > 0, &r.passer))
	if tree.Selective > 0 {
		r.still, _ = g.(ply.Passer)
	}
	need("Tree.Extend", "an alphabeta.Extender", offers(g, tree.Extend, &r.extender))
	need("Tree.Symmetric", "a ply.Symmetric", offers(g, tree.Symmetric, &r.images))
	byHash := !offers(g, tree.Repetitions, &r.repeater)
	hashes := offers(g, opt.entries != nil || byHash, &r.hasher)
	if opt.entries != nil {
		need("Table", "a ply.Hasher", hashes)
	}
	need("Tree.Repetitions", "a ply.Repeater or a ply.Hasher", hashes)
	if acyclic, ok := g.(ply.Acyclic); opt.Depth == 0 && !tree.Repetitions && !(ok && acyclic.Acyclic()) {
		if r.lastDepth = mostDepth; opt.Direct && first == nil {
			first = ply.ErrCyclic
		}
	}
	return r, first
}

// offers sets capability to the game if wanted, and reports false if it is wanted and the game lacks it.
func offers[C any](g any, wanted bool, capability *C) (ok bool) {
	if wanted {
		*capability, ok = g.(C)
	}
	return ok || !wanted
}

func evaluatorOf[M comparable](g ply.AdversarialGame[M], opt *Options[M]) ply.Evaluator {
	if opt.Evaluator == nil {
		return sides.EvaluatorOf(g)
	}
	if e := opt.Evaluator(g); e != nil {
		return e
	}
	// The struct hides all other methods, so the game is no Evaluator.
	return sides.EvaluatorOf(struct{ ply.AdversarialGame[M] }{g})
}
