package retrograde

import (
	"io"
	"time"
)

// WriteFile replaces how files are written, until the returned function is called.
func WriteFile(write func(name string, content func(io.Writer) error) error) (restore func()) {
	before := writeFile
	writeFile = write
	return func() { writeFile = before }
}

// SavingEvery returns options whose state is kept after this time.
func SavingEvery(d time.Duration, opt Options) Options {
	opt.saveEvery = d
	return opt
}
