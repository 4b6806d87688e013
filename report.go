package ply

import "time"

// A Report is the part that the results of all searches have in common: how the search ended, and what it took. The result
// that a Progress function gets reports the search so far.
type Report struct {
	// Status tells why the search ended. A search that returns an error has [Failed].
	Status Status

	// Nodes is the number of nodes: what [Limits].Nodes bounds, and what the search says.
	Nodes int

	// Elapsed is the time that the search has taken.
	Elapsed time.Duration
}
