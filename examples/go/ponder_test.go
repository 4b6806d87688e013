package main

import (
	"context"
	"testing"
	"time"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
)

// TestPonder has a bot that thinks about replies for a while, and plays the best: what was found about it is kept.
func TestPonder(t *testing.T) {
	const pondered = 3000
	e, err := quick.bot()
	if err != nil {
		t.Fatal(err)
	}
	if err := generate(e); err != nil {
		t.Fatal(err)
	}
	best, visits := found(t, e, gtp.White)
	for visits < pondered {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
		e.Ponder(ctx)
		<-ctx.Done()
		stop()
		best, visits = found(t, e, gtp.White)
	}
	if err := e.Play(gtp.White, best.Move); err != nil {
		t.Fatal(err)
	}
	if _, kept := found(t, e, gtp.Black); kept < pondered/26 { // the best of 26 moves
		t.Errorf("%d simulations were kept", kept)
	}
}

// found returns the best move, and the simulations of all moves up to now.
func found(t *testing.T, e *bot, c gtp.Colour) (best gtp.Finding, visits int) {
	t.Helper()
	ended, end := context.WithCancel(t.Context())
	end()
	if err := e.Analyze(ended, c, 0, time.Hour, func(findings []gtp.Finding) {
		for _, f := range findings {
			visits += f.Visits
		}
		if len(findings) > 0 {
			best = findings[0]
		}
	}); err != nil && err.Error() != "the game is over" {
		t.Fatal(err)
	}
	return best, visits
}

// TestPondersNothing calls for thoughts where there is nothing to think about.
func TestPondersNothing(t *testing.T) {
	for i, commands := range [][]func(*bot) error{
		{},
		{generate, func(e *bot) error { return e.Play(gtp.White, "pass") }},
		{generate, (*bot).Undo},
		{generate, (*bot).ClearBoard},
		{generate, func(e *bot) error { return e.Komi(3) }},
		{
			func(e *bot) error { return e.Play(gtp.Black, "pass") },
			func(e *bot) error { return e.Play(gtp.White, "pass") }, generate,
		},
	} {
		e, err := quick.bot()
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range commands {
			if err := command(e); err != nil {
				t.Fatal(err)
			}
		}
		_, before := found(t, e, e.ToMove())
		e.Ponder(t.Context())
		time.Sleep(10 * time.Millisecond)
		if _, after := found(t, e, e.ToMove()); after != before {
			t.Errorf("case %d: %d simulations, and then %d", i, before, after)
		}
	}
}

func generate(e *bot) error {
	_, err := e.Generate(context.Background(), gtp.Black, engine.Clock{})
	return err
}
