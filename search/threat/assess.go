package threat

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// Assess finds the standing of a goal, which does not depend on the side to move. It makes two searches from the
// present position and returns their results: attackerFirst, in which the attacker moves first, and defenderFirst. The
// standing is
//
//   - [Won] if the attacker reaches the goal even if the defender moves first;
//   - [Winnable] if the attacker reaches the goal only by moving first;
//   - [Lost] if the search finds no win even if the attacker moves first;
//   - [Open] if the searches do not decide, because one was cut short.
//
// The standing Won depends only on the cells of defenderFirst.Trace, and the standing Winnable on the cells of
// attackerFirst.Trace. The limits apply to each search separately. One of the searches begins with a pass. If the game
// refuses the pass ([ply.Passer]), the result of this search has status [ply.Failed], and the standing is derived from
// the other result alone.
func Assess[G Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (
	standing Standing, attackerFirst, defenderFirst Result[M], err error,
) {
	first, second := &defenderFirst, &attackerFirst
	present, err := Search(ctx, g, limits, opt)
	if err != nil {
		return Open, attackerFirst, defenderFirst, err
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
		return Open, attackerFirst, defenderFirst, err
	}
	*first, *second = present, Result[M]{Report: ply.Report{Status: ply.Failed}}
	if passed {
		if *second, err = Search(ctx, g, limits, opt); err != nil {
			return Open, attackerFirst, defenderFirst, err
		}
		if err := guard.Run(func() string { return "[pass]" }, func() error { g.Unpass(); return nil }); err != nil {
			return Open, attackerFirst, defenderFirst, err
		}
	}
	switch {
	case defenderFirst.Won:
		standing = Won
	case attackerFirst.Won && defenderFirst.Status == ply.Complete:
		standing = Winnable
	case attackerFirst.Status == ply.Complete && !attackerFirst.Won:
		standing = Lost
	}
	return standing, attackerFirst, defenderFirst, nil
}
