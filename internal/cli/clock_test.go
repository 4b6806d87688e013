package cli

import (
	"testing"
	"time"

	"github.com/ply-search/ply/engine"
)

func TestParseClock(t *testing.T) {
	for text, want := range map[string]engine.Clock{
		"5m":      {Left: 5 * time.Minute},
		"1s+10ms": {Left: time.Second, Increment: 10 * time.Millisecond},
		"40/2h":   {Left: 2 * time.Hour, Moves: 40},
		"9/1m+0s": {Left: time.Minute, Moves: 9},
	} {
		if got, err := parseClock(text); err != nil || got != want {
			t.Errorf("%s: %+v, error %v", text, got, err)
		}
	}
	for _, text := range []string{"", "5", "0s", "-1s", "1s+", "1s+-1s", "/1s", "0/1s", "x/1s", "1s/40", "1000000000h", "1s+1s+1s"} {
		if c, err := parseClock(text); err == nil {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
}
