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

// A brain chooses moves. It is for one goroutine at a time. Moves and facts are in lower case.
type brain interface {
	// think searches the present position until ctx ends or the result is final. It reports its best move repeatedly, first
	// as soon as a legal one is known.
	think(ctx context.Context, report func(Decision)) error

	// advance follows a turn, or returns an error and changes nothing.
	advance(t turn) error

	// facts returns the facts of the present position that the player knows.
	facts() []string
}

// A turn is the moves of all roles or, in GDL-II, the player's own move and its percepts.
type turn struct {
	moves    []string
	last     string // the player's own move in GDL-II
	percepts []string
}

// A Decision is a move with the findings of the search.
type Decision struct {
	Move        string
	Value       float64 // the expected goal, from 0 to 1
	Known       bool    // whether Value is set
	Proven      bool    // whether Value is the value of best play
	Simulations int
	Method      string
	Choices     []Choice // best first
}

// A Choice is a move that was tried.
type Choice struct {
	Move  string
	Share float64 // of the simulations
	Mean  float64 // the mean goal, from 0 to 1
}

type settings struct {
	rules   *game.Rules
	role    int
	player  int
	memory  int // bytes
	workers int
	random  *rand.Rand
}

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

const sampled = 40

// start reports the first legal move, and whether it is the only one.
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

func (s *settings) chance() *rand.PCG { return rand.NewPCG(s.random.Uint64(), s.random.Uint64()) }

// find returns the moves with the texts of a joint move.
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

func sortChoices(all []Choice) []Choice {
	slices.SortStableFunc(all, func(a, b Choice) int { return cmp.Compare(b.Share, a.Share) })
	return all
}
