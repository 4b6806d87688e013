package ply

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Simultaneous game has rounds in which several players move at the same time. In a [Game] they move one after the
// other, and none sees what the others have chosen before the round ends: the game must be [Imperfect]. Nothing else is
// hidden: between two rounds all players know the position. A game that hides more, such as cards, is only Imperfect.
//
// Round returns the number of moves of the present round that were already made. It is 0 where no other move is waiting
// to be revealed: at the start, after a round, and in positions of chance.
//
// A game that is easier to write with joint moves can be a [Joint] game instead, of which [Serialize] makes a
// Simultaneous one. [JointOf] goes the other way.
//
// Laws:
//   - Round is 0 at the start, in positions of chance and in finished positions. After a move it is one more than
//     before, or 0.
//   - No player moves twice in a round.
//   - Who is to move, its moves, its information key and Round do not depend on the moves that were made in the round.
//   - Where Round is 0, a player that has the same key knows the position: the moves, who is to move, and the keys of
//     all players are the same.
type Simultaneous interface {
	Round() int
}

// A Joint game is played in rounds: in each, some players choose a move of their own, and the joint move is played at
// once. Searches that solve or sample whole rounds (search/equilibrium, mcts/joint) take it as it is, and all others in
// the form that [Serialize] gives it.
//
// Between two rounds the players see everything: all joint moves, and all that chance does. A game with positions of
// chance is [Stochastic] as well.
type Joint[M comparable] interface {
	// Players returns the number of players, as of a [Multiplayer] game.
	Players() int

	// MovesOf appends the moves among which player can choose, and returns the extended slice. It appends none if the
	// player does not take part in the present round, or for all players if the game is finished. In a position of
	// chance only the player [Chance] has moves, the outcomes.
	MovesOf(player int, dst []M) []M

	// PlayJoint plays a joint move: one move for each player that takes part in the round, in the order of the players'
	// numbers, or an outcome.
	PlayJoint(moves []M)

	// UndoJoint takes back the last joint move that was played and not yet taken back.
	UndoJoint(moves []M)

	// Outcomes sets the values of all players in a finished position, as in a [Multiplayer] game.
	Outcomes(values []int)
}

// Serialize returns a [Joint] game as a [Game] in which the players of a round move one after the other, in the order
// of their numbers, without seeing each other's choices. It plays on g, which must not be used otherwise meanwhile.
//
// The information key of a player lists the choices of all rounds so far, those of a round in the order of the players,
// and what the player itself has chosen in this round. A choice is the index of a move in what MovesOf lists, as
// [binary.AppendUvarint] encodes it.
func Serialize[G interface {
	Joint[M]
	Cloner[G]
}, M comparable](g G) *Serialized[G, M] {
	s := &Serialized[G, M]{game: g}
	s.begin()
	return s
}

// A Serialized game is a [Joint] game as [Serialize] returns it. It is [Simultaneous], [Imperfect], [Multiplayer], a
// [Cloner] and a [Determinizer], and has positions of chance ([Stochastic]) and is [Acyclic] where the joint game is.
type Serialized[G interface {
	Joint[M]
	Cloner[G]
}, M comparable] struct {
	game    G
	past    []byte        // the key of the rounds so far: the indexes of moves
	rounds  []playedRound // to take them back
	played  []M           // the joint moves of all rounds
	taking  []int         // the players of the present round, in their order; Chance alone; or none
	chosen  []M           // by the first of them
	choices []int         // the same as indexes
	legal   []M           // scratch
}

// A playedRound is what is needed to go back to a round.
type playedRound struct{ past, moves int }

// begin finds out who takes part in the round that begins.
func (s *Serialized[G, M]) begin() {
	s.taking, s.chosen, s.choices = s.taking[:0], s.chosen[:0], s.choices[:0]
	for player := Chance; player < s.game.Players(); player++ {
		if s.legal = s.game.MovesOf(player, s.legal[:0]); len(s.legal) == 0 {
			continue
		}
		if s.taking = append(s.taking, player); player == Chance {
			return
		}
	}
}

// Moves appends the moves of the next player of the round.
func (s *Serialized[G, M]) Moves(dst []M) []M {
	if len(s.taking) == 0 {
		return dst
	}
	return s.game.MovesOf(s.taking[len(s.chosen)], dst)
}

// Play makes the choice of the player to move. The last choice of a round ends it.
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

// Undo takes back the last choice.
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

// ToMove returns the player to choose next, [Chance], or 0 in a finished position.
func (s *Serialized[G, M]) ToMove() int {
	if len(s.taking) == 0 {
		return 0
	}
	return s.taking[len(s.chosen)]
}

// Outcomes sets the values of all players in a finished position.
func (s *Serialized[G, M]) Outcomes(values []int) { s.game.Outcomes(values) }

// Round returns the number of choices that were made in the present round.
func (s *Serialized[G, M]) Round() int { return len(s.chosen) }

