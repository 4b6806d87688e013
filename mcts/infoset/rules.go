package infoset

import (
	"cmp"
	"fmt"

	"github.com/ply-search/ply/internal/sampling"
)

const (
	usualDraws = 40
	mostDraws  = 1 << 20
)

func (o Options[M]) withDefaults() (Options[M], error) {
	switch {
	case o.View >= views:
		return o, fmt.Errorf("infoset: no view has the number %d", o.View)
	case o.Draws < 0 || o.Draws > mostDraws:
		return o, fmt.Errorf("infoset: Draws is %d, want a number up to %d, or 0", o.Draws, mostDraws)
	case o.Draws > 0 && o.View != Determinized:
		return o, fmt.Errorf("infoset: Draws is for Determinized: other views draw a position for each simulation")
	}
	if err := cmp.Or(sampling.CheckTree(o.Exploration, o.Scale, o.MaxLength, o.Memory), sampling.Resolve(&o.Workers, &o.Random)); err != nil {
		return o, fmt.Errorf("infoset: %w", err)
	}
	o.Exploration = cmp.Or(o.Exploration, 0.7)
	o.Draws = cmp.Or(o.Draws, usualDraws)
	return o, nil
}
