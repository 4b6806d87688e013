package joint

import (
	"cmp"
	"fmt"

	"github.com/ply-search/ply/internal/sampling"
)

func (o Options[M]) withDefaults() (Options[M], error) {
	switch {
	case o.Selection >= selections:
		return o, fmt.Errorf("joint: no selection has the number %d", o.Selection)
	case o.Selection == RegretMatching && o.Exploration > 1:
		return o, fmt.Errorf("joint: Exploration is %v, want up to 1 for regret matching", o.Exploration)
	}
	if err := cmp.Or(sampling.CheckTree(o.Exploration, o.Scale, o.MaxLength, o.Memory), sampling.Resolve(&o.Workers, &o.Random)); err != nil {
		return o, fmt.Errorf("joint: %w", err)
	}
	o.Exploration = cmp.Or(o.Exploration, [...]float64{0.4, 1, 1}[o.Selection])
	return o, nil
}
