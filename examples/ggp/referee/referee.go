// Package referee manages matches between players of general games: it sends them rules and moves, checks their answers,
// and counts their faults. It uses the reasoner and shares no code with the circuits that players use.
package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/reasoner"
)

// A Player answers messages of the protocol, such as player.Server in this process.
type Player interface {
	Call(ctx context.Context, message string) (string, error)
}

// Remote is a player that is called by HTTP.
type Remote struct{ URL string }

// mostAnswer is the maximum number of bytes of an answer.
const mostAnswer = 1 << 16

// Call posts the message.
func (r Remote) Call(ctx context.Context, message string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, strings.NewReader(message))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "text/acl")
	request.Header.Set("Sender", "GAMEMASTER")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %.200s", response.Status, answer)
	}
	return string(answer), err
}

// A Chooser is a Player in this process that gets turns instead of messages, and has no clock.
type Chooser interface {
	Player

	// Choose returns one of the legal moves. An error ends the match.
	Choose(ctx context.Context, t Turn) (string, error)
}

// A Turn is the situation in which a [Chooser] moves.
type Turn struct {
	Role     string
	Legal    []string
	Facts    []string // nil in GDL-II
	Moves    []string // the last moves of all roles, nil at the start and in GDL-II
	Percepts []string // in GDL-II
}

// Options configure a match. The zero value is useful.
type Options struct {
	Start, Play int // the clocks in whole seconds; 0 means 10 seconds
	MaxTurns    int // the maximum number of joint moves; 0 means 10 000

	// Random draws the moves of the role random, and replacements of faulty moves. Nil means a PCG seeded with 0.
	Random *rand.Rand
}

// A Result is the end of a match.
type Result struct {
	Roles  []string   `json:"roles"`
	Goals  []int      `json:"goals"` // of all roles
	Moves  [][]string `json:"moves"` // the joint moves, with the moves of all roles
	Ended  bool       `json:"ended"` // in a terminal state, before MaxTurns
	Faults []Fault    `json:"faults"`
}

// A Fault is a mistake of a player. Its move was replaced by a random one.
type Fault struct {
	Turn int    `json:"turn"` // 0 for the start
	Role string `json:"role"`
	What string `json:"what"`
}

// grace is the time for the network besides a clock.
const grace = 500 * time.Millisecond

type match struct {
	*reasoner.Reasoner
	opt     Options
	id      string
	hidden  bool
	players []Player // of the roles, nil for the role random
	result  Result
	state   reasoner.State
	joint   []reasoner.Move // the last joint move, nil at the start
	before  reasoner.State  // the state before it
}

// Play plays a match, with a player for each role of the description except random. It returns an error if the description
// cannot be played, or when ctx ends.
func Play(ctx context.Context, d *gdl.Description, id string, players []Player, opt Options) (Result, error) {
	fixed, err := d.Playable()
	if err != nil {
		return Result{}, err
	}
	r, err := reasoner.New(ctx, fixed, 0)
	if err != nil {
		return Result{}, err
	}
	if opt.Random == nil {
		opt.Random = rand.New(rand.NewPCG(0, 0))
	}
	opt.Start, opt.Play, opt.MaxTurns = cmp.Or(opt.Start, 10), cmp.Or(opt.Play, 10), cmp.Or(opt.MaxTurns, 10_000)
	m := &match{Reasoner: r, opt: opt, id: id, hidden: d.Imperfect(), state: r.Initial()}
	m.result.Roles, m.result.Faults = r.Roles(), []Fault{}
	for _, role := range r.Roles() {
		if role == gdl.Random {
			m.players = append(m.players, nil)
			continue
		}
		if len(players) == 0 {
			return Result{}, fmt.Errorf("referee: no player for the role %s", role)
		}
		m.players, players = append(m.players, players[0]), players[1:]
	}
	if len(players) > 0 {
		return Result{}, fmt.Errorf("referee: %d players more than roles", len(players))
	}
	return m.run(ctx, d)
}

func (m *match) run(ctx context.Context, d *gdl.Description) (Result, error) {
	var rules strings.Builder
	if err := d.Write(&rules); err != nil {
		return m.result, err
	}
	for role, answer := range m.ask(ctx, m.opt.Start, func(role int) string {
		return fmt.Sprintf("(START %s %s (%s) %d %d)", m.id, m.Roles()[role], rules.String(), m.opt.Start, m.opt.Play)
	}) {
		switch {
		case answer.err != nil:
			m.fault(role, answer.err)
		case answer.called && !strings.EqualFold(strings.TrimSpace(answer.text), "ready"):
			m.fault(role, fmt.Errorf("answered %.100q to START", answer.text))
		}
	}
	for len(m.result.Moves) < m.opt.MaxTurns {
		if m.result.Ended = m.Terminal(m.state); m.result.Ended {
			break
		}
		if err := m.turn(ctx); err != nil {
			m.abort()
			return m.result, err
		}
	}
	m.ask(ctx, m.opt.Play, func(role int) string { return m.message("STOP", role) })
	for role := range m.Roles() {
		m.result.Goals = append(m.result.Goals, m.Goal(m.state, role))
	}
	return m.result, m.Err()
}

