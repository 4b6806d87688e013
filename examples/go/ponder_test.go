package main

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/mcts"
)

// TestPonder has a controller that waits until the engine has thought about a reply for a while, and plays it: the next
// search begins with what was found.
func TestPonder(t *testing.T) {
	const limit, pondered = 30, 3000
	flags := quick // with that limit
	flags.ponder = true
	e, err := flags.engine()
	if err != nil {
		t.Fatal(err)
	}
	replies, searched := make(chan goban.Point, 1), make(chan mcts.Result[goban.Point], 10)
	e.player.Options.Progress = func(r mcts.Result[goban.Point]) {
		if r.Status != ply.InProgress && r.Nodes <= limit {
			searched <- r
		} else if r.Nodes >= pondered {
			select {
			case replies <- r.Move:
			default: // it is known already
			}
		}
	}
	in, commands := io.Pipe()
	from, out := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- serve(stop.ReportEach(t.Context(), time.Millisecond), e, in, out) }()
	c := gtp.NewClient(from, commands)
	do := func(command string) string {
		t.Helper()
		text, err := c.Do(t.Context(), command)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	do("genmove b")
	if first := <-searched; first.Visits() != limit {
		t.Errorf("%d simulations of the first move, want %d", first.Visits(), limit)
	}
	b, err := goban.New(5, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	do("play w " + b.Name(<-replies))
	do("genmove b")
	second := <-searched
	if kept := second.Visits() - second.Nodes; kept < pondered/26 { // the best of 26 moves
		t.Errorf("%d simulations were kept", kept)
	}
	do("quit")
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestPondersNothing calls for thoughts where there is nothing to think about: they end, although nothing ends them.
func TestPondersNothing(t *testing.T) {
	for _, commands := range [][]func(*engine) error{
		{},
		{generate, func(e *engine) error { return e.Play(gtp.White, "pass") }},
		{generate, (*engine).Undo},
		{generate, (*engine).ClearBoard},
		{generate, func(e *engine) error { return e.Komi(3) }},
		{
			func(e *engine) error { return e.Play(gtp.Black, "pass") },
			func(e *engine) error { return e.Play(gtp.White, "pass") }, generate,
		},
		{generate, func(e *engine) error { e.ponders = false; return nil }},
	} {
		flags := quick
		flags.ponder = true
		e, err := flags.engine()
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range commands {
			if err := command(e); err != nil {
				t.Fatal(err)
			}
		}
		e.Ponder(context.Background())
	}
}

func generate(e *engine) error {
	_, err := e.Generate(context.Background(), gtp.Black)
	return err
}
