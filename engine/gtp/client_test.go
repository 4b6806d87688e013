package gtp_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
)

// TestClient has a client talk to a server.
func TestClient(t *testing.T) {
	commands, to := io.Pipe()
	from, replies := io.Pipe()
	s := &gtp.Server{Name: "echo", Version: "1"}
	s.Handle("echo", func(_ context.Context, args []string) (string, error) { return strings.Join(args, "\n"), nil })
	s.HandleStream("count", func(ctx context.Context, _ []string, tell func(string)) error {
		tell("one")
		tell("two")
		<-ctx.Done()
		return nil
	})
	go func() { replies.CloseWithError(s.Serve(t.Context(), commands, replies)) }()
	c := gtp.NewClient(from, to)
	for _, e := range []struct{ command, want string }{{"echo a b", "a\nb"}, {"name", "echo"}, {"echo", ""}} {
		if got, err := c.Do(t.Context(), e.command); got != e.want || err != nil {
			t.Errorf("%s: %q, %v", e.command, got, err)
		}
	}
	var refusal *gtp.Refusal
	if _, err := c.Do(t.Context(), "sing"); !errors.As(err, &refusal) || refusal.Text != "unknown command" {
		t.Error(err)
	}
	c.Close()
	if _, err := c.Do(t.Context(), "name"); !errors.Is(err, engine.ErrGone) {
		t.Errorf("after the end: %v", err)
	}
}

// TestStream has a reply that goes on until the next command.
func TestStream(t *testing.T) {
	commands, to := io.Pipe()
	var out strings.Builder
	s := new(gtp.Server)
	started := make(chan bool)
	s.HandleStream("count", func(ctx context.Context, args []string, tell func(string)) error {
		if len(args) > 0 {
			return errors.New("no arguments")
		}
		tell("one")
		close(started)
		<-ctx.Done()
		tell("two")
		return nil
	})
	done := make(chan error)
	go func() { done <- s.Serve(t.Context(), commands, &out) }()
	write := func(text string) {
		if _, err := io.WriteString(to, text); err != nil {
			t.Error(err)
		}
	}
	write("3 count\n")
	<-started
	write("4 count x\n")
	write("quit\n")
	if err := <-done; err != nil {
		t.Error(err)
	}
	if want := "=3\none\ntwo\n\n?4 no arguments\n\n=\n\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestClientOfGarbage has engines with bad manners.
func TestClientOfGarbage(t *testing.T) {
	for _, e := range []struct {
		said string
		want error
	}{
		{"hello\n\n", engine.ErrGarbage}, {"", engine.ErrGone}, {"= never ends", engine.ErrGone}, {strings.Repeat("x", 2<<20), engine.ErrGarbage},
	} {
		commands, to := io.Pipe()
		go func() { _, _ = io.Copy(io.Discard, commands) }()
		c := gtp.NewClient(strings.NewReader(e.said), to)
		if _, err := c.Do(t.Context(), "name"); !errors.Is(err, e.want) {
			t.Errorf("%.20q: %v, want %v", e.said, err, e.want)
		}
		c.Close()
	}
}

// TestSilence has an engine that does not answer, and then does not even read.
func TestSilence(t *testing.T) {
	_, to := io.Pipe()
	from, _ := io.Pipe()
	c := gtp.NewClient(from, to)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	for range 2 {
		if _, err := c.Do(ctx, "name"); !errors.Is(err, engine.ErrSilent) {
			t.Error(err)
		}
	}
	c.Close()
}
