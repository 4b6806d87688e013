package gtp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/internal/long"
)

// A heap is a game: who takes the last of its stones wins. Its moves are takes of one to three stones.
type heap struct{ size, stones, side int }

type take int

func (t take) String() string { return fmt.Sprintf("t%d", int(t)) }

func (h *heap) Moves(dst []take) []take {
	for n := take(1); n <= min(take(h.stones), 3); n++ {
		dst = append(dst, n)
	}
	return dst
}
func (h *heap) Play(n take)    { h.stones -= int(n); h.side = 1 - h.side }
func (h *heap) Undo(n take)    { h.stones += int(n); h.side = 1 - h.side }
func (h *heap) ToMove() int    { return h.side }
func (h *heap) Outcome() int   { return -1 }
func (h *heap) Size() int      { return h.size }
func (h *heap) String() string { return fmt.Sprintf("%d stones", h.stones) }

func newHeap(position string) (*heap, error) {
	n := 10
	if position != "" {
		if _, err := fmt.Sscanf(position, "%d", &n); err != nil || n < 1 || n > 1000 {
			return nil, fmt.Errorf("%q is no number of stones", position)
		}
	}
	return &heap{size: n, stones: n}, nil
}

type search = func(context.Context, *heap, ply.Limits, engine.Question[take]) (engine.Analysis[take], error)

// solve reports 30 times its moves, the best first.
func solve(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[take]) (engine.Analysis[take], error) {
	a := engine.Analysis[take]{}
	for _, m := range h.Moves(nil) {
		line := engine.Line[take]{Choice: ply.Choice[take]{Move: m, Value: -1, Distance: h.stones}, Line: []take{m}}
		if (h.stones-int(m))%4 == 0 {
			line.Value = 1
			a.Lines = append([]engine.Line[take]{line}, a.Lines...)
		} else {
			a.Lines = append(a.Lines, line)
		}
	}
	a.Lines = a.Lines[:min(len(a.Lines), max(q.Lines, 1))]
	for range 30 {
		if ctx.Err() != nil || !q.Report(a) {
			break
		}
	}
	return a, nil
}

