package flat

import "time"

// Limits bound a search. One of them must be set, unless the context can end or Pruning ends the search.
type Limits struct {
	// MaxSimulations ends the search after this number of playouts. 0 means no limit.
	MaxSimulations int

	// Each ends the search after this number of playouts for each move or, with Replies, for each pair of moves. 0 means
	// no limit. It is an error with [AllAsFirst], where each playout is for many moves.
	Each int

	// MaxTime ends the search after approximately this time. 0 means no limit.
	MaxTime time.Duration
}
