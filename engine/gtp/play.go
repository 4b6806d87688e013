package gtp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/played"
)

// A Player is an [Engine] for any game, made by [Play]. It also implements [Regarder], [Analyzer], [Ponderer] and, for
// games with outcomes, [Scorer]. A command to play or generate a move of one colour is refused if the other colour is
// to move.
type Player[G ply.Game[M], M comparable] struct {
	// First is the colour of side 0. The zero value is Black.
	First Colour

	// Choose, if not nil, chooses the moves instead of p.Move(ctx, c). It is called only in unfinished positions. It
	// returns a legal move or, to give up the game, true as the second result. If the controller has sent no time
	// settings, c is the zero value.
	Choose func(ctx context.Context, p *engine.Player[M], c engine.Clock) (m M, resigns bool, err error)

	newGame   func(position string) (G, error)
	newPlayer func(g G) (*engine.Player[M], error)
	begin     func() (G, error) // returns the game at its start

	player    *engine.Player[M]
	game      G // a second game in the same position, for reading and for the notation of moves during a search
	played    []M
	generated bool // whether the last change was a generated move
}

// Play returns an engine. newGame returns a game in the position that a text describes, or in the initial position if
// the text is empty. If the game has a method Size() int, newGame must also accept a board size as the text. If the
// game has no such method, the command boardsize is refused. newPlayer returns the player of a game.
//
// Moves are in the notation of the game ([engine.NotationOf]), in upper or lower case. The move pass is available if
// the notation of the game has it. If there are no time settings and the player has no limits ([engine.Player.Limits]),
// the search for a move takes a second.
func Play[G ply.Game[M], M comparable](newGame func(position string) (G, error), newPlayer func(g G) (*engine.Player[M], error)) (*Player[G, M], error) {
	p := &Player[G, M]{newGame: newGame, newPlayer: newPlayer}
	return p, p.Begin(func() (G, error) { return newGame("") })
}

// Begin starts a game in the position that newGame returns. A later call of ClearBoard also starts a game with newGame.
// Each call of newGame must return an independent game. If Begin returns an error, the engine is unchanged.
func (p *Player[G, M]) Begin(newGame func() (G, error)) error {
	shown, err := newGame()
	if err != nil {
		return err
	}
	g, err := newGame()
	if err != nil {
		return err
	}
	player, err := p.newPlayer(g)
	if err != nil {
		return err
	}
	if p.player != nil {
		_ = p.player.Close() // ignore errors of pondering
	}
	p.begin, p.player, p.game, p.played, p.generated = newGame, player, shown, nil, false
	return nil
}

// Game returns the game in the present position. The caller must not change it.
func (p *Player[G, M]) Game() G { return p.game }

// BoardSize starts a new game on a board of the given size, which is passed as a text to the function newGame of
// [Play]. It returns an error if the game has no method Size() int, or if the game that newGame returns has another
// size.
func (p *Player[G, M]) BoardSize(size int) error {
	newGame := func() (G, error) { return p.newGame(strconv.Itoa(size)) }
	if _, ok := any(p.game).(sized); !ok {
		return errors.New("unacceptable size: the board has one size only")
	}
	if g, err := newGame(); err != nil {
		return fmt.Errorf("unacceptable size: %w", err)
	} else if any(g).(sized).Size() != size {
		return errors.New("unacceptable size")
	}
	return p.Begin(newGame)
}

type sized interface{ Size() int }

// ClearBoard starts a new game as the last call of [Play], BoardSize or Begin did. After Play, the game starts in the
// initial position. After BoardSize, it also has a board of the same size. After Begin, ClearBoard calls the function
// newGame of Begin.
func (p *Player[G, M]) ClearBoard() error { return p.Begin(p.begin) }

// ToMove returns the colour to move. It is Black if chance is to move, or if the game has no sides.
func (p *Player[G, M]) ToMove() Colour {
	if side, ok := p.side(); ok && side >= 0 && side <= 1 {
		return Colour(side) ^ p.First
	}
	return Black
}

func (p *Player[G, M]) side() (int, bool) {
	g, ok := any(p.game).(interface{ ToMove() int })
	if !ok {
		return 0, false
	}
	return g.ToMove(), true
}

// turn returns an error if it is not a colour's turn.
func (p *Player[G, M]) turn(c Colour) error {
	switch side, ok := p.side(); {
	case !ok || side == int(c^p.First):
		return nil
	case side < 0:
		return errors.New("chance is to move")
	}
	return errors.New("not the turn of that side")
}

// Play plays a move of colour c. It returns an error if c is not to move or the move is not legal. In a position of
// chance, the argument move is the text of an outcome, and c is ignored.
func (p *Player[G, M]) Play(c Colour, move string) error {
	m, err := p.parse(move)
	if err != nil {
		return err
	}
	if side, ok := p.side(); !ok || side >= 0 {
		if err := p.turn(c); err != nil {
			return err
		}
	}
	return p.play(m)
}

// parse reads a move in any case, because boards differ in the case of points.
func (p *Player[G, M]) parse(text string) (M, error) {
	n := engine.NotationOf(p.game)
	m, err := n.ParseMove(text)
	for _, other := range [...]string{strings.ToLower(text), strings.ToUpper(text)} {
		if err != nil && other != text {
			if found, otherErr := n.ParseMove(other); otherErr == nil {
				return found, nil
			}
		}
	}
	return m, err
}

