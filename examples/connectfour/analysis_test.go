package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/internal/clitest"
)

// TestJSON has both players win at once, and refuse what they cannot read.
func TestJSON(t *testing.T) {
	for _, player := range []string{"alphabeta", "mcts"} {
		in := `{"id":"a","moves":["1","2","1","2","1","2"],"nodes":5000}` + "\nhello\n" + `{"id":"b","position":"121212","nodes":500,"allow":["5","6"]}` + "\n"
		r := clitest.Run(t, command, in, "json", "-player", player, "-workers", "2")
		if r.Status != cli.Success || r.Err != "" || strings.Count(r.Out, "\n") != 3 || !strings.Contains(r.Out, `{"id":null,"field":null,"error":`) {
			t.Fatalf("%s: %+v", player, r)
		}
		for line := range strings.Lines(r.Out) {
			var a analysis.Answer
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				t.Fatal(err)
			}
			if a.ID == "a" && (a.Turn != 6 || a.Lines[0].Move != "1" || a.Lines[0].Value <= 0 || a.Lines[0].Distance != 1) ||
				a.ID == "b" && a.Lines[0].Move != "5" && a.Lines[0].Move != "6" {
				t.Errorf("%s: %s", player, line)
			}
		}
	}
}

// TestServe posts a request, and ends the server.
func TestServe(t *testing.T) {
	from, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	status := make(chan int)
	var complaints strings.Builder
	go func() {
		status <- cli.Run(ctx, command, []string{"serve", "-addr", ":0"}, cli.Streams{In: strings.NewReader(""), Out: out, Err: &complaints})
	}()
	lines := bufio.NewScanner(from)
	if !lines.Scan() {
		t.Fatal("no address")
	}
	r, err := http.Post(lines.Text(), "application/json", strings.NewReader(`{"position":"121212","nodes":5000}`))
	if err != nil {
		t.Fatal(err)
	}
	var a analysis.Answer
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil || r.StatusCode != http.StatusOK || a.Lines[0].Move != "1" {
		t.Errorf("%+v, %v", a, err)
	}
	r.Body.Close()
	cancel()
	if got := <-status; got != cli.Failure || !strings.Contains(complaints.String(), "interrupted") {
		t.Errorf("status %d, %s", got, &complaints)
	}
	clitest.Check(t, command, clitest.Case{Args: "serve -addr nowhere", Status: cli.Misuse, Err: "want host:port"})
}
