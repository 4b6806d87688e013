// Package rival makes external programs players of package arena.
//
// A program that cannot be started, crashes, does not answer in time, or answers with what is no legal move forfeits the game
// ([arena.Forfeit]); the match goes on, and the program is started again for the next game. The match keeps the position and the
// rules, and the program is told the moves.
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

// A Program is an external program as a player. Its moves are read and written by the game's notation ([engine.NotationOf]).
type Program[G ply.AdversarialGame[M], M comparable] struct {
	// Start starts the program, once for each worker, and again after each forfeit. See [UCI] and [GTP].
	Start func() (Talk, error)

	// Position writes the position of an opening for the program. Nil means that all games begin at the start of the game.
	Position func(g G) string

	// Timeout is the time in which the program has to answer. 0 means a minute.
	Timeout time.Duration

	mu      sync.Mutex
	running []*seat[G, M]
}

// A Talk is a conversation with a program. It is for one goroutine at a time. After an error it is closed.
type Talk interface {
	// NewGame tells that another game begins.
	NewGame(ctx context.Context) error

	// Move returns the move of the side to move, as the program writes it.
	Move(ctx context.Context, g Game) (string, error)

	// Close ends the program.
	Close()
}

// A Game is what a program is told of a game.
type Game struct {
	Start  string   // the position of the opening as Program.Position writes it, or "" for the start of the game
	Moves  []string // since then
	Sides  []int    // that played the moves; -1 is chance
	ToMove int
}

// errResigned is the error of a program that resigned.
var errResigned = errors.New("resigned")

// NewPlayer makes a player for a match.
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

// Close ends the program, wherever it is running. It is called after the match.
func (p *Program[G, M]) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.running {
		s.close()
	}
	p.running = nil
}

// A seat is the program as the player of a worker.
type seat[G ply.AdversarialGame[M], M comparable] struct {
	program *Program[G, M]
	talk    Talk // nil if it is not running
	game    int  // the number of the game that it was told last
}

func (s *seat[G, M]) close() {
	if s.talk != nil {
		s.talk.Close()
		s.talk = nil
	}
}

func (s *seat[G, M]) move(ctx context.Context, g G) (m M, err error) {
	number, moves := arena.Played[M](ctx)
	if s.talk == nil {
		if s.talk, err = s.program.Start(); err != nil {
			s.talk = nil
			return m, err
		}
		s.game = -1
	}
	within, cancel := context.WithTimeout(ctx, cmp.Or(s.program.Timeout, time.Minute))
	defer cancel()
	if s.game != number {
		if err := s.talk.NewGame(within); err != nil {
			return m, err
		}
		s.game = number
	}
	text, err := s.talk.Move(within, s.describe(g, moves))
	switch {
	case err != nil:
		return m, err
	case strings.EqualFold(text, "resign"):
		return m, errResigned
	}
	n := engine.NotationOf[M](g)
	for _, as := range []string{text, strings.ToLower(text), strings.ToUpper(text)} { // boards write points in letters of any size
		if m, parseErr := n.ParseMove(as); parseErr == nil {
			return m, nil
		} else if err == nil {
			err = fmt.Errorf("illegal move: %w", parseErr)
		}
	}
	return m, err
}

// describe goes back to the opening and plays all moves again, since each is written in its position.
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
