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

// A Needer is a game, or [Rules], that knows which moves have a given condition among their preconditions. [Search] needs it.
type Needer[M comparable] interface {
	// Needing appends to dst the moves that have c among their preconditions, each once, in any positions where they may
	// become legal, and returns the extended slice. It may also append moves that are never legal.
	//
	// Law: the result depends on c alone.
	Needing(c ply.Condition, dst []M) []M
}

// A Conflicter knows which moves exclude each other. Without it, [Search] concludes from footprints that two moves
// exclude each other if they change the same cell from the same value.
type Conflicter[M comparable] interface {
	// Conflict reports whether no line of play contains both a and b.
	//
	// Laws: Conflict(a, b) equals Conflict(b, a), and depends on the moves alone.
	Conflict(a, b M) bool
}

// A Refuter checks solutions for facts that the footprints of its moves do not tell. For instance, if moves are threats
// together with the expected answers, the opponent may have other answers that refute the whole line. [Search] calls
// Refuted for every line that reaches the goal.
type Refuter[M comparable] interface {
	// Refuted reports whether the line, which leads from the present position to the goal, is not a solution after all.
	//
	// Law: Refuted changes nothing that can be observed.
	Refuted(line []M) bool
}
