package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/lines"
	"github.com/ply-search/ply/internal/program"
)

// longestAnswer is the longest answer accepted, in bytes.
const longestAnswer = 1 << 22

// A Client sends requests to a program that answers them line by line. Several goroutines may use it at the same time.
// If the program ends, all pending and later calls of Ask return an error that wraps [engine.ErrGone]. If the program
// breaks the protocol, they return an error that wraps [engine.ErrGarbage].
type Client struct {
	to   io.WriteCloser
	kill func(grace time.Duration) // ends the program; nil without one

	writing sync.Mutex

	mu     sync.Mutex
	asked  map[string]*question
	last   int           // number of the last id
	failed error         // set before ended is closed
	ended  chan struct{} // closed when reading has ended
}

// A question is a pending request.
type question struct {
	replies chan reply
	done    chan struct{} // closed when nobody reads replies any more
}

// A reply is a line of the program.
type reply struct {
	Answer
	Field  string `json:"field"`
	Action string `json:"action"`
}

// NewClient returns a client of a running program. from is the reader for the answers of the program, and to is the
// writer for requests. [Client.Close] closes the writer.
func NewClient(from io.Reader, to io.WriteCloser) *Client {
	c := newClient()
	c.to, c.kill = to, func(time.Duration) {}
	go c.read(from)
	return c
}

// Start starts a program with arguments, and returns its client.
func Start(name string, args ...string) (*Client, error) {
	c := newClient()
	var err error
	if c.to, c.kill, err = program.Start(c.read, name, args...); err != nil {
		return nil, fmt.Errorf("analysis: %w", err)
	}
	return c, nil
}

func newClient() *Client {
	return &Client{asked: map[string]*question{}, ended: make(chan struct{})}
}

// read reads answers until the program ends or breaks the protocol.
func (c *Client) read(from io.Reader) {
	c.failed = engine.ErrGone
	for line, err := range lines.UpTo(longestAnswer, from) {
		if err == nil {
			err = c.hear(line)
		} else if !errors.Is(err, lines.ErrLong) {
			break
		}
		if err != nil {
			c.failed = fmt.Errorf("%w: %w", engine.ErrGarbage, err)
			break
		}
	}
	close(c.ended)
	_, _ = io.Copy(io.Discard, from) // lets the program end
}

// hear passes a line to its question.
func (c *Client) hear(line string) error {
	r := reply{}
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		return fmt.Errorf("%.60q", line)
	}
	if r.Action != "" {
		return nil
	}
	if r.ID == "" { // a refusal of an unreadable line belongs to no known question
		return fmt.Errorf("%.200q", r.Error)
	}
	c.mu.Lock()
	q := c.asked[r.ID]
	c.mu.Unlock()
	if q == nil { // abandoned
		return nil
	}
	select {
	case q.replies <- r:
	case <-q.done:
	}
	return nil
}

// Ask sends a request and returns its final answers. There is one answer for each element of r.Turns, in the same
// order. If r.Turns is nil, there is one answer, for the position after all moves. If r.ID is empty, Ask chooses an id.
// report, if not nil, is called with each partial answer. While report runs, answers to other calls of Ask wait.
//
// If the program refuses the request, the error is a [*Refusal]. If the search of one of the positions fails, Ask
// returns no answers and an error with the text that the program sent. If ctx ends, Ask terminates the request and
// returns an error that wraps the error of ctx.
func (c *Client) Ask(ctx context.Context, r Request, report func(Answer)) ([]Answer, error) {
	q := &question{replies: make(chan reply, 1), done: make(chan struct{})}
	c.mu.Lock()
	for made := r.ID == ""; made && (r.ID == "" || c.asked[r.ID] != nil); {
		c.last++
		r.ID = strconv.Itoa(c.last)
	}
	if c.asked[r.ID] != nil {
		c.mu.Unlock()
		return nil, &Refusal{ID: r.ID, Field: "id", Text: "belongs to a request that is pending"}
	}
	c.asked[r.ID] = q
	c.mu.Unlock()
	defer func() {
		close(q.done)
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.asked, r.ID)
	}()
	sent := c.send(r)
	turns := r.Turns
	if turns == nil {
		turns = []int{len(r.Moves)}
	}
	finals := make([]Answer, len(turns))
	for left := len(turns); left > 0; {
		a, err := c.next(ctx, q, &sent)
		if err != nil {
			if ctx.Err() != nil {
				go c.terminate(r.ID, sent)
			}
			return nil, fmt.Errorf("analysis: %w", err)
		}
		at := slices.Index(turns, a.Turn)
		switch {
		case a.Status == "":
			return nil, &Refusal{ID: a.ID, Field: a.Field, Text: a.Error}
		case a.Error != "":
			return nil, fmt.Errorf("analysis: turn %d: %.500s", a.Turn, a.Error)
		case !a.Final:
			if report != nil {
				report(a.Answer)
			}
		case at >= 0 && !finals[at].Final:
			finals[at] = a.Answer
			left--
		}
	}
	return finals, nil
}

// next returns the next reply to a question. sent is the channel of send, or nil after the request was written.
func (c *Client) next(ctx context.Context, q *question, sent *<-chan error) (reply, error) {
	for {
		select {
		case a := <-q.replies:
			return a, nil
		case <-ctx.Done():
			return reply{}, ctx.Err()
		case err := <-*sent:
			if err != nil {
				return reply{}, fmt.Errorf("%w: %w", engine.ErrGone, err)
			}
			*sent = nil
		case <-c.ended:
			select {
			case a := <-q.replies: // the last reply before the end
				return a, nil
			default:
				return reply{}, c.failed
			}
		}
	}
}

// send writes a line in the background, because a program that does not read would block it.
func (c *Client) send(v any) <-chan error {
	sent := make(chan error, 1)
	go func() {
		line, err := encode(v)
		if err == nil {
			c.writing.Lock()
			defer c.writing.Unlock()
			_, err = c.to.Write(line)
		}
		sent <- err
	}()
	return sent
}

func (c *Client) terminate(id string, sent <-chan error) {
	if sent != nil {
		<-sent
	}
	<-c.send(terminated{ID: "end of " + id, Action: "terminate", TerminateID: id})
}

// Close ends the input of the program, and kills the program if it does not end within a second.
func (c *Client) Close() {
	_ = c.to.Close() // the program may have ended
	c.kill(time.Second)
}

// Player returns a player for package arena. The player plays the first move of the best line that the program returns.
// ask returns the request for a position. If the request has several Turns, the player uses the answer for the last
// one.
func Player[G ply.Game[M], M comparable](c *Client, ask func(g G) Request) func(ctx context.Context, g G, random *rand.Rand) (M, error) {
	return func(ctx context.Context, g G, _ *rand.Rand) (none M, err error) {
		answers, err := c.Ask(ctx, ask(g), nil)
		if err != nil {
			return none, err
		}
		last := answers[len(answers)-1]
		if len(last.Lines) == 0 {
			return none, errors.New("analysis: the program found no move")
		}
		return engine.NotationOf[M](g).ParseMove(last.Lines[0].Move)
	}
}
