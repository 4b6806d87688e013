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

// A Client talks to an engine. It is for one goroutine at a time. After an error nobody knows what the engine will say
// next, and it is of no use any more.
type Client struct {
	to    io.WriteCloser
	lines chan string
	kill  func(grace time.Duration) // ends the program, if there is one

	failed bool // an engine that has failed is not asked to quit
}

// longestLine is the length of a line in bytes from which on the rest of it is left out.
const longestLine = 1 << 16

// NewClient returns a client that writes commands to an engine and reads what comes from it.
func NewClient(from io.Reader, to io.WriteCloser) *Client {
	c := &Client{to: to, lines: make(chan string, 1024), kill: func(time.Duration) {}}
	go c.read(from)
	return c
}

// Start starts the program of an engine, with its arguments.
func Start(name string, args ...string) (*Client, error) {
	c := &Client{lines: make(chan string, 1024)}
	var err error
	if c.to, c.kill, err = program.Start(c.read, name, args...); err != nil {
		return nil, fmt.Errorf("uci: %w", err)
	}
	return c, nil
}

// read hands over the lines until the engine ends.
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

// Send writes a command. It waits for an engine that does not read until ctx ends.
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

// Until reads lines up to the first that begins with a word, and returns the rest of it.
func (c *Client) Until(ctx context.Context, word string) (string, error) {
	for ctx.Err() == nil { // even if the engine goes on and on
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

// Begin says hello, and waits until the engine is ready for a new game.
func (c *Client) Begin(ctx context.Context) error {
	if err := c.Send(ctx, "uci"); err != nil {
		return err
	}
	if _, err := c.Until(ctx, "uciok"); err != nil {
		return err
	}
	return c.NewGame(ctx)
}

// NewGame tells the engine that another game follows, and waits until it is ready.
func (c *Client) NewGame(ctx context.Context) error {
	if err := c.Send(ctx, "ucinewgame\nisready"); err != nil {
		return err
	}
	_, err := c.Until(ctx, "readyok")
	return err
}

// Best sets a position, by the words that follow position, and returns the move that the engine finds with what follows
// go, such as "movetime 100".
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

// Close ends the conversation: it tells the engine to quit, and ends its program if it does not within a second. An
// engine that has failed is not asked.
func (c *Client) Close() {
	grace := time.Duration(0)
	if !c.failed {
		grace = time.Second
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		_ = c.Send(ctx, "quit") // it may have ended before
	}
	_ = c.to.Close() // the same
	go func() {
		for range c.lines { // so that the reader comes to its end
		}
	}()
	c.kill(grace)
}
