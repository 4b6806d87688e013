package ply

import (
	"errors"
	"math/rand/v2"
)

// An Imperfect game hides something from its players: cards, stones, or moves made at the same time ([Simultaneous]).
// Searches of games of perfect information return [ErrImperfect] for such a game, since they would let the players see
// everything.
//
// AppendInformation appends the information key of a player to dst and returns the extended slice. The key encodes
// everything that the player has observed up to the present position, including the player's own moves. The positions
// in which a player has the same key are an information set: the player cannot distinguish them.
//
// Keys are compared only with keys of the same player, in positions where that player is to move. In a Simultaneous
// game, they are also compared in positions between two rounds. Different players may have equal keys.
//
// Laws:
//   - A key depends only on the moves played from the start to the present position.
//   - If a player is to move in two positions and has the same key in both, Moves lists the same moves in the same
//     order in both.
//   - Perfect recall: on the lines that lead to two such positions, the player was to move with the same sequence of
//     keys, and chose the same moves.
type Imperfect interface {
	AppendInformation(dst []byte, player int) []byte
}

// A Determinizer is an [Imperfect] game that draws random positions that are consistent with the observations of a
// player.
//
// Determinize(player, random) replaces everything that is hidden from the player by a random draw consistent with the
// observations of the player, who is to move. It changes the game in place; searches usually call it on a clone. After
// the call, searches play moves and take them back, but they never take back a move that was played before the call.
// Determinize can be called again.
//
// Determinize returns a weight, positive and finite, that corrects the probability of the draw. Suppose that the other
// players choose all legal moves with equal probability, and that chance has its own probabilities. Then each position
// that is consistent with the observations of the player is reached with some probability r. If Determinize draws this
// position with probability d, the weight must be proportional to r/d. If d is already proportional to r, return 1.
//
// For a game that is not a Determinizer, function SearchAfter of package mcts/infoset lists the lines that are
// consistent with the observations of a player, if there are few such lines.
//
// Laws:
//   - The position drawn can be reached from the start. In it, the player has the same information key as before the
//     call, and is to move.
//   - The weights are as stated above.
type Determinizer interface {
	Determinize(player int, random *rand.Rand) (weight float64)
}

// ErrImperfect is returned, or wrapped, by searches of games of perfect information if the game is [Imperfect].
// Packages search/regret, mcts/infoset and mcts/joint search Imperfect games.
var ErrImperfect = errors.New("ply: this search needs a game of perfect information, and the game hides something (ply.Imperfect)")
