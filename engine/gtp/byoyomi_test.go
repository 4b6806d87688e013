package gtp_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/gtp"
)

// TestClocks has what the commands for time say to the engine.
func TestClocks(t *testing.T) {
	const tenth, second = time.Second / 10, time.Second
	for commands, want := range map[string]engine.Clock{
		"kgs-time_settings byoyomi 0 3 10\ntime_left b 3 10":     {Period: 27 * tenth},
		"kgs-time_settings byoyomi 0 3 10":                       {Period: 27 * tenth},
		"kgs-time_settings BYOYOMI 600 30 5\ntime_left B 30 1":   {Period: 27 * second},
		"kgs-time_settings byoyomi 600 30 5\ntime_left b 12.5 3": {Period: 11250 * time.Millisecond},
		"kgs-time_settings byoyomi 10 3 5":                       {Left: 10 * second, Period: 27 * tenth},
		"kgs-time_settings byoyomi 600 3 5\ntime_left b 0.1 0":   {Left: tenth, Period: 27 * tenth},
		"kgs-time_settings byoyomi 500 3 0":                      {Left: 500 * second},
		"kgs-time_settings canadian 0 100 10\ntime_left b 50 10": {Left: 50 * second, Moves: 10},
		"kgs-time_settings canadian 0 100 10\ntime_left b 50 1":  {Period: 45 * second},
		"kgs-time_settings canadian 1 100 10":                    {Left: second, Period: 9 * second},
		"kgs-time_settings absolute 500":                         {Left: 500 * second},
		"time_settings 0 3 1":                                    {Period: 27 * tenth},
		"time_settings 0 100 10\ntime_left b 50 5":               {Left: 50 * second, Moves: 5},
		"time_left b 500 0":                                      {Left: 500 * second},
		"time_left b -3 0":                                       {Left: time.Millisecond},
		"kgs-time_settings byoyomi 0 3 2\ntime_left b -0.5 1":    {Period: 900 * time.Microsecond},
		"time_left w 7 0":                                        {Left: time.Millisecond}, // the other clock was never set
		// The settings that follow replace those before, and a new game has the time of its start.
		"kgs-time_settings byoyomi 0 3 10\ntime_settings 0 100 10\ntime_left b 50 5": {Left: 50 * second, Moves: 5},
		"time_settings 60 0 0\ntime_left b 2 0\nclear_board":                         {Left: 60 * second},
		"time_settings 60 0 0\ntime_left b 2 0\nboardsize 12":                        {Left: 60 * second},
		"time_settings 60 0 0\nkgs-time_settings none":                               {},
		"kgs-time_settings none":                                                     {},
		"time_settings 0 1 0":                                                        {},
		"kgs-time_settings canadian 10 1 0":                                          {},
	} {
		e := &nim{size: 10}
		if out := converse(t, e, commands+"\ngenmove b\n"); strings.Contains(out, "?") || e.clock != want {
			t.Errorf("%q: %+v, want %+v, %s", commands, e.clock, want, out)
		}
	}
}

// converse returns what an engine says to some lines.
func converse(t testing.TB, e gtp.Engine, commands string) string {
	t.Helper()
	s := &gtp.Server{}
	s.Add(e)
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestClocksRun has an engine that takes a second for each move, and keeps the time itself.
func TestClocksRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &slow{nim: nim{size: 10}}
		for i, want := range []engine.Clock{
			{Left: 2 * time.Second, Period: 1350 * time.Millisecond}, {Left: time.Second, Period: 1350 * time.Millisecond}, {Left: 3 * time.Second, Moves: 2},
			{Period: 1800 * time.Millisecond}, {Left: 3 * time.Second, Moves: 2},
		} {
			converse(t, e, "time_settings 2 3 2\n"+strings.Repeat("reg_genmove b\ngenmove w\ngenmove b\n", i+1))
			if e.clock != want {
				t.Errorf("move %d: %+v, want %+v", i, e.clock, want)
			}
		}
	})
}

type slow struct{ nim }

func (s *slow) Generate(ctx context.Context, c gtp.Colour, clock engine.Clock) (string, error) {
	time.Sleep(time.Second)
	return s.nim.Generate(ctx, c, clock)
}

// TestByoYomi plays 100 moves by the clock of a controller, which the engine hears or keeps itself. No period is lost, and most of
// each is used.
func TestByoYomi(t *testing.T) {
	const lag = 50 * time.Millisecond // of which the engine knows nothing
	for _, told := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			in, commands := io.Pipe()
			replies, out := io.Pipe()
			s := &gtp.Server{}
			s.Add(newHeapEngine(t, waiting))
			go func() { out.CloseWithError(s.Serve(t.Context(), in, out)) }()
			c := gtp.NewClient(replies, commands)
			defer c.Close()
			do := func(format string, args ...any) {
				if _, err := c.Do(t.Context(), fmt.Sprintf(format, args...)); err != nil {
					t.Fatal(err)
				}
			}
			do("boardsize 1000")
			do("kgs-time_settings byoyomi 60 3 5")
			main, period, periods := 60*time.Second, 3*time.Second, 5
			for move := range 100 {
				if told {
					left, n := main, 0
					if main == 0 {
						left, n = period, periods
					}
					do("time_left b %g %d", left.Seconds(), n)
				}
				start := time.Now()
				do("genmove b")
				spent := time.Since(start)
				if told && main == 0 && spent < period*8/10 { // an engine that keeps the time itself believes longer in its main time
					t.Fatalf("told %v, move %d: %v of a period of %v", told, move, spent, period)
				}
				spent += lag
				if main -= spent; main < 0 {
					if -main > period {
						t.Fatalf("told %v, move %d: %v is more than a period", told, move, -main)
					}
					main = 0
				}
				do("play w t1")
			}
			if main > 0 {
				t.Errorf("told %v: %v of the main time were not used", told, main)
			}
		})
	}
}

// TestLoadSGF passes on names with blanks, and tells why a file is refused.
func TestLoadSGF(t *testing.T) {
	for in, want := range map[string]string{
		"loadsgf a b.sgf 3": "= white\n\n", "loadsgf x": "? cannot load file: x before move 0\n\n", "loadsgf": "? want a file and perhaps the number of a move\n\n",
		"loadsgf x 0": "? \"0\" is no number of a move\n\n", "\xef\xbb\xbf1 loadsgf a b.sgf 3": "=1 white\n\n", "loadsgf 3": "? cannot load file: 3 before move 0\n\n",
	} {
		s := &gtp.Server{}
		s.Add(loader{&nim{size: 10}})
		var out strings.Builder
		if err := s.Serve(t.Context(), strings.NewReader(in), &out); err != nil || out.String() != want {
			t.Errorf("%q: %q, %v, want %q", in, out.String(), err, want)
		}
	}
}

// A loader knows one file.
type loader struct{ *nim }

func (loader) LoadSGF(file string, move int) (gtp.Colour, error) {
	if file != "a b.sgf" {
		return 0, fmt.Errorf("%s before move %d", file, move)
	}
	return gtp.White, nil
}