// waiting is solve that goes on until it is stopped.
func waiting(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[take]) (engine.Analysis[take], error) {
	start := time.Now()
	for {
		a, err := solve(ctx, h, limits, engine.Question[take]{Report: func(engine.Analysis[take]) bool { return true }})
		if a.Elapsed = time.Since(start); ctx.Err() != nil || !q.Report(a) {
			return a, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func newHeapEngine(t testing.TB, s search) *gtp.Player[*heap, take] {
	t.Helper()
	e, err := gtp.Play(newHeap, func(h *heap) (*engine.Player[take], error) {
		return engine.New(engine.Stateless(h, s), engine.Options{})
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestPlay(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"genmove b\nshowboard", "= t2\n\n=\n8 stones\n\n"},
		{"genmove w", "? not the turn of that side\n\n"},
		{"play w t1", "? not the turn of that side\n\n"},
		{"play b t1\nplay b t1", "=\n\n? not the turn of that side\n\n"},
		{"play black T1\nplay white t3\nshowboard", "=\n\n=\n\n=\n6 stones\n\n"},
		{"play b t4", "? \"t4\" is not a legal move\n\n"},
		{"play b pass", "? \"pass\" is not a legal move\n\n"},
		{"play b resign", "? \"resign\" is not a legal move\n\n"},
		{"undo", "? cannot undo\n\n"},
		{"genmove b\nplay w t1\nundo\nundo\nshowboard\nundo", "= t2\n\n=\n\n=\n\n=\n\n=\n10 stones\n\n? cannot undo\n\n"},
		{"boardsize 9\nreg_genmove b\nshowboard", "=\n\n= t1\n\n=\n9 stones\n\n"},
		{"boardsize 5\nplay b t3\nclear_board\nshowboard", "=\n\n=\n\n=\n\n=\n5 stones\n\n"},
		{"boardsize 0\nshowboard", "? unacceptable size: \"0\" is no number of stones\n\n=\n10 stones\n\n"},
		{"boardsize 1001", "? unacceptable size: \"1001\" is no number of stones\n\n"},
		{"final_score", "? the game is not over\n\n"},
		{"boardsize 1\ngenmove b\nfinal_score\ngenmove w\nreg_genmove w\nplay w t1\nlz-analyze",
			"=\n\n= t1\n\n= B+1\n\n? the game is over\n\n? the game is over\n\n? \"t1\" is not a legal move\n\n? the game is over\n\n"},
		{"boardsize 2\nplay b t1\ngenmove w\nfinal_score", "=\n\n=\n\n= t1\n\n= W+1\n\n"},
		{"lz-analyze 1", "=\ninfo move t2 visits 0 winrate 10000 prior 0 order 0 pv t2 " +
			"info move t1 visits 0 winrate 0 prior 0 order 1 pv t1 info move t3 visits 0 winrate 0 prior 0 order 2 pv t3\n\n"},
		{"play b t2\nkata-analyze 100 maxmoves 1", "=\n\n=\ninfo move t1 visits 0 winrate 0.0000 prior 0.0000 order 0 pv t1\n\n"},
		{"kata-analyze w", "? not the turn of that side\n\n"},
		{"time_settings -1 0 0\ntime_left b x 1", "? \"-1\" is no time in seconds\n\n? \"x\" is no time in seconds\n\n"},
	} {
		if got := converse(t, newHeapEngine(t, solve), c.in+"\n"); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestPlayColours has a game that White begins.
func TestPlayColours(t *testing.T) {
	e := newHeapEngine(t, solve)
	e.First = gtp.White
	want := "? not the turn of that side\n\n= t2\n\n=\n\n= t3\n\n=\n\n= t3\n\n= W+1\n\n"
	if got := converse(t, e, "genmove b\ngenmove w\nplay b t1\ngenmove w\nplay b t1\ngenmove w\nfinal_score"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPlayTakesTime has a search that goes on: a move has its time, a second or the player's own without a clock.
func TestPlayTakesTime(t *testing.T) {
	for own, want := range map[ply.Limits][]time.Duration{{}: {time.Second, 200 * time.Millisecond}, {Nodes: 3}: {0, 0}} {
		e, err := gtp.Play(newHeap, func(h *heap) (*engine.Player[take], error) {
			return engine.New(engine.Stateless(h, func(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[take]) (engine.Analysis[take], error) {
				a, err := solve(ctx, h, limits, q)
				if limits.Nodes == 0 {
					deadline, ok := ctx.Deadline()
					if !ok {
						return a, errors.New("no limit")
					}
					a.Lines[0].Move = 1
					if left := time.Until(deadline); left > want[0] {
						a.Lines[0].Move = 3
					} else if left < want[1] {
						a.Lines[0].Move = 2
					}
				}
				return a, err
			}), engine.Options{Limits: own})
		})
		if err != nil {
			t.Fatal(err)
		}
		wanted := "= t1\n\n"
		if own.Nodes > 0 {
			wanted = "= t2\n\n"
		}
		if got := converse(t, e, "genmove b"); got != wanted {
			t.Errorf("limits %+v: %q", own, got)
		}
	}
}

// TestChoose has an engine that resigns when few stones are left.
func TestChoose(t *testing.T) {
	e := newHeapEngine(t, solve)
	e.Choose = func(ctx context.Context, p *engine.Player[take], c engine.Clock) (take, bool, error) {
		if c.Left <= 0 || c.Left > time.Minute {
			t.Error(c)
		}
		return 3, e.Game().stones < 5, nil
	}
	if got, want := converse(t, e, "time_left b 60 0\ngenmove b\nplay w t3\nreg_genmove b\ngenmove b\nshowboard"),
		"=\n\n= t3\n\n=\n\n= resign\n\n= resign\n\n=\n4 stones\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPlayOneSize has a game without sizes.
func TestPlayOneSize(t *testing.T) {
	type unsized struct{ ply.Game[take] }
	e, err := gtp.Play(func(string) (unsized, error) { return unsized{&heap{stones: 3}}, nil }, func(g unsized) (*engine.Player[take], error) {
		return engine.New(engine.Stateless(g, func(_ context.Context, g unsized, _ ply.Limits, _ engine.Question[take]) (engine.Analysis[take], error) {
			return engine.Analysis[take]{Lines: []engine.Line[take]{{Choice: ply.Choice[take]{Move: 1}, Line: []take{1}}}}, nil
		}), engine.Options{})
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "? unacceptable size: the board has one size only\n\n= t1\n\n= t1\n\n= t1\n\n? gtp_test.unsized is no game of two sides\n\n"
	if got := converse(t, e, "boardsize 3\ngenmove b\ngenmove b\ngenmove b\nfinal_score"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPlayPonders has a player that searches after its own moves alone.
func TestPlayPonders(t *testing.T) {
	begun := make(chan int, 100)
	e := newHeapEngine(t, func(ctx context.Context, h *heap, limits ply.Limits, q engine.Question[take]) (engine.Analysis[take], error) {
		begun <- h.stones
		if _, ok := ctx.Deadline(); !ok {
			<-ctx.Done()
		}
		return solve(ctx, h, limits, q)
	})
	for _, ponder := range []bool{false, true} {
		in, commands := io.Pipe()
		replies, out := io.Pipe()
		s := &gtp.Server{Ponder: ponder}
		s.Add(e)
		go func() { out.CloseWithError(s.Serve(t.Context(), in, out)) }()
		c := gtp.NewClient(replies, commands)
		var searched []int
		for _, command := range []string{"clear_board", "play b t1", "undo", "genmove b", "play w t1", "play b t1", "undo"} {
			if _, err := c.Do(t.Context(), command); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(command, "genmove") {
				searched = append(searched, <-begun)
				if ponder {
					searched = append(searched, <-begun)
				}
			}
		}
		c.Close()
		if got, want := fmt.Sprint(searched, len(begun)), map[bool]string{false: "[10] 0", true: "[10 8] 0"}[ponder]; got != want {
			t.Errorf("ponder %v: %s, want %s", ponder, got, want)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	want := errors.New("no player")
	if _, err := gtp.Play(newHeap, func(*heap) (*engine.Player[take], error) { return nil, want }); !errors.Is(err, want) {
		t.Error(err)
	}
	if _, err := gtp.Play(func(string) (*heap, error) { return nil, want }, func(*heap) (*engine.Player[take], error) { return nil, nil }); !errors.Is(err, want) {
		t.Error(err)
	}
}

// TestRandomLines says anything, and wants an answer to each line with a command.
func TestRandomLines(t *testing.T) {
	words := strings.Fields("protocol_version name list_commands known_command boardsize clear_board play genmove reg_genmove undo showboard final_score " +
		"time_settings kgs-time_settings time_left lz-analyze kata-analyze byoyomi canadian absolute none b w black WHITE t1 t2 t3 T1 pass resign 0 1 7 12 -3 " +
		"0.5 1e300 NaN 99999999999999999999 # interval maxmoves ünd \x01 komi fixed_handicap loadsgf")
	random := rand.New(rand.NewPCG(8, 0))
	var in strings.Builder
	commands := 0
	for i := range long.Or(100_000, 2_000) {
		line := make([]string, 1+random.IntN(5))
		for j := range line {
			line[j] = words[random.IntN(len(words))]
		}
		if id := random.IntN(2); id == 1 {
			line = append([]string{fmt.Sprint(i)}, line...)
		}
		text := strings.Join(line, " ")
		fmt.Fprintln(&in, text)
		if before, _, _ := strings.Cut(text, "#"); strings.Trim(before, " \x01") != "" {
			commands++
		}
	}
	for _, ponder := range []bool{false, true} {
		s := &gtp.Server{Name: "heap", Version: "1", Ponder: ponder}
		s.Add(newHeapEngine(t, solve))
		var out strings.Builder
		if err := s.Serve(t.Context(), strings.NewReader(in.String()), &out); err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n")
		for _, a := range answers {
			if !strings.HasPrefix(a, "=") && !strings.HasPrefix(a, "?") {
				t.Fatalf("answer %q", a)
			}
		}
		if len(answers) != commands {
			t.Errorf("%d answers to %d commands", len(answers), commands)
		}
	}
}

// FuzzPlay has well-formed replies to any input.
func FuzzPlay(f *testing.F) {
	f.Add("1 boardsize 5\nplay b t1\n2 genmove w\nundo\nshowboard\nquit\n")
	f.Add("lz-analyze 1 maxmoves 2\nkgs-time_settings byoyomi 0 1 1\ntime_left b -3 99\ngenmove b\nfinal_score")
	f.Fuzz(func(t *testing.T, in string) {
		for reply := range strings.SplitSeq(strings.TrimSuffix(converse(t, newHeapEngine(t, solve), in), "\n\n"), "\n\n") {
			if reply != "" && reply[0] != '=' && reply[0] != '?' {
				t.Fatalf("reply %q to %q", reply, in)
			}
		}
	})
}
