package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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
	"github.com/ply-search/ply/transposition"
)

const (
	searchHelp = `
  depth=N    look N moves ahead
  memory=N   megabytes of the table (16)
  null=N     reduction of null moves (0: none)
  verify     verify null moves
  selective=N margin of selectivity for each move (0: none; trained without model: 400)
  quiet=N    captures and connecting moves followed beyond the depth (4)
  extend     extensions and reductions of the game
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

var orderings = map[string]alphabeta.Ordering{
	"none":    alphabeta.TableMove,
	"ranks":   alphabeta.TableMove | alphabeta.Ranks,
	"killers": alphabeta.TableMove | alphabeta.Killers,
	"history": alphabeta.TableMove | alphabeta.History,
	"all":     alphabeta.TableMove | alphabeta.Killers | alphabeta.History | alphabeta.Ranks,
}

type player struct {
	kind   string
	search alphabeta.Options[loa.Move] // trees use its Evaluator
	tree   mcts.Options[loa.Move]
	memory int // megabytes; 0 means the default
	limits ply.Limits
}

// parsePlayer reads a player with its limits. A player without any has 100 ms for a move.
func parsePlayer(text string) (player, error) {
	s := cli.ParseSpec(text)
	limits := ply.Limits{Time: s.Duration("time"), Nodes: s.Whole("nodes", s.Whole("sims", 0, cli.Many), cli.Many)}
	p := readPlayer(s)
	if p.limits = limits; limits == (ply.Limits{}) && p.search.Depth == loa.MaxDepth {
		p.limits.Time = 100 * time.Millisecond
	}
	return *p, s.Finish()
}

// readPlayer reads a player without its limits.
func readPlayer(s *cli.Spec) *player {
	p := &player{kind: s.Kind, search: loa.SearchOptions()}
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
	p.search.Depth = cmp.Or(s.Whole("depth", 0, loa.MaxDepth), loa.MaxDepth)
	if p.kind == "trained" {
		p.readEvaluator(s)
	}
	t := &p.search.Tree
	t.NullMove = s.Whole("null", 0, loa.MaxDepth)
	t.Unverified = !s.Flag("verify")
	t.Selective = s.Whole("selective", t.Selective, ply.MaxValue)
	t.Quiescence = s.Whole("quiet", t.Quiescence, 1000)
	t.Extend = s.Flag("extend")
	t.Bounds = !s.Flag("blind")
	order := s.Word("order", "history")
	if p.search.Order = orderings[order]; p.search.Order == 0 {
		s.Fail(fmt.Errorf("order=%s: want none, ranks, killers, history or all", order))
	}
}

// readEvaluator reads the model of an evaluator with learned weights.
func (p *player) readEvaluator(s *cli.Spec) {
	var err error
	if name := s.Word("model", ""); name != "" {
		var m *learn.Model
		if m, err = learn.Load(name, loa.ModelGame); err == nil {
			p.search.Evaluator = learn.ForAlphaBeta[loa.Move](m, ply.MaxValue)
		}
	} else {
		p.search.Evaluator, err = loa.Trained()
		p.search.Tree.Selective = 400 // the weights chosen by hand gain nothing
	}
	if err != nil {
		s.Fail(err)
	}
}

func (p *player) readTree(s *cli.Spec) {
	p.tree.Bandit = sampling.Hoeffding(s.Number("k", 0.25, sampling.MostWeight))
	p.tree.FirstPlay = s.Number("first", 0, 1)
	if !s.Flag("blind") {
		p.tree.Decisive = mcts.DecisiveInTree
	}
	p.readLeaf(s)
	if p.readEvaluator(s); p.search.Evaluator == nil {
		return
	}
	if _, err := mcts.New(p.seen(loa.Start()), p.tree); err != nil { // checks whether the options go together
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
		p.tree.Leaf, p.tree.MaxLength, p.tree.Scale = mcts.Evaluation{}, mostMoves, scale
		return
	}
	p.tree.MaxLength = cmp.Or(length, mostMoves)
	if length != 0 { // playouts end in evaluations
		p.tree.Scale = scale
	}
	p.tree.Leaf = mcts.Playouts{Mercy: mercy}
}

const (
	mostMoves    = 400 // after which a game or a playout is a draw
	openingMoves = 4   // random moves at the beginning of the games of a match
)

func (p *player) engine(g *loa.Game, random rand.Source) (engine.Searcher[loa.Move], error) {
	switch p.kind {
	case "random":
		return command.Random[*loa.Game, loa.Move]().Read(nil)(g, random)
	case "mcts":
		opt := p.tree
		opt.Random, opt.Memory = random, int64(p.memory)<<20
		return mcts.NewSearcher(p.seen(g), opt)
	}
	opt := p.search
	opt.Table = transposition.NewTable(int64(cmp.Or(p.memory, 16)) << 20)
	inner, err := alphabeta.NewSearcher(g, opt)
	return scaled{inner}, err
}

// A scaled Searcher has values in hundredths of a clear advantage, and ends when the game is decided.
type scaled struct{ engine.Searcher[loa.Move] }

func (s scaled) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[loa.Move]) (engine.Analysis[loa.Move], error) {
	if report := q.Report; report != nil {
		q.Report = func(a engine.Analysis[loa.Move]) bool {
			decided := len(a.Lines) == 1 && loa.Decided(int(a.Lines[0].Value))
			return report(scale(a)) && !decided
		}
	}
	a, err := s.Searcher.Analyze(ctx, limits, q)
	return scale(a), err
}

// Pass gives the turn to the other side.
func (s scaled) Pass() bool {
	p, ok := s.Searcher.(ply.Passer)
	return ok && p.Pass()
}

// Unpass takes back the last pass.
func (s scaled) Unpass() { s.Searcher.(ply.Passer).Unpass() }

// scale divides the values of an analysis by 20, the evaluation of a hundredth of a clear advantage. Decided values stay as they are
// and get a distance.
func scale(a engine.Analysis[loa.Move]) engine.Analysis[loa.Move] {
	a.Lines = slices.Clone(a.Lines)
	for i := range a.Lines {
		line := &a.Lines[i]
		if loa.Decided(int(line.Value)) {
			line.Distance = cmp.Or(line.Distance, len(line.Line))
		} else {
			line.Value /= 20
		}
	}
	return a
}

// A seen game has another evaluator than loa.Game.
type seen struct {
	*loa.Game
	by func(ply.AdversarialGame[loa.Move]) ply.Evaluator
	ply.Evaluator
}

// seen returns a game with the evaluator of the player.
func (p *player) seen(g *loa.Game) *seen { return &seen{g, p.search.Evaluator, p.search.Evaluator(g)} }

func (s *seen) Evaluate() int { return s.Evaluator.Evaluate() }

func (s *seen) Clone() *seen {
	g := s.Game.Clone()
	return &seen{g, s.by, s.by(g)}
}

// table returns a table for a worker's games: of 2 MiB or, with a limit of nodes, for which it is cleared before each move, with
// room for twice the limit.
func (p *player) table() *transposition.Table {
	entries := 1 << 17
	if n := p.limits.Nodes; n > 0 {
		entries = max(1<<9, min(2*n, entries))
	}
	return transposition.NewTable(16 * int64(entries))
}

// seat returns a function that makes the player for the games of one worker.
func (p player) seat() func() arena.Player[*loa.Game, loa.Move] {
	return func() arena.Player[*loa.Game, loa.Move] {
		table := p.table()
		return func(ctx context.Context, g *loa.Game, random *rand.Rand) (loa.Move, error) {
			if moves := g.Moves(nil); len(moves) == 1 {
				return moves[0], nil
			}
			if p.limits.Time == 0 {
				table.Reset() // for results that do not depend on earlier games
			}
			m, _, err := p.think(ctx, table, g, random, p.limits)
			return m, err
		}
	}
}

// think searches a position. Alpha-beta ends when the game is decided.
func (p *player) think(ctx context.Context, table *transposition.Table, g *loa.Game, random rand.Source, limits ply.Limits) (loa.Move, ply.Report, error) {
	if p.kind == "mcts" {
		opt := p.tree
		opt.Random = random
		r, err := mcts.Search(ctx, p.seen(g), limits, opt)
		return r.Move, r.Report, err
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	opt := p.search
	opt.Table = table
	opt.Progress = func(r alphabeta.Result[loa.Move]) {
		if n := len(r.Depths); n > 0 && loa.Decided(r.Depths[n-1].Value) {
			stop()
		}
	}
	r, err := alphabeta.Search(within, g, limits, opt)
	return r.Move, r.Report, cmp.Or(err, ctx.Err())
}

// openings returns the positions in which the games of a match begin.
func openings(rules loa.Rules) func(int, *rand.Rand) (*loa.Game, error) {
	return arena.RandomOpening(openingMoves, func() (*loa.Game, error) { return loa.New(rules) })
}
