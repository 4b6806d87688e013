package gtp_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/engine/gtp"
)

// A seer is a nim that tells nothing and then two moves.
type seer struct{ nim }

func (*seer) ToMove() gtp.Colour { return gtp.White }
func (s *seer) Analyze(_ context.Context, c gtp.Colour, _ int, interval time.Duration, tell func([]gtp.Finding)) error {
	if s.size == 1 {
		return errors.New("nothing to search")
	}
	tell(nil)
	tell([]gtp.Finding{
		{Move: c.String(), Visits: int(interval / time.Millisecond), Rate: 0.51239, Prior: 0.25, Line: []string{"1", "2"}},
		{Move: "3", Visits: 1, Rate: 1, Line: []string{"3"}},
	})
	return nil
}

func TestAnalysis(t *testing.T) {
	const lz = "info move white visits 1000 winrate 5123 prior 2500 order 0 pv 1 2 info move 3 visits 1 winrate 10000 prior 0 order 1 pv 3\n\n"
	kata := func(side, visits string) string {
		return "info move " + side + " visits " + visits + " winrate 0.5124 prior 0.2500 order 0 pv 1 2 "
	}
	const second = "info move 3 visits 1 winrate 1.0000 prior 0.0000 order 1 pv 3\n\n"
	for in, want := range map[string]string{
		"lz-analyze":                          "=\n" + lz,
		"8 lz-analyze":                        "=8\n" + lz,
		"kata-analyze":                        "=\n" + kata("white", "1000") + second,
		"kata-analyze b 5":                    "=\n" + kata("black", "50") + second,
		"kata-analyze B interval 5":           "=\n" + kata("black", "50") + second,
		"kata-analyze 5 maxmoves 1":           "=\n" + strings.TrimSpace(kata("white", "50")) + "\n\n",
		"kata-analyze w 100 ownership true":   "=\n" + kata("white", "1000") + second,
		"kata-analyze w 0":                    "? \"interval 0\": want a side",
		"kata-analyze w -3":                   "? \"interval -3\": want a side",
		"kata-analyze w 5 maxmoves":           "? \"maxmoves\": want a side",
		"kata-analyze w 5 maxmoves 0":         "? \"maxmoves 0\": want a side",
		"kata-analyze w avoid b d4 3":         "? \"avoid b\": want a side",
		"lz-analyze purple":                   "? \"purple\": want a side",
		"boardsize 1\nkata-analyze b 5\nname": "=\n\n? nothing to search\n\n=\n\n",
	} {
		s := &gtp.Server{}
		s.Add(&seer{nim{size: 10}})
		var out strings.Builder
		if err := s.Serve(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
