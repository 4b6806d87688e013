package proof

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/played"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/transposition"
)

// A Claim states that a side has a strategy with which it reaches more than some value from the start, against all
// moves of the other side. [Result.Claim] returns the claim that a search has proved.
type Claim struct {
	// Game is a text for readers that names the game and the start, at most 4096 bytes. [VerifyStrategy] ignores it.
	Game string

	// Side is the side that has the strategy, 0 or 1.
	Side int

	// Above is the number that the value for Side exceeds, from -[ply.MaxValue] to [ply.MaxValue]-1.
	Above int
}

func (c *Claim) check() error {
	switch {
	case len(c.Game) > mostName:
		return fmt.Errorf("proof: the name of the game has %d bytes, want at most %d", len(c.Game), mostName)
	case c.Side < 0 || c.Side > 1:
		return fmt.Errorf("proof: side %d has a strategy, want 0 or 1", c.Side)
	case c.Above < -ply.MaxValue || c.Above >= ply.MaxValue:
		return fmt.Errorf("proof: a value above %d, want from %d to %d", c.Above, -ply.MaxValue, ply.MaxValue-1)
	}
	return nil
}

// A StrategyResult is the result of [WriteStrategy] or [VerifyStrategy]. Nodes is the number of moves played.
type StrategyResult[M comparable] struct {
	ply.Report

	// Claim is the claim that the strategy proves.
	Claim

	// Line is the first move if the side with the strategy is to move at the start. Otherwise it is empty.
	Line []M

	// Positions counts the positions, including the start, in which the side with the strategy is to move and its move
	// does not end the game. Endings counts the positions in which its move ends the game, once for each line that
	// leads to them.
	Positions, Endings int
}

// WriteStrategy writes to w a strategy that proves claim from the present position of g, for [VerifyStrategy]: it
// follows all moves of the other side and, for each position in which claim.Side is to move, writes one move.
//
// To choose each of these moves, WriteStrategy calls the function answer when g is in the position. This function must
// return a Result whose Line begins with the move, and must leave g unchanged. It may call [Search], on g or on another
// game with the same position, to ask whether the value is more than claim.Above. To avoid most of the work of these
// searches, use the table with which the start was proved: only positions whose entries were overwritten are then
// searched again. g should list all legal moves, even if the game that is searched omits some.
//
// WriteStrategy remembers the positions in which it has called answer, and does not call answer in them again. It does
// not remember positions in which the move chosen ends the game: in such a position, it calls answer each time a line
// reaches the position. Positions are compared by their identities if g is an [encoding.BinaryAppender], and otherwise
// by their hashes. The game must be acyclic.
//
// The file is complete only if WriteStrategy returns no error. It has one or two bytes for each position. In memory, a
// position takes 11 to 21 bytes or, with identities, 20 to 34 bytes and the identity. Errors come from w, ctx, answer
// or the game ([ply.GamePanic]), or mean that the moves do not prove the claim.
func WriteStrategy[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
}, M comparable](
	ctx context.Context, w io.Writer, g G, claim Claim, answer func(ctx context.Context) (Result[M], error),
) (StrategyResult[M], error) {
	switch {
	case w == nil:
		return failedStrategy[M](), errors.New("proof: no writer given")
	case answer == nil:
		return failedStrategy[M](), errors.New("proof: no function given that answers positions")
	}
	if err := claim.check(); err != nil {
		return failedStrategy[M](), err
	}
	out := newStrategyWriter(w, claim)
	return followStrategy[M](ctx, g, claim, func(s *strategist[M]) error {
		return s.write(out, answer)
	}, out.close)
}

