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
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/transposition"
)

// A Move is a move of a role. Different roles have different moves; see [Rules.Text].
type Move int32

// Rules are the rules of a game, for its positions. They are immutable and safe for concurrent use.
type Rules struct {
	*circuit.Circuit
	opt     Options
	roles   []int            // of each player
	player  []int            // of each role, ply.Chance for the role random
	first   []Move           // the first move of each role, and the number of all moves
	best    []int            // the greatest goal of each role
	graph   *circuit.Graph   // from which the circuit was made, or nil
	plain   *circuit.Graph   // the graph without simplifications, for puzzles, or nil
	network *circuit.Network // nil if not faster
}

// Options configure [Rules]. The zero value is valid.
type Options struct {
	// MaxSteps is the number of joint moves after which a playout ends and is scored by its goals. 0 means 10 000.
	MaxSteps int

	// Median makes Evaluate and Evaluations return the median goals of 64 playouts instead of the mean: the lower median
	// for the player to move, the upper one for the others.
	Median bool
}

// New returns the rules of a game, or an error if no role is a player.
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

// PlayerCount returns the number of players, that is, of roles other than random.
func (r *Rules) PlayerCount() int { return len(r.roles) }

// Role returns the role of a player.
func (r *Rules) Role(player int) int { return r.roles[player] }

// Player returns the player of a role, [ply.Chance] for the role random.
func (r *Rules) Player(role int) int { return r.player[role] }

// Move returns the move of a role with its number in the [circuit.Signature].
func (r *Rules) Move(role int, number int32) Move { return r.first[role] + Move(number) }

// RoleOf returns the role that makes a move.
func (r *Rules) RoleOf(m Move) int {
	return sort.Search(len(r.Roles)-1, func(role int) bool { return m < r.first[role+1] })
}

func (r *Rules) number(m Move, role int) int32 { return int32(m - r.first[role]) }

// Text returns a move as in the description, in lower case.
func (r *Rules) Text(m Move) string {
	role := r.RoleOf(m)
	return r.Circuit.Moves[role][r.number(m, role)]
}

// Find returns the move of a role with a text.
func (r *Rules) Find(role int, text string) (Move, bool) {
	i := slices.Index(r.Circuit.Moves[role], text)
	return r.first[role] + Move(i), i >= 0
}

// Numbers returns the number of moves of all roles ([ply.Numberer]).
func (r *Rules) Numbers() int { return int(r.first[len(r.first)-1]) }

// Number returns the number of a move among the moves of all roles.
func (r *Rules) Number(m Move) int { return int(m) }

// Acyclic returns true, since GDL demands that all matches end.
func (r *Rules) Acyclic() bool { return true }

// factKey and moveKey return the hash keys of a fact that holds and of a move made in the present round.
func factKey(fact int) uint64 { return transposition.Zobrist{}.Key(fact, 1) }
func moveKey(m Move) uint64   { return transposition.Zobrist{}.Key(int(m), 2) }

// Traits are the kind of a game, estimated by playouts.
type Traits struct {
	Players      int
	Chance       bool // the role random had a choice in some state
	Simultaneous bool // several players had a choice in some state
	ZeroSum      bool // the goals of two players added up to 100 in all matches
	Percepts     bool // the game is GDL-II: roles have percepts
	Stuck        bool // a role had no move before the end
	Endless      bool // a match did not end within MaxSteps
}

// Traits plays a number of playouts, fewer if ctx ends, but at least one. What none of them shows can still happen. The
// types of this package then remain sound games: players who move at the same time, for instance, see earlier moves.
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

// Load grounds and compiles a checked and repaired description ([gdl.Description.Check]), and returns its rules. memory is
// about the number of bytes for grounding; 0 is the default of package ground. Load returns the errors of [ground.Ground],
// [circuit.New], [circuit.Graph.Compile] and [New], and the error of ctx soon after it ends.
func Load(ctx context.Context, d *gdl.Description, memory int, opt Options) (*Rules, error) {
	program, err := ground.Ground(ctx, d, ground.Options{MaxMemory: memory})
	if err != nil {
		return nil, err
	}
	g, err := circuit.New(program)
	if err != nil {
		return nil, err
	}
	program = nil // to free its memory
	var plain *circuit.Graph
	if len(g.Roles) == 1 && g.Size().Wires <= mostWires {
		plain = g.Clone()
	}
	if err := g.SimplifyUntil(ctx, circuit.AllPasses); err != nil {
		return nil, err
	}
	r, err := compile(g, opt)
	if err == nil {
		r.plain = plain
	}
	return r, err
}

// mostWires is the size of the largest graph that is kept for [Rules.From]. Larger ones take hundreds of megabytes, and
// seconds for each attempt.
const mostWires = 2_000_000

func compile(g *circuit.Graph, opt Options) (*Rules, error) {
	var kept *circuit.Graph
	if g.Size().Wires <= mostWires {
		kept = g.Clone() // as Compile changes g
	}
	c, err := g.Compile()
	if err != nil {
		return nil, err
	}
	r, err := New(c, opt)
	if err != nil || kept == nil {
		return r, err
	}
	r.graph = kept
	// Gates that depend on themselves are no error: the other machine evaluates them.
	if n, err := kept.Network(); err == nil && n.Suits(c) {
		r.network = n
	}
	return r, nil
}

func (r *Rules) newMachine() circuit.Walker {
	if r.network != nil {
		return r.network.NewPropagator()
	}
	return r.NewMachine()
}

// From returns rules for matches that begin in a reachable state. In their circuit, facts that can no longer change and
// moves that will never be legal are constants ([circuit.Graph.From]), so it is smaller the later the state. Facts and
// moves keep their numbers, so moves, hashes and trees remain valid: see [Sides].Continue. From returns r itself if less
// than an eighth of the wires is saved, and if r has a very large circuit or does not come from [Load]. It returns an
// error for a state of the wrong length.
//
// Counting the saved wires takes a small part of the time in which r was compiled, the new circuit seldom more than half.
func (r *Rules) From(state circuit.State) (*Rules, error) {
	if len(state) != r.Words() {
		return nil, fmt.Errorf("game: a state of %d words, want %d", len(state), r.Words())
	}
	if r.graph == nil {
		return r, nil
	}
	g, err := r.graph.From(state)
	if err != nil {
		return nil, err
	}
	g.Simplify(circuit.Frozen | circuit.Constants | circuit.Absorbing | circuit.Useless)
	if g.Size().Wires > r.graph.Size().Wires/8*7 {
		return r, nil
	}
	g.Simplify(circuit.AllPasses)
	later, err := compile(g, r.opt)
	if err == nil {
		later.plain = r.plain
	}
	return later, err
}
