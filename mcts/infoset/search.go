package infoset

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"unsafe"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A Game is what a search needs besides a [ply.Cloner] and the outcomes.
type Game[M comparable] interface {
	ply.Game[M]
	ply.Imperfect
	ply.Determinizer
	ToMove() int
}

// Search searches the present position for the player to move. It needs at least one move of a player there. It does
// not change g, but calls its Clone.
func Search[G interface {
	Game[M]
	ply.Cloner[G]
}, M comparable](ctx context.Context, g G, limits Limits, opt Options) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	if v := reflect.ValueOf(g); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return failed, errors.New("infoset: no game given")
	}
	if err := limits.check(ctx); err != nil {
		return failed, err
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return failed, err
	}
	s := &search[M]{opt: opt, random: rand.New(opt.Random), ids: map[string]int32{}, length: sampling.Length(g, opt.MaxLength)}
	s.budget = stop.NewBudget(ctx, stop.Limits{Nodes: limits.MaxSimulations, Time: limits.MaxTime})
	err = guard.Run(func() string { return fmt.Sprint(s.line) }, func() error {
		return s.run(func() Game[M] { return g.Clone() })
	})
	if err != nil {
		failed.Elapsed = s.budget.Elapsed()
		return failed, err
	}
	r := s.result()
	r.Elapsed = s.budget.Elapsed()
	return r, nil
}

type search[M comparable] struct {
	opt         Options
	budget      stop.Budget
	random      *rand.Rand
	length      int // the most moves of a line
	player      int // at the root
	players     int
	status      ply.Status
	simulations int
	weights     float64 // the sum of those of all draws
	unit        float64 // what the present simulation counts

	draws    []draw[M] // Determinized: those that were drawn; for others the game to draw in
	legal    []M       // at the root
	*draw[M]           // the present one

	ids    map[string]int32 // nodes by their keys
	nodes  []node[M]
	memory int // of the nodes, in bytes
	path   []step
	line   []M
	moves  []M       // scratch
	odds   []float64 // scratch: the probabilities of outcomes

	values  []int
	results []float64
	key     []byte // of the present node
	trail   []byte // Determinized: the choices since the root
}

// A draw is a game on which a position was drawn.
type draw[M comparable] struct {
	game   Game[M]
	rules  ply.Multiplayer
	dealer ply.Stochastic[M] // nil for none
	weight float64
	number int
}

// A node has the statistics of a decision.
type node[M comparable] struct {
	player int32
	arms   []arm[M]
}

// An arm is a move with its statistics, all by weight: how often it could be chosen, how often it was, and the sum of
// its results for the player.
type arm[M comparable] struct {
	move                  M
	available, tried, sum float64
}

// A step is a choice on the path.
type step struct{ node, arm int32 }

// newDraw returns a game to draw in.
func (s *search[M]) newDraw(g Game[M]) (d draw[M], err error) {
	d.game = g
	if d.rules, err = rulesOf(g); err != nil {
		return d, err
	}
	d.dealer, _ = g.(ply.Stochastic[M])
	d.number = len(s.draws)
	return d, nil
}

// rulesOf returns a game as one of several players.
func rulesOf(g any) (ply.Multiplayer, error) {
	switch rules := g.(type) {
	case ply.Multiplayer:
		return rules, nil
	case ply.Adversarial:
		return ply.MultiplayerOf(rules), nil
	}
	return nil, fmt.Errorf("infoset: %T is neither a ply.Multiplayer nor a ply.Adversarial", g)
}

// determinize draws a position.
func (s *search[M]) determinize() error {
	if s.weight = s.game.Determinize(s.player, s.random); !(s.weight > 0 && s.weight <= math.MaxFloat64) {
		return fmt.Errorf("infoset: Determinize returned the weight %v: %T breaks the law \"consistent draws\" of ply.Determinizer", s.weight, s.game)
	}
	return nil
}

