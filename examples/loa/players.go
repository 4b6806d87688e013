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
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

// searchHelp are the settings of alpha-beta, and treeHelp the settings of trees.
const (
	searchHelp = `
  depth=N    look N moves ahead
  memory=N   megabytes of the table (16)
  null=N     reduction of null moves (0: none)
  verify     verify null moves
  quiet=N    captures and connecting moves followed beyond the depth (4)
  plain      neither extensions nor reductions
  blind      do not look whether the side to move can connect at once
  order=SET  what orders moves: none, ranks, killers, history or all (history)`
	treeHelp = `
  k=K        how much to explore (0.25)
  memory=N   megabytes of the tree (256)
  first=X    score of moves not tried yet, between 0 (lost) and 1 (won) (0: each is tried before any is tried again)
  blind      do not look whether the side to move can connect at once
  evaluate   evaluate positions by the weights learned, without playouts
  length=N   end playouts N moves after the position of the search, and evaluate there (0: play them to the end)
  mercy=N    end playouts where the weights learned give either side N or more (0: play them to the end)
  scale=N    the evaluation that counts as a win (1000)`
	modelHelp = "\n  model=FILE weights learned by loa learn (without it those of the program)"
)

// players are the players of Lines of Action.
func players() []command.Player[*loa.Game, loa.Move] {
	kinds := []command.Player[*loa.Game, loa.Move]{
		{Name: "trained", Help: "alpha-beta with weights that were learned; as hand, and" + modelHelp},
		{Name: "hand", Help: "alpha-beta with weights chosen by hand" + searchHelp},
		{Name: "mcts", Help: "Monte-Carlo tree search with proven values (MCTS-Solver)" + treeHelp + modelHelp},
	}
	for i := range kinds {
		kinds[i].Read = func(s *command.Settings) func(*loa.Game, rand.Source) (engine.Searcher[loa.Move], error) {
			return readPlayer(s).engine
		}
	}
	return append(kinds, command.Random[*loa.Game, loa.Move]())
}

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
	depth      int
	memory     int // megabytes; 0 for the usual ones
	options    mcts.Options[loa.Move]
	limits     ply.Limits
}

// usualTime is the time for a move of a player without a limit.
const usualTime = 100 * time.Millisecond

// parsePlayer reads a player with its limits.
func parsePlayer(text string) (player, error) {
	s := cli.ParseSpec(text)
	limits := ply.Limits{Time: s.Duration("time"), Nodes: s.Whole("nodes", s.Whole("sims", 0, cli.Many), cli.Many)}
	p := readPlayer(s)
	if p.limits = limits; limits == (ply.Limits{}) && p.depth == 0 {
		p.limits.Time = usualTime
	}
	return *p, s.Finish()
}

// readPlayer reads a player without its limits.
func readPlayer(s *cli.Spec) *player {
	p := &player{kind: s.Kind, techniques: loa.UsualTechniques()}
	switch s.Kind {
	case "trained", "hand":
		p.readSearch(s)
	case "mcts":
		p.readTree(s)
	case "random":
		return p
	default:
		s.Fail(fmt.Errorf("unknown kind %q, want trained, hand, mcts or random", s.Kind))
	}
	p.memory = s.Whole("memory", 0, cli.MostEntries(1<<20))
	return p
}

func (p *player) readSearch(s *cli.Spec) {
	p.depth = s.Whole("depth", 0, loa.MaxDepth)
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
		var m *learn.Model
		if m, err = learn.Load(name, loa.ModelGame); err == nil {
			p.evaluator = learn.ForAlphaBeta[loa.Move](m, ply.MaxValue)
		}
	} else {
		p.evaluator, err = loa.Trained()
	}
	if err != nil {
		s.Fail(err)
	}
}

func (p *player) readTree(s *cli.Spec) {
	p.options.Bandit = sampling.Hoeffding(s.Number("k", 0.25, sampling.MostWeight))
	p.options.FirstPlay = s.Number("first", 0, 1)
	if !s.Flag("blind") {
		p.options.Decisive = mcts.DecisiveInTree
	}
	p.readLeaf(s)
	if p.readEvaluator(s); p.evaluator == nil {
		return
	}
	if _, err := mcts.New(p.seen(loa.Start()), p.options); err != nil { // whether the options go together
		s.Fail(err)
	}
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

const (
	mostMoves    = 400 // ends a game, or a playout, as a draw
	openingMoves = 4   // that are random begin the games of a match
)

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
	case p.kind == "mcts":
		opt := p.options
		opt.Random = random
		r, err := mcts.Search(ctx, p.seen(g), p.limits, opt)
		return r.Move, err
	}
	if p.limits.Time == 0 {
		searcher.Reset() // so that a player does not depend on the games before
	}
	r, err := searcher.Search(ctx, g, loa.Limits{Depth: p.depth, Nodes: p.limits.Nodes, Time: p.limits.Time}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return r.Move, err
}

// play plays a match between two players.
func play(ctx context.Context, rules loa.Rules, a, b func() arena.Player[*loa.Game, loa.Move], opt arena.Options) (arena.Result, error) {
	opening := arena.RandomOpening(openingMoves, func() (*loa.Game, error) { return loa.New(rules) })
	opt.Repetitions, opt.MaxMoves = true, mostMoves
	return arena.Match(ctx, opening, a, b, opt)
}
