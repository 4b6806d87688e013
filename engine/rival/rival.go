// Package rival makes external programs players of package arena.
//
// A program that cannot be started, crashes, does not answer in time or answers with an illegal move forfeits the game
// ([arena.Forfeit]). The match continues, and the program is started again for the next game. The match keeps the
// position and applies the rules; the program receives the moves:
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

// A Program is an external program as a player. Moves are in the game's notation ([engine.NotationOf]).
type Program[G ply.AdversarialGame[M], M comparable] struct {
	// Start starts the program: once for each worker, and again after each forfeit. See [UCI] and [GTP].
	Start func() (Talk, error)

	// Position writes the position of an opening for the program. Nil means that all games start at the usual position.
	Position func(g G) string

	// Timeout is the longest time for an answer. 0 means a minute.
	Timeout time.Duration

	mu      sync.Mutex
	running []*seat[G, M]
}

// A Talk is a conversation with a program. It must be used by one goroutine at a time. It is closed after an error.
type Talk interface {
	// NewGame announces a new game.
	NewGame(ctx context.Context) error

	// Move returns the move of the side to move, in the notation of the program.
	Move(ctx context.Context, g Game) (string, error)

	// Close ends the program.
	Close()
}

// A Game describes a game to a program.
type Game struct {
	Start  string   // the position of the opening as Program.Position writes it, or "" for the start of the game
	Moves  []string // since the opening
	Sides  []int    // the sides of Moves; -1 is chance
	ToMove int
}

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

// Close ends all processes of the program. Call it after the match.
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
	for _, as := range []string{text, strings.ToLower(text), strings.ToUpper(text)} { // programs write points in upper or lower case
		if m, parseErr := n.ParseMove(as); parseErr == nil {
			return m, nil
		} else if err == nil {
			err = fmt.Errorf("illegal move: %w", parseErr)
		}
	}
	return m, err
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
