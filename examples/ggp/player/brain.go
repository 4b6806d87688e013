package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/game"
)

// A brain chooses moves. It is used by one goroutine at a time. Moves and facts are written as the packages of this
// module do, in lower case.
type brain interface {
	// think searches the present position until ctx ends or nothing is left to find out, and reports its best move again
	// and again, the first time as soon as it knows a legal one.
	think(ctx context.Context, report func(Decision)) error

	// advance goes on by what the player learnt of a turn. It returns an error, and changes nothing, if that is
	// impossible.
	advance(t turn) error

	// facts returns what holds in the present position, as far as the player knows.
	facts() []string
}

// turn is what a player learns of a joint move: the moves of all roles or, in GDL-II, its own move and what it
// perceived.
type turn struct {
	moves    []string
	last     string
	percepts []string
}

// A Decision is a move, and what was found out about it.
type Decision struct {
	Move        string
	Value       float64 // the expected goal, from 0 to 1
	Known       bool    // whether there is a value
	Proven      bool    // whether the value is that of best play
	Simulations int
	Method      string
	Choices     []Choice // the best first
}

// A Choice is a move that was tried.
type Choice struct {
	Move  string
	Share float64 // of the simulations
	Mean  float64 // the mean goal, from 0 to 1
}

// settings are what brains have in common.
type settings struct {
	rules   *game.Rules
	role    int
	player  int
	memory  int // bytes
	workers int
	random  *rand.Rand
}

// newBrain returns the brain for a game that was compiled.
func newBrain(rules *game.Rules, role int, hidden bool, opt Options, random *rand.Rand) (brain, error) {
	s := settings{rules, role, rules.Player(role), opt.MaxMemory, opt.Workers, random}
	if s.player == ply.Chance {
		return nil, errors.New("the role random has no player")
	}
	traits := rules.Traits(context.Background(), sampled, rand.NewPCG(random.Uint64(), random.Uint64()))
	switch {
	case hidden:
		return &hiddenBrain{settings: s, memory: game.NewMemory(rules, s.player)}, nil
	case traits.Simultaneous:
		return &jointBrain{settings: s, game: game.NewJoint(rules), zeroSum: traits.ZeroSum, narrowing: narrowing{rules: rules}}, nil
	case traits.Players == 1 && rules.Random < 0:
		return newPuzzleBrain(s)
	}
	return newTreeBrain(s, traits)
}

func (s *settings) all() []string { return s.rules.Facts }

// sampled is the number of playouts that tell what kind of game this is.
const sampled = 40

// start reports the first legal move, and tells whether it is the only one.
func (s *settings) start(legal []game.Move, report func(Decision)) (only bool, err error) {
	if len(legal) == 0 {
		return true, errors.New("the match is over")
	}
	method := "first move"
	if only = len(legal) == 1; only {
		method = "only move"
	}
	report(Decision{Move: s.rules.Text(legal[0]), Method: method})
	return only, nil
}

// chance returns a source of its own for a search.
func (s *settings) chance() *rand.PCG { return rand.NewPCG(s.random.Uint64(), s.random.Uint64()) }

// find returns the numbers of a joint move.
func (s *settings) find(moves []string) ([]game.Move, error) {
	if len(moves) != len(s.rules.Roles) {
		return nil, fmt.Errorf("%d moves for %d roles", len(moves), len(s.rules.Roles))
	}
	var joint []game.Move
	for role, text := range moves {
		m, ok := s.rules.Find(role, text)
		if !ok {
			return nil, fmt.Errorf("%s has no move %.100s", s.rules.Roles[role], text)
		}
		joint = append(joint, m)
	}
	return joint, nil
}

// sortChoices puts the best first.
func sortChoices(all []Choice) []Choice {
	slices.SortStableFunc(all, func(a, b Choice) int { return cmp.Compare(b.Share, a.Share) })
	return all
}
