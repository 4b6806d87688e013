package analysis_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
)

// TestMain is a program that answers lines, if the tests start it as one.
func TestMain(m *testing.M) {
	switch os.Getenv("ANALYSIS_TEST_PROGRAM") {
	case "server":
		s, err := analysis.New(newHeap, alphabetaPlayer, analysis.Options{})
		if err == nil {
			err = s.Serve(context.Background(), os.Stdin, os.Stdout)
		}
		if err != nil {
			panic(err)
		}
	case "deaf":
		select {}
	default:
		os.Exit(m.Run())
	}
}

// client returns a client of a session that ends when the input or the test does.
func client(t *testing.T, s *analysis.Server) *analysis.Client {
	in, to := io.Pipe()
	from, out := io.Pipe()
	go func() { out.CloseWithError(s.Serve(t.Context(), in, out)) }()
	c := analysis.NewClient(from, to)
	t.Cleanup(c.Close)
	return c
}

// TestClient asks from many goroutines, for things of all kinds.
func TestClient(t *testing.T) {
	c := client(t, server(t, analysis.Options{Workers: 2}, optimal))
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			r := analysis.Request{Position: fmt.Sprint(10 + i), Moves: []string{"1", "1"}, Turns: []int{2, 0}, Nodes: 7, Priority: i % 3}
			answers, err := c.Ask(t.Context(), r, nil)
			if err != nil || len(answers) != 2 || answers[0].Turn != 2 || answers[1].Turn != 0 || !answers[0].Final || !answers[1].Final {
				t.Errorf("%+v, %v", answers, err)
				return
			}
			if want := fmt.Sprint(max((10+i)%4, 1)); (10+i)%4 != 0 && answers[1].Lines[0].Move != want {
				t.Errorf("%+v, want %s", answers[1], want)
			}
		})
	}
	group.Wait()
	var refusal *analysis.Refusal
	if _, err := c.Ask(t.Context(), analysis.Request{ID: "x", Moves: []string{"1", "7"}}, nil); !errors.As(err, &refusal) || refusal.ID != "x" || refusal.Field != "moves" || !strings.Contains(err.Error(), `moves: [1] is "7"`) {
		t.Error(err)
	}
	if answers, err := c.Ask(t.Context(), analysis.Request{ID: "x", Moves: []string{"1"}}, nil); err != nil || len(answers) != 1 || answers[0].ID != "x" || answers[0].Turn != 1 {
		t.Error(answers, err)
	}
}

// TestClientReports hears answers that are not final, gives a request up, and asks on.
func TestClientReports(t *testing.T) {
	seen := make(chan bool)
	c := client(t, server(t, analysis.Options{}, func(ctx context.Context, h *heap, _ ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
		a := first(h, q)
		if h.Stones == 70 {
			return a, errors.New("no luck")
		}
		q.Report(a)
		select {
		case <-seen:
		case <-ctx.Done():
		}
		return a, nil
	}))
	answers, err := c.Ask(t.Context(), analysis.Request{Nodes: 1, Every: 0.01}, func(a analysis.Answer) {
		if a.Final || len(a.Lines) != 1 {
			t.Errorf("%+v", a)
		}
		seen <- true
	})
	if err != nil || len(answers) != 1 || !answers[0].Final {
		t.Error(answers, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := c.Ask(ctx, analysis.Request{Nodes: 1, Every: 0.01}, func(analysis.Answer) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// It was ended, so that the only worker has time for another.
	if _, err := c.Ask(t.Context(), analysis.Request{Position: "70"}, nil); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Error(err)
	}
}

// TestClientFails has programs that say what they should not, or nothing.
func TestClientFails(t *testing.T) {
	for said, want := range map[string]error{
		"":                            engine.ErrGone,
		"hello\n":                     engine.ErrGarbage,
		"{\"id\":7}\n":                engine.ErrGarbage,
		"\n":                          engine.ErrGarbage,
		strings.Repeat("x", 1<<22+1):  engine.ErrGarbage,
		`{"id":null,"error":"what?"}`: engine.ErrGarbage,
		`{"id":"other","turn":0,"final":true,"status":"complete","lines":[]}`: engine.ErrGone,
		`{"id":"1","turn":5,"final":true,"status":"complete","lines":[]}`:     engine.ErrGone,
	} {
		in, to := io.Pipe()
		go func() { _, _ = io.Copy(io.Discard, in) }()
		c := analysis.NewClient(strings.NewReader(said), to)
		for range 2 {
			if _, err := c.Ask(t.Context(), analysis.Request{}, nil); !errors.Is(err, want) {
				t.Errorf("%.30q: %v, want %v", said, err, want)
			}
		}
		c.Close()
	}
	// One that does not read.
	from, out := io.Pipe()
	_, to := io.Pipe()
	c := analysis.NewClient(from, to)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Ask(ctx, analysis.Request{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.Close()
	out.Close()
	if _, err := c.Ask(t.Context(), analysis.Request{}, nil); !errors.Is(err, engine.ErrGone) {
		t.Error(err)
	}
}

// TestStart has a program play a match, and ends one that does not listen.
func TestStart(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ANALYSIS_TEST_PROGRAM", "server")
	c, err := analysis.Start(self)
	if err != nil {
		t.Fatal(err)
	}
	careless := func() arena.Player[*heap, int] {
		return func(_ context.Context, h *heap, random *rand.Rand) (int, error) {
			moves := h.Moves(nil)
			return moves[random.IntN(len(moves))], nil
		}
	}
	program := func() arena.Player[*heap, int] {
		return analysis.Player(c, func(h *heap) analysis.Request { return analysis.Request{Position: fmt.Sprint(h.Stones), Nodes: 10_000} })
	}
	opening := func(int, *rand.Rand) (*heap, error) { return newHeap("10") }
	r, err := arena.Match(t.Context(), opening, program, careless, arena.Options{Games: 10})
	if err != nil || r.Wins < 5 { // which it has as the first to move
		t.Errorf("%+v, %v", r, err)
	}
	c.Close()
	if _, err := c.Ask(t.Context(), analysis.Request{}, nil); !errors.Is(err, engine.ErrGone) {
		t.Error(err)
	}
	// A program that finds no move, or one that is not legal, is an error of the match.
	finished := analysis.Player(client(t, server(t, analysis.Options{}, optimal)), func(*heap) analysis.Request { return analysis.Request{Position: "0"} })
	if _, err := finished(t.Context(), &heap{Stones: 3}, nil); err == nil || !strings.Contains(err.Error(), "no move") {
		t.Error(err)
	}
	if _, err := analysis.Start("/nonexistent"); err == nil {
		t.Error("a program that does not exist")
	}
}
