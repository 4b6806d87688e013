package mcts

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/sides"
)

// All rules of the options and limits: which values are allowed, and which options need or exclude others.

// clamp limits a number of simulations to the greatest count.
func clamp(simulations int) uint32 { return uint32(min(simulations, math.MaxInt32)) }

var (
	errChance     = errors.New("mcts: RAVE is for games without chance, and a position of chance was met")
	errCheckpoint = errors.New("mcts: Checkpoint is set, which is for the function Search: a Tree has Save and Load")
	errLost       = errors.New("mcts: the game has called runtime.Goexit in the midst of a simulation: its position is not known")
)

const (
	mostUtility  = 127
	mostPlayouts = 1 << 16
)

type plan[M comparable] struct {
	Options[M]
	evaluates bool     // instead of
	playouts  Playouts // at least one, and Uniform if an option concerns random playouts
	memory    int      // of the tree, in bytes
}

func (p *plan[M]) learns() bool {
	return p.playouts.Replies != 0 || p.playouts.Averages.Length != 0 || p.History != 0
}

func (o Options[M]) checked() (plan[M], error) {
	p := plan[M]{Options: o}
	if p.Bandit == nil {
		p.Bandit = Hoeffding{}
	}
	p.NoSolver = o.NoSolver || o.OpenLoop
	switch leaf := o.Leaf.(type) {
	case nil:
	case Playouts:
		p.playouts = leaf
	case Evaluation:
		p.evaluates = true
	default:
		return p, fmt.Errorf("mcts: Leaf is a %T, want Playouts or an Evaluation", leaf)
	}
	u := &p.playouts
	u.Uniform = u.Uniform || u.Replies != 0 || u.Averages != Averages{} || u.Mercy != 0
	u.N = cmp.Or(u.N, 1)
	p.ExpandAfter = cmp.Or(p.ExpandAfter, 1)
	p.memory = sampling.Memory(p.Memory)
	if err := cmp.Or(sampling.CheckTree(0, p.Scale, p.MaxLength, p.Memory), sampling.Resolve(&p.Workers, &p.Random)); err != nil {
		return p, fmt.Errorf("mcts: %w", err)
	}
	if !saved.IsOff(p.Checkpoint) {
		return p, errCheckpoint
	}
	if guard.IsNil(p.Bandit) {
		return p, fmt.Errorf("mcts: Bandit is a nil %T", p.Bandit)
	}
	return p, cmp.Or(p.Bandit.check(), p.checkMoves(), p.checkRest(), p.checkTogether())
}

func (p *plan[M]) checkMoves() error {
	switch {
	case !usable(p.FirstPlay) && !math.IsInf(p.FirstPlay, 1):
		return fmt.Errorf("mcts: FirstPlay is %v, want 0, a score from 1e-18 to 1e18, or +Inf", p.FirstPlay)
	case !usable(p.RAVE.Weight):
		return fmt.Errorf("mcts: RAVE.Weight is %v, want 0 for no RAVE, or a number of simulations up to 1e18", p.RAVE.Weight)
	case p.RAVE.Reference < 0 || p.RAVE.Reference > 0 && p.RAVE.Weight == 0:
		return fmt.Errorf("mcts: RAVE.Reference is %d with the Weight %v, want a number of simulations, and a Weight", p.RAVE.Reference, p.RAVE.Weight)
	case !p.Widening.valid():
		return fmt.Errorf("mcts: Widening is %v, want a Factor and a Power, both positive, or neither", p.Widening)
	case !usable(p.History):
		return fmt.Errorf("mcts: History is %v, want 0 or a number from 1e-18 to 1e18", p.History)
	case p.Decisive >= decisives:
		return fmt.Errorf("mcts: unknown Decisive %d", p.Decisive)
	}
	return nil
}

