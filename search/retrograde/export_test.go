package retrograde

import "io"

// WriteFile replaces how files are written, until the returned function is called.
func WriteFile(write func(name string, content func(io.Writer) error) error) (restore func()) {
	before := writeFile
	writeFile = write
	return func() { writeFile = before }
}
