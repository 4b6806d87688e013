package arena

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena/internal/contest"
)

// mostTries is the number of tries to find an opening that does not end the game.
const mostTries = 1000

// RandomOpening returns an opening for [Match]. The opening makes a game with newGame and plays random moves. moves is
// the number of random moves, including outcomes of chance. All legal moves are equally likely, and outcomes of chance
// have the probabilities that the game states. If the random moves end the game, the opening tries again with a new
// game.
//
// The opening returns an error if moves is negative, if newGame returns an error, if the game breaks a law of
// [ply.Stochastic], or if random moves end 1000 games in a row.
func RandomOpening[G ply.AdversarialGame[M], M comparable](moves int, newGame func() (G, error)) func(pair int, random *rand.Rand) (G, error) {
	return func(_ int, random *rand.Rand) (none G, err error) {
		if moves < 0 || newGame == nil {
			return none, fmt.Errorf("a random opening of %d moves: want 0 or more, and a function that makes games", moves)
		}
		for range mostTries {
			g, err := newGame()
			if err != nil {
				return none, err
			}
			err = playRandomly[M](g, moves, random)
			if err != errOver {
				return g, err
			}
		}
		return none, fmt.Errorf("%d random moves have ended the game %d times in a row", moves, mostTries)
	}
}

var errOver = errors.New("the game is over")

// playRandomly plays random moves. It returns errOver if they end the game.
func playRandomly[M comparable](g ply.AdversarialGame[M], moves int, random *rand.Rand) error {
	var legal []M
	var odds []float64
	for i := 0; ; i++ {
		legal = g.Moves(legal[:0])
		switch {
		case len(legal) == 0:
			return errOver
		case i == moves:
			return nil
		}
		var m M
		if side := g.ToMove(); side < 0 {
			var err error
			if m, odds, err = contest.Deal(g, side, legal, odds, random); err != nil {
				return fmt.Errorf("random moves: %w", err)
			}
		} else {
			m = legal[random.IntN(len(legal))]
		}
		g.Play(m)
	}
}
