// Package sides checks sides to move, hidden information and chance, and adapts games of two sides to searches.
package sides

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// ErrorOfChance returns the error of a search that knows chance, for a game without probabilities.
func ErrorOfChance(game any) error {
	return fmt.Errorf("ToMove is %d, chance, in %T, which is not a ply.Stochastic", ply.Chance, game)
}

// Error returns the error for a side to move other than the sides of a game, 0 to sides-1. A negative side is chance.
func Error(game any, side, sides int) error {
	if side < 0 {
		return fmt.Errorf("ToMove is %d in %T: a position of chance, which this search does not know", side, game)
	}
	return fmt.Errorf("ToMove is %d in %T, want 0 to %d", side, game, sides-1)
}

const MostPlayers = 256

func CheckPlayers(game any, players int) error {
	if players < 1 || players > MostPlayers {
		return fmt.Errorf("%T has %d players, want 1 to %d", game, players, MostPlayers)
	}
	return nil
}

// CheckPerfectInformation returns [ply.ErrImperfect] with the type of a game of hidden information.
func CheckPerfectInformation(game any) error {
	if _, hides := game.(ply.Imperfect); hides {
		return fmt.Errorf("%w: %T", ply.ErrImperfect, game)
	}
	return nil
}

// CheckDeterministic returns an error for a game with chance or hidden information, unfit for searches of one player.
func CheckDeterministic[M comparable](game any) error {
	if _, chance := game.(ply.Stochastic[M]); chance {
		return fmt.Errorf("%T is a ply.Stochastic: a game with chance, which this search does not know", game)
	}
	return CheckPerfectInformation(game)
}

// DrawChance draws an outcome of chance in the present position of a game, with side to move, and returns its index
// among moves; dealer is the game, or nil if it has no chance. drawn is uniform from 0 up to, but not including, 1. It
// also returns the slice of the probabilities.
func DrawChance[M comparable](game any, dealer ply.Stochastic[M], side int, moves []M, odds []float64, drawn float64) (int, []float64, error) {
	if dealer == nil || side != ply.Chance {
		return 0, odds, Error(game, side, 2)
	}
	odds, err := chance.Odds(dealer, moves, odds[:0])
	if err != nil {
		return 0, odds, err
	}
	return chance.Pick(odds, drawn), odds, nil
}
