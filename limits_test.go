package ply_test

import (
	"testing"
	"time"

	"github.com/ply-search/ply"
)

func TestLimitsAfter(t *testing.T) {
	for _, c := range []struct{ limits, want ply.Limits }{
		{ply.Limits{}, ply.Limits{}},
		{ply.Limits{Nodes: 100}, ply.Limits{Nodes: 70}},
		{ply.Limits{Nodes: 30, Time: time.Second}, ply.Limits{Nodes: 1, Time: 1}},
		{ply.Limits{Nodes: 10, Time: time.Minute}, ply.Limits{Nodes: 1, Time: 58 * time.Second}},
	} {
		if got := c.limits.After(30, 2*time.Second); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.limits, got, c.want)
		}
	}
}

func TestLimitsCheck(t *testing.T) {
	for limits, valid := range map[ply.Limits]bool{{}: true, {Nodes: 1, Time: 1}: true, {Nodes: -1}: false, {Time: -1}: false} {
		if err := limits.Check(); (err == nil) != valid {
			t.Errorf("%+v: error %v", limits, err)
		}
	}
}
