package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
)

type heap = testgames.Heap

var newHeap = testgames.NewHeap

// solve reports to one depth after another the moves with their values, best first.
func solve(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[int]) (engine.Analysis[int], error) {
	a := engine.Analysis[int]{}
	moves := q.Moves
	if moves == nil {
		moves = h.Moves(nil)
	}
	for depth := 1; ; depth++ {
		a.Nodes, a.Lines = depth, nil
		for _, m := range moves {
			line := engine.Line[int]{Choice: ply.Choice[int]{Move: m, Value: -1, Distance: h.Stones}, Line: []int{m}, Depth: depth}
			if (h.Stones-m)%4 == 0 {
				line.Value = 1
				a.Lines = append([]engine.Line[int]{line}, a.Lines...)
			} else {
				a.Lines = append(a.Lines, line)
			}
		}
		a.Lines = a.Lines[:min(len(a.Lines), max(q.Lines, 1))]
		switch {
		case ctx.Err() != nil:
			a.Status = ply.OutOfTime
		case limits.Nodes > 0 && depth >= limits.Nodes:
			a.Status = ply.OutOfNodes
		case !q.Report(a):
			a.Status = ply.Decided
		case depth == 50:
			a.Status = ply.Complete
		default:
			continue
		}
		return a, nil
	}
}

func newHeapEngine(t testing.TB) Engine {
	t.Helper()
	e, err := Play(newHeap, func(h *heap) (*engine.Player[int], error) {
		return engine.New(engine.Stateless(h, solve), engine.Options{})
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// converse returns what a server says to some lines.
func converse(t testing.TB, input string) string {
	t.Helper()
	var out strings.Builder
	s := Server{Name: "heap", Author: "nobody", Options: PlayOptions}
	if err := s.Serve(t.Context(), strings.NewReader(input), &out, newHeapEngine(t)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPlayer(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"uci", "id name heap\nid author nobody\noption name MultiPV type spin default 1 min 1 max 256\nuciok\n"},
		{"ugi", "ugiok\n"},
		{"position startpos moves 1\ngo depth 3", "info depth 3 score mate 5 "},
		{"position startpos moves 1\ngo depth 3", "bestmove 1\n"},
		{"position fen 9\ngo nodes 2", "bestmove 1\n"},
		{"position fen 9 moves 1\ngo nodes 2", "score mate -4 nodes 2"},
		{"position fen 9\ngo nodes 2 searchmoves 3 2", "bestmove 3\n"},
		{"setoption name MultiPV value 3\nposition fen 7\ngo depth 2", "info depth 2 multipv 3 score mate -4"},
		{"position startpos\ngo movetime 20", "bestmove 2\n"},
		{"position startpos\ngo wtime 1000 btime 1", "bestmove 2\n"},
		{"position startpos\ngo nodes 3 movetime 100000000", "nodes 3 "},
		{"position startpos\ngo infinite\nstop", "bestmove 2\n"},
		{"position startpos\ngo ponder wtime 1000\nponderhit", "bestmove 2\n"},
		{"position fen 0\ngo nodes 2", "bestmove (none)\n"},
		{"position startpos moves 3 4\ngo nodes 1", "info string move 2: \"4\" is not a legal move\n"},
		{"position startpos moves 3 3\nposition startpos moves 3 4\nd", "4 stones\n"},
		{"position startpos moves 3 3\nposition startpos moves 3 1 1\nd", "5 stones\n"},
		{"position fen many\nd", "info string \"many\" is no number of stones\n10 stones\n"},
		{"go perft 2", "1: 3\n2: 3\n3: 3\n\nNodes searched: 9\n"},
		{"position fen 1\nquery gameover\nquery p1turn\nquery result\nposition fen 1 moves 1\nquery gameover\nquery result",
			"response false\nresponse true\nresponse none\nresponse true\nresponse p1win\n"},
		{"query weather", "info string query \"weather\": want gameover, p1turn or result\n"},
		{"setoption name MultiPV value 0", "info string option MultiPV \"0\": want 1 to 256\n"},
		{"setoption name Hash value 1", "info string no option \"Hash\"\n"},
	} {
		if got := converse(t, c.in+"\n"); !strings.Contains(got, c.want) {
			t.Errorf("%q:\n%swithout\n%s", c.in, got, c.want)
		}
	}
}

// TestRandomLines says anything, and wants an answer to each go and isready.
func TestRandomLines(t *testing.T) {
	words := strings.Fields("uci ugi isready ucinewgame position startpos fen 7 moves 1 2 3 4 go depth nodes 5 infinite ponder wtime -3 btime 9 " +
		"movestogo movetime 1 searchmoves stop ponderhit setoption name MultiPV value 99999999999999999999 query result perft d debug ünd")
	random := rand.New(rand.NewPCG(7, 0))
	reader, writer := io.Pipe()
	var out strings.Builder
	goes, ready := 0, 0
	go func() {
		for range long.Or(100_000, 2_000) {
			line := make([]string, 1+random.IntN(8))
			for i := range line {
				line[i] = words[random.IntN(len(words))]
			}
			fmt.Fprintln(writer, strings.Join(line, " "))
			if random.IntN(3) == 0 {
				fmt.Fprintln(writer, "stop")
			}
			if random.IntN(10) == 0 {
				fmt.Fprintln(writer, "isready")
				ready++
				fmt.Fprintln(writer, "go nodes 3")
				goes++
			}
		}
		writer.CloseWithError(io.EOF)
	}()
	s := Server{Name: "heap"}
	if err := s.Serve(t.Context(), reader, &out, newHeapEngine(t)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "readyok\n"); got < ready {
		t.Errorf("%d answers to %d isready", got, ready)
	}
	if got := strings.Count(out.String(), "bestmove "); got < goes {
		t.Errorf("%d answers to %d go", got, goes)
	}
}

func TestPlayRefuses(t *testing.T) {
	want := errors.New("no player")
	if _, err := Play(newHeap, func(*heap) (*engine.Player[int], error) { return nil, want }); !errors.Is(err, want) {
		t.Error(err)
	}
}
