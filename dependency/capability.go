package dependency

import "github.com/ply-search/ply"

// A Goaler gives the goal of a [Search].
//
// Law: a [ply.Puzzle] is solved if and only if all conditions of the goal hold.
type Goaler interface {
	// Goal returns the conditions that all hold in a solved position.
	Goal() []ply.Condition
}

// Monotone declares whether a game is monotone, that is, whether no line of play makes a condition true again after the
// condition has become false. [Search] is complete only for monotone games.
//
// Law: if Monotone returns true, the game is monotone.
type Monotone interface {
	// Monotone reports whether the game is monotone.
	Monotone() bool
}

// A Needer is a game, or [Rules], that lists the moves with a given precondition. [Search] requires a Needer.
type Needer[M comparable] interface {
	// Needing appends to dst each move that has c among its preconditions and that is legal after some line of play, and
	// returns the extended slice. It may also append moves with precondition c that are never legal. No move occurs
	// twice.
	//
	// Law: the result depends on c alone.
	Needing(c ply.Condition, dst []M) []M
}

// A Conflicter declares which moves exclude each other, so that no line contains both. For a game that is no
// Conflicter, [Search] assumes that two moves exclude each other if both change the same cell and require the same
// value of this cell.
type Conflicter[M comparable] interface {
	// Conflict reports whether no line of play contains both a and b.
	//
	// Laws: Conflict(a, b) equals Conflict(b, a), and depends on the moves alone.
	Conflict(a, b M) bool
}

// A Refuter rejects lines that reach the goal but are not solutions, for reasons that footprints do not express.
// [Search] calls Refuted for every line that reaches the goal. For example, if each move stands for a threat and the
// expected answer, Refuted can look for a better answer.
type Refuter[M comparable] interface {
	// Refuted reports whether the line is not a solution. The line leads from the present position to the goal.
	//
	// Law: Refuted changes nothing observable.
	Refuted(line []M) bool
}
