package ply_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ply-search/ply"
)

func TestStatus(t *testing.T) {
	tests := []struct {
		status     ply.Status
		name       string
		conclusive bool
		err        error
	}{
		{ply.Complete, "complete", true, nil},
		{ply.Solved, "solved", true, nil},
		{ply.Decided, "decided", true, nil},
		{ply.OutOfNodes, "out of nodes", false, ply.ErrOutOfBudget},
		{ply.OutOfMemory, "out of memory", false, ply.ErrOutOfBudget},
		{ply.OutOfTime, "out of time", false, context.DeadlineExceeded},
		{ply.Cancelled, "cancelled", false, context.Canceled},
	}
	for _, test := range tests {
		if got := test.status.String(); got != test.name {
			t.Errorf("%d is %q, want %q", test.status, got, test.name)
		}
		if got := test.status.Conclusive(); got != test.conclusive {
			t.Errorf("%v is conclusive: %v, want %v", test.status, got, test.conclusive)
		}
		if err := test.status.Err(); !errors.Is(err, test.err) || err != nil && !strings.Contains(err.Error(), test.name) && test.status != ply.Cancelled {
			t.Errorf("%v has the error %v, want %v", test.status, err, test.err)
		}
	}
	if err := ply.Failed.Err(); err == nil || errors.Is(err, ply.ErrOutOfBudget) {
		t.Errorf("failed has the error %v", err)
	}
	if got := ply.Status(200).String(); got != "Status(200)" {
		t.Errorf("an unknown status is %q", got)
	}
}