func (s *search[M]) run(clone func() Game[M]) error {
	first, err := s.newDraw(clone())
	if err != nil {
		return err
	}
	s.draws = append(s.draws, first)
	s.draw = &s.draws[0]
	s.players = s.rules.Players()
	s.values, s.results = make([]int, s.players), make([]float64, s.players)
	s.legal = first.game.Moves(nil)
	if len(s.legal) == 0 {
		return errors.New("infoset: the position is finished")
	}
	if s.player = first.game.ToMove(); s.player < 0 || s.player >= s.players {
		return fmt.Errorf("infoset: at the root, %w", sides.Error(first.game, s.player, s.players))
	}
	if s.opt.View == Determinized {
		for len(s.draws) < s.opt.Draws {
			d, err := s.newDraw(clone())
			if err != nil {
				return err
			}
			s.draws = append(s.draws, d)
		}
		for i := range s.draws {
			s.draw = &s.draws[i]
			if err := s.determinize(); err != nil {
				return err
			}
		}
	}
	for {
		if s.simulations >= s.budget.PollAt {
			if s.status = s.budget.Poll(s.simulations); s.status == ply.OutOfNodes {
				s.status = ply.OutOfPlayouts
			}
			if s.status != ply.Complete {
				return nil
			}
		}
		if s.draw = &s.draws[s.simulations%len(s.draws)]; s.opt.View != Determinized {
			if err := s.determinize(); err != nil {
				return err
			}
		}
		s.setUnit()
		err := s.simulate()
		for i := len(s.line) - 1; i >= 0; i-- {
			s.game.Undo(s.line[i])
		}
		s.line = s.line[:0]
		if err != nil || s.status != ply.Complete {
			return err
		}
		s.simulations++
	}
}

// setUnit sets what the present simulation counts: its weight relative to the mean, as only that means something. In a
// tree of its own it counts as much as the others there, and the tree has the weight.
func (s *search[M]) setUnit() {
	if s.unit = 1; s.opt.View != Determinized {
		s.weights += s.weight
		s.unit = s.weight / s.weights * float64(s.simulations+1)
	}
}

func (s *search[M]) play(m M) {
	s.line = append(s.line, m)
	s.game.Play(m)
}

// simulate makes one simulation, unless the search must end before. It leaves the game where it comes to.
func (s *search[M]) simulate() error {
	s.path, s.trail = s.path[:0], s.trail[:0]
	for grows := true; ; {
		if s.moves = s.game.Moves(s.moves[:0]); len(s.moves) == 0 {
			s.rules.Outcomes(s.values)
			for player, value := range s.values {
				s.results[player] = sampling.Score(value, s.opt.Scale)
			}
			break
		}
		if len(s.line) >= s.length {
			for player := range s.results {
				s.results[player] = 0.5
			}
			break
		}
		if len(s.line)%sampling.Often == sampling.Often-1 {
			if s.status = s.budget.Status(); s.status != ply.Complete {
				return nil
			}
		}
		i, err := s.choose(&grows)
		if err != nil {
			return err
		}
		if grows && s.opt.View == Determinized {
			s.trail = binary.AppendUvarint(s.trail, uint64(i))
		}
		s.play(s.moves[i])
	}
	for _, at := range s.path {
		n := &s.nodes[at.node]
		a := &n.arms[at.arm]
		a.tried += s.unit
		a.sum += s.unit * s.results[n.player]
	}
	return nil
}