func (p *Player[G, M]) play(m M) error {
	if err := p.player.Play(m); err != nil {
		return err
	}
	p.game.Play(m)
	p.played, p.generated = append(p.played, m), false
	return nil
}

// Undo takes back the last move, of either side.
func (p *Player[G, M]) Undo() error {
	last := len(p.played) - 1
	if last < 0 {
		return errNoUndo
	}
	if err := p.player.Undo(); err != nil {
		return err
	}
	p.game.Undo(p.played[last])
	p.played, p.generated = p.played[:last], false
	return nil
}

var errNoUndo = errors.New("cannot undo") // wording of the protocol

// ShowBoard returns the text of the position, as [fmt.Sprint] prints the game.
func (p *Player[G, M]) ShowBoard() string { return fmt.Sprint(p.game) }

// Regard chooses a move of colour c without playing it, and returns it, or "resign". It returns an error if c is not to
// move or the game is over.
func (p *Player[G, M]) Regard(ctx context.Context, c Colour, clock engine.Clock) (string, error) {
	m, resigns, err := p.choose(ctx, c, clock)
	if err != nil || resigns {
		return resign, err
	}
	return string(engine.NotationOf(p.game).AppendMove(nil, m)), nil
}

// Generate chooses and plays a move of colour c, and returns it, or "resign". It returns an error if c is not to move
// or the game is over.
func (p *Player[G, M]) Generate(ctx context.Context, c Colour, clock engine.Clock) (string, error) {
	m, resigns, err := p.choose(ctx, c, clock)
	if err != nil || resigns {
		return resign, err
	}
	text := string(engine.NotationOf(p.game).AppendMove(nil, m))
	if err := p.play(m); err != nil {
		return "", err
	}
	p.generated = true
	return text, nil
}

const resign = "resign"

// usualTime is the time of a move without any limit.
const usualTime = time.Second

func (p *Player[G, M]) choose(ctx context.Context, c Colour, clock engine.Clock) (m M, resigns bool, err error) {
	if err := p.awaits(c); err != nil {
		return m, false, err
	}
	if p.Choose != nil {
		return p.Choose(ctx, p.player, clock)
	}
	if clock == (engine.Clock{}) && p.player.Limits() == (ply.Limits{}) {
		clock.Period = usualTime
	}
	line, err := p.player.Move(ctx, clock)
	return line.Move, false, err
}

// awaits returns an error unless a colour may move.
func (p *Player[G, M]) awaits(c Colour) error {
	if len(p.game.Moves(nil)) == 0 {
		return errors.New("the game is over")
	}
	return p.turn(c)
}

// FinalScore returns the score of a finished game: B+ or W+ followed by the absolute value of the outcome, or 0 for a
// draw. It returns an error if the game is not over, or has no outcomes.
func (p *Player[G, M]) FinalScore() (string, error) {
	g, ok := any(p.game).(ply.Adversarial)
	switch {
	case !ok:
		return "", fmt.Errorf("%T is no game of two sides", p.game)
	case len(p.game.Moves(nil)) > 0:
		return "", errors.New("the game is not over")
	}
	outcome, winner := g.Outcome(), p.ToMove()
	if outcome < 0 {
		outcome, winner = -outcome, 1-winner
	}
	if outcome == 0 {
		return "0", nil
	}
	return fmt.Sprintf("%c+%d", "BW"[winner], outcome), nil
}

// Analyze implements [Analyzer]. If the search ends before ctx ends, Analyze calls tell with the final result, and then
// waits until ctx ends.
func (p *Player[G, M]) Analyze(ctx context.Context, c Colour, moves int, interval time.Duration, tell func([]Finding)) error {
	if err := p.awaits(c); err != nil {
		return err
	}
	if all := len(p.game.Moves(nil)); moves <= 0 || moves > all {
		moves = all
	}
	last := time.Now()
	a, err := p.player.Analyze(ctx, ply.Limits{}, engine.Question[M]{Lines: moves, Report: func(a engine.Analysis[M]) bool {
		if now := time.Now(); now.Sub(last) >= interval {
			last = now
			tell(p.findings(a.Lines))
		}
		return true
	}})
	if err != nil {
		return err
	}
	tell(p.findings(a.Lines))
	<-ctx.Done() // the result is final
	return nil
}

func (p *Player[G, M]) findings(lines []engine.Line[M]) []Finding {
	var findings []Finding
	n := engine.NotationOf(p.game)
	for _, line := range lines {
		if line.Visits == 0 && lines[0].Visits > 0 {
			continue
		}
		f := Finding{Move: string(n.AppendMove(nil, line.Move)), Visits: line.Visits, Rate: rate(line.Value, line.Visits > 0)}
		if line.Distance > 0 {
			f.Rate = 0.5 + 0.5*float64(cmp.Compare(line.Value, 0))
		}
		f.Line = played.Texts(p.game, n, line.Line)
		findings = append(findings, f)
	}
	return findings
}

// rate converts a value to a rate: a mean from -1 to 1, or hundredths of a unit by the curve of package uci.
func rate(value float64, mean bool) float64 {
	if !mean {
		value = math.Atan(value/111.7) / 1.562
	}
	return min(max((1+value)/2, 0), 1)
}

// Ponder implements [Ponderer]. It searches if the last command that changed the position was genmove.
func (p *Player[G, M]) Ponder(ctx context.Context) {
	if p.generated {
		_ = p.player.Ponder(ctx) // the next command returns its error
	}
}
