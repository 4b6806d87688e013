package rounds

import (
	"encoding"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// JointOf converts g into a [ply.Joint] game. If g is [ply.Simultaneous], the rounds of the joint game are the rounds
// of g. Otherwise each move of g is a separate round. When JointOf is called, g must be between two rounds. The joint
// game plays its moves on g, so g must no longer be used directly. If g is [ply.Imperfect] but not Simultaneous, g
// hides more than the moves of a round, and JointOf returns an error that wraps [ply.ErrImperfect].
//
// Of the capabilities [ply.Acyclic], [ply.Stochastic] and [encoding.BinaryAppender], the joint game has those that g
// has. The joint game calls Moves, Play and Undo of g several times for each round, so a game that is written as a
// ply.Joint is faster. If g is a [Serialized], use [Serialized.Joint] to get the original joint game.
func JointOf[G interface {
	ply.Game[M]
	ply.Multiplayer
}, M comparable](g G) (ply.Joint[M], error) {
	j := &joint[M]{Multiplayer: g, game: g}
	j.simultaneous, _ = any(g).(ply.Simultaneous)
	if _, hides := any(g).(ply.Imperfect); hides && j.simultaneous == nil {
		return nil, fmt.Errorf("%w: %T", ply.ErrImperfect, g)
	}
	stochastic, chance := any(g).(ply.Stochastic[M])
	identity, tells := any(g).(encoding.BinaryAppender)
	switch {
	case chance && tells:
		return struct {
			*joint[M]
			ply.Stochastic[M]
			encoding.BinaryAppender
		}{j, stochastic, identity}, nil
	case chance:
		return struct {
			*joint[M]
			ply.Stochastic[M]
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
	ply.Multiplayer
	game         ply.Game[M]
	simultaneous ply.Simultaneous // or nil

	played []M   // the moves of all joint moves, in the order played
	sizes  []int // the number of moves of each joint move

	legal, first []M   // scratch
	taking       []int // scratch
}

func (j *joint[M]) Acyclic() bool {
	g, ok := j.game.(ply.Acyclic)
	return ok && g.Acyclic()
}

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

func (j *joint[M]) UndoJoint([]M) {
	last := len(j.sizes) - 1
	from := len(j.played) - j.sizes[last]
	for _, m := range slices.Backward(j.played[from:]) {
		j.game.Undo(m)
	}
	j.played, j.sizes = j.played[:from], j.sizes[:last]
}
