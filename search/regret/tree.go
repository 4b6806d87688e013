package regret

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A tree is a whole game in memory. Nodes are in depth-first order, so passes in ascending order go from the start to
// the ends, and passes in descending order back, without recursion.
//
// Each node except the first has a slot, for the probability of the move to it. Slots of moves in information sets come
// first, in the order of sets, and then slots of outcomes.
type tree[M comparable] struct {
	*table[M]
	*sets[M]

	parent []int32
	slot   []int32 // of the move to the node; 0 at the start
	mover  []int8  // a player, byChance or finished
	at     []int32 // the information set of a player, or the number of a finished position

	chances []float64 // the probabilities of outcomes
	payoffs []float64 // of finished positions, all players side by side

	owner  []int32 // by slots of moves: the information set
	before []int32 // by information sets: the slot of the player's previous move, or none

	last []int32 // while the tree grows: the slots of the players' last moves, or none
}

const none = -1

type branch struct {
	node             int32
	slot             int32 // of its first move; slots of outcomes are counted from 0
	first, next, end int   // of its moves, in the stack
	last             int32 // the previous slot of the mover's last move
}

// read reads the whole game, and restores its position. status shows a spent budget or too many positions.
func (t *tree[M]) read(ctx context.Context, g Game[M], within time.Duration, most int) (status ply.Status, err error) {
	if t.table, err = newTable(g); err != nil {
		return ply.Failed, err
	}
	t.sets, t.last = newSets[M](), slices.Repeat([]int32{none}, t.players)
	budget := stop.NewBudget(ctx, stop.Limits{Limits: ply.Limits{Nodes: most, Time: within}})
	status, err = t.grow(&budget)
	t.UndoAll()
	for n, parent := range t.parent {
		if parent != none && t.mover[parent] == byChance {
			t.slot[n] += int32(len(t.moves))
		}
	}
	return status, err
}

func (t *tree[M]) grow(budget *stop.Budget) (ply.Status, error) {
	var stack []branch
	var moves []M
	parent, slot := int32(none), int32(0)
	for {
		if n := len(t.mover); n >= budget.PollAt {
			if status := budget.Poll(n); status != ply.Complete {
				return status, nil
			}
		}
		here := branch{node: int32(len(t.mover)), first: len(moves), next: len(moves), last: none}
		moves = t.game.Moves(moves)
		here.end = len(moves)
		t.parent, t.slot = append(t.parent, parent), append(t.slot, slot)
		if err := t.meet(moves[here.first:], &here); err != nil {
			return ply.Failed, err
		}
		stack = append(stack, here)
		for top := &stack[len(stack)-1]; top.next == top.end; top = &stack[len(stack)-1] {
			moves = moves[:top.first]
			if player := t.mover[top.node]; player >= 0 {
				t.last[player] = top.last
			}
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				return ply.Complete, nil
			}
			t.Undo()
		}
		top := &stack[len(stack)-1]
		parent, slot = top.node, top.slot+int32(top.next-top.first)
		if player := t.mover[parent]; player >= 0 {
			t.last[player] = slot
		}
		t.Play(moves[top.next])
		top.next++
	}
}

// meet adds the present position, with these moves.
func (t *tree[M]) meet(moves []M, here *branch) error {
	if len(moves) == 0 {
		t.mover, t.at = append(t.mover, finished), append(t.at, int32(len(t.payoffs)/t.players))
		t.rules.Outcomes(t.outcomes)
		for _, value := range t.outcomes {
			t.payoffs = append(t.payoffs, float64(value))
		}
		return nil
	}
	player, err := t.toMove()
	if err != nil {
		return err
	}
	t.mover = append(t.mover, int8(player))
	if player == byChance {
		here.slot = int32(len(t.chances))
		t.at = append(t.at, none)
		t.chances, err = t.probabilities(moves, t.chances)
		return err
	}
	here.last = t.last[player]
	t.information = t.game.AppendInformation(t.information[:0], player)
	t.key = keyOf(t.key[:0], player, t.information)
	id, again := t.find(t.key)
	if !again {
		id = t.add(t.key, moves)
		t.before = append(t.before, here.last)
		for range moves {
			t.owner = append(t.owner, int32(id))
		}
	}
	here.slot = t.list[id].first
	t.at = append(t.at, int32(id))
	switch {
	case !slices.Equal(t.movesOf(id), moves):
		return t.sameInformation(player, moves, t.movesOf(id))
	case t.before[id] != here.last:
		return fmt.Errorf("regret: after %v, the information of player %d does not determine its earlier decisions: %T breaks the law \"perfect recall\" of ply.Imperfect",
			&t.Line, player, t.game)
	}
	return nil
}
