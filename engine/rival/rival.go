// Package rival makes external programs players of package arena.
//
// The match keeps the position and applies the rules; the program receives the moves. A program that cannot be started,
// ends, does not answer in time or answers with an illegal move forfeits the game ([arena.Forfeit]). The match
// continues, and the program is started again for the next game.
//
//	program := rival.Program[*Game, Move]{Start: func() (rival.Talk, error) {
//		client, err := uci.Start("stockfish")
//		if err != nil {
//			return nil, err
//		}
//		return rival.UCI(client, "movetime 100"), nil
//	}}
//	defer program.Close()
//	result, err := arena.Match(ctx, opening, program.NewPlayer, other, arena.Options{Games: 100})
package rival

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
)

// A Program is an external program whose processes play the games of a match or league of package arena. Moves are in
// the notation of the game ([engine.NotationOf]).
type Program[G ply.AdversarialGame[M], M comparable] struct {
	// Start starts a process of the program and returns the conversation with it ([UCI], [GTP]). It is called once for
	// each worker of the match, and again after each forfeit.
	Start func() (Talk, error)

	// Position returns the text that tells the program the position of an opening. [UCI] and [GTP] define its format.
	// If Position is nil, all games must begin in the initial position of the game.
	Position func(g G) string

	// Timeout is the longest time that the program may take for an answer. 0 means a minute.
	Timeout time.Duration

	mu      sync.Mutex
	running []*seat[G, M]
}

// A Talk is a conversation with a process of a program. It must be used by one goroutine at a time. After an error, the
// [Program] closes the Talk.
type Talk interface {
	// NewGame tells the program that a new game begins.
	NewGame(ctx context.Context) error

	// Move returns the move that the program plays in g. The side of the program is to move.
	Move(ctx context.Context, g Game) (string, error)

	// Close ends the process.
	Close()
}

// A Game is the game in progress, as it is described to a program.
type Game struct {
	Start  string   // the position of the opening as Program.Position writes it, or "" for the start of the game
	Moves  []string // the moves after the opening
	Sides  []int    // the side that made each of Moves; -1 is chance
	ToMove int      // the side to move: the side of the program
}

var errResigned = errors.New("resigned")

// NewPlayer returns a player for [arena.Match]. The player starts a process of the program when it makes its first
// move.
func (p *Program[G, M]) NewPlayer() arena.Player[G, M] {
	s := &seat[G, M]{program: p}
	p.mu.Lock()
	p.running = append(p.running, s)
	p.mu.Unlock()
	return func(ctx context.Context, g G, _ *rand.Rand) (M, error) {
		m, err := s.move(ctx, g)
		if err != nil {
			s.close()
			if ctx.Err() != nil {
				return m, ctx.Err()
			}
			err = &arena.Forfeit{Err: err}
		}
		return m, err
	}
}

// Close ends all processes of the program. It must be called after the match.
func (p *Program[G, M]) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.running {
		s.close()
	}
	p.running = nil
}

// A seat is the program of one worker.
type seat[G ply.AdversarialGame[M], M comparable] struct {
	program *Program[G, M]
	talk    Talk // nil if it is not running
	game    int  // the number of the game last announced
}

func (s *seat[G, M]) close() {
	if s.talk != nil {
		s.talk.Close()
		s.talk = nil
	}
}

func (s *seat[G, M]) move(ctx context.Context, g G) (m M, err error) {
	number, moves := arena.Played[M](ctx)
	if arena.Pause(ctx, func() { err = s.begin(ctx, number) }); err != nil {
		return m, err
	}
	within, cancel := s.answering(ctx)
	defer cancel()
	text, err := s.talk.Move(within, s.describe(g, moves))
	switch {
	case err != nil:
		return m, err
	case strings.EqualFold(text, "resign"):
		return m, errResigned
	}
	n := engine.NotationOf[M](g)
	for _, as := range []string{text, strings.ToLower(text), strings.ToUpper(text)} { // programs write points in upper or lower case
		if m, parseErr := n.ParseMove(as); parseErr == nil {
			return m, nil
		} else if err == nil {
			err = fmt.Errorf("illegal move: %w", parseErr)
		}
	}
	return m, err
}

// begin starts the program, if it is not running, and announces a game, if it was not announced.
func (s *seat[G, M]) begin(ctx context.Context, game int) (err error) {
	if s.talk == nil {
		if s.talk, err = s.program.Start(); err != nil {
			s.talk = nil
			return err
		}
		s.game = -1
	}
	if s.game == game {
		return nil
	}
	within, cancel := s.answering(ctx)
	defer cancel()
	if err = s.talk.NewGame(within); err == nil {
		s.game = game
	}
	return err
}

// answering returns a context that ends when an answer of the program is late.
func (s *seat[G, M]) answering(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(s.program.Timeout, time.Minute))
}

// describe replays the game from the opening, because each move is written in its position.
func (s *seat[G, M]) describe(g G, moves []M) Game {
	var d Game
	for _, m := range slices.Backward(moves) {
		g.Undo(m)
	}
	if s.program.Position != nil {
		d.Start = s.program.Position(g)
	}
	for _, m := range moves {
		d.Moves = append(d.Moves, string(engine.NotationOf[M](g).AppendMove(nil, m)))
		d.Sides = append(d.Sides, g.ToMove())
		g.Play(m)
	}
	d.ToMove = g.ToMove()
	return d
}