// choose returns the index of the move to play: by the tree as long as grows, and at random after the position that the
// tree grows by.
func (s *search[M]) choose(grows *bool) (int, error) {
	mover := s.game.ToMove()
	switch {
	case mover == ply.Chance && s.dealer != nil:
		s.odds = s.dealer.Probabilities(s.moves, s.odds[:0])
		if err := chance.Check(s.odds, len(s.moves)); err != nil {
			return 0, fmt.Errorf("infoset: after %v: %w", s.line, err)
		}
		return chance.Pick(s.odds, s.random.Float64()), nil
	case mover < 0 || mover >= s.players:
		return 0, fmt.Errorf("infoset: %w", sides.Error(s.game, mover, s.players))
	case !*grows:
		return s.random.IntN(len(s.moves)), nil
	}
	s.name(mover)
	id, known := s.ids[string(s.key)]
	if !known {
		*grows = false
		if s.memory >= s.opt.MaxMemory || len(s.nodes) == math.MaxInt32 {
			return s.random.IntN(len(s.moves)), nil
		}
		id = int32(len(s.nodes))
		s.ids[string(s.key)] = id
		s.nodes = append(s.nodes, node[M]{player: int32(mover)})
		var n node[M]
		s.memory += int(unsafe.Sizeof(n)) + len(s.key) + mapEntry + len(s.moves)*int(unsafe.Sizeof(arm[M]{}))
	}
	return s.best(id), nil
}

// mapEntry is about how many bytes an entry of a map takes besides the bytes of its key.
const mapEntry = 32

// name sets key to that of the present position, in which a player is to move.
func (s *search[M]) name(mover int) {
	s.key = binary.AppendUvarint(s.key[:0], uint64(mover))
	switch s.opt.View {
	case MultipleObserver:
		s.key = s.game.AppendInformation(s.key, mover)
	case SingleObserver:
		s.key = s.game.AppendInformation(s.key, s.player)
	default:
		s.key = binary.AppendUvarint(s.key, uint64(s.number))
		s.key = append(s.key, s.trail...)
	}
}

// best chooses a move by its upper bound, of those that were not tried one at random, and adds a step to the path.
func (s *search[M]) best(id int32) (choice int) {
	n := &s.nodes[id]
	most, untried, arm := math.Inf(-1), 0, 0
	for i, m := range s.moves {
		at := n.find(m, i)
		a := &n.arms[at]
		a.available += s.unit
		if a.tried == 0 {
			if untried++; s.random.IntN(untried) == 0 {
				choice, arm = i, at
			}
			continue
		}
		if untried > 0 {
			continue
		}
		// Weights may be small, and numbers of which the logarithm is negative.
		bound := a.sum/a.tried + s.opt.Exploration*math.Sqrt(math.Log1p(a.available)/a.tried)
		if bound > most {
			most, choice, arm = bound, i, at
		}
	}
	s.path = append(s.path, step{id, int32(arm)})
	return choice
}

// find returns the place of a move among the arms, adding it if it is new. It is looked for first at the place that it
// has in the position.
func (n *node[M]) find(m M, place int) int {
	if place < len(n.arms) && n.arms[place].move == m {
		return place
	}
	for i := range n.arms {
		if n.arms[i].move == m {
			return i
		}
	}
	n.arms = append(n.arms, arm[M]{move: m})
	return len(n.arms) - 1
}

// result adds up the roots of all trees.
func (s *search[M]) result() Result[M] {
	r := Result[M]{Status: s.status, Simulations: s.simulations, Nodes: len(s.nodes), Move: s.legal[0]}
	sums := make([]float64, len(s.legal))
	total := 0.0
	for _, m := range s.legal {
		r.Moves = append(r.Moves, Choice[M]{Move: m})
	}
	for i := range s.draws {
		s.draw = &s.draws[i]
		s.trail = s.trail[:0]
		s.name(s.player)
		id, known := s.ids[string(s.key)]
		if !known {
			continue
		}
		vote := 1.0
		if s.opt.View == Determinized {
			vote = s.weight
		}
		for _, a := range s.nodes[id].arms {
			if at := slices.Index(s.legal, a.move); at >= 0 {
				r.Moves[at].Share += vote * a.tried
				sums[at] += vote * a.sum
				total += vote * a.tried
			}
		}
	}
	best := 0
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Mean = 0.5; m.Share > 0 {
			m.Mean = sums[i] / m.Share
			m.Share /= total
		}
		if m.Share > r.Moves[best].Share {
			best = i
		}
	}
	r.Move = s.legal[best]
	return r
}
