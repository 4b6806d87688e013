// Package watch has searches that can be watched. A search runs to its end and leaves a film, which the page shows frame
// by frame, forwards and backwards. The numbers of the last frame are those that the search returned.
package watch
