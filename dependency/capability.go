package dependency

import "github.com/ply-search/ply"

// A Goaler states what holds in a solved position: all of these conditions. It is a goal for [Search].
type Goaler interface {
	Goal() []ply.Condition
}

// A Monotone game says whether no line of play makes a condition true that held before and was given up, which
// [Search] needs to be complete. Package gametest checks it on random lines.
type Monotone interface {
	Monotone() bool
}

// A NeedingChecker is a [Needer] that knows only when it is asked whether it can answer. CheckNeeding returns why
// it cannot.
type NeedingChecker interface {
	CheckNeeding() error
}
