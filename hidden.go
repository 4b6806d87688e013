package ply

import (
	"errors"
	"math/rand/v2"
)

// An Imperfect game hides something from its players: cards, stones, or moves made at the same time ([Simultaneous]).
// Searches of games of perfect information would let the players see everything, and return [ErrImperfect] instead.
//
// AppendInformation appends the information key of a player: everything that the player has observed up to now,
// including the player's own moves, encoded as bytes. Positions in which a player has equal keys are one information
// set: the player cannot tell them apart.
//
// Keys are compared only with keys of the same player, in positions where that player is to move or, in a Simultaneous
// game, between two rounds. A key need not identify its player.
//
// Laws:
//   - A key depends only on the moves played from the start to the present position.
//   - In positions where a player is to move and has the same key, Moves lists the same moves in the same order.
//   - Perfect recall: in positions where a player is to move and has the same key, the player has made the same
//     decisions before, that is, the same moves at the same keys.
type Imperfect interface {
	AppendInformation(dst []byte, player int) []byte
}

// A Determinizer is an [Imperfect] game that samples positions consistent with a player's observations.
//
// Determinize replaces all that is hidden from player, who is to move, by a random draw consistent with the player's
// observations, and returns the weight of the draw, which is positive and finite. It works in place, usually on a
// clone. Moves played before are never taken back afterwards; later moves are. Determinize can be called again.
//
// The weight corrects draws that are too rare or too frequent: a position's frequency times its weight is proportional
// to the probability of the lines that lead to it if the other players choose all legal moves with equal probability,
// and chance follows its own probabilities. If draws have these probabilities already, the weight is 1.
//
// For a game that is no Determinizer, function Believe of package mcts/infoset lists the lines that are consistent with
// a player's observations, if they are few.
//
// Laws:
//   - The position drawn can be reached from the start. The player has the same information key there and is to move.
//   - Frequencies and weights are as stated above.
type Determinizer interface {
	Determinize(player int, random *rand.Rand) (weight float64)
}

// ErrImperfect is returned, or wrapped, by searches of games of perfect information for an [Imperfect] game. Packages
// search/regret, mcts/infoset and mcts/joint search such games.
var ErrImperfect = errors.New("ply: this search needs a game of perfect information, and the game hides something (ply.Imperfect)")
