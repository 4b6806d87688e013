package strips_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/planning/strips"
)

// TestGroundStops: grounding that is stopped tells why, and which action it was at.
func TestGroundStops(t *testing.T) {
	full := errors.New("full")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(full)
	p := parse(t, "(define (domain big) (:predicates (p ?a ?b ?c) (g)) (:action paint :parameters (?a ?b ?c) :effect (p ?a ?b ?c)))",
		"(define (problem b) (:domain big) (:objects o1 o2) (:init) (:goal (g)))")
	_, err := strips.Ground(ctx, p)
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "grounding action paint of 3 parameters for 2 objects") {
		t.Error(err)
	}
}
