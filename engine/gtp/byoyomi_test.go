package gtp_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/engine/gtp"
)

// A clocked engine is a nim that keeps time.
type clocked struct {
	nim
	gtp.Times
}

func (c *clocked) TimeSettings(main, period time.Duration, moves int) error {
	return c.Times.TimeSettings(main, period, moves)
}
func (c *clocked) ByoYomi(main, period time.Duration, periods int) error {
	return c.Times.ByoYomi(main, period, periods)
}
func (c *clocked) TimeLeft(side gtp.Colour, left time.Duration, moves int) error {
	return c.Times.TimeLeft(side, left, moves)
}

// tell gives an engine commands, all of which it must take.
func tell(t *testing.T, e gtp.Engine, commands string) {
	t.Helper()
	s := &gtp.Server{}
	s.Add(e)
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(commands), &out); err != nil || strings.Contains(out.String(), "?") {
		t.Fatalf("%q: %q, %v", commands, out.String(), err)
	}
}

// TestForMove has what the commands for time say, and the least and most time for a move of a game of 50 more.
func TestForMove(t *testing.T) {
	for commands, want := range map[string]struct {
		least, most time.Duration
		keeps       bool
	}{
		"kgs-time_settings byoyomi 0 3 10\ntime_left b 3 10":     {1800 * time.Millisecond, 2900 * time.Millisecond, false},
		"kgs-time_settings byoyomi 0 3 10":                       {1800 * time.Millisecond, 2900 * time.Millisecond, false},
		"kgs-time_settings BYOYOMI 600 30 5\ntime_left B 30 1":   {18 * time.Second, 29 * time.Second, false},
		"kgs-time_settings byoyomi 600 30 5\ntime_left b 12.5 3": {7500 * time.Millisecond, 12 * time.Second, false},
		"kgs-time_settings byoyomi 10 3 5":                       {1800 * time.Millisecond, 4 * time.Second, true},
		"kgs-time_settings byoyomi 600 3 5\ntime_left b 0.1 0":   {1800 * time.Millisecond, 3 * time.Second, true},
		"kgs-time_settings byoyomi 600 3 5":                      {11 * time.Second, 12 * time.Second, true},
		"kgs-time_settings byoyomi 500 3 0":                      {9 * time.Second, 10 * time.Second, true},
		"kgs-time_settings canadian 0 100 10\ntime_left b 50 10": {4 * time.Second, 5 * time.Second, true},
		"kgs-time_settings canadian 0 100 10\ntime_left b 50 1":  {30 * time.Second, 49 * time.Second, false},
		"kgs-time_settings canadian 1 100 10":                    {6 * time.Second, 10 * time.Second, true},
		"kgs-time_settings absolute 500":                         {9 * time.Second, 10 * time.Second, true},
		"time_settings 0 3 1":                                    {1800 * time.Millisecond, 2900 * time.Millisecond, false},
		"time_settings 0 100 10\ntime_left b 50 5":               {9 * time.Second, 10 * time.Second, true},
		"time_left b 500 0":                                      {9 * time.Second, 10 * time.Second, true},
		"time_left b -3 0":                                       {time.Millisecond, time.Millisecond, true},
		"kgs-time_settings byoyomi 0 3 2\ntime_left b -0.5 1":    {time.Millisecond, time.Millisecond, false},
		// The settings that follow replace those before.
		"kgs-time_settings byoyomi 0 3 10\ntime_settings 0 100 10\ntime_left b 50 5": {9 * time.Second, 10 * time.Second, true},
	} {
		e := &clocked{nim: nim{size: 10}}
		tell(t, e, commands)
		if got := e.ForMove(gtp.Black, 50); got < want.least || got > want.most || e.Keeps(gtp.Black) != want.keeps || !e.Limited() {
			t.Errorf("%q: %v, keeps %v, want %v to %v", commands, got, e.Keeps(gtp.Black), want.least, want.most)
		}
	}
	for _, commands := range []string{"kgs-time_settings none", "time_settings 0 1 0", "kgs-time_settings canadian 10 1 0"} {
		if e := new(clocked); func() bool { tell(t, e, commands); return e.Limited() }() {
			t.Errorf("%q: limited", commands)
		}
	}
}

// TestByoYomi plays 300 moves by the clock of a server, which the engine hears or keeps itself. No period is lost, and 60 %
// of each is used.
func TestByoYomi(t *testing.T) {
	const lag = 50 * time.Millisecond // of which the engine knows nothing
	for _, told := range []bool{true, false} {
		e := &clocked{nim: nim{size: 10}}
		tell(t, e, "kgs-time_settings byoyomi 60 3 5")
		main, period, periods := 60*time.Second, 3*time.Second, 5
		for move := range 300 {
			if told {
				left, n := main, 0
				if main == 0 {
					left, n = period, periods
				}
				tell(t, e, fmt.Sprintf("time_left b %g %d", left.Seconds(), n))
			}
			spent := e.ForMove(gtp.Black, max(150-move, 1))
			e.Spend(gtp.Black, spent)
			if spent < period*6/10 {
				t.Fatalf("told %v, move %d: %v of a period of %v", told, move, spent, period)
			}
			spent += lag
			if main -= spent; main < 0 {
				if -main > period {
					t.Fatalf("told %v, move %d: %v is more than a period", told, move, -main)
				}
				main = 0
			}
		}
		if main > 0 {
			t.Errorf("told %v: %v of the main time were not used", told, main)
		}
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
