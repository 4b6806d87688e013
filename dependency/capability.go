package dependency

import "github.com/ply-search/ply"

// A Goaler is a game that provides the goal of a [Search].
//
// Law: if the game is a [ply.Puzzle], a position is solved exactly if all conditions of the goal hold.
type Goaler interface {
	// Goal returns the conditions that all hold in a solved position.
	Goal() []ply.Condition
}

// Monotone declares whether a game is monotone, which [Search] needs to be complete. Package gametest checks the
// declaration on random lines.
//
// Law: if Monotone is true, no line of play makes a condition true again that has held before and was given up.
type Monotone interface {
	// Monotone reports whether the game is monotone.
	Monotone() bool
}

// A NeedingChecker is a [Needer] that can be unable to answer, depending on the value. [Search] calls CheckNeeding
// first.
type NeedingChecker interface {
	// CheckNeeding returns nil if Needing works, and otherwise an error that says why it does not.
	CheckNeeding() error
}
