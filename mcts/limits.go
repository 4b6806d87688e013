package mcts

import "time"

// Limits bound a search. At least one of MaxSimulations and MaxTime must be set, unless the context can end; otherwise
// the search returns an error.
type Limits struct {
	// MaxSimulations is the number of simulations to add to the tree. 0 means no limit.
	MaxSimulations int

	// MaxTime is approximately the time that the search takes. 0 means no limit. When it is over, playouts are cut
	// short, except those of a [Playouter]; simulations that are cut short are not counted.
	MaxTime time.Duration

	// Decided also ends the search, with status [ply.Decided], as soon as the remaining simulations cannot make another
	// move the most visited one: at once if there is but one legal move, or all others are proven to be worse. The number of remaining simulations follows from MaxSimulations; if there is a
	// deadline, by MaxTime or by the context, it is also estimated from the speed so far. Decided requires one of these
	// limits, and cannot be combined with a Final other than MostVisits or with several trees (RootTrees).
	Decided bool
}
