package neural

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/guard"
)

// Training configures the training with Adam and weight decay (Kingma and Ba 2015; Loshchilov and Hutter 2019). The
// loss is the cross entropy of the policy plus the squared error of the value. In a game of several players, the
// squared error is the mean over the players.
type Training struct {
	// Batch is the number of positions in a training step. 0 means 256.
	Batch int

	// Epochs is the approximate number of times that the network is trained on each position before the position leaves
	// the window. If the games of a generation have n new positions, the training steps of this generation draw
	// n·Epochs positions from the window. 0 means 4.
	Epochs float64

	// Rate is the learning rate at the start. 0 means 0.001. In generation g the learning rate is Rate/(1+g/50). The
	// weight decay of a step is 0.0001 times the learning rate.
	Rate float64

	// Mix sets the target of the value of a position: Mix times the value that the search returned for the position,
	// plus 1-Mix times the result of the game. Mix is from 0 to 1. Nil means 0.5.
	//
	// Proven values are used first. If the search has proven the value of the position, the target is the proven value.
	// If only searches of later positions have proven values, the first proven value replaces the result of the game.
	//
	// In a game of several players, a search returns a value for the player to move. The target for another player uses
	// the search of the player's next turn after the position, or only the result of the game if there is no such turn.
	Mix *float64

	// Discount makes the network prefer sooner wins and later losses: in a target, the result of a game or a proven
	// value is multiplied by Discount for each move from the position to the end of the game. Discount is above 0 and at
	// most 1. 0 means 1, that is, no discount.
	Discount float64

	// ValueWeight is the weight of the squared error of the value in the loss. 0 means 1.
	ValueWeight float64

	// decay shrinks weights, and the rate of generation g is Rate/(1+g/slowdown). latest is the weight of the latest
	// weights in their running mean over generations, which plays (Izmailov and others 2018; Wu 2019).
	decay, slowdown, latest float64
}

func (t *Training) check() error {
	positive := func(name string, x float64) error {
		if x != 0 && !(x >= 1e-9 && x <= 1e9) {
			return fmt.Errorf("neural: %s is %v, want 0, or 1e-9 to 1e9", name, x)
		}
		return nil
	}
	switch {
	case t.Batch < 0 || t.Batch > 1<<16:
		return fmt.Errorf("neural: Batch is %d, want a number of positions up to %d", t.Batch, 1<<16)
	case t.Mix != nil && !(*t.Mix >= 0 && *t.Mix <= 1):
		return fmt.Errorf("neural: Mix is %v, want 0 to 1", *t.Mix)
	case !(t.Discount >= 0 && t.Discount <= 1):
		return fmt.Errorf("neural: Discount is %v, want 0 to 1", t.Discount)
	}
	return errors.Join(positive("Epochs", t.Epochs), positive("Rate", t.Rate), positive("ValueWeight", t.ValueWeight))
}

func (t Training) usual() Training {
	set := func(x *float64, usual float64) {
		if *x == 0 {
			*x = usual
		}
	}
	if t.Batch == 0 {
		t.Batch = 256
	}
	set(&t.Epochs, 4)
	set(&t.Rate, 0.001)
	set(&t.decay, 0.0001)
	set(&t.slowdown, 50)
	set(&t.Discount, 1)
	set(&t.ValueWeight, 1)
	set(&t.latest, 0.25)
	if t.Mix == nil {
		half := 0.5
		t.Mix = &half
	}
	return t
}

type trainer struct {
	steps
	opt     Training
	network *Network // of the form that is trained; its values are old
}

// steps make the steps of a training, as the build tags choose.
type steps interface {
	// step makes a step of size rate and sets priors and values to the network's outputs before it.
	step(b *batch, rate float64, priors, values []float32) error

	weights(i int) ([]float32, error)

	// state returns all data that later steps depend on, and restore sets it before the first step.
	state() ([]variable, error)
	restore([]variable) error

	close()
}

func newTrainer(n *Network, opt Training, workers int, s *trainingState) (*trainer, error) {
	t := &trainer{opt: opt, network: n}
	var err error
	if t.steps, err = newSteps(n, &t.opt, workers); err != nil {
		return nil, err
	}
	if s != nil {
		if err := t.restore(s.Variables); err != nil {
			return nil, err
		}
	}
	return t, nil
}

type trainingState struct {
	Generation int
	Loss       losses      // of the generation
	Means      [][]float32 // of the parameters after each generation
	Variables  []variable
}

type variable struct {
	Scope, Name string
	Shape       []int
	Floats      []float32
	Integers    []int64
}

var errState = errors.New("neural: a state of another training")

func (s *trainingState) encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s)
	return b.Bytes(), err
}

func decodeState(data []byte) (*trainingState, error) {
	s := new(trainingState)
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(s); err != nil {
		return nil, fmt.Errorf("neural: the state of the training: %w", err)
	}
	return s, nil
}

func (t *trainer) average(s *trainingState, means [][]float32) error {
	s.Means = make([][]float32, len(t.network.parameters))
	for i := range t.network.parameters {
		p := &t.network.parameters[i]
		values, err := t.weights(i)
		if err != nil {
			return err
		}
		for j, x := range values {
			if !finite(x) {
				return fmt.Errorf("neural: the training has gone astray: a weight of %s is %v; try a smaller Rate", p.Name, x)
			}
			if means != nil {
				values[j] = means[i][j] + float32(t.opt.latest)*(x-means[i][j])
			}
		}
		s.Means[i] = values
	}
	return nil
}

