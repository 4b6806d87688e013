package gtp_test

import (
	"context"
	"io"
	"testing"

	"github.com/ply-search/ply/engine/gtp"
)

// A thinker is a nim that ponders. What it says of that, and of its commands, comes in the order in which it happens.
type thinker struct {
	nim
	events chan string
}

func (p *thinker) Ponder(ctx context.Context) {
	p.events <- "ponders"
	<-ctx.Done()
	p.events <- "stops"
}

func (p *thinker) Undo() error {
	p.events <- "undo"
	return p.nim.Undo()
}

// TestPonder has a controller that gives a command only when the engine ponders: it stops before the command is
// carried out, and ponders again after the answer.
func TestPonder(t *testing.T) {
	for _, end := range []string{"quit", "end of input", "end of the context"} {
		e := &thinker{events: make(chan string)}
		s := &gtp.Server{Ponder: true}
		s.Add(e)
		in, commands := io.Pipe()
		replies, out := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- s.Serve(ctx, in, out) }()
		c := gtp.NewClient(replies, commands)
		expect := func(want string) {
			t.Helper()
			if got := <-e.events; got != want {
				t.Fatalf("%s: %s, want %s", end, got, want)
			}
		}
		done := make(chan error, 1)
		send := func(command string) {
			go func() {
				_, err := c.Do(t.Context(), command)
				done <- err
			}()
		}
		expect("ponders")
		send("genmove b")
		expect("stops")
		expect("ponders")
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		send("undo")
		expect("stops")
		expect("undo")
		expect("ponders")
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		switch end {
		case "quit":
			send("quit")
		case "end of input":
			commands.Close()
		default:
			cancel()
		}
		expect("stops")
		if err := <-served; err != nil {
			t.Errorf("%s: %v", end, err)
		}
		cancel()
		out.Close()
		commands.Close()
	}
}