// Probabilities appends the probabilities of outcomes. It panics if the joint game has positions of chance and is not
// [Stochastic].
func (s *Serialized[G, M]) Probabilities(moves []M, dst []float64) []float64 {
	g, ok := any(s.game).(Stochastic[M])
	if !ok {
		panic(fmt.Sprintf("ply: %T has positions of chance and is not ply.Stochastic", s.game))
	}
	return g.Probabilities(moves, dst)
}

// AppendInformation appends what a player has observed; see [Serialize].
func (s *Serialized[G, M]) AppendInformation(dst []byte, player int) []byte {
	dst = append(dst, s.past...)
	if i := slices.Index(s.taking, player); i >= 0 && i < len(s.choices) {
		dst = binary.AppendUvarint(dst, uint64(s.choices[i]))
	}
	return dst
}

// Determinize draws anew what the others have chosen in the present round. The weight is 1.
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

// Acyclic reports whether the joint game declares itself acyclic.
func (s *Serialized[G, M]) Acyclic() bool {
	g, ok := any(s.game).(Acyclic)
	return ok && g.Acyclic()
}

// Clone returns a copy that plays on a clone of the joint game.
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

// String returns the joint game as text, if it can draw itself, and the choices of the present round.
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

// JointOf returns a game as a [Joint] game whose rounds are those of its [Simultaneous]; in a game without, each move
// is a round of its own. It plays on g, which must not be used otherwise meanwhile, and must be between two rounds. It
// returns [ErrImperfect] if the game hides more than the moves of a round, that is, if it is [Imperfect] and not
// Simultaneous.
//
// The joint game is [Acyclic], [Stochastic] and an [encoding.BinaryAppender] if g is. It calls Moves, Play and Undo of
// g several times for each round, so a game that is written as a Joint game is faster; [Serialized.Joint] returns one
// as it was.
func JointOf[G interface {
	Game[M]
	Multiplayer
}, M comparable](g G) (Joint[M], error) {
	j := &joint[M]{Multiplayer: g, game: g}
	j.simultaneous, _ = any(g).(Simultaneous)
	if _, hides := any(g).(Imperfect); hides && j.simultaneous == nil {
		return nil, fmt.Errorf("%w: %T", ErrImperfect, g)
	}
	stochastic, chance := any(g).(Stochastic[M])
	identity, tells := any(g).(encoding.BinaryAppender)
	switch {
	case chance && tells:
		return struct {
			*joint[M]
			Stochastic[M]
			encoding.BinaryAppender
		}{j, stochastic, identity}, nil
	case chance:
		return struct {
			*joint[M]
			Stochastic[M]
		}{j, stochastic}, nil
	case tells:
		return struct {
			*joint[M]
			encoding.BinaryAppender
		}{j, identity}, nil
	}
	return j, nil
}

type joint[M comparable] struct {
	Multiplayer
	game         Game[M]
	simultaneous Simultaneous // nil for none

	played []M   // the moves of all joint moves, in the order in which they were played
	sizes  []int // how many each joint move has

	legal, first []M   // scratch
	taking       []int // scratch
}

// Acyclic reports whether the game declares itself acyclic.
func (j *joint[M]) Acyclic() bool {
	g, ok := j.game.(Acyclic)
	return ok && g.Acyclic()
}

// round returns the number of moves of the present round that were already made.
func (j *joint[M]) round() int {
	if j.simultaneous == nil {
		return 0
	}
	return j.simultaneous.Round()
}

// visit plays the first move of each player of the round, calls look before each, and takes them back.
func (j *joint[M]) visit(look func(player int)) {
	j.first = j.first[:0]
	for {
		if j.legal = j.game.Moves(j.legal[:0]); len(j.legal) == 0 {
			break
		}
		look(j.ToMove())
		m := j.legal[0]
		j.game.Play(m)
		if j.first = append(j.first, m); j.round() == 0 {
			break
		}
	}
	for _, m := range slices.Backward(j.first) {
		j.game.Undo(m)
	}
}

func (j *joint[M]) MovesOf(player int, dst []M) []M {
	j.visit(func(p int) {
		if p == player {
			dst = j.game.Moves(dst)
		}
	})
	return dst
}

// PlayJoint plays the moves of the players in the order in which they move in the round.
func (j *joint[M]) PlayJoint(moves []M) {
	j.taking = j.taking[:0]
	j.visit(func(p int) { j.taking = append(j.taking, p) })
	j.sizes = append(j.sizes, len(j.taking))
	for _, player := range j.taking {
		place := 0 // of the player's move among all
		for _, p := range j.taking {
			if p < player {
				place++
			}
		}
		j.played = append(j.played, moves[place])
		j.game.Play(moves[place])
	}
}

// UndoJoint takes the same moves back.
func (j *joint[M]) UndoJoint([]M) {
	last := len(j.sizes) - 1
	from := len(j.played) - j.sizes[last]
	for _, m := range slices.Backward(j.played[from:]) {
		j.game.Undo(m)
	}
	j.played, j.sizes = j.played[:from], j.sizes[:last]
}
