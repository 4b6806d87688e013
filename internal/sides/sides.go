// Package sides checks which side a game says is to move, whether it may see everything, and whether chance moves; and it
// gives a game of two sides the capabilities that searches ask of it.
package sides

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// Error returns the error for a side to move that is not one of the sides of a game, which are 0 and so on. A
// negative one is chance.
func Error(game any, side, sides int) error {
	if side < 0 {
		return fmt.Errorf("ToMove is %d in %T: a position of chance, which this search does not know", side, game)
	}
	return fmt.Errorf("ToMove is %d in %T, want 0 to %d", side, game, sides-1)
}

// MostPlayers is the greatest number of players of a game.
const MostPlayers = 256

// CheckPlayers returns an error for an invalid number of players of a game, or nil.
func CheckPlayers(game any, players int) error {
	if players < 1 || players > MostPlayers {
		return fmt.Errorf("%T has %d players, want 1 to %d", game, players, MostPlayers)
	}
	return nil
}

// CheckPerfectInformation returns [ply.ErrImperfect] with the type of a game that hides something from its players.
func CheckPerfectInformation(game any) error {
	if _, hides := game.(ply.Imperfect); hides {
		return fmt.Errorf("%w: %T", ply.ErrImperfect, game)
	}
	return nil
}

// CheckDeterministic returns an error that names the capability of a game that a search of one player does not know: it would
// choose what chance does, or by what is hidden.
func CheckDeterministic[M comparable](game any) error {
	if _, chance := game.(ply.Stochastic[M]); chance {
		return fmt.Errorf("%T is a ply.Stochastic: a game with chance, which this search does not know", game)
	}
	return CheckPerfectInformation(game)
}

// DrawChance draws an outcome of chance in the present position of a game, in which side is to move, and returns its place among
// the moves; dealer is the game, or nil if it knows no chance. drawn is uniform from 0 up to, but not including, 1. It
// also returns the slice that it uses for the probabilities.
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
