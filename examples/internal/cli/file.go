package cli

import (
	"io"
	"os"
	"path/filepath"
)

// Replace writes a file as a whole or not at all: first under another name beside it, so that a file of this
// name stays as it was if writing fails or is interrupted.
func Replace(name string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	if err = write(file); err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}
