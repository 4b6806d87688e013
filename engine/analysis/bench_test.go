package analysis_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
)

// BenchmarkRequest has the time of a request whose search takes none.
func BenchmarkRequest(b *testing.B) {
	const line = `{"id":"a","position":"40","moves":["1","2","3"],"nodes":100}`
	s := server(b, analysis.Options{}, optimal)
	b.Run("direct", func(b *testing.B) {
		h := &heap{Stones: 40}
		p, err := engine.New(engine.Stateless(h, optimal), engine.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := p.Analyze(b.Context(), ply.Limits{Nodes: 100}, engine.Question[int]{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("line", func(b *testing.B) {
		in, to := io.Pipe()
		from, out := io.Pipe()
		go func() { out.CloseWithError(s.Serve(b.Context(), in, out)) }()
		answers := bufio.NewScanner(from)
		for b.Loop() {
			fmt.Fprintln(to, line)
			if !answers.Scan() {
				b.Fatal("no answer")
			}
		}
		to.Close()
	})
	b.Run("client", func(b *testing.B) {
		in, to := io.Pipe()
		from, out := io.Pipe()
		go func() { out.CloseWithError(s.Serve(b.Context(), in, out)) }()
		c := analysis.NewClient(from, to)
		defer c.Close()
		for b.Loop() {
			if _, err := c.Ask(b.Context(), analysis.Request{Position: "40", Moves: []string{"1", "2", "3"}, Nodes: 100}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("http", func(b *testing.B) {
		for b.Loop() {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(line)))
			if w.Code != 200 {
				b.Fatal(w.Body)
			}
		}
	})
}
