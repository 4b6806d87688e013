// Package lines reads the lines of a conversation.
package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/ply-search/ply/internal/bom"
)

const longest = 1 << 20

// ErrLong is the error of [Of] for a line that was left out. Lines may follow.
var ErrLong = fmt.Errorf("a line longer than %d bytes", longest)

// Of yields the lines of a session, without line ends and a byte order mark. A session can always continue: a line that
// is too long is left out, with [ErrLong] in its place. Any other error is the reader's and ends the lines.
func Of(r io.Reader) iter.Seq2[string, error] { return UpTo(longest, r) }

// UpTo is Of with another limit of the length in bytes.
func UpTo(longest int, r io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		in := bufio.NewReaderSize(r, longest)
		bom.Discard(in)
		for {
			line, err := in.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) {
				for errors.Is(err, bufio.ErrBufferFull) {
					_, err = in.ReadSlice('\n')
				}
				if !yield("", ErrLong) {
					return
				}
				line = nil
			}
			if err != nil && !errors.Is(err, io.EOF) {
				yield("", err)
				return
			}
			if len(line) > 0 && !yield(strings.TrimRight(string(line), "\r\n"), nil) || err != nil {
				return
			}
		}
	}
}
