// Package watch has searches to be watched. A search runs to its end and records a film, whose frames the page shows
// forwards and backwards. The last frame has the numbers of the search's result.
package watch
