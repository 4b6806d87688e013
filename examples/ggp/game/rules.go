package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/transposition"
)

// A Move is a move of a role. Moves of different roles are different. [Rules.Text] tells what it is.
type Move int32

// Rules are a game that positions are made of. They do not change, and can serve several goroutines.
type Rules struct {
	*circuit.Circuit
	opt     Options
	roles   []int            // of the players
	player  []int            // of the roles, ply.Chance for the role random
	first   []Move           // the first move of each role, and the number of all moves
	best    []int            // the greatest goal of each role
	graph   *circuit.Graph   // what the circuit was made of, nil if that is not kept
	plain   *circuit.Graph   // the same before all simplifications, for puzzles
	network *circuit.Network // nil if it is not faster
}

// Options are what the circuit does not tell. The zero value is useful.
type Options struct {
	// MaxSteps is the number of joint moves after which a playout is broken off and scored by the goals as they are then.
	// 0 means 10 000.
	MaxSteps int

	// Median makes Evaluate and Evaluations return the median of the goals of 64 playouts, which is the lower one of the two
	// in the middle for the player to move, and the upper one for the others, instead of their mean.
	Median bool
}

// New returns the rules of a game. It returns an error if no role is a player.
func New(c *circuit.Circuit, opt Options) (*Rules, error) {
	if opt.MaxSteps < 0 {
		return nil, fmt.Errorf("game: MaxSteps is %d, want 0 or more", opt.MaxSteps)
	}
	opt.MaxSteps = cmp.Or(opt.MaxSteps, 10_000)
	r := &Rules{Circuit: c, opt: opt, first: make([]Move, 1, len(c.Roles)+1), best: make([]int, len(c.Roles))}
	for role, moves := range c.Moves {
		player := ply.Chance
		if role != c.Random {
			player = len(r.roles)
			r.roles = append(r.roles, role)
		}
		r.player = append(r.player, player)
		r.first = append(r.first, r.first[role]+Move(len(moves)))
	}
	if len(r.roles) == 0 {
		return nil, errors.New("game: no role is a player")
	}
	for _, g := range c.Goals {
		r.best[g.Role] = max(r.best[g.Role], g.Value)
	}
	return r, nil
}

// PlayerCount returns the number of players: of the roles but random.
func (r *Rules) PlayerCount() int { return len(r.roles) }

// Role returns the role of a player.
func (r *Rules) Role(player int) int { return r.roles[player] }

// Player returns the player of a role, [ply.Chance] for the role random.
func (r *Rules) Player(role int) int { return r.player[role] }

// Move returns the move of a role with a number of [circuit.Signature].
func (r *Rules) Move(role int, number int32) Move { return r.first[role] + Move(number) }

// RoleOf returns the role that makes a move.
func (r *Rules) RoleOf(m Move) int {
	return sort.Search(len(r.Roles)-1, func(role int) bool { return m < r.first[role+1] })
}

// number returns the move's number among those of its role.
func (r *Rules) number(m Move, role int) int32 { return int32(m - r.first[role]) }

// Text returns a move as the description writes it, in lower case.
func (r *Rules) Text(m Move) string {
	role := r.RoleOf(m)
	return r.Circuit.Moves[role][r.number(m, role)]
}

// Find returns the move of a role with a text.
func (r *Rules) Find(role int, text string) (Move, bool) {
	i := slices.Index(r.Circuit.Moves[role], text)
	return r.first[role] + Move(i), i >= 0
}

// Numbers returns the number of moves that roles can make in any state: [ply.Numberer].
func (r *Rules) Numbers() int { return int(r.first[len(r.first)-1]) }

// Number returns the number of a move among all.
func (r *Rules) Number(m Move) int { return int(m) }

// Acyclic returns true, as GDL demands that all matches end.
func (r *Rules) Acyclic() bool { return true }

// factKey returns the key of a fact that holds, and moveKey that of a move that was made in the present round.
func factKey(fact int) uint64 { return transposition.Zobrist{}.Key(fact, 1) }
func moveKey(m Move) uint64   { return transposition.Zobrist{}.Key(int(m), 2) }

// Traits are what kind of game this is, as far as playouts show.
type Traits struct {
	Players      int
	Chance       bool // the role random had a choice in some state
	Simultaneous bool // several players had a choice in some state
	ZeroSum      bool // the goals of two players were 100 together in all matches
	Percepts     bool // the description says what roles perceive: GDL-II
	Stuck        bool // a role had no move before the end
	Endless      bool // a match did not end within MaxSteps
}

// Traits plays a number of playouts, fewer if ctx ends, but at least one. What none of them shows can happen nevertheless; the
// types of this package remain sound games then: players who move at the same time see what those before them do, for
// instance.
func (r *Rules) Traits(ctx context.Context, matches int, random *rand.PCG) Traits {
	t := Traits{Players: len(r.roles), ZeroSum: len(r.roles) == 2}
	for _, p := range r.Percepts {
		t.Percepts = t.Percepts || len(p) > 0
	}
	p := newMatch(r, false)
	for played := range matches {
		if played > 0 && ctx.Err() != nil {
			break
		}
		p.reset()
		steps := 0
		for ; !p.finished() && steps < r.opt.MaxSteps; steps++ {
			asked := 0
			for _, role := range p.turns {
				if r.player[role] == ply.Chance {
					t.Chance = true
				} else if len(p.legalOf(role)) > 1 {
					asked++
				}
			}
			t.Simultaneous = t.Simultaneous || asked > 1
			p.drawRound(random)
			p.round()
		}
		t.Endless = t.Endless || steps == r.opt.MaxSteps
		t.Stuck = t.Stuck || p.finished() && !p.machine.Terminal()
		if t.ZeroSum {
			t.ZeroSum = p.goal(0)+p.goal(1) == 100
		}
	}
	return t
}
