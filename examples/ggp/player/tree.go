package player

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/game"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/joint"
	"github.com/ply-search/ply/search"
)

// searched is a game in which players take turns.
type searched interface {
	ply.Game[game.Move]
	ToMove() int
	Legal(player int, dst []game.Move) []game.Move
	Asked(joint, dst []game.Move) []game.Move
	Holding(yield func(string) bool)
	narrowed
}

// treeBrain plays games in which players take turns by UCT. Its tree is kept from move to move.
type treeBrain struct {
	settings
	position  searched
	tree      *mcts.Tree[game.Move]
	narrowing narrowing
}

// reportEvery is the time between reports of a search.
const reportEvery = 100 * time.Millisecond

// exploration is the constant K of UCT: 0.4²/64². The mean of 64 matches counts as one simulation, so Vittaut 2017, section
// 5.4.1, divides C = √K by 64.
const exploration = 0.4 * 0.4 / (64 * 64)

func newTreeBrain(s settings, traits game.Traits) (*treeBrain, error) {
	b := &treeBrain{settings: s, narrowing: narrowing{rules: s.rules}}
	opt := mcts.Options[game.Move]{
		Bandit: mcts.Hoeffding{K: exploration},
		Leaf:   mcts.Evaluation{},
		Scale:  100,
		Memory: int64(s.memory), Prune: true,
		Workers: s.workers,
		Random:  s.chance(),
	}
	if traits.Players != 2 || !traits.ZeroSum {
		return grow(b, game.NewMany(s.rules), nil, opt)
	}
	if s.rules.Random < 0 {
		g, err := game.NewSides(s.rules)
		return grow(b, g, err, opt)
	}
	g, err := game.NewDice(s.rules)
	return grow(b, g, err, opt)
}

// grow gives a brain its position and tree. It is generic since several workers need the type of the game.
func grow[G searched](b *treeBrain, g G, err error, opt mcts.Options[game.Move]) (*treeBrain, error) {
	if b.position = g; err == nil {
		b.tree, err = mcts.New(g, opt)
	}
	return b, err
}

func (b *treeBrain) facts() []string { return slices.Collect(b.position.Holding) }

func (b *treeBrain) advance(t turn) error {
	joint, err := b.find(t.moves)
	if err != nil {
		return err
	}
	for role, m := range joint {
		// A chance move is not checked.
		if p := b.rules.Player(role); p >= 0 && !slices.Contains(b.position.Legal(p, nil), m) {
			return fmt.Errorf("%s is not a legal move of %s", t.moves[role], b.rules.Roles[role])
		}
	}
	for _, m := range b.position.Asked(joint, nil) {
		if err := b.tree.Play(m); err != nil {
			return err
		}
	}
	return nil
}

func (b *treeBrain) think(ctx context.Context, report func(Decision)) error {
	if err := b.narrowing.begin(b.position); err != nil {
		return err
	}
	legal := b.position.Legal(b.player, nil)
	if only, err := b.start(legal, report); only || err != nil {
		return err
	}
	for {
		if err := b.narrowing.take(b.position); err != nil {
			return err
		}
		// A limit of time would end the search once its move cannot change.
		within, cancel := context.WithTimeout(ctx, reportEvery)
		r, err := b.tree.Search(within, ply.Limits{})
		cancel()
		if err != nil {
			return err
		}
		report(b.decision(r, legal))
		if ctx.Err() != nil || r.Solved() || r.Status == ply.OutOfNodes || r.Nodes == 0 && r.Status != ply.OutOfTime {
			return nil
		}
	}
}

// decision returns the decision of a search for the player, who may be asked after others in the same state.
func (b *treeBrain) decision(r mcts.Result[game.Move], legal []game.Move) Decision {
	d := Decision{Method: "UCT", Simulations: r.Visits(), Move: b.rules.Text(legal[0])}
	if !slices.Contains(legal, r.Move) {
		if i := slices.IndexFunc(r.Line, func(m game.Move) bool { return slices.Contains(legal, m) }); i >= 0 {
			d.Move = b.rules.Text(r.Line[i])
		}
		return d
	}
	d.Move, d.Value, d.Known, d.Proven = b.rules.Text(r.Move), (1+r.Value)/2, true, r.Solved()
	if d.Proven {
		d.Value = (1 + r.Low) / 2
	}
	for _, m := range r.Moves {
		share := float64(m.Visits) / float64(max(1, r.Visits()))
		d.Choices = append(d.Choices, Choice{b.rules.Text(m.Move), share, (1 + m.Value) / 2})
	}
	return d
}

// A narrowing makes smaller circuits for the rest of a match, in the background. Trees remain valid, since facts and moves
// keep their numbers.
type narrowing struct {
	rules *game.Rules      // the present ones
	next  chan *game.Rules // the next ones, nil if none are being made
}

// A narrowed position can go over to a smaller circuit.
type narrowed interface {
	State() circuit.State
	Continue(later *game.Rules) error
}

