package infoset

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"
	"unsafe"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
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
}, M comparable](ctx context.Context, g G, limits Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	if guard.IsNil(g) {
		return failed, errors.New("infoset: no game given")
	}
	if err := limits.check(ctx); err != nil {
		return failed, err
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return failed, err
	}
	start := time.Now()
	searches := make([]*search[M], opt.Workers)
	err = guard.Run(func() string { return "[]" }, func() error {
		for i := range searches {
			source := random.ForWorker(opt.Random, opt.Workers)
			s := &search[M]{opt: &opt, random: rand.New(source), ids: map[string]int32{}, length: sampling.Length(g, opt.MaxLength)}
			s.memory = sampling.Share(opt.MaxMemory, i, opt.Workers)
			clone := func() Game[M] { return g.Clone() }
			if opt.Workers > 1 {
				clone = func() Game[M] { return apart.Clone(g) }
			}
			if err := s.begin(clone, max(1, sampling.Share(opt.Draws, i, opt.Workers))); err != nil {
				return err
			}
			searches[i] = s
		}
		return nil
	})
	if err != nil {
		failed.Elapsed = time.Since(start)
		return failed, err
	}
	result := func(status ply.Status) Result[M] {
		r := resultOf(searches)
		r.Status, r.Elapsed = status, time.Since(start)
		return r
	}
	crew := sampling.Crew{
		Workers:     opt.Workers,
		Simulations: limits.MaxSimulations,
		Time:        limits.MaxTime,
		Line:        func(i int) string { return fmt.Sprint(searches[i].line) },
		Simulate:    func(i int, budget *stop.Budget) (ply.Status, error) { return searches[i].simulation(budget) },
		Every:       opt.ProgressEvery,
	}
	if opt.Progress != nil {
		crew.Report = func() { opt.Progress(result(ply.InProgress)) }
	}
	status, err := crew.Run(ctx)
	if err != nil {
		failed.Elapsed = time.Since(start)
		return failed, err
	}
	r := result(status)
	if opt.Progress != nil {
		opt.Progress(r)
	}
	return r, nil
}

// A search is the part of one worker.
type search[M comparable] struct {
	opt         *Options[M]
	random      *rand.Rand
	length      int // the most moves of a line
	player      int // at the root
	players     int
	simulations int
	weights     float64 // the sum of those of all draws
	unit        float64 // what the present simulation counts

	draws    []draw[M] // Determinized: those that were drawn; for others the game to draw in
	legal    []M       // at the root
	*draw[M]           // the present one

	ids    map[string]int32 // nodes by their keys
	nodes  []node[M]
	memory int // in bytes, that is left for nodes
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

// begin makes the games to draw in: one, or for Determinized the number given, with a position drawn in each.
func (s *search[M]) begin(clone func() Game[M], draws int) error {
	if s.opt.View != Determinized {
		draws = 1
	}
	for range draws {
		d, err := s.newDraw(clone())
		if err != nil {
			return err
		}
		s.draws = append(s.draws, d)
	}
	s.draw = &s.draws[0]
	s.players = s.rules.Players()
	s.values, s.results = make([]int, s.players), make([]float64, s.players)
	s.legal = s.game.Moves(nil)
	if len(s.legal) == 0 {
		return errors.New("infoset: the position is finished")
	}
	if s.player = s.game.ToMove(); s.player < 0 || s.player >= s.players {
		return fmt.Errorf("infoset: at the root, %w", sides.Error(s.game, s.player, s.players))
	}
	if s.opt.View == Determinized {
		for i := range s.draws {
			s.draw = &s.draws[i]
			if err := s.determinize(); err != nil {
				return err
			}
		}
	}
	return nil
}

// simulation makes one simulation and takes it back, or returns why the search must end.
func (s *search[M]) simulation(budget *stop.Budget) (ply.Status, error) {
	if s.draw = &s.draws[s.simulations%len(s.draws)]; s.opt.View != Determinized {
		if err := s.determinize(); err != nil {
			return ply.Failed, err
		}
	}
	s.setUnit()
	status, err := s.simulate(budget)
	for i := len(s.line) - 1; i >= 0; i-- {
		s.game.Undo(s.line[i])
	}
	s.line = s.line[:0]
	if err == nil && status == ply.Complete {
		s.simulations++
	}
	return status, err
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
func (s *search[M]) simulate(budget *stop.Budget) (ply.Status, error) {
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
			if status := budget.Status(); status != ply.Complete {
				return status, nil
			}
		}
		i, err := s.choose(&grows)
		if err != nil {
			return ply.Failed, err
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
	return ply.Complete, nil
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
		if s.memory <= 0 || len(s.nodes) == math.MaxInt32 {
			return s.random.IntN(len(s.moves)), nil
		}
		id = int32(len(s.nodes))
		s.ids[string(s.key)] = id
		s.nodes = append(s.nodes, node[M]{player: int32(mover)})
		var n node[M]
		s.memory -= int(unsafe.Sizeof(n)) + len(s.key) + mapEntry + len(s.moves)*int(unsafe.Sizeof(arm[M]{}))
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

// resultOf adds up the roots of all trees of all workers.
func resultOf[M comparable](searches []*search[M]) Result[M] {
	legal := searches[0].legal
	r := Result[M]{Move: legal[0]}
	for _, m := range legal {
		r.Moves = append(r.Moves, Choice[M]{Move: m})
	}
	sums := make([]float64, len(legal))
	for _, s := range searches {
		r.Simulations += s.simulations
		r.Nodes += len(s.nodes)
		s.addRoots(r.Moves, sums)
	}
	total := 0.0
	for _, m := range r.Moves {
		total += m.Share
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
	r.Move = legal[best]
	return r
}

// addRoots adds how often each move was tried, as its share, and the sums of its results.
func (s *search[M]) addRoots(moves []Choice[M], sums []float64) {
	draw, trail := s.draw, len(s.trail)
	for i := range s.draws {
		s.draw, s.trail = &s.draws[i], s.trail[:0]
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
				moves[at].Share += vote * a.tried
				sums[at] += vote * a.sum
			}
		}
	}
	s.draw, s.trail = draw, s.trail[:trail]
}
