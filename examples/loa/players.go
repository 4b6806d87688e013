package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

// playerHelp is how players are written.
const playerHelp = `A player is a kind followed by settings, separated by commas, as in trained,time=200ms or hand,nodes=20000. Kinds:
  trained    alpha-beta with weights that were learned
  hand       alpha-beta with weights chosen by hand
  mcts       Monte-Carlo tree search with proven values (MCTS-Solver)
  random     random moves
Settings of all but random:
  time=D     time for a move, such as 200ms (100ms without another limit)
Settings of trained and hand:
  depth=N    look N moves ahead
  nodes=N    positions searched for a move
  null=N     reduction of null moves (0: none)
  verify     verify null moves
  quiet=N    captures and connecting moves followed beyond the depth (4)
  plain      neither extensions nor reductions
  blind      do not look whether the side to move can connect at once
  order=SET  what orders moves: none, ranks, killers, history or all (history)
  model=FILE weights learned by loa learn (trained only; without it those of the program)
Settings of mcts:
  sims=N     simulations for a move
  k=K        how much to explore (0.25)
  first=X    score of moves not tried yet, between 0 (lost) and 1 (won) (0: each is tried before any is tried again)
  blind      do not look whether the side to move can connect at once
  evaluate   evaluate positions by the weights learned, without playouts
  length=N   end playouts N moves after the position of the search, and evaluate there (0: play them to the end)
  mercy=N    end playouts where the weights learned give either side N or more (0: play them to the end)
  scale=N    the evaluation that counts as a win (1000)`

// orderings are the sets of techniques that order moves, by name.
var orderings = map[string]alphabeta.Ordering{
	"none":    alphabeta.TableMove,
	"ranks":   alphabeta.TableMove | alphabeta.Ranks,
	"killers": alphabeta.TableMove | alphabeta.Killers,
	"history": alphabeta.TableMove | alphabeta.History,
	"all":     alphabeta.TableMove | alphabeta.Killers | alphabeta.History | alphabeta.Ranks,
}

// evaluating returns what evaluates the positions of a game.
type evaluating func(g ply.AdversarialGame[loa.Move]) ply.Evaluator

// A player is what plays one side.
type player struct {
	kind       string
	evaluator  evaluating // nil for that by hand
	techniques loa.Techniques
	limits     loa.Limits
	options    mcts.Options[loa.Move]
	simulation ply.Limits
}

// parsePlayer reads a player.
func parsePlayer(text string) (player, error) {
	s := cli.ParseSpec(text)
	p := player{kind: s.Kind, techniques: loa.UsualTechniques()}
	switch s.Kind {
	case "trained", "hand":
		p.readSearch(s)
	case "mcts":
		p.readTree(s)
	case "random":
	default:
		s.Fail(fmt.Errorf("unknown kind %q, want trained, hand, mcts or random", s.Kind))
	}
	if err := s.Finish(); err != nil {
		return p, err
	}
	if p.kind == "mcts" {
		_, err := mcts.New(p.seen(loa.Start()), p.options)
		return p, s.Wrap(err)
	}
	return p, nil
}

// usualTime is the time for a move of a player without a limit.
const usualTime = 100 * time.Millisecond

func (p *player) readSearch(s *cli.Spec) {
	p.limits = loa.Limits{Depth: s.Whole("depth", 0, loa.MaxDepth), Nodes: s.Whole("nodes", 0, cli.Many), Time: s.Duration("time")}
	if p.limits == (loa.Limits{}) {
		p.limits.Time = usualTime
	}
	t := &p.techniques
	t.NullMove = s.Whole("null", t.NullMove, loa.MaxDepth)
	t.Verified = s.Flag("verify")
	t.Quiescence = s.Whole("quiet", t.Quiescence, 1000)
	t.Extend = t.Extend && !s.Flag("plain")
	t.Bounds = t.Bounds && !s.Flag("blind")
	order := s.Word("order", "history")
	ordering, ok := orderings[order]
	if !ok {
		s.Fail(fmt.Errorf("order=%s: want none, ranks, killers, history or all", order))
	}
	t.Ordering = ordering
	if p.kind == "trained" {
		p.readEvaluator(s)
	}
}

