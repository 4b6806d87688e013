package gametest

import (
	"fmt"
	"strings"
	"testing"
)

// A recorder replaces the test for rapid. It collects rapid's messages for one report, and does not stop the test.
type recorder struct {
	*testing.T
	failed bool
	said   []string // from the first failure on
}

// ownDraw labels draws that reports do not show.
const ownDraw = "gametest"

func (r *recorder) say(message string) {
	r.said = append(r.said, strings.TrimRight(message, "\n"))
}

// The methods below replace the test's. Messages before a failure are passed on.

func (r *recorder) Log(args ...any) {
	r.Helper()
	if r.failed {
		r.say(fmt.Sprint(args...))
	} else {
		r.T.Log(args...)
	}
}

func (r *recorder) Logf(format string, args ...any) {
	r.Helper()
	r.Log(fmt.Sprintf(format, args...))
}

func (r *recorder) Error(args ...any) {
	r.failed = true
	r.say(fmt.Sprint(args...))
}

func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }
func (r *recorder) Fatal(args ...any)                 { r.Error(args...) }
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...) }
func (r *recorder) Fail()                             { r.failed = true }
func (r *recorder) FailNow()                          { r.failed = true }
func (r *recorder) Failed() bool                      { return r.failed }

func (r *recorder) drawn() string {
	var drawn []string
	for _, message := range r.said {
		if d, ok := strings.CutPrefix(message, "[rapid] draw "); ok && !strings.HasPrefix(d, ownDraw+":") {
			drawn = append(drawn, d)
		}
	}
	if len(drawn) == 0 {
		return ""
	}
	return "drawn: " + strings.Join(drawn, "; ") + "\n"
}

// reproduce returns rapid's instructions for repeating the check.
func (r *recorder) reproduce() string {
	said := r.everything()
	text := ""
	if strings.Contains(said, "[rapid] flaky") {
		text = "the fault does not show each time: something depends on more than the moves\n"
	}
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "To reproduce") || strings.HasPrefix(line, "To try to reproduce") {
			return text + line
		}
	}
	return text
}

func (r *recorder) everything() string { return strings.Join(r.said, "\n") + "\n" }
