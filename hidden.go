package ply

import (
	"errors"
	"math/rand/v2"
)

// An Imperfect game hides something from its players: cards, stones, or moves that are made at the same time
// ([Simultaneous]). Searches of games of perfect information would let the players see everything. They return
// [ErrImperfect] instead.
//
// AppendInformation appends the information key of a player: everything that the player has observed up to now, its own
// moves included, encoded as bytes. Positions in which a player has equal keys are one information set: the player
// cannot tell them apart.
//
// Keys are compared only with keys of the same player, where that player is to move or, in a Simultaneous game, between
// two rounds. A key need not tell whose it is.
//
// Laws:
//   - A key depends on nothing but the moves played from the start to the present position.
//   - Where a player is to move and has the same key, Moves lists the same moves in the same order.
//   - Perfect recall: where a player is to move and has the same key, it has come there by the same decisions of its
//     own, that is, by the same moves at the same keys.
type Imperfect interface {
	AppendInformation(dst []byte, player int) []byte
}

// A Determinizer is an [Imperfect] game that draws the position as a player may imagine it.
//
// Determinize replaces all that is hidden from player, who is to move, by something drawn at random that is consistent
// with the observations of the player, and returns the weight of the draw, which is positive and finite. It does so in
// place, usually on a clone. Moves that were played before are never taken back afterwards; later moves are. As the
// knowledge of the player is the same after a draw, one can draw again from there.
//
// The weight makes up for draws that are too rare or too frequent. A position's frequency times its weight is in
// proportion to the probability of the lines that lead to it, where the other players choose every legal move with the
// same probability, and chance keeps to its own. If draws have these probabilities already, the weight is 1.
//
// A game that does not know how to draw need not be a Determinizer: function Believe of package mcts/infoset lists the
// lines that are consistent with what a player has observed, if they are few.
//
// Laws:
//   - The position that is drawn can be reached from the start. The player has the same information key there and is to
//     move.
//   - Frequencies and weights are as stated above.
type Determinizer interface {
	Determinize(player int, random *rand.Rand) (weight float64)
}

// ErrImperfect is returned, or wrapped, by searches of games of perfect information that are given an [Imperfect] game.
// Packages search/regret, mcts/infoset and mcts/joint search such games.
var ErrImperfect = errors.New("ply: this search needs a game of perfect information, and the game hides something (ply.Imperfect)")