// readEvaluator makes the player one that evaluates by weights learned.
func (p *player) readEvaluator(s *cli.Spec) {
	var err error
	if name := s.Word("model", ""); name != "" {
		p.evaluator, err = modelFile(name)
	} else {
		p.evaluator, err = loa.Trained()
	}
	if err != nil {
		s.Fail(err)
	}
}

func (p *player) readTree(s *cli.Spec) {
	p.simulation = ply.Limits{Nodes: s.Whole("sims", 0, sampling.MostSimulations), Time: s.Duration("time")}
	if p.simulation == (ply.Limits{}) {
		p.simulation.Time = usualTime
	}
	p.options.Bandit = sampling.Hoeffding(s.Number("k", 0.25, sampling.MostWeight))
	p.options.FirstPlay = s.Number("first", 0, 1)
	if !s.Flag("blind") {
		p.options.Decisive = mcts.DecisiveInTree
	}
	p.readLeaf(s)
	p.readEvaluator(s)
}

// readLeaf reads how a tree evaluates its leaves.
func (p *player) readLeaf(s *cli.Spec) {
	length, mercy, scale := s.Whole("length", 0, mostMoves), s.Whole("mercy", 0, ply.MaxValue), s.Whole("scale", 1000, ply.MaxValue)
	if s.Flag("evaluate") {
		if mercy != 0 || length != 0 {
			s.Fail(errors.New("mercy and length are for playouts, and evaluate does without"))
		}
		p.options.Leaf, p.options.MaxLength, p.options.Scale = mcts.Evaluation{}, mostMoves, scale
		return
	}
	p.options.MaxLength = cmp.Or(length, mostMoves)
	if length != 0 { // so that evaluations are told apart
		p.options.Scale = scale
	}
	p.options.Leaf = mcts.Playouts{Mercy: mercy}
}

// mostMoves ends a game, or a playout, as a draw.
const mostMoves = 400

// A seen game is evaluated by another evaluator than its own.
type seen struct {
	*loa.Game
	by evaluating
	ply.Evaluator
}

// seen returns a game as the player evaluates it.
func (p *player) seen(g *loa.Game) *seen { return &seen{g, p.evaluator, p.evaluator(g)} }

// Evaluate returns the evaluation of the other evaluator.
func (s *seen) Evaluate() int { return s.Evaluator.Evaluate() }

// Clone returns a copy that shares nothing.
func (s *seen) Clone() *seen {
	g := s.Game.Clone()
	return &seen{g, s.by, s.by(g)}
}

// The size of the table of a player: at most the one, and no more than twice the nodes of a search, for which it is
// cleared.
const (
	tableEntries = 1 << 17
	leastEntries = 1 << 9
)

// searcher returns what searches for the player.
func (p *player) searcher() (*loa.Searcher, error) {
	entries := tableEntries
	if n := p.limits.Nodes; n > 0 {
		entries = max(leastEntries, min(2*n, tableEntries))
	}
	s, err := loa.NewSearcher(entries)
	if err != nil {
		return nil, err
	}
	s.Techniques, s.Evaluator = p.techniques, p.evaluator
	return s, nil
}

// seat returns a function that makes the player for the games of one worker.
func (p player) seat() func() arena.Player[*loa.Game, loa.Move] {
	return func() arena.Player[*loa.Game, loa.Move] {
		searcher, err := p.searcher()
		return func(ctx context.Context, g *loa.Game, random *rand.Rand) (loa.Move, error) {
			if err != nil {
				return 0, err
			}
			return p.choose(ctx, searcher, g, random)
		}
	}
}

// choose returns the move of the player.
func (p *player) choose(ctx context.Context, searcher *loa.Searcher, g *loa.Game, random *rand.Rand) (loa.Move, error) {
	switch moves := g.Moves(nil); {
	case len(moves) == 1:
		return moves[0], nil
	case p.kind == "random":
		return moves[random.IntN(len(moves))], nil
	case p.kind == "mcts":
		opt := p.options
		opt.Random = random
		r, err := mcts.Search(ctx, p.seen(g), p.simulation, opt)
		return r.Move, err
	}
	if p.limits.Time == 0 {
		searcher.Reset() // so that a player does not depend on the games before
	}
	r, err := searcher.Search(ctx, g, p.limits, nil)
	if err == nil {
		err = ctx.Err()
	}
	m := r.Move
	return m, err
}
