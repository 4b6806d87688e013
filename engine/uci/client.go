package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/program"
)

// A Client controls an engine. It must be used by one goroutine at a time. After a method has returned an error, only
// Close may be called. The error wraps [engine.ErrGone] if the engine has ended, and [engine.ErrSilent] if the engine
// did not answer before ctx ended.
type Client struct {
	to    io.WriteCloser
	lines chan string
	kill  func(grace time.Duration) // ends the program; nil without one

	failed bool // after an error Close does not send quit
}

// longestLine is the longest line in bytes; longer ones are truncated.
const longestLine = 1 << 16

// NewClient returns a client of an engine. from is the reader for the answers of the engine, and to is the writer for
// commands. [Client.Close] closes the writer.
func NewClient(from io.Reader, to io.WriteCloser) *Client {
	c := &Client{to: to, lines: make(chan string, 1024), kill: func(time.Duration) {}}
	go c.read(from)
	return c
}

// Start starts an engine program with arguments, and returns its client.
func Start(name string, args ...string) (*Client, error) {
	c := &Client{lines: make(chan string, 1024)}
	var err error
	if c.to, c.kill, err = program.Start(c.read, name, args...); err != nil {
		return nil, fmt.Errorf("uci: %w", err)
	}
	return c, nil
}

func (c *Client) read(from io.Reader) {
	defer close(c.lines)
	r := bufio.NewReaderSize(from, longestLine)
	bom.Discard(r)
	for {
		line, more, err := r.ReadLine()
		if err != nil {
			return
		}
		c.lines <- string(line)
		for more && err == nil {
			_, more, err = r.ReadLine()
		}
	}
}

// Send writes a command. If the engine does not read the command, Send waits until ctx ends.
func (c *Client) Send(ctx context.Context, command string) error {
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.to, command+"\n")
		sent <- err
	}()
	select {
	case <-ctx.Done():
		return c.fail(fmt.Sprintf("%.40q", command), engine.ErrSilent)
	case err := <-sent:
		if err != nil {
			return c.fail(fmt.Sprintf("%.40q", command), engine.ErrGone)
		}
		return nil
	}
}

// Until reads lines up to the first line whose first word is word, and returns the rest of that line. It discards the
// lines before that line.
func (c *Client) Until(ctx context.Context, word string) (string, error) {
	for ctx.Err() == nil { // engines may send lines without end
		select {
		case <-ctx.Done():
		case line, ok := <-c.lines:
			if !ok {
				return "", c.fail("waiting for "+word, engine.ErrGone)
			}
			if first, rest, _ := strings.Cut(strings.TrimSpace(line), " "); first == word {
				return rest, nil
			}
		}
	}
	return "", c.fail("waiting for "+word, engine.ErrSilent)
}

func (c *Client) fail(doing string, err error) error {
	c.failed = true
	return fmt.Errorf("uci: %s: %w", doing, err)
}

// Begin starts the conversation (uci), announces a new game, and waits until the engine is ready.
func (c *Client) Begin(ctx context.Context) error {
	if err := c.Send(ctx, "uci"); err != nil {
		return err
	}
	if _, err := c.Until(ctx, "uciok"); err != nil {
		return err
	}
	return c.NewGame(ctx)
}

// NewGame announces a new game (ucinewgame), and waits until the engine is ready.
func (c *Client) NewGame(ctx context.Context) error {
	if err := c.Send(ctx, "ucinewgame\nisready"); err != nil {
		return err
	}
	_, err := c.Until(ctx, "readyok")
	return err
}

// Best returns the move that the engine chooses in a position. position and limits are the arguments of the commands
// position and go, such as "startpos moves e2e4" and "movetime 100".
func (c *Client) Best(ctx context.Context, position, limits string) (string, error) {
	if err := c.Send(ctx, "position "+position+"\ngo "+limits); err != nil {
		return "", err
	}
	rest, err := c.Until(ctx, "bestmove")
	if err != nil {
		return "", err
	}
	move, _, _ := strings.Cut(rest, " ")
	return move, nil
}

// Close sends the command quit, and kills the program if it does not end within a second.
func (c *Client) Close() {
	grace := time.Duration(0)
	if !c.failed {
		grace = time.Second
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		_ = c.Send(ctx, "quit") // the engine may have ended already
	}
	_ = c.to.Close() // the program may have closed its input
	go func() {
		for range c.lines { // lets the reader end
		}
	}()
	c.kill(grace)
}