func (t *trainer) trained(s *trainingState) (*Network, error) {
	parameters := slices.Clone(t.network.parameters)
	if len(s.Means) != len(parameters) {
		return nil, errState
	}
	for i := range parameters {
		if parameters[i].values = s.Means[i]; len(s.Means[i]) != parameters[i].size() {
			return nil, errState
		}
	}
	return build(t.network.shape, t.network.architecture, parameters)
}

type losses struct {
	Policy float64 // the cross entropy, in nats
	Value  float64 // the squared error
}

type lesson[M comparable] struct {
	record *record[M]
	at     int // its number in the game
}

func lessonsOf[M comparable](records []*record[M]) []lesson[M] {
	var lessons []lesson[M]
	for _, r := range records {
		for i := range r.steps {
			if r.steps[i].teaches() {
				lessons = append(lessons, lesson[M]{r, i})
			}
		}
	}
	return lessons
}

// target returns the value to learn for a side or player: the proven value, or a mixture of the search result and the
// next proof or outcome.
func (l lesson[M]) target(t *Training, player int) float64 {
	r := l.record
	later := math.Pow(t.Discount, float64(len(r.steps)-l.at))
	result := r.outcomeFor(player)
	searched := r.next(l.at, player)
	if searched == len(r.steps) {
		return later * result
	}
	found := r.valueFor(searched, player)
	if r.steps[searched].proven {
		return later * found
	}
	for i := r.next(searched+1, player); i < len(r.steps); i = r.next(i+1, player) {
		if r.steps[i].proven {
			result = r.valueFor(i, player)
			break
		}
	}
	return (1-*t.Mix)*later*result + *t.Mix*math.Pow(t.Discount, float64(searched-l.at))*found
}

func learn[G position[M], M comparable](t *trainer, v *view[G, M], lessons []lesson[M], steps int, rate float64, random *rand.Rand, stop func() bool) (loss losses, err error) {
	b := &lessonBatch[G, M]{view: v, opt: &t.opt}
	priors, values := make([]float32, t.opt.Batch*v.shape.Moves), make([]float32, t.opt.Batch*v.shape.values())
	for range steps {
		if stop() {
			return loss, nil
		}
		b.inputs, b.mask, b.policy, b.target = b.inputs[:0], b.mask[:0], b.policy[:0], b.target[:0]
		for range t.opt.Batch {
			l := lessons[random.IntN(len(lessons))]
			err := guard.Run(func() string { return fmt.Sprint(l.record.moves[:l.at]) }, func() error { return b.add(l, random) })
			if err != nil {
				return loss, fmt.Errorf("neural: %w", err)
			}
		}
		if err := t.step(&b.batch, rate, priors, values); err != nil {
			return loss, err
		}
		scale := 1 / float64(t.opt.Batch*steps)
		for i, p := range b.policy {
			if p > 0 {
				loss.Policy -= float64(p) * math.Log(max(float64(priors[i]), 1e-30)) * scale
			}
		}
		for i, z := range b.target {
			loss.Value += float64((values[i]-z)*(values[i]-z)) * scale / float64(v.shape.values())
		}
	}
	return loss, nil
}

// A batch holds a step's positions: inputs; 0 for each legal move, and illegal for others; target policy; target
// values.
type batch struct{ inputs, mask, policy, target []float32 }

// positions returns the number of positions of a batch.
func (n *Network) positions(b *batch) int { return len(b.target) / n.shape.values() }

type lessonBatch[G position[M], M comparable] struct {
	batch
	view  *view[G, M]
	opt   *Training
	moves []M
}

const illegal = -1e9

func (b *lessonBatch[G, M]) add(l lesson[M], random *rand.Rand) error {
	g, err := b.view.New()
	if err != nil {
		return err
	}
	symmetry := 0
	if b.view.symmetries > 1 {
		if s := random.IntN(b.view.symmetries); b.view.fixed(g, s) {
			symmetry = s
		}
	}
	for _, m := range l.record.moves[:l.at] {
		g.Play(m)
	}
	if b.inputs, err = b.view.inputsOf(g, symmetry, b.inputs); err != nil {
		return err
	}
	width, from := b.view.shape.Moves, len(b.mask)
	b.mask, b.policy = slices.Grow(b.mask, width), slices.Grow(b.policy, width)
	for range width {
		b.mask, b.policy = append(b.mask, illegal), append(b.policy, 0)
	}
	viewer, players := b.view.viewer(g), b.view.shape.players()
	for i := range b.view.shape.values() {
		b.target = append(b.target, float32(l.target(b.opt, (viewer+i)%players)))
	}
	if l.record.steps[l.at].chance { // a policy that has nothing to learn
		b.mask[from], b.policy[from] = 0, 1
		return nil
	}
	policy, sum := l.record.steps[l.at].policy, 0.0
	for _, p := range policy {
		sum += float64(p)
	}
	b.moves = g.Moves(b.moves[:0])
	for i, m := range b.moves {
		n, err := b.view.numberOf(g, symmetry, m)
		if err != nil {
			return err
		}
		b.mask[from+n] = 0
		if sum > 0 {
			b.policy[from+n] += float32(float64(policy[i]) / sum)
		}
	}
	return nil
}
