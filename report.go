package ply

import "time"

// A Report is common to the results of all searches: the end of the search and its cost. The result that a Progress
// function gets reports the search so far.
type Report struct {
	// Status tells why the search ended. A search that returns an error has [Failed].
	Status Status

	// Nodes is the number of nodes, as [Limits].Nodes counts them.
	Nodes int

	// Elapsed is the time that the search has taken.
	Elapsed time.Duration
}
