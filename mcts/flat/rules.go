package flat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/mcts"
)

// capable returns which capability a game lacks for the options.
func capable[M comparable](g ply.AdversarialGame[M], opt *Options[M]) error {
	if err := sides.Open(g); err != nil {
		return fmt.Errorf("flat: %w", err)
	}
	if _, ok := g.(Planner[M]); opt.Goals && !ok {
		return fmt.Errorf("flat: option Goals needs a flat.Planner, which %T is not", g)
	}
	_, simulator := g.(Simulator[M])
	_, playouter := g.(mcts.Playouter[M])
	if own := simulator || playouter; own && opt.MaxLength > 0 {
		return fmt.Errorf("flat: option MaxLength is for playouts of this package, and %T plays its own", g)
	}
	return nil
}

// ErrFinished is the error of a search from a finished position, which has no moves.
var ErrFinished = errors.New("flat: the game is over: there is no move to look for")

// rare is the part of the playouts below which those of a move, a reply or a goal are too few to choose it, if there is
// another choice.
const rare = 0.01

// withDefaults returns the options with defaults, or an error that names what is wrong.
func (o Options[M]) withDefaults(ctx context.Context, l Limits) (Options[M], error) {
	wrap := func(err error) error { return fmt.Errorf("flat: %w", err) }
	endless := ctx.Done() == nil && l.Each == 0 && !o.Pruning.ends()
	if err := sampling.CheckLimits(l.MaxSimulations, l.MaxTime, endless); err != nil {
		return o, wrap(err)
	}
	if err := sampling.CheckWorkers(o.Workers, o.ProgressEvery); err != nil {
		return o, wrap(err)
	}
	if err := o.Pruning.check(); err != nil {
		return o, err
	}
	source, err := random.Source(o.Random)
	if err != nil {
		return o, wrap(err)
	}
	o.Random = source
	o.Workers = cmp.Or(o.Workers, 1)
	bounded := l.MaxSimulations > 0 || l.MaxTime > 0 || l.Each > 0
	switch {
	case l.Each < 0:
		return o, fmt.Errorf("flat: limit Each is %d, want a number of playouts or 0", l.Each)
	case l.Each > 0 && o.AllMovesAsFirst:
		return o, fmt.Errorf("flat: limit Each is %d with AllMovesAsFirst, where playouts are for no single move: want MaxSimulations", l.Each)
	case o.Pruning.on() && (o.AllMovesAsFirst || o.Replies):
		return o, errors.New("flat: option Pruning excludes AllMovesAsFirst and Replies")
	case o.Goals && (!o.AllMovesAsFirst || o.Replies):
		return o, errors.New("flat: option Goals needs AllMovesAsFirst and excludes Replies")
	case !(o.K >= 0 && o.K <= math.MaxFloat64):
		return o, fmt.Errorf("flat: option K is %v, want a number of 0 or more", o.K)
	case !(o.Virtual >= 0 && o.Virtual <= math.MaxFloat64):
		return o, fmt.Errorf("flat: option Virtual is %v, want a number of 0 or more", o.Virtual)
	case o.Virtual > 0 && o.K == 0:
		return o, errors.New("flat: option Virtual needs K")
	case o.Annealed && o.K == 0:
		return o, errors.New("flat: option Annealed needs K")
	case !(o.Gobble >= 0 && o.Gobble <= math.MaxFloat64):
		return o, fmt.Errorf("flat: option Gobble is %v, want a temperature of 0 or more", o.Gobble)
	case o.Retaken && !o.AllMovesAsFirst && o.K == 0:
		return o, errors.New("flat: option Retaken needs AllMovesAsFirst or K")
	case o.Gobble > 0 && (!o.AllMovesAsFirst || o.K > 0):
		return o, errors.New("flat: option Gobble needs AllMovesAsFirst and excludes K")
	case (o.Annealed || o.Gobble > 0) && !bounded:
		return o, errors.New("flat: options Annealed and Gobble need MaxSimulations, Each or MaxTime, to know when the search ends")
	case o.MaxLength < 0:
		return o, fmt.Errorf("flat: option MaxLength is %d, want a number of moves or 0", o.MaxLength)
	}
	return o, nil
}
