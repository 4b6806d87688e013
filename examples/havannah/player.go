package main

import (
	"context"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/internal/sampling"
	"github.com/ply-search/ply/mcts"
)

// A player is what plays one side: a way to search and how long.
type player struct{ sampling.Player[havannah.Cell] }

// specHelp explains how players are written.
const specHelp = sampling.Help + `
  decisive   play moves that win at once, and those that keep the other side from it`

// parsePlayer reads a player.
func parsePlayer(text string) (player, error) {
	spec := cli.ParseSpec(text)
	p := sampling.Read[havannah.Cell](spec, 50)
	p.Options.Decisive = spec.Flag("decisive")
	if err := spec.Finish(); err != nil {
		return player{}, err
	}
	g, err := havannah.New(havannah.MinSize)
	if err == nil {
		err = p.Check(func() error { _, err := mcts.New(g, p.Options); return err })
	}
	return player{p}, spec.Wrap(err)
}

// player returns the player for a match.
func (p player) player() arena.Player[*havannah.Game, havannah.Cell] {
	return func(ctx context.Context, g *havannah.Game, random *rand.Rand) (havannah.Cell, error) {
		return p.Choose(g, random, func(opt mcts.Options[havannah.Cell]) (mcts.Result[havannah.Cell], error) {
			return mcts.Search(ctx, g, p.Limits, opt)
		})
	}
}

// match plays games between two players on empty boards.
func match(ctx context.Context, size int, a, b player, opt arena.Options) (arena.Result, error) {
	opening := func(int, *rand.Rand) (*havannah.Game, error) { return havannah.New(size) }
	return arena.Match(ctx, opening, a.player, b.player, opt)
}
