package threat

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// An Assessment tells how a goal stands, whoever is to move.
type Assessment[M comparable] struct {
	// Standing is Won if the attacker reaches the goal even if the defender moves first, Winnable if it does so only
	// with the first move, and Lost if the search finds no way even then. It is Open if a search was cut short
	// before it could tell.
	Standing Standing

	// AttackerFirst and DefenderFirst are the results of the two searches. The traces that Standing depends on are
	// that of DefenderFirst if it is Won, and that of AttackerFirst if it is Winnable.
	AttackerFirst, DefenderFirst Result[M]
}

// Assess finds out how a goal stands, by two searches from the present position: one with each side to move. The
// limits are those of each search. Where the game refuses to pass ([ply.Passer]), one of the two results is the
// zero value with status [ply.Failed], and Standing is what follows from the other.
func Assess[G Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Assessment[M], error) {
	var a Assessment[M]
	first, second := &a.DefenderFirst, &a.AttackerFirst
	present, err := Search(ctx, g, limits, opt)
	if err != nil {
		return a, err
	}
	var attacking, passed bool
	err = guard.Run(func() string { return "[pass]" }, func() error {
		if attacking = g.Attacking(); attacking {
			first, second = second, first
		}
		passed = g.Pass()
		return nil
	})
	if err != nil {
		return a, err
	}
	*first, *second = present, Result[M]{Status: ply.Failed}
	if passed {
		if *second, err = Search(ctx, g, limits, opt); err != nil {
			return a, err
		}
		if err := guard.Run(func() string { return "[pass]" }, func() error { g.Unpass(); return nil }); err != nil {
			return a, err
		}
	}
	switch {
	case a.DefenderFirst.Won:
		a.Standing = Won
	case a.AttackerFirst.Won && a.DefenderFirst.Status == ply.Complete:
		a.Standing = Winnable
	case a.AttackerFirst.Status == ply.Complete && !a.AttackerFirst.Won:
		a.Standing = Lost
	}
	return a, nil
}
