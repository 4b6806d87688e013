// Package tablebase keeps the values of all positions of a game in a file.
//
// [Write] writes the results of package retrograde, in compressed blocks with checksums and with a fingerprint of the game. [Open]
// opens the file, memory-mapped, as a [Table] that many goroutines can ask at the same time. A file that is damaged, or of another
// game, is refused: errors at its end or its beginning are found when it is opened, and errors in a block when the block is read.
package tablebase