// VerifyStrategy verifies a strategy that [WriteStrategy] has written, reading it from r. It plays the moves of the
// strategy and all moves of the other side, and returns an error if a line does not end with the claimed value. It uses
// only the rules of the game: Moves, Play, Undo, ToMove and Outcome. newGame returns a game in the start position that
// the claim names. The game must list the same moves in the same order as the game with which the file was written.
//
// A position that is reached again is not played again. VerifyStrategy recognises it by its identity
// ([encoding.BinaryAppender]), which is certain. If the game has no identities, VerifyStrategy uses hashes; then a
// position that has the same hash as another position could be skipped.
//
// The file is read in order, once. It consists of blocks, each with a checksum. VerifyStrategy compares the checksum of
// a block before it plays the moves of the block. An error names the number of the move, the byte of the file, and the
// line that leads to the position.
func VerifyStrategy[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
}, M comparable](ctx context.Context, r io.Reader, newGame func(Claim) (G, error)) (StrategyResult[M], error) {
	if newGame == nil {
		return failedStrategy[M](), errors.New("proof: no function given that makes the game")
	}
	file, err := openStrategy(r)
	if err != nil {
		return failedStrategy[M](), err
	}
	g, err := newGame(file.claim)
	if err != nil {
		return failedStrategy[M](), err
	}
	return followStrategy[M](ctx, g, file.claim, func(s *strategist[M]) error {
		if err := s.verify(file); err != nil {
			return fmt.Errorf("%w, at %s", err, file.place())
		}
		return nil
	}, file.end)
}

type strategist[M comparable] struct {
	ctx      context.Context
	game     ply.AdversarialGame[M]
	hasher   ply.Hasher
	identity encoding.BinaryAppender // nil: by hash
	claim    Claim
	line     played.Line[M]
	moves    []M // of all positions on the line
	hashes   transposition.HashSet
	keys     transposition.Set
	key      []byte
	hash     uint64
	result   StrategyResult[M]

	// answer handles a position of the side with the strategy, with the moves from start on.
	answer func(start, depth int) error
	last   M    // the last move that ended the game
	ended  bool // last is set
}

func failedStrategy[M comparable]() StrategyResult[M] {
	return StrategyResult[M]{Report: ply.Report{Status: ply.Failed}}
}

func followStrategy[M comparable](ctx context.Context, g hashedGame[M], claim Claim, follow func(*strategist[M]) error, end func() error) (StrategyResult[M], error) {
	if ply.AdversarialGame[M](g) == nil {
		return failedStrategy[M](), errNoGame
	}
	begin := time.Now()
	s := &strategist[M]{ctx: ctx, game: g, hasher: g, claim: claim, line: played.On[M](g), result: StrategyResult[M]{Claim: claim}}
	s.identity, _ = any(g).(encoding.BinaryAppender)
	err := guard.Run(s.line.String, func() error {
		if a, ok := any(g).(ply.Acyclic); !ok || !a.Acyclic() {
			return ply.ErrCyclic
		}
		if err := sides.CheckPerfectInformation(g); err != nil {
			return fmt.Errorf("proof: %w", err)
		}
		if err := follow(s); err != nil {
			s.line.UndoAll()
			return err
		}
		return end()
	})
	if err != nil {
		return failedStrategy[M](), err
	}
	s.result.Elapsed = time.Since(begin)
	return s.result, nil
}

func (s *strategist[M]) identify() error {
	if s.identity == nil {
		s.hash = s.hasher.Hash()
		return nil
	}
	var err error
	if s.key, err = s.identity.AppendBinary(s.key[:0]); err != nil {
		return fmt.Errorf("proof: the identity of a position: %w", err)
	}
	return nil
}

func (s *strategist[M]) known() bool {
	if s.identity == nil {
		return s.hashes.Contains(s.hash)
	}
	return s.keys.Contains(s.key)
}

func (s *strategist[M]) mark() {
	s.result.Positions++
	if s.identity == nil {
		s.hashes.Visit(s.hash)
	} else {
		s.keys.Visit(s.key)
	}
}

func (s *strategist[M]) follow(depth int) error {
	start := len(s.moves)
	s.moves = s.game.Moves(s.moves)
	return s.proceed(start, depth)
}

func (s *strategist[M]) proceed(start, depth int) (err error) {
	if depth > 0 && depth%freshSearch == 0 {
		guard.FreshStack(func() { err = s.step(start, depth) })
	} else {
		err = s.step(start, depth)
	}
	s.moves = s.moves[:start]
	return err
}

func (s *strategist[M]) step(start, depth int) error {
	end := len(s.moves)
	if start == end {
		return s.judge()
	}
	switch side := s.game.ToMove(); {
	case side == s.claim.Side:
		return s.answer(start, depth)
	case side < 0 || side > 1:
		return fmt.Errorf("proof: %w", sides.Error(s.game, side, 2))
	}
	for i := start; i < end; i++ {
		s.play(s.moves[i])
		if err := s.follow(depth + 1); err != nil {
			return err
		}
		s.line.Undo()
	}
	return nil
}

