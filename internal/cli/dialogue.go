package cli

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/ply-search/ply/internal/lines"
)

// A Dialogue prompts the user for lines of input.
type Dialogue struct {
	out  io.Writer
	next func() (string, error, bool)
	stop func()
}

// NewDialogue returns a dialogue. The caller must close it.
func NewDialogue(in io.Reader, out io.Writer) *Dialogue {
	next, stop := iter.Pull2(lines.Of(in))
	return &Dialogue{out, next, stop}
}

// Close ends the dialogue.
func (d *Dialogue) Close() { d.stop() }

// Ask writes a prompt and returns the next line, without surrounding spaces. If the line is too long, Ask repeats the
// prompt. more is false at the end of the input and after "quit".
func (d *Dialogue) Ask(prompt string) (word string, more bool, err error) {
	for {
		if _, err := io.WriteString(d.out, prompt); err != nil {
			return "", false, err
		}
		line, err, more := d.next()
		word := strings.TrimSpace(line)
		switch {
		case !more || word == "quit":
			_, err := fmt.Fprintln(d.out)
			return "", false, err
		case errors.Is(err, lines.ErrLong):
			fmt.Fprintln(d.out, err)
		default:
			return word, err == nil, err
		}
	}
}
