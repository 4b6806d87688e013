package analysis_test

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/search/alphabeta"
)

// Stones is a game of two sides, who take one to three stones in turn. Who takes the last one wins.
type Stones struct{ left, side int }

func (s *Stones) Moves(dst []int) []int {
	for n := 1; n <= min(s.left, 3); n++ {
		dst = append(dst, n)
	}
	return dst
}
func (s *Stones) Play(n int)    { s.left, s.side = s.left-n, 1-s.side }
func (s *Stones) Undo(n int)    { s.left, s.side = s.left+n, 1-s.side }
func (s *Stones) ToMove() int   { return s.side }
func (s *Stones) Outcome() int  { return -1 } // the other side took the last stone
func (s *Stones) Acyclic() bool { return true }

// newStones makes a game of 15 stones, or of as many as a position says.
func newStones(position string) (*Stones, error) {
	s := &Stones{left: 15}
	if position == "" {
		return s, nil
	}
	if _, err := fmt.Sscan(position, &s.left); err != nil || s.left < 0 || s.left > 100 {
		return nil, fmt.Errorf("%q is no number of stones", position)
	}
	return s, nil
}

func newPlayer(s *Stones) (*engine.Player[int], error) {
	searcher, err := alphabeta.NewSearcher(s, alphabeta.Options[int]{})
	if err != nil {
		return nil, err
	}
	return engine.New(searcher, engine.Options{})
}

// A program that answers lines.
func ExampleServer_Serve() {
	server, err := analysis.New(newStones, newPlayer, analysis.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := strings.NewReader(`{"id":"a","moves":["1","2"],"lines":2,"nodes":100000}
{"id":"b","moves":["4"]}
`)
	if err := server.Serve(context.Background(), in, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Unordered output:
	// {"id":"b","field":"moves","error":"[0] is \"4\": \"4\" is not a legal move"}
	// {"id":"a","turn":2,"final":true,"status":"complete","nodes":11411,"lines":[{"move":"1","line":["1","3","1","3","1","3"],"value":-1,"bound":"exact","distance":6,"visits":0,"depth":13},{"move":"2","line":["2","2","1","3","1","3"],"value":-1,"bound":"exact","distance":6,"visits":0,"depth":13}]}
}

// A handler for HTTP.
func ExampleServer_ServeHTTP() {
	server, err := analysis.New(newStones, newPlayer, analysis.Options{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	request := httptest.NewRequest("POST", "/analyse", strings.NewReader(`{"position":"6","nodes":1000}`))
	response := httptest.NewRecorder()
	server.ServeHTTP(response, request)
	answer, _ := io.ReadAll(response.Body)
	fmt.Print(response.Code, " ", string(answer))
	// Output:
	// 200 {"id":"","turn":0,"final":true,"status":"complete","nodes":287,"lines":[{"move":"2","line":["2","1","3"],"value":1,"bound":"exact","distance":3,"visits":0,"depth":7}]}
}
