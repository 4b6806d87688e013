package morpion

import (
	"io/fs"
	"os"
)

// Records returns the files of three record games, for [ReadRecord]. Comments in them name their source.
//
//   - 5t-170-bruneau-1976.psol: 170 moves of 5T, by Charles-Henri Bruneau, the subject of Helmstetter
//     2007
//   - 5t-178-rosin-2011.psol: 178 moves of 5T, by Christopher D. Rosin
//   - 5d-82-rosin-2010.psol: 82 moves of 5D, by Christopher D. Rosin
func Records() fs.FS { return os.DirFS("records") }