// begin goes over to rules that are ready, then begins to make rules for the present position, unless others are still
// being made.
func (n *narrowing) begin(p narrowed) error {
	if err := n.take(p); err != nil || n.next != nil {
		return err
	}
	rules, state := n.rules, p.State()
	if slices.Equal(state, rules.Initial) {
		return nil
	}
	next := make(chan *game.Rules, 1)
	n.next = next
	go func() {
		later := rules
		if guard(func() (err error) {
			later, err = rules.From(state)
			return err
		}) != nil {
			later = rules
		}
		next <- later
	}()
	return nil
}

// take goes over to rules that are ready. No search may use the position.
func (n *narrowing) take(p narrowed) error {
	select {
	case later := <-n.next:
		if n.next = nil; later == n.rules {
			return nil
		}
		n.rules = later
		return p.Continue(later)
	default:
		return nil
	}
}

// puzzleBrain plays games of one player by breadth-first search, and by UCT if no solution is found.
type puzzleBrain struct {
	*treeBrain
	solo     *game.Solo
	plan     []game.Move // the rest of a shortest solution
	searched bool
}

// mostPositions is the limit of the search for a solution. A position takes about 60 bytes.
const mostPositions = 5_000_000

func newPuzzleBrain(s settings) (*puzzleBrain, error) {
	tree, err := newTreeBrain(s, game.Traits{Players: 1})
	if err != nil {
		return nil, err
	}
	solo, err := game.NewSolo(s.rules)
	return &puzzleBrain{treeBrain: tree, solo: solo}, err
}

func (b *puzzleBrain) advance(t turn) error {
	if err := b.treeBrain.advance(t); err != nil {
		return err
	}
	joint, err := b.find(t.moves)
	if err != nil {
		return err
	}
	for _, m := range b.solo.Asked(joint, nil) {
		if len(b.plan) > 0 && b.plan[0] == m {
			b.plan = b.plan[1:]
		} else {
			b.plan, b.searched = nil, false
		}
		b.solo.Play(m)
	}
	return nil
}

func (b *puzzleBrain) think(ctx context.Context, report func(Decision)) error {
	legal := b.position.Legal(0, nil)
	if len(legal) > 0 {
		report(Decision{Move: b.rules.Text(legal[0]), Method: "first move"})
	}
	if !b.searched {
		b.searched = true
		r, err := game.Shortest(ctx, b.solo, ply.Limits{Nodes: mostPositions}, search.Options[game.Move]{})
		if err != nil {
			return err
		}
		if r.Found {
			b.plan = r.Line
		}
	}
	if len(b.plan) == 0 {
		return b.treeBrain.think(ctx, report)
	}
	report(Decision{Move: b.rules.Text(b.plan[0]), Value: 1, Known: true, Proven: true,
		Method: fmt.Sprintf("solution of %d moves", len(b.plan))})
	return nil
}

// jointBrain plays games in which players move at the same time.
type jointBrain struct {
	settings
	game    *game.Joint
	zeroSum bool                   // between two players, so mixed strategies are played
	tree    *joint.Tree[game.Move] // of the present position, or nil

	narrowing narrowing
}

func (b *jointBrain) facts() []string { return slices.Collect(b.game.Holding) }

func (b *jointBrain) advance(t turn) error {
	moves, err := b.find(t.moves)
	if err != nil {
		return err
	}
	b.tree = nil
	return b.game.PlayRound(moves)
}

func (b *jointBrain) think(ctx context.Context, report func(Decision)) (err error) {
	if err := b.narrowing.begin(b.game); err != nil {
		return err
	}
	if only, err := b.start(b.game.Legal(b.player, nil), report); only || err != nil {
		return err
	}
	opt := joint.Options[game.Move]{Scale: 100, MaxLength: 10_000, Memory: int64(b.memory), Workers: b.workers,
		Random: b.chance()}
	if !b.zeroSum {
		opt.Selection = joint.UCT
	}
	if b.tree == nil {
		if b.tree, err = joint.New(b.game, opt); err != nil {
			return err
		}
	}
	// The draw from the strategy must not change between reports.
	draw, simulations := b.random.Float64(), 0
	for {
		if err := b.narrowing.take(b.game); err != nil {
			return err
		}
		r, err := b.tree.Search(ctx, ply.Limits{Time: reportEvery})
		if err != nil {
			return err
		}
		simulations += r.Nodes
		report(b.decision(&r, simulations, opt.Selection, draw))
		if ctx.Err() != nil {
			return nil
		}
	}
}

func (b *jointBrain) decision(r *joint.Result[game.Move], simulations int, selection joint.Selection, draw float64) Decision {
	d := Decision{Method: selection.String(), Simulations: simulations, Value: (1 + r.Means[b.player]) / 2, Known: true}
	moves, shares := r.Moves[b.player], r.Probabilities[b.player]
	chosen := -1
	for i, m := range moves {
		d.Choices = append(d.Choices, Choice{b.rules.Text(m), shares[i], d.Value})
		if selection == joint.UCT {
			if chosen < 0 || shares[i] > shares[chosen] {
				chosen = i
			}
		} else if draw -= shares[i]; chosen < 0 && draw < 0 {
			chosen = i
		}
	}
	d.Move = b.rules.Text(moves[max(0, chosen)])
	d.Choices = sortChoices(d.Choices)
	return d
}
