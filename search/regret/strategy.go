package regret

import (
	"encoding/binary"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/chance"
)

// A Policy returns the probabilities with which players choose their moves.
type Policy[M comparable] interface {
	// AppendPolicy appends the probability of each element of moves to dst and returns the extended slice. moves are
	// all legal moves of player in the information set with this key, in the order of the game. The probabilities are
	// not negative, and their sum is 1.
	AppendPolicy(dst []float64, player int, key []byte, moves []M) []float64
}

// A Strategy is a [Policy] that is stored as a table with an entry for each information set. In an information set
// without an entry, all moves have the same probability. The zero value has no entries.
type Strategy[M comparable] struct{ sets *sets[M] }

// An Information is the entry of a [Strategy] for an information set.
type Information[M comparable] struct {
	Player        int       // to whom the information set belongs
	Key           []byte    // appended by AppendInformation of the game ([ply.Imperfect])
	Moves         []M       // all legal moves, in the order of the game
	Probabilities []float64 // Probabilities[i] is the probability of Moves[i]
}

// Len returns the number of information sets in the strategy.
func (s *Strategy[M]) Len() int {
	if s.sets == nil {
		return 0
	}
	return len(s.sets.list)
}

// All yields the entries of all players, in the order in which the search reached their information sets. The entries
// are copies.
func (s *Strategy[M]) All() iter.Seq[Information[M]] {
	return func(yield func(Information[M]) bool) {
		for id := range s.Len() {
			set := &s.sets.list[id]
			if !yield(Information[M]{int(set.player), []byte(set.key), slices.Clone(s.sets.movesOf(id)), s.sets.appendAverage(nil, id)}) {
				return
			}
		}
	}
}

// AppendPolicy implements [Policy]. Several goroutines may call it at the same time.
func (s *Strategy[M]) AppendPolicy(dst []float64, player int, key []byte, moves []M) []float64 {
	if s.sets != nil {
		if id, ok := s.sets.ids[string(keyOf(nil, player, key))]; ok && int(s.sets.list[id].moves) == len(moves) {
			return s.sets.appendAverage(dst, int(id))
		}
	}
	for range moves {
		dst = append(dst, 1/float64(len(moves)))
	}
	return dst
}

// Choose draws a random move for the player to move in the present position of g, with the probabilities of the
// strategy. It returns an error if the game is finished or chance is to move.
func (s *Strategy[M]) Choose(g Game[M], random *rand.Rand) (m M, err error) {
	moves, player := g.Moves(nil), g.ToMove()
	switch {
	case len(moves) == 0:
		return m, errors.New("regret: no move to choose in a finished position")
	case player < 0:
		return m, errors.New("regret: no move to choose in a position of chance")
	}
	probabilities := s.AppendPolicy(nil, player, g.AppendInformation(nil, player), moves)
	return moves[chance.Pick(probabilities, random.Float64())], nil
}

// Sets are the information sets met, with data of each move.
type sets[M comparable] struct {
	ids     map[string]int32
	list    []set
	moves   []M
	regrets []float64
	sums    []float64 // of the weighted strategies, for the average
}

type set struct {
	key          string
	player       int32
	first, moves int32
}

func newSets[M comparable]() *sets[M] { return &sets[M]{ids: map[string]int32{}} }

func keyOf(dst []byte, player int, key []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(player)), key...)
}

func (s *sets[M]) find(key []byte) (id int, ok bool) {
	found, ok := s.ids[string(key)]
	return int(found), ok
}

func (s *sets[M]) add(key []byte, moves []M) (id int) {
	player, size := binary.Uvarint(key)
	id = len(s.list)
	s.ids[string(key)] = int32(id)
	s.list = append(s.list, set{string(key[size:]), int32(player), int32(len(s.moves)), int32(len(moves))})
	s.moves = append(s.moves, moves...)
	s.regrets = append(s.regrets, make([]float64, len(moves))...)
	s.sums = append(s.sums, make([]float64, len(moves))...)
	return id
}

func (s *sets[M]) movesOf(id int) []M { return s.moves[s.list[id].first:][:s.list[id].moves] }

func (s *sets[M]) appendAverage(dst []float64, id int) []float64 {
	at := &s.list[id]
	return appendShares(dst, s.sums[at.first:][:at.moves])
}

// appendShares appends numbers divided by their sum, negative ones as 0; if none is positive, equal shares.
func appendShares(dst, numbers []float64) []float64 {
	sum := 0.0
	for _, x := range numbers {
		sum += max(x, 0)
	}
	for _, x := range numbers {
		if sum > 0 {
			dst = append(dst, max(x, 0)/sum)
		} else {
			dst = append(dst, 1/float64(len(numbers)))
		}
	}
	return dst
}

var _ Policy[int] = (*Strategy[int])(nil)
