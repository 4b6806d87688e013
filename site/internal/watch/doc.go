// Package watch contains the demos of the site, which show algorithms step by step. A demo runs a search to its end and
// records a film, whose frames the page shows forwards and backwards. The last frame shows the numbers of the search's
// result.
package watch
