package puct

import "time"

// Limits bound a search. At least one of MaxSimulations and MaxTime must be set, unless the context can end.
type Limits struct {
	// MaxSimulations is the number of simulations to add to the tree. 0 means no limit.
	MaxSimulations int

	// MaxTime is approximately the time that the search takes. 0 means no limit. Simulations whose evaluation has not
	// arrived by then are not counted.
	MaxTime time.Duration

	// Decided also ends the search, with status [ply.Decided], as soon as the remaining simulations cannot make another
	// move the most visited one: at once if there is but one legal move, or all others are proven to be worse. The number of remaining simulations follows from MaxSimulations; if there is a
	// deadline, by MaxTime or by the context, it is also estimated from the speed so far. It needs one of these limits,
	// [PUCT], and a Temperature of 0.
	Decided bool
}
