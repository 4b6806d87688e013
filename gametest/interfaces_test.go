package gametest

import (
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/search/retrograde"
)

// Each copy can be assigned to its original and the other way round, so both have the same methods.
var (
	_ search.Preferrer[any]          = preferrer(nil)
	_ search.Inverter[any]           = inverter(nil)
	_ alphabeta.Ranker[any]          = ranker(nil)
	_ alphabeta.Quiescer[any]        = quiescer(nil)
	_ alphabeta.Extender[any]        = extender(nil)
	_ proof.Initializer              = initializer(nil)
	_ retrograde.Indexer             = indexer(nil)
	_ retrograde.Classed             = classed(nil)
	_ retrograde.Forward             = forward(nil)
	_ retrograde.Backward            = backward(nil)
	_ mcts.Playouter[any]            = playouter(nil)
	_ mcts.MultiplayerPlayouter[any] = multiplayerPlayouter(nil)
	_ mcts.Decider[any]              = decider(nil)
	_ mcts.Reducer[any]              = reducer(nil)
	_ mcts.Expert[any]               = expert(nil)

	_ preferrer            = search.Preferrer[any](nil)
	_ inverter             = search.Inverter[any](nil)
	_ ranker               = alphabeta.Ranker[any](nil)
	_ quiescer             = alphabeta.Quiescer[any](nil)
	_ extender             = alphabeta.Extender[any](nil)
	_ initializer          = proof.Initializer(nil)
	_ indexer              = retrograde.Indexer(nil)
	_ classed              = retrograde.Classed(nil)
	_ forward              = retrograde.Forward(nil)
	_ backward             = retrograde.Backward(nil)
	_ playouter            = mcts.Playouter[any](nil)
	_ multiplayerPlayouter = mcts.MultiplayerPlayouter[any](nil)
	_ decider              = mcts.Decider[any](nil)
	_ reducer              = mcts.Reducer[any](nil)
	_ expert               = mcts.Expert[any](nil)
)
