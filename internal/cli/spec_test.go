package cli_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/internal/cli"
)

func TestSpec(t *testing.T) {
	s := cli.ParseSpec("uct,k=0.5,sims=12,time=2s,fpu=inf,fast,order=all")
	if order, by := s.Word("order", ""), s.Word("by", "hand"); order != "all" || by != "hand" {
		t.Error(order, by)
	}
	k, sims, d, fpu, usual := s.Number("k", 1, 10), s.Whole("sims", 1, 100), s.Duration("time"), s.NumberOrInf("fpu", 0, 5), s.Whole("other", 7, 9)
	if s.Kind != "uct" || k != 0.5 || sims != 12 || d != 2*time.Second || !math.IsInf(fpu, 1) || usual != 7 || !s.Flag("fast") || s.Flag("slow") {
		t.Error(s.Kind, k, sims, d, fpu, usual)
	}
	if err := s.Finish(); err != nil {
		t.Error(err)
	}
	valued := cli.ParseSpec("hold=20,fast")
	if n := valued.Whole("hold", 1, 100); valued.Kind != "hold" || n != 20 || !valued.Flag("fast") || valued.Finish() != nil {
		t.Error(valued.Kind, n, valued.Finish())
	}
	for text, want := range map[string]string{
		"uct,k=1,k=2": "k is there twice", "uct,k=11": "k=11: want 0 to 10", "uct,k=NaN": "want 0 to 10", "uct,k=inf": "want 0 to 10",
		"uct,sims=1.5": "sims=1.5", "uct,fast=1": "fast=1: want no value", "uct,b,a": `unknown or out of place: "a"`, "uct,": "unknown", "uct=3": `unknown or out of place: "uct"`,
	} {
		s := cli.ParseSpec(text)
		s.Number("k", 1, 10)
		s.Whole("sims", 1, 100)
		s.Flag("fast")
		if err := s.Finish(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "player ") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
