package analysis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/played"
)

// A maker makes the games and players of a server.
type maker[G ply.Game[M], M comparable] struct {
	mu     sync.Mutex
	game   func(position string) (G, error)
	player func(g G) (*engine.Player[M], error)
}

func (m *maker[G, M]) newGame(position string) (G, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.game(position)
}

func (m *maker[G, M]) begin(position string) (*player[M], error) {
	shown, err := m.newGame(position)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(position)
	if err != nil {
		return nil, err
	}
	p, err := m.player(g)
	if err == nil && p == nil {
		err = errors.New("no player was made")
	}
	return &player[M]{Player: p, shown: shown}, err
}

// prepare plays the moves of a request and returns a search for each requested position.
func (m *maker[G, M]) prepare(ctx context.Context, r *Request) (searches []search, refusal *Refusal) {
	field := "position"
	refuse := func(err error) ([]search, *Refusal) {
		return nil, &Refusal{ID: r.ID, Field: field, Text: clip(err.Error())}
	}
	defer func() {
		if v := recover(); v != nil {
			searches, refusal = refuse(fmt.Errorf("panic: %v", v))
		}
	}()
	g, err := m.newGame(r.Position)
	if err != nil {
		return refuse(err)
	}
	asked := make(map[int]int, len(r.Turns))
	for i, turn := range r.Turns {
		asked[turn] = i
	}
	searches = make([]search, len(r.Turns))
	notation := engine.NotationOf[M](g)
	moves := make([]M, 0, len(r.Moves))
	var legal []M
	for {
		field = "moves"
		turn := len(moves)
		legal = g.Moves(legal[:0])
		if i, ok := asked[turn]; ok {
			q := task[M]{turn: turn, finished: len(legal) == 0}
			var wrong error
			if q.only, field, wrong = only(notation, legal, r, turn); wrong != nil {
				return refuse(wrong)
			}
			searches[i] = func(ctx context.Context, w *seat, tell func(Answer)) (Answer, error) {
				return m.search(ctx, w, r, moves[:q.turn], &q, tell)
			}
			field = "moves"
		}
		if turn == len(r.Moves) {
			return searches, nil
		}
		if err := ctx.Err(); err != nil {
			field = ""
			return refuse(err)
		}
		move, err := parse(notation, legal, r.Moves[turn])
		if err != nil {
			return refuse(fmt.Errorf("[%d] is %.40q: %w", turn, r.Moves[turn], err))
		}
		g.Play(move)
		moves = append(moves, move)
	}
}

func parse[M comparable](n ply.Notation[M], legal []M, text string) (M, error) {
	m, err := n.ParseMove(text)
	if err == nil && !slices.Contains(legal, m) {
		err = errors.New("is not legal")
	}
	return m, err
}

// only returns the moves to search in the order of the legal moves, or nil for all. With an error it returns the wrong
// field.
func only[M comparable](n ply.Notation[M], legal []M, r *Request, turn int) (moves []M, field string, err error) {
	if r.Allow == nil && len(r.Avoid) == 0 {
		return nil, "", nil
	}
	read := func(texts []string) ([]M, error) {
		all := make([]M, 0, min(len(texts), len(legal)))
		for i, text := range texts {
			m, err := parse(n, legal, text)
			if err != nil {
				return nil, fmt.Errorf("[%d] is %.40q at turn %d: %w", i, text, turn, err)
			}
			if slices.Contains(all, m) {
				return nil, fmt.Errorf("[%d] is %.40q, for the second time", i, text)
			}
			all = append(all, m)
		}
		return all, nil
	}
	allow, err := read(r.Allow)
	if err != nil {
		return nil, "allow", err
	}
	avoid, err := read(r.Avoid)
	if err != nil {
		return nil, "avoid", err
	}
	moves = slices.DeleteFunc(slices.Clone(legal), func(m M) bool {
		return r.Allow != nil && !slices.Contains(allow, m) || slices.Contains(avoid, m)
	})
	switch len(moves) {
	case 0:
		return nil, "avoid", fmt.Errorf("leaves no move at turn %d", turn)
	case len(legal):
		return nil, "", nil
	}
	return moves, "", nil
}

// A task is the search of one position of a request.
type task[M comparable] struct {
	turn     int
	finished bool
	only     []M
}

// search searches a position with a worker's player. The player is dropped after an error or a panic.
func (m *maker[G, M]) search(ctx context.Context, w *seat, r *Request, moves []M, t *task[M], tell func(Answer)) (Answer, error) {
	if t.finished {
		return Answer{Status: ply.Complete.String()}, nil
	}
	p, ok := w.player.(*player[M])
	if w.player = nil; !ok || w.position != r.Position {
		var err error
		if p, err = m.begin(r.Position); err != nil {
			return Answer{}, err
		}
	}
	if err := p.goTo(moves); err != nil {
		return Answer{}, err
	}
	q := engine.Question[M]{Lines: r.Lines, Moves: t.only}
	if tell != nil {
		q.Report = func(a engine.Analysis[M]) bool {
			if found, err := p.answer(a); err == nil {
				tell(found)
			}
			return true
		}
	}
	ctx, cancel := context.WithTimeout(ctx, duration(r.Time)) // Limits.Time may end a search early
	defer cancel()
	a, err := p.Analyze(ctx, ply.Limits{Nodes: r.Nodes}, q)
	if err != nil {
		return Answer{}, err
	}
	answer, err := p.answer(a)
	if err == nil {
		w.player, w.position = p, r.Position
	}
	return answer, err
}

// A player has the moves played so far.
type player[M comparable] struct {
	*engine.Player[M]
	shown ply.Game[M] // a second game in the same position, for the notation of moves during a search
	moves []M
}

// goTo takes back and plays moves until exactly moves are played.
func (p *player[M]) goTo(moves []M) error {
	same := 0
	for same < min(len(p.moves), len(moves)) && p.moves[same] == moves[same] {
		same++
	}
	for last := len(p.moves) - 1; last >= same; last-- {
		if err := p.Undo(); err != nil {
			return err
		}
		p.shown.Undo(p.moves[last])
		p.moves = p.moves[:last]
	}
	for _, m := range moves[same:] {
		if err := p.Play(m); err != nil {
			return err
		}
		p.shown.Play(m)
		p.moves = append(p.moves, m)
	}
	return nil
}

func (p *player[M]) answer(a engine.Analysis[M]) (Answer, error) {
	answer := Answer{Status: a.Status.String(), Nodes: a.Nodes, Lines: make([]Line, 0, len(a.Lines))}
	for _, l := range a.Lines {
		line, err := LineOf(p.shown, l)
		if err != nil {
			return answer, err
		}
		answer.Lines = append(answer.Lines, line)
	}
	return answer, nil
}

// LineOf converts a line from the present position of g to a [Line], in the notation of the game. It makes the moves of
// the line in g and takes them back. It returns an error if the value of the line is NaN or infinite, because JSON
// cannot represent such a value.
func LineOf[M comparable](g ply.Game[M], l engine.Line[M]) (Line, error) {
	notation := engine.NotationOf(g)
	line := Line{
		Move: string(notation.AppendMove(nil, l.Move)), Line: played.Texts(g, notation, l.Line),
		Value: l.Value, Bound: l.Bound.String(), Distance: l.Distance, Visits: l.Visits, Depth: l.Depth,
	}
	if math.IsNaN(line.Value) || math.IsInf(line.Value, 0) {
		return line, fmt.Errorf("the value of %s is %v", line.Move, line.Value)
	}
	return line, nil
}
