// Package belief lists and draws the histories that a player of a game with hidden information considers possible.
package belief

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/played"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A History is a line that a player considers possible.
type History[M comparable] struct {
	Line        []M     // from the start of the game
	Probability float64 // given the knowledge of the player; all probabilities sum to 1
}

// A Belief is a player's knowledge: the lines that agree with the player's observations, with their probabilities if
// the others choose every move with equal probability and chance follows its own.
type Belief[M comparable] struct {
	Player    int          // the player to move at the end of all histories
	Histories []History[M] // the lines, in the order in which depth-first search finds them
	Nodes     int          // the number of moves played to find them
}

// An Observed is a game for [Believe]. It need not be a Determinizer.
type Observed[M comparable] interface {
	ply.Game[M]
	ply.Imperfect
	ToMove() int
}

// Believe returns the belief of the player to move after a line: all lines from the present position of g, the start of
// the game, on which this player has the same information at each decision and makes the same moves. It uses nothing
// else of the line. (This is the set of Vittaut 2017, section 3.2, with probabilities.)
//
// maxNodes limits the number of moves played; 0 means one million. If it is reached, or if ctx ends, Believe returns
// the error of the status ([ply.Status.Err]), and no belief. g is left as it was.
func Believe[M comparable](ctx context.Context, g Observed[M], line []M, maxNodes int) (*Belief[M], error) {
	switch {
	case g == nil:
		return nil, errors.New("no game given")
	case maxNodes < 0:
		return nil, fmt.Errorf("maxNodes is %d, want a number of moves or 0", maxNodes)
	case maxNodes == 0:
		maxNodes = usualHistories
	}
	b := &believer[M]{game: g, Belief: new(Belief[M]), Line: played.On[M](g)}
	b.budget = stop.NewBudget(ctx, stop.Limits{Limits: ply.Limits{Nodes: maxNodes}})
	b.dealer, _ = g.(ply.Stochastic[M])
	err := guard.Run(func() string { return b.String() }, func() error {
		err := b.observe(line)
		if err == nil {
			err = b.list()
		}
		b.UndoAll()
		return err
	})
	if err != nil {
		return nil, err
	}
	return b.Belief, nil
}

const usualHistories = 1_000_000

type believer[M comparable] struct {
	*Belief[M]
	played.Line[M] // from the start

	game   Observed[M]
	dealer ply.Stochastic[M] // or nil
	budget stop.Budget
	keys   []string // at the decisions of the player, including the present one
	own    []M      // the player's moves
}

func (b *believer[M]) information() string {
	return string(b.game.AppendInformation(nil, b.Player))
}

// observe sets the observations and decisions on a line of the player to move after it.
func (b *believer[M]) observe(line []M) error {
	for i, m := range line {
		if !slices.Contains(b.game.Moves(nil), m) {
			return fmt.Errorf("move %d of the line, %v, is not legal", i+1, m)
		}
		b.Play(m)
	}
	if b.Player = b.game.ToMove(); b.Player < 0 {
		return fmt.Errorf("after the line, %w", sides.Error(b.game, b.Player, b.Player+1))
	}
	if len(b.game.Moves(nil)) == 0 {
		return errors.New("the line ends the game")
	}
	b.keys = append(b.keys, b.information())
	for len(b.Line.Moves()) > 0 {
		last := b.Line.Moves()[len(b.Line.Moves())-1]
		if b.Undo(); b.game.ToMove() == b.Player {
			b.keys, b.own = append(b.keys, b.information()), append(b.own, last)
		}
	}
	slices.Reverse(b.keys)
	slices.Reverse(b.own)
	return nil
}

// A fork is a position on the line whose moves are tried in turn.
type fork[M comparable] struct {
	moves       []M
	odds        []float64 // of moves
	next        int
	decisions   int     // of the player, before the moves
	probability float64 // of the position
}

// list lists the histories. It does not recurse, since lines may be long.
func (b *believer[M]) list() error {
	first, err := b.fork(0, 1)
	if err != nil {
		return err
	}
	stack, total := []fork[M]{first}, 0.0
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.moves) {
			if stack = stack[:len(stack)-1]; len(stack) > 0 {
				b.Undo()
			}
			continue
		}
		if b.Nodes >= b.budget.PollAt {
			if status := b.budget.Poll(b.Nodes); status != ply.Complete {
				return status.Err()
			}
		}
		b.Nodes++
		i := top.next
		top.next++
		b.Play(top.moves[i])
		after, err := b.fork(top.decisions, top.probability*top.odds[i])
		if err != nil {
			return err
		}
		stack = append(stack, after)
	}
	for _, h := range b.Histories {
		total += h.Probability
	}
	if total == 0 {
		return errors.New("all lines that agree with the player's observations have probability 0")
	}
	for i := range b.Histories {
		b.Histories[i].Probability /= total
	}
	return nil
}

// fork describes the present position. It has no moves if the position contradicts the observations, or ends a history.
func (b *believer[M]) fork(decisions int, probability float64) (f fork[M], err error) {
	f.decisions, f.probability = decisions, probability
	moves, mover := b.game.Moves(nil), b.game.ToMove()
	switch {
	case len(moves) == 0:
		return f, nil
	case mover == b.Player:
		if b.information() != b.keys[decisions] {
			return f, nil
		}
		if decisions == len(b.own) {
			b.Histories = append(b.Histories, History[M]{slices.Clone(b.Line.Moves()), probability})
			return f, nil
		}
		if m := b.own[decisions]; slices.Contains(moves, m) {
			f.moves, f.odds, f.decisions = []M{m}, []float64{1}, decisions+1
		}
	case mover == ply.Chance && b.dealer != nil:
		odds := b.dealer.Probabilities(moves, nil)
		if err := chance.Check(odds, len(moves)); err != nil {
			return f, fmt.Errorf("after %v: %w", &b.Line, err)
		}
		for i, p := range odds {
			if p > 0 {
				f.moves, f.odds = append(f.moves, moves[i]), append(f.odds, p)
			}
		}
	case mover < 0:
		return f, fmt.Errorf("%w", sides.Error(b.game, mover, b.Player+1))
	default:
		f.moves, f.odds = moves, slices.Repeat([]float64{1 / float64(len(moves))}, len(moves))
	}
	return f, nil
}

// Draw draws one of the histories by their probabilities. The caller must not change the line.
func (b *Belief[M]) Draw(random *rand.Rand) []M {
	drawn := random.Float64()
	for _, h := range b.Histories {
		if drawn -= h.Probability; drawn < 0 {
			return h.Line
		}
	}
	return b.Histories[len(b.Histories)-1].Line
}
