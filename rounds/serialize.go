package rounds

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
)

// Serialize converts a [ply.Joint] game into a [ply.Game]. In this game, the players of a round move one after the
// other, in the order of their numbers, without seeing each other's choices. The returned game plays its moves on g,
// which must no longer be used directly.
//
// The information key of a player consists of the choices of all players in all past rounds, followed by the player's
// own choice in the present round. The choices of a past round are in the order of the players. An outcome of chance is
// also a choice. Each choice is an index in the moves that MovesOf lists, encoded by [binary.AppendUvarint].
func Serialize[G interface {
	ply.Joint[M]
	ply.Cloner[G]
}, M comparable](g G) *Serialized[G, M] {
	s := &Serialized[G, M]{game: g}
	s.begin()
	return s
}

// A Serialized is a [ply.Joint] game in the form that [Serialize] returns. It is [ply.Simultaneous], [ply.Imperfect],
// [ply.Multiplayer], a [ply.Cloner] and a [ply.Determinizer]. It is [ply.Stochastic] if the joint game is Stochastic,
// and [ply.Acyclic] if the joint game is Acyclic.
type Serialized[G interface {
	ply.Joint[M]
	ply.Cloner[G]
}, M comparable] struct {
	game    G
	past    []byte        // the key of the past rounds: indices of moves
	rounds  []playedRound // to take them back
	played  []M           // the joint moves of all rounds
	taking  []int         // the players of the present round, in order; only ply.Chance; or none
	chosen  []M           // by the first players of taking
	choices []int         // the same as indices
	legal   []M           // scratch
}

type playedRound struct{ past, moves int }

func (s *Serialized[G, M]) begin() {
	s.taking, s.chosen, s.choices = s.taking[:0], s.chosen[:0], s.choices[:0]
	for player := ply.Chance; player < s.game.Players(); player++ {
		if s.legal = s.game.MovesOf(player, s.legal[:0]); len(s.legal) == 0 {
			continue
		}
		if s.taking = append(s.taking, player); player == ply.Chance {
			return
		}
	}
}

// Moves appends the moves of the player to move, as listed by MovesOf of the joint game.
func (s *Serialized[G, M]) Moves(dst []M) []M {
	if len(s.taking) == 0 {
		return dst
	}
	return s.game.MovesOf(s.taking[len(s.chosen)], dst)
}

// Play plays m, the choice of the player to move. If m is the last choice of a round, Play plays the joint move on the
// joint game.
func (s *Serialized[G, M]) Play(m M) {
	s.legal = s.Moves(s.legal[:0])
	s.chosen, s.choices = append(s.chosen, m), append(s.choices, slices.Index(s.legal, m))
	if len(s.chosen) < len(s.taking) {
		return
	}
	s.rounds = append(s.rounds, playedRound{len(s.past), len(s.played)})
	for _, i := range s.choices {
		s.past = binary.AppendUvarint(s.past, uint64(i))
	}
	s.played = append(s.played, s.chosen...)
	s.game.PlayJoint(s.chosen)
	s.begin()
}

// Undo takes back the choice that was played last.
func (s *Serialized[G, M]) Undo(M) {
	if len(s.chosen) == 0 {
		last := len(s.rounds) - 1
		to := s.rounds[last]
		s.rounds = s.rounds[:last]
		s.game.UndoJoint(s.played[to.moves:])
		s.begin()
		s.chosen = append(s.chosen, s.played[to.moves:]...)
		for rest := s.past[to.past:]; len(rest) > 0; {
			i, size := binary.Uvarint(rest)
			s.choices, rest = append(s.choices, int(i)), rest[size:]
		}
		s.played, s.past = s.played[:to.moves], s.past[:to.past]
	}
	s.chosen, s.choices = s.chosen[:len(s.chosen)-1], s.choices[:len(s.choices)-1]
}

// Players returns the number of players.
func (s *Serialized[G, M]) Players() int { return s.game.Players() }

// ToMove returns the player who chooses next, [ply.Chance] in a position of chance, or 0 in a finished position.
func (s *Serialized[G, M]) ToMove() int {
	if len(s.taking) == 0 {
		return 0
	}
	return s.taking[len(s.chosen)]
}

// Outcomes sets values[p] to the outcome of each player p in a finished position.
func (s *Serialized[G, M]) Outcomes(values []int) { s.game.Outcomes(values) }

// Round returns the number of choices that were made in the present round.
func (s *Serialized[G, M]) Round() int { return len(s.chosen) }

// Probabilities appends the probability of each element of moves to dst, as the joint game does. It panics if the joint
// game is not [ply.Stochastic].
func (s *Serialized[G, M]) Probabilities(moves []M, dst []float64) []float64 {
	g, ok := any(s.game).(ply.Stochastic[M])
	if !ok {
		panic(fmt.Sprintf("rounds: %T has positions of chance and is not ply.Stochastic", s.game))
	}
	return g.Probabilities(moves, dst)
}

// AppendInformation appends the information key of a player to dst and returns the extended slice. [Serialize]
// describes the key.
func (s *Serialized[G, M]) AppendInformation(dst []byte, player int) []byte {
	dst = append(dst, s.past...)
	if i := slices.Index(s.taking, player); i >= 0 && i < len(s.choices) {
		dst = binary.AppendUvarint(dst, uint64(s.choices[i]))
	}
	return dst
}

// Determinize replaces the choices of the other players in the present round by random choices. The returned weight is
// 1.
func (s *Serialized[G, M]) Determinize(player int, random *rand.Rand) (weight float64) {
	for i := range s.chosen {
		if s.taking[i] != player {
			s.legal = s.game.MovesOf(s.taking[i], s.legal[:0])
			s.choices[i] = random.IntN(len(s.legal))
			s.chosen[i] = s.legal[s.choices[i]]
		}
	}
	return 1
}

// Acyclic reports whether the joint game declares itself [ply.Acyclic].
func (s *Serialized[G, M]) Acyclic() bool {
	g, ok := any(s.game).(ply.Acyclic)
	return ok && g.Acyclic()
}

// Clone returns a copy, which plays on a clone of the joint game.
func (s *Serialized[G, M]) Clone() *Serialized[G, M] {
	return &Serialized[G, M]{
		game:    s.game.Clone(),
		past:    slices.Clone(s.past),
		rounds:  slices.Clone(s.rounds),
		played:  slices.Clone(s.played),
		taking:  slices.Clone(s.taking),
		chosen:  slices.Clone(s.chosen),
		choices: slices.Clone(s.choices),
	}
}

// Joint returns the joint game, on which s plays.
func (s *Serialized[G, M]) Joint() G { return s.game }

// String returns the joint game as text, if it has a String method, and the choices of the present round.
func (s *Serialized[G, M]) String() string {
	text := ""
	if g, ok := any(s.game).(fmt.Stringer); ok {
		text = g.String()
	}
	if len(s.chosen) > 0 {
		text += fmt.Sprintf(" chosen: %v", s.chosen)
	}
	return text
}
