// Package tablebase keeps the values of all positions of a game in a file. [Write] writes the results of package
// retrograde, in compressed blocks with checksums and with a fingerprint of the game. [Open] opens the file,
// memory-mapped, as a [Table] for many goroutines. A damaged file, or a file of another game, is refused: faults at
// the beginning or end are found by Open, and faults in a block when it is read.
package tablebase