func (s *strategist[M]) play(m M) {
	s.result.Nodes++
	s.line.Play(m)
}

// judge returns an error if the present position, which is finished, does not have the value claimed.
func (s *strategist[M]) judge() error {
	value := s.game.Outcome()
	if s.game.ToMove() != s.claim.Side {
		value = -value
	}
	if value <= s.claim.Above {
		return fmt.Errorf("proof: the game ends with the value %d for side %d, which claims more than %d, after %s",
			value, s.claim.Side, s.claim.Above, s.line.String())
	}
	return nil
}

// try plays a move and lists the replies, or takes it back and returns true if it ends the game as claimed.
func (s *strategist[M]) try(m M, depth int) (ends bool, err error) {
	if depth == 0 {
		s.result.Line = append(s.result.Line, m)
	}
	s.play(m)
	end := len(s.moves)
	s.moves = s.game.Moves(s.moves)
	if len(s.moves) > end {
		return false, nil
	}
	if err := s.judge(); err != nil {
		return false, err
	}
	s.line.Undo()
	s.result.Endings++
	s.last, s.ended = m, true
	return true, nil
}

func (s *strategist[M]) write(out *strategyWriter, answer func(ctx context.Context) (Result[M], error)) error {
	s.answer = func(start, depth int) error {
		if err := s.poll(); err != nil {
			return err
		}
		if err := s.identify(); err != nil {
			return err
		}
		if s.known() {
			return out.known()
		}
		last, ended := s.last, s.ended
		m, err := chosen(s.ctx, answer)
		if err != nil {
			return fmt.Errorf("%w, in the position after %s", err, s.line.String())
		}
		end := len(s.moves)
		i := slices.Index(s.moves[start:], m)
		if i < 0 {
			return fmt.Errorf("proof: %v was chosen, which is no move in the position after %s", m, s.line.String())
		}
		ends, err := s.try(m, depth)
		switch {
		case err != nil:
			return err
		case ends && ended && last == m:
			return out.again()
		case ends:
			return out.move(i)
		}
		s.mark()
		if err := out.move(i); err != nil {
			return err
		}
		if err := s.proceed(end, depth+1); err != nil {
			return err
		}
		s.line.Undo()
		return nil
	}
	return s.follow(0)
}

func chosen[M comparable](ctx context.Context, answer func(ctx context.Context) (Result[M], error)) (m M, err error) {
	var r Result[M]
	guard.Callback(func() { r, err = answer(ctx) })
	switch {
	case err != nil:
		return m, err
	case !r.Status.Conclusive():
		return m, r.Status.Err()
	case r.Answer != Proved:
		return m, errors.New("proof: the search does not prove again what was claimed")
	case len(r.Line) == 0:
		return m, errors.New("proof: the game that was searched has no move in a position in which one is wanted")
	}
	return r.Line[0], nil
}

func (s *strategist[M]) verify(file *strategyFile) error {
	s.answer = func(start, depth int) error {
		if err := s.poll(); err != nil {
			return err
		}
		kind, i, err := file.next()
		if err != nil {
			return err
		}
		end := len(s.moves)
		switch kind {
		case tokenKnown:
			if err := s.identify(); err != nil {
				return err
			}
			if !s.known() {
				return fmt.Errorf("proof: not a strategy: no move for the position after %s", s.line.String())
			}
			return nil
		case tokenAgain:
			if i = slices.Index(s.moves[start:], s.last); !s.ended || i < 0 {
				return fmt.Errorf("proof: not a strategy: the last move is no move in the position after %s", s.line.String())
			}
		default:
			if i >= end-start {
				return fmt.Errorf("proof: not a strategy: move %d of %d in the position after %s", i+1, end-start, s.line.String())
			}
		}
		if kind == tokenMove {
			if err := s.identify(); err != nil {
				return err
			}
		}
		ends, err := s.try(s.moves[start+i], depth)
		switch {
		case err != nil || ends:
			return err
		case kind == tokenAgain:
			return fmt.Errorf("proof: not a strategy: the game does not end with %s", s.line.String())
		}
		s.mark()
		if err := s.proceed(end, depth+1); err != nil {
			return err
		}
		s.line.Undo()
		return nil
	}
	return s.follow(0)
}

func (s *strategist[M]) poll() error {
	if (s.result.Positions+s.result.Endings)&1023 == 0 {
		return s.ctx.Err()
	}
	return nil
}
