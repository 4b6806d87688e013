package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ply-search/ply/internal/atomicfile"
)

// Name returns the name for messages of a file that [Read] reads.
func Name(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// Read parses a file, or the standard input if name is "-". Errors name the file. If stdin is the standard input of a
// command, reads also fail once the command's context ends.
func Read[T any](name string, stdin io.Reader, parse func(io.Reader) (T, error)) (T, error) {
	if name != "-" {
		return ReadFile(name, func(file io.Reader) (T, error) { return parse(under(stdin, file)) })
	}
	result, err := parse(stdin)
	if err != nil {
		return result, fmt.Errorf("%s: %w", Name(name), err)
	}
	return result, nil
}

// ReadFile parses a file. Errors name it.
func ReadFile[T any](name string, parse func(io.Reader) (T, error)) (result T, err error) {
	file, err := os.Open(name)
	if err != nil {
		return result, err
	}
	defer file.Close()
	if result, err = parse(file); err != nil {
		return result, fmt.Errorf("%s: %w", name, err)
	}
	return result, nil
}

// WriteFile writes a file, or to the standard output if name is "-". If write fails, an existing file is left unchanged.
func WriteFile(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "-" {
		return write(stdout)
	}
	return atomicfile.Write(name, write)
}

// Limit returns a reader that fails if r has more than the given number of bytes. It protects parsers that keep all input
// from endless files such as /dev/zero.
func Limit(r io.Reader, bytes int) io.Reader { return &limited{r, bytes, bytes} }

type limited struct {
	io.Reader
	left, most int
}

func (l *limited) Read(b []byte) (int, error) {
	// Reading one byte beyond the limit shows whether the file is longer.
	n, err := l.Reader.Read(b[:min(len(b), l.left+1)])
	if n > l.left {
		return l.left, fmt.Errorf("longer than %d bytes", l.most)
	}
	l.left -= n
	return n, err
}

// CheckOutput returns an error if name is a folder or its folder is missing. Long commands call it first, to fail before
// the work and not after it.
func CheckOutput(name string) error {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if info, err = os.Stat(filepath.Dir(name)); err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a folder", filepath.Dir(name))
		}
	} else if err == nil && info.IsDir() {
		err = errors.New("is a folder")
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, err)
	}
	return nil
}

// CheckState is like [CheckOutput] for a file that is read before it is written. An existing file must be regular, since
// reading a device such as /dev/full may never end.
func CheckState(name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: want a regular file", name)
	}
	return CheckOutput(name)
}
