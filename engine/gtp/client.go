package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/program"
)

// A Client sends commands to an engine and reads the replies. It must be used by one goroutine at a time. After an
// error other than a [Refusal], the engine cannot be used any more: all later commands return the same error.
type Client struct {
	to      io.WriteCloser
	replies chan reply
	kill    func(grace time.Duration) // ends the program; nil without one
	failed  error
}

// A reply is the reply of an engine, or the error that ended the conversation.
type reply struct {
	text string
	err  error
}

// A Refusal is the error of a command to which the engine replied with a question mark. Text is the text of the reply.
// Other commands can still be sent.
type Refusal struct {
	Command, Text string
}

// Error returns the command and the text of the reply.
func (r *Refusal) Error() string { return fmt.Sprintf("%s: refused: %s", r.Command, r.Text) }

// longestReply is the longest reply accepted, in bytes.
const longestReply = 1 << 20

// NewClient returns a client of an engine. from is the reader for the replies of the engine, and to is the writer for
// commands. [Client.Close] closes the writer.
func NewClient(from io.Reader, to io.WriteCloser) *Client {
	c := &Client{to: to, replies: make(chan reply, 1), kill: func(time.Duration) {}}
	go c.read(from)
	return c
}

// Start starts an engine program with arguments, and returns its client.
func Start(name string, args ...string) (*Client, error) {
	c := &Client{replies: make(chan reply, 1)}
	var err error
	if c.to, c.kill, err = program.Start(c.read, name, args...); err != nil {
		return nil, fmt.Errorf("gtp: %w", err)
	}
	return c, nil
}

// read reads replies until the engine ends. A reply begins with = or ? and ends with an empty line.
func (c *Client) read(from io.Reader) {
	defer close(c.replies)
	r := bufio.NewReader(from)
	bom.Discard(r)
	var text strings.Builder
	for {
		line, err := r.ReadSlice('\n')
		if text.Len()+len(line) > longestReply {
			c.replies <- reply{err: engine.ErrGarbage}
			return
		}
		blank := strings.Trim(string(line), "\r\n \t") == ""
		switch {
		case err == nil && blank && text.Len() > 0:
			c.replies <- reply{text: text.String()}
			text.Reset()
		case !blank || text.Len() > 0:
			text.Write(line)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			c.replies <- reply{err: engine.ErrGone}
			return
		}
	}
}

// Do sends a command and returns the text of the reply. If the engine refuses the command, the error is a [*Refusal].
// Any other error wraps [engine.ErrGone] if the engine has ended, [engine.ErrSilent] if ctx ended before the reply, and
// [engine.ErrGarbage] if the reply is not in the format of the protocol.
func (c *Client) Do(ctx context.Context, command string) (string, error) {
	if c.failed != nil {
		return "", c.failed
	}
	text, err := c.do(ctx, command)
	var refusal *Refusal
	if err != nil && !errors.As(err, &refusal) {
		c.failed = err
	}
	return text, err
}

func (c *Client) do(ctx context.Context, command string) (string, error) {
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.to, command+"\n")
		sent <- err
	}()
	var got reply
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("%s: %w", command, engine.ErrSilent)
	case r, ok := <-c.replies:
		if got = r; !ok {
			got.err = engine.ErrGone
		}
	}
	if got.err != nil {
		return "", fmt.Errorf("%s: %w", command, got.err)
	}
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("%s: %w", command, engine.ErrSilent)
	case err := <-sent:
		if err != nil {
			return "", fmt.Errorf("%s: %w", command, engine.ErrGone)
		}
	}
	text := strings.TrimSpace(got.text)
	status, text := text[:1], strings.TrimSpace(text[1:])
	switch status {
	case "=":
		return text, nil
	case "?":
		return "", &Refusal{command, text}
	}
	return "", fmt.Errorf("%s: %w: %.40q", command, engine.ErrGarbage, got.text)
}

// Close sends the command quit, and kills the program if it does not end within a second. It must be called once.
func (c *Client) Close() {
	grace := time.Duration(0)
	if c.failed == nil {
		grace = time.Second
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		_, _ = c.Do(ctx, "quit") // the engine may have ended already
	}
	_ = c.to.Close() // the program may have closed its input
	go func() {
		for range c.replies { // lets the reader end
		}
	}()
	c.kill(grace)
}
