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
	_ search.Preferrer[int]          = preferrer[int](nil)
	_ search.Inverter[int]           = inverter[int](nil)
	_ alphabeta.Ranker[int]          = ranker[int](nil)
	_ alphabeta.Quiescer[int]        = quiescer[int](nil)
	_ alphabeta.Extender[int]        = extender[int](nil)
	_ proof.Initializer              = initializer(nil)
	_ retrograde.Indexer             = indexer(nil)
	_ retrograde.Classed             = classed(nil)
	_ retrograde.Forward             = forward(nil)
	_ retrograde.Backward            = backward(nil)
	_ mcts.Playouter[int]            = playouter[int](nil)
	_ mcts.MultiplayerPlayouter[int] = multiplayerPlayouter[int](nil)
	_ mcts.Decider[int]              = decider[int](nil)
	_ mcts.Reducer[int]              = reducer[int](nil)
	_ mcts.Expert[int]               = expert[int](nil)

	_ preferrer[int]            = search.Preferrer[int](nil)
	_ inverter[int]             = search.Inverter[int](nil)
	_ ranker[int]               = alphabeta.Ranker[int](nil)
	_ quiescer[int]             = alphabeta.Quiescer[int](nil)
	_ extender[int]             = alphabeta.Extender[int](nil)
	_ initializer               = proof.Initializer(nil)
	_ indexer                   = retrograde.Indexer(nil)
	_ classed                   = retrograde.Classed(nil)
	_ forward                   = retrograde.Forward(nil)
	_ backward                  = retrograde.Backward(nil)
	_ playouter[int]            = mcts.Playouter[int](nil)
	_ multiplayerPlayouter[int] = mcts.MultiplayerPlayouter[int](nil)
	_ decider[int]              = mcts.Decider[int](nil)
	_ reducer[int]              = mcts.Reducer[int](nil)
	_ expert[int]               = mcts.Expert[int](nil)
)