func (m *match) abort() {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	m.ask(ctx, 0, func(int) string { return fmt.Sprintf("(ABORT %s)", m.id) })
}

func (m *match) fault(role int, err error) {
	m.result.Faults = append(m.result.Faults, Fault{len(m.result.Moves), m.Roles()[role], err.Error()})
}

type answer struct {
	role   int
	called bool
	text   string
	err    error
}

func (m *match) ask(ctx context.Context, clock int, message func(role int) string) []answer {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(clock)*time.Second+grace)
	defer cancel()
	answers := make([]answer, len(m.players))
	came := make(chan answer, len(m.players)) // with room for late answers
	waiting := 0
	for role, p := range m.players {
		if _, chooses := p.(Chooser); p == nil || chooses {
			continue
		}
		waiting++
		answers[role] = answer{called: true, err: errors.New("no answer in time")}
		text := message(role)
		go func() {
			text, err := p.Call(ctx, text)
			came <- answer{role, true, text, err}
		}()
	}
	for ; waiting > 0; waiting-- {
		select {
		case a := <-came:
			answers[a.role] = a
		case <-ctx.Done():
			return answers
		}
	}
	return answers
}

// message returns a PLAY or STOP message.
func (m *match) message(kind string, role int) string {
	if !m.hidden {
		return fmt.Sprintf("(%s %s %s)", kind, m.id, m.list(m.joint))
	}
	last, percepts := "NIL", []reasoner.Fact(nil)
	if m.joint != nil {
		last = m.Text(m.joint[role])
		percepts = m.seen(role)
	}
	return fmt.Sprintf("(%s %s %d %s %s)", kind, m.id, len(m.result.Moves), last, m.list(percepts))
}

func (m *match) list(terms []reasoner.Fact) string {
	if len(terms) == 0 {
		return "NIL"
	}
	return "(" + strings.Join(m.Texts(terms), " ") + ")"
}

func (m *match) turn(ctx context.Context) error {
	answers := m.ask(ctx, m.opt.Play, func(role int) string { return m.message("PLAY", role) })
	if err := ctx.Err(); err != nil {
		return err
	}
	joint := make([]reasoner.Move, len(m.players))
	for role := range m.players {
		legal := m.Legal(nil, m.state, role)
		if len(legal) == 0 {
			return fmt.Errorf("referee: %w", m.Stuck(m.Roles()[role], len(m.result.Moves)))
		}
		joint[role] = legal[m.opt.Random.IntN(len(legal))]
		if m.players[role] == nil {
			continue
		}
		if c, chooses := m.players[role].(Chooser); chooses {
			text, err := c.Choose(ctx, m.tell(role, legal))
			if err != nil {
				return err
			}
			answers[role].text = text
		}
		move, err := m.read(answers[role], legal)
		if err != nil {
			m.fault(role, err)
			continue
		}
		joint[role] = move
	}
	next := m.Next(m.state, joint)
	if err := m.Err(); err != nil {
		return err
	}
	m.before, m.state, m.joint = m.state, next, joint
	m.result.Moves = append(m.result.Moves, m.Texts(joint))
	return nil
}

func (m *match) tell(role int, legal []reasoner.Move) Turn {
	t := Turn{Role: m.Roles()[role], Legal: m.Texts(legal)}
	switch {
	case !m.hidden:
		t.Facts, t.Moves = m.Texts(m.state), m.Texts(m.joint)
	case m.joint != nil:
		t.Percepts = m.Texts(m.seen(role))
	}
	return t
}

// seen returns the percepts of a role after the last joint move.
func (m *match) seen(role int) []reasoner.Fact { return m.Sees(nil, m.before, m.joint, role) }

func (m *match) read(a answer, legal []reasoner.Move) (reasoner.Move, error) {
	if a.err != nil {
		return 0, a.err
	}
	move, err := m.Parse(a.text)
	if err != nil {
		return 0, err
	}
	if !slices.Contains(legal, move) {
		return 0, fmt.Errorf("%.100q is not legal", a.text)
	}
	return move, nil
}