func (p *plan[M]) checkRest() error {
	o, a := &p.playouts, p.playouts.Averages
	switch {
	case p.Scale > ply.MaxValue:
		return fmt.Errorf("mcts: Scale is %d, want a value up to %d, or 0", p.Scale, ply.MaxValue)
	case o.N < 0 || o.N > mostPlayouts:
		return fmt.Errorf("mcts: Playouts.N is %d, want 1 to %d", o.N, mostPlayouts)
	case o.Median && o.N == 1:
		return fmt.Errorf("mcts: Median is of several playouts, want Playouts.N to be 2 or more")
	case o.Replies < 0 || o.Replies > mostReplies:
		return fmt.Errorf("mcts: Replies is %d, want 0 to %d moves", o.Replies, mostReplies)
	case a.Length < 0 || a.Length > mostNGram:
		return fmt.Errorf("mcts: Averages.Length is %d, want 0 to %d moves", a.Length, mostNGram)
	case a.Length == 0 && a != (Averages{}):
		return fmt.Errorf("mcts: Averages has no Length, want 1 to %d moves", mostNGram)
	case !usable(a.Temperature):
		return fmt.Errorf("mcts: Averages has Temperature %v, want 0 or a number from 1e-18 to 1e18", a.Temperature)
	case o.Mercy < 0 || o.Mercy > ply.MaxValue:
		return fmt.Errorf("mcts: Mercy is %d, want a value up to %d, or 0", o.Mercy, ply.MaxValue)
	case p.ExpandAfter < 0:
		return fmt.Errorf("mcts: ExpandAfter is %d, want a number of simulations", p.ExpandAfter)
	case p.Sharing >= sharings:
		return fmt.Errorf("mcts: unknown Sharing %d", p.Sharing)
	}
	return nil
}

func (p *plan[M]) checkTogether() error {
	switch {
	case p.OpenLoop && (p.Widening != Widening{} || p.Transpositions):
		return errors.New("mcts: OpenLoop excludes Widening and Transpositions")
	case p.OpenLoop && p.RAVE != RAVE{}:
		return errors.New("mcts: OpenLoop excludes RAVE")
	case p.OpenLoop && p.learns():
		return errors.New("mcts: OpenLoop excludes Replies, Averages and History")
	case p.OpenLoop && p.Workers > 1 && p.Sharing == SharedTree:
		return fmt.Errorf("mcts: Workers is %d, want one with OpenLoop in a SharedTree", p.Workers)
	case p.Sharing == LeafPlayouts && p.Workers > p.playouts.N:
		return fmt.Errorf("mcts: Workers is %d for %d playouts, want at least one for each worker with LeafPlayouts", p.Workers, p.playouts.N)
	case p.Sharing == LeafPlayouts && p.learns():
		return errors.New("mcts: Replies, Averages and History need a worker with a tree, want Sharing not to be LeafPlayouts")
	}
	return nil
}

func (t *Tree[M]) check() (has capabilities[M], err error) {
	opt := &t.opt
	if has, err = capabilitiesOf(t.game); err == nil {
		err = sides.CheckPlayers(t.game, has.players.Players())
	}
	if err != nil {
		return has, fmt.Errorf("mcts: %w", err)
	}
	lacks := func(what, capability string) (capabilities[M], error) {
		return has, fmt.Errorf("mcts: %s needs a %s, which %T is not", what, capability, t.game)
	}
	evaluator := "ply.MultiplayerEvaluator"
	if _, ok := t.game.(ply.Adversarial); ok {
		evaluator = "ply.Evaluator"
	} else {
		opt.NoSolver = true // what one player gains, another need not lose
	}
	_, numberer := t.game.(ply.Numberer[M])
	a, ok := t.game.(ply.Acyclic)
	acyclic := ok && a.Acyclic()
	switch {
	case opt.Decisive != NoDecisive && has.decider == nil:
		return lacks("Decisive", "mcts.Decider")
	case opt.evaluates && has.evaluateAll == nil:
		return lacks("an Evaluation", evaluator)
	case opt.playouts.Mercy != 0 && has.evaluateAll == nil:
		return lacks("Mercy", evaluator)
	case opt.OpenLoop && has.stochastic == nil:
		return lacks("OpenLoop", "ply.Stochastic")
	case opt.Transpositions && has.hasher == nil:
		return lacks("Transpositions", "ply.Hasher")
	case opt.Transpositions && !acyclic:
		return lacks("Transpositions", "game that declares itself acyclic (ply.Acyclic)")
	case opt.Workers > 1 && t.clone == nil:
		return lacks("more than one of Workers", "ply.Cloner")
	case opt.Workers > 1 && opt.Sharing == SharedTree && (opt.RAVE.Weight != 0 || opt.learns()) && !numberer:
		return lacks("RAVE, or learning of moves, in a tree shared by Workers", "ply.Numberer")
	}
	opt.MaxLength = sampling.Length(t.game, opt.MaxLength)
	return has, nil
}
