package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

type player struct {
	sampling.Player[havannah.Cell]
	knowledge havannah.Knowledge
}

// specHelp explains how players are written, and ownHelp the settings that package sampling does not have.
const (
	specHelp = sampling.Help + "\n" + ownHelp
	ownHelp  = `  strong     all of the following, and r, as strong as they are known to be on the board, and values proven
  decisive   play moves that win at once, and those that keep the other side from it
  plain      decisive moves in the tree only, not in playouts
  reach=W    moves begin with W won simulations for each edge and corner that the chain of the stone touches (strong:
             in proportion to r)`
)

// players returns the players for package command: the strong player, and the kinds in specHelp.
func players() []command.Player[*havannah.Game, havannah.Cell] {
	all := command.Trees[*havannah.Game, havannah.Cell](50, nil)
	all[len(all)-1].Help += "\n" + ownHelp
	all = slices.Insert(all, 0, command.Player[*havannah.Game, havannah.Cell]{Name: "strong", Help: "rave,strong"})
	for i := range all {
		all[i].Read = func(s *command.Settings) func(*havannah.Game, rand.Source) (engine.Searcher[havannah.Cell], error) {
			p := readPlayer(s)
			return func(g *havannah.Game, random rand.Source) (engine.Searcher[havannah.Cell], error) {
				opt := p.Options
				opt.Random = random
				return p.searcher(g, opt)
			}
		}
	}
	return append(all, command.Random[*havannah.Game, havannah.Cell]())
}

// byBoard stands for a weight of a strong player that depends on the size of the board.
const byBoard = -1

const usualPlayer = "rave,strong,time=5s"

func parsePlayer(text string) (player, error) {
	spec := cli.ParseSpec(text)
	p := readPlayer(spec)
	return p, spec.Finish()
}

// readPlayer reads a player. Errors are in the Spec.
func readPlayer(spec *cli.Spec) player {
	strong := spec.Flag("strong")
	if spec.Kind == "strong" {
		spec.Kind, strong = "rave", true
	}
	usualRAVE, usualReach := 50.0, 0.0
	if strong {
		usualRAVE, usualReach = byBoard, byBoard
	}
	p := player{Player: sampling.Read[havannah.Cell](spec, usualRAVE)}
	decisive, plain := spec.Flag("decisive"), spec.Flag("plain")
	switch {
	case strong || decisive && plain:
		p.Options.Decisive = mcts.DecisiveInTree
	case decisive:
		p.Options.Decisive = mcts.DecisiveAlways
	case plain:
		spec.Fail(errors.New("plain is for players that are decisive"))
	}
	p.Options.NoSolver = p.Options.NoSolver && !strong
	p.knowledge.Reach = float32(spec.Number("reach", usualReach, mostPrior))
	g, err := havannah.New(havannah.MinSize)
	if err == nil {
		err = p.Check(func() error { _, err := p.tree(g, p.Options); return err })
	}
	if err != nil {
		spec.Fail(err)
	}
	return p
}

// parseEngine reads a player that searches, for the flag -player.
func parseEngine(text string) (player, error) {
	p, err := parsePlayer(text)
	if err == nil && p.Random {
		err = errors.New("want one that searches")
	}
	if err != nil {
		return p, cli.Usagef("-player: %w", err)
	}
	return p, nil
}

// mostPrior is the greatest number of prior simulations for an edge or a corner. The sum over all edges and corners stays below the
// bound of package mcts.
const mostPrior = 10_000

// tree returns a tree of the player for a position.
func (p *player) tree(g *havannah.Game, opt mcts.Options[havannah.Cell]) (*mcts.Tree[havannah.Cell], error) {
	if informed := p.informed(g, &opt); informed != nil {
		return mcts.New(informed, opt)
	}
	return mcts.New(g, opt)
}

// searcher returns a Searcher with a tree of the player.
func (p *player) searcher(g *havannah.Game, opt mcts.Options[havannah.Cell]) (engine.Searcher[havannah.Cell], error) {
	if informed := p.informed(g, &opt); informed != nil {
		return mcts.NewSearcher(informed, opt)
	}
	return mcts.NewSearcher(g, opt)
}

// informed sets the weights that depend on the board, and returns the game with the player's knowledge, or nil without any.
func (p *player) informed(g *havannah.Game, opt *mcts.Options[havannah.Cell]) *havannah.Informed {
	strong, rave := havannah.Strong(g.Size())
	if opt.RAVE.Weight == byBoard {
		opt.RAVE.Weight = rave
	}
	knowledge := p.knowledge
	if knowledge.Reach == byBoard {
		knowledge.Reach = min(strong.Reach*float32(opt.RAVE.Weight/rave), mostPrior)
	}
	if knowledge == (havannah.Knowledge{}) {
		return nil
	}
	return &havannah.Informed{Game: g, Knowledge: knowledge}
}

// player makes the player for a match.
func (p player) player() arena.Player[*havannah.Game, havannah.Cell] {
	return func(ctx context.Context, g *havannah.Game, random *rand.Rand) (havannah.Cell, error) {
		return p.Choose(g, random, func(opt mcts.Options[havannah.Cell]) (mcts.Result[havannah.Cell], error) {
			tree, err := p.tree(g, opt)
			if err != nil {
				return mcts.Result[havannah.Cell]{}, err
			}
			return tree.Search(ctx, p.Limits)
		})
	}
}

// opening returns a function that makes empty boards, in which the games of a match begin.
func opening(size int) func(int, *rand.Rand) (*havannah.Game, error) {
	return func(int, *rand.Rand) (*havannah.Game, error) { return havannah.New(size) }
}
